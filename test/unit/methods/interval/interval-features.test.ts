import { expect, test } from 'vitest';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { BODY_SIZE, RELATIVE_SIZE, Span, writeBodyBounds, writeRelativeBounds } from '../../../../src/methods/interval/interval-bounds.ts';
import {
  FEATURE_RADIUS,
  FEATURE_SIZE,
  FEATURE_SPEED,
  FEATURE_SPEED_RADIUS,
  writeCornersInA,
  writeCornersInB,
  writeEdgesInA,
} from '../../../../src/methods/interval/interval-features.ts';
import type { RigidMotion } from '../../../../src/motion/rigid-motion.ts';
import { StateBounds } from '../../../../src/motion/state-bounds.ts';
import { libraryMotion, randomMotion } from '../../../property/random-pairs.ts';
import { add, bruteMotion, minus, type Placement, times } from '../../../support/brute-force.ts';

const ORIGIN: Vec3 = [0, 0, 0];
const STEP = 1e-5;

const into = ({ rotation: r, position: p }: Placement, x: Vec3): Vec3 =>
  add([0, 1, 2].map((i) => r[3 * i] * x[0] + r[3 * i + 1] * x[1] + r[3 * i + 2] * x[2]) as unknown as Vec3, p);

/** Rᵀ (x − p) */
const outOf = ({ rotation: r, position: p }: Placement, x: Vec3): Vec3 => {
  const d = minus(x, p);
  return [0, 1, 2].map((i) => r[i] * d[0] + r[3 + i] * d[1] + r[6 + i] * d[2]) as unknown as Vec3;
};

test('corners and edges are where the world puts them at every instant, and as fast, seed interval-features', () => {
  const random = new Random('interval-features');
  const span = new Span();
  const bodies = new Float64Array(2 * BODY_SIZE);
  const bounds = new Float64Array(RELATIVE_SIZE);
  const out = new Float64Array(3 * FEATURE_SIZE);
  let widest = 0;
  for (let round = 0; round < 60; round++) {
    const specs = [randomMotion(random, 1), randomMotion(random, 1)];
    if (specs.some(({ kind }) => kind === 'ballistic')) continue;
    const [A, B] = specs.map(bruteMotion);
    const width = random.pick([0.001, 0.02, 0.1]);
    const from = random.range(0.01, 0.99 - width);
    span.set(from, from + width);
    specs.forEach((spec, i) => {
      writeBodyBounds(new StateBounds(libraryMotion(spec) as RigidMotion, new Float64Array(3)), span, bodies, i * BODY_SIZE);
    });
    writeRelativeBounds(bodies, 0, bodies, BODY_SIZE, span, bounds, 0);
    const leaf = Float64Array.from({ length: 11 }, () => random.range(-1, 1));
    const corners = [1, 4, 7].map((o): Vec3 => [leaf[o], leaf[o + 1], leaf[o + 2]]);
    const edges = corners.map((corner, k) => minus(corners[(k + 1) % 3], corner));
    writeCornersInA(bounds, 0, leaf, 1, out, 0);
    writeEdgesInA(bounds, 0, leaf, 1, out, FEATURE_SIZE);
    writeCornersInB(bounds, 0, leaf, 1, out, 2 * FEATURE_SIZE);
    const seen = (t: number): Vec3[] => {
      const [a, b] = [A.at(t, ORIGIN), B.at(t, ORIGIN)];
      const bInA = (x: Vec3): Vec3 => outOf(a, into(b, x));
      return [...corners.map(bInA), ...edges.map((e) => minus(bInA(e), bInA(ORIGIN))), ...corners.map((x) => outOf(b, into(a, x)))];
    };
    const middle = seen(span.middle[0]);
    const instants = [from, from + width, from + width * random.next()];
    const speeds = instants.map((t) => {
      const [before, after] = [seen(t - STEP), seen(t + STEP)];
      return after.map((x, i) => times(minus(x, before[i]), 1 / (2 * STEP)));
    });
    for (let i = 0; i < 9; i++) {
      for (let k = 0; k < 3; k++) {
        const at = Math.floor(i / 3) * FEATURE_SIZE + 3 * (i % 3) + k;
        expect(Math.abs(out[at] - middle[i][k])).toBeLessThanOrEqual(out[at + FEATURE_RADIUS] + 1e-13);
        for (const speed of speeds)
          expect(Math.abs(out[at + FEATURE_SPEED] - speed[i][k])).toBeLessThanOrEqual(out[at + FEATURE_SPEED_RADIUS] + 1e-7);
        widest = Math.max(widest, out[at + FEATURE_RADIUS]);
      }
    }
  }
  // at the middle nothing is unknown but roundings
  expect(widest).toBeLessThan(1e-10);
});
