/**
 * Taylor models in one variable: a function of t over [from, to] as a polynomial plus a symmetric interval,
 *
 *   f(t) ∈ Σ aₖ sᵏ + [−r, r],  k = 0 … n,   t = c + h s, s ∈ [−1, 1]
 *
 * at (array, offset): a₀ … aₙ, r. c is the middle, h half the length, so that |Σ aₖ sᵏ| ≤ Σ |aₖ|.
 * Guarantee: if the operands hold their functions for every t of the interval, so does the result; roundings go into r.
 * A power above n is not cut off but replaced by the nearest polynomial below it: sᵏ − 2¹⁻ᵏ Tₖ(s), Tₖ Chebyshev's,
 * leaves 2¹⁻ᵏ of it in r instead of all [Zhang et al. 2007 cut it off]. Not finite numbers give r = NaN or ∞, and no
 * bound.
 */
import { sinCosInPlace } from './trig.ts';

/** Degrees go from 1 to here. */
export const LARGEST_DEGREE = 5;
const TOP = 2 * LARGEST_DEGREE;
/** The sum under way: coefficients up to TOP, then its bookkeeping. */
const wide = new Float64Array(TOP + 4);
/** Σ of the products of the operands' norms, what their radii give, and how many products they were. */
const NORM = TOP + 1;
const REST = TOP + 2;
const COUNT = TOP + 3;

/** u: half the spacing of the doubles at 1. */
const U = 2 ** -53;
/**
 * More than all underflows of one operation, and so much that no product of zeros widened by it is subnormal, which is
 * slow.
 */
const UNDERFLOW: number = 2 ** -480;

/** Row k: the coefficients of sᵏ − 2¹⁻ᵏ Tₖ(s), all of them dyadic and exact. */
const LOWERED: Float64Array = loweredPowers();
/** 2¹⁻ᵏ and 1/k! */
const LEFT_OVER: Float64Array = new Float64Array(TOP + 1).map((_, k) => 2 / (1 << k));
const INVERSE_FACTORIAL: Float64Array = inverseFactorials();

export function modelSize(n: number): number {
  return n + 2;
}

/**
 * domain[0] = c, domain[1] = h such that [c − h, c + h] holds [times[0], times[1]]; h = 0 exactly where both are equal.
 */
export function writeDomain(times: Float64Array, domain: Float64Array): void {
  const c = 0.5 * (times[0] + times[1]);
  domain[0] = c;
  domain[1] = Math.max(c - times[0], times[1] - c) * (1 + 4 * U);
}

export function constant(a: Float64Array, i: number, radius: number, n: number, out: Float64Array, o: number): void {
  const value = a[i];
  for (let k = 0; k <= n; k++) out[o + k] = 0;
  out[o] = value;
  out[o + n + 1] = radius;
}

export function add(a: Float64Array, i: number, b: Float64Array, j: number, n: number, out: Float64Array, o: number): void {
  let norm = 0;
  for (let k = 0; k <= n; k++) {
    const sum = a[i + k] + b[j + k];
    norm += Math.abs(sum);
    out[o + k] = sum;
  }
  out[o + n + 1] = (a[i + n + 1] + b[j + n + 1] + 2 * U * norm) * (1 + 8 * U);
}

export function multiply(a: Float64Array, i: number, b: Float64Array, j: number, n: number, out: Float64Array, o: number): void {
  beginSum();
  addProduct(a, i, b, j, n, 1);
  endSum(n, 2 * n, out, o);
}

/**
 * Sums of products are rounded and lowered in degree once: beginSum, addProduct and addModel as often as needed,
 * endSum.
 */
export function beginSum(): void {
  for (let k = 0; k < wide.length; k++) wide[k] = 0;
}

/** weight is a power of two. */
export function addProduct(a: Float64Array, i: number, b: Float64Array, j: number, n: number, weight: number): void {
  if (n === 3) {
    addCubicProduct(a, i, b, j, weight);
    return;
  }
  let normA = 0;
  let normB = 0;
  for (let m = 0; m <= n; m++) normB += Math.abs(b[j + m]);
  for (let k = 0; k <= n; k++) {
    const x = weight * a[i + k];
    normA += Math.abs(x);
    for (let m = 0; m <= n; m++) wide[k + m] += x * b[j + m];
  }
  const p = weight * a[i + n + 1];
  const q = b[j + n + 1];
  wide[NORM] += normA * normB;
  wide[REST] += normA * q + (normB + q) * p;
  wide[COUNT] += 1;
}

/** The same for n = 3 without loops: chains of links spend most of their time here. */
function addCubicProduct(a: Float64Array, i: number, b: Float64Array, j: number, weight: number): void {
  const a0 = weight * a[i];
  const a1 = weight * a[i + 1];
  const a2 = weight * a[i + 2];
  const a3 = weight * a[i + 3];
  const p = weight * a[i + 4];
  const b0 = b[j];
  const b1 = b[j + 1];
  const b2 = b[j + 2];
  const b3 = b[j + 3];
  const q = b[j + 4];
  const normA = Math.abs(a0) + Math.abs(a1) + Math.abs(a2) + Math.abs(a3);
  const normB = Math.abs(b0) + Math.abs(b1) + Math.abs(b2) + Math.abs(b3);
  wide[0] += a0 * b0;
  wide[1] += a0 * b1 + a1 * b0;
  wide[2] += a0 * b2 + a1 * b1 + a2 * b0;
  wide[3] += a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0;
  wide[4] += a1 * b3 + a2 * b2 + a3 * b1;
  wide[5] += a2 * b3 + a3 * b2;
  wide[6] += a3 * b3;
  wide[NORM] += normA * normB;
  wide[REST] += normA * q + (normB + q) * p;
  wide[COUNT] += 1;
}

export function addModel(a: Float64Array, i: number, n: number): void {
  let norm = 0;
  for (let k = 0; k <= n; k++) {
    wide[k] += a[i + k];
    norm += Math.abs(a[i + k]);
  }
  wide[NORM] += norm;
  wide[REST] += a[i + n + 1];
  wide[COUNT] += 1;
}

/**
 * Writes the sum, whose powers go up to `top`, as a model of degree n. Rounding, with N = Σ normA normB over all
 * products:
 * a coefficient is a sum of at most COUNT (n + 1) products, off by γ of that many times its share of N, in all
 * COUNT (n + 1) u N; lowering adds at most 5 numbers to each coefficient, 5 u (N + their size). What is lowered grows
 * to at most 91 times the tail Σ |aₖ|, k > n (the product of 1 + Σⱼ|LOWERED| over k = 10, 8, 6), which all its
 * roundings keep below 1024 u tail.
 */
export function endSum(n: number, top: number, out: Float64Array, o: number): void {
  let tail = 0;
  let left = 0;
  for (let k = n + 1; k <= top; k++) tail += Math.abs(wide[k]);
  if (tail !== 0) {
    for (let k = top; k > n; k--) {
      const x = wide[k];
      left += Math.abs(x) * LEFT_OVER[k];
      for (let m = k - 2; m >= 0; m -= 2) wide[m] += LOWERED[k * (TOP + 1) + m] * x;
    }
  }
  const rounding = (wide[COUNT] * (n + 1) + 12) * U * wide[NORM] + 1024 * U * tail;
  for (let k = 0; k <= n; k++) out[o + k] = wide[k];
  out[o + n + 1] = (wide[REST] + left + rounding) * (1 + 64 * U) + UNDERFLOW;
}

/**
 * The derivative of the given order (0, 1, 2) of f₀ + f₁t + … of the degree given (at most 5), with f exact and fₘ at
 * f[i + m·stride]. Shifted to c by repeated Horner steps: a term passes at most 2·degree + 1 roundings, its power of h
 * at most 2·degree, its factor m(m − 1) one, all below 28; sizes are bounded by Σ |fₘ| (|c| + h)ᵐ.
 */
export function fromPolynomial(
  f: Float64Array,
  i: number,
  stride: number,
  degree: number,
  order: number,
  domain: Float64Array,
  n: number,
  out: Float64Array,
  o: number,
): void {
  const c = domain[0];
  const h = domain[1];
  const top = degree - order;
  if (top <= 1) {
    // a constant is exact, its factor being 1 or 2; a line passes at most 4 roundings
    const a0 = top < 0 ? 0 : (order === 2 ? 2 : 1) * f[i + order * stride];
    const a1 = top < 1 ? 0 : (order === 0 ? 1 : order === 1 ? 2 : 6) * f[i + (order + 1) * stride];
    for (let k = 2; k <= n; k++) out[o + k] = 0;
    out[o] = top < 1 ? a0 : a0 + c * a1;
    out[o + 1] = h * a1;
    out[o + n + 1] = top < 1 ? 0 : 8 * U * (Math.abs(a0) + (Math.abs(c) + h) * Math.abs(a1)) + UNDERFLOW;
    return;
  }
  beginSum();
  for (let m = 0; m <= top; m++) {
    const factor = order === 0 ? 1 : order === 1 ? m + 1 : (m + 1) * (m + 2);
    wide[m] = factor * f[i + (m + order) * stride];
  }
  let size = 0;
  for (let m = top; m >= 0; m--) size = size * (Math.abs(c) + h) + Math.abs(wide[m]);
  for (let k = 0; k < top; k++) for (let m = top - 1; m >= k; m--) wide[m] += c * wide[m + 1];
  let power = h;
  for (let k = 1; k <= top; k++) {
    wide[k] *= power;
    power *= h;
  }
  wide[NORM] = size;
  wide[COUNT] = 8;
  endSum(n, Math.max(top, n), out, o);
}

const trig = new Float64Array(2);
const deviation = new Float64Array(LARGEST_DEGREE + 2);
/** Beyond this half-width, in radians, the series is not worth anything; [−1, 1] is as good. */
const LARGEST_TURN = 4;

/**
 * The sine of a model at (out, o), its cosine at (out, o + n + 2), by the series about a₀ to the degree K = n + 4 in
 * the deviation g = Σ aₖ sᵏ, k ≥ 1; the rest of the series is below |g|^(K+1)/(K+1)!. r only shifts the argument.
 */
export function sinCos(a: Float64Array, i: number, n: number, out: Float64Array, o: number): void {
  const last = n + 4;
  let turn = 0;
  let bent = 0;
  for (let k = n; k >= 1; k--) {
    turn += Math.abs(a[i + k]);
    if (k > 1 && a[i + k] !== 0) bent = 1;
  }
  // above the exact sum and the roundings of its powers
  turn *= 1 + 8 * U;
  const radius = a[i + n + 1];
  const linear = a[i + 1];
  if (!(turn <= LARGEST_TURN && radius < 1)) {
    writeAnything(n, out, o);
    writeAnything(n, out, o + n + 2);
    return;
  }
  trig[0] = a[i];
  sinCosInPlace(trig, 0);
  // size ≥ Σ |g|ᵏ/k!, rest ≥ |g|^(K+1)/(K+1)!
  let size = 1;
  let rest = turn;
  for (let k = 1; k <= last; k++) {
    size += rest;
    rest *= turn / (k + 1);
  }
  if (bent === 1) for (let k = 0; k <= n; k++) deviation[k] = k === 0 ? 0 : a[i + k];
  deviation[n + 1] = 0;
  for (let which = 0; which < 2; which++) {
    const at = o + which * (n + 2);
    // derivatives of the sine (which = 0) or cosine: sin, cos, −sin, −cos, …
    if (bent === 0) {
      beginSum();
      let power = 1;
      for (let k = 0; k <= last; k++) {
        wide[k] = derivativeOf(k + which) * (power * INVERSE_FACTORIAL[k]);
        power *= linear;
      }
      // sine u, powers k u, 1/k! u, two products: (k + 4) u of |g|ᵏ/k!; below (5 (n + 1) + 12) u
      wide[NORM] = size;
      wide[REST] = rest + radius;
      wide[COUNT] = 5;
      endSum(n, last, out, at);
    } else {
      for (let k = 0; k <= n + 1; k++) out[at + k] = 0;
      out[at] = derivativeOf(last + which) * INVERSE_FACTORIAL[last];
      for (let k = last - 1; k >= 0; k--) {
        multiply(out, at, deviation, 0, n, out, at);
        out[at] += derivativeOf(k + which) * INVERSE_FACTORIAL[k];
      }
      // each factor of gᵏ/k! is off by 3u/k!, each sum above by u of at most `size`
      out[at + n + 1] = (out[at + n + 1] + rest + radius + (4 + last) * U * size) * (1 + 64 * U);
    }
    if (!(out[at + n + 1] < 1)) writeAnything(n, out, at);
  }
}

/** The k-th derivative of the sine at the angle last asked for. */
function derivativeOf(k: number): number {
  return (1 - (k & 2)) * trig[k & 1];
}

/** 0 ± 1, which a sine never leaves. */
function writeAnything(n: number, out: Float64Array, o: number): void {
  for (let k = 0; k <= n; k++) out[o + k] = 0;
  out[o + n + 1] = 1;
}

/**
 * Encloses all values in [out[o], out[o + 1]]. Exact but for r and rounding where the derivative has one sign by its
 * coefficients; elsewhere the range of the nearest quadratic, of which the polynomial is off by |a₃|/4 + |a₄|/8 +
 * |a₅|/16. The few roundings stay below 32 u Σ|aₖ|; a vertex mistaken for lying outside costs at most half the rounding
 * of |q₁| − 2|q₂|.
 */
export function range(a: Float64Array, i: number, n: number, out: Float64Array, o: number): void {
  const a0 = a[i];
  const a1 = a[i + 1];
  const a2 = n > 1 ? a[i + 2] : 0;
  const a3 = n > 2 ? a[i + 3] : 0;
  const a4 = n > 3 ? a[i + 4] : 0;
  const a5 = n > 4 ? a[i + 5] : 0;
  const bends = 2 * Math.abs(a2) + 3 * Math.abs(a3) + 4 * Math.abs(a4) + 5 * Math.abs(a5);
  const norm = Math.abs(a0) + Math.abs(a1) + bends;
  const slack = a[i + n + 1] + (32 * U * norm + UNDERFLOW);
  let lo = 0;
  let hi = 0;
  if (Math.abs(a1) >= bends * (1 + 16 * U)) {
    const even = a0 + a2 + a4;
    const odd = Math.abs(a1 + a3 + a5);
    lo = even - odd;
    hi = even + odd;
  } else {
    // s⁵ ≈ 5/4 s³ − 5/16 s, s⁴ ≈ s² − 1/8, s³ ≈ 3/4 s
    const b3 = a3 + 1.25 * a5;
    const q0 = a0 - 0.125 * a4;
    const q1 = Math.abs(a1 - 0.3125 * a5 + 0.75 * b3);
    const q2 = a2 + a4;
    const rest = 0.25 * Math.abs(b3) + 0.125 * Math.abs(a4) + 0.0625 * Math.abs(a5);
    lo = q0 + q2 - q1;
    hi = q0 + q2 + q1;
    if (q1 < 2 * Math.abs(q2)) {
      const vertex = q0 - (q1 * q1) / (4 * q2);
      if (q2 > 0) lo = vertex;
      else hi = vertex;
    }
    lo -= rest;
    hi += rest;
  }
  // Outward by the rounding of these very lines too.
  lo -= slack * (1 + 8 * U) + 2 * U * Math.abs(lo);
  hi += slack * (1 + 8 * U) + 2 * U * Math.abs(hi);
  const sound = lo <= hi;
  out[o] = sound ? lo : Number.NEGATIVE_INFINITY;
  out[o + 1] = sound ? hi : Number.POSITIVE_INFINITY;
}

function loweredPowers(): Float64Array {
  const width = TOP + 1;
  const chebyshev = new Float64Array(width * width);
  chebyshev[0] = chebyshev[width + 1] = 1;
  for (let k = 2; k <= TOP; k++) {
    // Tₖ = 2 s Tₖ₋₁ − Tₖ₋₂
    for (let m = 0; m <= k; m++) {
      chebyshev[k * width + m] = (m > 0 ? 2 * chebyshev[(k - 1) * width + m - 1] : 0) - chebyshev[(k - 2) * width + m];
    }
  }
  return chebyshev.map((x, at) => {
    const k = Math.floor(at / width);
    return at === k * width + k ? 0 : (-x * 2) / (1 << k);
  });
}

function inverseFactorials(): Float64Array {
  const out = new Float64Array(TOP + 1);
  let factorial = 1;
  for (let k = 0; k <= TOP; k++) {
    out[k] = 1 / factorial;
    factorial *= k + 1;
  }
  return out;
}
