/**
 * The exact sign of a sum of products of doubles, over the full range including subnormals and sums that overflow.
 * A floating filter decides unless the sum nearly cancels; then integers do. Derivation: docs/notes/rounding.md, "Exact
 * signs".
 */
import { InputError } from './input-error.ts';

// |computed − exact| < 5u·Σ|aᵢbᵢ| + 2^-1073, Σ as computed, u = 2^-53.
const FILTER = 8 * 2 ** -53;
const FILTER_TINY = 2 ** -1070;

/** The sign of a₀b₀ + a₁b₁ + a₂b₂ + a₃b₃ in real arithmetic. */
export function signOfDot4(a: ArrayLike<number>, b: ArrayLike<number>): -1 | 0 | 1 {
  const p0 = a[0] * b[0];
  const p1 = a[1] * b[1];
  const p2 = a[2] * b[2];
  const p3 = a[3] * b[3];
  const sum = p0 + p1 + p2 + p3;
  const doubt = FILTER * (Math.abs(p0) + Math.abs(p1) + Math.abs(p2) + Math.abs(p3)) + FILTER_TINY;
  if (sum > doubt) return 1;
  if (sum < -doubt) return -1;
  return exactSignOfDot4(a, b);
}

function exactSignOfDot4(a: ArrayLike<number>, b: ArrayLike<number>): -1 | 0 | 1 {
  let sum = 0n;
  for (let k = 0; k < 4; k++) {
    if (!(Number.isFinite(a[k]) && Number.isFinite(b[k]))) {
      throw new InputError(`the sign of a dot product needs four finite numbers on both sides, got ${a[k]} · ${b[k]} at index ${k}`);
    }
    sum += exactProduct(a[k], b[k]);
  }
  return sum > 0n ? 1 : sum < 0n ? -1 : 0;
}

const asDouble = new Float64Array(1);
const asBits = new BigUint64Array(asDouble.buffer);

/** x·y as an integer, in units of 2^-2148. */
function exactProduct(x: number, y: number): bigint {
  asDouble[0] = x;
  const xBits = asBits[0];
  asDouble[0] = y;
  const yBits = asBits[0];
  const size = (significand(xBits) * significand(yBits)) << (exponent(xBits) + exponent(yBits));
  return (xBits ^ yBits) >> 63n === 0n ? size : -size;
}

// A double is ± significand · 2^(exponent − 1074); subnormal ones lack the hidden bit and share the lowest exponent.
function significand(bits: bigint): bigint {
  const fraction = bits & 0xfffffffffffffn;
  return ((bits >> 52n) & 0x7ffn) === 0n ? fraction : fraction | 0x10000000000000n;
}

function exponent(bits: bigint): bigint {
  const biased = (bits >> 52n) & 0x7ffn;
  return biased === 0n ? 0n : biased - 1n;
}
