import { describe, expect, test } from 'vitest';
import { signOfDot4 } from '../../../src/math/exact.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { Random } from '../../../src/math/random.ts';
import { hardDouble } from '../../support/random-doubles.ts';
import { addRationals, multiplyRationals, rational } from '../../support/rational.ts';

function exactSign(a: number[], b: number[]): number {
  const sum = a.map((x, i) => multiplyRationals(rational(x), rational(b[i]))).reduce(addRationals);
  return sum.numerator > 0n ? 1 : sum.numerator < 0n ? -1 : 0;
}

describe('signOfDot4 agrees with rationals', () => {
  test('on doubles of every size, seed exact-1', () => {
    const random = new Random('exact-1');
    for (let i = 0; i < 3000; i++) {
      const a = Array.from({ length: 4 }, () => hardDouble(random));
      const b = Array.from({ length: 4 }, () => hardDouble(random));
      expect(signOfDot4(a, b), `${a} · ${b}`).toBe(exactSign(a, b));
    }
  });

  test('on sums that cancel, seed exact-2', () => {
    const random = new Random('exact-2');
    const signs = new Set<number>();
    let floatingWrong = 0;
    for (let i = 0; i < 5000; i++) {
      const size = 2 ** (random.integer(1000) - 500);
      const [p, q, r, s] = [0, 1, 2, 3].map(() => random.range(-1, 1));
      const nudge = random.pick([0, 0, 2 ** -53, -(2 ** -53), 2 ** -104]);
      // (p, q, r, s) · (q, −p, s, −r) = 0, then pushed by less than rounding shows.
      const a = [p * size, q * size, r / size, s / size];
      const b = [q / size, (-p / size) * (1 + 2 * nudge), s * size, -r * size];
      const order = random.shuffle([0, 1, 2, 3]);
      const [c, d] = [a, b].map((v) => order.map((k) => v[k]));
      const sign = exactSign(c, d);
      const floating = c[0] * d[0] + c[1] * d[1] + c[2] * d[2] + c[3] * d[3];
      if (Math.sign(floating) !== sign) floatingWrong++;
      signs.add(sign);
      expect(signOfDot4(c, d), `${c} · ${d}`).toBe(sign);
    }
    expect([...signs].sort()).toEqual([-1, 0, 1]);
    expect(floatingWrong).toBeGreaterThan(100);
  });

  test('on products around the smallest double, seed exact-3', () => {
    const random = new Random('exact-3');
    for (let i = 0; i < 3000; i++) {
      const [a, b] = [0, 1].map(() => Array.from({ length: 4 }, () => random.range(-1, 1) * 2 ** -536));
      expect(signOfDot4(a, b), `${a} · ${b}`).toBe(exactSign(a, b));
    }
  });

  test('where products underflow, overflow or hide below rounding', () => {
    const max = Number.MAX_VALUE;
    expect(signOfDot4([5e-324, 0, 0, 0], [5e-324, 1, 1, 1])).toBe(1);
    expect(signOfDot4([-5e-324, 0, 0, 0], [5e-324, 1, 1, 1])).toBe(-1);
    expect(signOfDot4([max, -max, 5e-324, 0], [max, max, 5e-324, 0])).toBe(1);
    expect(signOfDot4([max, -max, 0, 0], [max, max, 0, 0])).toBe(0);
    expect(signOfDot4([1, 1e300, -1e300, 0], [1e-300, 1, 1, 0])).toBe(1);
    expect(signOfDot4([0, -0, 0, -0], [1, 2, 3, 4])).toBe(0);
  });
});

test('takes typed arrays, ignores what follows the fourth number', () => {
  expect(signOfDot4(new Float64Array([1, 0, 0, 0, NaN]), [1, 0, 0, 0, 5])).toBe(1);
});

test.each([[[NaN, 0, 0, 0]], [[1, Infinity, 0, 0]], [[1, 2, 3]]])('refuses %s', (bad) => {
  expect(() => signOfDot4(bad, [1, 1, 1, 1])).toThrow(InputError);
  expect(() => signOfDot4([1, 1, 1, 1], bad)).toThrow(InputError);
});
