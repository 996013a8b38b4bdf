import { expect, test } from 'vitest';
import { type ConvexDecomposer, convexParts, decompose } from '../../../src/convex/decompose.ts';
import { convexGeodesicSphere, convexPrism, convexSphere } from '../../../src/convex/polyhedra.ts';
import { Gjk } from '../../../src/convex/trackers/gjk.ts';
import { HierarchyTracker } from '../../../src/convex/trackers/hierarchy-tracker.ts';
import { cylinder } from '../../../src/mesh/cylinder.ts';
import { box, sphere } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { placement } from './placements.ts';

function joined(...meshes: TriangleMesh[]): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const mesh of meshes) {
    const first = positions.length / 3;
    positions.push(...mesh.positions);
    for (const v of mesh.indices) indices.push(first + v);
  }
  return new TriangleMesh(positions, indices, { name: 'joined', solid: true });
}

/** An L of two bars, as one surface. */
function angle(): TriangleMesh {
  const outline = [0, 0, 3, 0, 3, 1, 1, 1, 1, 3, 0, 3];
  const positions = [0, 1].flatMap((z) => [0, 2, 4, 6, 8, 10].flatMap((i) => [outline[i], outline[i + 1], z]));
  const indices = [0, 1, 2, 3, 4, 5].flatMap((i) => [i, (i + 1) % 6, ((i + 1) % 6) + 6, i, ((i + 1) % 6) + 6, i + 6]);
  for (const [a, b, c] of [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]]) indices.push(a, c, b, a + 6, b + 6, c + 6); // biome-ignore format: one list
  return new TriangleMesh(positions, indices, { name: 'angle', solid: true });
}

const bars: ConvexDecomposer = () => [box([3, 1, 1], [1.5, 0.5, 0.5]).positions, Array.from(box([1, 3, 1], [0.5, 1.5, 0.5]).positions)];

test('pieces from a decomposer become a hierarchy that measures as the body does', () => {
  const body = decompose(angle(), bars, { within: 0 });
  expect([body.name, body.pieces.length]).toEqual(['angle', 2]);
  const tracker = new HierarchyTracker(body, convexSphere(0.25), (a, b) => new Gjk(a, b));
  tracker.track(placement(), placement([2, 2, 0.5]));
  expect(tracker.gap).toBeCloseTo(0.75, 12);
  // the library gets the mesh, and cannot change it
  const mesh = angle();
  decompose(mesh, (positions, indices) => {
    expect(positions).toEqual(mesh.positions);
    expect(indices).toEqual(mesh.indices);
    positions.fill(7);
    return [mesh.positions];
  });
  expect(mesh.positions).toEqual(angle().positions);
});

test('what a decomposer gives is checked', () => {
  expect(() => decompose(angle(), () => [])).toThrow('angle: the decomposer gave no pieces');
  expect(() => decompose(angle(), () => null as never)).toThrow('gave no pieces, but null');
  expect(() => decompose(angle(), () => [[0, 0, 0], [1, 2]])).toThrow('angle, piece 1: 2 coordinates'); // biome-ignore format: short
  expect(() => decompose(angle(), bars, { within: -1 })).toThrow('within must be');
  const short: ConvexDecomposer = () => [box([3, 1, 1], [1.5, 0.5, 0.5]).positions, box([1, 2.5, 1], [0.5, 1.25, 0.5]).positions];
  expect(() => decompose(angle(), short, { within: 0.4 })).toThrow('leave vertex 4 of the mesh 0.5 outside, more than 0.4');
  expect(decompose(angle(), short, { within: 0.4, radius: 0.125 }).pieces[1].radius).toBe(0.125);
  expect(decompose(sphere(0.5), (positions) => [positions]).reach).toBeCloseTo(0.5, 12);
});

test('the closed convex parts of a mesh, touching corners or apart, faces cut in any way', () => {
  const mesh = joined(
    box(2),
    box(1, [5, 0, 0]),
    cylinder(1, 1, { centre: [0, 9, 0] }),
    convexPrism(9, 1, 2, [0, 0, 7]).mesh,
    convexGeodesicSphere(1, 3, [0, -5, 0]).mesh,
  );
  const body = convexParts(mesh, { within: 1e-12 });
  expect(body.pieces.map((piece) => piece.vertexCount)).toEqual([8, 8, 64, 18, 92]);
  expect(convexParts(box(3), { name: 'crate' }).pieces[0].name).toBe('crate, piece 0');
});

test('parts that are open, hollow or not convex are refused', () => {
  const corner = joined(box(1, [-0.5, -0.5, -0.5]), box(1, [0.5, 0.5, 0.5]));
  expect(convexParts(corner).pieces).toHaveLength(2);
  // a soup of triangles does not tell its parts by numbers
  const soup = new TriangleMesh(
    Array.from(corner.indices).flatMap((v) => Array.from(corner.positions.subarray(3 * v, 3 * v + 3))),
    undefined,
    { name: 'soup' },
  );
  expect(() => convexParts(soup)).toThrow('soup, part 0 is not convex');
  expect(() => convexParts(joined(box(1, [9, 0, 0]), angle()))).toThrow(/joined, part 1 is not convex/);
  const lid = new TriangleMesh(box(1).positions, box(1).indices.slice(0, 30), { name: 'tub' });
  expect(() => convexParts(lid)).toThrow('tub, part 0 is not closed');
  const inner = box(0.5);
  const cavity = new TriangleMesh(inner.positions, inner.indices.slice().reverse());
  expect(() => convexParts(joined(box(1), cavity))).toThrow('joined, part 1 is not convex, or turned inside out');
});
