// Scene files with references (`ccd-robot-scene/1`): our methods judged by another program's brackets, beside a prototype and FCL.

import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LoadedRobotScene, readRobotScene } from '../../src/io/scene/read-robot-scene.ts';
import { files } from '../../src/node/index.ts';
import { UsageError } from '../shared/command-line.ts';
import { type PartContext, type PartResult, progress } from '../shared/part.ts';
import { mean } from '../shared/statistics.ts';
import { type Cell, readable, type Table } from '../shared/table.ts';
import { type Faults, meanOf, measuredAs, measureRobot, milliseconds, type RobotRun, type RobotVariant } from './robot-measure.ts';
import { type Both, PROTOTYPE } from './robot-papers.ts';
import { findPeers, ROBOT_PEER_METHODS, type RobotPeerMethod, type RobotPeerTimes, runPeers, storedPeerTimes } from './robot-peers.ts';
import { AUTO, HCA, INTERVAL } from './robot-redon.ts';
import { RobotSubject } from './robot-subject.ts';
import { rawTable, workTable } from './robot-tables.ts';

const SCENES = ['puma-pipes', 'puma-amr', 'puma-beetle', 'mannequin-exercise', 'mannequin-walk', 'hand-grasp'];
/** Yes or no, which is all that samples answer too. */
const YES_NO: RobotVariant = { name: 'yes/no', options: { mode: 'any', contacts: 'none' } };
const METHODS = [AUTO, HCA, INTERVAL, YES_NO];

/** One set of a scene file, and what peers need for it. */
interface SharedRun {
  readonly run: RobotRun;
  readonly references: ReadonlyMap<number, Reference>;
  readonly peers: RobotPeerTimes;
}

interface Reference {
  readonly collide: boolean;
  readonly lo: number;
  readonly hi: number;
}

export async function sharedScenes(context: PartContext): Promise<PartResult> {
  const { sharedScenes: folder, quick } = context;
  if (!existsSync(folder)) {
    console.error(`bench: no scenes with references in ${folder}; left out`);
    return { tables: [] };
  }
  const program = peerProgram(context);
  const shared: SharedRun[] = [];
  for (const name of quick ? SCENES.slice(4) : SCENES) {
    const start = performance.now();
    shared.push(...(await sceneRuns(name, program, context)));
    progress(`shared scenes, ${name}`, start);
  }
  const runs = shared.map(({ run }) => run);
  const where = program === null ? 'on another machine (Arm Neoverse-N1), so the ratios are between machines' : 'in this run';
  return {
    tables: [methodsTable(shared), peersTable(shared, where), workTable('shared-work', 'Work per query, shared scenes', runs)],
    raw: [rawTable('shared-raw', runs)],
  };
}

async function sceneRuns(name: string, program: string | null, context: PartContext): Promise<SharedRun[]> {
  const { sharedScenes: folder, effort, quick, queries: limit } = context;
  if (!existsSync(join(folder, `${name}.json`))) throw new UsageError(`no scene file ${name}.json in ${folder}`);
  const file = await readRobotScene(files(folder), `${name}.json`);
  const subject = new RobotSubject(asScene(file));
  const sets = [...new Set(file.queries.map(({ set }) => set ?? ''))];
  const peers = peerTimes(name, program, folder);
  return sets.map((set) => {
    const all = file.queries.filter((query) => (query.set ?? '') === set);
    const queries = quick ? all.filter((_, i) => i % Math.ceil(all.length / limit) === 0) : all;
    const references = new Map(queries.flatMap(({ id, ref }) => (ref ? [[id, ref] as const] : [])));
    return { run: measureRobot(subject, set, queries, METHODS, effort, references), references, peers };
  });
}

function asScene({ name, robots, obstacles, self, ignore, touch = 1e-4 }: LoadedRobotScene) {
  return { name, robots, obstacles, self, touch, ignore, home: [] };
}

function peerProgram({ peers, root }: PartContext): string | null {
  if (peers === null) return null;
  const folders = [process.env.PEERS_BUILD, join(peers, '..', 'build'), join(root, '..', 'build'), join(tmpdir(), 'inbetween-peers-build')];
  const found = findPeers(
    peers,
    folders.filter((folder) => folder !== undefined),
  );
  if (typeof found !== 'string') return found.program;
  console.error(`bench: running without peers: ${found}`);
  return null;
}

function peerTimes(name: string, program: string | null, folder: string): RobotPeerTimes {
  if (program === null) return storedPeerTimes(join(folder, 'fcl-answers.jsonl'), name);
  const answered = runPeers(program, join(folder, `${name}.json`), name);
  if (typeof answered !== 'string') return answered;
  console.error(`bench: ${answered}`);
  return new Map();
}

function methodsTable(shared: readonly SharedRun[]): Table {
  return {
    file: 'shared',
    title: 'Shared scenes, judged by references',
    note:
      'Mean milliseconds, colliding ‖ free. Goal: a prototype of `auto` without certified rounding, its parameters tuned on these queries. Goal / auto: above 1, the goal is reached. ' +
      '`wrong`: missed, late (by more than 1e-6), early (by more than 1e-3) or false against the reference bracket; unresolved are counted apart.',
    columns: ['scene', 'set', 'n', 'auto', 'hca', 'interval', 'goal', 'goal / auto', 'wrong: auto', 'hca ', 'interval ', 'unresolved'],
    rows: shared.map(({ run, references }): Cell[] => {
      const own = ['auto', 'hca', 'interval'].map((name) => bothOf(run, name));
      const goal = PROTOTYPE[`${run.subject.scene.name} ${run.set}`] ?? [Number.NaN, Number.NaN];
      const judged = ['auto', 'hca', 'interval'].map((name) => judge(run, name, references));
      const hits = run.colliding.filter((colliding) => colliding).length;
      return [
        run.subject.scene.name,
        run.set,
        `${hits} + ${run.colliding.length - hits}`,
        ...own.map(shown),
        shown(goal),
        shown([goal[0] / own[0][0], goal[1] / own[0][1]]),
        ...judged.map(({ wrong }) => wrong),
        judged.reduce((sum, { unresolved }) => sum + unresolved, 0),
      ];
    }),
  };
}

function peersTable(shared: readonly SharedRun[], where: string): Table {
  return {
    file: 'shared-peers',
    title: 'Shared scenes beside native FCL 0.7',
    note:
      `Mean milliseconds, colliding ‖ free, and FCL / auto (above 1: ours is faster). FCL ${where}, processor time; ours is wall time. ` +
      '`naive-100`: 100 discrete tests, stops at the first overlap: late, blind between samples. `dist-ca`, `pair-ca`: conservative advancement, of the whole scene and pair by pair; certified like ours but for rounding. ' +
      '`yes/no`: ours asked what samples answer (`mode: any`), proven all the same; `auto` also tells when, where and what touches first.',
    columns: [
      'scene',
      'set',
      'auto',
      ...ROBOT_PEER_METHODS.flatMap((method) => [method, `${method} / auto`]),
      'yes/no',
      'naive-100 / yes/no',
    ],
    rows: shared.map(({ run, peers }): Cell[] => {
      const own = bothOf(run, 'auto');
      const yesNo = bothOf(run, YES_NO.name);
      const samples = peerBoth(run, peers, 'naive-100');
      return [
        run.subject.scene.name,
        run.set,
        shown(own),
        ...ROBOT_PEER_METHODS.flatMap((method) => {
          const theirs = peerBoth(run, peers, method);
          return [shown(theirs), shown([theirs[0] / own[0], theirs[1] / own[1]])];
        }),
        shown(yesNo),
        shown([samples[0] / yesNo[0], samples[1] / yesNo[1]]),
      ];
    }),
  };
}

function bothOf(run: RobotRun, name: string): Both {
  return [meanOf(run, name, true, milliseconds), meanOf(run, name, false, milliseconds)];
}

function peerBoth({ queries, colliding }: RobotRun, peers: RobotPeerTimes, method: RobotPeerMethod): Both {
  const times = peers.get(method);
  const of = (hit: boolean) => mean(queries.flatMap(({ id }, q) => (colliding[q] === hit ? [times?.get(id) ?? Number.NaN] : [])));
  return [of(true), of(false)];
}

function shown([colliding, free]: Both): string {
  return `${readable(colliding)} ‖ ${readable(free)}`;
}

/** Slack in time, as the judge of scene files has it: late by rounding only, early as far as the tolerance explains. */
const LATE_SLACK = 1e-6;
const EARLY_SLACK = 1e-3;

function judge(run: RobotRun, name: string, references: ReadonlyMap<number, Reference>): Faults {
  let [wrong, unresolved] = [0, 0];
  for (const [q, { status, time }] of measuredAs(run, name).answers.entries()) {
    const reference = references.get(run.queries[q].id);
    if (status === 'unresolved') unresolved++;
    else if (reference !== undefined && !agrees(status, time, reference)) wrong++;
  }
  return { wrong, unresolved };
}

function agrees(status: string, time: number, { collide, lo, hi }: Reference): boolean {
  if (status === 'free') return !collide;
  return collide && time <= hi + LATE_SLACK && time >= lo - EARLY_SLACK;
}
