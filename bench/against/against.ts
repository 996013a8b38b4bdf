// Two builds of the library in one process, in turn, by the same questions: what a change costs or gains. Processor time, the smallest of many rounds.

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hoop } from '../../scenes/part-surfaces.ts';
import { countOption, parseCommandLine, textOption, UsageError } from '../shared/command-line.ts';
import { processorClock } from '../shared/processor-time.ts';
import { type Cell, type Table, toMarkdown } from '../shared/table.ts';
import { answerFirst, firstOfProcesses } from './first.ts';

export const AGAINST_USAGE = `against  two builds in turn: pairs, bodies, robots, the shared articulated scenes; npm run bench -- against OLD/dist [NEW/dist]
  --rounds N             of each line; the fastest counts (default 20)
  --first                instead: first trees, a first hull and \`check\`, each in processes of their own, so many rounds each (default 9)
  --only TEXT            lines whose name holds this
  --scenes FOLDER        scenes with references (default ../shared/scenes)`;

type Library = typeof import('../../src/index.ts');
type Readers = Pick<typeof import('../../src/io/index.ts'), 'readRobotScene'> & Pick<typeof import('../../src/node/index.ts'), 'files'>;
type Vec3 = readonly [number, number, number];

/** Asks all questions of a line and tells what came out. */
type Ask = () => readonly unknown[];

const SCENES = ['puma-pipes', 'puma-amr', 'puma-beetle', 'mannequin-exercise', 'mannequin-walk', 'hand-grasp'];
const QUESTIONS = 60;

export async function against(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, ['rounds', 'only', 'scenes', 'first', 'first-task']);
  const task = line.options.get('first-task');
  if (task !== undefined) return answerFirst(task, line.words[0], root);
  const [old, fresh = 'dist', ...more] = line.words;
  if (old === undefined || more.length > 0)
    throw new UsageError('against takes the dist of one build, or of two: the old one, then the new one');
  const only = textOption(line, 'only') ?? '';
  const builds = [old, fresh].map((build) => resolve(root, build));
  for (const dist of builds) if (!existsSync(join(dist, 'index.js'))) throw new UsageError(`no build in ${dist}: npm run build makes one`);
  if (line.options.has('first')) return console.log(toMarkdown(firstOfProcesses(builds, countOption(line, 'rounds', 9), only, root)));
  const rounds = countOption(line, 'rounds', 20);
  const folder = join(root, textOption(line, 'scenes') ?? '../shared/scenes', 'articulated');
  const sides: Map<string, Ask>[] = [];
  for (const build of builds) sides.push(await linesOf(build, folder));
  const [before, after] = sides;
  const rows = [...before].flatMap(([name, ask]): Cell[][] => {
    const other = after.get(name);
    return other === undefined || !name.includes(only) ? [] : [[name, ...compare(ask, other, rounds)]];
  });
  console.log(toMarkdown({ ...TABLE, rows }));
}

const TABLE: Omit<Table, 'rows'> = {
  file: 'against',
  title: 'Old against new',
  note: 'Milliseconds of processor time for all questions of a line; new / old below 1: the new one is faster. Lines differ by some 3 % from run to run: name the builds the other way round too.',
  columns: ['line', 'old', 'new', 'new / old', 'answers'],
};

function compare(old: Ask, fresh: Ask, rounds: number): Cell[] {
  const best = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const work = [old, fresh];
  // each comes first as often: what follows finds its data out of the caches
  for (let round = 0; round < 2 * rounds; round++) {
    const w = ((round + 1) >> 1) & 1;
    const start = processorClock();
    work[w]();
    best[w] = Math.min(best[w], processorClock() - start);
  }
  const expected = old().map(told);
  const differ = fresh().filter((answer, i) => told(answer) !== expected[i]).length;
  return [best[0], best[1], best[1] / best[0], differ === 0 ? 'same' : `${differ} differ`];
}

function told(answer: unknown): string {
  return JSON.stringify(answer, (key, value) => (key === 'stats' ? value.nodes : value));
}

/** Everything that is asked of one build, by the name of its line. */
async function linesOf(dist: string, folder: string): Promise<Map<string, Ask>> {
  const load = (door: string) => import(pathToFileURL(join(dist, door)).href);
  const library: Library = await load('index.js');
  const readers: Readers = { ...(await load('io/index.js')), ...(await load('node/index.js')) };
  const lines = madeUp(library);
  if (!existsSync(folder)) console.error(`bench: no scenes with references in ${folder}; left out`);
  else for (const name of SCENES) for (const [line, ask] of await articulated(name, library, readers, folder)) lines.set(line, ask);
  return lines;
}

/** Two tori as a pair and as bodies among twenty smaller ones; six capsules on a chain among these. */
function madeUp({ Random, TriangleMesh, PairQuery, Scene, Robot, capsule, rigidMotion }: Library): Map<string, Ask> {
  const random = new Random('against');
  const torus = (around: number, across: number) => {
    const { points, triangles } = hoop(around, across, 1, 0.3);
    return new TriangleMesh(new Float64Array(points.flat()), new Uint32Array(triangles.flat()));
  };
  const within = (size: number): Vec3 => [random.range(-size, size), random.range(-size, size), random.range(-size, size)];
  const beside = (x: number): Vec3 => [x, random.range(-1, 1), random.range(-1, 1)];
  const many = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));
  const turning = many(QUESTIONS, () =>
    rigidMotion({ position: beside(-3), quaternion: random.quaternion() }, { position: beside(3), quaternion: random.quaternion() }),
  );
  const straight = many(QUESTIONS, () => {
    const quaternion = random.quaternion();
    return rigidMotion({ position: beside(-3), quaternion }, { position: beside(3), quaternion });
  });
  const joints = () => many(6, () => random.range(-1.5, 1.5));
  const paths = many(QUESTIONS, () => [joints(), joints()] as const);
  const obstacles = many(20, (i) => ({
    name: `o${i}`,
    shape: torus(16, 10),
    pose: { position: within(3), quaternion: random.quaternion() },
  }));
  const links = many(6, (i) => ({
    name: `l${i}`,
    ...(i === 0 ? {} : { parent: `l${i - 1}` }),
    joint: {
      type: 'revolute' as const,
      axis: (i % 2 === 0 ? [0, 0, 1] : [0, 1, 0]) as Vec3,
      origin: { position: [0, 0, i === 0 ? 0 : 0.5] as Vec3 },
    },
    shapes: [{ shape: capsule([0, 0, 0], [0, 0, 0.5], 0.08) }],
  }));
  const shape = torus(40, 24);
  const pair = new PairQuery({ shape }, { shape });
  const flying = new Scene({ bodies: [{ name: 'b', shape }], obstacles });
  const arm = new Scene({ robots: [new Robot({ name: 'r', links })], obstacles });
  return new Map<string, Ask>([
    ['pair', () => turning.map((a) => pair.firstContact({ a }, { contacts: 'none' }))],
    ['pair, straight', () => straight.map((a) => pair.firstContact({ a }, { contacts: 'none' }))],
    ['body', () => turning.map((b) => flying.firstContact({ b }, { contacts: 'none' }))],
    ['body, straight', () => straight.map((b) => flying.firstContact({ b }, { contacts: 'none' }))],
    ['arm', () => paths.map((r) => arm.firstContact({ r }, { start: 'leaving', contacts: 'none' }))],
    ['arm, yes or no', () => paths.map(([from, to]) => arm.motionIsFree({ r: from }, { r: to }))],
  ]);
}

/** The sets of a scene file, each with all its questions. */
async function articulated(name: string, { Scene }: Library, { readRobotScene, files }: Readers, folder: string): Promise<[string, Ask][]> {
  const { robots, obstacles, self, ignore, touch = 1e-4, queries } = await readRobotScene(files(folder), `${name}.json`);
  const scene = new Scene({ robots, obstacles, self, allowed: ignore });
  const sets = [...new Set(queries.map(({ set = '' }) => set))];
  return sets.map((set) => {
    const motions = queries.filter((query) => (query.set ?? '') === set).map(({ from, to }) => ({ [robots[0].name]: [from, to] }));
    return [`${name} ${set}`, () => motions.map((motion) => scene.firstContact(motion, { tolerance: touch, contacts: 'first' }))];
  });
}
