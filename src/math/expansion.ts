/**
 * Exact sums of products of doubles, without integers: a number is an expansion, a sum of doubles that do not overlap
 * [Shewchuk 1997, §2]. It stands in an array from a place on: how many terms it has, then these, smallest first.
 * Guarantee: exact, and so is the sign, as long as no product underflows or overflows; callers see to the range.
 */

/** 2²⁷ + 1 splits a double into two halves whose products are exact. */
const SPLIT = 134217729;

/** Adds sign·x[i], sign ±1. A term takes at least one bit that no other has: lengths are bounded by the range. */
export function addTerm(sum: Float64Array, o: number, x: Float64Array, i: number, sign: number): void {
  let carried = sign * x[i];
  if (carried === 0) return;
  const count = sum[o];
  let kept = o;
  for (let k = o + 1; k <= o + count; k++) {
    const term = sum[k];
    const s = carried + term;
    const part = s - carried;
    const lost = carried - (s - part) + (term - part);
    if (lost !== 0) sum[++kept] = lost;
    carried = s;
  }
  if (carried !== 0) sum[++kept] = carried;
  sum[o] = kept - o;
}

/** Adds sign·x[i]·y[j], sign ±1. */
export function addProduct(sum: Float64Array, o: number, x: Float64Array, i: number, y: Float64Array, j: number, sign: number): void {
  const a = x[i];
  const b = sign * y[j];
  if (a === 0 || b === 0) return;
  const product = a * b;
  const as = SPLIT * a;
  const a1 = as - (as - a);
  const a0 = a - a1;
  const bs = SPLIT * b;
  const b1 = bs - (bs - b);
  const b0 = b - b1;
  two[0] = a0 * b0 - (product - a1 * b1 - a0 * b1 - a1 * b0);
  two[1] = product;
  addTerm(sum, o, two, 0, 1);
  addTerm(sum, o, two, 1, 1);
}

/** Adds sign times the product of two expansions, at p of x and at q of y. */
export function addProductOfSums(sum: Float64Array, o: number, x: Float64Array, p: number, y: Float64Array, q: number, sign: number): void {
  const lastX = p + x[p];
  const lastY = q + y[q];
  for (let i = p + 1; i <= lastX; i++) for (let j = q + 1; j <= lastY; j++) addProduct(sum, o, x, i, y, j, sign);
}

/** Writes x − y, two doubles, as an expansion. */
export function putDifference(sum: Float64Array, o: number, x: number, y: number): void {
  const d = x - y;
  const part = x - d;
  const lost = x - (d + part) + (part - y);
  let at = o;
  if (lost !== 0) sum[++at] = lost;
  if (d !== 0) sum[++at] = d;
  sum[o] = at - o;
}

/** The sign of an expansion is that of its largest term. */
export function signOfSum(sum: Float64Array, o: number): number {
  const count = sum[o];
  return count === 0 ? 0 : sum[o + count] > 0 ? 1 : -1;
}

const two: Float64Array = new Float64Array(2);
