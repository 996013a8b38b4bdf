/** What a tracker claims, checked against all vertices and faces and nothing else: two points and a plane prove a distance, a common point proves overlap. */
import { distance } from '../../../src/contact/placed-query.ts';
import type { ConvexPolyhedron } from '../../../src/convex/convex-polyhedron.ts';
import { type ConvexTracker, FEATURE_EDGE, FEATURE_VERTEX } from '../../../src/convex/convex-tracker.ts';
import type { Pose } from '../../../src/math/pose.ts';
import { outside, spanAlong, worldVertices } from './placed-hulls.ts';

/** Relative to reach and distance. */
export const TIGHT = 1e-12;

export function sizeOf({ a, b, out }: ConvexTracker): number {
  return Math.max(a.reach + b.reach, out[0]);
}

/** `plane`: also that the normal separates by the whole distance; below 1e-9 of the size directions between points are too rough for that. */
export function faults(
  tracker: ConvexTracker,
  A: Float64Array,
  B: Float64Array,
  plane = tracker.out[0] > 1e-9 * sizeOf(tracker),
): string[] {
  const { a, b, out, overlap } = tracker;
  const slack = TIGHT * sizeOf(tracker);
  const found: string[] = [];
  const claim = (holds: boolean, what: string): void => void (holds || found.push(what));
  const n = out.subarray(7, 10);
  const apart = Math.sqrt((out[4] - out[1]) ** 2 + (out[5] - out[2]) ** 2 + (out[6] - out[3]) ** 2);
  claim(outside(a, A, out.subarray(1, 4)) <= slack, 'point of a outside');
  claim(outside(b, B, out.subarray(4, 7)) <= slack, 'point of b outside');
  claim(Math.abs(apart - out[0]) <= slack, `points ${apart} apart at distance ${out[0]}`);
  claim(overlap === (out[0] === 0), `overlap ${overlap} at distance ${out[0]}`);
  if (!overlap) {
    claim(Math.abs(Math.sqrt(n[0] ** 2 + n[1] ** 2 + n[2] ** 2) - 1) < 1e-14, 'unit normal');
    claim(onFeature(a, A, tracker.kindA, tracker.indexA, out.subarray(1, 4)) <= slack, 'point of a not on its feature');
    claim(onFeature(b, B, tracker.kindB, tracker.indexB, out.subarray(4, 7)) <= slack, 'point of b not on its feature');
  }
  if (!overlap && plane) {
    const gap = spanAlong(worldVertices(b, B), n)[0] - spanAlong(worldVertices(a, A), n)[1];
    claim(Math.abs(gap - out[0]) <= slack, `gap ${gap} at distance ${out[0]}`);
  }
  return found;
}

/** The distance against that of the triangle meshes, which does not know insides. */
export function meshFaults(tracker: ConvexTracker, poseA: Pose, poseB: Pose): string[] {
  const truth = distance({ shape: tracker.a.mesh, pose: poseA }, { shape: tracker.b.mesh, pose: poseB }).distance;
  const inside = tracker.overlap && truth > 0;
  return inside || Math.abs(truth - tracker.out[0]) <= TIGHT * sizeOf(tracker)
    ? []
    : [`distance ${tracker.out[0]}, of the meshes ${truth}`];
}

/** How far a point is from a vertex, the line of an edge, the plane of a face. */
function onFeature(body: ConvexPolyhedron, P: Float64Array, kind: number, index: number, x: Float64Array): number {
  const v = worldVertices(body, P);
  const tail = kind === FEATURE_VERTEX ? index : kind === FEATURE_EDGE ? body.edges[4 * index] : body.faceVertices[body.faceStart[index]];
  const r = [0, 1, 2].map((k) => x[k] - v[3 * tail + k]);
  if (kind === FEATURE_VERTEX) return Math.sqrt(r[0] ** 2 + r[1] ** 2 + r[2] ** 2);
  if (kind === FEATURE_EDGE) {
    const e = [0, 1, 2].map((k) => v[3 * body.edges[4 * index + 1] + k] - v[3 * tail + k]);
    const t = (r[0] * e[0] + r[1] * e[1] + r[2] * e[2]) / (e[0] ** 2 + e[1] ** 2 + e[2] ** 2);
    return Math.sqrt(r.reduce((sum, rk, k) => sum + (rk - t * e[k]) ** 2, 0));
  }
  const [nx, ny, nz] = body.planes.subarray(4 * index, 4 * index + 3);
  return Math.abs(r.reduce((sum, rk, k) => sum + rk * (P[3 * k] * nx + P[3 * k + 1] * ny + P[3 * k + 2] * nz), 0));
}
