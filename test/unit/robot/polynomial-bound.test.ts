import { expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { largestOf, polynomialBound } from '../../../src/robot/polynomial-bound.ts';

/** dᵏ/dtᵏ Σ cₘ tᵐ, term by term. */
function derivativeAt(c: readonly number[], k: number, t: number): number {
  return c.reduce((sum, x, m) => {
    let factor = x;
    for (let i = 0; i < k; i++) factor *= m - i;
    return m < k ? sum : sum + factor * t ** (m - k);
  }, 0);
}

test("holds every value of every derivative, and is reached at ends (seed 'polynomials')", () => {
  const random = new Random('polynomials');
  for (let round = 0; round < 500; round++) {
    const degree = random.integer(6);
    const stride = 1 + random.integer(3);
    const c = Array.from({ length: degree + 1 }, () => random.range(-3, 3) * random.pick([0, 1, 1, 1e-6]));
    const array = new Float64Array(4 + stride * 6).fill(Number.NaN);
    for (const [m, x] of c.entries()) array[4 + stride * m] = x;
    for (let k = 0; k <= 3; k++) {
      const bound = polynomialBound(array, 4, stride, degree, k);
      let most = 0;
      for (let i = 0; i <= 200; i++) most = Math.max(most, Math.abs(derivativeAt(c, k, i / 200)));
      expect(bound, `round ${round}, derivative ${k}`).toBeGreaterThanOrEqual(most * (1 - 1e-15));
      // Bernstein coefficients of degree ≤ 5 overshoot by a factor that is bounded
      expect(bound, `round ${round}, derivative ${k}`).toBeLessThanOrEqual(60 * most + 1e-12);
    }
  }
});

test('exact for a constant, a line and a monotone power', () => {
  expect(polynomialBound(Float64Array.of(-2), 0, 1, 0, 0)).toBeCloseTo(2, 12);
  expect(polynomialBound(Float64Array.of(1, -4), 0, 1, 1, 0)).toBeCloseTo(3, 12);
  expect(polynomialBound(Float64Array.of(1, -4), 0, 1, 1, 1)).toBeCloseTo(4, 12);
  expect(polynomialBound(Float64Array.of(1, -4), 0, 1, 1, 2)).toBe(0);
  expect(polynomialBound(Float64Array.of(0, 0, 0, 0, 0, 1), 0, 1, 5, 0)).toBeCloseTo(1, 12);
  expect(polynomialBound(Float64Array.of(0, 0, 0, 0, 0, 1), 0, 1, 5, 2)).toBeCloseTo(20, 12);
});

test("the length of a vector polynomial (seed 'vectors')", () => {
  const random = new Random('vectors');
  for (let round = 0; round < 200; round++) {
    const degree = random.integer(6);
    const array = Float64Array.from({ length: 18 }, (_, i) => (i < 3 * (degree + 1) ? random.range(-2, 2) : Number.NaN));
    for (let k = 0; k <= 2; k++) {
      const bound = largestOf(array, 0, degree, k);
      for (let i = 0; i <= 50; i++) {
        const parts = [0, 1, 2].map((e) => {
          const c = Array.from({ length: degree + 1 }, (_, m) => array[3 * m + e]);
          return derivativeAt(c, k, i / 50);
        });
        expect(bound).toBeGreaterThanOrEqual(Math.hypot(...parts) * (1 - 1e-14));
      }
    }
  }
});
