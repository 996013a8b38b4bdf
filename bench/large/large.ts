// Large scenes: one chain, many robots, many bodies, a robot description; what it takes to make them and to ask them, as they grow. Processor time, and
// wall time where a budget is asked for.

import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as here from '../../src/index.ts';
import * as io from '../../src/io/index.ts';
import { methodNamed } from '../../src/methods/index.ts';
import { countOption, parseCommandLine, textOption, UsageError } from '../shared/command-line.ts';
import { type Cell, type Table, toMarkdown } from '../shared/table.ts';

export const LARGE_USAGE = `large    scenes of many links and bodies: what making and asking them takes as they grow
  --links N              links of the largest chain (default 5000)
  --bodies N             bodies of the largest scene (default 10000)
  --methods LIST         methods of first contact (default auto,hca,interval)
  --build FOLDER         another build of the library, a folder with index.js, in place of this one
  --quick                a look whether it runs`;

type Library = Pick<typeof here, 'Robot' | 'Scene' | 'adjacentPairs' | 'box' | 'rigidMotion'>;
type Motions = here.SceneMotions;
type Method = 'auto' | 'hca' | 'interval';

/** A scene, how it moves, and the state it begins with. */
interface Subject {
  readonly scene: here.Scene;
  readonly motions: Motions;
}

const KINDS: Readonly<Record<string, (library: Library, count: number) => Promise<() => Subject>>> = {
  chain: async (library, count) => {
    const robot = chain(library, count, 'chain');
    return () => ({ scene: new library.Scene({ robots: [robot], obstacles: [wall(library)] }), motions: { chain: bent(robot, 0.5) } });
  },
  coil: async (library, count) => {
    const robot = chain(library, count, 'chain', [0, 0, 0], 0.3);
    return () => ({ scene: new library.Scene({ robots: [robot] }), motions: { chain: bent(robot, 0.05) } });
  },
  'chain, base swings': async (library, count) => {
    const robot = chain(library, count, 'chain');
    const to = new Float64Array(count);
    to[0] = 1;
    return () => ({ scene: new library.Scene({ robots: [robot] }), motions: { chain: robot.path([new Float64Array(count), to]) } });
  },
  'robots of 7 links': async (library, count) => {
    const robots = Array.from({ length: Math.ceil(count / 7) }, (_, i) =>
      chain(library, 7, `r${i}`, [8 * (i % 20), 2 * Math.floor(i / 20), 0]),
    );
    const motions = Object.fromEntries(robots.map((robot) => [robot.name, bent(robot, 0.2)]));
    return () => ({ scene: new library.Scene({ robots, obstacles: [wall(library)] }), motions });
  },
  'robot description': async (library, count) => {
    const robot = await io.readUrdf(urdf(count), 'chain.urdf');
    for (const { a, b, reason } of library.adjacentPairs(robot)) robot.allowed.allow(a, b, reason);
    return () => ({ scene: new library.Scene({ robots: [robot] }), motions: { chain: bent(robot, 0.5) } });
  },
  bodies: async (library, count) => {
    const shape = library.box(0.5);
    const side = Math.ceil(Math.cbrt(count));
    const bodies = Array.from({ length: count }, (_, i) => ({
      name: `b${i}`,
      shape,
      pose: { position: [i % side, Math.floor(i / side) % side, Math.floor(i / side / side)] as const },
    }));
    const motions = Object.fromEntries(
      bodies.map(({ name, pose: { position } }, i) => [
        name,
        library.rigidMotion({ position }, { position: [position[0] + 0.1 * (i % 3), position[1], position[2]] }),
      ]),
    );
    return () => ({ scene: new library.Scene({ bodies }), motions });
  },
};

export async function large(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, ['quick', 'links', 'bodies', 'methods', 'build']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const quick = line.options.has('quick');
  const links = quick ? 40 : countOption(line, 'links', 5000);
  const bodies = quick ? 40 : countOption(line, 'bodies', 10_000);
  const methods = (textOption(line, 'methods') ?? 'auto,hca,interval').split(',') as Method[];
  const build = textOption(line, 'build');
  const library: Library = build === undefined ? here : await import(pathToFileURL(join(resolve(root, build), 'index.js')).href);
  const rows: Cell[][] = [];
  for (const [kind, prepare] of Object.entries(KINDS)) {
    if (build !== undefined && kind === 'robot description') continue;
    const most = kind === 'bodies' ? bodies : links;
    for (const count of [most / 4, most / 2, most].map(Math.floor)) rows.push(await measured(library, kind, prepare, count, methods));
  }
  const table: Table = {
    file: 'large-scenes',
    title: 'Large scenes',
    note: 'Milliseconds of processor time: making the robots, making the scene, and asking it, a method each, and whether a state is free; memory that the scene keeps, in MB; pairs that are tested, and those that were met. Last: milliseconds on the wall of a first contact with a budget of 100 ms.',
    columns: ['scene', 'links or bodies', 'robots', 'scene', 'MB', ...methods, 'isFree', 'pairs', 'met', 'budget 100'],
    rows,
  };
  console.log(toMarkdown(table));
}

async function measured(
  library: Library,
  kind: string,
  prepare: (typeof KINDS)[string],
  count: number,
  methods: readonly Method[],
): Promise<Cell[]> {
  const begun = process.cpuUsage();
  const make = await prepare(library, count);
  const robots = since(begun);
  const kept = memory();
  const start = process.cpuUsage();
  const { scene, motions } = make();
  const made = since(start);
  const more = memory() - kept;
  let pairs = 0;
  const asked = methods.map((method) => {
    const begin = process.cpuUsage();
    pairs = scene.firstContact(motions, { method: methodNamed(method), contacts: 'none' }).stats.pairs;
    return since(begin);
  });
  const met = scene.inside.engine.pairs.viewsA.length;
  const state = process.cpuUsage();
  scene.isFree(Object.fromEntries(scene.robots.map((robot) => [robot.name, robot.neutral()])));
  const free = since(state);
  const now = performance.now();
  scene.firstContact(motions, { contacts: 'none', maxMilliseconds: 100 });
  const wall = performance.now() - now;
  return [kind, count, robots, made, more / 1e6, ...asked, free, pairs, met, wall];
}

function since(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Bytes in use once everything that is not is gone. */
function memory(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // what hangs on what is gone goes with the next
  for (let k = 0; k < 4; k++) collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Bars in a row along x, or in a coil that rises, each turning about z; neighbours may touch. */
function chain(
  { Robot, box, adjacentPairs }: Library,
  count: number,
  name: string,
  position: readonly [number, number, number] = [0, 0, 0],
  coiled = 0,
): here.Robot {
  const shape = box([0.8, 0.2, 0.2]);
  const robot = new Robot({
    name,
    base: { position },
    links: Array.from({ length: count }, (_, i) => ({
      name: `l${i}`,
      ...(i > 0 ? { parent: `l${i - 1}` } : {}),
      joint: {
        type: 'revolute',
        axis: [0, 0, 1],
        origin: { position: [i > 0 ? 1 : 0, 0, 0.1 * coiled], quaternion: [0, 0, Math.sin(coiled / 2), Math.cos(coiled / 2)] },
      },
      shapes: [{ shape }],
    })),
  });
  for (const { a, b, reason } of adjacentPairs(robot)) robot.allowed.allow(a, b, reason);
  return robot;
}

function wall({ box }: Library): here.Body {
  return { name: 'wall', shape: box(1), pose: { position: [3, 0, 0.9] } };
}

/** Every joint turns by as much, all of them together by `turn`. */
function bent(robot: here.Robot, turn: number): here.RobotPath {
  return robot.path([new Float64Array(robot.size), new Float64Array(robot.size).fill(turn / robot.size)]);
}

function urdf(count: number): io.Files {
  const links = Array.from(
    { length: count },
    (_, i) => `<link name="l${i}"><collision><geometry><box size="0.8 0.2 0.2"/></geometry></collision></link>`,
  );
  const joints = Array.from(
    { length: count - 1 },
    (_, i) =>
      `<joint name="j${i + 1}" type="continuous"><parent link="l${i}"/><child link="l${i + 1}"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/></joint>`,
  );
  const text = new TextEncoder().encode(`<robot name="chain">${links.join('')}${joints.join('')}</robot>`);
  return { read: async () => text };
}
