import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import { Random } from '../../../src/math/random.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { PosedLinks, robotPath, robotTrajectory, type TrajectoryPoint } from '../../../src/robot/robot-path.ts';
import { product, turn } from '../../support/brute-force.ts';
import { rosPolynomial } from '../../support/brute-robot.ts';

const two = new Robot({
  name: 'two',
  links: [
    { name: 'a', joint: { type: 'revolute' } },
    { name: 'b', parent: 'a', joint: { type: 'prismatic' } },
  ],
});

describe('paths', () => {
  const path = robotPath(two, [[0, 1], { b_joint: 3 }, [7, 3]]);

  test('straight between configurations, joints that are not named stay', () => {
    expect(path.segments).toBe(2);
    expect(path.times).toBe(null);
    expect([...path.configurationAt(0)]).toEqual([0, 1]);
    expect([...path.configurationAt(0.25)]).toEqual([0, 1.5]);
    expect([...path.configurationAt(1)]).toEqual([0, 3]);
    expect([...path.configurationAt(1.5)]).toEqual([3.5, 3]);
    expect([...path.configurationAt(2)]).toEqual([7, 3]);
    expect(path.secondsAt(1.25)).toBe(1.25);
  });

  test('angles are never reduced', () => {
    const turns = robotPath(two, [
      [0, 0],
      [100, 0],
    ]);
    expect(turns.configurationAt(0.5)[0]).toBe(50);
  });

  test('beyond its ends, the ends', () => {
    expect([...path.configurationAt(-1)]).toEqual([0, 1]);
    expect([...path.configurationAt(3)]).toEqual([7, 3]);
  });

  test('copies what it is given', () => {
    const from = [1, 2];
    const own = robotPath(two, [from, [3, 4]]);
    from[0] = 100;
    expect([...own.configurationAt(0)]).toEqual([1, 2]);
  });

  test("a floating joint turns by the shorter arc, and about a fixed axis (seed 'floating')", () => {
    const robot = new Robot({ name: 'f', links: [{ name: 'a', joint: { type: 'floating' } }] });
    const random = new Random('floating');
    for (let round = 0; round < 100; round++) {
      const q0 = random.quaternion();
      const axis = random.direction();
      const angle = random.range(0, 3.1);
      const q1 = product(turn(axis, angle), q0).map((x) => (round % 2 ? -x : x));
      const t = random.next();
      const got = robotPath(robot, [
        [0, 0, 0, ...q0],
        [2, 4, 6, ...q1],
      ]).configurationAt(t);
      const expected = product(turn(axis, angle * t), q0);
      for (let k = 0; k < 3; k++) expect(got[k]).toBeCloseTo(2 * (k + 1) * t, 14);
      const dot = expected.reduce((sum, x, k) => sum + x * got[3 + k], 0);
      expect(Math.abs(dot)).toBeCloseTo(1, 12);
      for (let k = 0; k < 4; k++) expect(Math.sign(dot) * got[3 + k]).toBeCloseTo(expected[k], 10);
    }
  });
});

describe('trajectories as ROS executes them', () => {
  const at = (points: readonly TrajectoryPoint[], time: number): number => robotTrajectory(two, points).configurationAt(time)[0];

  test('linear without velocities', () => {
    const points = [
      { time: 1, positions: [0, 0] },
      { time: 3, positions: [4, 0], velocities: [1, 1] },
    ];
    expect(at(points, 0.25)).toBe(1);
    expect(robotTrajectory(two, points).secondsAt(0.25)).toBe(1.5);
    expect(robotTrajectory(two, points).secondsAt(1)).toBe(3);
  });

  test('rates by joint name are those in order, and all of them', () => {
    const listed = [
      { time: 0, positions: [0, 0], velocities: [1, 2], accelerations: [3, 4] },
      { time: 1, positions: [1, 1], velocities: [5, 6], accelerations: [7, 8] },
    ];
    const [first, second] = two.joints.map(({ name }) => name);
    const named = listed.map(({ velocities: [v, w], accelerations: [a, b], ...rest }) => ({
      ...rest,
      velocities: { [second]: w, [first]: v },
      accelerations: { [first]: [a], [second]: b },
    }));
    expect(two.trajectory(named).points).toEqual(two.trajectory(listed).points);
    const withRates = (velocities: unknown) => () =>
      two.trajectory([{ time: 0, positions: [0, 0], velocities: velocities as number[] }, listed[1]]);
    expect(withRates({ [first]: 1 })).toThrow(`velocities: joint '${second}' needs a finite number, got undefined`);
    expect(withRates({ [first]: 1, [second]: 1, elbow: 1 })).toThrow(/has no joint 'elbow'/);
    expect(withRates({ [first]: [1, 2], [second]: 1 })).toThrow(/takes 1 values, got \[1, 2\]/);
    for (const value of [null, '1', true, Number.NaN]) expect(withRates([value, 0])).toThrow(/needs a finite number/);
    expect(withRates(3)).toThrow(/must be a list or by joint name, got 3/);
  });

  test('more than one list is refused', () => {
    const more = two as unknown as Record<'path' | 'trajectory', (...lists: unknown[]) => unknown>;
    expect(() =>
      more.path(
        [
          [0, 0],
          [1, 1],
        ],
        [[2, 2]],
      ),
    ).toThrow(/path takes one list of configurations; got/);
    expect(() =>
      more.trajectory(
        [
          { time: 0, positions: [0, 0] },
          { time: 1, positions: [1, 1] },
        ],
        [],
      ),
    ).toThrow(/takes one list of points/);
  });

  test('cubic: by hand, 2 s from 0 to 4, velocities 1 and 3', () => {
    const points = [
      { time: 1, positions: [0, 0], velocities: [1, 0] },
      { time: 3, positions: [4, 0], velocities: [3, 0] },
    ];
    // s + a s² + b s³ with 2 + 4a + 8b = 4 and 1 + 4a + 12b = 3: a = 1/2, b = 0
    for (const t of [0, 0.25, 0.5, 0.75, 1]) expect(at(points, t)).toBeCloseTo(2 * t + 2 * t * t, 14);
  });

  test('quintic: by hand, from rest to rest in 1 s it is 10 t³ − 15 t⁴ + 6 t⁵', () => {
    const points = [0, 1].map((time) => ({ time, positions: [time, 0], velocities: [0, 0], accelerations: [0, 0] }));
    for (const t of [0, 0.1, 0.5, 0.9, 1]) expect(at(points, t)).toBeCloseTo(10 * t ** 3 - 15 * t ** 4 + 6 * t ** 5, 14);
  });

  test('accelerations at one end only: cubic', () => {
    const points = [
      { time: 0, positions: [0, 0], velocities: [0, 0], accelerations: [9, 9] },
      { time: 1, positions: [1, 0], velocities: [0, 0] },
    ];
    expect(at(points, 0.25)).toBeCloseTo(3 / 16 - 2 / 64, 14);
  });

  test("ends have the given positions, velocities and accelerations (seed 'ends')", () => {
    const random = new Random('ends');
    for (let round = 0; round < 200; round++) {
      const quintic = round % 2 === 1;
      const T = random.range(0.1, 5);
      const [p0, p1, v0, v1, a0, a1] = Array.from({ length: 6 }, () => random.range(-3, 3));
      const path = robotTrajectory(two, [
        { time: 0, positions: [p0, 0], velocities: [v0, 0], accelerations: quintic ? [a0, 0] : undefined },
        { time: T, positions: [p1, 0], velocities: [v1, 0], accelerations: quintic ? [a1, 0] : undefined },
      ]);
      const f = (t: number): number => path.configurationAt(t)[0];
      const reference = rosPolynomial(T, p0, p1, v0, v1, quintic ? a0 : undefined, quintic ? a1 : undefined);
      for (const t of [0, 0.3, 0.8, 1])
        expect(f(t)).toBeCloseTo(
          reference.reduceRight((sum, c) => sum * t + c, 0),
          9,
        );
      const h = 1e-3;
      const scale = 1 + T * T;
      const slope = (x: readonly number[]): number => (-25 * x[0] + 48 * x[1] - 36 * x[2] + 16 * x[3] - 3 * x[4]) / (12 * h);
      const bend = (x: readonly number[]): number =>
        (45 * x[0] - 154 * x[1] + 214 * x[2] - 156 * x[3] + 61 * x[4] - 10 * x[5]) / (12 * h * h);
      const first = [0, 1, 2, 3, 4, 5].map((k) => f(k * h));
      const last = [0, 1, 2, 3, 4, 5].map((k) => f(1 - k * h));
      expect(first[0]).toBe(p0);
      expect(last[0]).toBe(p1);
      expect(Math.abs(slope(first) / T - v0)).toBeLessThan((1e-6 * scale) / T);
      expect(Math.abs(-slope(last) / T - v1)).toBeLessThan((1e-6 * scale) / T);
      if (!quintic) continue;
      expect(Math.abs(bend(first) / (T * T) - a0)).toBeLessThan((1e-3 * scale) / (T * T));
      expect(Math.abs(bend(last) / (T * T) - a1)).toBeLessThan((1e-3 * scale) / (T * T));
    }
  });
});

describe('links posed by themselves', () => {
  const pose = { position: [1, 0, 0] } as const;

  test('poses by order and by name', () => {
    expect(new PosedLinks(two, [[pose, pose], { a: pose, b: pose }]).segments).toBe(1);
  });

  test.each([
    ['one instant', [[pose, pose]]],
    ['a pose too few', [[pose, pose], [pose]]],
    ['no pose of a link', [{ a: pose }, { a: pose }]],
    ['an instant that is null', [null, null]],
    [
      'a pose that is NaN',
      [
        [pose, pose],
        [pose, { position: [Number.NaN, 0, 0] }],
      ],
    ],
    ['not a list', 7],
  ])('%s is an input error', (_, poses) => {
    expect(() => new PosedLinks(two, poses as unknown as [])).toThrow(InputError);
  });
});

test('forward kinematics: two bars in a plane, base turned a quarter', () => {
  const arm = new Robot({
    name: 'arm',
    base: { position: [1, 0, 0], quaternion: [0, 0, Math.SQRT1_2, Math.SQRT1_2] },
    links: [
      { name: 'upper', joint: { name: 'shoulder', type: 'revolute', axis: [0, 0, 1] } },
      { name: 'fore', parent: 'upper', joint: { name: 'elbow', type: 'revolute', axis: [0, 0, 1], origin: { position: [2, 0, 0] } } },
    ],
  });
  // base turned by 90°, shoulder by 30°: the elbow stands at 120° from x, 2 away; the forearm points to 180°
  const { fore, upper } = arm.linkPoses({ shoulder: Math.PI / 6, elbow: Math.PI / 3 });
  expect(upper.position).toEqual([1, 0, 0]);
  expect(fore.position[0]).toBeCloseTo(0, 12);
  expect(fore.position[1]).toBeCloseTo(Math.sqrt(3), 12);
  expect(Math.abs(fore.quaternion[2])).toBeCloseTo(1, 12);
});
