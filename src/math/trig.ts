/**
 * Sine, cosine and angles from + − × ÷ alone: the same bits in every engine, with proven errors.
 * Reduction by π/2 in three parts [Cody, Waite 1980], exact integers beyond 2^20; near-minimax polynomials of our own.
 * Derivations: docs/notes/rounding.md, "Trigonometry".
 */

export const PI: number = Math.PI;

/**
 * |computed − exact| of sine and cosine, for every finite angle. Results never leave [−1, 1].
 * The sine is better near 0: its error is at most SIN_COS_ERROR · min(1, 2|x|).
 */
export const SIN_COS_ERROR: number = 2 ** -53;

/** |computed − exact| / exact of angleOf, unless the angle itself is below 2^-1022. */
export const ANGLE_ERROR: number = 2 ** -51;

const TWO_OVER_PI = 0.6366197723675814;
// π/2 = A + B + C up to 2^-122; A and B have 33 bits, so n·A and n·B are exact for n < 2^20.
const HALF_PI_A = 1.5707963267341256;
const HALF_PI_B = 6.077100506303966e-11;
const HALF_PI_C = 2.0222662487959506e-21;
const LARGEST_FAST_ANGLE = 2 ** 20;
const ROUNDER = 1.5 * 2 ** 52;

// sin r ≈ r + r³·S(r²), cos r ≈ 1 − r²/2 + r⁴·C(r²) on |r| ≤ 0.7854, off by less than 0.05·2^-53 and 0.001·2^-53.
const S0 = -0.166666666666666;
const S1 = 0.008333333333316218;
const S2 = -0.00019841269825742673;
const S3 = 2.7557312482335977e-6;
const S4 = -2.5050590858829094e-8;
const S5 = 1.588805743601105e-10;
const C0 = 0.0416666666666666;
const C1 = -0.0013888888888874474;
const C2 = 2.4801587289671523e-5;
const C3 = -2.7557314401021654e-7;
const C4 = 2.0875729279316077e-9;
const C5 = -1.135993410933672e-11;

/** S and C above, lowest power first, for the test that proves their error. */
export const SIN_POLYNOMIAL: readonly number[] = [S0, S1, S2, S3, S4, S5];
export const COS_POLYNOMIAL: readonly number[] = [C0, C1, C2, C3, C4, C5];

/** out[o] = sin x, out[o + 1] = cos x, in radians; NaN for angles that are not finite. Odd and even to the bit. */
export function sinCos(x: number, out: Float64Array, o: number): void {
  out[o] = x;
  sinCosInPlace(out, o);
}

/** The same with x in out[o]: a double passed through memory is never boxed. */
export function sinCosInPlace(out: Float64Array, o: number): void {
  const x = out[o];
  // x = quarters·π/2 + (r + tail), |r| ≤ 0.7854, |tail| ≤ 2^-54
  let quarters = 0;
  let r = 0;
  let tail = 0;
  if (Math.abs(x) <= LARGEST_FAST_ANGLE) {
    // Rounds to nearest, ties to even, without a branch; the same for x and −x.
    const n = x * TWO_OVER_PI + ROUNDER - ROUNDER;
    quarters = n | 0;
    // Exact: both are multiples of 2^-53 and the difference is below 1, or n = 0.
    const first = x - n * HALF_PI_A;
    const b = n * HALF_PI_B;
    const second = first - b;
    const back = second - first;
    const rest = first - (second - back) - (b + back) - n * HALF_PI_C;
    r = second + rest;
    tail = rest - (r - second);
  } else {
    quarters = reduceExactly(x, out, o);
    r = out[o];
    tail = out[o + 1];
  }
  const z = r * r;
  const half = 0.5 * z;
  const w = 1 - half;
  const sine = r + (r * (z * (S0 + z * (S1 + z * (S2 + z * (S3 + z * (S4 + z * S5)))))) + tail * w);
  const cosine = w + (1 - w - half + (z * z * (C0 + z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * C5))))) - r * tail));
  // By quarters mod 4: (sin, cos) = (s, c), (c, −s), (−s, −c), (−c, s). Arithmetic, because branches here are never
  // predicted.
  const odd = quarters & 1;
  out[o + odd] = (1 - ((quarters + 1) & 2)) * sine;
  out[o + 1 - odd] = (1 - (quarters & 2)) * cosine;
}

/**
 * The unsigned angle in [0, π] between the directions (c, s) and (1, 0); the rotation of a quaternion (v, w) is
 * 2·angleOf(|v|, w).
 * Relative error at most ANGLE_ERROR, also next to 0. angleOf(0, 0) = 0; NaN for input that is not finite.
 */
export function angleOf(s: number, c: number): number {
  const huge = Math.abs(s) > HUGE || Math.abs(c) > HUGE;
  const y = huge ? 0.125 * Math.abs(s) : Math.abs(s);
  const x = huge ? 0.125 * c : c;
  const across = Math.abs(x);
  if (y === 0 && across === 0) return 0;
  const half = y <= 0.3 * across ? 0 : y <= 0.72 * across ? 1 : 0.72 * y <= across ? 2 : 0.3 * y <= across ? 3 : 4;
  const sector = x < 0 ? 8 - half : half;
  const p = SECTOR_X[sector];
  const q = SECTOR_Y[sector];
  // Turned back by the sector's direction (p, q): |t| ≤ 0.3. Products with 0, ±1, ±2 are exact.
  const t = (y * p - x * q) / (x * p + y * q);
  return SECTOR_ANGLE[sector] + (SECTOR_ANGLE_TAIL[sector] + smallArctangent(t));
}

// Above this 2y + x might overflow.
const HUGE = 2 ** 1020;
const SECTOR_X: Float64Array = new Float64Array([1, 2, 1, 1, 0, -1, -1, -2, -1]);
const SECTOR_Y: Float64Array = new Float64Array([0, 1, 1, 2, 1, 2, 1, 1, 0]);
const SECTOR_ANGLE: Float64Array = new Float64Array([
  0,
  0.4636476090008061,
  0.7853981633974483,
  1.1071487177940904,
  1.5707963267948966,
  2.0344439357957027,
  2.356194490192345,
  2.677945044588987,
  PI,
]);
const SECTOR_ANGLE_TAIL: Float64Array = new Float64Array([
  0, 2.2698777452961687e-17, 3.061616997868383e-17, 9.40447137356638e-17, 6.123233995736766e-17, 2.841996617907152e-17,
  9.184850993605148e-17, 1.5527705369303147e-16, 1.2246467991473532e-16,
]);

/** arctan t = t − t³/3 + t⁵/5 − …; cut after t²⁹, the rest is below 0.06·2^-53·|t| for |t| ≤ 0.3. */
function smallArctangent(t: number): number {
  const z = t * t;
  const high = 1 / 17 - z * (1 / 19 - z * (1 / 21 - z * (1 / 23 - z * (1 / 25 - z * (1 / 27 - z * (1 / 29))))));
  const low = 1 / 3 - z * (1 / 5 - z * (1 / 7 - z * (1 / 9 - z * (1 / 11 - z * (1 / 13 - z * (1 / 15 - z * high))))));
  return t - t * (z * low);
}

const FRACTION_BITS = 1200n;
let halfPi = 0n;

/**
 * The double-double x − n·π/2 nearest 0, for |x| > 2^20, into out[o], out[o + 1]; returns n mod 4. NaN for x not
 * finite.
 */
function reduceExactly(x: number, out: Float64Array, o: number): number {
  const a = Math.abs(x);
  if (!(a < Number.POSITIVE_INFINITY)) {
    out[o] = out[o + 1] = Number.NaN;
    return 0;
  }
  // π = 16·arctan(1/5) − 4·arctan(1/239) [Machin 1706]
  if (halfPi === 0n) halfPi = 8n * arctangentOfInverse(5n) - 2n * arctangentOfInverse(239n);
  // a·2^32 is an integer; multiplied in two steps lest it overflow.
  const whole = Math.floor(a);
  const scaled = ((BigInt(whole) << 32n) + BigInt((a - whole) * 2 ** 32)) << (FRACTION_BITS - 32n);
  const n = (2n * scaled + halfPi) / (2n * halfPi);
  const rest = (scaled - n * halfPi) >> (FRACTION_BITS - 120n);
  const head = Number(rest);
  const sign = x < 0 ? -1 : 1;
  out[o] = sign * head * 2 ** -120;
  out[o + 1] = sign * Number(rest - BigInt(head)) * 2 ** -120;
  return sign * Number(n & 3n);
}

/** arctan(1/k)·2^FRACTION_BITS, off by less than 2^10. */
function arctangentOfInverse(k: bigint): bigint {
  let power = (1n << FRACTION_BITS) / k;
  let sum = power;
  for (let odd = 3n; power !== 0n; odd += 2n) {
    power /= -k * k;
    sum += power / odd;
  }
  return sum;
}
