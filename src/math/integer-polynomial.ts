// Polynomials in one variable with integer coefficients, lowest first, the last one not 0; the zero polynomial is [].

export type IntegerPolynomial = readonly bigint[];

export function trimmed(p: bigint[]): bigint[] {
  while (p.length > 0 && p[p.length - 1] === 0n) p.pop();
  return p;
}

export function addPolynomials(p: IntegerPolynomial, q: IntegerPolynomial): IntegerPolynomial {
  const sum = p.length < q.length ? q.slice() : p.slice();
  const other = p.length < q.length ? p : q;
  for (let i = 0; i < other.length; i++) sum[i] += other[i];
  return trimmed(sum);
}

export function negatePolynomial(p: IntegerPolynomial): IntegerPolynomial {
  return p.map((c) => -c);
}

export function multiplyPolynomials(p: IntegerPolynomial, q: IntegerPolynomial): IntegerPolynomial {
  if (p.length === 0 || q.length === 0) return [];
  const product: bigint[] = new Array(p.length + q.length - 1).fill(0n);
  for (let i = 0; i < p.length; i++) {
    for (let j = 0; j < q.length; j++) product[i + j] += p[i] * q[j];
  }
  return product;
}

/** Quotient and remainder of c·p by q for some integer c ≠ 0. */
function pseudoDivide(p: IntegerPolynomial, q: IntegerPolynomial): { quotient: IntegerPolynomial; remainder: IntegerPolynomial } {
  const lead = q[q.length - 1];
  const quotient: bigint[] = new Array(Math.max(0, p.length - q.length + 1)).fill(0n);
  let rest = p.slice();
  while (rest.length >= q.length) {
    const shift = rest.length - q.length;
    const top = rest[rest.length - 1];
    for (let i = 0; i < quotient.length; i++) quotient[i] *= lead;
    quotient[shift] += top;
    rest = rest.map((c, i) => c * lead - (i < shift ? 0n : top * q[i - shift]));
    trimmed(rest);
  }
  return { quotient: trimmed(quotient), remainder: rest };
}

/** A greatest common divisor over the rationals; any non-zero constant stands for 1. */
export function commonDivisor(p: IntegerPolynomial, q: IntegerPolynomial): IntegerPolynomial {
  let a = p;
  let b = q;
  while (b.length > 0) [a, b] = [b, pseudoDivide(a, b).remainder];
  return a;
}

/** The polynomial with the same roots, each of them simple. */
export function squareFreePart(p: IntegerPolynomial): IntegerPolynomial {
  const derivative = p.slice(1).map((c, i) => c * BigInt(i + 1));
  const divisor = commonDivisor(p, derivative);
  return divisor.length > 1 ? pseudoDivide(p, divisor).quotient : p;
}

/** A positive multiple of p(m·2⁻ᵏ), the same one for all m. */
export function valueAtDyadic(p: IntegerPolynomial, m: bigint, k: bigint): bigint {
  let value = 0n;
  let shift = 0n;
  // Horner on Σ pᵢ mⁱ 2^(k(d−i)).
  for (let i = p.length - 1; i >= 0; i--) {
    value = value * m + (p[i] << shift);
    shift += k;
  }
  return value;
}

/** p(x + 1). */
export function shiftByOne(p: IntegerPolynomial): bigint[] {
  const shifted = p.slice();
  for (let i = 0; i < shifted.length - 1; i++) {
    for (let j = shifted.length - 2; j >= i; j--) shifted[j] += shifted[j + 1];
  }
  return shifted;
}

/** A positive multiple of p((m + x)·2⁻ᵏ), as a polynomial in x. */
export function zoomIn(p: IntegerPolynomial, m: bigint, k: bigint): IntegerPolynomial {
  const degree = p.length - 1;
  const zoomed = p.map((c, i) => c << (k * BigInt(degree - i)));
  for (let i = 0; i < degree; i++) {
    for (let j = degree - 1; j >= i; j--) zoomed[j] += m * zoomed[j + 1];
  }
  return zoomed;
}
