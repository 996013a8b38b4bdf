// Motions that are only nearly followed: how much distance is given away, against the worst motion that corners of the ranges show, and against one blanket padding
// for all; and motions within the ranges that touch though all were told free, of which there must be none.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pumaRobot } from '../../scenes/index.ts';
import { Random, type Robot, Scene, sphere, uncertain } from '../../src/index.ts';
import { readUrdf } from '../../src/io/index.ts';
import { files } from '../../src/node/index.ts';
import { countOption, parseCommandLine, UsageError } from '../shared/command-line.ts';
import { summarize } from '../shared/statistics.ts';
import { type Cell, type Table, toMarkdown } from '../shared/table.ts';

export const UNCERTAINTY_USAGE = `uncertainty  motions that are only nearly followed: distance given away, and false claims
  --cases N              places of an arm and an obstacle beside it (default: 200)
  --quick                a look whether it runs: 4 cases`;

/** ± radians of the joints, in their order; the last for all that follow. */
const RANGES = [1e-3, 1e-3, 1e-3, 1.5e-3, 1.5e-3, 2e-3];
/** Random motions within the ranges beside the corners. */
const INSIDE = 64;

export async function uncertainty(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, ['cases', 'quick']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const cases = countOption(line, 'cases', line.options.has('quick') ? 4 : 200);
  const rows: Cell[][] = [];
  for (const [name, robot] of await robots(root)) rows.push(measured(name, robot, cases));
  console.log(toMarkdown(tableOf(rows, cases)));
}

async function robots(root: string): Promise<(readonly [string, Robot])[]> {
  const folder = join(root, '..', 'shared', 'data', 'public-robots', 'urdf');
  const file = 'example-robot-data/robots/ur_description/urdf/ur5_robot.urdf';
  const ur5 = existsSync(join(folder, file)) ? [['UR5', await readUrdf(files(folder), file)] as const] : [];
  return [...ur5, ['Puma', pumaRobot({ gripper: true })] as const];
}

function tableOf(rows: readonly Cell[][], cases: number): Table {
  return {
    file: 'uncertainty',
    title: 'Motions that are only nearly followed',
    note:
      `${cases} places of an arm with a ball of 3 cm, 2 to 20 cm away; joints within ±1, 1, 1, 1.5, 1.5, 2 mrad. Millimetres by which the distance is taken as less than told: by whole bodies, and by node and direction, medians; ` +
      `the most that all corners of the ranges and ${INSIDE} random motions within them take; the share of the bound that is given away, and the bound over the worst, where that is above 0.1 mm; one padding for all over the bound; ` +
      'motions within the ranges that came nearer than proven.',
    columns: [
      'robot',
      'blanket',
      'whole bodies',
      'bound',
      'worst',
      'given away % median',
      '95 %',
      'bound / worst',
      'blanket / bound',
      'refuted',
    ],
    rows,
  };
}

function measured(name: string, robot: Robot, cases: number): Cell[] {
  const random = new Random(`uncertainty ${name}`);
  const turning = robot.joints.filter(({ kind }) => kind.angle >= 0);
  const ranges = new Map(turning.map((joint, k) => [joint, RANGES[Math.min(k, RANGES.length - 1)]]));
  const joints = Object.fromEntries([...ranges].map(([joint, range]) => [joint.name, range]));
  const [whole, bounds, worsts]: number[][] = [[], [], []];
  let [refuted, blanket] = [0, 0];
  while (bounds.length < cases) {
    const q = robot.joints.reduce((values, joint) => {
      const { lower = -3, upper = 3 } = joint.limits;
      values[joint.slot] = random.range(Math.max(lower, -3), Math.min(upper, 3));
      return values;
    }, robot.neutral());
    const position = random.direction().map((x) => x * random.range(0.2, 0.9)) as [number, number, number];
    const content = { robots: [robot], self: false, obstacles: [{ name: 'ball', shape: sphere(0.03), pose: { position } }] };
    const told = new Scene(content);
    const at = (values: ArrayLike<number>): number => told.distanceAt({ [robot.name]: Array.from(values) }, 0).distance;
    const distance = at(q);
    if (!(distance > 0.02 && distance < 0.2)) continue;
    const scene = new Scene({ ...content, uncertainty: uncertain({ joints }) });
    let [low, high] = [0, 0.02];
    const state = { [robot.name]: q };
    for (let k = 0; k < 14; k++) {
      const middle = (low + high) / 2;
      if (scene.motionIsFree(state, state, { clearance: distance - middle })) high = middle;
      else low = middle;
    }
    let nearest = distance;
    for (const other of disturbed(q, ranges, random)) nearest = Math.min(nearest, at(other));
    const coarse = distance - scene.clearance({ [robot.name]: [q, q] }).gap[0];
    if (nearest < distance - high - 1e-9) refuted++;
    whole.push(1000 * coarse);
    bounds.push(1000 * high);
    worsts.push(1000 * (distance - nearest));
    blanket = Math.max(blanket, 1000 * coarse);
  }
  const far = bounds.map((bound, i) => [bound, worsts[i]] as const).filter(([, worst]) => worst > 0.1);
  const given = far.map(([bound, worst]) => (100 * (bound - worst)) / bound);
  const median = (list: readonly number[]): number => summarize(list).median;
  return [
    name,
    blanket,
    median(whole),
    median(bounds),
    median(worsts),
    median(given),
    summarize(given).p95,
    median(far.map(([bound, worst]) => bound / worst)),
    blanket / median(bounds),
    refuted,
  ];
}

/** All corners of the ranges, of eight joints at most, and some in between. */
function* disturbed(q: Float64Array, ranges: ReadonlyMap<Robot['joints'][number], number>, random: Random): Generator<Float64Array> {
  const list = [...ranges].slice(0, 8);
  for (let corner = 0; corner < 2 ** list.length; corner++) {
    const out = q.slice();
    list.forEach(([{ slot }, range], k) => {
      out[slot] += (corner >> k) & 1 ? range : -range;
    });
    yield out;
  }
  for (let i = 0; i < INSIDE; i++) {
    const out = q.slice();
    for (const [{ slot }, range] of ranges) out[slot] += random.range(-range, range);
    yield out;
  }
}
