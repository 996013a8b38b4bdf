// What proofs of closures are made of, against sums of their own: interpolations through Chebyshev's extremes, and how large chains of
// joints become where time is complex.
import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { ChainGrowth } from '../../../../src/robot/follow/proof/chain-growth.ts';
import { gridOf, LEBESGUE } from '../../../../src/robot/follow/proof/extreme-grid.ts';
import { JOINT_A, JOINT_ANGLE, JOINT_B, JOINT_C, JOINT_DEGREE, JOINT_PLACE, JOINT_STRIDE } from '../../../../src/robot/joint-motion.ts';

const DEGREES = [2, 4, 8, 12, 16, 24, 32, 48] as const;

describe('interpolations through extremes', () => {
  test.each(DEGREES)('of degree %i: places are extremes, sums are those of the coefficients', (degree) => {
    const { places, sum } = { places: gridOf(degree).places, sum: gridOf(degree).sum.bind(gridOf(degree)) };
    places.forEach((s, j) => {
      expect(Math.abs(s - Math.cos((j * Math.PI) / degree))).toBeLessThan(1e-15);
    });
    expect(places[degree / 2]).toBe(0);
    const random = new Random(`extremes ${degree}`);
    const coefficients = Array.from({ length: degree + 1 }, () => random.range(-1, 1));
    const values = Float64Array.from(places, (s) => coefficients.reduce((x, c, k) => x + c * Math.cos(k * Math.acos(s)), 0));
    const total = coefficients.reduce((x, c) => x + Math.abs(c), 0);
    const found = sum(values, 0);
    expect(found).toBeGreaterThan(total * (1 - 1e-12));
    expect(found).toBeLessThan(total * (1 + 1e-10));
    expect(sum(new Float64Array(degree + 1), 0)).toBe(0);
    expect(sum(new Float64Array(degree + 1).fill(Number.NaN), 0)).toBeNaN();
  });

  test("the interpolation of values that are off by 1 is off by less than LEBESGUE (seed 'lebesgue')", () => {
    const random = new Random('lebesgue');
    for (const degree of DEGREES) {
      const { places } = gridOf(degree);
      let most = 0;
      for (let round = 0; round < 200; round++) {
        const s = random.range(-1, 1);
        // the sum of what each value counts there, by Lagrange
        most = Math.max(
          most,
          places.reduce((x, at, j) => {
            let own = 1;
            for (const [k, other] of places.entries()) if (k !== j) own *= (s - other) / (at - other);
            return x + Math.abs(own);
          }, 0),
        );
      }
      expect(most).toBeGreaterThan(1);
      expect(most).toBeLessThan(LEBESGUE);
    }
  });
});

/** Complex numbers, for the judge. */
type Complex = readonly [number, number];
const mul = ([a, b]: Complex, [c, d]: Complex): Complex => [a * c - b * d, a * d + b * c];
const sum = ([a, b]: Complex, [c, d]: Complex): Complex => [a + c, b + d];
const cos = ([a, b]: Complex): Complex => [Math.cos(a) * Math.cosh(b), -Math.sin(a) * Math.sinh(b)];
const sin = ([a, b]: Complex): Complex => [Math.sin(a) * Math.cosh(b), Math.cos(a) * Math.sinh(b)];
const real = (x: number): Complex => [x, 0];
const horner = (f: (m: number) => number, degree: number, t: Complex): Complex => {
  let x = real(0);
  for (let m = degree; m >= 0; m--) x = sum(mul(x, t), real(f(m)));
  return x;
};

function powersOf(rho: number): Float64Array {
  const half = (sign: number) => Array.from({ length: 6 }, (_, k) => (rho ** k + sign * rho ** -k) / 2);
  return Float64Array.from([...half(-1), ...half(1)]);
}

describe('chains where time is complex', () => {
  test.each([3, 9, 25])("nothing on the ellipse of %f is larger than told (seed 'ellipse')", (rho) => {
    const random = new Random(`ellipse ${rho}`);
    let nearest = 0;
    for (let round = 0; round < 40; round++) {
      const blocks = 1 + random.integer(5);
      const J = new Float64Array(JOINT_STRIDE * blocks);
      const size = random.range(0, 2) / rho;
      for (let o = 0; o < J.length; o += JOINT_STRIDE) {
        const [x, y, z] = random.direction();
        // a turn about a direction: C = uuᵀ, A = 1 − C, B = [u]×
        const u = [x, y, z];
        const cross = [0, -z, y, z, 0, -x, -y, x, 0];
        for (let e = 0; e < 9; e++) {
          J[o + JOINT_C + e] = u[Math.floor(e / 3)] * u[e % 3];
          J[o + JOINT_A + e] = (e % 4 === 0 ? 1 : 0) - J[o + JOINT_C + e];
          J[o + JOINT_B + e] = cross[e];
        }
        const degree = random.integer(6);
        J[o + JOINT_DEGREE] = degree;
        for (let m = 0; m <= degree; m++) {
          J[o + JOINT_ANGLE + m] = random.range(-1, 1) * (m === 0 ? 3 : size / 2 ** (m * m));
          for (let e = 0; e < 3; e++) J[o + JOINT_PLACE + 3 * m + e] = random.range(-1, 1) * (m === 0 ? 1 : size / 2 ** (m * m));
        }
      }
      const [from, to] = round % 2 === 0 ? [0, 1] : [0.25, 0.25 + random.range(0, 0.75)];
      const growth = new ChainGrowth(blocks);
      growth.begin(0);
      for (let k = 0; k < blocks; k++) growth.add(J, JOINT_STRIDE * k, from, to, 0, 0);
      growth.end(0.5);
      growth.grow(powersOf(rho), 0.5);
      for (let k = 0; k < 24; k++) {
        const angle = (k * Math.PI) / 12;
        const s: Complex = [((rho + 1 / rho) / 2) * Math.cos(angle), ((rho - 1 / rho) / 2) * Math.sin(angle)];
        const t = sum(real(from), mul(real((to - from) / 2), sum(s, real(1))));
        // the end of the chain, a point half a length along x beyond it
        let point: Complex[] = [real(0.5), real(0), real(0)];
        let turned: Complex[] = [real(1), real(0), real(0)];
        for (let o = J.length - JOINT_STRIDE; o >= 0; o -= JOINT_STRIDE) {
          const degree = J[o + JOINT_DEGREE];
          const a = horner((m) => J[o + JOINT_ANGLE + m], degree, t);
          const entry = (e: number): Complex =>
            sum(real(J[o + JOINT_C + e]), sum(mul(cos(a), real(J[o + JOINT_A + e])), mul(sin(a), real(J[o + JOINT_B + e]))));
          const turn = (v: Complex[]): Complex[] =>
            [0, 3, 6].map((row) => sum(mul(entry(row), v[0]), sum(mul(entry(row + 1), v[1]), mul(entry(row + 2), v[2]))));
          turned = turn(turned);
          point = turn(point).map((x, e) =>
            sum(
              x,
              horner((m) => J[o + JOINT_PLACE + 3 * m + e], degree, t),
            ),
          );
        }
        const norm = (v: Complex[]): number => Math.hypot(...v.flat());
        expect(norm(point)).toBeLessThanOrEqual(growth.length);
        expect(norm(turned)).toBeLessThanOrEqual(growth.turn);
        nearest = Math.max(nearest, norm(point) / growth.length);
      }
      expect(growth.turnOff).toBeLessThan(1e-11);
      expect(growth.placeOff).toBeLessThan(1e-10);
    }
    expect(nearest).toBeGreaterThan(0.5);
  });
});
