import { expect, test } from 'vitest';
import type { ConvexPolyhedron } from '../../../../src/convex/convex-polyhedron.ts';
import { convexHull } from '../../../../src/convex/hull/convex-hull.ts';
import { prismFaces } from '../../../../src/convex/hull/prism-faces.ts';
import { convexPrism } from '../../../../src/convex/polyhedra.ts';
import type { Vec3 } from '../../../../src/math/pose.ts';
import { Random } from '../../../../src/math/random.ts';
import { hullFaults } from '../hull-faults.ts';

/** The faces as sets of places, each from its least corner on: whatever they are numbered like. */
function facesOf({ faceStart, faceVertices, faceCount, positions }: ConvexPolyhedron): string[] {
  return Array.from({ length: faceCount }, (_, f) => {
    const corners = Array.from(faceVertices.subarray(faceStart[f], faceStart[f + 1]), (v) => String(positions.subarray(3 * v, 3 * v + 3)));
    const least = corners.indexOf(corners.reduce((p, q) => (p < q ? p : q)));
    return [...corners.slice(least), ...corners.slice(0, least)].join(' ');
  }).sort();
}

test('prisms of many sides are the hulls of their corners, in exact arithmetic and as the search finds them', () => {
  const random = new Random(1865);
  const centres: readonly Vec3[] = [
    [0, 0, 0],
    [0.1, 0.2, 0.3],
    [1e6, -1e6, 1e3],
  ];
  for (const [k, centre] of centres.entries()) {
    const prism = convexPrism(128 + 7 * k, 10 ** random.range(-2, 2), random.range(0.01, 1), centre);
    expect(prism.faceCount).toBe(128 + 7 * k + 2);
    expect(hullFaults(prism.positions, prism)).toEqual([]);
    const found = convexHull(prism.positions);
    expect(Array.from(found.positions)).toEqual(Array.from(prism.positions));
    expect(facesOf(prism)).toEqual(facesOf(found));
  }
});

test('corners that rounding moved onto lines, or into one place, go the long way', () => {
  // doubles near 1e6 are 1e-10 apart: a circle of 1e-9 is a handful of places
  const prism = convexPrism(200, 1e-9, 1, [1e6, 1e6, 0]);
  expect(prism.vertexCount).toBeLessThan(400);
  expect(hullFaults(prism.positions, prism)).toEqual([]);
});

test('what is no strictly convex polygon in order is left to the search', () => {
  const over = (polygon: readonly (readonly [number, number])[]): Float64Array =>
    Float64Array.from(polygon.flatMap(([x, y]) => [x, y, 0, x, y, 1]));
  const square = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const;
  expect(prismFaces(over(square))).not.toBeNull();
  expect(prismFaces(over([...square].reverse()))).toBeNull();
  // a corner on a line, twice around, flat
  expect(
    prismFaces(
      over([
        [0, 0],
        [0.5, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ]),
    ),
  ).toBeNull();
  const star = Array.from({ length: 5 }, (_, i): [number, number] => [Math.cos(0.8 * Math.PI * i), Math.sin(0.8 * Math.PI * i)]);
  expect(prismFaces(over(star))).toBeNull();
  expect(prismFaces(over([...square, ...square]))).toBeNull();
  expect(prismFaces(Float64Array.from(square.flatMap(([x, y]) => [x, y, 0, x, y, 0])))).toBeNull();
});
