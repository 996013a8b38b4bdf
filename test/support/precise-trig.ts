/**
 * Sine and cosine in integers, as the reference that trig and interval are measured against:
 * fixed point with 1400 fractional bits for the reduction and a chosen number for the series; off by less than 2^-(bits − 16).
 */
import { rational } from './rational.ts';

const REDUCTION_BITS = 1400n;

/** arctan(p/q)·2^bits, 0 < p < q. */
function arctangent(p: bigint, q: bigint, bits: bigint): bigint {
  let power = (p << bits) / q;
  let sum = power;
  for (let odd = 3n; power !== 0n; odd += 2n) {
    power = (-power * p * p) / (q * q);
    sum += power / odd;
  }
  return sum;
}

// π = 20·arctan(1/7) + 8·arctan(3/79), Euler; another formula than the one under test. 64 guard bits.
const PI = (20n * arctangent(1n, 7n, REDUCTION_BITS + 64n) + 8n * arctangent(3n, 79n, REDUCTION_BITS + 64n)) >> 64n;

/** sin x and cos x times 2^bits. */
export function preciseSinCos(x: number, bits = 256): { sin: bigint; cos: bigint } {
  const { numerator, denominator } = rational(x);
  const scaled = (numerator << REDUCTION_BITS) / denominator;
  const half = PI / 2n;
  let quarters = (2n * scaled + half) / (2n * half);
  let rest = scaled - quarters * half;
  if (rest < 0n) {
    rest += half;
    quarters -= 1n;
  }
  const shift = BigInt(bits);
  const r = rest >> (REDUCTION_BITS - shift);
  const square = (r * r) >> shift;
  let sin = 0n;
  let cos = 0n;
  let sinTerm = r;
  let cosTerm = 1n << shift;
  for (let k = 0n; cosTerm !== 0n || sinTerm !== 0n; k += 2n) {
    sin += sinTerm;
    cos += cosTerm;
    cosTerm = (-cosTerm * square) / (((k + 1n) * (k + 2n)) << shift);
    sinTerm = (-sinTerm * square) / (((k + 2n) * (k + 3n)) << shift);
  }
  switch (Number(((quarters % 4n) + 4n) % 4n)) {
    case 0:
      return { sin, cos };
    case 1:
      return { sin: cos, cos: -sin };
    case 2:
      return { sin: -sin, cos: -cos };
    default:
      return { sin: -cos, cos: sin };
  }
}

/** |computed − exact| in units of 2^-53, where exact is given times 2^bits. */
export function errorInUnits(computed: number, exact: bigint, bits = 256): number {
  const { numerator, denominator } = rational(computed);
  const difference = (numerator << BigInt(bits)) / denominator - exact;
  return Number(difference < 0n ? -difference : difference) * 2 ** (53 - bits);
}
