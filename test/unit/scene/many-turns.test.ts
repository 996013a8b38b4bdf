import { describe, expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { box, sphere } from '../../../src/mesh/primitives.ts';
import { methodNamed, SCENE_METHODS } from '../../../src/methods/index.ts';
import { ballisticMotion } from '../../../src/motion/ballistic-motion.ts';
import { rotationMotion } from '../../../src/motion/rigid-motion.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { Scene } from '../../../src/scene/scene.ts';

const shapesAt = (size: Vec3, position: Vec3): { shape: ReturnType<typeof box>; pose: { position: Vec3 } }[] => [
  { shape: box(size), pose: { position } },
];
const joint = (position: Vec3, axis: Vec3): { type: 'continuous'; origin: { position: Vec3 }; axis: Vec3 } => ({
  type: 'continuous',
  origin: { position },
  axis,
});

/** A turntable with an arm on it, and a spindle with a blade at its end. */
const arm = new Robot({
  name: 'arm',
  links: [
    { name: 'base', shapes: [{ shape: box(0.2) }] },
    { name: 'upper', parent: 'base', joint: joint([0, 0, 0.12], [0, 0, 1]), shapes: shapesAt([0.1, 0.1, 0.6], [0, 0, 0.4]) },
    { name: 'fore', parent: 'upper', joint: joint([0, 0, 0.75], [0, 1, 0]), shapes: shapesAt([0.08, 0.08, 0.5], [0, 0, 0.3]) },
    { name: 'blade', parent: 'fore', joint: joint([0, 0, 0.6], [0, 0, 1]), shapes: shapesAt([0.3, 0.04, 0.02], [0.05, 0, 0.1]) },
  ],
});
const obstacles = [
  { name: 'wall', shape: box([0.1, 2, 2]), pose: { position: [1.5, 0, 1] as const } },
  { name: 'roof', shape: box([3, 3, 0.1]), pose: { position: [0, 0, 2.2] as const } },
];
const scene = new Scene({ robots: [arm], obstacles });

describe.each(SCENE_METHODS)('%s: a robot with joints of many turns, free', (method) => {
  test.each([
    ['spindle', [0, 0, 0], [0, 0, 1]],
    ['spindle while the arm moves', [0, 0, 0], [0, 0.6, 1]],
    ['turntable', [0, 0.4, 0], [1, 0.5, 0]],
    ['spindle on a turntable', [0, 0.4, 0], [1, 0.5, -0.7]],
  ])('%s', (_, from, to) => {
    for (const turn of [100, 1e4, 1e6]) {
      const end = to.map((value) => (Math.abs(value) >= 0.7 ? turn * value : value));
      const answer = scene.firstContact({ arm: arm.path([from, end]) }, { method: methodNamed(method) });
      expect(answer.status).toBe('free');
      expect(answer.stats.nodes + answer.stats.triangles + answer.stats.iterations).toBeLessThan(1000);
    }
  });
});

test('clearance, yes or no, and stretches of contact of many turns', () => {
  const motions = {
    arm: arm.path([
      [0, 0, 0],
      [0, 0, 1e4],
    ]),
  };
  expect(scene.motionIsFree({ arm: [0, 0, 0] }, { arm: [0, 0, 1e4] })).toBe(true);
  expect(scene.contactIntervals(motions).intervals).toEqual([]);
  // the blade's highest face is 0.12 + 0.75 + 0.6 + 0.11 = 1.58 up, the roof begins at 2.15; its tip turns within 0.2 of the axis
  const { gap } = scene.clearance(motions, { accuracy: 0.01 });
  expect(gap[0]).toBeGreaterThan(0.01);
  expect(gap[0]).toBeLessThanOrEqual(gap[1]);
  expect(scene.motionIsFree({ arm: [0, 0.5, 0] }, { arm: [1e3, 0.5, 0] }, { clearance: 0.005 })).toBe(true);
});

describe.each(SCENE_METHODS)('%s: a spindle that is lowered onto a pin', (method) => {
  const height = 0.7;
  const spindle = new Robot({
    name: 'drill',
    links: [
      { name: 'slide', joint: { type: 'prismatic', axis: [0, 0, 1] } },
      { name: 'bit', parent: 'slide', joint: { type: 'continuous', axis: [0, 0, 1] }, shapes: [{ shape: box([2, 0.1, 0.05]) }] },
    ],
  });
  const spot: Vec3 = [0.4, 0.55, height];
  const pin = sphere(0.005, spot);

  test('is told when the same motion of a body hits it, after a hundred turns', () => {
    const motion = ballisticMotion({ velocity: [0, 0, 1], angularVelocity: [0, 0, 1000] }, 1);
    const tolerance = 1e-6;
    const alone = firstContact({ shape: box([2, 0.1, 0.05]), motion }, { shape: pin }, { tolerance });
    expect(alone.status).toBe('contact');
    expect(alone.time).toBeGreaterThan(0.66);
    const drilling = new Scene({ robots: [spindle], obstacles: [{ name: 'pin', shape: pin }] });
    const motions = {
      drill: spindle.path([
        [0, 0],
        [1, 1000],
      ]),
    };
    const answer = drilling.firstContact(motions, { method: methodNamed(method), tolerance });
    expect(answer.status).toBe('contact');
    expect(Math.abs(answer.time - alone.time)).toBeLessThan(2e-6);
    expect(drilling.motionIsFree({ drill: [0, 0] }, { drill: [1, 1000] })).toBe(false);
    // one joint that does both
    const joint = { type: 'helical', axis: [0, 0, 1], pitch: (2 * Math.PI) / 1000 } as const;
    const screw = new Robot({ name: 'drill', links: [{ name: 'bit', joint, shapes: [{ shape: box([2, 0.1, 0.05]) }] }] });
    const boring = new Scene({ robots: [screw], obstacles: [{ name: 'pin', shape: pin }] });
    const bored = boring.firstContact({ drill: screw.path([[0], [1000]]) }, { method: methodNamed(method), tolerance });
    expect(bored.status).toBe('contact');
    expect(Math.abs(bored.time - alone.time)).toBeLessThan(2e-6);
    expect(boring.motionIsFree({ drill: [0] }, { drill: [1000] })).toBe(false);
    expect(boring.firstContact({ drill: screw.path([[0], [600]]) }, { method: methodNamed(method), tolerance }).status).toBe('free');
    const flying = new Scene({ bodies: [{ name: 'bit', shape: box([2, 0.1, 0.05]) }], obstacles: [{ name: 'pin', shape: pin }] });
    const flown = flying.firstContact({ bit: motion }, { method: methodNamed(method), tolerance });
    expect(Math.abs(flown.time - alone.time)).toBeLessThan(2e-6);
  });
});

test('two links that spin about axes of one robot, looked at from what they hang on', () => {
  const mill = new Robot({
    name: 'mill',
    links: [
      { name: 'table', joint: { type: 'continuous', axis: [0, 0, 1] } },
      { name: 'left', parent: 'table', joint: joint([-0.6, 0, 0], [0, 0, 1]), shapes: [{ shape: box([1, 0.1, 0.1]) }] },
      { name: 'right', parent: 'table', joint: joint([0.6, 0, 0], [0, 0, 1]), shapes: [{ shape: box([1, 0.1, 0.1]) }] },
    ],
  });
  const alone = new Scene({ robots: [mill] });
  const free = alone.firstContact({
    mill: mill.path([
      [0, 0, 0],
      [300, 1e4, -7e3],
    ]),
  });
  expect(free.status).toBe('free');
  expect(free.stats.iterations).toBeLessThan(100);
});

test('where rings meet a scene tells how far it is free, too', () => {
  const blade = box([2, 0.1, 0.1]);
  const right = { position: [1.5, 0, 0] as const, quaternion: [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const };
  const beaters = new Scene({
    bodies: [
      { name: 'a', shape: blade },
      { name: 'b', shape: blade },
    ],
  });
  const motions = { a: rotationMotion({}, [0, 0, 1], 2 ** 20), b: rotationMotion(right, [0, 0, 1], -(2 ** 20)) };
  const { status, time, reason } = beaters.firstContact(motions, { maxIterations: 3000 });
  expect([status, reason]).toEqual(['unresolved', 'iterations']);
  expect(time).toBeGreaterThan(0);
});
