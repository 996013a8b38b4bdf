import { describe, expect, test } from 'vitest';
import { pumaRobot } from '../../../../scenes/index.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { rotate } from '../../../../src/math/quat.ts';
import { Random } from '../../../../src/math/random.ts';
import { box } from '../../../../src/mesh/primitives.ts';
import type { BoxConstraint, Constraint, UprightConstraint } from '../../../../src/plan/constraints/constraint.ts';
import { Constraints, type ConstraintsOptions } from '../../../../src/plan/constraints/constraints.ts';
import type { JointType } from '../../../../src/robot/joint-types.ts';
import { Robot } from '../../../../src/robot/robot.ts';
import { Scene } from '../../../../src/scene/scene.ts';
import { rounds } from '../../../support/rounds.ts';
import { randomRobot, randomValues } from '../../robot/inverse/random-robot.ts';

const sceneOf = (...robots: Robot[]) => ({ robots, bodies: [] });
/** The angle between two unit vectors, by the engine's own arctangent. */
const angleBetween = (a: Vec3, b: Vec3) => {
  const cross = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return Math.atan2(Math.hypot(...cross), a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
};
const tiltAt = (robot: Robot, link: string, axis: Vec3, up: Vec3, values: ArrayLike<number>) =>
  angleBetween(rotate(robot.linkPoses(values)[link].quaternion, axis), up);
const pointAt = (robot: Robot, link: string, point: Vec3, values: ArrayLike<number>): Vec3 => {
  const { position, quaternion } = robot.linkPoses(values)[link];
  const [x, y, z] = rotate(quaternion, point);
  return [x + position[0], y + position[1], z + position[2]];
};
/** What f does on the edge, at so many instants. */
const sampled = <T>(robot: Robot, from: Float64Array, to: Float64Array, count: number, f: (values: Float64Array) => T): T[] => {
  const path = robot.path([from, to]);
  return Array.from({ length: count + 1 }, (_, i) => f(path.configurationAt(i / count)));
};
/** Some way from a configuration, quaternions of unit length. */
const nearTo = (robot: Robot, random: Random, values: Float64Array, far: number) => {
  const out = values.map((x) => x + random.range(-far, far));
  for (const { kind, slot } of robot.joints) {
    if (kind.orientation < 0) continue;
    const at = slot + kind.orientation;
    const length = Math.hypot(...out.subarray(at, at + 4));
    for (let k = at; k < at + 4; k++) out[k] /= length;
  }
  return out;
};
const KINDS: readonly (readonly JointType[])[] = [[], ['prismatic', 'continuous'], ['floating'], ['planar', 'revolute', 'prismatic']];

describe('an upright link along edges, against samples', () => {
  test.each(KINDS)("chains of %s %s %s …: yes just above the largest tilt, never below it (seed 'tilts')", (...types) => {
    const random = new Random('tilts');
    for (let i = 0; i < rounds(6); i++) {
      const robot = randomRobot(random, 4 + (i % 3), types);
      const from = randomValues(robot, random);
      const to = nearTo(robot, random, from, [0.03, 0.3, 1.5][i % 3]);
      const axis = random.direction();
      const up = i % 2 === 0 ? random.direction() : rotate(robot.linkPoses(from).tip.quaternion, axis);
      const largest = Math.max(...sampled(robot, from, to, 160, (values) => tiltAt(robot, 'tip', axis, up, values)));
      const along = (tolerance: number) => new Constraints(sceneOf(robot), [{ link: 'tip', axis, up, tolerance }]).holdsAlong(from, to);
      expect(along(largest * (1 - 1e-7))).toBe(false);
      expect(along(largest * 0.9)).toBe(false);
      // samples miss the largest by little
      expect(along(Math.min(3.14, largest * 1.005 + 1e-3))).toBe(true);
    }
  });

  test('a wrist that evens out what the arm does is proven upright within 1e-9', () => {
    const robot = new Robot({
      name: 'scara',
      links: ['shoulder', 'elbow', 'wrist'].map((name, i) => ({
        name,
        joint: { name: `${name}_turn`, type: 'revolute' as const, axis: [0, 1, 0] as const, origin: { position: [i, 0, 0] as const } },
        ...(i > 0 ? { parent: ['shoulder', 'elbow'][i - 1] } : {}),
      })),
    });
    const kept = (tolerance: number, last = 0.4) =>
      new Constraints(sceneOf(robot), [{ link: 'wrist', axis: [0, 0, 1], tolerance }]).holdsAlong([0, 0, 0], [1.5, -1.9, last]);
    expect(kept(1e-9)).toBe(true);
    expect(kept(1e-9, 0.4 + 2e-9)).toBe(false);
    expect(kept(1e-2, 0.4 + 0.9e-2)).toBe(true);
    expect(kept(1e-2, 0.4 + 1.1e-2)).toBe(false);
  });

  test('what breaks for a moment between two good ends is found', () => {
    const robot = new Robot({ name: 'r', links: [{ name: 'a', joint: { type: 'continuous', axis: [1, 0, 0] } }] });
    const constraints = new Constraints(sceneOf(robot), [{ link: 'a', axis: [0, 0, 1], tolerance: 0.1 }]);
    expect(constraints.holds([0])).toBe(true);
    expect(constraints.holds([8 * Math.PI])).toBe(true);
    // after each of eight half turns, and at all probes, it is upright
    expect(constraints.holdsAlong([0], [16 * Math.PI])).toBe(false);
    expect(constraints.holdsAlong([-0.0999], [0.0999])).toBe(true);
    expect(constraints.holdsAlong([-0.0999], [0.1001])).toBe(false);
  });
});

describe('a link in a box along edges, against samples', () => {
  test.each(KINDS)("chains of %s %s %s …: yes in a box just larger, never in one just smaller (seed 'boxes')", (...types) => {
    const random = new Random('boxes');
    for (let i = 0; i < rounds(6); i++) {
      const robot = randomRobot(random, 4 + (i % 3), types, i % 2 === 0 ? 1 : 1000);
      const size = i % 2 === 0 ? 1 : 1000;
      const from = randomValues(robot, random, size);
      const to = nearTo(robot, random, from, [0.03, 0.3, 1.5][i % 3]);
      const point = random.direction();
      const pose = { position: random.direction(), quaternion: random.quaternion() };
      const axes = (
        [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ] as const
      ).map((axis) => rotate(pose.quaternion, axis));
      const points = sampled(robot, from, to, 160, (values) => {
        const p = pointAt(robot, 'tip', point, values);
        return axes.map((n) => n.reduce((sum, x, k) => sum + x * (p[k] - pose.position[k]), 0));
      });
      const least = [0, 1, 2].map((k) => Math.min(...points.map((p) => p[k])));
      const most = [0, 1, 2].map((k) => Math.max(...points.map((p) => p[k])));
      const along = (by: number, side = -1) => {
        const min = least.map((x, k) => x - (side < 0 || side === k ? by : 0.1) * (most[k] - x)) as unknown as Vec3;
        const max = most.map((x, k) => x + (side < 0 || side === k + 3 ? by : 0.1) * (x - least[k])) as unknown as Vec3;
        return new Constraints(sceneOf(robot), [{ link: 'tip', point, box: { min, max, pose } }]).holdsAlong(from, to);
      };
      expect(along(0.005)).toBe(true);
      for (let side = 0; side < 6; side++) expect(along(-1e-7, side)).toBe(false);
    }
  });

  test('sides may be without bound', () => {
    const robot = new Robot({ name: 'r', links: [{ name: 'a', joint: { type: 'prismatic', axis: [0, 0, 1] } }] });
    const above: BoxConstraint = { link: 'a', box: { min: [-Infinity, -Infinity, 0.5], max: [Infinity, Infinity, Infinity] } };
    const constraints = new Constraints(sceneOf(robot), [above]);
    expect(constraints.holdsAlong([1], [1000])).toBe(true);
    expect(constraints.holdsAlong([1], [0.4])).toBe(false);
    expect(constraints.margins([2])).toEqual([1.5]);
    const projected = constraints.project([-3]) as Float64Array;
    expect(projected[0]).toBeGreaterThan(0.5);
    expect(projected[0]).toBeLessThan(1);
  });
});

describe('margins and projection', () => {
  test("tell what forward kinematics tells (seed 'margins')", () => {
    const random = new Random('margins');
    for (let i = 0; i < rounds(20); i++) {
      const robot = randomRobot(random, 5, KINDS[i % KINDS.length]);
      const values = randomValues(robot, random);
      const axis = random.direction();
      const up = random.direction();
      const [x, y, z] = pointAt(robot, 'l2', axis, values);
      const constraints = new Constraints(sceneOf(robot), [
        { link: 'tip', axis, up, tolerance: 1 },
        { link: 'l2', point: axis, box: { min: [x - 1, y - 0.25, z - 1], max: [x + 1, y + 1, z + 1] } },
      ]);
      const [tilt, inside] = constraints.margins(values);
      expect(Math.abs(tilt - (1 - tiltAt(robot, 'tip', axis, up, values)))).toBeLessThan(1e-12);
      expect(Math.abs(inside - 0.25)).toBeLessThan(1e-12);
      expect(constraints.holds(values)).toBe(tilt > 0);
    }
  });

  test("a Puma's tool is brought upright and into a box, near by and within limits (seed 'project')", () => {
    const random = new Random('project');
    const robot = pumaRobot({ gripper: true });
    const upright: UprightConstraint = { link: 'gripper', axis: [1, 0, 0], up: [0, 0, -1], tolerance: 0.1 };
    const inside: BoxConstraint = { link: 'gripper', box: { min: [0.2, -0.6, 0.2], max: [0.8, 0.6, 1] } };
    const constraints = new Constraints(sceneOf(robot), [upright, inside]);
    let found = 0;
    const count = rounds(40);
    for (let i = 0; i < count; i++) {
      const state = randomValues(robot, random);
      const projected = constraints.project(state);
      if (projected === null) continue;
      found++;
      expect(robot.limitFaults(projected)).toEqual([]);
      expect(tiltAt(robot, 'gripper', [1, 0, 0], [0, 0, -1], projected)).toBeLessThan(0.1);
      const p = pointAt(robot, 'gripper', [0, 0, 0], projected);
      for (let k = 0; k < 3; k++) {
        expect(p[k]).toBeGreaterThan(inside.box.min[k]);
        expect(p[k]).toBeLessThan(inside.box.max[k]);
      }
      expect(constraints.project(projected)).toEqual(projected);
      // a small step away and back again: an edge that is proven
      const step = constraints.project(projected.map((x) => x + random.range(-0.02, 0.02)));
      expect(step !== null && constraints.holdsAlong(projected, step)).toBe(true);
    }
    expect(found / count).toBeGreaterThan(0.4);
  });

  test('only the joints named move, and null where these cannot do it', () => {
    const robot = pumaRobot();
    const link = robot.links[robot.links.length - 1].name;
    const state = [0.2, -0.6, 0.5, 0.3, 0.8, 0.1];
    const names = robot.joints.map(({ name }) => name);
    const upright: UprightConstraint = { link, axis: [1, 0, 0], up: [0, 0, -1], tolerance: 0.05 };
    const wrist = new Constraints(sceneOf(robot), [upright], { joints: { [robot.name]: names.slice(3) } });
    const projected = wrist.project(state) as Float64Array;
    expect([...projected.subarray(0, 3)]).toEqual(state.slice(0, 3));
    expect(wrist.holds(projected)).toBe(true);
    // the same with other values of those that stay
    const other = wrist.project([0.4, ...state.slice(1)]) as Float64Array;
    expect(other[0]).toBe(0.4);
    expect(wrist.holds(other)).toBe(true);
    const waist = new Constraints(sceneOf(robot), [upright], { joints: { [robot.name]: names.slice(0, 1) } });
    expect(waist.project(state)).toBe(null);
  });
});

test('of several robots and bodies the one that is named is meant', () => {
  const tip = (name: string) => new Robot({ name, links: [{ name: 'a', joint: { type: 'continuous', axis: [1, 0, 0] } }] });
  const scene = new Scene({ robots: [tip('left'), tip('right')], bodies: [{ name: 'part', shape: box(1) }] });
  const constraints = new Constraints(scene, [
    { robot: 'right', link: 'a', axis: [0, 0, 1], tolerance: 0.5 },
    { robot: 'left', link: 'a', axis: [0, 0, 1], tolerance: 1 },
  ]);
  const body = [0, 0, 0, 0, 0, 0, 1];
  expect(constraints.size).toBe(9);
  expect(constraints.margins([0.25, 0.125, ...body]).map((x) => Math.round(1e9 * x) / 1e9)).toEqual([0.375, 0.75]);
  expect(constraints.holds([0.75, 0.25, ...body])).toBe(true);
  expect(constraints.holds([0.25, 0.75, ...body])).toBe(false);
  expect(constraints.holdsAlong([0.75, 0.25, ...body], [-0.75, -0.25, ...body])).toBe(true);
  expect(constraints.holdsAlong([0.25, 0.25, ...body], [-0.75, -0.75, ...body])).toBe(false);
  const projected = constraints.project([2, 0.25, ...body]) as Float64Array;
  expect([...projected.subarray(1)]).toEqual([0.25, ...body]);
  expect(Math.abs(projected[0])).toBeLessThan(1);
});

describe('bad input', () => {
  const robot = new Robot({
    name: 'arm',
    links: [
      { name: 'a', joint: { name: 'j', type: 'revolute', axis: [0, 0, 1] } },
      { name: 'b', parent: 'a', joint: { type: 'fixed', origin: { position: [1, 0, 0] } } },
    ],
  });
  const upright: UprightConstraint = { link: 'b', axis: [0, 0, 1], tolerance: 0.1 };
  const inside: BoxConstraint = { link: 'b', box: { min: [-1, -1, -1], max: [1, 1, 1] } };
  const moved = (x: number): BoxConstraint => ({ ...inside, box: { ...inside.box, pose: { position: [x, 0, 0] } } });
  const cases: readonly [string, unknown, RegExp][] = [
    ['no list', upright, /must be a list/],
    ['no object', [1], /must be an object/],
    ['a misspelt key', [{ ...upright, tolerence: 1 }], /did you mean 'tolerance'/],
    ['an unknown link', [{ ...upright, link: 'c' }], /no link 'c'; it has a, b/],
    ['an unknown robot', [{ ...upright, robot: 'leg' }], /no robot 'leg'; there are arm/],
    ['no tolerance', [{ link: 'b', axis: [0, 0, 1] }], /tolerance must be an angle above 0 and below π, got undefined/],
    ['a tolerance of 0', [{ ...upright, tolerance: 0 }], /above 0/],
    ['no direction', [{ ...upright, axis: [0, 0, 0] }], /axis: \[0,0,0\] has no direction/],
    ['a box turned inside out', [{ ...inside, box: { min: [1, 0, 0], max: [0, 1, 1] } }], /must be below max/],
    ['a flat box', [{ ...inside, box: { min: [0, 0, 0], max: [1, 1, 0] } }], /not equal either/],
    ['a box of words', [{ ...inside, box: { min: ['0', 0, 0], max: [1, 1, 1] } }], /min must be three numbers/],
    ['a box out of reach', [moved(4)], /the box is 3 from the base of 'arm', and link 'b' gets no farther from it than 1/],
    ['axes that cannot agree', [upright, { ...upright, up: [1, 0, 0] }], /constraints\[0\] and constraints\[1\] contradict/],
    ['axes across each other', [upright, { ...upright, axis: [1, 0, 0], tolerance: 1.4 }], /contradict/],
    [
      'boxes apart',
      [{ ...moved(-1), box: { min: [-1, -1, -1], max: [0.9, 1, 1], pose: { position: [-1, 0, 0] } } }, moved(1.5)],
      /contradict/,
    ],
  ];
  test.each(cases)('%s', (_name, given, message) => {
    expect(() => new Constraints(sceneOf(robot), given as Constraint[])).toThrow(message);
  });

  test('what could agree is let through', () => {
    expect(
      () => new Constraints(sceneOf(robot), [upright, { ...upright, axis: [1, 0, 0], tolerance: 1.5 }, moved(-1), moved(0.5)]),
    ).not.toThrow();
  });

  test('options, states and scenes', () => {
    const make = (options: unknown) => () => new Constraints(sceneOf(robot), [upright], options as ConstraintsOptions);
    expect(make({ joint: {} })).toThrow(/did you mean 'joints'/);
    expect(make({ joints: { leg: [] } })).toThrow(/unknown key 'leg'/);
    expect(make({ joints: { arm: ['k'] } })).toThrow(/no joint 'k'/);
    expect(make({ joints: { arm: 'j' } })).toThrow(/joints of 'arm' must be a list of names, got 'j'/);
    expect(() => new Constraints(sceneOf(), [upright])).toThrow(/names no robot; there are none/);
    const constraints = new Constraints(sceneOf(robot), [upright]);
    expect(() => constraints.holds([0, 0])).toThrow(/a state has 1 numbers, got 2/);
    expect(constraints.holds([Number.NaN])).toBe(false);
  });
});

test('the pose of a box belongs into the box, and the message says so', () => {
  const robot = pumaRobot();
  const link = robot.links[robot.links.length - 1].name;
  const size = { min: [-2, -2, -2] as Vec3, max: [2, 2, 2] as Vec3 };
  const pose = { position: [0.5, 0, 0] as Vec3 };
  expect(() => new Constraints(sceneOf(robot), [{ link, box: size, pose } as BoxConstraint])).toThrow(
    /constraints\[0\]: pose is that of the box; write box: \{ min, max, pose \}/,
  );
  expect(new Constraints(sceneOf(robot), [{ link, box: { ...size, pose } }]).size).toBe(robot.size);
});

test('what rounding may add far out on a thread is no room', () => {
  const joint = { type: 'helical', axis: [0, 0, 1], pitch: 2e6 * Math.PI } as const;
  const robot = new Robot({ name: 'r', links: [{ name: 'nut', joint }] });
  // a thousand radians: 1e9 up, where a rounding is 1e-7
  const state = [1000];
  const [x, y, z] = robot.linkPoses(state).nut.position;
  const within = (room: number): Constraint => ({ link: 'nut', box: { min: [x - 9, y - 9, z - room], max: [x + 9, y + 9, z + room] } });
  const holds = (room: number) => new Constraints(sceneOf(robot), [within(room)]).holds(state);
  expect([holds(9), holds(1e-3)]).toEqual([true, false]);
});
