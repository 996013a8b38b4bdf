/**
 * e⁻ˣ and the probability within so many standard deviations, from + − × ÷ alone: the same bits in every engine.
 * Estimates for weights and confidences, good to a few 2⁻⁵²; no verdict rests on them.
 */

const LN2_HIGH = 0.6931471803691238;
/** ln 2 = LN2_HIGH + LN2_LOW; the high part has 32 bits, so that n·LN2_HIGH is exact for n < 2²⁰. */
const LN2_LOW = 1.9082149292705877e-10;
/** e⁻ˣ is below half the smallest double from here on. */
const NOTHING_LEFT = 745.14;
/** 2/√π. */
const TWO_OVER_SQRT_PI = 1.1283791670955126;

/** e⁻ˣ for x ≥ 0; 0 for x beyond 745. */
export function decay(x: number): number {
  if (!(x < NOTHING_LEFT)) return 0;
  let halvings = Math.round(x / (LN2_HIGH + LN2_LOW));
  // x = halvings·ln 2 + r, |r| ≤ 0.35; e⁻ʳ = Σ (−r)ᵏ/k!, cut after k = 14: the rest is below 2⁻⁶².
  const r = x - halvings * LN2_HIGH - halvings * LN2_LOW;
  let sum = 1;
  for (let k = 14; k > 0; k--) sum = 1 - (r / k) * sum;
  for (; halvings >= 30; halvings -= 30) sum *= 2 ** -30;
  return sum / (1 << halvings);
}

/** P(|X| ≤ x) = erf(x/√2) for X normal with standard deviation 1, x ≥ 0. */
export function withinDeviations(x: number): number {
  if (!(x > 0)) return 0;
  if (x > 8.5) return 1;
  // erf z = 2/√π e^(−z²) Σ 2ᵏ z^(2k+1) / (1·3·…·(2k+1)): no term is negative, nothing cancels.
  const square = 0.5 * x * x;
  let term = Math.sqrt(square);
  let sum = term;
  for (let odd = 3; term > sum * 2 ** -54; odd += 2) {
    term *= (2 * square) / odd;
    sum += term;
  }
  return Math.min(1, TWO_OVER_SQRT_PI * decay(square) * sum);
}
