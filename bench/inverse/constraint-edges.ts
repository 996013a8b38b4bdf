// Constraints along edges: random states projected into them, and steps of several lengths from there, projected again: how many of these edges are proven, and
// how many that no sample breaks are not.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pumaRobot } from '../../scenes/index.ts';
import type { Robot } from '../../src/index.ts';
import { readUrdf } from '../../src/io/index.ts';
import { Random } from '../../src/math/random.ts';
import { files } from '../../src/node/index.ts';
import type { Constraint } from '../../src/plan/constraints/constraint.ts';
import { Constraints } from '../../src/plan/constraints/constraints.ts';
import { mean, summarize } from '../shared/statistics.ts';
import type { Cell, Table } from '../shared/table.ts';

const STEPS = [0.05, 0.2, 0.5];
const SAMPLES = 200;

export async function constraintsTable(root: string, count: number): Promise<Table> {
  const rows: Cell[][] = [];
  const upright = (link: string, axis: readonly [number, number, number], tolerance: number): Constraint => ({
    link,
    axis,
    up: [0, 0, -1],
    tolerance,
  });
  const add = (name: string, robot: Robot, joints: readonly string[], constraints: readonly Constraint[]) => {
    for (const step of STEPS) rows.push(edges(name, robot, joints, constraints, step, count));
  };
  const folder = join(root, '..', 'shared', 'data', 'mbm-panda');
  if (existsSync(folder)) {
    const robot = await readUrdf(files(folder), 'panda.urdf', { srdf: 'panda.srdf' });
    const joints = robot.groups.find(({ name }) => name === 'panda_arm')?.joints ?? [];
    add('Panda, hand within 0.1 rad of down', robot, joints, [upright('panda_hand', [0, 0, 1], 0.1)]);
    add('Panda, and in a box', robot, joints, [
      upright('panda_hand', [0, 0, 1], 0.1),
      { link: 'panda_hand', box: { min: [0.2, -0.5, 0.2], max: [0.7, 0.5, 0.8] } },
    ]);
  }
  const puma = pumaRobot({ gripper: true });
  add(
    'Puma, gripper within 0.02 rad of down',
    puma,
    puma.joints.map(({ name }) => name),
    [upright('gripper', [1, 0, 0], 0.02)],
  );
  return {
    file: 'constraints',
    title: 'Constraints along edges',
    note:
      `${count} random states, projected into the constraints; from each that was found one step of random direction, so many radians a joint at most, projected again. Share of states projected, ` +
      `milliseconds; of the edges: share that ${SAMPLES} samples do not break, share proven (of those), milliseconds of a proof; how many proven ones a sample breaks.`,
    columns: ['constraints', 'step', 'projected %', 'ms', 'edges kept %', 'proven % of kept', 'ms', 'proven but broken'],
    rows,
  };
}

function edges(name: string, robot: Robot, joints: readonly string[], list: readonly Constraint[], step: number, count: number): Cell[] {
  const random = new Random(`edges ${name}`);
  const constraints = new Constraints({ robots: [robot], bodies: [] }, list, { joints: { [robot.name]: joints } });
  const projections: number[] = [];
  const proofs: number[] = [];
  let projected = 0;
  let kept = 0;
  let proven = 0;
  let wrong = 0;
  let all = 0;
  const moving = robot.joints.filter((joint) => joints.includes(joint.name));
  for (let i = 0; i < count; i++) {
    const state = robot.neutral();
    for (const { slot, limits } of moving) state[slot] = random.range(limits.lower ?? -3, limits.upper ?? 3);
    const start = performance.now();
    const from = constraints.project(state);
    projections.push(performance.now() - start);
    if (from === null) continue;
    projected++;
    const away = from.slice();
    for (const { slot } of moving) away[slot] += random.range(-step, step);
    const to = constraints.project(away);
    if (to === null) continue;
    all++;
    const before = performance.now();
    const isProven = constraints.holdsAlong(from, to);
    proofs.push(performance.now() - before);
    const path = robot.path([from, to]);
    let isKept = true;
    for (let k = 0; k <= SAMPLES && isKept; k++) isKept = constraints.holds(path.configurationAt(k / SAMPLES));
    if (isKept) kept++;
    if (isProven) proven++;
    if (isProven && !isKept) wrong++;
  }
  return [
    name,
    step,
    (100 * projected) / count,
    mean(projections),
    (100 * kept) / all,
    (100 * proven) / kept,
    summarize(proofs).mean,
    wrong,
  ];
}
