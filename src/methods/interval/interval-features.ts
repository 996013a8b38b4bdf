/**
 * The corners and edges of one leaf as the other body sees them over an interval of time: what the elementary
 * equations of a pair of leaves are evaluated on. Three blocks of three vectors each, in FEATURE_SIZE doubles:
 * where they are in the middle of the interval and how far off that may be, how fast they move and how far off that may
 * be.
 * Guarantee: holds for every instant of the interval, rounding included, if the relative bounds do.
 */
import { RELATIVE_MIDDLE, RELATIVE_RADIUS, RELATIVE_RATE, ROUNDING } from './interval-bounds.ts';

export const FEATURE_SIZE = 36;
export const FEATURE_RADIUS = 9;
export const FEATURE_SPEED = 18;
export const FEATURE_SPEED_RADIUS = 27;

/** Corners of b's leaf in A's frame: R x + T. */
export function writeCornersInA(bounds: Float64Array, o: number, leaves: Float64Array, l: number, out: Float64Array, to: number): void {
  for (let corner = 0; corner < 9; corner += 3)
    turn(bounds, o, 3, 1, 9, 1, leaves[l + corner], leaves[l + corner + 1], leaves[l + corner + 2], out, to + corner);
}

/** Edges of b's leaf, corner k to corner k + 1, in A's frame: R e. */
export function writeEdgesInA(bounds: Float64Array, o: number, leaves: Float64Array, l: number, out: Float64Array, to: number): void {
  for (let corner = 0; corner < 9; corner += 3) {
    const next = corner === 6 ? 0 : corner + 3;
    const x = leaves[l + next] - leaves[l + corner];
    const y = leaves[l + next + 1] - leaves[l + corner + 1];
    const z = leaves[l + next + 2] - leaves[l + corner + 2];
    turn(bounds, o, 3, 1, 0, 0, x, y, z, out, to + corner);
  }
}

/** Corners of a's leaf in B's frame: Rᵀ x − S. */
export function writeCornersInB(bounds: Float64Array, o: number, leaves: Float64Array, l: number, out: Float64Array, to: number): void {
  for (let corner = 0; corner < 9; corner += 3)
    turn(bounds, o, 1, 3, 12, -1, leaves[l + corner], leaves[l + corner + 1], leaves[l + corner + 2], out, to + corner);
}

/** Rows or columns of R times (x, y, z), plus `sign` times what stands at `shift`: in the middle, and how fast. */
function turn(
  bounds: Float64Array,
  o: number,
  row: number,
  stride: number,
  shift: number,
  sign: number,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
  to: number,
): void {
  const e = RELATIVE_RADIUS;
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  for (let k = 0; k < 6; k++) {
    const i = k >> 1;
    const block = o + ((k & 1) === 0 ? RELATIVE_MIDDLE : RELATIVE_RATE);
    const at = to + i + ((k & 1) === 0 ? 0 : FEATURE_SPEED);
    const p = block + row * i;
    const q = p + stride;
    const r = q + stride;
    const added = block + (sign === 0 ? 0 : shift + i);
    const add = sign * bounds[added];
    out[at] = bounds[p] * x + bounds[q] * y + bounds[r] * z + add;
    const size = Math.abs(bounds[p]) * ax + Math.abs(bounds[q]) * ay + Math.abs(bounds[r]) * az + Math.abs(add);
    const radius = bounds[p + e] * ax + bounds[q + e] * ay + bounds[r + e] * az + (sign === 0 ? 0 : bounds[added + e]);
    out[at + FEATURE_RADIUS] = (radius + ROUNDING * size) * (1 + ROUNDING);
  }
}
