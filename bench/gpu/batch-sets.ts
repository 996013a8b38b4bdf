// Scenes and motions for batches on graphics hardware: the Puma among pipes and in the machine room, near contact and at random; in tight
// places by long motions; beside a car, where roadmaps ask; a hand that grasps; the Puma with that hand among the pipes.

import { contactWalks, pipes, pumaHand, type RobotQuery, type RobotScene } from '../../scenes/index.ts';
import { DEGREE } from '../../scenes/placed.ts';
import { Random, type Robot } from '../../src/index.ts';
import { pumaWalks, tangQueries } from '../robots/robot-queries.ts';
import { RobotSubject } from '../robots/robot-subject.ts';

/** Values at both ends of every motion, row by row. */
export interface Rows {
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** Motions of one kind, as many as are asked for, the same for the same number. */
export type MotionSet = readonly [name: string, make: (count: number) => Rows];

export interface BatchBenchScene {
  readonly scene: RobotScene;
  readonly sets: readonly MotionSet[];
}

/** Motions that sets near contact are drawn from, and by how much these are moved. */
const WALKS = 60;
const JITTER = 0.02;
/** By how much fingers are moved, in radians. */
const FINGERS = 0.01;

/** By name; `quick`: one set each, of few motions. */
export const BATCH_SCENES: Readonly<Record<string, (quick: boolean) => BatchBenchScene>> = {
  'puma-pipes': (quick) => among('puma-pipes', quick, [1, 5, 15, 30, 60, 120, 180], [10, 30, 60]),
  'puma-amr': (quick) => among('puma-amr', quick, [1, 30, 60, 120, 180], [10, 30, 60]),
  'puma-beetle': (quick) => papers('puma-beetle', quick, JITTER),
  'hand-grasp': (quick) => papers('hand-grasp', quick, FINGERS),
  'puma-hand': (quick) => withHand(quick),
};

function among(name: 'puma-pipes' | 'puma-amr', quick: boolean, near: readonly number[], road: readonly number[]): BatchBenchScene {
  const angles = quick ? near.slice(0, 1) : near;
  const { sets, subject } = pumaWalks(name, angles, quick ? 6 : WALKS);
  const { scene } = subject;
  const [robot] = scene.robots;
  return {
    scene,
    sets: [
      ...angles.map((angle) => around(robot, `near contact, ${angle}°`, `near ${angle}`, sets.get(`${angle}°`) ?? [], JITTER)),
      ...(quick ? road.slice(0, 1) : road).map((angle) => atRandom(robot, angle)),
    ],
  };
}

/** Queries of [Tang et al. 2013, Table 2], moved a little. */
function papers(name: 'puma-beetle' | 'hand-grasp', quick: boolean, jitter: number): BatchBenchScene {
  const { sets, subject } = tangQueries(name, quick ? 6 : WALKS);
  const { scene } = subject;
  const all = [...sets].map(([set, queries]) => around(scene.robots[0], set, `${name} ${set}`, queries, jitter));
  return { scene, sets: quick ? all.slice(0, 1) : all };
}

function withHand(quick: boolean): BatchBenchScene {
  const robot = pumaHand();
  const scene = { name: 'puma-hand', robots: [robot], obstacles: pipes(), self: true, touch: 1e-4, home: [...robot.neutral()] };
  const { firstContact } = new RobotSubject(scene);
  const sets = (quick ? [5] : [5, 30, 90]).map((angle) => {
    const walks = contactWalks(robot, { seed: `hand ${angle}`, count: quick ? 3 : WALKS, maxAngle: angle * DEGREE, firstContact });
    return around(robot, `near contact, ${angle}°`, `hand ${angle}`, walks, FINGERS);
  });
  return { scene, sets };
}

/** These motions, both ends of each moved alike; joints that go freely are left where they are. */
function around(robot: Robot, name: string, seed: string, queries: readonly RobotQuery[], jitter: number): MotionSet {
  return [
    name,
    (count) => {
      const random = new Random(seed);
      const fixed = new Set(robot.joints.flatMap(({ slot, size }) => (size === 1 ? [] : Array.from({ length: size }, (_, k) => slot + k))));
      return rowsOf(count, robot.size, () => {
        const { from, to } = queries[Math.floor(random.next() * queries.length)];
        const moved = from.map((_, k) => (fixed.has(k) ? 0 : jitter * (2 * random.next() - 1)));
        return [from.map((x, k) => x + moved[k]), to.map((x, k) => x + moved[k])];
      });
    },
  ];
}

function atRandom(robot: Robot, angle: number): MotionSet {
  return [
    `at random, ${angle}°`,
    (count) => {
      const random = new Random(`road ${angle}`);
      return rowsOf(count, robot.size, () => {
        const from = robot.joints.map(({ limits: { lower = -Math.PI, upper = Math.PI } }) => {
          const low = Math.max(lower, -Math.PI);
          return low + (Math.min(upper, Math.PI) - low) * random.next();
        });
        return [from, from.map((x) => x + angle * DEGREE * (2 * random.next() - 1))];
      });
    },
  ];
}

function rowsOf(count: number, size: number, motion: () => readonly (readonly number[])[]): Rows {
  const from = new Float64Array(count * size);
  const to = new Float64Array(count * size);
  for (let i = 0; i < count; i++) {
    const [a, b] = motion();
    from.set(a, i * size);
    to.set(b, i * size);
  }
  return { from, to };
}
