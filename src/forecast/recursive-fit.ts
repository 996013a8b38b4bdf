/**
 * Which polynomial in time do the samples of some variables follow lately, and how far is it to be trusted? [Caby &
 * Crosnier, §3.2] Least squares with weights e^(−age/memory): age in time, so that jitter and gaps change nothing but
 * the density of the samples.
 *
 * Recursive in square-root information form. In the frame s = (t − newest)/memory, with values relative to the newest
 * ones, R c = z gives the coefficients, R upper triangular. A new sample h later costs R ← e^(−h/2) R S(−h), S the
 * shift of polynomials, triangular too, and Givens rotations of the row (1 0 … 0 | 0) into it. No covariance that could
 * lose its sign, no inverse that is carried along.
 * Polynomials of lower degree are the leading blocks of the same R: they are used while samples are few, and the next
 * higher one tells what the chosen degree leaves out.
 */
import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { decay } from './normal-probability.ts';

const LARGEST_DEGREE = 5;
/** Below this part of the weights nothing is left over to estimate noise from. */
const NO_FREEDOM: number = 2 ** -30;
/** A higher degree counts from two standard deviations on, squared: noise alone makes it add something too. */
const SIGNIFICANT = 4;

export class RecursiveFit {
  readonly variables: number;
  /** The chosen one; `degree` is the one in use. */
  readonly highestDegree: number;
  /** Seconds in which a sample's weight falls by e. */
  readonly memory: number;
  /** Samples since the last reset. */
  samples = 0;
  /** Time of the newest sample, seconds. */
  time = 0;
  private first = 0;
  private readonly columns: number;
  /** Instants, up to `columns`. */
  private instants = 0;
  /** Σw and Σw². */
  private weight = 0;
  private weight2 = 0;
  /** R of the weights w, and the like of the weights w²: RᵀR = Σ w φφᵀ, QᵀQ = Σ w² φφᵀ. Row by row. */
  private readonly R: Float64Array;
  private readonly Q: Float64Array;
  /**
   * z, row by row; weighted squares left over; the newest values; coefficients of the fit and of the next higher one,
   * by power.
   */
  private readonly z: Float64Array;
  private readonly rest: Float64Array;
  private readonly base: Float64Array;
  private readonly fitted: Float64Array;
  private readonly higher: Float64Array;
  private readonly row: Float64Array;
  private readonly rowZ: Float64Array;
  private readonly inverse: Float64Array;
  private solved = true;
  /** Σw − tr(Q R⁻¹R⁻ᵀQᵀ): what the weighted squares are to be divided by. */
  private freedom = 0;

  constructor(variables: number, degree: number, memory: number) {
    if (!(Number.isInteger(degree) && degree >= 0 && degree <= LARGEST_DEGREE))
      throw new InputError(`degree: must be a whole number from 0 to ${LARGEST_DEGREE}, got ${shownValue(degree)}`);
    if (typeof memory !== 'number' || !(memory > 0 && memory < Infinity))
      throw new InputError(`memory: must be a finite number of seconds above 0, got ${shownValue(memory)}`);
    if (!(Number.isInteger(variables) && variables >= 0)) throw new InputError(`variables: must be a whole number ≥ 0, got ${variables}`);
    const n = degree + 2;
    this.variables = variables;
    this.highestDegree = degree;
    this.memory = memory;
    this.columns = n;
    this.R = new Float64Array(n * n);
    this.Q = new Float64Array(n * n);
    this.inverse = new Float64Array(n * n);
    this.z = new Float64Array(n * variables);
    this.fitted = new Float64Array(n * variables);
    this.higher = new Float64Array(n * variables);
    this.rest = new Float64Array(variables);
    this.base = new Float64Array(variables);
    this.row = new Float64Array(n);
    this.rowZ = new Float64Array(variables);
  }

  /**
   * Degree in use: as chosen, or as high as the samples bear so far. k + 1 instants are needed for degree k, and they
   * have to span 2 (k − 1) times the memory: a parabola through the samples of a moment would fling the extrapolation
   * anywhere.
   */
  get degree(): number {
    const spanned = 1 + Math.floor((0.5 * (this.time - this.first)) / this.memory);
    return Math.max(0, Math.min(this.highestDegree, this.instants - 1, spanned));
  }

  /** (Σw)²/Σw²: as many equally weighted samples would be as good. */
  get effectiveSamples(): number {
    return this.weight2 > 0 ? (this.weight * this.weight) / this.weight2 : 0;
  }

  reset(): void {
    this.samples = this.instants = this.weight = this.weight2 = 0;
    for (const array of [this.R, this.Q, this.z, this.rest, this.base, this.fitted, this.higher]) array.fill(0);
    this.solved = true;
  }

  /**
   * Takes values[offset …], one a variable, of a time not before the newest; samples of the same time count as several.
   */
  add(time: number, values: ArrayLike<number>, offset = 0): void {
    if (!Number.isFinite(time)) throw new InputError(`time: must be a finite number of seconds, got ${time}`);
    if (this.samples > 0 && time < this.time) throw new InputError(`time: ${time} is before the newest sample, ${this.time}`);
    const h = this.samples === 0 ? 0 : (time - this.time) / this.memory;
    const fade = decay(0.5 * h);
    if (fade === 0) this.reset();
    else if (h > 0) this.age(h, fade);
    if (this.samples === 0 || h > 0) this.instants = Math.min(this.columns, this.instants + 1);
    if (this.samples === 0) this.first = time;
    this.time = time;
    this.samples++;
    this.weight++;
    this.weight2++;
    const { R, z, base, rowZ } = this;
    for (let v = 0; v < this.variables; v++) {
      const value = values[offset + v];
      // c₀ is relative to the newest value: z ← z − R e₀ (value − base)
      z[v] -= R[0] * (value - base[v]);
      base[v] = value;
      rowZ[v] = 0;
    }
    this.rotate(R, true);
    this.rotate(this.Q, false);
    for (let v = 0; v < this.variables; v++) this.rest[v] += rowZ[v] * rowZ[v];
    this.solved = false;
  }

  private age(h: number, fade: number): void {
    const square = fade * fade;
    this.shift(this.R, h, fade);
    this.shift(this.Q, h, square);
    for (let i = 0; i < this.z.length; i++) this.z[i] *= fade;
    for (let v = 0; v < this.variables; v++) this.rest[v] *= square;
    this.weight *= square;
    this.weight2 *= square * square;
  }

  /**
   * Each row is a polynomial's coefficients in disguise: column k becomes Σ_j C(k,j) (−h)^(k−j) column j, by repeated
   * Horner steps.
   */
  private shift(T: Float64Array, h: number, factor: number): void {
    const n = this.columns;
    for (let i = 0; i < n; i++) {
      const o = i * n;
      // (s − h)^k = (s − h)·(s − h)^(k−1): columns from the last down to the pass's number, once a pass
      for (let pass = 1; pass < n; pass++) for (let k = n - 1; k >= pass; k--) T[o + k] -= h * T[o + k - 1];
      for (let k = i; k < n; k++) T[o + k] *= factor;
    }
  }

  /** Givens rotations of the row (1 0 … 0) into T, the variables' column with it. */
  private rotate(T: Float64Array, withValues: boolean): void {
    const { columns: n, variables: m, row, z, rowZ } = this;
    row.fill(0);
    row[0] = 1;
    for (let i = 0; i < n; i++) {
      const a = T[i * n + i];
      const b = row[i];
      if (b === 0) continue;
      const r = Math.sqrt(a * a + b * b);
      if (r === 0) continue;
      const c = a / r;
      const s = b / r;
      T[i * n + i] = r;
      for (let k = i + 1; k < n; k++) {
        const t = T[i * n + k];
        T[i * n + k] = c * t + s * row[k];
        row[k] = c * row[k] - s * t;
      }
      if (!withValues) continue;
      for (let v = 0; v < m; v++) {
        const t = z[i * m + v];
        z[i * m + v] = c * t + s * rowZ[v];
        rowZ[v] = c * rowZ[v] - s * t;
      }
    }
  }

  private solve(): void {
    if (this.solved) return;
    this.solved = true;
    const k = this.degree + 1;
    this.backSubstitute(k, this.fitted);
    this.backSubstitute(Math.min(k + 1, this.instants), this.higher);
    this.invert(Math.min(k + 1, this.instants));
    this.freedom = this.weight - this.leverage(k);
  }

  private backSubstitute(k: number, c: Float64Array): void {
    const { columns: n, variables: m, R, z } = this;
    c.fill(0);
    for (let v = 0; v < m; v++) {
      for (let i = k - 1; i >= 0; i--) {
        let x = z[i * m + v];
        for (let j = i + 1; j < k; j++) x -= R[i * n + j] * c[j * m + v];
        c[i * m + v] = x / R[i * n + i];
      }
    }
  }

  /** R⁻¹ of the leading k × k block. */
  private invert(k: number): void {
    const { columns: n, R, inverse: X } = this;
    X.fill(0);
    for (let j = 0; j < k; j++) {
      X[j * n + j] = 1 / R[j * n + j];
      for (let i = j - 1; i >= 0; i--) {
        let x = 0;
        for (let l = i + 1; l <= j; l++) x -= R[i * n + l] * X[l * n + j];
        X[i * n + j] = x / R[i * n + i];
      }
    }
  }

  /** ‖Q R⁻¹‖², the expected part of the noise that the fit takes up. */
  private leverage(k: number): number {
    const { columns: n, Q, inverse: X } = this;
    let sum = 0;
    for (let j = 0; j < k; j++) {
      for (let i = 0; i <= j; i++) {
        let x = 0;
        for (let l = i; l <= j; l++) x += Q[i * n + l] * X[l * n + j];
        sum += x * x;
      }
    }
    return sum;
  }

  /** out[o …] = the variables at a time, or their first, second, … derivative per second. */
  writeAt(time: number, out: Float64Array, o = 0, derivative = 0): void {
    this.solve();
    this.evaluate(this.fitted, time, out, o, derivative);
    if (derivative === 0) for (let v = 0; v < this.variables; v++) out[o + v] += this.base[v];
  }

  private evaluate(c: Float64Array, time: number, out: Float64Array, o: number, derivative: number): void {
    const { variables: m, columns: n } = this;
    const s = (time - this.time) / this.memory;
    for (let v = 0; v < m; v++) {
      let x = 0;
      for (let k = n - 1; k >= derivative; k--) {
        let factor = c[k * m + v];
        for (let j = 0; j < derivative; j++) factor *= (k - j) / this.memory;
        x = x * s + factor;
      }
      out[o + v] = x;
    }
  }

  /**
   * out[o …] = standard deviation of a sample from the fit, for noise that is the same at all times; Infinity while
   * nothing is known of it.
   */
  writeDeviations(out: Float64Array, o = 0): void {
    this.solve();
    const { variables: m } = this;
    const known = this.freedom > NO_FREEDOM * this.weight;
    for (let v = 0; v < m; v++) {
      let squares = this.rest[v];
      for (let i = this.degree + 1; i < this.columns; i++) squares += this.z[i * m + v] * this.z[i * m + v];
      out[o + v] = known ? Math.sqrt(squares / this.freedom) : Infinity;
    }
  }

  /**
   * Variance of the fitted value at a time, in units of the noise's variance: φᵀ (RᵀR)⁻¹ QᵀQ (RᵀR)⁻¹ φ, φ = (1, s, s²,
   * …). For independent noise and if the degree is right; 0 before the first sample.
   */
  spreadAt(time: number): number {
    this.solve();
    return this.samples === 0 ? 0 : this.spread(time, this.degree + 1);
  }

  /**
   * out[o …] = expected square of (a sample at that time − the fit): σ² (1 + spread) ν/(ν − 2), as for Student's
   * distribution with ν = effective samples − coefficients, plus the square of what the next higher degree adds beyond
   * noise.
   * Infinity while ν ≤ 2.
   */
  writeVariances(time: number, out: Float64Array, o = 0): void {
    this.writeDeviations(out, o);
    const { variables: m } = this;
    const k = this.degree + 1;
    const freedom = this.effectiveSamples - k;
    if (!(freedom > 2)) {
      out.fill(Infinity, o, o + m);
      return;
    }
    const spread = this.spread(time, k);
    const growth = k < this.instants ? Math.max(0, this.spread(time, k + 1) - spread) : 0;
    const s = (time - this.time) / this.memory;
    for (let v = 0; v < m; v++) {
      const noise = out[o + v] * out[o + v];
      let excess = 0;
      for (let j = k; j >= 0; j--) excess = excess * s + (this.higher[j * m + v] - this.fitted[j * m + v]);
      out[o + v] = (noise * (1 + spread) * freedom) / (freedom - 2) + Math.max(0, excess * excess - SIGNIFICANT * noise * growth);
    }
  }

  private spread(time: number, k: number): number {
    const { columns: n, Q, inverse: X, row } = this;
    const s = (time - this.time) / this.memory;
    // y = R⁻ᵀφ
    for (let j = 0; j < k; j++) {
      let y = 0;
      let power = 1;
      for (let i = 0; i <= j; i++) {
        y += X[i * n + j] * power;
        power *= s;
      }
      row[j] = y;
    }
    // x = R⁻¹y, in place: row i of a triangle needs nothing above it
    for (let i = 0; i < k; i++) {
      let x = 0;
      for (let j = i; j < k; j++) x += X[i * n + j] * row[j];
      row[i] = x;
    }
    let sum = 0;
    for (let i = 0; i < k; i++) {
      let x = 0;
      for (let j = i; j < k; j++) x += Q[i * n + j] * row[j];
      sum += x * x;
    }
    return sum;
  }
}
