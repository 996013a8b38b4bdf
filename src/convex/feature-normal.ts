/**
 * The direction from a to b that belongs to a pair of closest features, as exact as the features are: across a face,
 * across two edges, from an edge or a vertex to the other. The difference of two closest points loses its direction as
 * they come together; faces and edges keep theirs.
 */
import type { ConvexPolyhedron } from './convex-polyhedron.ts';
import { type ConvexTracker, FEATURE_EDGE, FEATURE_FACE, TRACK_NORMAL } from './convex-tracker.ts';

const edge = new Float64Array(6);

/** Writes the unit normal of the tracker's features for the placements A and B to out[o..o + 2]. */
export function writeFeatureNormal(tracker: ConvexTracker, A: Float64Array, B: Float64Array, out: Float64Array, o: number): void {
  const { kindA, kindB, out: found } = tracker;
  if (kindA === FEATURE_FACE) writePlaced(tracker.a.planes, 4 * tracker.indexA, A, 1, out, o);
  else if (kindB === FEATURE_FACE) writePlaced(tracker.b.planes, 4 * tracker.indexB, B, -1, out, o);
  else {
    for (let k = 0; k < 3; k++) out[o + k] = found[TRACK_NORMAL + k];
    if (kindA === FEATURE_EDGE) writeEdge(tracker.a, tracker.indexA, A, edge, 0);
    if (kindB === FEATURE_EDGE) writeEdge(tracker.b, tracker.indexB, B, edge, 3);
    if (kindA === FEATURE_EDGE && kindB === FEATURE_EDGE) {
      const x = edge[1] * edge[5] - edge[2] * edge[4];
      const y = edge[2] * edge[3] - edge[0] * edge[5];
      const z = edge[0] * edge[4] - edge[1] * edge[3];
      const square = x * x + y * y + z * z;
      // nearly parallel edges have no common normal worth the name
      if (square > 2 ** -40) {
        const sign = x * out[o] + y * out[o + 1] + z * out[o + 2] < 0 ? -1 : 1;
        const scale = sign / Math.sqrt(square);
        out[o] = x * scale;
        out[o + 1] = y * scale;
        out[o + 2] = z * scale;
        return;
      }
    }
    if (kindA === FEATURE_EDGE) removeAlong(0, out, o);
    else if (kindB === FEATURE_EDGE) removeAlong(3, out, o);
  }
}

/** A unit vector of the body, turned into the world. */
function writePlaced(from: Float64Array, i: number, P: Float64Array, sign: number, out: Float64Array, o: number): void {
  const x = sign * from[i];
  const y = sign * from[i + 1];
  const z = sign * from[i + 2];
  out[o] = P[0] * x + P[1] * y + P[2] * z;
  out[o + 1] = P[3] * x + P[4] * y + P[5] * z;
  out[o + 2] = P[6] * x + P[7] * y + P[8] * z;
}

/** The unit direction of an edge in the world, into out[o..o + 2]. */
export function writeEdge(body: ConvexPolyhedron, index: number, P: Float64Array, out: Float64Array, o: number): void {
  const { positions, edges } = body;
  const i = 3 * edges[4 * index];
  const j = 3 * edges[4 * index + 1];
  const x = positions[j] - positions[i];
  const y = positions[j + 1] - positions[i + 1];
  const z = positions[j + 2] - positions[i + 2];
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  out[o] = scale * (P[0] * x + P[1] * y + P[2] * z);
  out[o + 1] = scale * (P[3] * x + P[4] * y + P[5] * z);
  out[o + 2] = scale * (P[6] * x + P[7] * y + P[8] * z);
}

/** Makes out[o..o + 2] perpendicular to the edge and of unit length again. */
function removeAlong(e: number, out: Float64Array, o: number): void {
  const along = out[o] * edge[e] + out[o + 1] * edge[e + 1] + out[o + 2] * edge[e + 2];
  const x = out[o] - along * edge[e];
  const y = out[o + 1] - along * edge[e + 1];
  const z = out[o + 2] - along * edge[e + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0.5)) return;
  out[o] = x / length;
  out[o + 1] = y / length;
  out[o + 2] = z / length;
}
