/**
 * Bounds on two moving bodies against each other over one interval of time, computed once and shared by everything that
 * is asked about that interval [Redon et al. 2004, §5.2.2].
 *
 *   x_A = R x_B + T,  x_B = Rᵀ x_A − S;   R = R_Aᵀ R_B,  T = R_Aᵀ (p_B − p_A),  S = R_Bᵀ (p_B − p_A)
 *
 * Guarantee: every number lies within `radius` of `centre` at every instant of the interval (MIDDLE: at its middle), if
 * it does for the bodies themselves; rounding is in the radii. Deviation: Redon multiplies matrices of intervals in the
 * world. Here pose = pose(middle) + time × rate, which is sharp to second order and lets a common motion of both
 * cancel.
 */
import type { IntervalMotion } from '../../motion/motion.ts';

/** One interval of time: its ends, its middle twice (an interval as well), and more than half its width. */
export class Span {
  readonly ends: Float64Array = new Float64Array(2);
  readonly middle: Float64Array = new Float64Array(2);
  readonly half: Float64Array = new Float64Array(1);
  /** What a motion writes; of each query its own, because a motion may ask another one meanwhile. */
  readonly raw: Float64Array = new Float64Array(24);

  set(from: number, to: number): void {
    const m = 0.5 * (from + to);
    this.ends[0] = from;
    this.ends[1] = to;
    this.middle[0] = this.middle[1] = m;
    this.half[0] = Math.max(to - m, m - from) * GROW;
  }
}

/** A body: pose, rate, pose at the middle; of each 12 centres (rotation row by row, position), 12 radii. */
export const BODY_SIZE = 72;
const BODY_RATE = 24;
const BODY_MIDDLE = 48;
const BODY_RADIUS = 12;

/** Two bodies: pose, rate, pose at the middle; of each 15 centres (R row by row, T, S), 15 radii. */
export const RELATIVE_SIZE = 90;
export const RELATIVE_RATE = 30;
export const RELATIVE_MIDDLE = 60;
export const RELATIVE_RADIUS = 15;
export const RELATIVE_T = 9;
export const RELATIVE_S = 12;

/** Pays for the roundings of a radius: sums of a few dozen terms ≥ 0. */
const GROW: number = 1 + 2 ** -46;
/** 8u: what a sum of six products may be off by, relative to the sum of their sizes. */
export const ROUNDING: number = 2 ** -50;

export function writeBodyBounds(motion: IntervalMotion, span: Span, out: Float64Array, o: number): void {
  const { raw } = span;
  motion.writePose(span.ends, raw, 0);
  writeCentres(raw, out, o);
  motion.writeRate(span.ends, raw, 0);
  writeCentres(raw, out, o + BODY_RATE);
  motion.writePose(span.middle, raw, 0);
  writeCentres(raw, out, o + BODY_MIDDLE);
}

/** An unbounded interval becomes NaN, with which no comparison proves anything. */
function writeCentres(raw: Float64Array, out: Float64Array, o: number): void {
  for (let i = 0; i < 12; i++) {
    const low = raw[2 * i];
    const high = raw[2 * i + 1];
    const centre = 0.5 * (low + high);
    out[o + i] = centre;
    out[o + BODY_RADIUS + i] = Math.max(high - centre, centre - low) * GROW;
  }
}

export function writeRelativeBounds(
  A: Float64Array,
  a: number,
  B: Float64Array,
  b: number,
  span: Span,
  out: Float64Array,
  o: number,
): void {
  out.fill(0, o, o + RELATIVE_SIZE);
  addProduct(A, a + BODY_MIDDLE, B, b + BODY_MIDDLE, out, o + RELATIVE_MIDDLE);
  addTurned(A, a + BODY_MIDDLE, A, a + BODY_MIDDLE, B, b + BODY_MIDDLE, out, o + RELATIVE_MIDDLE + RELATIVE_T);
  addTurned(B, b + BODY_MIDDLE, A, a + BODY_MIDDLE, B, b + BODY_MIDDLE, out, o + RELATIVE_MIDDLE + RELATIVE_S);
  // (XᵀY)˙ = ẊᵀY + XᵀẎ
  addProduct(A, a + BODY_RATE, B, b, out, o + RELATIVE_RATE);
  addProduct(A, a, B, b + BODY_RATE, out, o + RELATIVE_RATE);
  addTurned(A, a + BODY_RATE, A, a, B, b, out, o + RELATIVE_RATE + RELATIVE_T);
  addTurned(A, a, A, a + BODY_RATE, B, b + BODY_RATE, out, o + RELATIVE_RATE + RELATIVE_T);
  addTurned(B, b + BODY_RATE, A, a, B, b, out, o + RELATIVE_RATE + RELATIVE_S);
  addTurned(B, b, A, a + BODY_RATE, B, b + BODY_RATE, out, o + RELATIVE_RATE + RELATIVE_S);
  const h = span.half[0];
  for (let i = o; i < o + RELATIVE_RADIUS; i++) {
    out[i + RELATIVE_MIDDLE + RELATIVE_RADIUS] *= GROW;
    out[i + RELATIVE_RATE + RELATIVE_RADIUS] *= GROW;
    out[i] = out[i + RELATIVE_MIDDLE];
    const drift = Math.abs(out[i + RELATIVE_RATE]) + out[i + RELATIVE_RATE + RELATIVE_RADIUS];
    out[i + RELATIVE_RADIUS] = (out[i + RELATIVE_MIDDLE + RELATIVE_RADIUS] + h * drift) * GROW;
  }
}

/** out += XᵀY, of rotations with their radii. */
function addProduct(X: Float64Array, x: number, Y: Float64Array, y: number, out: Float64Array, o: number): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      let centre = 0;
      let radius = 0;
      let size = 0;
      for (let k = 0; k < 9; k += 3) {
        const p = X[x + k + i];
        const q = Y[y + k + j];
        const s = Math.abs(q);
        const t = Math.abs(p);
        const e = Y[y + k + j + BODY_RADIUS];
        centre += p * q;
        size += t * s;
        radius += t * e + X[x + k + i + BODY_RADIUS] * (s + e);
      }
      const at = o + 3 * i + j;
      out[at] += centre;
      out[at + RELATIVE_RADIUS] += radius + ROUNDING * (size + Math.abs(out[at]));
    }
  }
}

/** out += Xᵀ(q − p), X a rotation, p and q positions of two bodies. */
function addTurned(X: Float64Array, x: number, P: Float64Array, p: number, Q: Float64Array, q: number, out: Float64Array, o: number): void {
  for (let i = 0; i < 3; i++) {
    let centre = 0;
    let radius = 0;
    let size = 0;
    for (let k = 0; k < 3; k++) {
      const way = Q[q + 9 + k] - P[p + 9 + k];
      const e = Q[q + 9 + k + BODY_RADIUS] + P[p + 9 + k + BODY_RADIUS];
      const turn = X[x + 3 * k + i];
      const t = Math.abs(turn);
      const s = Math.abs(way);
      centre += turn * way;
      size += t * s;
      radius += t * e + X[x + 3 * k + i + BODY_RADIUS] * (s + e);
    }
    const at = o + i;
    out[at] += centre;
    out[at + RELATIVE_RADIUS] += radius + ROUNDING * (size + Math.abs(out[at]));
  }
}
