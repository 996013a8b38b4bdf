/** An exact fraction numerator / denominator, the denominator above 0; not reduced. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** The exact value of a finite double. */
export function rational(x: number): Rational {
  if (!Number.isFinite(x)) throw new RangeError(`${x} is no rational number`);
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & (2n ** 52n - 1n);
  const significand = biased === 0 ? fraction : fraction + 2n ** 52n;
  const signed = bits >> 63n === 1n ? -significand : significand;
  const exponent = Math.max(biased, 1) - 1075;
  return exponent >= 0
    ? { numerator: signed << BigInt(exponent), denominator: 1n }
    : { numerator: signed, denominator: 1n << BigInt(-exponent) };
}

export function addRationals(a: Rational, b: Rational): Rational {
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

export function subtractRationals(a: Rational, b: Rational): Rational {
  return addRationals(a, { numerator: -b.numerator, denominator: b.denominator });
}

export function multiplyRationals(a: Rational, b: Rational): Rational {
  return { numerator: a.numerator * b.numerator, denominator: a.denominator * b.denominator };
}

export function divideRationals(a: Rational, b: Rational): Rational {
  if (b.numerator === 0n) throw new RangeError('division by zero');
  const sign = b.numerator < 0n ? -1n : 1n;
  return { numerator: sign * a.numerator * b.denominator, denominator: sign * a.denominator * b.numerator };
}

/** Negative, zero or positive as a is below, equal to or above b. */
export function compareRationals(a: Rational, b: Rational): number {
  const left = a.numerator * b.denominator;
  const right = b.numerator * a.denominator;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether lo ≤ x ≤ hi exactly; infinite ends bound nothing, and a NaN holds nothing. */
export function liesBetween(x: Rational, lo: number, hi: number): boolean {
  if (Number.isNaN(lo) || Number.isNaN(hi) || lo === Infinity || hi === -Infinity) return false;
  return (lo === -Infinity || compareRationals(rational(lo), x) <= 0) && (hi === Infinity || compareRationals(x, rational(hi)) <= 0);
}
