/** Weighted least squares of a polynomial over all samples at once, by twice orthogonalised columns: nothing in common with the recursive fit. */
export interface BatchFit {
  /** By power of (t − origin). */
  readonly coefficients: readonly number[];
  /** Σ w (y − p)². */
  readonly squares: number;
}

export function weightedLeastSquares(
  times: readonly number[],
  values: readonly number[],
  weights: readonly number[],
  degree: number,
  origin: number,
): BatchFit {
  const roots = weights.map(Math.sqrt);
  const scale = Math.max(...times.map((t) => Math.abs(t - origin)), Number.MIN_VALUE);
  const columns = Array.from({ length: degree + 1 }, (_, k) => times.map((t, i) => roots[i] * ((t - origin) / scale) ** k));
  const rhs = values.map((y, i) => roots[i] * y);
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i], 0);
  const q: number[][] = [];
  const r: number[][] = columns.map(() => new Array<number>(degree + 1).fill(0));
  for (const [k, column] of columns.entries()) {
    let v = [...column];
    for (let pass = 0; pass < 2; pass++) {
      for (let j = 0; j < k; j++) {
        const c = dot(q[j], v);
        r[j][k] += c;
        v = v.map((x, i) => x - c * q[j][i]);
      }
    }
    r[k][k] = Math.sqrt(dot(v, v));
    q.push(v.map((x) => x / r[k][k]));
  }
  let rest = rhs;
  const z = q.map((column) => {
    const c = dot(column, rest);
    rest = rest.map((x, i) => x - c * column[i]);
    return c;
  });
  const c = new Array<number>(degree + 1).fill(0);
  for (let i = degree; i >= 0; i--) {
    let x = z[i];
    for (let j = i + 1; j <= degree; j++) x -= r[i][j] * c[j];
    c[i] = x / r[i][i];
  }
  return { coefficients: c.map((x, k) => x / scale ** k), squares: dot(rest, rest) };
}

/** A polynomial or one of its derivatives. */
export function polynomialAt(coefficients: readonly number[], s: number, derivative = 0): number {
  let sum = 0;
  for (let k = derivative; k < coefficients.length; k++) {
    let factor = coefficients[k];
    for (let j = 0; j < derivative; j++) factor *= k - j;
    sum += factor * s ** (k - derivative);
  }
  return sum;
}
