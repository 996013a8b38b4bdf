import { describe, expect, test } from 'vitest';
import { rigidIntervalMotion } from '../../../../bench/shared/rigid-interval-motion.ts';
import { triangleDistance } from '../../../../src/geometry/triangle-triangle.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { BODY_SIZE, RELATIVE_SIZE, Span, writeBodyBounds, writeRelativeBounds } from '../../../../src/methods/interval/interval-bounds.ts';
import { Elementary } from '../../../../src/methods/interval/interval-elementary.ts';
import { ALL_EQUATIONS, equationsOf, LATER_HALF } from '../../../../src/methods/interval/interval-equations.ts';
import type { RigidMotion } from '../../../../src/motion/rigid-motion.ts';
import { StateBounds } from '../../../../src/motion/state-bounds.ts';
import { libraryMotion, randomMotion } from '../../../property/random-pairs.ts';
import { add, bruteMotion, placed, times } from '../../../support/brute-force.ts';
import { rounds } from '../../../support/rounds.ts';

const REFERENCE = Float64Array.of(0.4, 0.1, -0.3);

/** A leaf of three corners and no radius; degenerate now and then. */
function randomLeaf(random: Random): Float64Array {
  const corner = (): Vec3 => times(random.direction(), random.next());
  const a = corner();
  const b = corner();
  const c = random.pick([corner, corner, corner, () => b, () => a, () => times(add(a, b), 0.5)])();
  return Float64Array.of(...a, ...(random.next() < 0.1 ? a : b), ...c, 0);
}

function corners(leaf: Float64Array): Vec3[] {
  return [0, 3, 6].map((k) => [leaf[k], leaf[k + 1], leaf[k + 2]] as const);
}

const scratch = new Float64Array(8);

function distance(a: readonly Vec3[], b: readonly Vec3[]): number {
  const flat = (x: readonly Vec3[]) => Float64Array.of(...x[0], ...x[1 % x.length], ...x[2 % x.length]);
  triangleDistance(flat(a), 0, flat(b), 0, scratch, 0);
  return scratch[6];
}

/** Distances of the fifteen pairs of features, in the order of their bits. */
function featureDistances(a: readonly Vec3[], b: readonly Vec3[]): number[] {
  const found: number[] = [];
  for (let j = 0; j < 3; j++) found.push(distance(a, [b[j]]));
  for (let i = 0; i < 3; i++) found.push(distance([a[i]], b));
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) found.push(distance([a[i], a[(i + 1) % 3]], [b[j], b[(j + 1) % 3]]));
  }
  return found;
}

describe.each([true, false])('newton: %s', (newton) => {
  test("no equation is dropped, and no time cut off, at which its features are near (seed 'elementary')", () => {
    const random = new Random('elementary');
    const elementary = new Elementary();
    elementary.newton = newton;
    const span = new Span();
    const bodies = new Float64Array(2 * BODY_SIZE);
    const bounds = new Float64Array(RELATIVE_SIZE);
    let dropped = 0;
    let kept = 0;
    for (let round = 0; round < rounds(600, 200); round++) {
      const specs = [randomMotion(random, random.range(0, 1.5)), randomMotion(random, random.range(0, 1))];
      const brute = specs.map(bruteMotion);
      const width = random.pick([0.001, 0.02, 0.1, 0.3]);
      const from = random.range(0, 1 - width);
      span.set(from, from + width);
      specs.forEach((spec, i) => {
        const motion = libraryMotion(spec) as RigidMotion;
        const own = round % 2 === 0 ? new StateBounds(motion, REFERENCE) : rigidIntervalMotion(motion, REFERENCE);
        writeBodyBounds(own, span, bodies, i * BODY_SIZE);
      });
      writeRelativeBounds(bodies, 0, bodies, BODY_SIZE, span, bounds, 0);
      const a = randomLeaf(random);
      const b = randomLeaf(random);
      // far from or near to the distances that occur
      const level = random.pick([0, 1e-3, 0.1, 0.5]);
      const found = elementary.solve(ALL_EQUATIONS, bounds, 0, span, a, 0, b, 0, level + 1e-12);
      const { hull } = elementary;
      const m = span.middle[0];
      for (let k = 0; k <= 8; k++) {
        const t = from + (width * k) / 8;
        const at = brute.map((motion) => motion.at(t, [0, 0, 0]));
        const near = featureDistances(
          corners(a).map((x) => placed(at[0], x)),
          corners(b).map((x) => placed(at[1], x)),
        );
        near.forEach((d, bit) => {
          const left = (found >> (t < m ? bit : bit + LATER_HALF)) & 1;
          if (left) kept++;
          else dropped++;
          if (d > level) return;
          const what = `round ${round}, equation ${bit} at ${t}: distance ${d}`;
          expect(left, what).toBe(1);
          const half = t < m ? 0 : 2;
          expect(m + hull[half] <= t + 1e-14 && t - 1e-14 <= m + hull[half + 1], what).toBe(true);
        });
      }
    }
    // worth something in both directions
    expect(dropped).toBeGreaterThan(2 * kept);
    expect(kept).toBeGreaterThan(rounds(2000, 667));
  });
});

test('features that fall together have one equation', () => {
  const count = (a: number[], b: number[]): number => {
    let mask = equationsOf(Float64Array.of(...a, 0), 0, Float64Array.of(...b, 0), 0);
    let bits = 0;
    for (; mask !== 0; mask &= mask - 1) bits++;
    return bits;
  };
  const point = [1, 1, 1, 1, 1, 1, 1, 1, 1];
  const segments = [
    [0, 0, 0, 1, 0, 0, 1, 0, 0],
    [0, 0, 0, 0, 0, 0, 1, 0, 0],
    [0, 0, 0, 1, 0, 0, 0, 0, 0],
  ];
  const triangle = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  expect(count(triangle, triangle)).toBe(15);
  expect(count(point, point)).toBe(2);
  for (const segment of segments) {
    expect(count(segment, segment)).toBe(5);
    expect(count(segment, triangle)).toBe(8);
    expect(count(point, segment)).toBe(3);
  }
  expect(count(triangle, point)).toBe(4);
});
