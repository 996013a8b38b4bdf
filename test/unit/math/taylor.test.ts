import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import * as taylor from '../../../src/math/taylor.ts';
import { rounds } from '../../support/rounds.ts';
import { exactSinCos, FIXED_BITS, fixed } from '../robot/exact-chain.ts';

const BITS = BigInt(FIXED_BITS);
const DEGREES = [1, 2, 3, 4, 5];

/** A model of degree n and one number of [−r, r] that makes it a function: Σ aₖ sᵏ + δ. */
interface Member {
  readonly model: Float64Array;
  readonly shift: number;
}

function randomMember(random: Random, n: number, size = 1): Member {
  const radius = random.pick([0, 1e-15, 0.01]) * size;
  const sparse = random.next() < 0.3;
  const model = new Float64Array(n + 2).map((_, k) => (sparse && k > 1 ? 0 : size * random.range(-1, 1)));
  model[n + 1] = radius;
  return { model, shift: radius * random.pick([-1, 1, 0.3]) };
}

function valueAt(coefficients: ArrayLike<number>, n: number, s: number): bigint {
  let value = 0n;
  for (let k = n; k >= 0; k--) value = ((value * fixed(s)) >> BITS) + fixed(coefficients[k]);
  return value;
}

function memberAt({ model, shift }: Member, n: number, s: number): bigint {
  return valueAt(model, n, s) + fixed(shift);
}

/** Whether the model at (out, o) holds the value at s; fixed-point numbers are off by less than 2^-260. */
function holdsAt(out: Float64Array, o: number, n: number, s: number, value: bigint): boolean {
  const difference = value - valueAt(out.subarray(o), n, s);
  return (difference < 0n ? -difference : difference) <= fixed(out[o + n + 1]) + (1n << 60n);
}

function samples(random: Random): number[] {
  return [-1, 1, 0, 0.5, ...Array.from({ length: 6 }, () => random.range(-1, 1))];
}

describe('models hold the exact functions', () => {
  test.each(DEGREES)('add, multiply and sums of products of degree %i, seed taylor-1', (n) => {
    const random = new Random(`taylor-1 ${n}`);
    const out = new Float64Array(3 * (n + 2));
    const size = n + 2;
    for (let i = 0; i < rounds(60, 20); i++) {
      const a = randomMember(random, n, random.pick([1, 1e-8, 1e6]));
      const b = randomMember(random, n);
      taylor.add(a.model, 0, b.model, 0, n, out, 0);
      taylor.multiply(a.model, 0, b.model, 0, n, out, size);
      taylor.beginSum();
      taylor.addProduct(a.model, 0, b.model, 0, n, 2);
      taylor.addProduct(b.model, 0, b.model, 0, n, 1);
      taylor.addModel(a.model, 0, n);
      taylor.endSum(n, 2 * n, out, 2 * size);
      for (const s of samples(random)) {
        const x = memberAt(a, n, s);
        const y = memberAt(b, n, s);
        const xy = (x * y) >> BITS;
        expect(holdsAt(out, 0, n, s, x + y)).toBe(true);
        expect(holdsAt(out, size, n, s, xy)).toBe(true);
        expect(holdsAt(out, 2 * size, n, s, 2n * xy + ((y * y) >> BITS) + x)).toBe(true);
      }
    }
  });

  test.each(DEGREES)('sine and cosine of degree %i, seed taylor-2', (n) => {
    const random = new Random(`taylor-2 ${n}`);
    const out = new Float64Array(2 * (n + 2));
    for (let i = 0; i < 60; i++) {
      const a = randomMember(random, n, random.pick([1e-6, 0.1, 1, 3]));
      a.model[0] += random.pick([0, 5, -1000]);
      taylor.sinCos(a.model, 0, n, out, 0);
      expect(out[n + 1]).toBeLessThanOrEqual(1);
      for (const s of samples(random)) {
        const { sin, cos } = exactSinCos(memberAt(a, n, s));
        expect(holdsAt(out, 0, n, s, sin)).toBe(true);
        expect(holdsAt(out, n + 2, n, s, cos)).toBe(true);
      }
    }
  });

  test.each(DEGREES)('polynomials of degree 0 to 5 and their derivatives as models of degree %i, seed taylor-3', (n) => {
    const random = new Random(`taylor-3 ${n}`);
    const out = new Float64Array(n + 2);
    const domain = new Float64Array(2);
    for (let i = 0; i < rounds(50, 17); i++) {
      const degree = random.integer(6);
      const f = new Float64Array(18).map((_, k) => (k % 3 === 1 && k <= 3 * degree + 1 ? random.range(-2, 2) : 0));
      const from = random.range(-1, 1);
      const times = new Float64Array([from, from + random.pick([0, 1e-13, 0.01, 1])]);
      taylor.writeDomain(times, domain);
      for (const order of [0, 1, 2]) {
        taylor.fromPolynomial(f, 1, 3, degree, order, domain, n, out, 0);
        for (const part of [0, 1, 0.25, 0.7]) {
          // s as a double, t = c + h s exactly
          const s = 2 * part - 1;
          const t = fixed(domain[0]) + ((fixed(domain[1]) * fixed(s)) >> BITS);
          let value = 0n;
          for (let m = 5; m >= order; m--) {
            const factor = BigInt(order === 0 ? 1 : order === 1 ? m : m * (m - 1));
            value = ((value * t) >> BITS) + factor * fixed(f[1 + 3 * m]);
          }
          expect(holdsAt(out, 0, n, s, value)).toBe(true);
        }
      }
      expect(fixed(domain[0]) - fixed(domain[1]) <= fixed(times[0])).toBe(true);
      expect(fixed(domain[0]) + fixed(domain[1]) >= fixed(times[1])).toBe(true);
    }
  });

  test.each(DEGREES)('ranges of degree %i hold all values and are hardly wider, seed taylor-4', (n) => {
    const random = new Random(`taylor-4 ${n}`);
    const out = new Float64Array(2);
    for (let i = 0; i < rounds(120, 40); i++) {
      const { model } = randomMember(random, n);
      // higher terms fall off as those of a series do
      const h = random.pick([1, 0.3, 0.01]);
      for (let k = 1; k <= n; k++) model[k] *= h ** k;
      taylor.range(model, 0, n, out, 0);
      let least = Infinity;
      let most = -Infinity;
      for (let j = 0; j <= 200; j++) {
        const value = Number(valueAt(model, n, j / 100 - 1)) * 2 ** -FIXED_BITS;
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
      const radius = model[n + 1];
      expect(out[0]).toBeLessThanOrEqual(least - radius);
      expect(out[1]).toBeGreaterThanOrEqual(most + radius);
      const cubic = [3, 4, 5].reduce((sum, k) => sum + (k <= n ? Math.abs(model[k]) : 0), 0);
      const bent = [2, 3, 4, 5].reduce((sum, k) => sum + (k <= n ? Math.abs(model[k]) : 0), 0);
      // twice |a₃|/4 + |a₄|/8 + |a₅|/16 on each side, what falls between samples, and 64 u of at most 16
      expect(out[1] - out[0] - 2 * radius - (most - least)).toBeLessThanOrEqual(1.25 * cubic + 2e-4 * bent + 2 ** -43);
    }
  });
});

test('the radius of a sine falls with the power n + 1 of the interval', () => {
  for (const n of DEGREES) {
    const radii = [0.4, 0.2, 0.1].map((h) => {
      const model = new Float64Array(n + 2);
      model[0] = 0.7;
      model[1] = h;
      const out = new Float64Array(2 * (n + 2));
      taylor.sinCos(model, 0, n, out, 0);
      return out[n + 1];
    });
    expect(radii[0] / radii[1]).toBeGreaterThan(0.9 * 2 ** (n + 1));
    expect(radii[1] / radii[2]).toBeGreaterThan(0.9 * 2 ** (n + 1));
    // by Chebyshev's polynomials only a fraction 2^-n of the first power above n remains
    expect(radii[2]).toBeLessThan((1.1 * 0.1 ** (n + 1)) / (2 ** n * [1, 1, 2, 6, 24, 120, 720][n + 1]));
  }
});

test('numbers that are not finite bound nothing', () => {
  const model = new Float64Array([Infinity, 1, 0, 0, 0]);
  const out = new Float64Array(10);
  taylor.multiply(model, 0, new Float64Array([0, 1, 0, 0, 0]), 0, 3, out, 0);
  taylor.range(out, 0, 3, out, 0);
  expect([...out.subarray(0, 2)]).toEqual([-Infinity, Infinity]);
  taylor.sinCos(new Float64Array([0, 1e300, 0, 0, 0]), 0, 3, out, 0);
  expect([...out]).toEqual([0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
});

test('an interval of no length has the half-length 0 exactly, and constants stay exact', () => {
  const domain = new Float64Array(2);
  taylor.writeDomain(new Float64Array([0.3, 0.3]), domain);
  expect([...domain]).toEqual([0.3, 0]);
  const out = new Float64Array(5);
  taylor.fromPolynomial(new Float64Array([0.1, 0, 0, 0, 0, 0]), 0, 1, 0, 0, domain, 3, out, 0);
  expect([...out]).toEqual([0.1, 0, 0, 0, 0]);
});
