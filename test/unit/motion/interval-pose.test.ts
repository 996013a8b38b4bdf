import { describe, expect, test } from 'vitest';
import { rigidIntervalMotion } from '../../../bench/shared/rigid-interval-motion.ts';
import type { Pose } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import * as pose from '../../../src/motion/interval-pose.ts';
import type { IntervalMotion } from '../../../src/motion/motion.ts';
import {
  type RigidMotion,
  restMotion,
  rigidMotion,
  rotationMotion,
  screwMotion,
  translationMotion,
} from '../../../src/motion/rigid-motion.ts';
import { FIXED_BITS, fixed, holds } from '../robot/exact-chain.ts';
import { type ExactRigid, exactInBetween, exactRigidAt, exactRotation, exactScrew } from './exact-rigid.ts';

const BITS = BigInt(FIXED_BITS);
const { POSE_SIZE, POSE_T } = pose;

/** Blocks of intervals and of numbers inside them, some at the ends. */
function randomBlocks(random: Random, count: number, size: number): { bounds: Float64Array; members: Float64Array } {
  const bounds = new Float64Array(count * POSE_SIZE);
  const members = new Float64Array(count * 12);
  for (let e = 0; e < members.length; e++) {
    const a = size * random.range(-1, 1);
    const b = a + size * random.pick([0, 0, 2 ** -50, 0.01, 1]) * random.next();
    bounds[2 * e] = a;
    bounds[2 * e + 1] = b;
    members[e] = random.pick([a, b, Math.min(b, a + (b - a) * random.next())]);
  }
  return { bounds, members };
}

/** Row times column of exact matrices, column 3 being T. */
function entryOf(a: Float64Array, i: number, b: Float64Array, j: number, row: number, column: number): bigint {
  let sum = 0n;
  for (let k = 0; k < 3; k++) sum += fixed(a[i + 3 * row + k]) * fixed(b[j + (column < 3 ? 3 * k + column : 9 + k)]);
  return sum >> BITS;
}

function place(row: number, column: number): number {
  return column < 3 ? 6 * row + 2 * column : POSE_T + 2 * row;
}

describe('products of interval poses', () => {
  test('hold the exact products of their members, and both derivatives, seed interval-pose-1', () => {
    const random = new Random('interval-pose-1');
    const out = new Float64Array(3 * POSE_SIZE);
    for (let i = 0; i < 400; i++) {
      const size = random.pick([1, 0.5, 1e-20, 1e20]);
      const a = randomBlocks(random, 3, size);
      const b = randomBlocks(random, 3, 1);
      pose.compose(a.bounds, 0, b.bounds, 0, out, 0);
      pose.composeRates(a.bounds, 0, a.bounds, POSE_SIZE, b.bounds, 0, b.bounds, POSE_SIZE, out, POSE_SIZE);
      pose.composeBends(a.bounds, 0, b.bounds, 0, out, 2 * POSE_SIZE);
      for (let row = 0; row < 3; row++) {
        for (let column = 0; column < 4; column++) {
          const term = (m: number, n: number) => entryOf(a.members, 12 * m, b.members, 12 * n, row, column);
          const last = (m: number) => (column < 3 ? 0n : fixed(a.members[12 * m + 9 + row]));
          const exact = [term(0, 0) + last(0), term(1, 0) + term(0, 1) + last(1), term(2, 0) + 2n * term(1, 1) + term(0, 2) + last(2)];
          for (let order = 0; order < 3; order++) {
            // members are no rotations: what is cut to [−1, 1] need not hold them
            if (order === 0 && column < 3 && (exact[0] > 1n << BITS || exact[0] < -(1n << BITS))) continue;
            const at = order * POSE_SIZE + place(row, column);
            if (!holds(out[at], out[at + 1], exact[order])) throw new Error(`order ${order}, entry ${row} ${column} of case ${i}`);
          }
        }
      }
    }
  });

  test('are the hull of the corners, up to rounding, seed interval-pose-2', () => {
    const random = new Random('interval-pose-2');
    const out = new Float64Array(POSE_SIZE);
    for (let i = 0; i < 300; i++) {
      const { bounds: a } = randomBlocks(random, 1, 0.5);
      const { bounds: b } = randomBlocks(random, 1, 0.5);
      pose.compose(a, 0, b, 0, out, 0);
      for (let row = 0; row < 3; row++) {
        let lo = a[POSE_T + 2 * row];
        let hi = a[POSE_T + 2 * row + 1];
        for (let k = 0; k < 3; k++) {
          const [al, ah, bl, bh] = [a[6 * row + 2 * k], a[6 * row + 2 * k + 1], b[POSE_T + 2 * k], b[POSE_T + 2 * k + 1]];
          lo += Math.min(al * bl, al * bh, ah * bl, ah * bh);
          hi += Math.max(al * bl, al * bh, ah * bl, ah * bh);
        }
        expect(Math.abs(out[POSE_T + 2 * row] - lo)).toBeLessThan(1e-13);
        expect(Math.abs(out[POSE_T + 2 * row + 1] - hi)).toBeLessThan(1e-13);
      }
    }
  });

  test('applied to points and directions hold the exact images, seed interval-pose-3', () => {
    const random = new Random('interval-pose-3');
    const out = new Float64Array(12);
    for (let i = 0; i < 300; i++) {
      const { bounds, members } = randomBlocks(random, 1, 1);
      const point = new Float64Array([7, random.range(-9, 9), random.pick([0, 1e-30, 3]), random.range(-1e9, 1e9)]);
      pose.applyToPoint(bounds, 0, point, 1, out, 0);
      pose.applyToDirection(bounds, 0, point, 1, out, 6);
      for (let row = 0; row < 3; row++) {
        let image = 0n;
        for (let k = 0; k < 3; k++) image += (fixed(members[3 * row + k]) * fixed(point[1 + k])) >> BITS;
        expect(holds(out[6 + 2 * row], out[7 + 2 * row], image)).toBe(true);
        expect(holds(out[2 * row], out[2 * row + 1], image + fixed(members[9 + row]))).toBe(true);
      }
    }
  });

  test('overflow and unbounded entries give the whole line, never a NaN', () => {
    const a = new Float64Array(POSE_SIZE).fill(1e200);
    const b = new Float64Array(POSE_SIZE).fill(1e200);
    const out = new Float64Array(POSE_SIZE);
    pose.compose(a, 0, b, 0, out, 0);
    expect([out[POSE_T], out[POSE_T + 1]]).toEqual([-Infinity, Infinity]);
    pose.writeIdentity(a, 0);
    pose.writeIdentity(b, 0);
    b[POSE_T] = -Infinity;
    b[POSE_T + 1] = Infinity;
    pose.compose(a, 0, b, 0, out, 0);
    expect([out[POSE_T], out[POSE_T + 1]]).toEqual([-Infinity, Infinity]);
    expect(out.some(Number.isNaN)).toBe(false);
  });

  test('intersection keeps what both hold, and the first where they share nothing', () => {
    const a = new Float64Array(POSE_SIZE).map((_, k) => (k % 2 === 0 ? 0 : 2));
    const b = new Float64Array(POSE_SIZE).map((_, k) => (k % 2 === 0 ? 1 : 3));
    b[0] = 5;
    b[1] = 6;
    pose.intersectPoses(a, 0, b, 0, a, 0);
    expect([...a.subarray(0, 4)]).toEqual([0, 2, 1, 2]);
  });
});

function randomPose(random: Random, size: number): Required<Pose> {
  // off unit length, as far as is allowed
  const stretch = 1 + random.range(-4e-7, 4e-7);
  const [x, y, z, w] = random.quaternion();
  return {
    position: [size * random.range(-1, 1), size * random.range(-1, 1), size * random.range(-1, 1)],
    quaternion: [x * stretch, y * stretch, z * stretch, w * stretch],
  };
}

/** Another pose whose rotation differs by about `angle`. */
function nearby(random: Random, { position, quaternion }: Required<Pose>, angle: number): Required<Pose> {
  const [x, y, z, w] = quaternion;
  const [a, b, c] = random.direction().map((v) => 0.5 * angle * v);
  const length = Math.hypot(a, b, c, 1);
  const q = [x + a * w + b * z - c * y, y + b * w + c * x - a * z, z + c * w + a * y - b * x, w - a * x - b * y - c * z];
  return {
    position: [position[0] + 1, position[1] - 0.5, position[2]],
    quaternion: q.map((v) => v / length) as [number, number, number, number],
  };
}

const FAMILIES: [name: string, make: (random: Random, pose: Required<Pose>) => [RigidMotion, ExactRigid]][] = [
  ['in-between', (random, a) => both(rigidMotion, exactInBetween, a, randomPose(random, 5))],
  ['in-between by a tiny angle', (random, a) => both(rigidMotion, exactInBetween, a, nearby(random, a, 1e-9))],
  ['screw', (random, a) => both(screwMotion, exactScrew, a, randomPose(random, 5))],
  ['screw about a far axis', (random, a) => both(screwMotion, exactScrew, a, nearby(random, a, random.pick([1e-3, 1e-6])))],
  [
    'rotation about a centre, many turns',
    (random, a) => {
      const axis = random.direction();
      const angle = random.range(-40, 40);
      const centre = [random.range(-9, 9), random.range(-9, 9), 100] as const;
      return [rotationMotion(a, axis, angle, centre), exactRotation(a, axis, angle, centre)];
    },
  ],
];

function both(
  make: (a: Pose, b: Pose) => RigidMotion,
  exact: (a: Pose, b: Pose) => ExactRigid,
  a: Required<Pose>,
  b: Required<Pose>,
): [RigidMotion, ExactRigid] {
  return [make(a, b), exact(a, b)];
}

const ORDERS = ['writePose', 'writeRate', 'writeBend'] as const;

function widest(motion: IntervalMotion, from: number, to: number, order: 0 | 1 | 2): number {
  const out = new Float64Array(POSE_SIZE);
  motion[ORDERS[order]](new Float64Array([from, to]), out, 0);
  return Math.max(...Array.from({ length: 12 }, (_, e) => out[2 * e + 1] - out[2 * e]));
}

describe('rigid motions over intervals of time', () => {
  test.each(FAMILIES)('%s: the exact motion and its derivatives are never outside, seed interval-pose-4', (name, make) => {
    const random = new Random(`interval-pose-4 ${name}`);
    const out = new Float64Array(POSE_SIZE + 1);
    for (let i = 0; i < 12; i++) {
      const a = randomPose(random, random.pick([1, 1000]));
      const [motion, exact] = make(random, a);
      const reference = new Float64Array([a.position[0] + 0.1, a.position[1], 3]);
      const enclosure = rigidIntervalMotion(motion, reference);
      for (const length of [0, 1e-13, 1e-6, 0.02, 0.5, 1]) {
        const from = random.range(0, 1 - length);
        const to = Math.min(1, from + length);
        for (const t of [from, to, Math.min(to, from + length * random.next())]) {
          const values = exactRigidAt(exact, reference, t);
          for (const order of [0, 1, 2] as const) {
            enclosure[ORDERS[order]](new Float64Array([from, to]), out, 1);
            for (let e = 0; e < 12; e++) {
              const [lo, hi] = [out[1 + 2 * e], out[2 + 2 * e]];
              if (!holds(lo, hi, values[order][e])) throw new Error(`${name} ${i}: order ${order}, entry ${e} at ${t} of [${from}, ${to}]`);
            }
          }
        }
      }
    }
  });

  test.each(FAMILIES.slice(0, 3))('%s: widths fall in proportion to the interval, seed interval-pose-5', (name, make) => {
    const random = new Random(`interval-pose-5 ${name}`);
    for (let i = 0; i < 10; i++) {
      const [motion] = make(random, randomPose(random, 1));
      const enclosure = rigidIntervalMotion(motion, new Float64Array(3));
      for (const order of [0, 1, 2] as const) {
        const [wide, half, narrow] = [0.02, 0.01, 1e-5].map((length) => widest(enclosure, 0.3, 0.3 + length, order));
        expect(half).toBeLessThan(0.6 * wide + 1e-11);
        expect(narrow).toBeLessThan((2e-3 * wide) / 2 + 1e-11);
      }
      expect(widest(enclosure, 0.4, 0.4, 0)).toBeLessThan(1e-12);
    }
  });

  test('the enclosure of a short interval is no wider than the motion needs, seed interval-pose-6', () => {
    const random = new Random('interval-pose-6');
    for (let i = 0; i < 20; i++) {
      const motion = rigidMotion(randomPose(random, 1), randomPose(random, 1));
      const enclosure = rigidIntervalMotion(motion, new Float64Array(3));
      const hull = new Float64Array(POSE_SIZE).map((_, k) => (k % 2 === 0 ? Infinity : -Infinity));
      const out = new Float64Array(POSE_SIZE);
      for (let s = 0; s <= 40; s++) {
        const t = 0.2 + 0.1 * (s / 40);
        enclosure.writePose(new Float64Array([t, t]), out, 0);
        for (let e = 0; e < POSE_SIZE; e++) hull[e] = e % 2 === 0 ? Math.min(hull[e], out[e]) : Math.max(hull[e], out[e]);
      }
      enclosure.writePose(new Float64Array([0.2, 0.2 + 0.1]), out, 0);
      for (let e = 0; e < POSE_SIZE; e += 2) expect(out[e + 1] - out[e]).toBeLessThan(hull[e + 1] - hull[e] + 0.002);
    }
  });

  test('rest and translation', () => {
    const out = new Float64Array(POSE_SIZE);
    rigidIntervalMotion(restMotion({ position: [5, 6, 7] }), new Float64Array([5, 6, 6])).writePose(new Float64Array([0, 1]), out, 0);
    expect(out[POSE_T + 4]).toBeCloseTo(1, 14);
    expect(out[POSE_T + 5] - out[POSE_T + 4]).toBeLessThan(2 ** -48);
    const sliding = rigidIntervalMotion(translationMotion({}, [1, 0, -2]), new Float64Array(3));
    sliding.writeRate(new Float64Array([0, 1]), out, 0);
    expect(out[POSE_T]).toBeLessThanOrEqual(1);
    expect(out[POSE_T + 1]).toBeGreaterThanOrEqual(1);
    sliding.writeBend(new Float64Array([0, 1]), out, 0);
    expect([...out.subarray(POSE_T)].every((x) => x === 0)).toBe(true);
  });
});
