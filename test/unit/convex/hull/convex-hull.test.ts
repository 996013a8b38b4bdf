import { Vector3 } from 'three';
import { ConvexHull } from 'three/addons/math/ConvexHull.js';
import { expect, test } from 'vitest';
import { convexHull } from '../../../../src/convex/hull/convex-hull.ts';
import { convexBox, convexGeodesicSphere, convexPrism, convexWedge } from '../../../../src/convex/polyhedra.ts';
import { writeMatrix } from '../../../../src/math/quat.ts';
import { Random } from '../../../../src/math/random.ts';
import { doubleOfAnySize } from '../../../support/random-doubles.ts';
import { hullFaults } from '../hull-faults.ts';

const SEED = 5101;

/** Point sets by name, each a list of coordinates. */
const FAMILIES: Record<string, (random: Random, n: number) => number[]> = {
  'in a cube': (r, n) => Array.from({ length: 3 * n }, () => r.range(-1, 1)),
  'on a sphere': (r, n) => Array.from({ length: n }, () => r.direction()).flat(),
  'small whole numbers': (r, n) => Array.from({ length: 3 * n }, () => r.integer(4)),
  'grid points on the faces of a cube': (r, n) =>
    Array.from({ length: n }, (_, i) => {
      const p = [r.integer(9), r.integer(9), r.integer(9)];
      p[i % 3] = i % 2 === 0 ? 0 : 8;
      return p;
    }).flat(),
  'a rotated grid, coplanar but for rounding': (r, n) => rotated(r, FAMILIES['grid points on the faces of a cube'](r, n)),
  'a rotated plane, flat but for rounding': (r, n) => rotated(r, Array.from({ length: n }, () => [r.integer(6), r.integer(6), 0]).flat()),
  'a rotated line, straight but for rounding': (r, n) => rotated(r, Array.from({ length: n }, () => [r.integer(99), 0, 0]).flat()),
  'a flat grid': (r, n) => Array.from({ length: n }, () => [r.integer(7), 3, r.integer(7)]).flat(),
  'a slanted plane': (r, n) => {
    const plane = Array.from({ length: n }, () => [r.integer(7), r.integer(7)]);
    return plane.flatMap(([s, t]) => [s, t, 2 * s - 3 * t]);
  },
  'a line': (r, n) => Array.from({ length: n }, () => r.integer(2 ** 20)).flatMap((s) => [s, -3 * s, 5]),
  'one place': (r, n) => Array.from({ length: n }, () => [0.1, r.pick([0, -0]), 0.3]).flat(),
  'a needle 1e-12 thick': (r, n) =>
    Array.from({ length: n }, () => [r.range(-1, 1), 1e-12 * r.range(-1, 1), 1e-12 * r.range(-1, 1)]).flat(),
  'a disc 1e-12 thick': (r, n) => Array.from({ length: n }, () => [r.range(-1, 1), r.range(-1, 1), 1e-12 * r.range(-1, 1)]).flat(),
  'far from the origin': (r, n) => Array.from({ length: 3 * n }, () => 1e6 + 1e-9 * r.range(-1, 1)),
  'units of 1e-100': (r, n) => Array.from({ length: 3 * n }, () => 1e-100 * r.range(-1, 1)),
  'units of 1e-310': (r, n) => Array.from({ length: 3 * n }, () => 5e-324 * r.integer(2 ** 40)),
  'units of 1e90': (r, n) => Array.from({ length: 3 * n }, () => 1e90 * r.range(-1, 1)),
  'all sizes at once': (r, n) =>
    Array.from({ length: 3 * n }, () => {
      const x = doubleOfAnySize(r);
      return Math.abs(x) < 2 ** 300 ? x : r.integer(5);
    }),
};

function rotated(random: Random, points: readonly number[]): number[] {
  const m = new Float64Array(9);
  writeMatrix(random.quaternion(), m, 0);
  return points.map((_, i) => {
    const [x, y, z] = points.slice(i - (i % 3), i - (i % 3) + 3);
    const k = 3 * (i % 3);
    return m[k] * x + m[k + 1] * y + m[k + 2] * z;
  });
}

for (const [name, family] of Object.entries(FAMILIES)) {
  test(`the hull of points ${name} is exact, seed ${SEED}`, () => {
    const random = new Random(`${SEED} ${name}`);
    for (let round = 0; round < 24; round++) {
      const points = family(random, round < 16 ? 1 + random.integer(12) : 30 + random.integer(50));
      // duplicates
      for (let i = random.integer(3); i > 0; i--) points.push(...points.slice(0, 3));
      expect(hullFaults(points, convexHull(points))).toEqual([]);
    }
  });
}

test(`the same vertices as three.js finds, generic points, seed ${SEED}`, () => {
  const random = new Random(SEED);
  for (let round = 0; round < 20; round++) {
    const points = FAMILIES[round % 2 === 0 ? 'in a cube' : 'on a sphere'](random, 10 * (1 + round));
    const vectors = Array.from({ length: points.length / 3 }, (_, i) => new Vector3().fromArray(points, 3 * i));
    const theirs = new Set<string>();
    for (const face of new ConvexHull().setFromPoints(vectors).faces) {
      for (let edge = face.edge; ; ) {
        theirs.add(String(edge.head().point.toArray()));
        edge = edge.next;
        if (edge === face.edge) break;
      }
    }
    const ours = convexHull(points);
    const set = new Set(Array.from({ length: ours.vertexCount }, (_, v) => String(Array.from(ours.positions.subarray(3 * v, 3 * v + 3)))));
    expect(set).toEqual(theirs);
  }
});

test(`the order of the points does not change the hull, nor does a power of two, seed ${SEED}`, () => {
  const random = new Random(SEED);
  const points = FAMILIES['small whole numbers'](random, 60);
  const hull = convexHull(points);
  const order = random.shuffle(Array.from({ length: 60 }, (_, i) => i));
  const shuffled = convexHull(order.flatMap((i) => points.slice(3 * i, 3 * i + 3)));
  const sorted = (p: Float64Array): string[] => Array.from({ length: p.length / 3 }, (_, i) => String(p.subarray(3 * i, 3 * i + 3))).sort();
  expect(sorted(shuffled.positions)).toEqual(sorted(hull.positions));
  expect([shuffled.faceCount, shuffled.edgeCount]).toEqual([hull.faceCount, hull.edgeCount]);
  const scaled = convexHull(points.map((x) => x * 2 ** 70));
  expect(scaled.faceVertices).toEqual(hull.faceVertices);
  expect(convexHull(points)).toEqual(hull);
});

test('boxes, prisms, wedges and geodesic spheres have the features they should', () => {
  const counts = (p: { vertexCount: number; edgeCount: number; faceCount: number }): number[] => [p.vertexCount, p.edgeCount, p.faceCount];
  expect(counts(convexBox([1, 0.1, 3e-5], [0.3, 7, -2]))).toEqual([8, 12, 6]);
  expect(counts(convexPrism(32, 0.1, 0.3))).toEqual([64, 96, 34]);
  expect(counts(convexPrism(1000, 3, 1e-9, [0.1, 0.2, 0.3]))).toEqual([2000, 3000, 1002]);
  expect(counts(convexWedge([1, 2, 3]))).toEqual([6, 9, 5]);
  for (const f of [1, 2, 3, 7, 10]) expect(counts(convexGeodesicSphere(0.7, f))).toEqual([10 * f * f + 2, 30 * f * f, 20 * f * f]);
  for (const body of [convexPrism(7, 1, 1), convexWedge([1, 2, 3]), convexGeodesicSphere(1, 2), convexBox(1)]) {
    expect(hullFaults(body.positions, body)).toEqual([]);
  }
});

test(`3,000 points on a sphere: all are vertices, and none is above any face, seed ${SEED}`, () => {
  const points = FAMILIES['on a sphere'](new Random(SEED), 3000);
  const { vertexCount, faceCount, planes } = convexHull(points);
  expect([vertexCount, faceCount]).toEqual([3000, 5996]);
  let worst = 0;
  for (let f = 0; f < faceCount; f++) {
    let most = -Infinity;
    for (let i = 0; i < points.length; i += 3) {
      most = Math.max(most, planes[4 * f] * points[i] + planes[4 * f + 1] * points[i + 1] + planes[4 * f + 2] * points[i + 2]);
    }
    worst = Math.max(worst, Math.abs(most - planes[4 * f + 3]));
  }
  expect(worst).toBeLessThan(1e-15);
});

test('the judge of hulls sees a point outside, a vertex too few and a face in two', () => {
  const box = convexBox(2);
  expect(hullFaults([...box.positions, 1 + 2 ** -52, 0, 0], box)).toEqual([expect.stringContaining('outside of face')]);
  expect(hullFaults(box.positions, convexHull(box.positions.subarray(3))).length).toBeGreaterThan(0);
  const cut = convexHull([...box.positions.subarray(3), -1, -1, -1 - 2 ** -52]);
  expect(cut.faceCount).toBe(7);
  expect(hullFaults([...box.positions, -1, -1, -1 - 2 ** -52], cut)).toEqual([]);
});

test('malformed points are named', () => {
  expect(() => convexHull([])).toThrow('no points');
  expect(() => convexHull([1, 2])).toThrow('2 coordinates are not a whole number of points');
  expect(() => convexHull([0, 0, 0, 1, Number.NaN, 2])).toThrow('point 1 has coordinate y = NaN');
  expect(() => convexHull([0, 0, Infinity], { name: 'cup' })).toThrow('cup: point 0 has coordinate z = Infinity');
  expect(() => convexHull([0, 0, 0], { radius: -1 })).toThrow('radius must be a number from 0');
  expect(() => convexHull([0, 0, 0], { raduis: 1 } as object)).toThrow("unknown key 'raduis'");
  expect(() => convexHull(null as unknown as number[])).toThrow('no points');
  expect(() => convexHull(['1', 2, 3] as unknown as number[])).toThrow("coordinate x = '1'");
});
