// The frame in which a pair of triangles is measured: origin at a's first corner, lengths scaled by a power of two so that
// no product of four coordinates leaves the exponent range, whatever the unit of length.
// Layout of a frame (Float64Array of FRAME_SIZE):
//   0 corners of a, 9 corners of b, 18 edges of a (k → k+1 mod 3), 27 edges of b, 36 their six squared lengths,
//   42 point on a, 45 point on b, 48 distance, 49 unit direction from a to b, 52 feature code,
//   53 largest coordinate, 54 the power of two, 55 gap of the supports along the direction.

export const FRAME_SIZE = 56;

/** What |computed − true distance| may reach, relative to the largest coordinate of the frame: 64 roundings. */
export const DISTANCE_ERROR: number = 64 * 2 ** -53;

/**
 * Gap and distance closer than this (relative) prove each other. Apart from it the error holds the rounding of the corners
 * (√3·2 roundings), of both supports (√3·4 each at most), and of a point given as a combination of corners.
 */
export const PROOF_SLACK: number = 40 * 2 ** -53;

const BIG = 2 ** 32;
const SMALL = 2 ** -32;
/** Keeps the scale itself finite for subnormal lengths. */
const LARGEST_SCALE = 2 ** 960;

export function loadFrame(a: Float64Array, ao: number, b: Float64Array, bo: number, f: Float64Array): void {
  const ox = a[ao];
  const oy = a[ao + 1];
  const oz = a[ao + 2];
  f[0] = 0;
  f[1] = 0;
  f[2] = 0;
  let m = 0;
  for (let k = 3; k < 9; k += 3) {
    const x = a[ao + k] - ox;
    const y = a[ao + k + 1] - oy;
    const z = a[ao + k + 2] - oz;
    f[k] = x;
    f[k + 1] = y;
    f[k + 2] = z;
    m = Math.max(m, Math.abs(x), Math.abs(y), Math.abs(z));
  }
  for (let k = 0; k < 9; k += 3) {
    const x = b[bo + k] - ox;
    const y = b[bo + k + 1] - oy;
    const z = b[bo + k + 2] - oz;
    f[k + 9] = x;
    f[k + 10] = y;
    f[k + 11] = z;
    m = Math.max(m, Math.abs(x), Math.abs(y), Math.abs(z));
  }
  for (let k = 0; k < 9; k++) {
    const next = k < 6 ? k + 3 : k - 6;
    f[18 + k] = a[ao + next] - a[ao + k];
    f[27 + k] = b[bo + next] - b[bo + k];
  }
  let scale = 1;
  if (m > BIG || (m < SMALL && m > 0)) {
    while (m * scale > BIG) scale *= SMALL;
    while (m * scale < SMALL && scale < LARGEST_SCALE) scale *= BIG;
    for (let k = 0; k < 36; k++) f[k] *= scale;
    m *= scale;
  }
  for (let k = 0; k < 6; k++) {
    const e = 18 + 3 * k;
    f[36 + k] = f[e] * f[e] + f[e + 1] * f[e + 1] + f[e + 2] * f[e + 2];
  }
  f[53] = m;
  f[54] = scale;
}

/** gap = min n·b − max n·a over the corners, for the direction n in the frame: a lower bound of the distance when |n| = 1. */
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
