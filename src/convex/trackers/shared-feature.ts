/** Which feature of a polyhedron do one to three of its vertices span: the vertex, their edge, the face they share? */
import { type ConvexPolyhedron, NO_FACE } from '../convex-polyhedron.ts';
import { FEATURE_EDGE, FEATURE_FACE, FEATURE_VERTEX } from '../convex-tracker.ts';

/**
 * 4·index + kind of the feature that `vertices` span, −1 behind the last one. direction[o..o + 2] points out of it and
 * tells the two faces of a polygon apart.
 */
export function sharedFeature(p: ConvexPolyhedron, vertices: Int32Array, direction: Float64Array, o: number): number {
  const u = vertices[0];
  const v = vertices[1];
  const w = vertices[2];
  if (v < 0) return 4 * u + FEATURE_VERTEX;
  const { vertexStart, vertexEdges, vertexNeighbours, edges } = p;
  if (w < 0) {
    for (let k = vertexStart[u]; k < vertexStart[u + 1]; k++) {
      if (vertexNeighbours[k] === v) return 4 * vertexEdges[k] + FEATURE_EDGE;
    }
  }
  if (p.dimension === 2) return 4 * steepestFace(p, u, direction, o) + FEATURE_FACE;
  for (let k = vertexStart[u]; k < vertexStart[u + 1]; k++) {
    const e = vertexEdges[k];
    // every face at u is left of one of its edges that leave, or right of one that arrives
    const face = edges[4 * e] === u ? edges[4 * e + 2] : edges[4 * e + 3];
    if (face === NO_FACE) continue;
    if (borders(p, v, face) && (w < 0 || borders(p, w, face))) return 4 * face + FEATURE_FACE;
  }
  // vertices of neighbouring faces that lie in one plane but for rounding: the nearest face in direction
  return 4 * steepestFace(p, u, direction, o) + FEATURE_FACE;
}

function borders(p: ConvexPolyhedron, vertex: number, face: number): boolean {
  const { vertexStart, vertexEdges, edges } = p;
  for (let k = vertexStart[vertex]; k < vertexStart[vertex + 1]; k++) {
    const e = 4 * vertexEdges[k];
    if (edges[e + 2] === face || edges[e + 3] === face) return true;
  }
  return false;
}

function steepestFace(p: ConvexPolyhedron, vertex: number, direction: Float64Array, o: number): number {
  const { vertexStart, vertexEdges, edges, planes } = p;
  let best = Number.NEGATIVE_INFINITY;
  let steepest = 0;
  for (let k = vertexStart[vertex]; k < vertexStart[vertex + 1]; k++) {
    for (let side = 2; side < 4; side++) {
      const f = edges[4 * vertexEdges[k] + side];
      if (f === NO_FACE) continue;
      const along = planes[4 * f] * direction[o] + planes[4 * f + 1] * direction[o + 1] + planes[4 * f + 2] * direction[o + 2];
      if (along > best) {
        best = along;
        steepest = f;
      }
    }
  }
  return steepest;
}
