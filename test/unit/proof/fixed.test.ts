import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { abs, angleOf, BITS, ball, integers, ONE, PI_200, plus, root, rootUp, sinCos, times, unit } from '../../../src/proof/fixed.ts';

/** Digits far beyond the checker's, by other series. */
const WIDE = 300n;
const UNIT: bigint = 1n << WIDE;

/** arctan(1/n) by its series. */
function inverseTangent(n: bigint): bigint {
  let sum = 0n;
  let power = UNIT / n;
  for (let k = 1n, sign = 1n; power !== 0n; k += 2n, sign = -sign, power /= n * n) sum += (sign * power) / k;
  return sum;
}

/** Sine and cosine without any reduction. */
function wideSinCos(angle: bigint): [bigint, bigint] {
  const out: [bigint, bigint] = [0n, 0n];
  let term = UNIT;
  for (let k = 1n; abs(term) > 1n || k < 20n; k++) {
    out[Number((k + 1n) % 2n) === 0 ? 1 : 0] += (k - 1n) % 4n < 2n ? term : -term;
    term = ((term * angle) >> WIDE) / k;
  }
  return out;
}

describe('numbers of the checker, against 300 digits of two', () => {
  test('π is that of Machin', () => {
    const pi = 4n * (4n * inverseTangent(5n) - inverseTangent(239n));
    expect(pi >> (WIDE - 200n)).toBe(PI_200);
  });

  test('sine and cosine are within their error, and that is small (seed 1)', () => {
    const source = new Random(1);
    const random = () => source.next();
    for (let i = 0; i < 300; i++) {
      const x = (random() - 0.5) * 2 ** (random() * 9 - 4);
      const { sin, cos, e } = sinCos(ball(x));
      const [s, c] = wideSinCos(BigInt(Math.floor(x * 2 ** 120)) << (WIDE - BITS));
      expect(abs((s >> (WIDE - BITS)) - sin)).toBeLessThanOrEqual(e);
      expect(abs((c >> (WIDE - BITS)) - cos)).toBeLessThanOrEqual(e);
      expect(e).toBeLessThan(200n);
    }
  });

  test('the angle of a sine and a cosine is theirs (seed 2)', () => {
    const source = new Random(2);
    const random = () => source.next();
    for (const x of [0, 1e-30, 1e-9, ...Array.from({ length: 60 }, () => (random() * Math.PI) / 2), 1.5707963]) {
      const { sin, cos } = sinCos(ball(x));
      const { m, e } = angleOf(abs(sin), abs(cos));
      expect(abs(m - ball(x).m)).toBeLessThanOrEqual(e + 200n);
    }
  });

  test('roots: exactly, and never below', () => {
    for (const n of [1n, 2n, 3n, 4n, 99n, 10n ** 40n - 1n, 10n ** 40n, (1n << 3000n) + 17n]) {
      const r = root(n);
      expect(r * r <= n && (r + 1n) * (r + 1n) > n).toBe(true);
      expect(rootUp(n) ** 2n).toBeGreaterThanOrEqual(n);
      expect(rootUp(n) - r).toBeLessThan(r / 2n ** 50n + 4n);
    }
  });

  test('unit vectors are off by two units at most; doubles become integers without loss', () => {
    expect(integers([0.5, -0.75, 3, 2 ** -1074])).toEqual([1n << 1073n, -3n << 1072n, 3n << 1074n, 1n]);
    const v = integers([3, -4, 12]);
    unit(v).forEach((x, k) => {
      expect(abs(x * 13n - v[k] * ONE)).toBeLessThanOrEqual(26n);
    });
  });

  test('balls hold what they are computed of (seed 3)', () => {
    const source = new Random(3);
    const random = () => source.next();
    for (let i = 0; i < 300; i++) {
      const [a, b] = [0, 1].map(() => ({ m: BigInt(Math.floor((random() - 0.5) * 2 ** 52)) << 70n, e: BigInt(Math.floor(random() * 99)) }));
      const [x, y] = [a, b].map(({ m, e }) => m + (random() < 0.5 ? e : -e));
      const sum = plus(a, b);
      const product = times(a, b);
      expect(abs(sum.m - x - y)).toBeLessThanOrEqual(sum.e);
      // in units of 2⁻²⁴⁰
      expect(abs((product.m << BITS) - x * y)).toBeLessThanOrEqual(product.e << BITS);
    }
  });
});
