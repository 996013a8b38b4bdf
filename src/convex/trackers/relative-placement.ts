/**
 * Where b stands as seen from a: x_a = R·x_b + t with R = Aᵀ·B and t = Aᵀ·(p_b − p_a), so that what two bodies have to
 * do with each other does not suffer from where both are in the world: the error is a few roundings of |p_b − p_a|,
 * whatever |p_a| is.
 */

/** Writes R row by row and t into out[0..11]. */
export function writeRelativePlacement(A: Float64Array, B: Float64Array, out: Float64Array | number[]): void {
  const a0 = A[0];
  const a1 = A[1];
  const a2 = A[2];
  const a3 = A[3];
  const a4 = A[4];
  const a5 = A[5];
  const a6 = A[6];
  const a7 = A[7];
  const a8 = A[8];
  const b0 = B[0];
  const b1 = B[1];
  const b2 = B[2];
  const b3 = B[3];
  const b4 = B[4];
  const b5 = B[5];
  const b6 = B[6];
  const b7 = B[7];
  const b8 = B[8];
  out[0] = a0 * b0 + a3 * b3 + a6 * b6;
  out[1] = a0 * b1 + a3 * b4 + a6 * b7;
  out[2] = a0 * b2 + a3 * b5 + a6 * b8;
  out[3] = a1 * b0 + a4 * b3 + a7 * b6;
  out[4] = a1 * b1 + a4 * b4 + a7 * b7;
  out[5] = a1 * b2 + a4 * b5 + a7 * b8;
  out[6] = a2 * b0 + a5 * b3 + a8 * b6;
  out[7] = a2 * b1 + a5 * b4 + a8 * b7;
  out[8] = a2 * b2 + a5 * b5 + a8 * b8;
  const x = B[9] - A[9];
  const y = B[10] - A[10];
  const z = B[11] - A[11];
  out[9] = a0 * x + a3 * y + a6 * z;
  out[10] = a1 * x + a4 * y + a7 * z;
  out[11] = a2 * x + a5 * y + a8 * z;
}

/** The direction x y z in the frame of a, and its opposite in that of b, into way[0..5]; `r` as above. */
export function writeWay(r: Float64Array | readonly number[], x: number, y: number, z: number, way: Float64Array): void {
  way[0] = x;
  way[1] = y;
  way[2] = z;
  way[3] = -(r[0] * x + r[3] * y + r[6] * z);
  way[4] = -(r[1] * x + r[4] * y + r[7] * z);
  way[5] = -(r[2] * x + r[5] * y + r[8] * z);
}
