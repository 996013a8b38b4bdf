/**
 * Do a vertex and a face, or two edges, with linearly moving corners stay more than a distance c apart? By conservative
 * advancement: the closest direction s at t is a separating one for a stretch of time, because every s·wⱼ is linear in
 * t.
 *
 *   apart on [t, t′] ⇐ s·wⱼ(t) and s·wⱼ(t′) > |s| (c + τ/2) for all j,    wⱼ the points of the hull as in
 *   origin-in-hull.ts
 *
 * Guarantee: before HULL_TIME the distance is proven above c; where it TOUCHES, it is at most c + τ there, τ the
 * tolerance, at least 2⁻³² of the corners' spread and c: finer ones would cost steps without end; more where it slides
 * along for more than ENDLESS of them.
 */
import { SEPARATION_DIRECTION, SEPARATION_DISTANCE, triangleSeparation } from '../../geometry/triangle-triangle.ts';
import { DIRECTION_TIME, direction, nearestOfHull } from './nearest-of-hull.ts';
import { FREE, HULL_END, HULL_SIZE, HULL_TIME, HULL_UNTIL, hull, TOUCHES } from './origin-in-hull.ts';
import { planeKeepsApart } from './plane-apart.ts';

/** Four corners at t = 0, then at t = 1: a vertex and those of a face, or the ends of one edge and of another. */
export const stencil: Float64Array = new Float64Array(24);

/** In: c and τ. */
export const keep: Float64Array = new Float64Array(4);
export const KEEP_CLEARANCE = 0;
export const KEEP_TOLERANCE = 1;
/** The end of the stretch, and what the supports must exceed, per unit of |s|. */
const STRETCH_END = 2;
const TARGET = 3;

const U = 2 ** -53;
/** Least tolerance, a share of the corners' spread and the clearance: those below are raised to it. */
export const FINEST_TOLERANCE: number = 2 ** -32;
/** After so many stretches, and again after as many, τ′ is doubled up to τ: features that slide along just above c. */
const PATIENCE = 256;
/** From so many on, a second or two, beyond τ too, so that it ends: corners 10¹² times as far apart as τ, say. */
const ENDLESS: number = 2 ** 21;
/** Squares of squares stay in range between these; beyond, everything is scaled by a power of two. */
const LARGEST = 2 ** 200;
/** Most that the distance as computed may be off by, a share of the largest coordinate. */
const DOUBT = 2 ** -47;
const sideA: Float64Array = new Float64Array(9);
const sideB: Float64Array = new Float64Array(9);
const separation: Float64Array = new Float64Array(11);

/** Corners as in linear-stencil.ts: FREE or TOUCHES. */
export function keepVertexFace(
  P0: Float64Array,
  P1: Float64Array,
  p: number,
  F0: Float64Array,
  F1: Float64Array,
  a: number,
  b: number,
  c: number,
): number {
  if (planeKeepsApart(F0, F1, b, a, F0, F1, c, a, P0, P1, p, keep[KEEP_CLEARANCE], keep[KEEP_TOLERANCE], FINEST_TOLERANCE)) return FREE;
  const H = hull;
  for (let k = 0; k < 3; k++) {
    const p0 = P0[p + k];
    const p1 = P1[p + k];
    H[k] = F0[a + k] - p0;
    H[3 + k] = F0[b + k] - p0;
    H[6 + k] = F0[c + k] - p0;
    H[HULL_END + k] = F1[a + k] - p1;
    H[HULL_END + 3 + k] = F1[b + k] - p1;
    H[HULL_END + 6 + k] = F1[c + k] - p1;
  }
  return advance(3);
}

export function keepEdgeEdge(
  A0: Float64Array,
  A1: Float64Array,
  i: number,
  j: number,
  B0: Float64Array,
  B1: Float64Array,
  k: number,
  l: number,
): number {
  if (planeKeepsApart(A0, A1, j, i, B0, B1, k, l, B0, B1, k, keep[KEEP_CLEARANCE], keep[KEEP_TOLERANCE], FINEST_TOLERANCE)) return FREE;
  for (let x = 0; x < 3; x++) {
    putParallelogram(0, x, A0[i + x], A0[j + x], B0[k + x], B0[l + x]);
    putParallelogram(HULL_END, x, A1[i + x], A1[j + x], B1[k + x], B1[l + x]);
  }
  return advance(4);
}

function putParallelogram(end: number, axis: number, a0: number, a1: number, b0: number, b1: number): void {
  hull[end + axis] = a0 - b0;
  hull[end + 3 + axis] = a1 - b0;
  hull[end + 6 + axis] = a1 - b1;
  hull[end + 9 + axis] = a0 - b1;
}

function advance(corners: number): number {
  let M = 0;
  // on one side of the other feature along an axis, by more than c at both ends: so it stays
  const beyond = keep[KEEP_CLEARANCE] * (1 + 2 ** -50);
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = axis; k < 3 * corners; k += 3) {
      const x = hull[k];
      const y = hull[HULL_END + k];
      if (x < low) low = x;
      if (x > high) high = x;
      if (y < low) low = y;
      if (y > high) high = y;
    }
    if (low > beyond || high < -beyond) return FREE;
    M = Math.max(M, -low, high);
  }
  // exact, but for coordinates 2⁻¹⁰⁰⁰ of the largest
  let scale = 1;
  while (M * scale > LARGEST) scale *= 0.5;
  while (M > 0 && M * scale < 1 / LARGEST && scale < 2 ** 900) scale *= 2;
  if (scale !== 1) for (let k = 0; k < HULL_END + 3 * corners; k++) hull[k] *= scale;
  M *= scale;
  hull[HULL_SIZE] = M;
  const c = keep[KEEP_CLEARANCE] * scale;
  const doubt = DOUBT * M;
  const largest = Math.max(keep[KEEP_TOLERANCE] * scale, FINEST_TOLERANCE * (M + c));
  let tolerance = largest;
  let t = 0;
  for (let pass = 1; ; pass++) {
    direction[DIRECTION_TIME] = t;
    nearestOfHull(corners, hull, HULL_END);
    let d = Math.sqrt(direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2]);
    if (pass % PATIENCE === 0) tolerance = pass < ENDLESS ? Math.min(largest, 2 * tolerance) : 2 * tolerance;
    // over nearly flat hulls the point is inexact: the robust kernel knows the distance, and a direction that proves it
    let robust = false;
    if (t === 0 ? !(d > c + 2 * largest) : !(d > c + tolerance - doubt)) {
      d = separateRobustly(corners, t);
      robust = true;
    }
    // τ′ = min(τ, (d(0) − c)/2)
    if (t === 0) tolerance = Math.max(Math.min(largest, 0.5 * (d - c)), FINEST_TOLERANCE * (M + c));
    keep[TARGET] = c + 0.5 * tolerance;
    if (robust && !(d > c + tolerance - doubt)) {
      hull[HULL_TIME] = t;
      return TOUCHES;
    }
    if (!stretch(corners)) {
      if (!robust) d = separateRobustly(corners, t);
      if (robust || !(d > c + tolerance - doubt) || !stretch(corners)) {
        hull[HULL_TIME] = t;
        return TOUCHES;
      }
    }
    t = keep[STRETCH_END];
    if (t === 1 || t >= hull[HULL_UNTIL]) return FREE;
  }
}

/**
 * From the direction's time on, until when are all points certainly beyond the target along it? False: not even then.
 */
function stretch(corners: number): boolean {
  const t = direction[DIRECTION_TIME];
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const length = Math.sqrt(x * x + y * y + z * z);
  const kept = length * keep[TARGET] * (1 + 2 ** -50) + 8 * U * (Math.abs(x) + Math.abs(y) + Math.abs(z)) * hull[HULL_SIZE];
  let end = 1;
  for (let k = 0; k < 3 * corners; k += 3) {
    const g0 = x * hull[k] + y * hull[k + 1] + z * hull[k + 2];
    const g1 = x * hull[HULL_END + k] + y * hull[HULL_END + k + 1] + z * hull[HULL_END + k + 2];
    if (!((1 - t) * g0 + t * g1 > kept)) return false;
    let next = end;
    for (let pass = 0; !((1 - next) * g0 + next * g1 > kept); pass++) {
      next = pass === 0 ? (g0 - kept * (1 + 2 ** -48)) / (g0 - g1) : 0.5 * (t + next);
      if (pass === 60 || !(next > t)) return false;
    }
    end = next;
  }
  keep[STRETCH_END] = end;
  return true;
}

/** The distance at t, proven to 64u; its direction into `direction`, from the origin to the hull. */
function separateRobustly(corners: number, t: number): number {
  const s = 1 - t;
  sideA.fill(0);
  for (let k = 0; k < 3; k++) {
    const w0 = s * hull[k] + t * hull[HULL_END + k];
    const w1 = s * hull[3 + k] + t * hull[HULL_END + 3 + k];
    const w2 = s * hull[6 + k] + t * hull[HULL_END + 6 + k];
    sideB[k] = w0;
    sideB[3 + k] = w1;
    sideB[6 + k] = corners === 3 ? w2 : w1;
    // an edge from the origin: b1 − b0 = w1 − w2
    if (corners === 4) sideA[3 + k] = sideA[6 + k] = w1 - w2;
  }
  triangleSeparation(sideA, 0, sideB, 0, separation, 0);
  direction[0] = separation[SEPARATION_DIRECTION];
  direction[1] = separation[SEPARATION_DIRECTION + 1];
  direction[2] = separation[SEPARATION_DIRECTION + 2];
  return separation[SEPARATION_DISTANCE];
}
