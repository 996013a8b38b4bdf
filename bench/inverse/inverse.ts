// Inverse kinematics: random poses that each robot can have, and how many are found, how fast and how exactly; judged by forward kinematics and limits.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chainScene, handRobot, mannequin, pumaRobot } from '../../scenes/index.ts';
import type { InverseOptions, PoseGoal, Robot } from '../../src/index.ts';
import { type ReadUrdfOptions, readRobotScene, readUrdf } from '../../src/io/index.ts';
import { Random } from '../../src/math/random.ts';
import { files } from '../../src/node/index.ts';
import { inverseKinematics } from '../../src/robot/inverse/inverse.ts';
import { countOption, parseCommandLine, UsageError } from '../shared/command-line.ts';
import { mean, summarize } from '../shared/statistics.ts';
import { type Cell, type Table, toMarkdown } from '../shared/table.ts';
import { constraintsTable } from './constraint-edges.ts';

export const INVERSE_USAGE = `inverse  inverse kinematics of every robot at hand: share solved, time, accuracy, limits
  --poses N              random poses a robot (default: 10000)
  --quick                a look whether it runs: 20 poses`;

interface Subject {
  readonly name: string;
  readonly robot: Robot;
  readonly link: string;
  /** Where it was read from. */
  readonly file?: string;
  readonly options?: InverseOptions;
  readonly free?: PoseGoal['free'];
}

export async function inverse(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, ['poses', 'quick']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const poses = countOption(line, 'poses', line.options.has('quick') ? 20 : 10_000);
  const rows = (await subjects(root)).map((subject) => measured(subject, poses));
  console.log(toMarkdown(tableOf(rows, poses)));
  console.log(toMarkdown(await constraintsTable(root, Math.ceil(poses / 10))));
}

function tableOf(rows: readonly Cell[][], poses: number): Table {
  return {
    file: 'inverse',
    title: 'Inverse kinematics',
    note:
      `${poses} poses of random configurations within limits for each robot, each asked for once without a configuration to begin at. Milliseconds a pose, all checks included (the mean is of processor time, which other programs hardly change); ` +
      "steps and beginnings a pose, means; errors by forward kinematics, the worst of all: the place's as a share of the arm's length, the angle's in radians; how many answers are beyond limits.",
    columns: ['robot', 'values', 'solved %', 'unsolved', 'median ms', 'mean', '95 %', 'steps', 'beginnings', 'error', 'angle', 'beyond'],
    rows,
  };
}

async function subjects(root: string): Promise<Subject[]> {
  const shared = join(root, '..', 'shared');
  const out: Subject[] = [];
  const urdf = async (
    name: string,
    folder: string,
    file: string,
    link: string,
    rest: Partial<Subject> & { read?: ReadUrdfOptions } = {},
  ) => {
    if (!existsSync(join(folder, file))) return;
    const { read, ...more } = rest;
    const robot = out.find((one) => one.file === join(folder, file))?.robot ?? (await readUrdf(files(folder), file, read));
    out.push({ name, file: join(folder, file), robot, link, ...more });
  };
  const visual = { read: { geometry: 'visual' } } as const;
  const data = join(shared, 'data');
  const panda = { read: { srdf: 'panda.srdf' }, options: { group: 'panda_arm' } };
  await urdf('Panda', join(data, 'mbm-panda'), 'panda.urdf', 'panda_hand', panda);
  await urdf('Panda, place only', join(data, 'mbm-panda'), 'panda.urdf', 'panda_hand', { ...panda, free: ['orientation'] });
  await urdf('Panda, turn about the tool free', join(data, 'mbm-panda'), 'panda.urdf', 'panda_hand', { ...panda, free: ['rz'] });
  await urdf('Puma 560, maker', join(data, 'puma560_description'), join('urdf', 'puma560_robot.urdf'), 'link7', visual);
  await urdf('Allegro hand, a finger', join(data, 'allegro_hand'), 'allegro_hand_right.urdf', 'link_3.0_tip', visual);
  await urdf('example two-arms', join(root, 'examples', 'two-arms'), 'arm.urdf', 'hand');
  const edge = join(shared, 'scenes', 'planning', 'slow-edge');
  if (existsSync(edge)) {
    const { robots } = await readRobotScene(files(edge), 'slow-edge.json');
    out.push({ name: 'UR5 with gripper', robot: robots[0], link: 'ee_link' });
  }
  out.push({ name: 'Puma of the scenes', robot: pumaRobot({ gripper: true }), link: 'gripper' });
  out.push({ name: 'hand of the scenes, a finger', robot: handRobot(), link: lastLink(handRobot()) });
  out.push({ name: 'mannequin, from the pelvis to a hand', robot: mannequin(), link: 'left-hand' });
  out.push({ name: 'mannequin that floats', robot: mannequin({ floating: true }), link: 'left-hand' });
  const [chain] = chainScene(12, { obstacles: 1 }).robots;
  out.push({ name: 'chain of 12', robot: chain, link: lastLink(chain) });
  return out;
}

const lastLink = ({ links }: Robot): string => links[links.length - 1].name;

function measured({ name, robot, link, options: given, free }: Subject, count: number): Cell[] {
  // all that the poses were made of, also a base that floats
  const options = given ?? { joints: robot.joints.map((joint) => joint.name) };
  const random = new Random(`inverse ${name}`);
  const goals = Array.from({ length: count }, (): PoseGoal => ({ link, pose: robot.linkPoses(randomValues(robot, random))[link], free }));
  const few = goals.slice(0, 200);
  for (const goal of few) inverseKinematics(robot, goal, options);
  const length = reach(robot, link);
  const times: number[] = [];
  const steps: number[] = [];
  const beginnings: number[] = [];
  let solved = 0;
  let beyond = 0;
  let error = 0;
  let angle = 0;
  const begun = process.cpuUsage();
  for (const goal of goals) {
    const start = performance.now();
    const found = inverseKinematics(robot, goal, options);
    times.push(performance.now() - start);
    steps.push(found.iterations);
    beginnings.push(found.attempts);
    if (found.solutions.length === 0) continue;
    solved++;
    error = Math.max(error, found.best.length / length);
    angle = Math.max(angle, found.best.angle);
    if (robot.limitFaults(found.solutions[0]).length > 0) beyond++;
  }
  const { user, system } = process.cpuUsage(begun);
  const average = (user + system) / 1000 / count;
  const { median, p95 } = summarize(times);
  const values = moved(robot, link, options);
  return [name, values, (100 * solved) / count, count - solved, median, average, p95, mean(steps), mean(beginnings), error, angle, beyond];
}

/** Of the joints below the link; a virtual joint of a world stays. */
function randomValues(robot: Robot, random: Random): Float64Array {
  const out = robot.neutral();
  for (const { kind, limits, slot, name } of robot.joints) {
    if (name === 'virtual_joint') continue;
    for (let part = 0; part < kind.size; part++) {
      const far = part === kind.angle ? Math.PI : 1;
      out[slot + part] = kind.hasLimits ? random.range(limits.lower ?? -far, limits.upper ?? far) : random.range(-far, far);
    }
    if (kind.orientation >= 0) out.set(random.quaternion(), slot + kind.orientation);
  }
  return out;
}

function moved(robot: Robot, link: string, options?: InverseOptions): number {
  let sum = 0;
  for (let i = robot.link(link).index; i >= 0; i = robot.links[i].parent) {
    const { size, name } = robot.links[i].joint;
    if (options?.group === undefined || name !== 'virtual_joint') sum += size;
  }
  return sum;
}

function reach(robot: Robot, link: string): number {
  let sum = 0;
  for (let i = robot.link(link).index; i >= 0; i = robot.links[i].parent) sum += Math.hypot(...robot.links[i].joint.position);
  return sum;
}
