// Arithmetic with about 106 significant bits for the few triangle pairs that 53 bits cannot settle.
// A number is an unevaluated sum of two doubles, r[k] + r[k+1], |r[k+1]| ≤ ulp(r[k])/2; a vector is three of them (six
// slots).
// Relative errors: sum 3u², product 8u², quotient 16u² with u = 2⁻⁵³, unless a product leaves the exponent range, which
// the callers exclude by scaling. [Dekker 1971; Joldes, Muller, Popescu 2017]. Slots 0 to 7 of r are scratch of the
// vector functions.

/** 2²⁷ + 1 splits a double into two halves whose products are exact. */
const SPLIT = 134217729;

/** r[k] = f·(x − y), exactly when f is a power of two. */
export function ddDifference(r: Float64Array, k: number, x: number, y: number, f: number): void {
  const d = x - y;
  const yy = x - d;
  r[k] = d * f;
  r[k + 1] = (x - (d + yy) + (yy - y)) * f;
}

/** r[k] = r[i] + sign·r[j], sign ±1. */
export function ddSum(r: Float64Array, k: number, i: number, j: number, sign: number): void {
  const ah = r[i];
  const al = r[i + 1];
  const bh = r[j] * sign;
  const bl = r[j + 1] * sign;
  const s = ah + bh;
  const sb = s - ah;
  const se = ah - (s - sb) + (bh - sb);
  const t = al + bl;
  const tb = t - al;
  const te = al - (t - tb) + (bl - tb);
  const c = se + t;
  const vh = s + c;
  const w = te + (c - (vh - s));
  const hi = vh + w;
  r[k] = hi;
  r[k + 1] = w - (hi - vh);
}

/** r[k] = r[i]·r[j]. */
export function ddProduct(r: Float64Array, k: number, i: number, j: number): void {
  const ah = r[i];
  const bh = r[j];
  const p = ah * bh;
  const as = SPLIT * ah;
  const a1 = as - (as - ah);
  const a0 = ah - a1;
  const bs = SPLIT * bh;
  const b1 = bs - (bs - bh);
  const b0 = bh - b1;
  const e = a1 * b1 - p + a1 * b0 + a0 * b1 + a0 * b0 + (ah * r[j + 1] + r[i + 1] * bh);
  const hi = p + e;
  r[k] = hi;
  r[k + 1] = e - (hi - p);
}

/** r[k] = r[i]/r[j], r[j] ≠ 0, k ∉ {i, j}. */
export function ddQuotient(r: Float64Array, k: number, i: number, j: number): void {
  const q = r[i] / r[j];
  r[k] = q;
  r[k + 1] = 0;
  ddProduct(r, 0, k, j);
  ddSum(r, 0, i, 0, -1);
  const rest = r[0] / r[j];
  const hi = q + rest;
  r[k] = hi;
  r[k + 1] = rest - (hi - q);
}

/** r[k] = Σ r[i+2n]·r[j+2n]. */
export function ddDot(r: Float64Array, k: number, i: number, j: number): void {
  ddProduct(r, 0, i, j);
  ddProduct(r, 2, i + 2, j + 2);
  ddSum(r, 0, 0, 2, 1);
  ddProduct(r, 2, i + 4, j + 4);
  ddSum(r, k, 0, 2, 1);
}

/** The vector r[k] = r[i] × r[j], k apart from i and j. */
export function ddCross(r: Float64Array, k: number, i: number, j: number): void {
  for (let c = 0; c < 3; c++) {
    const p = 2 * ((c + 1) % 3);
    const q = 2 * ((c + 2) % 3);
    ddProduct(r, 0, i + p, j + q);
    ddProduct(r, 2, i + q, j + p);
    ddSum(r, k + 2 * c, 0, 2, -1);
  }
}

/** The vector r[k] = r[i] + sign·r[s]·r[j] with the scalar r[s]. */
export function ddAlong(r: Float64Array, k: number, i: number, s: number, j: number, sign: number): void {
  for (let c = 0; c < 6; c += 2) {
    ddProduct(r, 0, s, j + c);
    ddSum(r, k + c, i + c, 0, sign);
  }
}
