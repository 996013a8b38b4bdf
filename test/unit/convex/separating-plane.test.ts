import { expect, test } from 'vitest';
import { convexHull } from '../../../src/convex/hull/convex-hull.ts';
import { convexBox, convexCapsule, convexGeodesicSphere, convexPrism, convexSphere } from '../../../src/convex/polyhedra.ts';
import { SeparatingPlane } from '../../../src/convex/separating-plane.ts';
import { Gjk } from '../../../src/convex/trackers/gjk.ts';
import { Random } from '../../../src/math/random.ts';
import { placed, placement, randomPlacement } from './placements.ts';

const SEED = 5103;

test(`what it proves apart is apart, by no less than it says; it proves nearly all that it just learned, seed ${SEED}`, () => {
  const random = new Random(SEED);
  const bodies = [
    convexBox([1, 0.5, 0.2]),
    convexGeodesicSphere(0.4, 5),
    convexPrism(40, 0.6, 0.05),
    convexSphere(0.3),
    convexCapsule([-0.5, 0, 0], [0.5, 0, 0], 0.1),
    convexHull(
      Array.from({ length: 90 }, () => random.range(-0.5, 0.5)),
      { radius: 0.05 },
    ),
  ];
  let proven = 0;
  let learned = 0;
  for (let round = 0; round < 400; round++) {
    const [a, b] = [random.pick(bodies), random.pick(bodies)];
    const plane = new SeparatingPlane(a, b);
    const tracker = new Gjk(a, b);
    const A = randomPlacement(random, 1);
    const B = randomPlacement(random, 1);
    expect(plane.test(A, B)).toBe(false);
    const drift = random.direction();
    for (let step = 0; step < 12; step++) {
      const before = plane.test(A, B);
      tracker.track(A, B);
      const distance = tracker.out[0] - a.radius - b.radius;
      if (before) expect(plane.gap).toBeLessThanOrEqual(distance + 1e-12);
      plane.learn(tracker, A, B);
      if (distance > 1e-6) {
        learned++;
        if (plane.test(A, B)) {
          proven++;
          expect(plane.gap).toBeGreaterThan(0);
          expect(plane.gap).toBeLessThanOrEqual(distance + 1e-12);
        }
      } else expect(plane.test(A, B) && distance < -1e-12).toBe(false);
      for (let k = 0; k < 3; k++) B[9 + k] += 0.05 * drift[k];
    }
  }
  expect(learned).toBeGreaterThan(2000);
  expect(proven).toBe(learned);
});

test('the plane of a face moves with its body, that of two edges with both', () => {
  const box = convexBox(2);
  const A = placement();
  const B = placement([0, 0, 2.5]);
  const tracker = new Gjk(box, box);
  const plane = new SeparatingPlane(box, box);
  tracker.track(A, B);
  plane.learn(tracker, A, B);
  expect(plane.test(A, B)).toBe(true);
  expect(plane.gap).toBeCloseTo(0.5, 12);
  // both turned alike: what was between them still is
  const q = new Random(SEED).quaternion();
  const turned = placement([0, 0, 0], q);
  expect(plane.test(turned, placement(placed(turned, [0, 0, 2.5]), q))).toBe(true);
  expect(plane.gap).toBeCloseTo(0.5, 12);
  // an edge across an edge, closer and farther
  const h = Math.SQRT1_2;
  const below = placement(
    [0, 0, 0],
    [h, 0, 0, h].map((x, k) => (k === 0 ? Math.sin(Math.PI / 8) : k === 3 ? Math.cos(Math.PI / 8) : x)) as never,
  );
  const above = placement([0, 0, 3], [0, Math.sin(Math.PI / 8), 0, Math.cos(Math.PI / 8)]);
  tracker.track(below, above);
  plane.learn(tracker, below, above);
  expect(plane.test(below, above)).toBe(true);
  expect(plane.gap).toBeCloseTo(3 - 2 * Math.SQRT2, 12);
  above[11] = 2 * Math.SQRT2 - 1e-9;
  expect(plane.test(below, above)).toBe(false);
});

test('bodies that touch, or nearly overlap, are never proven apart; an unknown plane proves nothing', () => {
  const box = convexBox(2);
  const A = placement([1e3, 0, 0]);
  const plane = new SeparatingPlane(box, box);
  const normal = Float64Array.of(1, 0, 0);
  plane.set(normal, 0, A);
  expect(plane.test(A, placement([1e3 + 2, 0, 0]))).toBe(false);
  expect(plane.test(A, placement([1e3 + 2 - 2 ** -40, 0.5, 0]))).toBe(false);
  expect(plane.test(A, placement([1e3 + 2 + 2 ** -40, 0, 0]))).toBe(true);
  expect(plane.gap).toBeGreaterThan(0);
  expect(plane.gap).toBeLessThan(2 ** -40);
  plane.forget();
  expect(plane.test(A, placement([1e3 + 9, 0, 0]))).toBe(false);
});
