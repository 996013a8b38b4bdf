/**
 * Interval arithmetic with sound outward rounding, over pairs [lo, hi] at (array, offset).
 * Guarantee: for all reals in the operands, the exact result lies in out. Operands have lo ≤ hi; infinite ends mean no
 * bound.
 * Results never hold a NaN and are never empty: an operand with a NaN, or an operation undefined on all of its
 * operands, gives the whole line (sin and cos: [−1, 1]). Every function may write over its operands.
 * Rounding: c ∓ (φ|c| + η) reaches the neighbour of c [Rump et al. 2009]; docs/notes/rounding.md, "Intervals".
 */
import { SIN_COS_ERROR, sinCos } from './trig.ts';

/** φ = 2^-53·(1 + 2^-52), the smallest double above half a relative spacing. */
const HALF_SPACING: number = 2 ** -53 * (1 + 2 ** -52);
/** η, the smallest positive double. */
const TINIEST = 5e-324;
const LARGEST = 1.7976931348623157e308;
const INFINITY = Number.POSITIVE_INFINITY;

export function add(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array, o: number): void {
  store(a[i] + b[j], a[i + 1] + b[j + 1], out, o);
}

export function sub(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array, o: number): void {
  store(a[i] - b[j + 1], a[i + 1] - b[j], out, o);
}

export function mul(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array, o: number): void {
  const al = a[i];
  const ah = a[i + 1];
  const bl = b[j];
  const bh = b[j + 1];
  const p = al * bl;
  const q = al * bh;
  const r = ah * bl;
  const s = ah * bh;
  const lo = Math.min(Math.min(p, q), Math.min(r, s));
  const hi = Math.max(Math.max(p, q), Math.max(r, s));
  const below = lo - (HALF_SPACING * Math.abs(lo) + TINIEST);
  const above = hi + (HALF_SPACING * Math.abs(hi) + TINIEST);
  out[o] = below;
  out[o + 1] = above;
  if (!(below <= above)) storeHull(p, q, r, s, al <= ah && bl <= bh, out, o);
}

/** k is one real number; the whole line when it is not finite. */
export function scale(a: Float64Array, i: number, k: number, out: Float64Array, o: number): void {
  const lo = a[i] * k;
  const hi = a[i + 1] * k;
  storeHull(lo, lo, hi, hi, a[i] <= a[i + 1] && Math.abs(k) <= LARGEST, out, o);
}

/** x², never below 0; tighter than mul of an interval with itself. */
export function sqr(a: Float64Array, i: number, out: Float64Array, o: number): void {
  const al = a[i];
  const ah = a[i + 1];
  if (!(al <= ah)) {
    storeWhole(out, o);
    return;
  }
  const near = Math.max(0, al, -ah);
  const far = Math.max(-al, ah);
  store(near * near, far * far, out, o);
  if (out[o] < 0) out[o] = 0;
}

export function sin(a: Float64Array, i: number, out: Float64Array, o: number): void {
  wave(a[i], a[i + 1], 0, out, o);
}

export function cos(a: Float64Array, i: number, out: Float64Array, o: number): void {
  wave(a[i], a[i + 1], 1, out, o);
}

export function hull(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array, o: number): void {
  const al = a[i];
  const ah = a[i + 1];
  const bl = b[j];
  const bh = b[j + 1];
  if (!(al <= ah && bl <= bh)) {
    storeWhole(out, o);
    return;
  }
  out[o] = Math.min(al, bl);
  out[o + 1] = Math.max(ah, bh);
}

/** [lo, hi] rounded outward, where lo and hi are within half a spacing of the exact ends. */
function store(lo: number, hi: number, out: Float64Array, o: number): void {
  const below = lo - (HALF_SPACING * Math.abs(lo) + TINIEST);
  const above = hi + (HALF_SPACING * Math.abs(hi) + TINIEST);
  out[o] = below;
  out[o + 1] = above;
  if (!(below <= above)) storeOverflowed(lo, hi, out, o);
}

/** Where outward rounding met ∞ − ∞: an end that overflowed lies beyond the largest double, so that bounds it. */
function storeOverflowed(lo: number, hi: number, out: Float64Array, o: number): void {
  if (!(lo <= hi)) {
    storeWhole(out, o);
    return;
  }
  if (lo === INFINITY) out[o] = LARGEST;
  if (hi === -INFINITY) out[o + 1] = -LARGEST;
}

function storeWhole(out: Float64Array, o: number): void {
  out[o] = -INFINITY;
  out[o + 1] = INFINITY;
}

/** Outward hull of four corners of a product or quotient of sound operands. */
function storeHull(p: number, q: number, r: number, s: number, sound: boolean, out: Float64Array, o: number): void {
  const lo = Math.min(p, q, r, s);
  const hi = Math.max(p, q, r, s);
  if (sound && lo <= hi) store(lo, hi, out, o);
  else if (sound) storeUnboundedHull(p, q, r, s, out, o);
  else storeWhole(out, o);
}

/** 0·∞ or ∞/∞ at a corner: an infinite end only means no bound, and in the limit the corner adds nothing but 0. */
function storeUnboundedHull(p: number, q: number, r: number, s: number, out: Float64Array, o: number): void {
  const p0 = Number.isNaN(p) ? 0 : p;
  const q0 = Number.isNaN(q) ? 0 : q;
  const r0 = Number.isNaN(r) ? 0 : r;
  const s0 = Number.isNaN(s) ? 0 : s;
  store(Math.min(p0, q0, r0, s0), Math.max(p0, q0, r0, s0), out, o);
}

const QUARTERS_PER_RADIAN = 0.6366197723675814;
/** Up to here a quarter turn counted in doubles is off by far less than one. */
const LARGEST_ANGLE = 2 ** 40;
const ends = new Float64Array(4);

/** sin (which = 0) or cos (which = 1) of [lo, hi]. */
function wave(lo: number, hi: number, which: 0 | 1, out: Float64Array, o: number): void {
  if (!(lo >= -LARGEST_ANGLE && hi <= LARGEST_ANGLE && lo <= hi)) {
    out[o] = -1;
    out[o + 1] = 1;
    return;
  }
  // Quarter turns past a top, outward by more than the rounding of these lines: |from − exact| ≤ 3.1u|from| + 2.1u, u =
  // 2^-53.
  const from = lo * QUARTERS_PER_RADIAN - (1 - which);
  const to = hi * QUARTERS_PER_RADIAN - (1 - which);
  const first = from - 2 ** -50 * (Math.abs(from) + 1);
  const last = to + 2 ** -50 * (Math.abs(to) + 1);
  // Tops are at 4k quarters, bottoms at 4k − 2; is the last one before the end also after the start?
  const hasTop = 4 * Math.floor(last / 4) >= first;
  const hasBottom = 4 * Math.floor((last + 2) / 4) - 2 >= first;
  sinCos(lo, ends, 0);
  sinCos(hi, ends, 2);
  const atLo = ends[which];
  const atHi = ends[2 + which];
  const loError = which === 1 ? SIN_COS_ERROR : SIN_COS_ERROR * Math.min(1, 2 * Math.abs(lo));
  const hiError = which === 1 ? SIN_COS_ERROR : SIN_COS_ERROR * Math.min(1, 2 * Math.abs(hi));
  store(Math.min(atLo - loError, atHi - hiError), Math.max(atLo + loError, atHi + hiError), out, o);
  if (hasBottom || out[o] < -1) out[o] = -1;
  if (hasTop || out[o + 1] > 1) out[o + 1] = 1;
}
