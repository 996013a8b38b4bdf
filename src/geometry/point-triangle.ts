// Which point of a triangle is closest to a given point? Triangles without area are their edges or their one corner.
// Guarantee as in triangle-triangle.ts, which measures the point as a triangle of three equal corners: |distance −
// true| ≤ 64·2⁻⁵³·M.

import { SEPARATION_DISTANCE, SEPARATION_FEATURES, SEPARATION_SIZE, triangleDistance } from './triangle-triangle.ts';

const P = new Float64Array(9);
const R = new Float64Array(SEPARATION_SIZE);

/**
 * out[oo..oo+2] closest point of the triangle, [oo+3] distance, [oo+4] feature: 0 to 2 a vertex, 3 to 5 the edge k →
 * k+1 mod 3, 6 the face.
 */
export function pointTriangleDistance(p: Float64Array, po: number, t: Float64Array, to: number, out: Float64Array, oo: number): void {
  for (let k = 0; k < 9; k++) P[k] = p[po + (k % 3)];
  triangleDistance(P, 0, t, to, R, 0);
  out[oo] = R[3];
  out[oo + 1] = R[4];
  out[oo + 2] = R[5];
  out[oo + 3] = R[SEPARATION_DISTANCE];
  out[oo + 4] = R[SEPARATION_FEATURES] >> 3;
}
