import { expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { composeModels, taylorPoseSize, writeRanges } from '../../../src/motion/taylor-pose.ts';
import { rational } from '../../support/rational.ts';

/** Fixed point; what is cut is far below the 2^-480 that every radius has. */
const BITS = 640n;
const times = (a: bigint, b: bigint): bigint => (a * b) >> BITS;

function fixed(x: number): bigint {
  const { numerator, denominator } = rational(x);
  return (numerator << BITS) / denominator;
}

/** Σ aₖ sᵏ + e */
function valueAt(a: Float64Array, i: number, n: number, s: bigint, e: number): bigint {
  let sum = 0n;
  for (let k = n; k >= 0; k--) sum = times(sum, s) + fixed(a[i + k]);
  return sum + fixed(e);
}

/** Three poses of models, and members of them, picked inside their radii, at s: entry e of derivative m. */
function randomPoses(random: Random, n: number): { models: Float64Array; at: (s: bigint) => bigint[][] } {
  const size = n + 2;
  const models = new Float64Array(3 * taylorPoseSize(n));
  const aside = Array.from({ length: 36 }, () => random.pick([-1, 1, 0, 0.25]));
  for (let e = 0; e < 36; e++) {
    for (let k = 0; k <= n; k++) models[e * size + k] = random.range(-1, 1) * random.pick([1, 1, 1e-9, 0]);
    models[e * size + n + 1] = random.pick([0, 1e-12, 0.01]);
  }
  const member = (e: number, s: bigint): bigint => valueAt(models, e * size, n, s, aside[e] * models[e * size + n + 1]);
  const at = (s: bigint): bigint[][] => [0, 12, 24].map((first) => Array.from({ length: 12 }, (_, e) => member(first + e, s)));
  return { models, at };
}

/** Entry (row, column) of A B, R row by row, then T, the last row of B being 0 0 0 1 (`whole`) or zeros. */
function entry(a: bigint[], b: bigint[], row: number, column: number, whole: boolean): bigint {
  let sum = column === 3 && whole ? a[9 + row] : 0n;
  for (let k = 0; k < 3; k++) sum += times(a[3 * row + k], column < 3 ? b[3 * k + column] : b[9 + k]);
  return sum;
}

test.each([1, 2, 3, 5])('products of models of degree %i hold the exact products of their members and both derivatives', (n) => {
  const random = new Random(`taylor-pose-${n}`);
  const size = n + 2;
  const out = new Float64Array(taylorPoseSize(n));
  const ranges = new Float64Array(24);
  const escaped: string[] = [];
  for (let i = 0; i < 6; i++) {
    const a = randomPoses(random, n);
    const b = randomPoses(random, n);
    for (const order of [0, 1, 2]) {
      composeModels(a.models, 0, b.models, 0, order, n, out, 0);
      writeRanges(out, 0, 1, n, ranges, 0);
      for (const s of [-1, random.range(-1, 1), 1].map(fixed)) {
        const [A, B] = [a.at(s), b.at(s)];
        for (let row = 0; row < 3; row++) {
          for (let column = 0; column < 4; column++) {
            // Leibniz: (AB)″ = A″B + 2 A′B′ + A B″; the last row of B is constant
            let exact = entry(A[order], B[0], row, column, true);
            if (order >= 1) exact += entry(A[0], B[order], row, column, false);
            if (order === 2) exact += 2n * entry(A[1], B[1], row, column, false);
            const e = column < 3 ? 3 * row + column : 9 + row;
            const off = exact - valueAt(out, e * size, n, s, 0);
            const held = (off < 0n ? -off : off) <= fixed(out[e * size + n + 1]);
            const inRange = fixed(ranges[2 * e]) <= exact && exact <= fixed(ranges[2 * e + 1]);
            if (!held || !inRange) escaped.push(`order ${order}, entry ${e}, s ${s}`);
          }
        }
      }
    }
  }
  expect(escaped).toEqual([]);
});

test('ranges of a pose are cut to what a rotation can be, those of places and of rates are not', () => {
  const n = 2;
  const models = new Float64Array(taylorPoseSize(n));
  for (let e = 0; e < 12; e++) models.set([0.9, 0.5, 0, 0.1], e * (n + 2));
  const out = new Float64Array(24);
  writeRanges(models, 0, 0, n, out, 0);
  expect(Array.from(out).map((x, k) => (k % 2 === 1 ? x <= 1 : x >= 0.29))).toEqual(
    Array.from({ length: 24 }, (_, k) => k < 18 || k % 2 === 0),
  );
  writeRanges(models, 0, 1, n, out, 0);
  expect(out[1]).toBeGreaterThanOrEqual(1.5);
});
