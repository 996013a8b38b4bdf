/**
 * How long are two sets that points sweep by spinning about axes certainly more than a pad apart?
 *
 * A set is the hull of some points plus a radius, each revolved about no, one or several axes, the innermost first
 * [motion/spin.ts]. Two proofs, the longer step of which counts [docs/notes/many-turns.md]:
 *
 *   apart along n    support of A + radii + pad < −support of B; that of a revolved point with height h and distance r
 *                    from the axis u is h n·u + r |n × u|, convex in the point, hence greatest at a corner
 *   in the hole      f = r cos α + h sin α, cos α ≥ 0, is convex and changes by at most the way: it is at most its
 *                    value at a corner of B, and at least m·x cos α + h sin α for points x of A and any unit m ⊥ u
 *
 * Directions are proposals and may be as poor as they like. While A and B drift, a gap closes by at most
 * τ (drift·n + speed) + ½ τ² bend. Rounding of the sums here is in a share of all lengths that enter, 2⁻⁴⁴; that of
 * the points and axes themselves is the caller's, in the pad.
 */

import { lengthAt } from '../math/vec3.ts';
import { MOST_POINTS, POINT_SIZE, SET_AXIS, SET_C, SET_COUNT, SET_LARGEST, SET_POINTS, SET_RADIUS, SET_U } from './revolved-set.ts';

/** In: pad, time left, drift of A less that of B, speed and bend of both. Out: the step; Infinity: to the end. */
export const RING_PAD = 0;
export const RING_REST = 1;
export const RING_DRIFT = 2;
export const RING_SPEED = 5;
export const RING_BEND = 6;
export const RING_STEP = 7;
/* Scratch: pad and radii and rounding; gap and closing speed at hand; direction; supports and their values. */
const WHOLE_PAD = 8;
const GAP = 9;
const CLOSING = 10;
const N = 11;
const FAR_A = 14;
const FAR_B = 18;
const M = 22;
/** Vector from the middle of A to that of B. */
const Z = 26;
/** For B in A's hole, of each point: distance from the axis, height, and how far above and below that it reaches. */
const HOLE = 29;
export const RING_SIZE: number = HOLE + 3 * MOST_POINTS;

/** Share of the lengths that sums here may be off by. */
const ROUNDING = 2 ** -44;
/** 1 − 2⁻³⁰: a root only proposes a step; minutely shortened it can be proven. */
const SHORTEN = 1 - 2 ** -30;
/** Improved directions that are tried, in space and in the half-plane of an axis. */
const ROUNDS = 6;
/** Shorter vectors, relative to the lengths, have no direction. */
const NOTHING = 2 ** -30;

/** The step, into w[RING_STEP]; 0: the sets may meet at once. */
export function stepRevolved(A: Float64Array, B: Float64Array, w: Float64Array): void {
  w[RING_STEP] = 0;
  writeMiddle(A, w, FAR_A);
  writeMiddle(B, w, FAR_B);
  for (let k = 0; k < 3; k++) w[Z + k] = w[FAR_B + k] - w[FAR_A + k];
  const size = A[SET_LARGEST] + B[SET_LARGEST] + spreadOf(A, w, FAR_A) + spreadOf(B, w, FAR_B) + lengthAt(w, FAR_A) + lengthAt(w, FAR_B);
  w[WHOLE_PAD] = w[RING_PAD] + A[SET_RADIUS] + B[SET_RADIUS] + ROUNDING * size;
  if (!(size < Infinity)) return;
  tryAxis(A, A, B, w);
  if (w[RING_STEP] < Infinity) tryAxis(B, A, B, w);
  if (w[RING_STEP] < Infinity) improve(A, B, w);
  if (w[RING_STEP] < Infinity && A[SET_AXIS] === 1) tryHole(A, B, w, -1);
  if (w[RING_STEP] < Infinity && B[SET_AXIS] === 1) tryHole(B, A, w, 1);
}

/** Where the points of a set are on the average, on its axis where it has one. */
function writeMiddle(set: Float64Array, w: Float64Array, o: number): void {
  const count = set[SET_COUNT];
  w[o] = w[o + 1] = w[o + 2] = 0;
  let h = 0;
  for (let i = 0, p = SET_POINTS; i < count; i++, p += POINT_SIZE) {
    h += set[p + 5] / count;
    for (let k = 0; k < 3; k++) w[o + k] += set[p + k] / count;
  }
  if (set[SET_AXIS] === 1) for (let k = 0; k < 3; k++) w[o + k] = set[SET_C + k] + h * set[SET_U + k];
}

/** Greatest distance of a set's points from the place at (w, o). */
function spreadOf(set: Float64Array, w: Float64Array, o: number): number {
  let most = 0;
  for (let p = SET_POINTS; p < SET_POINTS + POINT_SIZE * set[SET_COUNT]; p += POINT_SIZE) {
    const x = set[p] - w[o];
    const y = set[p + 1] - w[o + 1];
    const z = set[p + 2] - w[o + 2];
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most);
}

/** Along the axis of a set and across it, towards the other one; along the normal of what does not spin. */
function tryAxis(set: Float64Array, A: Float64Array, B: Float64Array, w: Float64Array): void {
  if (set[SET_AXIS] === 0) {
    const p = SET_POINTS;
    if (set[SET_COUNT] < 3) return;
    const ax = set[p + POINT_SIZE] - set[p];
    const ay = set[p + POINT_SIZE + 1] - set[p + 1];
    const az = set[p + POINT_SIZE + 2] - set[p + 2];
    const bx = set[p + 2 * POINT_SIZE] - set[p];
    const by = set[p + 2 * POINT_SIZE + 1] - set[p + 1];
    const bz = set[p + 2 * POINT_SIZE + 2] - set[p + 2];
    // divided first: products of three lengths have no squares in very large or small units
    const unit = 1 / Math.sqrt(ax * ax + ay * ay + az * az);
    const nx = ay * unit * bz - az * unit * by;
    const ny = az * unit * bx - ax * unit * bz;
    const nz = ax * unit * by - ay * unit * bx;
    if (!(unit < Infinity)) return;
    w[N] = nx;
    w[N + 1] = ny;
    w[N + 2] = nz;
    tryTowards(A, B, w);
    return;
  }
  for (let k = 0; k < 3; k++) w[N + k] = set[SET_U + k];
  tryTowards(A, B, w);
  if (w[RING_STEP] === Infinity) return;
  const along = w[Z] * set[SET_U] + w[Z + 1] * set[SET_U + 1] + w[Z + 2] * set[SET_U + 2];
  for (let k = 0; k < 3; k++) w[N + k] = w[Z + k] - along * set[SET_U + k];
  tryTowards(A, B, w);
}

/** The direction in w[N], of any length, or its opposite, whichever points from A to B. */
function tryTowards(A: Float64Array, B: Float64Array, w: Float64Array): void {
  const length = lengthAt(w, N);
  if (!(length > 0)) return;
  const unit = (w[N] * w[Z] + w[N + 1] * w[Z + 1] + w[N + 2] * w[Z + 2] < 0 ? -1 : 1) / length;
  for (let k = 0; k < 3; k++) w[N + k] *= unit;
  tryDirection(A, B, w);
}

/** Towards the closest points of the two hulls: the nearest of a segment, again and again [Gilbert 1966]. */
function improve(A: Float64Array, B: Float64Array, w: Float64Array): void {
  const nothing = NOTHING * (A[SET_LARGEST] + B[SET_LARGEST]);
  let x = w[Z];
  let y = w[Z + 1];
  let z = w[Z + 2];
  for (let round = 0; round < ROUNDS; round++) {
    const length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > nothing)) return;
    w[N] = x / length;
    w[N + 1] = y / length;
    w[N + 2] = z / length;
    tryDirection(A, B, w);
    if (w[RING_STEP] === Infinity) return;
    const dx = w[FAR_B] - w[FAR_A] - x;
    const dy = w[FAR_B + 1] - w[FAR_A + 1] - y;
    const dz = w[FAR_B + 2] - w[FAR_A + 2] - z;
    const square = dx * dx + dy * dy + dz * dz;
    const share = -(x * dx + y * dy + z * dz) / square;
    if (!(share > 0)) return;
    const part = share < 1 ? share : 1;
    x += part * dx;
    y += part * dy;
    z += part * dz;
  }
}

/** The step that the unit direction in w[N] proves, where it is longer; leaves the farthest points in w. */
function tryDirection(A: Float64Array, B: Float64Array, w: Float64Array): void {
  writeSupport(A, w, 1, FAR_A);
  writeSupport(B, w, -1, FAR_B);
  w[GAP] = -w[FAR_B + 3] - w[FAR_A + 3] - w[WHOLE_PAD];
  w[CLOSING] = w[N] * w[RING_DRIFT] + w[N + 1] * w[RING_DRIFT + 1] + w[N + 2] * w[RING_DRIFT + 2] + w[RING_SPEED];
  take(w);
}

/** The farthest point of a set along sign · n, without its radius, and how far that is. */
function writeSupport(set: Float64Array, w: Float64Array, sign: number, o: number): void {
  const nx = sign * w[N];
  const ny = sign * w[N + 1];
  const nz = sign * w[N + 2];
  const end = SET_POINTS + POINT_SIZE * set[SET_COUNT];
  let most = -Infinity;
  let best = SET_POINTS;
  if (set[SET_AXIS] === 0) {
    for (let p = SET_POINTS; p < end; p += POINT_SIZE) {
      const value = nx * set[p] + ny * set[p + 1] + nz * set[p + 2];
      if (value > most) {
        most = value;
        best = p;
      }
    }
    w[o] = set[best];
    w[o + 1] = set[best + 1];
    w[o + 2] = set[best + 2];
    w[o + 3] = most;
    return;
  }
  const along = nx * set[SET_U] + ny * set[SET_U + 1] + nz * set[SET_U + 2];
  const x = nx - along * set[SET_U];
  const y = ny - along * set[SET_U + 1];
  const z = nz - along * set[SET_U + 2];
  const across = Math.sqrt(x * x + y * y + z * z);
  const both = Math.abs(along);
  for (let p = SET_POINTS; p < end; p += POINT_SIZE) {
    const value = along * set[p + 5] + both * set[p + 3] + across * (set[p + 6] + set[p + 4]);
    if (value > most) {
      most = value;
      best = p;
    }
  }
  const h = set[best + 5] + (along < 0 ? -set[best + 3] : set[best + 3]);
  const out = across > 0 ? (set[best + 6] + set[best + 4]) / across : 0;
  w[o] = set[SET_C] + h * set[SET_U] + out * x;
  w[o + 1] = set[SET_C + 1] + h * set[SET_U + 1] + out * y;
  w[o + 2] = set[SET_C + 2] + h * set[SET_U + 2] + out * z;
  w[o + 3] = nx * set[SET_C] + ny * set[SET_C + 1] + nz * set[SET_C + 2] + most;
}

/** Takes the step that the gap and the closing speed at hand prove, where it is longer. */
function take(w: Float64Array): void {
  const gap = w[GAP];
  if (!(gap > 0)) return;
  const rest = w[RING_REST];
  const closing = w[CLOSING];
  const half = 0.5 * w[RING_BEND];
  // concave in τ: one evaluation proves all before it
  if (gap - rest * (closing + half * rest) >= 0) {
    w[RING_STEP] = Infinity;
    return;
  }
  const root = Math.sqrt(closing * closing + 4 * half * gap);
  const tau = SHORTEN * (closing > 0 ? (2 * gap) / (closing + root) : (root - closing) / (2 * half));
  if (tau > w[RING_STEP] && gap - tau * (closing + half * tau) >= 0) w[RING_STEP] = tau;
}

/** The inner set within the hole of the outer one, or below or above it; sign: of the drift of inner against outer. */
function tryHole(outer: Float64Array, inner: Float64Array, w: Float64Array, sign: number): void {
  // One piece: its numbers stay in local variables; calls in the middle would box them.
  const cx = outer[SET_C];
  const cy = outer[SET_C + 1];
  const cz = outer[SET_C + 2];
  const ux = outer[SET_U];
  const uy = outer[SET_U + 1];
  const uz = outer[SET_U + 2];
  // m: towards the points of the outer set from its axis, on the average
  const end = SET_POINTS + POINT_SIZE * outer[SET_COUNT];
  let mx = 0;
  let my = 0;
  let mz = 0;
  for (let p = SET_POINTS; p < end; p += POINT_SIZE) {
    mx += outer[p] - cx - outer[p + 5] * ux;
    my += outer[p + 1] - cy - outer[p + 5] * uy;
    mz += outer[p + 2] - cz - outer[p + 5] * uz;
  }
  const along = mx * ux + my * uy + mz * uz;
  mx -= along * ux;
  my -= along * uy;
  mz -= along * uz;
  const length = Math.sqrt(mx * mx + my * my + mz * mz);
  if (!(length > NOTHING * outer[SET_LARGEST])) return;
  w[M] = mx / length;
  w[M + 1] = my / length;
  w[M + 2] = mz / length;
  w[M + 3] = 0;
  writeAround(outer, inner, w);
  const dx = sign * w[RING_DRIFT];
  const dy = sign * w[RING_DRIFT + 1];
  const dz = sign * w[RING_DRIFT + 2];
  const rise = dx * ux + dy * uy + dz * uz;
  const tx = dx - rise * ux;
  const ty = dy - rise * uy;
  const tz = dz - rise * uz;
  const wander = Math.sqrt(tx * tx + ty * ty + tz * tz);
  let x = outer[SET_LARGEST];
  let y = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const unit = Math.sqrt(x * x + y * y);
    if (!(x > 0 && unit > NOTHING * outer[SET_LARGEST])) return;
    const cos = x / unit;
    const sin = y / unit;
    const both = Math.abs(sin);
    // the nearest of the outer set, the farthest of the inner one
    let low = Infinity;
    let lowX = 0;
    let lowY = 0;
    for (let p = SET_POINTS; p < end; p += POINT_SIZE) {
      const a = w[M] * (outer[p] - cx) + w[M + 1] * (outer[p + 1] - cy) + w[M + 2] * (outer[p + 2] - cz) - outer[p + 4];
      const value = cos * a + sin * outer[p + 5] - both * outer[p + 3];
      if (value < low) {
        low = value;
        lowX = a;
        lowY = outer[p + 5] - (sin < 0 ? -outer[p + 3] : outer[p + 3]);
      }
    }
    let high = -Infinity;
    let highX = 0;
    let highY = 0;
    for (let i = 0, p = HOLE; i < inner[SET_COUNT]; i++, p += 3) {
      const value = cos * w[p] + sin * w[p + 1] + both * w[p + 2];
      if (value > high) {
        high = value;
        highX = w[p];
        highY = w[p + 1] + (sin < 0 ? -w[p + 2] : w[p + 2]);
      }
    }
    w[GAP] = low - high - w[WHOLE_PAD];
    w[CLOSING] = cos * wander + sin * rise + w[RING_SPEED];
    take(w);
    if (w[RING_STEP] === Infinity) return;
    const fx = lowX - highX;
    const fy = lowY - highY;
    if (round === 0) {
      x = fx;
      y = fy;
      continue;
    }
    const ex = fx - x;
    const ey = fy - y;
    const share = -(x * ex + y * ey) / (ex * ex + ey * ey);
    if (!(share > 0)) return;
    x += Math.min(1, share) * ex;
    y += Math.min(1, share) * ey;
  }
}

/** Writes for each point of the inner set: distance from the outer axis, height, and how far around that it reaches. */
function writeAround(outer: Float64Array, inner: Float64Array, w: Float64Array): void {
  const spins = inner[SET_AXIS] === 1;
  const ux = outer[SET_U];
  const uy = outer[SET_U + 1];
  const uz = outer[SET_U + 2];
  let s = 0;
  if (spins) {
    const x = uy * inner[SET_U + 2] - uz * inner[SET_U + 1];
    const y = uz * inner[SET_U] - ux * inner[SET_U + 2];
    const z = ux * inner[SET_U + 1] - uy * inner[SET_U];
    s = Math.sqrt(x * x + y * y + z * z);
  }
  for (let i = 0, p = SET_POINTS, o = HOLE; i < inner[SET_COUNT]; i++, p += POINT_SIZE, o += 3) {
    const h = inner[p + 5];
    const dx = (spins ? inner[SET_C] + h * inner[SET_U] : inner[p]) - outer[SET_C];
    const dy = (spins ? inner[SET_C + 1] + h * inner[SET_U + 1] : inner[p + 1]) - outer[SET_C + 1];
    const dz = (spins ? inner[SET_C + 2] + h * inner[SET_U + 2] : inner[p + 2]) - outer[SET_C + 2];
    const height = ux * dx + uy * dy + uz * dz;
    const x = dx - height * ux;
    const y = dy - height * uy;
    const z = dz - height * uz;
    const e = inner[p + 3];
    const q = inner[p + 6] + inner[p + 4];
    w[o] = Math.sqrt(x * x + y * y + z * z) + q + e * s;
    w[o + 1] = height;
    w[o + 2] = e + q * s;
  }
}
