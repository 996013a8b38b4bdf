import { expect, test } from 'vitest';
import { ddAlong, ddCross, ddDifference, ddDot, ddProduct, ddQuotient, ddSum } from '../../../src/geometry/double-double.ts';
import { toIntegers } from '../../support/exact-distance.ts';
import { seeded } from './triangle-families.ts';

/** Exact value of slots as integers over one power of two. */
function exact(r: Float64Array, ...slots: number[]): bigint[] {
  const { integers } = toIntegers([...slots.flatMap((k) => [r[k], r[k + 1]]), 2 ** -1000]);
  return slots.map((_, i) => integers[2 * i] + integers[2 * i + 1]);
}

/** toIntegers writes 2⁻¹⁰⁰⁰ as 2⁵²·2⁻¹⁰⁵². */
const ONE = 1n << 1052n;
const abs = (x: bigint): bigint => (x < 0n ? -x : x);
/** |x − y| ≤ roundings·2⁻¹⁰⁶·|size| */
const near = (x: bigint, y: bigint, size: bigint, roundings: bigint): boolean => abs(x - y) * (1n << 106n) <= roundings * abs(size);

test('sum, difference, product and quotient keep 103 bits (seed 41)', () => {
  const random = seeded(41);
  const r = new Float64Array(40);
  const wild = (): number => (random() - 0.5) * 2 ** Math.floor(60 * random() - 30);
  for (let n = 0; n < 2000; n++) {
    const base = wild();
    const [p, q, s] = [base, n % 3 === 0 ? base * (1 + 1e-15 * random()) : wild(), wild()];
    ddDifference(r, 8, p, q, 1);
    ddDifference(r, 10, s, n % 5 === 0 ? s * (1 + 1e-14) : wild(), 1);
    if (r[10] === 0) continue;
    const [x, y] = exact(r, 8, 10);
    expect(x).toBe(toIntegers([p, 2 ** -1000]).integers[0] - toIntegers([q, 2 ** -1000]).integers[0]);
    ddSum(r, 12, 8, 10, -1);
    ddProduct(r, 14, 8, 10);
    ddQuotient(r, 16, 8, 10);
    const [minus, times, over] = exact(r, 12, 14, 16);
    expect(near(minus, x - y, x - y, 4n)).toBe(true);
    expect(near(times * ONE, x * y, x * y, 9n)).toBe(true);
    expect(near(over * y, x * ONE, x * ONE, 17n)).toBe(true);
  }
});

test('vectors (seed 42)', () => {
  const random = seeded(42);
  const r = new Float64Array(60);
  for (let n = 0; n < 200; n++) {
    for (let k = 8; k < 22; k += 2) ddDifference(r, k, random() - 0.5, 1e-9 * random(), 1);
    const v = exact(r, 8, 10, 12, 14, 16, 18, 20);
    ddDot(r, 30, 8, 14);
    ddCross(r, 32, 8, 14);
    ddAlong(r, 40, 8, 20, 14, -1);
    const [dot, cx, cy, cz, ax] = exact(r, 30, 32, 34, 36, 40);
    const size = ONE * ONE;
    expect(near(dot * ONE, v[0] * v[3] + v[1] * v[4] + v[2] * v[5], size, 30n)).toBe(true);
    expect(near(cx * ONE, v[1] * v[5] - v[2] * v[4], size, 30n)).toBe(true);
    expect(near(cy * ONE, v[2] * v[3] - v[0] * v[5], size, 30n)).toBe(true);
    expect(near(cz * ONE, v[0] * v[4] - v[1] * v[3], size, 30n)).toBe(true);
    expect(near(ax * ONE, v[0] * ONE - v[6] * v[3], size, 30n)).toBe(true);
  }
});
