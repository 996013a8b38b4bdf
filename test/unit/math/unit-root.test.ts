import { describe, expect, test } from 'vitest';
import { addPolynomials, type IntegerPolynomial, multiplyPolynomials } from '../../../src/math/integer-polynomial.ts';
import { Random } from '../../../src/math/random.ts';
import { rootsInUnitInterval } from '../../../src/math/unit-root.ts';

const SEED = 'unit-root-1';

/** q·x − p: the root p/q. */
function linear(p: number, q: number): IntegerPolynomial {
  return [BigInt(-p), BigInt(q)];
}

function product(factors: readonly IntegerPolynomial[]): IntegerPolynomial {
  return factors.reduce(multiplyPolynomials, [1n]);
}

/** x² − 3x + 3. */
const NO_REAL_ROOT: IntegerPolynomial = [3n, -3n, 1n];

describe('roots in [0, 1]', () => {
  test(`rational roots of any multiplicity are found once, in order, with signs on both sides (seed ${SEED})`, () => {
    const random = new Random(SEED);
    for (let i = 0; i < 1000; i++) {
      const fractions = Array.from({ length: 1 + random.integer(4) }, (): [number, number] => [
        random.integer(9) - 2,
        1 + random.integer(6),
      ]);
      const factors = fractions.map(([p, q]) => linear(p, q));
      if (random.integer(2) === 0) factors.push(NO_REAL_ROOT);
      const polynomial = product(factors);
      const expected = [...new Set(fractions.map(([p, q]) => p / q))].filter((x) => x >= 0 && x <= 1).sort((a, b) => a - b);
      const roots = rootsInUnitInterval(polynomial);
      expect(roots).toHaveLength(expected.length);
      for (const [k, root] of roots.entries()) {
        for (const [p, q] of fractions) expect(root.signOf(linear(p, q))).toBe(Math.sign(expected[k] - p / q));
        expect(root.signOf(polynomial)).toBe(0);
        expect(root.signOf([])).toBe(0);
        expect(root.signOf([-5n])).toBe(-1);
        expect(Math.abs(root.floor() - expected[k])).toBeLessThanOrEqual(2 ** -53);
      }
    }
  });

  test('irrational roots, also of a common factor and next to each other', () => {
    const half: IntegerPolynomial = [-1n, 0n, 2n];
    const close = addPolynomials(
      half.map((c) => c << 400n),
      [1n],
    );
    const [root] = rootsInUnitInterval(multiplyPolynomials(half, linear(2, 1)));
    expect(root.signOf(multiplyPolynomials(half, NO_REAL_ROOT))).toBe(0);
    expect(root.signOf(close)).toBe(1);
    expect(root.floor()).toBe(0.7071067811865475);
    const pair = rootsInUnitInterval(multiplyPolynomials(half, close));
    expect(pair.map((x) => x.signOf(half))).toEqual([-1, 0]);
    expect(pair.map((x) => x.signOf(close))).toEqual([0, 1]);
    expect(rootsInUnitInterval(multiplyPolynomials(half, half))).toHaveLength(1);
  });

  test('roots at the ends and below the smallest double', () => {
    expect(rootsInUnitInterval(product([linear(0, 1), linear(1, 1), linear(1, 2), linear(1, 2)])).map((x) => x.floor())).toEqual([
      0, 0.5, 1,
    ]);
    expect(rootsInUnitInterval([-1n, 1n << 1074n]).map((x) => x.floor())).toEqual([Number.MIN_VALUE]);
    expect(rootsInUnitInterval([-1n, 1n << 1075n]).map((x) => x.floor())).toEqual([0]);
    expect(rootsInUnitInterval([-1n, 1n << 1075n])[0].signOf([0n, 1n])).toBe(1);
  });

  test('constants have none', () => {
    expect(rootsInUnitInterval([])).toEqual([]);
    expect(rootsInUnitInterval([7n])).toEqual([]);
  });
});
