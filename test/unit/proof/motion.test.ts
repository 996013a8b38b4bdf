import { describe, expect, test } from 'vitest';
import { rigidMotion } from '../../../src/index.ts';
import { writeMatrix } from '../../../src/math/quat.ts';
import { Random } from '../../../src/math/random.ts';
import { poseAt } from '../../../src/motion/pose-at.ts';
import { ONE } from '../../../src/proof/fixed.ts';
import type { Frames } from '../../../src/proof/motion.ts';
import { Problem } from '../../../src/proof/problem.ts';

const real = (x: bigint) => Number(x) / 2 ** 120;

describe('poses', () => {
  test('of in-between motions are those of the library (seed 4)', () => {
    const random = new Random(4);
    const one = () => random.next() * 2 - 1;
    for (let i = 0; i < 40; i++) {
      const [p0, p1] = [0, 1].map(() => [one(), one(), one()] as const);
      // some of them half a turn, some next to none
      const q0 = unitOf(i % 4 === 0 ? [1, 0, 0, 0] : [one(), one(), one(), one()]);
      const q1 = unitOf(i % 4 === 0 ? [0, 1, 0, 0] : i % 4 === 1 ? q0.map((x) => x + 1e-9 * one()) : [one(), one(), one(), one()]);
      const motion = rigidMotion({ position: p0, quaternion: q0 }, { position: p1, quaternion: q1 });
      const problem = new Problem(0);
      problem.frame({ kind: 'frame', parent: -1, moves: 'free' });
      const { frames } = problem.segment({ motions: [{ between: [...p0, ...q0, ...p1, ...q1] }] });
      for (const t of [0, 0.25, 0.8125, 1]) {
        const { R, p, eR, ep } = frames.poseAt(0, -1, BigInt(t * 2 ** 120));
        const { position, quaternion } = poseAt(motion, t);
        const matrix = new Float64Array(9);
        writeMatrix(quaternion, matrix, 0);
        R.forEach((x, k) => {
          expect(Math.abs(real(x) - matrix[k])).toBeLessThan(1e-14);
        });
        p.forEach((x, k) => {
          expect(Math.abs(real(x) - position[k])).toBeLessThan(1e-14);
        });
        expect(eR + ep).toBeLessThan(10_000n);
      }
    }
  });

  test('a frame seen from another one is what both are in the world', () => {
    const { frames } = arm(new Random(5), 3);
    const t = ONE / 3n;
    const x = [ONE, ONE / 2n, -ONE];
    const inWorld = placed(frames, 3, -1, t, x);
    const seen = placed(frames, 3, 1, t, x);
    const back = placed(frames, 1, -1, t, seen);
    back.forEach((y, k) => {
      expect(Math.abs(real(y - inWorld[k]))).toBeLessThan(1e-30);
    });
  });
});

describe('bounds', () => {
  test('no point of a chain bends more than the bound, in whichever frame (seed 6)', () => {
    const random = new Random(6);
    let closest = 0;
    for (let round = 0; round < 60; round++) {
      const { frames, count } = arm(random, 1 + (round % 4));
      const [t0, t1] = [random.next() / 2, 0.5 + random.next() / 2].map((t) => BigInt(Math.floor(t * 2 ** 40)) << 80n);
      for (let k = 0; k < 12; k++) {
        const from = Math.floor(random.next() * count);
        const seen = Math.floor(random.next() * (count + 1)) - 1;
        const x = [0, 1, 2].map(() => BigInt(Math.floor((random.next() * 2 - 1) * 2 ** 50)) << 70n);
        const rho = BigInt(Math.ceil(Math.hypot(...x.map(real)) * 2 ** 50)) << 70n;
        const { bent } = frames.reach(from, seen, rho, t0, t1);
        // second differences over 2⁻³⁰, in numbers of 120 digits
        const h = ONE >> 30n;
        const t = t0 + h + BigInt(Math.floor(random.next() * 2 ** 30)) * ((t1 - t0 - 2n * h) >> 30n);
        const [a, b, c] = [t - h, t, t + h].map((at) => placed(frames, from, seen, at, x));
        const second = Math.hypot(...b.map((y, i) => real(a[i] + c[i] - 2n * y) * 2 ** 60));
        expect(second).toBeLessThanOrEqual(real(bent) * (1 + 1e-6) + 1e-12);
        if (bent > 0n) closest = Math.max(closest, second / real(bent));
      }
    }
    // a bound that is never nearly met would hide a test that cannot fail
    expect(closest).toBeGreaterThan(0.5);
  });

  test('tubes: joints off by their error stay within the bound (seed 7)', () => {
    const random = new Random(7);
    for (let round = 0; round < 40; round++) {
      const seed = Math.floor(random.next() * 1e6);
      const error = 0.01;
      const [nominal, off] = [0, error].map((by) => arm(new Random(seed), 3, by, error));
      const x = [ONE, -ONE / 2n, ONE / 4n];
      const { off: beside, turned } = nominal.frames.reach(3, -1, (ONE * 3n) / 2n, 0n, ONE);
      const bound = turned.reduce((sum, one) => sum + one, beside);
      for (const t of [0n, ONE / 2n, ONE]) {
        const [a, b] = [nominal, off].map(({ frames }) => placed(frames, 3, -1, t, x));
        expect(Math.hypot(...a.map((y, k) => real(y - b[k])))).toBeLessThanOrEqual(real(bound));
      }
    }
  });
});

function unitOf(q: readonly number[]): [number, number, number, number] {
  const length = Math.hypot(...q);
  return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}

function placed(frames: Frames, frame: number, seenFrom: number, t: bigint, x: readonly bigint[]): bigint[] {
  const { R, p } = frames.poseAt(frame, seenFrom, t);
  return [0, 3, 6].map((i, k) => ((R[i] * x[0] + R[i + 1] * x[1] + R[i + 2] * x[2]) >> 120n) + p[k]);
}

/** A free base and joints of all kinds on it; values run by polynomials, `by` beside them and in a tube of `error`. */
function arm(random: Random, joints: number, by = 0, error = 0): { frames: Frames; count: number } {
  const problem = new Problem(0);
  const one = () => Math.round((random.next() * 2 - 1) * 1024) / 1024;
  const pose = () => [one(), one(), one(), one(), one(), one(), one() + 2];
  problem.frame({ kind: 'frame', parent: -1, moves: 'free' });
  for (let j = 0; j < joints; j++) {
    const moves = ['revolute', 'prismatic', 'helical'][j % 3];
    const more = moves === 'helical' ? { pitch: one() } : {};
    problem.frame({
      kind: 'frame',
      parent: j,
      at: pose(),
      moves,
      axis: [one(), one(), one() + 2],
      ...more,
      value: j,
      times: one() + 1.5,
      plus: one(),
    });
  }
  const values = Array.from({ length: joints }, (_, j) => {
    const powers = j % 2 === 0 ? [one(), 2 * one()] : [one(), one(), 3 * one(), 2 * one()];
    powers[0] += by;
    return { powers, part: [0.125, 0.875], ...(error > 0 ? { error } : {}) };
  });
  const { frames } = problem.segment({ values, motions: [{ between: [...pose(), ...pose()] }] });
  return { frames, count: joints + 1 };
}
