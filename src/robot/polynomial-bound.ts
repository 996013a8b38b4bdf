/**
 * Bounds on polynomials over [0, 1] by their Bernstein coefficients: between the ends a polynomial never leaves their
 * hull.
 * Good to a factor that tends to 1 with the degree's curvature; rounding is the caller's.
 */

const coefficients = new Float64Array(6);

/** Upper bound on |dᵏ/dtᵏ Σ cₘ tᵐ|, m ≤ degree ≤ 5, c at (array, o), `stride` apart. */
export function polynomialBound(array: Float64Array, o: number, stride: number, degree: number, derivative: number): number {
  const n = degree - derivative;
  if (n < 0) return 0;
  let sum = 0;
  for (let m = 0; m <= n; m++) {
    let c = array[o + stride * (m + derivative)];
    for (let k = 0; k < derivative; k++) c *= m + derivative - k;
    coefficients[m] = c;
    sum += Math.abs(c);
  }
  // bᵢ = Σₘ C(i, m) / C(n, m) cₘ
  let bound = 0;
  for (let i = 0; i <= n; i++) {
    let b = 0;
    let weight = 1;
    for (let m = 0; m <= i; m++) {
      b += weight * coefficients[m];
      weight *= (i - m) / (n - m || 1);
    }
    bound = Math.max(bound, Math.abs(b));
  }
  return bound + 2 ** -48 * sum;
}

/** The same for the length of a vector polynomial, coefficients three doubles each. */
export function largestOf(array: Float64Array, o: number, degree: number, derivative: number): number {
  let square = 0;
  for (let k = 0; k < 3; k++) {
    const bound = polynomialBound(array, o + k, 3, degree, derivative);
    square += bound * bound;
  }
  return Math.sqrt(square);
}

/** Σ |cₘ|, the c being vectors of one or three doubles. */
export function coefficientSum(array: Float64Array, o: number, size: 1 | 3, degree: number): number {
  let sum = 0;
  for (let m = 0; m <= degree; m++) {
    let square = 0;
    for (let k = 0; k < size; k++) square += array[o + size * m + k] * array[o + size * m + k];
    sum += Math.sqrt(square);
  }
  return sum;
}

/** A polynomial of degree 5, by powers of t. */
export function valueAt(coefficients: Float64Array, o: number, t: number): number {
  let x = coefficients[o + 5];
  for (let m = 4; m >= 0; m--) x = x * t + coefficients[o + m];
  return x;
}
