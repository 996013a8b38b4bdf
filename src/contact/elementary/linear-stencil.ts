/**
 * A vertex and a face, or two edges, whose four corners move linearly: do they touch on the way, and when first?
 * Corners are read where they are: x y z from an index on, in one array at t = 0 and in another at t = 1.
 * Guarantee: as in origin-in-hull.ts. The cubic comes first: it is one straight piece of code and rules out 90 to 95 %
 * of what is near. The axes rule out less than half, and no branch predictor foresees which pairs, or by which axis.
 */
import { FREE, HULL_END, hull, originEntersHull } from './origin-in-hull.ts';
import { planeKeepsApart, TOUCHING } from './plane-apart.ts';

/** Vertex p of P, face a b c of F; before and after. FREE, TOUCHES or UNPROVEN. */
export function testVertexFace(
  P0: Float64Array,
  P1: Float64Array,
  p: number,
  F0: Float64Array,
  F1: Float64Array,
  a: number,
  b: number,
  c: number,
): number {
  // e = b − a, f = c − a, d = a − p
  if (planeKeepsApart(F0, F1, b, a, F0, F1, c, a, P0, P1, p, 0, 0, TOUCHING)) return FREE;
  const H = hull;
  for (let k = 0; k < 3; k++) {
    const p0 = P0[p + k];
    const p1 = P1[p + k];
    const a0 = F0[a + k] - p0;
    const b0 = F0[b + k] - p0;
    const c0 = F0[c + k] - p0;
    const a1 = F1[a + k] - p1;
    const b1 = F1[b + k] - p1;
    const c1 = F1[c + k] - p1;
    // one sign for all, the sign of a difference being exact; a product that underflows says nothing
    if (a0 * a1 > 0 && a0 * b0 > 0 && a0 * b1 > 0 && a0 * c0 > 0 && a0 * c1 > 0) return FREE;
    H[k] = a0;
    H[3 + k] = b0;
    H[6 + k] = c0;
    H[HULL_END + k] = a1;
    H[HULL_END + 3 + k] = b1;
    H[HULL_END + 6 + k] = c1;
  }
  return originEntersHull(3);
}

/** Edge from i to j of A, edge from k to l of B. */
export function testEdgeEdge(
  A0: Float64Array,
  A1: Float64Array,
  i: number,
  j: number,
  B0: Float64Array,
  B1: Float64Array,
  k: number,
  l: number,
): number {
  // e = a1 − a0, f = b0 − b1, d = a0 − b0
  if (planeKeepsApart(A0, A1, j, i, B0, B1, k, l, B0, B1, k, 0, 0, TOUCHING)) return FREE;
  const H = hull;
  for (let x = 0; x < 3; x++) {
    const a0 = A0[i + x];
    const a1 = A0[j + x];
    const b0 = B0[k + x];
    const b1 = B0[l + x];
    const p0 = a0 - b0;
    const q0 = a1 - b0;
    const r0 = a1 - b1;
    const s0 = a0 - b1;
    const c0 = A1[i + x];
    const c1 = A1[j + x];
    const d0 = B1[k + x];
    const d1 = B1[l + x];
    const p1 = c0 - d0;
    const q1 = c1 - d0;
    const r1 = c1 - d1;
    const s1 = c0 - d1;
    if (p0 * r0 > 0 && q0 * s0 > 0 && p0 * q0 > 0 && p0 * p1 > 0 && p1 * r1 > 0 && q1 * s1 > 0 && p1 * q1 > 0) return FREE;
    H[x] = p0;
    H[3 + x] = q0;
    H[6 + x] = r0;
    H[9 + x] = s0;
    H[HULL_END + x] = p1;
    H[HULL_END + 3 + x] = q1;
    H[HULL_END + 6 + x] = r1;
    H[HULL_END + 9 + x] = s1;
  }
  return originEntersHull(4);
}
