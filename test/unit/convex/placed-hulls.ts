/** Convex bodies of all kinds and dimensions, placements easy and hard, and what can be said of them without any of the methods under test. */

import type { ConvexPolyhedron } from '../../../src/convex/convex-polyhedron.ts';
import { convexHull } from '../../../src/convex/hull/convex-hull.ts';
import { convexBox, convexGeodesicSphere, convexPrism, convexWedge } from '../../../src/convex/polyhedra.ts';
import { pointTriangleDistance } from '../../../src/geometry/point-triangle.ts';
import type { Quat, Vec3 } from '../../../src/math/pose.ts';
import { writeMatrix } from '../../../src/math/quat.ts';
import type { Random } from '../../../src/math/random.ts';

export function randomHull(random: Random, points: number, stretch: Vec3 = [1, 1, 1]): ConvexPolyhedron {
  const positions: number[] = [];
  for (let i = 0; i < points; i++) positions.push(...random.direction().map((x, k) => x * stretch[k]));
  return convexHull(positions);
}

/** Boxes, prisms, discs and needles down to 1 : 10⁶, random hulls, polygons, segments, a point. */
export function hulls(random: Random): ConvexPolyhedron[] {
  return [
    convexBox(1),
    convexBox([1, 2, 3]),
    convexWedge([1, 1, 1]),
    convexBox([1, 1e-6, 1e-6]),
    convexBox([1e-3, 1e-3, 1]),
    convexPrism(7, 1, 1),
    convexPrism(16, 1, 0.01),
    convexPrism(20, 1, 1e-6),
    convexGeodesicSphere(1, 2),
    randomHull(random, 4),
    randomHull(random, 10),
    randomHull(random, 30),
    randomHull(random, 20, [1, 1e-3, 1e-3]),
    randomHull(random, 20, [1, 1, 1e-6]),
    convexHull([0.3, 0.2, 0.1]),
    convexHull([0, 0, 0, 1, 0.5, 0.2]),
    convexHull([0, 0, 0, 1, 0, 0, 0, 1, 0]),
    convexHull([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]),
    randomHull(random, 12, [1, 1, 0]),
  ];
}

export function placement(quaternion: Quat, position: Vec3): Float64Array {
  const P = new Float64Array(12);
  writeMatrix(quaternion, P, 0);
  P.set(position, 9);
  return P;
}

/** Turned at random, alike, or by 73.7° about z: faces and edges are often parallel. b stands `far` from a, often along an axis. */
export function randomPlacements(random: Random, far: number): { quaternionA: Quat; quaternionB: Quat; position: Vec3 } {
  const quaternionA: Quat = random.next() < 0.5 ? [0, 0, 0, 1] : random.quaternion();
  const pick = random.next();
  const quaternionB: Quat = pick < 0.4 ? quaternionA : pick < 0.6 ? [0, 0, 0.6, 0.8] : random.quaternion();
  const axes: Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const [x, y, z] = random.next() < 0.3 ? random.pick(axes) : random.direction();
  return { quaternionA, quaternionB, position: [far * x, far * y, far * z] };
}

/** The vertices in the world, three doubles each. */
export function worldVertices({ positions }: ConvexPolyhedron, P: Float64Array): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = positions.subarray(i, i + 3);
    for (let k = 0; k < 3; k++) out[i + k] = P[3 * k] * x + P[3 * k + 1] * y + P[3 * k + 2] * z + P[9 + k];
  }
  return out;
}

/** The least and the greatest n·v over all vertices. */
export function spanAlong(vertices: Float64Array, n: ArrayLike<number>): [least: number, greatest: number] {
  let least = Infinity;
  let greatest = -Infinity;
  for (let i = 0; i < vertices.length; i += 3) {
    const along = n[0] * vertices[i] + n[1] * vertices[i + 1] + n[2] * vertices[i + 2];
    if (along < least) least = along;
    if (along > greatest) greatest = along;
  }
  return [least, greatest];
}

const result = new Float64Array(5);

/** How far a point of the world is outside of a placed body. */
export function outside(body: ConvexPolyhedron, P: Float64Array, point: ArrayLike<number>): number {
  const d = [point[0] - P[9], point[1] - P[10], point[2] - P[11]];
  const x = [0, 1, 2].map((k) => P[k] * d[0] + P[3 + k] * d[1] + P[6 + k] * d[2]);
  let most = 0;
  if (body.dimension === 3) {
    const { planes } = body;
    for (let f = 0; f < planes.length; f += 4) {
      most = Math.max(most, planes[f] * x[0] + planes[f + 1] * x[1] + planes[f + 2] * x[2] - planes[f + 3]);
    }
    return most;
  }
  most = Infinity;
  const { indices, positions } = body.mesh;
  for (let t = 0; t < indices.length; t += 3) {
    const triangle = Float64Array.from([0, 1, 2].flatMap((c) => [...positions.subarray(3 * indices[t + c], 3 * indices[t + c] + 3)]));
    pointTriangleDistance(Float64Array.from(x), 0, triangle, 0, result, 0);
    most = Math.min(most, result[3]);
  }
  return most;
}

/** Penetration depth by trying the normals of all faces and of all pairs of edges, both ways; below 0 where one of them separates. */
export function depthByAllNormals(a: ConvexPolyhedron, b: ConvexPolyhedron, A: Float64Array, B: Float64Array): number {
  const va = worldVertices(a, A);
  const vb = worldVertices(b, B);
  let depth = Infinity;
  const attempt = (x: number, y: number, z: number): void => {
    const s = 1 / Math.sqrt(x * x + y * y + z * z);
    const n = [x * s, y * s, z * s];
    const [lowA, highA] = spanAlong(va, n);
    const [lowB, highB] = spanAlong(vb, n);
    depth = Math.min(depth, highA - lowB, highB - lowA);
  };
  for (const [{ planes }, P] of [[a, A] as const, [b, B] as const]) {
    for (let f = 0; f < planes.length; f += 4) {
      const [x, y, z] = planes.subarray(f, f + 3);
      attempt(P[0] * x + P[1] * y + P[2] * z, P[3] * x + P[4] * y + P[5] * z, P[6] * x + P[7] * y + P[8] * z);
    }
  }
  const alongEdges = ({ edges }: ConvexPolyhedron, v: Float64Array): number[][] =>
    Array.from({ length: edges.length / 4 }, (_, e) => [0, 1, 2].map((k) => v[3 * edges[4 * e + 1] + k] - v[3 * edges[4 * e] + k]));
  const ofB = alongEdges(b, vb);
  for (const u of alongEdges(a, va)) {
    for (const v of ofB) {
      const x = u[1] * v[2] - u[2] * v[1];
      const y = u[2] * v[0] - u[0] * v[2];
      const z = u[0] * v[1] - u[1] * v[0];
      const parallel = 1e-20 * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
      if (x * x + y * y + z * z > parallel) attempt(x, y, z);
    }
  }
  return depth;
}
