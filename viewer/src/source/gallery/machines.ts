/** Machines whose joints follow: two with loops, and an arm whose tool goes on lines. */
import { heldMotion, type Robot, Scene } from 'inbetween';
import weldingCell from '../../../../examples/welding/cell.json?raw';
import lifted from '../../../../examples/welding/lifted.json?raw';
import seam from '../../../../examples/welding/seam.json?raw';
import ur5 from '../../../../examples/welding/ur5.urdf?raw';
import { deltaCell } from '../../../../scenes/robots/delta-cell.ts';
import { palletiserCell } from '../../../../scenes/robots/palletiser-cell.ts';
import { namedStates } from '../named-states.ts';
import type { Opened, OpenedPath } from '../opened.ts';

export function deltaOverBelt(): Opened {
  const { delta, belt, obstacles, box, holds, touch, paths, belted } = deltaCell();
  const carried = heldMotion(holds);
  const { name, shape, pose } = box;
  const scene = new Scene({
    trees: 'later',
    robots: [delta, belt],
    obstacles,
    bodies: [{ name, shape, pose }],
    bodyMotions: { [name]: carried },
    tolerance: touch,
  });
  const shown = paths.map((path) => ({
    name: path.name,
    motions: { delta: delta.trajectory(path.stops), belt: belt.trajectory(belted), [name]: carried },
  }));
  return opened('Delta over a belt', scene, [delta.configuration(paths[0].stops[0].positions), belted[0].positions], shown);
}

export function palletiser(): Opened {
  const { robot, obstacles, box, touch, paths } = palletiserCell();
  const { name, shape, pose, by, from, to } = box;
  const carried = heldMotion([{ by, from, to }]);
  const scene = new Scene({
    trees: 'later',
    robots: [robot],
    obstacles,
    bodies: [{ name, shape, pose }],
    bodyMotions: { [name]: carried },
    tolerance: touch,
  });
  const shown = paths.map((path) => ({ name: path.name, motions: { [robot.name]: robot.trajectory(path.stops), [name]: carried } }));
  return opened('Palletiser', scene, [robot.configuration(paths[0].stops[0].positions)], shown);
}

export async function welding(): Promise<Opened> {
  const { openFiles } = await import('../open-files.ts');
  const texts = { 'cell.json': weldingCell, 'ur5.urdf': ur5, 'seam.json': seam, 'lifted.json': lifted };
  const files = Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]));
  const found = await openFiles({ kind: 'files', files, main: 'cell.json', path: 'seam.json', geometry: 'collision' });
  const names = ['Along the seam', 'Over the sheet'];
  return { ...found, title: 'Welding on lines', warnings: [], paths: found.paths.map((path, i) => ({ ...path, name: names[i] })) };
}

function opened(title: string, scene: Scene, starts: readonly ArrayLike<number>[], paths: readonly OpenedPath[]): Opened {
  const homes = starts.map((values) => Array.from(values));
  const robots: readonly Robot[] = scene.robots;
  const states = Object.fromEntries(robots.map(({ name }, i) => [name, { home: homes[i] }]));
  return { title, scene, paths, starts: homes, states: namedStates(robots, states), problem: null, up: 'z', warnings: [] };
}
