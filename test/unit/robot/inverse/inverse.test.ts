import { afterEach, describe, expect, test } from 'vitest';
import { pumaRobot } from '../../../../scenes/index.ts';
import { setClock } from '../../../../src/contact/budget.ts';
import type { Quat, Vec3 } from '../../../../src/math/pose.ts';
import { rotate } from '../../../../src/math/quat.ts';
import { Random } from '../../../../src/math/random.ts';
import { type InverseOptions, inverseKinematics } from '../../../../src/robot/inverse/inverse.ts';
import type { FreeAxis, PoseGoal } from '../../../../src/robot/inverse/pose-goal.ts';
import type { JointType } from '../../../../src/robot/joint-types.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { rounds } from '../../../support/rounds.ts';
import { poseMiss, randomRobot, randomValues } from './random-robot.ts';

/** Two links of length 1 in the plane z = 0. */
const planar = (limits?: { lower: number; upper: number }, scale = 1) =>
  new Robot({
    name: 'planar',
    links: [
      {
        name: 'upper',
        joint: { name: 'shoulder', type: limits ? 'revolute' : 'continuous', axis: [0, 0, 1], ...(limits ? { limits } : {}) },
      },
      {
        name: 'fore',
        parent: 'upper',
        joint: { name: 'elbow', type: 'revolute', axis: [0, 0, 1], origin: { position: [scale, 0, 0] }, limits: { lower: -3, upper: 3 } },
      },
      { name: 'hand', parent: 'fore', joint: { type: 'fixed', origin: { position: [scale, 0, 0] } } },
    ],
    groups: [
      { name: 'arm', joints: ['shoulder', 'elbow'] },
      { name: 'empty', joints: [] },
    ],
  });
const UNITS: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const round = (x: number) => Math.round(1e9 * x) / 1e9 + 0;

test('what a slide that stands still could reach is no part of the arm: a Fetch on wheels that may go a million metres', () => {
  const wheels = { name: 'wheels', type: 'prismatic' as const, axis: [1, 0, 0] as const, limits: { lower: -999_999, upper: 999_999 } };
  const turn = (name: string, axis: Vec3, position: Vec3) => ({
    name,
    type: 'revolute' as const,
    axis,
    origin: { position },
    limits: { lower: -3, upper: 3 },
  });
  const robot = new Robot({
    name: 'arm',
    links: [
      { name: 'base', joint: wheels },
      { name: 'one', parent: 'base', joint: turn('a', [0, 0, 1], [0, 0, 0.5]) },
      { name: 'two', parent: 'one', joint: turn('b', [0, 1, 0], [0.1, 0, 0]) },
      { name: 'three', parent: 'two', joint: turn('c', [0, 1, 0], [0.4, 0, 0]) },
      { name: 'four', parent: 'three', joint: turn('d', [1, 0, 0], [0.4, 0, 0]) },
      { name: 'five', parent: 'four', joint: turn('e', [0, 1, 0], [0.1, 0, 0]) },
      { name: 'six', parent: 'five', joint: turn('f', [1, 0, 0], [0.1, 0, 0]) },
    ],
  });
  const joints = ['a', 'b', 'c', 'd', 'e', 'f'];
  const random = new Random('wheels');
  for (let k = 0; k < 20; k++) {
    const values = [0, ...joints.map(() => random.range(-1.5, 1.5))];
    const pose = robot.linkPoses(values).six;
    const { solutions } = inverseKinematics(robot, { link: 'six', pose }, { joints, seed: k });
    expect(solutions.length, `${k}`).toBe(1);
    expect(poseMiss(robot.linkPoses(solutions[0]).six, pose).length).toBeLessThan(1e-7);
  }
});
const point = (x: number, y: number): PoseGoal => ({ link: 'hand', pose: { position: [x, y, 0] }, free: ['orientation'] });

describe('inverse kinematics against forward kinematics', () => {
  const kinds: readonly (readonly JointType[])[] = [
    [],
    ['prismatic'],
    ['continuous', 'revolute', 'prismatic', 'prismatic'],
    ['helical'],
    ['revolute', 'helical', 'revolute', 'helical'],
    ['planar'],
    ['floating', 'continuous'],
    ['prismatic', 'planar', 'continuous', 'floating'],
  ];
  test.each(kinds)("poses that a chain of %s %s %s %s … can have are found, to rounding (seed 'chains')", (...types) => {
    const random = new Random('chains');
    for (let i = 0; i < rounds(6); i++) {
      const robot = randomRobot(random, 7, types);
      for (let k = 0; k < 5; k++) {
        const wanted = robot.linkPoses(randomValues(robot, random)).tip;
        const joints = robot.joints.map(({ name }) => name);
        const { solutions, best } = inverseKinematics(robot, { link: 'tip', pose: wanted }, { joints });
        expect(solutions.length).toBe(1);
        const [found] = solutions;
        expect(robot.limitFaults(found)).toEqual([]);
        const { length, angle } = poseMiss(robot.linkPoses(found).tip, wanted);
        expect(length).toBeLessThan(1e-9);
        expect(angle).toBeLessThan(2e-8); // as the arcsine of a rounded chord tells it
        expect(best.length).toBeLessThan(1e-12);
        expect(best.angle).toBeLessThan(1e-12);
      }
    }
  });

  test("a point of a link, followers and their limits (seed 'followers')", () => {
    const random = new Random('followers');
    const limits = { lower: -2, upper: 2 };
    const robot = new Robot({
      name: 'lift',
      links: [
        { name: 'a', joint: { name: 'turn', type: 'revolute', axis: [0, 0, 1], limits } },
        { name: 'b', parent: 'a', joint: { name: 'lift', type: 'prismatic', axis: [0, 0, 1], limits: { lower: 0, upper: 5 } } },
        { name: 'c', parent: 'b', joint: { name: 'bend', type: 'revolute', axis: [0, 1, 0], origin: { position: [1, 0, 0] }, limits } },
        {
          name: 'd',
          parent: 'c',
          joint: {
            name: 'follower',
            type: 'revolute',
            axis: [0, 1, 0],
            origin: { position: [1, 0, 0] },
            limits: { lower: -1, upper: 1 },
            mimic: { joint: 'bend', multiplier: -3, offset: 0.25 },
          },
        },
      ],
    });
    for (let i = 0; i < rounds(40); i++) {
      // −1 ≤ 0.25 − 3 bend ≤ 1
      const values = [random.range(-2, 2), random.range(0, 5), i % 4 === 0 ? -0.25 : random.range(-0.25, 1.25 / 3)];
      const at: Vec3 = [0.3, 0.1, -0.2];
      const pose = robot.linkPoses(values).d;
      const target = rotate(pose.quaternion, at).map((x, k) => x + pose.position[k]) as unknown as Vec3;
      const { solutions } = inverseKinematics(robot, {
        link: 'd',
        pose: { position: target },
        at: { position: at },
        free: ['orientation'],
      });
      expect(solutions.length).toBe(1);
      expect(robot.limitFaults(solutions[0])).toEqual([]);
      const there = robot.linkPoses(solutions[0]).d;
      const reached = rotate(there.quaternion, at).map((x, k) => x + there.position[k]);
      expect(Math.hypot(...reached.map((x, k) => x - target[k]))).toBeLessThan(1e-8);
    }
  });

  test("only what is not free is held, and that exactly (seed 'free')", () => {
    const random = new Random('free');
    const robot = pumaRobot({ gripper: true });
    const link = robot.links[robot.links.length - 1].name;
    const cases: readonly FreeAxis[][] = [['rx'], ['ry'], ['rz'], ['position'], ['orientation'], ['x'], ['y', 'z'], ['z', 'rz']];
    for (const free of cases) {
      let slid = 0;
      let turned = 0;
      for (let i = 0; i < rounds(6); i++) {
        const wanted = robot.linkPoses(randomValues(robot, random))[link];
        const { solutions, best } = inverseKinematics(robot, { link, pose: wanted, free }, { near: randomValues(robot, random) });
        expect(solutions.length, free.join()).toBe(1);
        const found = robot.linkPoses(solutions[0])[link];
        const way = found.position.map((x, k) => x - wanted.position[k]) as unknown as Vec3;
        const axes = UNITS.map((axis) => rotate(wanted.quaternion, axis));
        for (const [k, name] of (['x', 'y', 'z'] as const).entries()) {
          const along = Math.abs(axes[k][0] * way[0] + axes[k][1] * way[1] + axes[k][2] * way[2]);
          if (free.includes(name) || free.includes('position')) slid = Math.max(slid, along);
          else expect(along, free.join()).toBeLessThan(1e-9);
        }
        const about = (['rx', 'ry', 'rz'] as const).findIndex((name) => free.includes(name));
        const { angle } = poseMiss({ ...found, position: wanted.position }, wanted);
        if (about >= 0) {
          const there = rotate(found.quaternion, UNITS[about]);
          expect(Math.hypot(...there.map((x, k) => x - axes[about][k])), free.join()).toBeLessThan(2e-9);
        }
        if (about >= 0 || free.includes('orientation')) turned = Math.max(turned, angle);
        else expect(angle, free.join()).toBeLessThan(2e-8);
        expect(best.length + best.angle).toBeLessThan(1e-12);
      }
      if (!free.includes('orientation') && free.some((axis) => !axis.startsWith('r'))) expect(slid, free.join()).toBeGreaterThan(0.01);
      if (free.includes('orientation') || free.some((axis) => axis.startsWith('r'))) expect(turned, free.join()).toBeGreaterThan(0.01);
    }
  });

  test('half a turn away is not taken for there', () => {
    for (const type of ['floating', 'continuous'] as const) {
      const robot = new Robot({ name: 'r', links: [{ name: 'a', joint: { name: 'j', type, axis: [0, 0, 1] } }] });
      const quaternion: Quat = [0, 0, 1, 0];
      const { solutions, best } = inverseKinematics(robot, { link: 'a', pose: { quaternion }, free: ['position'] });
      expect(best.angle).toBeLessThan(1e-12);
      expect(poseMiss(robot.linkPoses(solutions[0]).a, { position: [0, 0, 0], quaternion }).angle).toBeLessThan(1e-7);
      const flipped = inverseKinematics(
        robot,
        { link: 'a', pose: { quaternion: [1, 0, 0, 0] }, free: ['position', 'rz'] },
        { attempts: 3 },
      );
      expect(flipped.solutions.length).toBe(type === 'floating' ? 1 : 0);
      expect(Math.abs(flipped.best.angle - (type === 'floating' ? 0 : Math.PI))).toBeLessThan(1e-12);
    }
  });
});

describe('several solutions', () => {
  test('of two links in a plane there are two, nearest first', () => {
    const robot = planar();
    const goal = point(1, 1);
    const near = { shoulder: 1.4, elbow: -1 };
    const { solutions, attempts } = inverseKinematics(robot, goal, { solutions: 5, near, attempts: 40 });
    expect(attempts).toBe(40);
    expect(solutions.map((q) => [...q].map(round))).toEqual([
      [round(Math.PI / 2), round(-Math.PI / 2)],
      [0, round(Math.PI / 2)],
    ]);
    const other = inverseKinematics(robot, goal, { solutions: 2, near: { shoulder: 0, elbow: 1 } }).solutions;
    expect(Math.abs(other[0][1] - Math.PI / 2)).toBeLessThan(1e-9);
  });

  test('turns are those nearest to what is given, where limits let them', () => {
    const far = inverseKinematics(planar(), point(1, 1), { near: { shoulder: 40, elbow: -1 } }).solutions[0];
    expect(Math.abs(far[0] - 40)).toBeLessThan(Math.PI);
    const bounded = planar({ lower: -7, upper: 7 });
    const near = inverseKinematics(bounded, point(-1, -1), { near: { shoulder: 6.9, elbow: 1 } }).solutions[0];
    expect(bounded.limitFaults(near)).toEqual([]);
    expect(Math.abs(near[0] - 6.9)).toBeLessThan(Math.PI + 0.7);
    expect(near[0]).toBeGreaterThan(3);
  });

  test('a Puma has several for most poses', () => {
    const robot = pumaRobot();
    const link = robot.links[robot.links.length - 1].name;
    const pose = robot.linkPoses([0.3, -0.6, 0.5, 0.4, 0.8, -0.3])[link];
    const { solutions } = inverseKinematics(robot, { link, pose }, { solutions: 50, attempts: 100 });
    expect(solutions.length).toBeGreaterThanOrEqual(4);
    for (const q of solutions) {
      expect(robot.limitFaults(q)).toEqual([]);
      expect(poseMiss(robot.linkPoses(q)[link], pose).length).toBeLessThan(1e-9);
    }
    for (const a of solutions)
      for (const b of solutions) if (a !== b) expect(Math.hypot(...a.map((x, k) => x - b[k]))).toBeGreaterThanOrEqual(0.1);
  });

  test('only those that are accepted count', () => {
    const up = inverseKinematics(planar(), point(1, 1), { accept: ([, elbow]) => elbow > 0, near: { shoulder: 1.4, elbow: -1 } });
    expect(up.solutions[0][1]).toBeGreaterThan(0);
    expect(inverseKinematics(planar(), point(1, 1), { accept: () => false, attempts: 5 })).toMatchObject({ solutions: [], attempts: 5 });
  });
});

describe('what cannot be reached', () => {
  test('gives no solution, and how far the best is off', () => {
    const { solutions, best } = inverseKinematics(planar(), point(3, 4), { attempts: 10 });
    expect(solutions).toEqual([]);
    expect(Math.abs(best.length - 3)).toBeLessThan(1e-6);
    expect(best.angle).toBe(0);
    expect(Math.abs(best.configuration[0] - Math.atan2(4, 3))).toBeLessThan(1e-3);
  });

  test('may be near enough, and is then within the tolerance, not beyond', () => {
    const goal = { ...point(3, 4), tolerance: { length: 3.1 } };
    const { solutions, best } = inverseKinematics(planar(), goal);
    expect(solutions.length).toBe(1);
    expect(best.length).toBeLessThanOrEqual(3.1);
    expect(inverseKinematics(planar(), { ...goal, tolerance: { length: 2.99 } }, { attempts: 10 }).solutions).toEqual([]);
    // the place exactly, the orientation within 0.8: a hand at (1, 1) points along y or x, both π/4 away from what is wanted
    const half = Math.sin(Math.PI / 8);
    const pose = { position: [1, 1, 0] as const, quaternion: [0, 0, half, Math.cos(Math.PI / 8)] as const };
    const turned = inverseKinematics(planar(), { link: 'hand', pose, tolerance: { angle: 0.8 } });
    expect(turned.solutions.length).toBe(1);
    expect(turned.best.length).toBeLessThan(1e-8);
    expect(inverseKinematics(planar(), { link: 'hand', pose, tolerance: { angle: 0.78 } }, { attempts: 20 }).solutions).toEqual([]);
  });

  test('limits are kept: where the only solutions are beyond them there is none', () => {
    const robot = planar({ lower: -1, upper: 1 });
    expect(inverseKinematics(robot, point(-1, 1), { attempts: 20 }).solutions).toEqual([]);
    const { best, solutions } = inverseKinematics(robot, point(0, 2), { attempts: 20 });
    expect(solutions).toEqual([]);
    expect(robot.limitFaults(best.configuration)).toEqual([]);
    expect(best.length).toBeGreaterThan(0.05);
  });
});

test('a length 1024 times as long gives the same angles, bit by bit', () => {
  const small = inverseKinematics(planar({ lower: -2, upper: 2 }), point(0.5, 1.25));
  const large = inverseKinematics(planar({ lower: -2, upper: 2 }, 1024), point(512, 1280));
  expect(large.solutions).toEqual(small.solutions);
  expect(large.best.length).toBe(1024 * small.best.length);
});

test('the same call gives the same answer, and another seed other ones', () => {
  const random = new Random(3);
  const robot = randomRobot(random, 7);
  const goal: PoseGoal = { link: 'tip', pose: robot.linkPoses(randomValues(robot, random)).tip };
  const ask = (options: InverseOptions) => inverseKinematics(robot, goal, { solutions: 4, ...options }).solutions;
  expect(ask({ seed: 7 })).toEqual(ask({ seed: 7 }));
  expect(ask({ seed: 7 })).not.toEqual(ask({ seed: 8 }));
});

describe('joints that may move', () => {
  test('others keep the values they rest at', () => {
    const robot = planar();
    const goal: PoseGoal = { link: 'hand', pose: { position: [1, 1, 0] }, free: ['orientation'] };
    const { solutions } = inverseKinematics(robot, goal, { joints: ['elbow'], rest: { shoulder: Math.PI / 2 } });
    expect(solutions[0][0]).toBe(Math.PI / 2);
    expect(Math.abs(solutions[0][1] + Math.PI / 2)).toBeLessThan(1e-9);
    expect(inverseKinematics(robot, goal, { joints: ['elbow'], rest: { shoulder: 1 }, attempts: 5 }).solutions).toEqual([]);
    expect(inverseKinematics(robot, goal, { group: 'arm' }).solutions.length).toBe(1);
    // a link that the elbow does not move
    const upper: PoseGoal = { link: 'upper', pose: { quaternion: [0, 0, Math.sin(0.2), Math.cos(0.2)] } };
    const [found] = inverseKinematics(robot, upper, { near: { elbow: 0.7 } }).solutions;
    expect(found[1]).toBe(0.7);
    expect(Math.abs(found[0] - 0.4)).toBeLessThan(1e-9);
  });

  test("what was asked before changes nothing (seed 'before')", () => {
    const random = new Random('before');
    const fresh = () => randomRobot(new Random('fresh'), 7, ['floating', 'prismatic']);
    const robot = fresh();
    const calls = Array.from({ length: 12 }, (_, i): [PoseGoal, InverseOptions] => {
      const values = randomValues(robot, random);
      const link = i % 3 === 0 ? 'l5' : 'tip';
      const at = i % 4 < 2 ? {} : { at: { position: random.direction(), quaternion: random.quaternion() } };
      const joints = i % 5 < 3 ? {} : { joints: ['j2', 'j3', 'j4', 'j5', 'j6'] };
      return [
        { link, pose: robot.linkPoses(values)[link], ...at },
        { rest: randomValues(robot, random), attempts: 3, ...joints },
      ];
    });
    for (const [goal, options] of calls) expect(inverseKinematics(robot, goal, options)).toEqual(inverseKinematics(fresh(), goal, options));
  });

  test('the values not told are 0 or the limit nearest to it', () => {
    const limits = { lower: -2, upper: -1 };
    const robot = new Robot({
      name: 'r',
      links: [
        { name: 'a', joint: { name: 'first', type: 'revolute', axis: [0, 0, 1], limits } },
        { name: 'b', parent: 'a', joint: { name: 'second', type: 'continuous', axis: [0, 0, 1] } },
      ],
    });
    const { solutions } = inverseKinematics(robot, { link: 'b', pose: {} }, { joints: ['second'] });
    expect(solutions[0][0]).toBe(-1);
    expect(Math.abs(solutions[0][1] - 1)).toBeLessThan(1e-9);
  });
});

describe('bad input', () => {
  const robot = planar({ lower: -1, upper: 1 });
  const goal = point(1, 1);
  const cases: readonly [unknown, unknown, RegExp][] = [
    [{ ...goal, link: 'foot' }, {}, /no link 'foot'; it has upper, fore, hand/],
    [{ link: 'hand' }, {}, /needs a pose/],
    [{ ...goal, pose: { position: [1, Number.NaN, 0] } }, {}, /pose: position/],
    [{ ...goal, free: ['roll'] }, {}, /some of x, y, z, rx, ry, rz, position, orientation; got \['roll'\]/],
    [{ ...goal, free: 'rz' }, {}, /must be a list/],
    [{ ...goal, free: ['rx', 'ry'] }, {}, /two axes \(rx, ry\)/],
    [{ ...goal, free: ['position', 'orientation'] }, {}, /nothing is wanted/],
    [{ ...goal, tolerance: { length: 0 } }, {}, /length must be a number above 0, got 0/],
    [{ ...goal, tolerance: { angel: 1 } }, {}, /did you mean 'angle'/],
    [goal, { attempts: 0 }, /attempts must be a whole number above 0, got 0/],
    [goal, { solutions: 1.5 }, /solutions must be a whole number above 0/],
    [goal, { joints: ['wrist'] }, /no joint 'wrist'/],
    [goal, { joints: [] }, /none of the joints \(an empty list\) moves link 'hand'/],
    [goal, { joints: 'elbow' }, /must be a list of names, got 'elbow'/],
    [goal, { group: 'legs' }, /no group 'legs'; there are arm, empty/],
    [goal, { group: 'empty' }, /none of the joints/],
    [goal, { group: 'arm', joints: ['elbow'] }, /joints or a group, not both/],
    [goal, { joints: ['elbow'], rest: { shoulder: 2 } }, /rest: joint 'shoulder' at 2 is beyond its limits -1 to 1/],
    [goal, { near: [1] }, /must have 2 values/],
    [goal, { begin: { elbow: 1 } }, /begin must be a list/],
    [goal, { accept: 1 }, /accept must be a function/],
    [goal, { seed: Number.NaN }, /seed/],
  ];
  test.each(cases)('%j %j', (given, options, message) => {
    expect(() => inverseKinematics(robot, given as PoseGoal, options as InverseOptions)).toThrow(message);
  });

  test('a joint whose followers leave it no value is told', () => {
    const torn = new Robot({
      name: 'torn',
      links: [
        { name: 'a', joint: { name: 'j', type: 'revolute', limits: { lower: 1, upper: 2 } } },
        { name: 'b', parent: 'a', joint: { name: 'k', type: 'revolute', limits: { lower: -2, upper: -1 }, mimic: { joint: 'j' } } },
      ],
    });
    expect(() => inverseKinematics(torn, { link: 'b', pose: {} })).toThrow(
      /no value of joint 'j' is within its limits and those of the joints/,
    );
  });
});

describe('a budget of time', () => {
  afterEach(() => setClock(undefined));
  /** Out of reach: all attempts are made. */
  const far: PoseGoal = { link: 'hand', pose: { position: [9, 0, 0] }, free: ['orientation'] };

  test('ends the search, between attempts and within one, and tells what came nearest', () => {
    const whole = inverseKinematics(planar(), far, { attempts: 50 });
    expect(whole.attempts).toBe(50);
    let now = 0;
    setClock(() => now++);
    const hurried = inverseKinematics(planar(), far, { attempts: 50, maxMilliseconds: 8 });
    expect(hurried.attempts).toBeGreaterThan(0);
    expect(hurried.attempts).toBeLessThan(8);
    expect(now).toBeLessThan(12);
    expect(hurried.iterations).toBeLessThan(whole.iterations / 4);
    expect(hurried.best.length).toBeLessThan(9);
    now = 0;
    const none = inverseKinematics(planar(), far, { maxMilliseconds: 0 });
    expect([none.attempts, none.iterations]).toEqual([0, 0]);
    expect(none.solutions).toEqual([]);
  });

  test('the time that accept takes counts', () => {
    let now = 0;
    setClock(() => now);
    const accept = (): boolean => {
      now += 5;
      return false;
    };
    const { attempts, solutions } = inverseKinematics(planar(), point(1, 1), { accept, attempts: 50, maxMilliseconds: 12 });
    expect([attempts, solutions.length]).toEqual([3, 0]);
  });

  test('without one nothing changes', () => {
    expect(inverseKinematics(planar(), point(1, 1), { solutions: 2, maxMilliseconds: Infinity })).toEqual(
      inverseKinematics(planar(), point(1, 1), { solutions: 2 }),
    );
    for (const maxMilliseconds of [-1, Number.NaN, '1' as unknown as number])
      expect(() => inverseKinematics(planar(), far, { maxMilliseconds })).toThrow(/inverse: maxMilliseconds must be a number ≥ 0/);
  });
});
