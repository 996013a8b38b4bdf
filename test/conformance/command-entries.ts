/** Commands, queues and the worker of the page: the same cells as files, and what is printed about them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, OpenEngine } from '../../src/cli/batch/engine.ts';
import type { COMMAND_CAPABILITIES } from '../../src/cli/command-capabilities.ts';
import { InputError } from '../../src/math/input-error.ts';
import type { SceneCapability } from '../../src/motion/scene-capability.ts';
import type { Chunk, ChunkAnswer } from '../../src/node/job/chunk.ts';
import { answererOf } from '../../src/node/job/chunk-service.ts';
import { submit } from '../../src/node/queue/submit.ts';
import { work } from '../../src/node/queue/work.ts';
import { adjacentPairs } from '../../src/robot/adjacent-pairs.ts';
import type { RobotPath } from '../../src/robot/robot-path.ts';
import { sampledPairs } from '../../src/scene/answers/sampled-pairs.ts';
import { Asking } from '../../viewer/src/ask/asking.ts';
import type { FromAsker } from '../../viewer/src/ask/protocol.ts';
import { capturedBatch, hereEngine } from '../unit/cli/batch/captured-batch.ts';
import { captured } from '../unit/cli/captured-run.ts';
import { temporaryFolder } from '../unit/cli/query/small-scene.ts';
import { memoryLink } from '../unit/node/queue/memory-link.ts';
import { ROBOT } from './asked-cells.ts';
import type { Answers, Entry } from './entry.ts';
import { straight } from './library-entries.ts';
import type { AskedScene } from './library-side.ts';

const folder = temporaryFolder();
let count = 0;

/** Ends what tests wrote. */
export function removeFiles(): void {
  folder.remove();
}

/** What no cell can say, said all the same: it is refused. */
function cellText({ asked }: AskedScene): string {
  const cell = JSON.parse(asked.files['cell.json']) as Record<string, unknown>;
  if (asked.feature === 'bodiesByRows') cell.bodies = [{ name: 'crate', box: [0.1, 0.1, 0.1] }];
  if (asked.feature === 'softBodies') cell.soft = [{ name: 'sheet' }];
  return JSON.stringify(cell);
}

/** The files of a cell in a folder of its own; its path. */
function written(it: AskedScene, more: Readonly<Record<string, string>> = {}): string {
  const own = folder.path(`cell-${count++}`);
  mkdirSync(own, { recursive: true });
  for (const [name, text] of Object.entries({ ...it.asked.files, ...more })) writeFileSync(join(own, name), text);
  writeFileSync(join(own, 'cell.json'), cellText(it));
  return own;
}

/** Exit code 2 is a refusal. */
function refused({ code, stderr }: { readonly code: number; readonly stderr: string }): void {
  if (code === 2) throw new InputError(stderr);
}

const startOf = ({ asked }: AskedScene): string[] => (asked.options.start === undefined ? [] : ['--start', asked.options.start]);
const LOOSE = ['--limits', 'ignore', '--arrivals', 'warn'];

interface Said {
  readonly status?: unknown;
  readonly time?: unknown;
  readonly safeUntil?: unknown;
}

/** What of an answer every command prints. */
const said = ({ status, time, safeUntil = null }: Said) => ({ status, time, safeUntil });

/** `Scene`, as files say the question. */
function expected(it: AskedScene, motions = it.motions): ReturnType<typeof said> {
  const { start } = it.asked.options;
  return said(it.scene().firstContact(motions, start === undefined ? {} : { start }));
}

function batchAnswer(lines: readonly Readonly<Record<string, unknown>>[], stderr: string, code: number): unknown {
  const [line] = lines;
  if (line?.error !== undefined) throw new InputError(String(line.error));
  refused({ code, stderr });
  if (line === undefined) throw new InputError(stderr);
  return said(line);
}

/** Workers elsewhere, with a store in between. */
const queuedEngine: OpenEngine = async (wishes): Promise<Engine> => {
  const engine = await hereEngine(wishes);
  const link = memoryLink();
  const worker = await work(link, async (chunk, subject) => answererOf(chunk.kind)(subject)(chunk), { beat: 60_000 });
  const answer = async (chunk: Chunk, subject: { readonly bytes: Uint8Array }): Promise<ChunkAnswer> => {
    for await (const one of submit(link, [chunk], { job: `j${count++}`, subject: () => subject.bytes, look: 0, beat: 60_000 })) {
      if (one.answer === null) throw new Error(one.reasons.join('; '));
      return one.answer;
    }
    throw new Error('nothing came back');
  };
  return { ...engine, answerer: { ...engine.answerer, answer: answer as never, close: () => worker.drain() } };
};

/** A robot scene file as `query` reads it, with keys that it does not know where it cannot say the feature. */
function robotScene({ asked, cell }: AskedScene): string {
  const pose = (at: readonly number[] = [0, 0, 0]) => ({ q: [0, 0, 0, 1], t: at });
  const unknown: Partial<Record<SceneCapability, object>> = {
    bodiesByRows: { bodies: [] },
    bodiesByScene: { bodies: [] },
    heldParts: { bodies: [] },
    uncertainty: { uncertainty: asked.uncertainty },
    clearanceByGroups: { clearance: asked.clearance },
    attachedBodies: { attach: [] },
    softBodies: { soft: [] },
    intendedContacts: { arrive: [] },
  };
  const parents = asked.links.map(({ parent }) => asked.links.findIndex(({ name }) => name === parent));
  return JSON.stringify({
    ...{ format: 'ccd-robot-scene/1', name: 'cell', self: true, touch: 2 ** -20 },
    robots: [
      {
        name: ROBOT,
        base: pose(),
        links: asked.links.map(({ name, joint }, i) => ({
          name,
          parent: parents[i],
          mesh: `${name}.obj`,
          joint: {
            type: joint?.type,
            origin: pose(joint?.origin?.position),
            ...(joint?.axis === undefined ? {} : { axis: joint.axis }),
            ...(joint?.mimic === undefined ? {} : { mimic: joint.mimic }),
            ...(joint?.pitch === undefined ? {} : { pitch: joint.pitch }),
          },
        })),
      },
    ],
    environment: cell.obstacles.map(({ name, pose: place }) => ({
      ...{ name, mesh: `${name}.obj`, pose: pose(place.position) },
      ...(asked.feature === 'solids' ? { solid: true } : {}),
      ...(asked.feature === 'clouds' ? { cloud: { file: 'scan.xyz' } } : {}),
    })),
    ignore: [...asked.allowed, ...asked.links.flatMap(({ name, parent }) => (parent === undefined ? [] : [[parent, name]]))],
    queries: [
      {
        id: 0,
        from: [...asked.rows[0]],
        to: [...asked.rows[1]],
        set: 'all',
        ...(asked.feature === 'clocks' ? { seconds: [0, 1] } : {}),
        ...(asked.feature === 'toolPaths' ? { moves: [] } : {}),
      },
    ],
    ...(asked.feature === 'closedChains' ? { loops: [] } : {}),
    ...unknown[asked.feature],
  });
}

function objOf({ positions, indices }: { readonly positions: ArrayLike<number>; readonly indices: ArrayLike<number> }): string {
  const lines: string[] = [];
  for (let i = 0; i < positions.length; i += 3) lines.push(`v ${positions[i]} ${positions[i + 1]} ${positions[i + 2]}`);
  for (let i = 0; i < indices.length; i += 3) lines.push(`f ${indices[i] + 1} ${indices[i + 1] + 1} ${indices[i + 2] + 1}`);
  return `${lines.join('\n')}\n`;
}

async function planned(it: AskedScene): Promise<Answers | null> {
  const own = written(it);
  const { rows, feature, options } = it.asked;
  const values = (row: readonly number[]) => (feature === 'closedChains' ? `j1=${row[0]}` : row.join(','));
  const more = [
    ...(options.start === undefined ? [] : ['--start', options.start]),
    ...(feature === 'toolPaths' ? ['--program', 'x.json'] : []),
  ];
  const out = join(own, 'planned.json');
  const told = await captured(
    [
      'plan',
      join(own, 'cell.json'),
      `--from=${values(rows[0])}`,
      `--to=${values(rows[1])}`,
      '--budget',
      '2000',
      '--out',
      out,
      '-q',
      ...more,
    ],
    { untilInterrupted: () => new Promise<void>(() => {}) },
  );
  // a start or goal in contact is bad input of this command
  if (told.code === 2 && /(start|goal)/.test(told.stderr) && !/unknown|not planned/.test(told.stderr))
    // whoever does not know the motion yet keeps more away
    return feature === 'uncertainty' && endsFree(it) ? null : { given: 'none', scene: endsFree(it) ? 'free' : 'none' };
  refused(told);
  if (told.code !== 0) return null;
  const checked = await captured(['check', join(own, 'cell.json'), out, '--json', '--no-margin', '--workers', '1', ...LOOSE]);
  return { given: JSON.parse(checked.stdout).paths[0].status, scene: 'free' };
}

function endsFree(it: AskedScene): boolean {
  const { robot, asked } = it;
  return asked.rows
    .slice(0, 2)
    .every((row) => it.scene().isFree({ [ROBOT]: robot.configuration(asked.feature === 'closedChains' ? { j1: row[0] } : [...row]) }));
}

/** `batch`, by an engine that may have a fault. */
export function batchOf(engine: OpenEngine): Entry {
  return {
    segments: 2,
    inFiles: true,
    compare: async (it) => {
      const own = written(it);
      const { lines, stderr, code } = await capturedBatch(
        join(own, 'cell.json'),
        [],
        {
          limits: 'ignore',
          arrivals: 'warn',
          ...it.asked.options,
        } as never,
        engine,
      );
      return { given: batchAnswer(lines, stderr, code), scene: expected(it) };
    },
  };
}

export const COMMANDS: Readonly<Record<keyof typeof COMMAND_CAPABILITIES, Entry>> = {
  check: {
    segments: 2,
    inFiles: true,
    compare: async (it) => {
      const own = written(it);
      const told = await captured(['check', join(own, 'cell.json'), '--json', '--no-margin', '--workers', '1', ...LOOSE, ...startOf(it)]);
      refused(told);
      return { given: said(JSON.parse(told.stdout).paths[0]), scene: expected(it) };
    },
  },
  batch: batchOf(hereEngine),
  'batch --motions': {
    inFiles: true,
    compare: async (it) => {
      const ends =
        it.asked.feature === 'closedChains'
          ? it.asked.rows.slice(0, 2).map(([j1]) => [...it.robot.configuration({ j1 })])
          : it.asked.rows.slice(0, 2);
      const path = it.motions[ROBOT] as RobotPath;
      // what a motion cannot say, said all the same
      const more = it.asked.feature === 'clocks' ? { time: path.times } : it.asked.feature === 'toolPaths' ? { moves: [] } : {};
      const own = written(it, { 'motions.jsonl': `${JSON.stringify({ from: ends[0], to: ends[1], ...more })}\n` });
      const { start } = it.asked.options;
      const { lines, stderr, code } = await capturedBatch(join(own, 'cell.json'), [], {
        motions: [join(own, 'motions.jsonl')],
        limits: 'ignore',
        arrivals: 'warn',
        ...(start === undefined ? {} : { start }),
      } as never);
      return { given: batchAnswer(lines, stderr, code), scene: expected(it, straight(it)) };
    },
  },
  'batch --queue': batchOf(queuedEngine),
  plan: { inFiles: true, compare: planned },
  query: {
    compare: async (it) => {
      const { asked, cell } = it;
      const own = written(it, {
        'scene.json': robotScene(it),
        ...Object.fromEntries(asked.links.flatMap(({ name, shapes = [] }) => shapes.map(({ shape }) => [`${name}.obj`, objOf(shape)]))),
        ...Object.fromEntries(cell.obstacles.map(({ name, shape }) => [`${name}.obj`, objOf(shape)])),
      });
      const told = await captured(['query', join(own, 'scene.json'), '--json', '--cold', ...startOf(it)]);
      refused(told);
      const { status, time } = JSON.parse(told.stdout.trim().split('\n')[0]);
      const { start } = asked.options;
      const answer = it.scene().firstContact(straight(it), start === undefined ? {} : { start });
      return { given: { status, time }, scene: { status: answer.status, time: answer.time } };
    },
  },
  step: {
    compare: async (it) => {
      const { soft } = it.asked;
      if (soft.length === 0) {
        const told = await captured(['step', join(written(it), 'cell.json'), '--json']);
        refused(told);
        return { given: told.stdout, scene: null };
      }
      const [{ mesh, frames }] = soft;
      const posts = it.cell.obstacles;
      const own = written(it, {
        'sheet0.obj': objOf({ positions: frames[0], indices: mesh.indices }),
        'sheet1.obj': objOf({ positions: frames[1], indices: mesh.indices }),
        ...Object.fromEntries(
          posts.map(({ name, shape, pose }) => [
            `${name}.obj`,
            objOf({ positions: shape.positions.map((x, i) => x + pose.position[i % 3]), indices: shape.indices }),
          ]),
        ),
        'step.json': JSON.stringify({
          format: 'inbetween-step/1',
          bodies: [
            { name: 'sheet', frames: ['sheet0.obj', 'sheet1.obj'], self: false },
            ...posts.map(({ name }) => ({ name, frames: [`${name}.obj`] })),
          ],
        }),
      });
      const told = await captured(['step', join(own, 'step.json'), '--json']);
      refused(told);
      const answered = JSON.parse(told.stdout.trim().split('\n').at(-1) as string);
      const { Scene } = await import('../../src/scene/scene.ts');
      const bare = new Scene({ obstacles: it.content.obstacles, soft: it.content.soft });
      const { status, time } = bare.firstContact({ sheet: it.motions.sheet });
      const isNear = Math.abs(answered.time - time) < 1e-4;
      return { given: { status: answered.status, time: isNear ? time : answered.time }, scene: { status, time } };
    },
  },
  info: {
    compare: async (it) => {
      const { asked, robot } = it;
      const own = written(it);
      const isOfRobot = ['closedChains', 'solids', 'mimicJoints', 'floatingBases', 'helicalJoints'].includes(asked.feature);
      const told = await captured(['info', join(own, isOfRobot ? 'arm.urdf' : 'cell.json'), '--json']);
      refused(told);
      const facts = JSON.parse(told.stdout.trim());
      return { given: facts.links?.length ?? facts.links, scene: robot.links.length };
    },
  },
  acm: {
    compare: async (it) => {
      const { asked } = it;
      const own = written(it);
      const isOfRobot = ['solids', 'mimicJoints', 'floatingBases'].includes(asked.feature);
      const told = await captured([
        'acm',
        join(own, isOfRobot ? 'arm.urdf' : 'cell.json'),
        '--samples',
        '200',
        '--seed',
        '1',
        '--format',
        'json',
      ]);
      refused(told);
      const pairs = (list: readonly { readonly a: string; readonly b: string }[]) => list.map(({ a, b }) => [a, b].sort().join(' ')).sort();
      const { readUrdf } = await import('../../src/io/index.ts');
      const { filesOf } = await import('./library-side.ts');
      const robot = await readUrdf(filesOf(asked.files), 'arm.urdf');
      const read = JSON.parse(told.stdout);
      return {
        given: pairs(read.allowed ?? read.pairs ?? read),
        scene: pairs([...sampledPairs(robot, { samples: 200, seed: 1 }).allowed, ...adjacentPairs(robot)]),
      };
    },
  },
  verify: {
    segments: 2,
    inFiles: true,
    compare: async (it) => {
      const own = written(it);
      const cell = join(own, 'cell.json');
      const proof = join(own, 'proof');
      const told = await captured(['check', cell, '--proof', proof, '--no-margin', '--workers', '1', ...LOOSE, ...startOf(it)]);
      refused(told);
      const path = Object.keys(it.asked.files).filter((name) => name === 'path.csv');
      const found = await captured(['verify', proof, cell, ...path.map((name) => join(own, name)), '--json', ...startOf(it)]);
      refused(found);
      const { result, status } = JSON.parse(found.stdout);
      if (result === 'undecided' || status === 'unresolved') return null;
      return { given: { result, status }, scene: { result: 'proven', status: expected(it).status } };
    },
  },
};

/** The worker of the page, message by message. */
export const VIEWER: Entry = {
  segments: 2,
  inFiles: true,
  compare: async (it) => {
    const messages: FromAsker[] = [];
    const asking = new Asking((message) => messages.push(structuredClone(message)));
    const files = Object.fromEntries(
      Object.entries({ ...it.asked.files, 'cell.json': cellText(it) }).map(([name, text]) => [name, new TextEncoder().encode(text)]),
    );
    await asking.take({ kind: 'open', source: { kind: 'files', files, main: 'cell.json', path: null, geometry: 'collision' } });
    const { start } = it.asked.options;
    const options = { ...(start === undefined ? {} : { start }) };
    await asking.take({ kind: 'ask', number: 1, question: { kind: 'first', path: { number: 0 }, options } as never });
    const failed = messages.find((message) => message.kind === 'failed');
    if (failed?.kind === 'failed') throw new InputError(failed.message);
    const found = messages.find((message) => message.kind === 'answer');
    if (found?.kind !== 'answer' || found.answer.kind !== 'first') throw new Error('no answer');
    return { given: said(found.answer.result), scene: expected(it) };
  },
};
