// Doubles as integers times one common power of two, so that signs of polynomials in them can be taken exactly.

import { InputError } from '../math/input-error.ts';

const TWO_53 = 2 ** 53;

/**
 * Integers xᵢ·2ᵏ with one k for all, given coordinates at offsets of two arrays. Signs of homogeneous polynomials
 * survive the scaling.
 */
export function exactIntegers(a: Float64Array, ao: number, b: Float64Array, bo: number, count: number): bigint[] {
  const mantissas: number[] = [];
  const exponents: number[] = [];
  let lowest = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 2 * count; k++) {
    let m = k < count ? a[ao + k] : b[bo + k - count];
    if (!Number.isFinite(m)) throw new InputError(`coordinate ${k} of a triangle pair is ${m}`);
    let e = 0;
    if (m !== 0) {
      for (; Math.abs(m) >= TWO_53; e += 1) m /= 2;
      for (; !Number.isInteger(m); e -= 1) m *= 2;
      if (e < lowest) lowest = e;
    }
    mantissas.push(m);
    exponents.push(e);
  }
  return mantissas.map((m, k) => (m === 0 ? 0n : BigInt(m) << BigInt(exponents[k] - lowest)));
}
