import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { ANGLE_ERROR, angleOf, COS_POLYNOMIAL, PI, SIN_COS_ERROR, SIN_POLYNOMIAL, sinCos } from '../../../src/math/trig.ts';
import { errorInUnits, preciseSinCos } from '../../support/precise-trig.ts';
import { addRationals, compareRationals, multiplyRationals, type Rational, rational, subtractRationals } from '../../support/rational.ts';

const out = new Float64Array(2);

/** The larger error of sine and cosine at x, in units of 2^-53. */
function errorAt(x: number): number {
  sinCos(x, out, 0);
  const exact = preciseSinCos(x);
  return Math.max(errorInUnits(out[0], exact.sin), errorInUnits(out[1], exact.cos));
}

function largestError(angles: Iterable<number>): number {
  let largest = 0;
  for (const x of angles) {
    const error = errorAt(x);
    if (!(error <= SIN_COS_ERROR * 2 ** 53)) throw new Error(`sinCos(${x}) is off by ${error} · 2^-53`);
    largest = Math.max(largest, error);
  }
  return largest;
}

function nextAfter(x: number, steps: number): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(steps));
  return view.getFloat64(0);
}

describe('sinCos stays within its proven error', () => {
  test('random angles of every kind, seed trig-1', () => {
    const random = new Random('trig-1');
    const kinds: Record<string, () => number> = {
      'up to one turn': () => random.range(-PI, PI),
      'up to π/4': () => random.range(-PI / 4, PI / 4),
      'ends of the reduced range': () => nextAfter((random.integer(40) + 0.5) * (PI / 2), random.integer(9) - 4),
      'up to 2^20': () => random.range(-(2 ** 20), 2 ** 20),
      'around 2^20': () => 2 ** 20 + random.range(-4, 4),
      tiny: () => random.range(-1, 1) * 2 ** -random.integer(100),
      'up to 2^60': () => random.range(-1, 1) * 2 ** random.integer(60),
    };
    const worst: string[] = [];
    for (const [kind, draw] of Object.entries(kinds)) {
      const error = largestError(Array.from({ length: 2500 }, draw));
      worst.push(`${kind} ${error.toFixed(3)}`);
      // Bits are the same everywhere, so are these maxima; a lost correction term shows here before it breaks the bound.
      expect(error).toBeLessThan(0.77);
      expect(error).toBeGreaterThan(0.4);
    }
    console.info(`largest error of sinCos in 2^-53: ${worst.join(', ')}`);
  });

  test('doubles nearest to multiples of π/2, seed trig-2', () => {
    const random = new Random('trig-2');
    const multiples = Array.from({ length: 1500 }, (_, i) => (i < 500 ? i + 1 : 1 + random.integer(667_543)));
    largestError(multiples.flatMap((n) => [-1, 0, 1].map((step) => nextAfter(n * (PI / 2), step))));
  });

  test('the largest angles, and the one closest to a multiple of π/2', () => {
    const random = new Random('trig-3');
    const huge = Array.from({ length: 300 }, () => random.range(1, 2) * 2 ** (60 + random.integer(964)));
    largestError([Number.MAX_VALUE, 6381956970095103 * 2 ** 797, 1e22, 2 ** 1023, 2 ** 20, nextAfter(2 ** 20, 1), ...huge]);
    sinCos(6381956970095103 * 2 ** 797, out, 0);
    expect(Math.abs(out[1])).toBeLessThan(1e-18);
    expect(Math.abs(out[1])).toBeGreaterThan(1e-19);
  });

  test('a small angle keeps a small relative error of its sine, seed trig-4', () => {
    const random = new Random('trig-4');
    for (let i = 0; i < 2000; i++) {
      const x = random.range(0.5, 1) * 2 ** -random.integer(70);
      sinCos(x, out, 0);
      expect(errorInUnits(out[0], preciseSinCos(x).sin)).toBeLessThanOrEqual(Math.min(1, 2 * x));
    }
    for (const x of [5e-324, 2 ** -1022, 1e-300, 1e-200, 1e-100, 1e-50]) {
      sinCos(x, out, 0);
      // x³/6 is far below half a spacing of x.
      expect(out[0]).toBe(x);
      expect(out[1]).toBe(1);
    }
  });
});

describe('sinCos', () => {
  test('is odd and even to the bit and never leaves [−1, 1], seed trig-5', () => {
    const random = new Random('trig-5');
    for (let i = 0; i < 5000; i++) {
      const x = i < 2500 ? (i / 4) * PI : random.range(0, 10) * 2 ** random.integer(i % 10 === 0 ? 900 : 20);
      sinCos(x, out, 0);
      const [s, c] = out;
      expect(Math.max(Math.abs(s), Math.abs(c))).toBeLessThanOrEqual(1);
      sinCos(-x, out, 0);
      expect(out[0] === -s && out[1] === c).toBe(true);
    }
  });

  test('writes only its two numbers and gives the expected values at 0', () => {
    const wide = new Float64Array([7, 7, 7, 7]);
    sinCos(0, wide, 1);
    expect([...wide]).toEqual([7, 0, 1, 7]);
  });

  test.each([NaN, Infinity, -Infinity])('of %s is NaN', (x) => {
    sinCos(x, out, 0);
    expect([...out]).toEqual([NaN, NaN]);
  });
});

// The error proof: on 0 ≤ z ≤ 0.7854² the polynomial minus a Taylor series is a polynomial with rational coefficients, and a
// polynomial in Bernstein form lies between its smallest and largest coefficient.
describe('polynomials are as close as the derivation says', () => {
  const Z = multiplyRationals(rational(0.7854), rational(0.7854));

  function bernsteinBound(coefficients: readonly Rational[]): Rational {
    const degree = coefficients.length - 1;
    let bound: Rational = rational(0);
    for (let i = 0; i <= degree; i++) {
      let sum: Rational = rational(0);
      let power: Rational = rational(1);
      for (let k = 0; k <= i; k++) {
        const weight = { numerator: binomial(i, k), denominator: binomial(degree, k) };
        sum = addRationals(sum, multiplyRationals(weight, multiplyRationals(power, coefficients[k])));
        power = multiplyRationals(power, Z);
      }
      const size = { numerator: sum.numerator < 0n ? -sum.numerator : sum.numerator, denominator: sum.denominator };
      if (compareRationals(size, bound) > 0) bound = size;
    }
    return bound;
  }

  function binomial(n: number, k: number): bigint {
    let product = 1n;
    for (let i = 0; i < k; i++) product = (product * BigInt(n - i)) / BigInt(i + 1);
    return product;
  }

  /** polynomial − Σ ±zᵏ/(first + 2k)!; what the series has beyond these terms is below 0.7854^23/23! < 2^-80. */
  function difference(polynomial: readonly number[], first: number, sign: bigint): Rational[] {
    return Array.from({ length: 10 }, (_, k) => {
      const series = { numerator: sign * (k % 2 === 0 ? 1n : -1n), denominator: factorial(first + 2 * k) };
      return subtractRationals(k < polynomial.length ? rational(polynomial[k]) : rational(0), series);
    });
  }

  function product(a: readonly Rational[], b: readonly Rational[]): Rational[] {
    const sum: Rational[] = Array.from({ length: a.length + b.length - 1 }, () => rational(0));
    a.forEach((x, i) => {
      b.forEach((y, j) => {
        sum[i + j] = addRationals(sum[i + j], multiplyRationals(x, y));
      });
    });
    return sum;
  }

  /** Largest |zᵖ·d| for 0 ≤ z ≤ Z. Raised to degree 40, where Bernstein coefficients are close to the values. */
  function largest(d: readonly Rational[], power: number): number {
    const zeros = (n: number) => Array.from({ length: n }, () => rational(0));
    const bound = bernsteinBound([...zeros(power), ...d, ...zeros(41 - power - d.length)]);
    return Number((bound.numerator << 300n) / bound.denominator) * 2 ** -300;
  }

  function factorial(n: number): bigint {
    return n <= 1 ? 1n : BigInt(n) * factorial(n - 1);
  }

  const u = 2 ** -53;

  test('sine: |r³·d| < 0.05u and |r³·d| < 0.12u·|r|', () => {
    const d = difference(SIN_POLYNOMIAL, 3, -1n);
    const absolute = Math.sqrt(largest(product(d, d), 3));
    const relative = largest(d, 1);
    console.info(`sine polynomial: ${(absolute / u).toFixed(4)}u, ${(relative / u).toFixed(4)}u·|r|`);
    expect(absolute).toBeLessThan(0.05 * u);
    expect(relative).toBeLessThan(0.12 * u);
  });

  test('cosine: |r⁴·d| < 0.001u', () => {
    const absolute = largest(difference(COS_POLYNOMIAL, 4, 1n), 2);
    console.info(`cosine polynomial: ${(absolute / u).toFixed(5)}u`);
    expect(absolute).toBeLessThan(0.001 * u);
  });
});

describe('angleOf', () => {
  /** Relative error of a as the angle of (c, s) in 2^-53, from sin(a − exact) = (s_a·c − c_a·s)/|(c, s)|. */
  function relativeError(s: number, c: number): number {
    const a = angleOf(s, c);
    const bits = a < 1e-30 ? 1300 : 256;
    const exact = preciseSinCos(a, bits);
    const [ps, pc, pa] = [s, c, a].map(rational);
    // Common denominator, so that only integers remain; tan(a − exact) = cross/dot, and nobody sees the cube of 2^-50.
    const S = ps.numerator * pc.denominator;
    const C = pc.numerator * ps.denominator;
    const cross = exact.sin * C - exact.cos * S;
    const dot = exact.cos * C + exact.sin * S;
    const scaled = ((cross * pa.denominator) << 200n) / (dot * pa.numerator);
    return Math.abs(Number(scaled)) * 2 ** (53 - 200);
  }

  test('stays within its proven relative error, seed angle-1', () => {
    const random = new Random('angle-1');
    let largest = 0;
    for (let i = 0; i < 12_000; i++) {
      const size = 2 ** (i % 7 === 0 ? random.integer(1900) - 1000 : 0);
      const s = random.next() * (i % 3 === 0 ? 2 ** -random.integer(60) : 1) * size;
      const c = random.range(-1, 1) * (i % 5 === 0 ? 2 ** -random.integer(60) : 1) * size;
      if (s === 0) continue;
      const error = relativeError(s, c);
      if (!(error <= ANGLE_ERROR * 2 ** 53)) throw new Error(`angleOf(${s}, ${c}) is off by ${error} · 2^-53`);
      largest = Math.max(largest, error);
    }
    console.info(`largest relative error of angleOf in 2^-53: ${largest.toFixed(3)}`);
    expect(largest).toBeLessThan(2);
    expect(largest).toBeGreaterThan(0.5);
  });

  test('at the borders of its sectors, in tiny and in huge numbers, seed angle-2', () => {
    const random = new Random('angle-2');
    const pairs: [number, number][] = [
      [1e-300, 1],
      [2 ** -1021, 1],
      [5e-324, 5e-324],
      [5e-324, -5e-324],
      [1e-320, 3e-320],
    ];
    pairs.push(
      [Number.MAX_VALUE, Number.MAX_VALUE],
      [Number.MAX_VALUE, -Number.MAX_VALUE],
      [Number.MAX_VALUE, 1],
      [1, Number.MAX_VALUE * 2 ** -30],
    );
    pairs.push([1, 0], [1, 5e-324], [1, -5e-324], [1e-5, -1], [1e-17, -1]);
    for (const border of [0.3, 0.72, 1 / 0.72, 1 / 0.3]) {
      for (let i = 0; i < 300; i++) {
        const c = random.range(0.1, 1) * random.pick([-1, 1]);
        pairs.push([Math.abs(c) * border * (1 + (random.integer(9) - 4) * 2 ** -52), c]);
      }
    }
    for (const [s, c] of pairs) expect(relativeError(s, c), `${s}, ${c}`).toBeLessThanOrEqual(ANGLE_ERROR * 2 ** 53);
  });

  test('gives exact values on the axes', () => {
    expect(angleOf(0, 0)).toBe(0);
    expect(angleOf(0, 3)).toBe(0);
    expect(angleOf(0, -3)).toBe(PI);
    expect(angleOf(2, 0)).toBe(PI / 2);
    expect(angleOf(2, 2)).toBe(PI / 4);
  });

  test.each([
    [NaN, 1],
    [1, NaN],
    [Infinity, 1],
    [1, -Infinity],
    [Infinity, Infinity],
    [NaN, NaN],
  ])('of %s, %s is NaN', (s, c) => {
    expect(angleOf(s, c)).toBeNaN();
  });
});
