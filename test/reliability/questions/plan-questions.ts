// Paths that are planned, configurations that reach a pose, and paths in seconds: each answer checked by what it claims.

import type { Pose } from '../../../src/math/pose.ts';
import type { Random } from '../../../src/math/random.ts';
import { interval } from '../../../src/methods/index.ts';
import { plan, timed } from '../../../src/plan/index.ts';
import { inverseKinematics } from '../../../src/robot/inverse/inverse.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { type ArmSpec, arm, robotOf, values } from './arms.ts';
import { pose, vector } from './numbers.ts';
import { firstDoubt, type Question } from './question.ts';
import { difference } from './same.ts';
import { meshOf, type ShapeSpec, shape } from './shapes.ts';

const LIMITS = { lower: -3, upper: 3 };
const ARM_TYPES = ['revolute', 'revolute', 'prismatic', 'continuous'] as const;

interface PlanCase {
  readonly arm: ArmSpec;
  readonly obstacles: readonly { readonly shape: ShapeSpec; readonly pose: Pose }[];
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly seed: number;
  readonly method: 'connect' | 'optimal';
}

export const PLANS: Question<PlanCase> = {
  kind: 'plan',
  make: (random) => {
    const spec = arm(random, 'arm', ['revolute', 'revolute', 'prismatic']);
    return {
      arm: spec,
      obstacles: Array.from({ length: random.integer(4) }, () => ({ shape: shape(random, 3, 0), pose: pose(random, 2) })),
      from: values(random, spec, 2.5),
      to: values(random, spec, 2.5),
      seed: random.integer(1000),
      method: random.pick(['connect', 'connect', 'optimal']),
    };
  },
  answer: planned,
  doubt: async (given) => {
    const told = await planned(given);
    const again = difference(told, await planned(given), 'planned again');
    if (again !== null || told.status !== 'found') return again;
    const scene = sceneOf(given);
    const path = scene.robots[0].path(told.states);
    const { status, time } = scene.firstContact({ arm: path }, { method: interval, maxIterations: 20_000, contacts: 'none' });
    return status === 'free' || status === 'unresolved' ? null : `the path found has ${status} at ${time} by intervals`;
  },
};

function sceneOf({ arm: spec, obstacles }: PlanCase): Scene {
  return new Scene({
    robots: [robotOf(spec, LIMITS)],
    obstacles: obstacles.map((thing, i) => ({ name: `thing${i}`, shape: meshOf(thing.shape, `thing${i}`), pose: thing.pose })),
  });
}

async function planned(given: PlanCase) {
  const { from, to, seed, method } = given;
  const { status, reason, states, length, goal, certificate, stats } = await plan(sceneOf(given), {
    from,
    to,
    seed,
    method,
    maxSamples: 60,
    maxMilliseconds: Number.POSITIVE_INFINITY,
  });
  const { milliseconds, proofMilliseconds, ...counts } = stats;
  return { status, reason, states, length, goal, free: certificate?.status, counts };
}

interface InverseCase {
  readonly arm: ArmSpec;
  readonly goal: Pose;
  readonly link: number;
  readonly free: readonly ('orientation' | 'rz')[];
  readonly seed: number;
}

export const INVERSE: Question<InverseCase> = {
  kind: 'inverse',
  make: (random) => {
    const spec = arm(random, 'arm', ARM_TYPES);
    const link = spec.links.length - 1;
    return {
      arm: spec,
      link,
      goal: goalOf(random, spec, link),
      free: random.pick([[], ['orientation'], ['rz']]),
      seed: random.integer(1000),
    };
  },
  answer: reached,
  doubt: (given) =>
    firstDoubt(
      () => difference(reached(given), reached(given), 'asked again'),
      () => poseDoubt(given),
    ),
};

/** One that the arm has, moved a little now and then; or any. */
function goalOf(random: Random, spec: ArmSpec, link: number): Pose {
  const { position, quaternion } = robotOf(spec, LIMITS).linkPoses(values(random, spec, 2))[`arm${link}`];
  if (random.next() < 0.3) return { position: vector(random, 2), quaternion: random.quaternion() };
  return { position, quaternion };
}

function reached({ arm: spec, goal, link, free, seed }: InverseCase) {
  return inverseKinematics(robotOf(spec, LIMITS), { link: `arm${link}`, pose: goal, free }, { seed, solutions: 2, attempts: 6 });
}

function poseDoubt(given: InverseCase): string | null {
  const robot = robotOf(given.arm, LIMITS);
  for (const solution of reached(given).solutions) {
    const { position } = robot.linkPoses(solution)[`arm${given.link}`];
    const [x, y, z] = given.goal.position ?? [0, 0, 0];
    const miss = Math.max(Math.abs(position[0] - x), Math.abs(position[1] - y), Math.abs(position[2] - z));
    if (miss > 1e-6) return `a solution is ${miss} away from the goal`;
    const [fault] = robot.limitFaults(solution);
    if (fault !== undefined) return `a solution is beyond its limits: ${fault}`;
  }
  return null;
}

interface TimedCase {
  readonly arm: ArmSpec;
  readonly path: readonly (readonly number[])[];
  readonly radius: number;
  readonly jerk: number | null;
}

const VELOCITY = 1;
const ACCELERATION = 2;

export const TIMINGS: Question<TimedCase> = {
  kind: 'timing',
  make: (random) => {
    const spec = arm(random, 'arm', ['revolute', 'prismatic']);
    return {
      arm: spec,
      path: Array.from({ length: 2 + random.integer(4) }, () => values(random, spec, 2)),
      radius: random.pick([0, 0.05, 0.3]),
      jerk: random.pick([null, null, 20]),
    };
  },
  answer: (given) => inSeconds(given),
  doubt: (given) =>
    firstDoubt(
      () => difference(inSeconds(given), inSeconds(given), 'asked again'),
      () => limitDoubt(given),
    ),
};

function inSeconds({ arm: spec, path, radius, jerk }: TimedCase) {
  const robot = robotOf(spec, LIMITS);
  const limits = { velocity: VELOCITY, acceleration: ACCELERATION, ...(jerk === null ? {} : { jerk }) };
  const { trajectory, seconds, status, joints, blends } = timed(robot.path(path), limits, { radius });
  return { status, seconds, joints, blends, times: trajectory.times, points: trajectory.points };
}

function limitDoubt(given: TimedCase): string | null {
  const { joints, seconds } = inSeconds(given);
  if (!(seconds >= 0 && Number.isFinite(seconds))) return `takes ${seconds} s`;
  const fast = joints.find(({ velocity, acceleration }) => velocity > VELOCITY * (1 + 1e-9) || acceleration > ACCELERATION * (1 + 1e-9));
  return fast === undefined ? null : `${fast.joint}: velocity ${fast.velocity}, acceleration ${fast.acceleration}`;
}
