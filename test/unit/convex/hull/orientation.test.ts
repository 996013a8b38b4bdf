import { describe, expect, test } from 'vitest';
import { Orientation } from '../../../../src/convex/hull/orientation.ts';
import { Random } from '../../../../src/math/random.ts';
import { compareRationals, multiplyRationals, type Rational, rational, subtractRationals } from '../../../support/rational.ts';

const ZERO = rational(0);

/** (b − a) × (c − a) in fractions. */
function normalOf(p: Float64Array, a: number, b: number, c: number): Rational[] {
  const edge = (to: number): Rational[] => [0, 1, 2].map((k) => subtractRationals(rational(p[3 * to + k]), rational(p[3 * a + k])));
  const [u, v] = [edge(b), edge(c)];
  return [0, 1, 2].map((k) => {
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    return subtractRationals(multiplyRationals(u[i], v[j]), multiplyRationals(u[j], v[i]));
  });
}

/** Points in general position, in a plane or on a line as far as doubles can be, of mixed sizes, down to subnormals and up to 2^300. */
function randomPoints(random: Random): Float64Array {
  const size = random.pick([1, 1, 2 ** 290, 2 ** -300, 2 ** -1060]);
  const [u, v] = [random.direction(), random.direction()];
  const kind = random.integer(5);
  const points = Array.from({ length: 6 }, () => {
    const [s, t] = [random.range(-1, 1), random.range(-1, 1)];
    if (kind === 0) return random.direction();
    if (kind === 1) return u.map((x, k) => 0.3 + s * x + t * v[k]); // nearly in a plane
    if (kind === 2) return u.map((x) => 0.3 + s * x); // nearly on a line
    if (kind === 3) return [0, 1, 2].map(() => random.integer(3)); // often exactly
    return [0, 1, 2].map(() => random.range(-1, 1) * 2 ** -random.integer(60));
  });
  return Float64Array.from(points.flat(), (x) => x * size);
}

describe('orientations', () => {
  test('sides and turns are those of fractions, also where doubles cannot tell, seed orientation', () => {
    const random = new Random('orientation');
    const signs = [0, 0, 0];
    const wrong: string[] = [];
    for (let i = 0; i < 250; i++) {
      const p = randomPoints(random);
      const orientation = new Orientation(p);
      const [a, b, c, d] = random.shuffle([0, 1, 2, 3, 4, 5]);
      const normal = normalOf(p, a, b, c);
      const det = normal
        .map((n, k) => multiplyRationals(n, subtractRationals(rational(p[3 * d + k]), rational(p[3 * a + k]))))
        .reduce((sum, x) => subtractRationals(sum, { numerator: -x.numerator, denominator: x.denominator }));
      const side = compareRationals(det, ZERO);
      signs[side + 1]++;
      if (orientation.side(a, b, c, d) !== side) wrong.push(`side ${[a, b, c, d]} of [${p}]`);
      const turns = normal.map((n) => compareRationals(n, ZERO));
      if (turns.some((turn, axis) => orientation.turn(axis, a, b, c) !== turn)) wrong.push(`turn ${[a, b, c]} of [${p}]`);
      if (orientation.collinear(a, b, c) !== turns.every((turn) => turn === 0)) wrong.push(`line ${[a, b, c]} of [${p}]`);
    }
    expect(wrong).toEqual([]);
    expect(Math.min(...signs)).toBeGreaterThan(20);
  });

  test('which way round: from above, counter-clockwise is positive', () => {
    const corner = new Orientation(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1));
    expect([corner.side(0, 1, 2, 3), corner.side(0, 2, 1, 3), corner.turn(2, 0, 1, 2), corner.turn(0, 0, 1, 2)]).toEqual([1, -1, 1, 0]);
  });
});
