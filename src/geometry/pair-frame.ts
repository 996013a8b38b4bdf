// The frame in which a pair of triangles is measured: origin at a's first corner, lengths scaled by a power of two so
// that no product of four coordinates leaves the exponent range, whatever the unit of length.
// Layout of a frame (Float64Array of FRAME_SIZE):
//   0 corners of a, 9 corners of b, 18 edges of a (k → k+1 mod 3), 27 edges of b, 36 their six squared lengths,
//   42 point on a, 45 point on b, 48 distance, 49 unit direction from a to b, 52 feature code,
//   53 largest coordinate, 54 the power of two, 55 gap of the supports along the direction,
//   56 parameters along two edges on their way to be stored (doubles that go through memory are never boxed).

export const FRAME_SIZE = 58;

/** What |computed − true distance| may reach, relative to the largest coordinate of the frame: 64 roundings. */
export const DISTANCE_ERROR: number = 64 * 2 ** -53;

/**
 * Gap and distance closer than this (relative) prove each other. Apart from it the error holds the rounding of the
 * corners (√3·2 roundings), of both supports (√3·4 each at most), and of a point given as a combination of corners.
 */
export const PROOF_SLACK: number = 40 * 2 ** -53;

const BIG = 2 ** 32;
const SMALL = 2 ** -32;
/** Keeps the scale itself finite for subnormal lengths. */
const LARGEST_SCALE = 2 ** 960;

/** Written out: with loops it took 175 ns instead of 95, a third of the whole distance. */
export function loadFrame(a: Float64Array, ao: number, b: Float64Array, bo: number, f: Float64Array): void {
  // One piece: eighteen coordinates, written out one after the other.
  const a0x = a[ao];
  const a0y = a[ao + 1];
  const a0z = a[ao + 2];
  const a1x = a[ao + 3];
  const a1y = a[ao + 4];
  const a1z = a[ao + 5];
  const a2x = a[ao + 6];
  const a2y = a[ao + 7];
  const a2z = a[ao + 8];
  const b0x = b[bo];
  const b0y = b[bo + 1];
  const b0z = b[bo + 2];
  const b1x = b[bo + 3];
  const b1y = b[bo + 4];
  const b1z = b[bo + 5];
  const b2x = b[bo + 6];
  const b2y = b[bo + 7];
  const b2z = b[bo + 8];
  f[0] = 0;
  f[1] = 0;
  f[2] = 0;
  const p1x = a1x - a0x;
  const p1y = a1y - a0y;
  const p1z = a1z - a0z;
  const p2x = a2x - a0x;
  const p2y = a2y - a0y;
  const p2z = a2z - a0z;
  const q0x = b0x - a0x;
  const q0y = b0y - a0y;
  const q0z = b0z - a0z;
  const q1x = b1x - a0x;
  const q1y = b1y - a0y;
  const q1z = b1z - a0z;
  const q2x = b2x - a0x;
  const q2y = b2y - a0y;
  const q2z = b2z - a0z;
  f[3] = p1x;
  f[4] = p1y;
  f[5] = p1z;
  f[6] = p2x;
  f[7] = p2y;
  f[8] = p2z;
  f[9] = q0x;
  f[10] = q0y;
  f[11] = q0z;
  f[12] = q1x;
  f[13] = q1y;
  f[14] = q1z;
  f[15] = q2x;
  f[16] = q2y;
  f[17] = q2z;
  f[18] = p1x;
  f[19] = p1y;
  f[20] = p1z;
  const u1x = a2x - a1x;
  f[21] = u1x;
  const u1y = a2y - a1y;
  f[22] = u1y;
  const u1z = a2z - a1z;
  f[23] = u1z;
  f[24] = -p2x;
  f[25] = -p2y;
  f[26] = -p2z;
  const v0x = b1x - b0x;
  f[27] = v0x;
  const v0y = b1y - b0y;
  f[28] = v0y;
  const v0z = b1z - b0z;
  f[29] = v0z;
  const v1x = b2x - b1x;
  f[30] = v1x;
  const v1y = b2y - b1y;
  f[31] = v1y;
  const v1z = b2z - b1z;
  f[32] = v1z;
  const v2x = b0x - b2x;
  f[33] = v2x;
  const v2y = b0y - b2y;
  f[34] = v2y;
  const v2z = b0z - b2z;
  f[35] = v2z;
  f[36] = p1x * p1x + p1y * p1y + p1z * p1z;
  f[37] = u1x * u1x + u1y * u1y + u1z * u1z;
  f[38] = p2x * p2x + p2y * p2y + p2z * p2z;
  f[39] = v0x * v0x + v0y * v0y + v0z * v0z;
  f[40] = v1x * v1x + v1y * v1y + v1z * v1z;
  f[41] = v2x * v2x + v2y * v2y + v2z * v2z;
  const p1m = Math.max(Math.abs(p1x), Math.abs(p1y), Math.abs(p1z));
  const p2m = Math.max(Math.abs(p2x), Math.abs(p2y), Math.abs(p2z));
  const q0m = Math.max(Math.abs(q0x), Math.abs(q0y), Math.abs(q0z));
  const q1m = Math.max(Math.abs(q1x), Math.abs(q1y), Math.abs(q1z));
  const q2m = Math.max(Math.abs(q2x), Math.abs(q2y), Math.abs(q2z));
  const m = Math.max(Math.max(p1m, p2m), Math.max(q0m, q1m), q2m);
  f[53] = m;
  f[54] = 1;
  if (m > BIG || m < SMALL) rescale(f, m);
}

function rescale(f: Float64Array, m: number): void {
  if (m === 0) return;
  let scale = 1;
  while (m * scale > BIG) scale *= SMALL;
  while (m * scale < SMALL && scale < LARGEST_SCALE) scale *= BIG;
  for (let k = 0; k < 36; k++) f[k] *= scale;
  for (let k = 0; k < 6; k++) {
    const e = 18 + 3 * k;
    f[36 + k] = f[e] * f[e] + f[e + 1] * f[e + 1] + f[e + 2] * f[e + 2];
  }
  f[53] = m * scale;
  f[54] = scale;
}

/**
 * gap = min n·b − max n·a over the corners, for the direction n in the frame: a lower bound of the distance when |n| =
 * 1.
 */
export function supportGap(f: Float64Array): void {
  const x = f[49];
  const y = f[50];
  const z = f[51];
  const a1 = x * f[3] + y * f[4] + z * f[5];
  const a2 = x * f[6] + y * f[7] + z * f[8];
  const b0 = x * f[9] + y * f[10] + z * f[11];
  const b1 = x * f[12] + y * f[13] + z * f[14];
  const b2 = x * f[15] + y * f[16] + z * f[17];
  f[55] = Math.min(b0, b1, b2) - Math.max(0, a1, a2);
}
