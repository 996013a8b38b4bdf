import type { Body, Robot, TriangleMesh } from '../index.ts';
import { safeText } from '../words/safe-text.ts';
import { counted } from '../words/shown-number.ts';
import type { Colors } from './terminal/streams.ts';

/** Robots among obstacles in one line, with their sizes. */
export function describeSizes(
  robots: readonly Robot[],
  obstacles: readonly Body[],
  bodies: readonly Body[],
  self: boolean,
  c: Colors,
): string {
  const arms = robots.map(({ name, links }) => {
    const meshes = links.flatMap(({ shapes }) => shapes.map(({ shape: mesh }) => mesh));
    return `${c.cyan(safeText(name))} (${counted(links.length, 'link')}, ${sizeText(meshes)})`;
  });
  const around =
    obstacles.length === 0 ? 'nothing' : `${counted(obstacles.length, 'obstacle')} (${sizeText(obstacles.map(({ shape: mesh }) => mesh))})`;
  const moving =
    bodies.length === 0
      ? ''
      : `, ${bodies.length === 1 ? '1 moving body' : `${bodies.length} moving bodies`} (${sizeText(bodies.map(({ shape }) => shape))})`;
  return `${arms.join(', ')} among ${around}${moving}${self ? '; links are tested against each other' : ''}`;
}

/** Spheres, capsules and clouds consist of points and segments with a radius, which nobody would call triangles. */
function sizeText(meshes: readonly TriangleMesh[]): string {
  const round = meshes.filter((mesh) => mesh.triangleCount > 0 && !hasTriangle(mesh));
  const points = round.filter(({ triangleCount }) => triangleCount > 1).reduce((sum, { triangleCount }) => sum + triangleCount, 0);
  const single = round.filter(({ triangleCount }) => triangleCount === 1).length;
  const isRound = new Set(round);
  const triangles = meshes.filter((mesh) => !isRound.has(mesh)).reduce((sum, { triangleCount }) => sum + triangleCount, 0);
  const parts: string[] = [];
  if (triangles > 0 || round.length === 0) parts.push(counted(triangles, 'triangle'));
  if (single > 0) parts.push(counted(single, triangles > 0 || points > 0 ? 'round shape' : 'shape'));
  if (points > 0) parts.push(counted(points, 'point'));
  return parts.join(', ');
}

/** Whether some triangle has three different corners. */
function hasTriangle({ indices, positions, triangleCount }: TriangleMesh): boolean {
  const isSame = (i: number, j: number) => [0, 1, 2].every((k) => positions[3 * i + k] === positions[3 * j + k]);
  for (let t = 0; t < triangleCount; t++) {
    const [a, b, c] = [indices[3 * t], indices[3 * t + 1], indices[3 * t + 2]];
    if (a === b || b === c || a === c) continue;
    if (!isSame(a, b) && !isSame(b, c) && !isSame(a, c)) return true;
  }
  return false;
}
