import type { Obstacle, Robot } from '../index.ts';
import { shownCount } from '../report/index.ts';
import { harmless } from './harmless-text.ts';
import type { Colors } from './streams.ts';

/** Robots among obstacles in one line, with their sizes. */
export function crowdText(robots: readonly Robot[], obstacles: readonly Obstacle[], self: boolean, c: Colors): string {
  const arms = robots.map(({ name, links }) => {
    const triangles = links.flatMap(({ shapes }) => shapes).reduce((sum, { mesh }) => sum + mesh.triangleCount, 0);
    return `${c.cyan(harmless(name))} (${counted(links.length, 'link')}, ${counted(triangles, 'triangle')})`;
  });
  const triangles = obstacles.reduce((sum, { mesh }) => sum + mesh.triangleCount, 0);
  const around = obstacles.length === 0 ? 'nothing' : `${counted(obstacles.length, 'obstacle')} (${counted(triangles, 'triangle')})`;
  return `${arms.join(', ')} among ${around}${self ? '; links are tested against each other' : ''}`;
}

export function counted(n: number, what: string): string {
  return `${shownCount(n)} ${what}${n === 1 ? '' : 's'}`;
}
