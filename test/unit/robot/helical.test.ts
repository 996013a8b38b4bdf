import { describe, expect, test } from 'vitest';
import type { Quat, Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { box, sphere } from '../../../src/mesh/primitives.ts';
import { reachOf } from '../../../src/robot/inverse/arm.ts';
import { inverseKinematics } from '../../../src/robot/inverse/inverse.ts';
import type { JointOptions } from '../../../src/robot/joint.ts';
import { jointRange } from '../../../src/robot/joint-range.ts';
import { limitFindings } from '../../../src/robot/limit-findings.ts';
import { Robot } from '../../../src/robot/robot.ts';
import { DragLoop } from '../../../src/scene/drag/drag-loop.ts';
import { Resting } from '../../../src/scene/drag/resting.ts';
import { Scene } from '../../../src/scene/scene.ts';
import { poseMiss } from './inverse/random-robot.ts';

const TURN = 2 * Math.PI;
const screw = (joint: Partial<JointOptions> = {}) =>
  new Robot({
    name: 'press',
    links: [
      { name: 'nut', joint: { name: 'thread', type: 'helical', axis: [0, 0, 1], pitch: 0.02, ...joint }, shapes: [{ shape: box(0.1) }] },
    ],
  });

describe('where a helical joint brings its link', () => {
  test("Rodrigues' formula, and the pitch for every turn (seed 'threads')", () => {
    const random = new Random('threads');
    for (let round = 0; round < 50; round++) {
      const [u, x] = [random.direction(), random.direction()];
      const [pitch, angle] = [random.range(-2, 2), random.range(-40, 40)];
      const { nut } = screw({ axis: u, pitch }).linkPoses({ thread: angle });
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const along = u[0] * x[0] + u[1] * x[1] + u[2] * x[2];
      const across: Vec3 = [u[1] * x[2] - u[2] * x[1], u[2] * x[0] - u[0] * x[2], u[0] * x[1] - u[1] * x[0]];
      const turned = rotated(nut.quaternion, x);
      for (let k = 0; k < 3; k++) {
        expect(turned[k]).toBeCloseTo(c * x[k] + s * across[k] + (1 - c) * along * u[k], 12);
        expect(nut.position[k]).toBeCloseTo(((pitch * angle) / TURN) * u[k], 12);
      }
    }
  });

  test('a whole turn is the pitch, to the right; a negative one goes the other way', () => {
    expect(screw().linkPoses([TURN]).nut.position[2]).toBeCloseTo(0.02, 15);
    expect(screw({ pitch: -0.02 }).linkPoses([3 * TURN]).nut.position[2]).toBeCloseTo(-0.06, 15);
    expect(screw({ pitch: 0 }).linkPoses([TURN]).nut.position).toEqual([0, 0, 0]);
  });

  test('the pitch is a length: it grows with the unit, angles stay', () => {
    const near = screw({ origin: { position: [1, 2, 3] } }).linkPoses([5]).nut;
    const far = screw({ origin: { position: [1024, 2048, 3072] }, pitch: 0.02 * 1024 }).linkPoses([5]).nut;
    expect(far.position.map((x) => x / 1024)).toEqual(near.position);
    expect(far.quaternion).toEqual(near.quaternion);
  });
});

function rotated([x, y, z, w]: Quat, [a, b, c]: Vec3): Vec3 {
  const [p, q, r] = [2 * (y * c - z * b), 2 * (z * a - x * c), 2 * (x * b - y * a)];
  return [a + w * p + y * r - z * q, b + w * q + z * p - x * r, c + w * r + x * q - y * p];
}

describe('what is refused', () => {
  test.each<[string, Partial<JointOptions>, RegExp]>([
    ['no pitch', { pitch: undefined }, /joint 'thread': pitch, the length of a turn, must be a finite number, got undefined/],
    ['no number', { pitch: '5 mm' as never }, /pitch.*got '5 mm'/],
    ['no finite one', { pitch: Number.NaN }, /pitch.*got NaN/],
    ['one beyond all measure', { pitch: 1e300 }, /pitch.*got 1e\+300/],
    ['a pitch of what only turns', { type: 'revolute' }, /joint 'thread': only helical joints have a pitch/],
  ])('%s', (_, joint, words) => {
    expect(() => screw(joint)).toThrow(words);
  });
});

test('whoever makes the robot anew keeps the pitch: attached, elsewhere, with other pairs', () => {
  const robot = screw({ mimic: undefined, limits: { lower: -9, upper: 9 } });
  const shape = sphere(0.01);
  const made = [robot.attach({ name: 'pin', to: 'nut', shape }), robot.placed({ base: { position: [1, 0, 0] } }), robot.withAllowed([])];
  for (const { links } of made) {
    const [{ joint }] = links;
    expect([joint.type, joint.pitch, joint.limits]).toEqual(['helical', 0.02, { lower: -9, upper: 9 }]);
  }
});

test('a whole turn brings it elsewhere, and what turns with it as well', () => {
  expect(jointRange(screw({ limits: { lower: -9, upper: 9 } }), 'thread')).toEqual({ lower: -9, upper: 9, wraps: false });
  const follower = (joint: JointOptions) =>
    new Robot({
      name: 'r',
      links: [
        { name: 'a', joint: { name: 'turn', type: 'continuous' } },
        { name: 'b', parent: 'a', joint: { ...joint, mimic: { joint: 'turn' } } },
      ],
    });
  expect(jointRange(follower({ type: 'revolute' }), 'turn').wraps).toBe(true);
  expect(jointRange(follower({ type: 'helical', pitch: 0.1 }), 'turn').wraps).toBe(false);
});

test('limits are of the angle, on the way too; a follower is judged by its own', () => {
  const robot = screw({ limits: { lower: -1, upper: 10, velocity: 2 } });
  expect(robot.limitFaults([11])).toEqual(["joint 'thread' at 11 is beyond its limits -1 to 10"]);
  const [found] = limitFindings(robot.path([[0], [20]]));
  expect([found.joint, found.limit, found.from, found.value]).toEqual(['thread', 'position', 0.5, 20]);
  const points = [
    { time: 0, positions: [0] },
    { time: 1, positions: [3] },
  ];
  expect(limitFindings(robot.trajectory(points)).map(({ limit, value }) => [limit, value])).toEqual([['velocity', 3]]);
});

describe('inverse kinematics of a spindle', () => {
  const robot = new Robot({
    name: 'scara',
    links: [
      { name: 'upper', joint: { name: 'shoulder', type: 'revolute', axis: [0, 0, 1], limits: { lower: -2.5, upper: 2.5 } } },
      {
        name: 'fore',
        parent: 'upper',
        joint: { name: 'elbow', type: 'revolute', axis: [0, 0, 1], origin: { position: [0.4, 0, 0] }, limits: { lower: -2.5, upper: 2.5 } },
      },
      {
        name: 'bit',
        parent: 'fore',
        joint: {
          name: 'thread',
          type: 'helical',
          axis: [0, 0, 1],
          pitch: 0.05,
          origin: { position: [0.3, 0, 0] },
          limits: { lower: -20 * TURN, upper: 20 * TURN },
        },
      },
    ],
  });

  test("a place is reached by as many turns as it takes (seed 'spindle')", () => {
    const random = new Random('spindle');
    for (let round = 0; round < 20; round++) {
      const values = [random.range(-2, 2), random.range(0.3, 2), random.range(-18, 18) * TURN];
      const wanted = robot.linkPoses(values).bit;
      const { solutions } = inverseKinematics(robot, { link: 'bit', pose: { position: wanted.position }, free: ['orientation'] });
      expect(solutions.length).toBe(1);
      expect(robot.limitFaults(solutions[0])).toEqual([]);
      expect(poseMiss({ ...robot.linkPoses(solutions[0]).bit, quaternion: wanted.quaternion }, wanted).length).toBeLessThan(1e-9);
      expect(Math.abs(solutions[0][2] - values[2])).toBeLessThan(1e-6);
    }
  });

  test('values near by are found, and a whole turn more is another place', () => {
    const values = [0.5, 1, 7 * TURN];
    const wanted = robot.linkPoses(values).bit;
    const { solutions } = inverseKinematics(robot, { link: 'bit', pose: wanted }, { near: [0.4, 1.1, 6.9 * TURN] });
    expect(solutions[0][2]).toBeCloseTo(values[2], 6);
  });
});

test('how far the frame can be counts the thread, within its limits', () => {
  const at = { position: [0, 0, 0], quaternion: [0, 0, 0, 1] } as const;
  const long = screw({ pitch: -0.5, limits: { lower: -2 * TURN, upper: TURN } });
  expect(reachOf(long, 0, at)).toEqual({ length: expect.closeTo(1, 12), bounded: true });
  expect(reachOf(screw(), 0, at)).toEqual({ length: 0, bounded: false });
});

test.each<[string, JointOptions]>([
  ['the thread', { type: 'helical', axis: [1, 0, 0], pitch: 1, mimic: { joint: 'ten' } }],
  ['the slide that follows a follower', { type: 'prismatic', axis: [1, 0, 0], mimic: { joint: 'ten', multiplier: 1 / TURN } }],
])('what rests on a wall is not led through it because %s that carries it far out was not counted', (_, joint) => {
  const robot = new Robot({
    name: 'r',
    links: [
      { name: 'crank', joint: { name: 'crank', type: 'revolute' } },
      { name: 'ten', joint: { name: 'ten', type: 'revolute', mimic: { joint: 'crank', offset: 10 * TURN } } },
      { name: 'arm', joint: { name: 'turn', type: 'revolute', axis: [0, 0, 1] } },
      { name: 'tip', parent: 'arm', joint, shapes: [{ shape: sphere(0.05) }] },
    ],
  });
  // ten turns: the tip runs on a circle of radius 10, half a radian of it, whose middle is 10 (1 − cos ¼) = 0.31 nearer to the wall than its ends
  const [from, to] = [Float64Array.of(0, 0), Float64Array.of(0, 0.5)];
  const poseAt = (t: number) => robot.linkPoses(from.map((x, k) => x + t * (to[k] - x))).tip;
  const a = { side: { body: 'r', link: 'tip' }, meshes: [sphere(0.05)], poseAt, rates: null, chain: { robot, from, to } };
  const out: Vec3 = [Math.cos(0.25), Math.sin(0.25), 0];
  const place = { position: poseAt(0).position.map((x, k) => x + 0.1 * out[k]) as unknown as Vec3, quaternion: [0, 0, 0, 1] as Quat };
  const still = { velocity: [0, 0, 0], spin: [0, 0, 0] } as const;
  const b = { side: { body: 'wall' }, meshes: [sphere(0.05)], poseAt: () => place, rates: still, chain: null };
  const resting = Resting.of(a, b, [out], 0.01, 0.2);
  expect(resting?.provenUntil(a, b, 1)).toBeLessThan(0.5);
});

test('a nut goes as far as the plate lets it, also where it is dragged', () => {
  const robot = screw({ limits: { lower: -100, upper: 100 } });
  const scene = new Scene({ robots: [robot], obstacles: [{ name: 'plate', shape: box([1, 1, 0.02]), pose: { position: [0, 0, 0.16] } }] });
  // the nut's upper face is at 0.05 + 0.02 φ / 2π, the plate's lower one at 0.15
  const hit = scene.firstContact({ press: robot.path([[0], [60]]) });
  expect(hit.status).toBe('contact');
  expect(hit.time * 60).toBeCloseTo((0.1 / 0.02) * TURN, 3);
  expect(scene.motionIsFree({ press: [0] }, { press: [4.9 * TURN] })).toBe(true);
  expect(scene.motionIsFree({ press: [0] }, { press: [5.1 * TURN] })).toBe(false);
  const drag = new DragLoop(scene, { press: [0] }, { keep: 1e-3 });
  const { status, places } = drag.move({ press: [60] });
  expect(status).toBe('contact');
  expect(((places.press as readonly number[])[0] / TURN) * 0.02).toBeCloseTo(0.1 - 1e-3, 5);
  // and back again, to the limit
  expect(drag.move({ press: [-200] }).places.press).toEqual([-100]);
});
