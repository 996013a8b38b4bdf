// How far apart are two segments, and where? Zero length, parallel and collinear segments included.
// Guarantee as in triangle-triangle.ts, which measures them as flat triangles: |distance − true| ≤ 64·2⁻⁵³·M.

import { SEPARATION_FEATURES, SEPARATION_SIZE, triangleDistance } from '../../src/geometry/triangle-triangle.ts';

const A = new Float64Array(9);
const B = new Float64Array(9);
const R = new Float64Array(SEPARATION_SIZE);

/** 0 and 1 the ends, 2 the inside, by the feature of the flat triangle p q q. */
const END_OR_INSIDE = [0, 1, 1, 2, 1, 2, 2];

/**
 * Segments of six numbers each. out[oo..oo+2] closest point of a, [oo+3..oo+5] of b, [oo+6] distance,
 * [oo+7] where: code & 3 on a, code >> 2 on b; 0 and 1 are the ends, 2 the inside.
 */
export function segmentDistance(a: Float64Array, ao: number, b: Float64Array, bo: number, out: Float64Array, oo: number): void {
  for (let k = 0; k < 9; k++) {
    const from = k < 6 ? k : k - 3;
    A[k] = a[ao + from];
    B[k] = b[bo + from];
  }
  triangleDistance(A, 0, B, 0, R, 0);
  for (let k = 0; k < 7; k++) out[oo + k] = R[k];
  out[oo + 7] = END_OR_INSIDE[R[SEPARATION_FEATURES] & 7] + 4 * END_OR_INSIDE[R[SEPARATION_FEATURES] >> 3];
}
