// What real cells consist of: clouds beside meshes of as many triangles, obstacles that change, limits along trajectories. Work counts beside times; ratios
// are of one run, best of alternating rounds.

import { box, heightField, limitFindings, pointCloud, type Robot, rigidMotion, Scene, type TriangleMesh } from '../../src/index.ts';
import { readCell, readCellMotions } from '../../src/io/index.ts';
import { Random } from '../../src/math/random.ts';
import { files } from '../../src/node/index.ts';
import { parseCommandLine, UsageError } from '../shared/command-line.ts';
import { type Cell, type Table, toMarkdown } from '../shared/table.ts';

export const CELLS_USAGE = `cells    clouds beside meshes of as many triangles, changes of a scene a second, limits along trajectories
  --quick                a look whether it runs: few points, few rounds`;

export async function cells(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, ['quick']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const quick = line.options.has('quick');
  const tables = [
    clouds(quick ? [1000] : [10_000, 100_000, 1_000_000], quick ? 2 : 7),
    await changes(root, quick ? 20 : 500),
    await limits(root, quick ? 20 : 1000),
  ];
  console.log(tables.map(toMarkdown).join('\n'));
}

function milliseconds(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

const surface = (x: number, y: number): number => 0.3 * Math.sin(3 * x) * Math.cos(2 * y);

function cloudOf(count: number): TriangleMesh {
  const random = new Random(1);
  const points = new Float64Array(3 * count);
  for (let i = 0; i < points.length; i += 3) {
    points[i] = random.range(-2, 2);
    points[i + 1] = random.range(-2, 2);
    points[i + 2] = surface(points[i], points[i + 1]) + random.range(0, 0.002);
  }
  return pointCloud(points, { radius: 2 / Math.sqrt(count) });
}

function meshOf(count: number): TriangleMesh {
  const side = Math.round(Math.sqrt(count / 2)) + 1;
  const spacing = 4 / (side - 1);
  const heights = Array.from({ length: side * side }, (_, i) => surface((i % side) * spacing - 2, Math.floor(i / side) * spacing - 2));
  return heightField(heights, { columns: side, rows: side, spacing, origin: [-2, -2], name: 'mesh' });
}

function clouds(sizes: readonly number[], rounds: number): Table {
  const rows: Cell[][] = [];
  for (const size of sizes) {
    const subjects = [() => meshOf(size), () => cloudOf(size)].map((make) => {
      const shape = make();
      const scene = new Scene({ bodies: [{ name: 'tool', shape: box(0.3) }] });
      const build = milliseconds(() => scene.addObstacle({ name: 'around', shape }));
      const first = milliseconds(() => scene.firstContact({ tool: rigidMotion({ position: [0, 0, 2] }, { position: [0, 0.1, 2.1] }) }));
      return { shape, scene, build: build + first, best: Infinity, leaves: 0, contacts: 0 };
    });
    for (let round = 0; round < rounds; round++)
      for (const subject of subjects) {
        const random = new Random(7);
        const place = (z: number) => ({ position: [random.range(-1.5, 1.5), random.range(-1.5, 1.5), z] as const });
        subject.leaves = 0;
        subject.contacts = 0;
        const time = milliseconds(() => {
          for (let i = 0; i < 200; i++) {
            const motion = rigidMotion(place(1), { ...place(random.range(-0.5, 0.7)), quaternion: [0.5, 0.5, 0.5, 0.5] });
            const { status, stats } = subject.scene.firstContact({ tool: motion }, { contacts: 'first' });
            subject.leaves += stats.triangles;
            if (status === 'contact') subject.contacts++;
          }
        });
        subject.best = Math.min(subject.best, time);
      }
    const [mesh] = subjects;
    for (const { shape, build, best, leaves, contacts } of subjects)
      rows.push([shape.name, shape.triangleCount, build, best / 200, best / mesh.best, leaves, contacts]);
  }
  return {
    file: 'clouds',
    title: 'Clouds',
    note: 'A wavy surface as a mesh and as a cloud of as many points, against a box that goes 200 ways. Milliseconds of building the tree with the first query, of a query, and as a ratio to the mesh.',
    columns: ['around', 'leaves', 'build ms', 'query ms', 'ratio', 'leaf pairs', 'contacts'],
    rows,
  };
}

async function changes(root: string, rounds: number): Promise<Table> {
  const cell = await readCell(files(`${root}/examples/puma-cell`), 'cell.json');
  const { robots, obstacles, allowed, self } = cell;
  const scene = new Scene({ robots, obstacles, allowed, self });
  const robot = cell.robots[0];
  const still = { [robot.name]: cell.starts[0] };
  const random = new Random(3);
  const place = () => ({ position: [random.range(1, 2), random.range(1, 2), random.range(0, 1)] as const });
  scene.addObstacle({ name: 'crate', shape: box(0.2), pose: place() });
  const crates = [box(0.2), box(0.3)];
  const kinds: readonly (readonly [string, () => void])[] = [
    ['nothing changes', () => {}],
    ['an obstacle moves', () => scene.moveObstacle('crate', place())],
    [
      'one comes and goes',
      () => {
        scene.addObstacle({ name: 'guest', shape: crates[0], pose: place() });
        scene.removeObstacle('guest');
      },
    ],
    ['another shape in its place', () => scene.addObstacle({ name: 'crate', shape: crates[random.integer(2)], pose: place() })],
    ['a new cloud of 10,000 points', () => scene.addObstacle({ name: 'scan', shape: cloudOf(10_000), pose: { position: [5, 0, 0] } })],
  ];
  const rows = kinds.map(([name, change], k): Cell[] => {
    const count = k === kinds.length - 1 ? Math.max(2, Math.round(rounds / 20)) : rounds;
    for (let i = 0; i < 5; i++) change();
    const time = milliseconds(() => {
      for (let i = 0; i < count; i++) {
        change();
        scene.distanceAt(still, 0, { cutoff: 0.01 });
      }
    });
    return [name, time / count, (1000 * count) / time];
  });
  const anew = milliseconds(() => {
    for (let i = 0; i < Math.max(2, rounds / 20); i++)
      new Scene({ robots, obstacles, allowed, self }).distanceAt(still, 0, { cutoff: 0.01 });
  });
  rows.push(['a new scene of the same', anew / Math.max(2, rounds / 20), (1000 * Math.max(2, rounds / 20)) / anew]);
  return {
    file: 'changes',
    title: 'Changes of a scene',
    note: `The cell of the demo (${robot.links.length} links, ${cell.obstacles.length} obstacles): a change, and a question about one instant after it.`,
    columns: ['what', 'ms', 'a second'],
    rows,
  };
}

async function limits(root: string, rounds: number): Promise<Table> {
  const folder = files(`${root}/examples/puma-cell`);
  const cell = await readCell(folder, 'cell.json');
  const { paths } = await readCellMotions(folder, cell, 'around.csv');
  const robot = cell.robots[0] as Robot;
  const straight = paths[robot.name];
  const timed = robot.trajectory(straight.waypoints.map((positions, k) => ({ time: 2 * k, positions })));
  const smooth = robot.trajectory(
    straight.waypoints.map((positions, k) => ({ time: 2 * k, positions, velocities: positions.map(() => 0) })),
  );
  const rows = [
    ['path', straight],
    ['linear trajectory', timed],
    ['cubic trajectory', smooth],
  ].map(([name, path]): Cell[] => {
    const own = path as typeof straight;
    const time = milliseconds(() => {
      for (let i = 0; i < rounds; i++) limitFindings(own);
    });
    return [name as string, own.segments, limitFindings(own).length, (1000 * time) / rounds];
  });
  return {
    file: 'limits',
    title: 'Limits',
    note: 'Positions, velocities and accelerations of every joint by the extremes of its polynomials, microseconds for the whole path.',
    columns: ['motion', 'segments', 'findings', 'µs'],
    rows,
  };
}
