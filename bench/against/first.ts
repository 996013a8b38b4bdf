// What the first second of a process goes to, of two builds in turn: each work is done once in a process of its own, compiler cold.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { pathToFileURL } from 'node:url';
import { hoop } from '../../scenes/part-surfaces.ts';
import { processorClock } from '../shared/processor-time.ts';
import { summarize } from '../shared/statistics.ts';
import type { Cell, Table } from '../shared/table.ts';

type Work = (door: (path: string) => string, root: string) => Promise<() => unknown>;

interface Taken {
  readonly processor: number;
  readonly wall: number;
}

/** By its name: what is made ready is not counted, what it gives to do is. */
const WORKS: Readonly<Record<string, Work>> = {
  'tree of 1,000 triangles': (door) => tree(door, 25, 20),
  'tree of 104,800 triangles': (door) => tree(door, 262, 200),
  'hull of 250 points': async (door) => {
    const { convexHull }: typeof import('../../src/convex/index.ts') = await import(door('convex/index.js'));
    const { Random }: typeof import('../../src/index.ts') = await import(door('index.js'));
    const random = new Random('first');
    const points = new Float64Array(Array.from({ length: 250 }, () => random.direction()).flat());
    return () => convexHull(points);
  },
  'check of the example cell': async (door, root) => {
    const cell = join(root, 'examples', 'puma-cell');
    process.argv = [execPath, 'inbetween', 'check', join(cell, 'cell.json'), join(cell, 'across.csv')];
    process.stdout.write = () => true;
    return () => import(door('cli/main.js'));
  },
};

async function tree(door: (path: string) => string, around: number, across: number): Promise<() => unknown> {
  const { TriangleMesh }: typeof import('../../src/index.ts') = await import(door('index.js'));
  const { buildSweptSphereTree }: typeof import('../../src/hierarchy/index.ts') = await import(door('hierarchy/index.js'));
  const { points, triangles } = hoop(around, across, 1, 0.3);
  const mesh = new TriangleMesh(new Float64Array(points.flat()), new Uint32Array(triangles.flat()));
  return () => buildSweptSphereTree(mesh);
}

/** `builds`: folders of the old one and the new one. */
export function firstOfProcesses(builds: readonly string[], rounds: number, only: string, root: string): Table {
  const rows = Object.keys(WORKS)
    .filter((name) => name.includes(only))
    .map((name): Cell[] => {
      const taken: Taken[][] = [[], []];
      for (let round = 0; round < 2 * rounds; round++) {
        const w = ((round + 1) >> 1) & 1;
        taken[w].push(inFreshProcess(builds[w], name, root));
      }
      const cells = (pick: (one: Taken) => number): Cell[] => {
        const [old, fresh] = taken.map((all) => summarize(all.map(pick)));
        return [old.min, fresh.min, fresh.min / old.min, old.median, fresh.median];
      };
      return [name, ...cells(({ processor }) => processor), ...cells(({ wall }) => wall).slice(0, 2)];
    });
  return {
    file: 'first',
    title: 'First of a process',
    note: `Milliseconds in a fresh process, old and new in turn, ${rounds} each: processor time of all threads, compiling and collecting included, smallest and median; smallest wall time. Without the start of Node itself and without loading the library, but for the command, which loads itself.`,
    columns: ['work', 'old', 'new', 'new / old', 'old, median', 'new, median', 'old, wall', 'new, wall'],
    rows,
  };
}

/** Runs this very bundle again, which answers in `answerFirst`. */
function inFreshProcess(build: string, name: string, root: string): Taken {
  const words = ['against', '--first-task', name, build];
  const script = `import(${JSON.stringify(import.meta.url)}).then(({ main }) => main(${JSON.stringify(words)}, ${JSON.stringify(root)}))`;
  const { status, stderr, error } = spawnSync(execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const line = stderr.split('\n').find((text) => text.startsWith('{"processor"'));
  // the command ends with its verdict
  if (line === undefined)
    throw new Error(`${name} of ${build}: ${error?.message ?? stderr.trim().split('\n').at(-1)} (exit code ${status})`);
  return JSON.parse(line);
}

/** The fresh process: what it took goes to standard error. */
export async function answerFirst(name: string, build: string, root: string): Promise<void> {
  const work = await WORKS[name]((path) => pathToFileURL(join(build, path)).href, root);
  const begun = processorClock();
  const start = performance.now();
  await work();
  const taken: Taken = { processor: processorClock() - begun, wall: performance.now() - start };
  process.stderr.write(`${JSON.stringify(taken)}\n`);
}
