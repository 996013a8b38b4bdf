/** Cells as `inbetween check` reads them, and a problem of planning in one of them. */
import { heldMotion, Scene } from 'inbetween';
import armSrdf from '../../../../examples/two-arms/arm.srdf?raw';
import armUrdf from '../../../../examples/two-arms/arm.urdf?raw';
import twoArmsCell from '../../../../examples/two-arms/cell.json?raw';
import leftPath from '../../../../examples/two-arms/left.csv?raw';
import rightPath from '../../../../examples/two-arms/right.csv?raw';
import together from '../../../../examples/two-arms/together.yaml?raw';
import { pumaCell } from '../../../../scenes/robots/puma-cell.ts';
import { namedStates } from '../named-states.ts';
import type { Opened } from '../opened.ts';

export function pickAndPlace(): Opened {
  const { robots, obstacles, workpiece, self, touch, home, paths } = pumaCell();
  const { name, shape, pose, by, from, to, onto } = workpiece;
  const [robot] = robots;
  const carried = heldMotion([{ by, from, to, onto: [onto] }]);
  const scene = new Scene({
    trees: 'later',
    robots,
    obstacles,
    bodies: [{ name, shape, pose }],
    bodyMotions: { [name]: carried },
    self,
    tolerance: touch,
  });
  // the one that hits something first: that is what there is to see
  const shown = [...paths].sort((a, b) => Number(a.free) - Number(b.free));
  return {
    title: 'Pick and place',
    scene,
    paths: shown.map((path) => ({
      name: capitalised(path.name),
      motions: { [robot.name]: robot.path(path.waypoints), [name]: carried },
    })),
    starts: [home],
    states: namedStates(robots, { [robot.name]: { ready: home } }),
    problem: null,
    up: 'z',
    warnings: [],
  };
}

export function planning(): Opened {
  const { robots, obstacles, self, touch, home, paths } = pumaCell();
  const [robot] = robots;
  const { waypoints } = paths[0];
  // over the bench, and over the tray
  const [start, goal] = [waypoints[1], waypoints[waypoints.length - 3]];
  const scene = new Scene({ robots, obstacles, self, tolerance: touch, trees: 'later' });
  return {
    title: 'A way around the post',
    scene,
    paths: [{ name: 'Straight', motions: { [robot.name]: robot.path([start, goal]) } }],
    starts: [start],
    states: namedStates(robots, { [robot.name]: { start, goal, ready: home } }),
    problem: { robot: robot.name, start, goal },
    up: 'z',
    warnings: [],
  };
}

export async function twoArms(): Promise<Opened> {
  const { openFiles } = await import('../open-files.ts');
  const texts = {
    'cell.json': twoArmsCell,
    'arm.urdf': armUrdf,
    'arm.srdf': armSrdf,
    'left.csv': leftPath,
    'right.csv': rightPath,
    'together.yaml': together,
  };
  const files = Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, new TextEncoder().encode(text)]));
  const opened = await openFiles({ kind: 'files', files, main: 'cell.json', path: 'together.yaml', geometry: 'collision' });
  const names = ['Both at once', 'One waits for a second'];
  // what the reader says of its files is for whoever wrote them
  return {
    ...opened,
    title: 'Two arms and a conveyor',
    warnings: [],
    paths: opened.paths.map(({ motions }, i) => ({ name: names[i], motions })),
  };
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
