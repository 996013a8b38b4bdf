import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { cross, dot, length, lengthAt, normalise, scaled, subtract } from '../../../src/math/vec3.ts';
import { doubleOfAnySize } from '../../support/random-doubles.ts';
import { addRationals, compareRationals, multiplyRationals, type Rational, rational } from '../../support/rational.ts';

const U = 2 ** -53;
const squared = (x: Rational): Rational => multiplyRationals(x, x);
const exactSquare = (v: readonly number[]): Rational => v.map((x) => squared(rational(x))).reduce(addRationals);

/** Whether x² is within (1 ± 2e)² of the square, and x not negative. */
function isRootOf(x: number, square: Rational, e: number): boolean {
  const times = (factor: number): Rational => multiplyRationals(square, squared(rational(factor)));
  const own = squared(rational(x));
  return x >= 0 && compareRationals(own, times(1 - e)) >= 0 && compareRationals(own, times(1 + e)) <= 0;
}

describe('vectors', () => {
  test('lengths are right to a few digits of the last place at every size that has one, seed vec3-1', () => {
    const random = new Random('vec3-1');
    let tested = 0;
    while (tested < 120) {
      const x = doubleOfAnySize(random);
      const v: Vec3 = [x, x * random.range(-1.5, 1.5), random.pick([0, x, doubleOfAnySize(random)])];
      const largest = Math.max(...v.map(Math.abs));
      // the length itself has to be a double with all its digits
      if (!(largest > 2 ** -1000 && largest < 2 ** 1022)) continue;
      tested++;
      expect(isRootOf(length(v), exactSquare(v), 8 * U), `${v}`).toBe(true);
      const unit = normalise(v) ?? [0, 0, 0];
      expect(isRootOf(1, exactSquare(unit), 8 * U), `${v}`).toBe(true);
      // along v: no component off by more than roundings
      unit.forEach((e, k) => {
        expect(Math.abs(e - v[k] / length(v)), `${v}`).toBeLessThanOrEqual(16 * U);
      });
    }
    expect([length([0, 0, 0]), normalise([0, -0, 0]), length([5e-324, 0, 0]), length([3e-200, -4e-200, 0]) / 5e-200]).toEqual([
      0,
      undefined,
      5e-324,
      expect.closeTo(1, 14),
    ]);
  });

  test('products of small integers are exact: across both, as long as the area, seed vec3-2', () => {
    const random = new Random('vec3-2');
    const whole = (): Vec3 => [0, 1, 2].map(() => random.integer(2001) - 1000) as unknown as Vec3;
    for (let i = 0; i < 200; i++) {
      const [a, b] = [whole(), whole()];
      const n = cross(a, b);
      expect([dot(n, a), dot(n, b)]).toEqual([0, 0]);
      // Lagrange: |a × b|² = |a|²|b|² − (a·b)²
      expect(dot(n, n)).toBe(dot(a, a) * dot(b, b) - dot(a, b) * dot(a, b));
      const w = subtract(scaled(a, 3), b);
      expect(dot(w, w)).toBe(9 * dot(a, a) - 6 * dot(a, b) + dot(b, b));
      expect(lengthAt(Float64Array.of(7, ...a, 7), 1)).toBeCloseTo(length(a), 9);
    }
    // which way round: x × y = z
    expect(cross([1, 0, 0], [0, 1, 0])).toEqual([0, 0, 1]);
  });
});
