import { expect, test } from 'vitest';
import { ConvexHierarchy } from '../../../src/convex/convex-hierarchy.ts';
import type { ConvexPolyhedron } from '../../../src/convex/convex-polyhedron.ts';
import { convexHull } from '../../../src/convex/hull/convex-hull.ts';
import { convexBox, convexPrism } from '../../../src/convex/polyhedra.ts';
import { Gjk } from '../../../src/convex/trackers/gjk.ts';
import { HierarchyTracker } from '../../../src/convex/trackers/hierarchy-tracker.ts';
import { Random } from '../../../src/math/random.ts';
import { placement, randomPlacement } from './placements.ts';

const SEED = 5104;
const gjk = (a: ConvexPolyhedron, b: ConvexPolyhedron): Gjk => new Gjk(a, b);

/** Boxes, points, segments and blobs about a ring, some with a radius. */
function ring(random: Random, count: number): ConvexHierarchy {
  const pieces = Array.from({ length: count }, (_, i) => {
    const [x, y] = [Math.cos((2 * Math.PI * i) / count), Math.sin((2 * Math.PI * i) / count)];
    const points = Array.from({ length: 1 + random.integer(12) }, () => [x, y, 0].map((c) => c + random.range(-0.2, 0.2))).flat();
    return convexHull(points, { radius: random.pick([0, 0.02, 0.1]) });
  });
  return new ConvexHierarchy(pieces);
}

function closest(a: ConvexHierarchy, b: ConvexHierarchy, A: Float64Array, B: Float64Array): number {
  let least = Infinity;
  for (const p of a.pieces) {
    for (const q of b.pieces) {
      const tracker = new Gjk(p, q);
      tracker.track(A, B);
      least = Math.min(least, tracker.overlap ? -Infinity : tracker.out[0] - p.radius - q.radius);
    }
  }
  return least;
}

test(`the distance is the least over all pairs of pieces, seed ${SEED}`, () => {
  const random = new Random(SEED);
  for (let round = 0; round < 25; round++) {
    const a = ring(random, 1 + random.integer(20));
    const b = ring(random, 1 + random.integer(20));
    const tracker = new HierarchyTracker(a, b, gjk, random.pick([0, 3, 512]));
    const A = randomPlacement(random, 0.5);
    const B = randomPlacement(random, 4);
    const drift = random.direction();
    for (let step = 0; step < 6; step++) {
      tracker.track(A, B);
      const truth = closest(a, b, A, B);
      expect(tracker.overlap).toBe(truth === -Infinity);
      if (!tracker.overlap) {
        expect(Math.abs(tracker.gap - truth)).toBeLessThan(1e-12);
        const [p, q] = [a.pieces[tracker.pieceA], b.pieces[tracker.pieceB]];
        expect(tracker.gap).toBe(tracker.out[0] - p.radius - q.radius);
        const alone = new Gjk(p, q);
        alone.track(A, B);
        expect(Math.abs(alone.out[0] - tracker.out[0])).toBeLessThan(1e-12);
      }
      for (const distance of [0, 0.05, 1]) {
        const isApart = tracker.apart(A, B, distance);
        if (Math.abs(truth - distance) > 1e-12) expect(isApart).toBe(truth > distance);
        if (isApart) {
          expect(tracker.gap).toBeGreaterThan(distance);
          expect(tracker.gap).toBeLessThan(truth + 1e-12);
        } else expect(tracker.gap).toBeLessThanOrEqual(distance);
      }
      for (let k = 0; k < 3; k++) B[9 + k] += 0.1 * drift[k];
    }
  }
});

test('hulls that are apart are not unwrapped, and the next call starts where the last ended', () => {
  const random = new Random(SEED);
  const a = ring(random, 16);
  const b = ring(random, 16);
  const tracker = new HierarchyTracker(a, b, gjk);
  const far = placement([10, 0, 0]);
  expect(tracker.apart(placement(), far)).toBe(true);
  expect([tracker.unwrapped, tracker.measured]).toEqual([0, 1]);
  tracker.track(placement(), far);
  const first = tracker.measured;
  expect(first).toBeLessThan(16 * 16);
  tracker.track(placement(), far);
  expect(tracker.measured).toBeLessThanOrEqual(first);
  expect(tracker.steps).toBeGreaterThan(0);
  tracker.reset();
  tracker.track(placement(), far);
  expect(tracker.measured).toBe(first);
});

test('a small body in the hole of a ring is outside of it, and a single polyhedron is a hierarchy', () => {
  const frame = new ConvexHierarchy([
    convexBox([4, 1, 1], [0, 2, 0]),
    convexBox([4, 1, 1], [0, -2, 0]),
    convexBox([1, 4, 1], [2, 0, 0]),
    convexBox([1, 4, 1], [-2, 0, 0]),
  ]);
  const tracker = new HierarchyTracker(frame, convexPrism(8, 0.5, 0.5), gjk);
  tracker.track(placement(), placement([0.25, 0, 0]));
  expect(tracker.overlap).toBe(false);
  expect(tracker.gap).toBeCloseTo(0.75, 12);
  expect([tracker.pieceA, tracker.pieceB]).toEqual([2, 0]);
  expect(tracker.apart(placement(), placement([0.25, 0, 0]))).toBe(true);
  expect(tracker.apart(placement(), placement([1.25, 0, 0]))).toBe(false);
});

test('every hull holds the pieces below it, radius included; reach and mesh tell of all', () => {
  const random = new Random(SEED);
  const body = ring(random, 13);
  const held = (node: number): ConvexPolyhedron[] =>
    body.pieceOf[node] >= 0 ? [body.pieces[body.pieceOf[node]]] : [...held(node + 1), ...held(body.second[node])];
  expect(new Set(held(0))).toEqual(new Set(body.pieces));
  for (let node = 0; node < body.hulls.length; node++) {
    const hull = body.hulls[node];
    for (const piece of held(node)) {
      expect(piece.radius).toBeLessThanOrEqual(hull.radius);
      // a hull that takes in the piece's vertices and does not grow holds them
      expect(convexHull([...hull.positions, ...piece.positions]).positions).toEqual(hull.positions);
    }
  }
  expect(body.reach).toBe(Math.max(...body.pieces.map((piece) => piece.reach)));
  expect(body.mesh.triangleCount).toBe(body.pieces.reduce((sum, piece) => sum + piece.mesh.triangleCount, 0));
  expect(() => new ConvexHierarchy([])).toThrow('at least one convex piece');
  expect(() => new ConvexHierarchy([convexBox(1), body.mesh] as never)).toThrow('piece 1 is no convex polyhedron');
});
