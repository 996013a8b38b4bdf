// Plans where nothing was tuned: the puzzles, the Puma among pipes, in the machine room and around the car, the hand before its ball.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Scene } from '../../src/index.ts';
import { hca } from '../../src/methods/index.ts';
import { type Bounds, type Constraint, Constraints, type PlanState, plan } from '../../src/plan/index.ts';
import { countOption, parseCommandLine, textOption, UsageError } from '../shared/command-line.ts';
import { summarize } from '../shared/statistics.ts';
import { type Cell, toMarkdown } from '../shared/table.ts';
import { cups, LEANS } from './cups.ts';
import { bugtrap, peg, piano, pianoInSpace } from './narrow.ts';
import { processorLimit } from './ours.ts';
import { readProblem } from './problem.ts';

export const PLANNING_USAGE = `planning plans in the puzzles and in the scenes of the papers
  --seeds N              of each puzzle (default: 4)
  --pairs N              of configurations of the queries, in each of the papers' scenes (default: 12)
  --only TEXT            puzzles and scenes whose names have it`;

const PUZZLES = ['bugtrap', 'rings', 'slot'];
const NARROW = {
  'peg of 0.99': peg,
  'piano, door of 1.3': piano,
  'the same between floor and ceiling': pianoInSpace,
  'bugtrap of 0.9': bugtrap,
};
const SCENES = ['puma-pipes', 'puma-amr', 'puma-beetle', 'hand-grasp'];
const COLUMNS = ['scene', 'found', 'not free by hca', 'median ms', '90 % ms', 'states', 'length as found', 'length'];

/** Of processor time, for one plan. */
const LIMIT_MS = 10_000;

/** Problems of the cup, and what is allowed for one. */
const CUPS = 60;
const CUP_LIMIT_MS = 4000;

interface Asked {
  readonly from: PlanState;
  readonly to: PlanState;
  readonly seed: number;
  readonly constraints?: readonly Constraint[];
}

export async function planning(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, ['seeds', 'pairs', 'only']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const seeds = countOption(line, 'seeds', 4);
  const pairs = countOption(line, 'pairs', 12);
  const folder = join(root, '..', 'shared', 'scenes');
  if (!existsSync(folder)) throw new UsageError(`no scenes in ${folder}`);
  const only = textOption(line, 'only') ?? '';
  const rows: Cell[][] = [];
  for (const name of PUZZLES.filter((one) => one.includes(only))) {
    const { scene, content, from, to } = await readProblem(join(folder, 'planning', 'puzzles', `${name}.json`));
    const [x, y, z] = content.limits ?? [];
    const [joint] = content.robots[0].joints;
    const bounds: Bounds = { [joint.name]: { min: [x[0], y[0], z[0]], max: [x[1], y[1], z[1]] } };
    const asked = Array.from({ length: seeds }, (_, k) => ({ from, to, seed: k + 1 }));
    rows.push(await measured(name, scene, asked, bounds));
  }
  for (const [name, made] of Object.entries(NARROW)) {
    if (!name.includes(only)) continue;
    const { scene, bounds, from, to } = made();
    const asked = Array.from({ length: seeds }, (_, k) => ({ from, to, seed: k + 1 }));
    rows.push(await measured(name, scene, asked, bounds));
  }
  if ('cup upright'.includes(only)) rows.push(await cupRow(join(root, '..', 'shared')));
  for (const name of SCENES.filter((one) => one.includes(only))) {
    const { scene, content } = await readProblem(join(folder, 'articulated', `${name}.json`));
    const { queries } = content;
    // two walks through the queries, so that starts and goals are of different ones
    const asked = Array.from({ length: pairs }, (_, k) => ({
      from: queries[(37 * k) % queries.length].from,
      to: queries[(61 * k + 29) % queries.length].from,
      seed: k,
    }));
    rows.push(await measured(name, scene, asked, {}));
  }
  const note = `${seeds} seeds of each puzzle, ${pairs} pairs of configurations in each other scene, ${LIMIT_MS / 1000} s of processor time each; milliseconds of it, the first plans among them (compiling included). Lengths: radians, lengths as parts of the reach of what they carry.`;
  console.log(toMarkdown({ file: 'planning', title: 'Plans in puzzles and in the scenes of the papers', note, columns: COLUMNS, rows }));
}

/** One plan of each; the answer's constraints are asked again, piece by piece. */
async function cupRow(shared: string): Promise<Cell[]> {
  const rows: Measured[] = [];
  for await (const { problem, from, to, constraints } of cups(shared, CUPS)) {
    const judge = new Constraints(problem.scene, constraints);
    const keeps = (states: readonly Float64Array[]): boolean =>
      states.every((state, k) => k === 0 || judge.holdsAlong(states[k - 1], state));
    rows.push(await planned(problem.scene, { from, to, seed: 1, constraints }, {}, CUP_LIMIT_MS, keeps));
  }
  return row(`cup upright within ${LEANS} rad, ${CUP_LIMIT_MS / 1000} s`, rows);
}

async function measured(name: string, scene: Scene, asked: readonly Asked[], bounds: Bounds): Promise<Cell[]> {
  const rows: Measured[] = [];
  for (const request of asked) rows.push(await planned(scene, request, bounds, LIMIT_MS, () => true));
  return row(name, rows);
}

/** What one plan took; lengths are null where none was found. */
interface Measured {
  readonly milliseconds: number;
  readonly states: number;
  readonly wrong: boolean;
  readonly lengths: readonly [found: number, made: number] | null;
}

async function planned(
  scene: Scene,
  request: Asked,
  bounds: Bounds,
  limitMs: number,
  keeps: (states: readonly Float64Array[]) => boolean,
): Promise<Measured> {
  const begun = process.cpuUsage();
  const { path, states, stats, length } = await plan(scene, {
    ...request,
    bounds,
    maxMilliseconds: Infinity,
    signal: processorLimit(limitMs),
  });
  const { user, system } = process.cpuUsage(begun);
  const free = path === null || scene.firstContact(path, { method: hca, contacts: 'none' }).status === 'free';
  return {
    milliseconds: (user + system) / 1000,
    states: stats.states,
    wrong: !free || !keeps(states),
    lengths: path === null ? null : [stats.foundLength, length],
  };
}

function row(name: string, rows: readonly Measured[]): Cell[] {
  const times = rows.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
  const late = times[Math.min(times.length - 1, Math.floor(0.9 * times.length))];
  const lengths = rows.flatMap((one) => (one.lengths === null ? [] : [one.lengths]));
  const medians = [rows.map(({ states }) => states), lengths.map(([found]) => found), lengths.map(([, made]) => made)];
  const wrong = rows.filter((one) => one.wrong).length;
  const middle = medians.map((values) => summarize(values).median);
  return [name, `${lengths.length} of ${rows.length}`, wrong, summarize(times).median, late, ...middle];
}
