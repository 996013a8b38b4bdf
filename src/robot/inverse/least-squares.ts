/**
 * A configuration within limits at which several residuals are as small as they get: Levenberg-Marquardt with the
 * damping λ = μ|e|² of [Fan and Yuan 2005], which is quadratic also where solutions are not isolated (arms with more
 * joints than needed). In the dual form δ = Jᵀ (J Jᵀ + λ)⁻¹ e, of the size of the residuals, not of the joints.
 *
 * Limits: variables that stand at one and would leave it are held; where a step crosses one, the variable goes as far
 * as it may, what that brings is taken off the residuals, and the step of the others is solved again without it.
 * Estimates, no guarantee but that no limit is passed and that |e| never grows. Allocates nothing.
 */
import { type Budget, NO_LIMITS } from '../../contact/budget.ts';
import type { Variables } from './variables.ts';

/** What is to become 0, all of it without units; residuals e and derivatives J so that J δ ≈ e takes them away. */
export interface Residuals {
  /** How many there are. */
  readonly rows: number;
  /** Writes the residuals at a configuration to (e, at). */
  write(values: Float64Array, e: Float64Array, at: number): void;
  /** Writes their derivatives by `count` variables, for the configuration of the last `write`, to rows from `at` on. */
  writeRows(J: Float64Array, at: number, count: number): void;
}

const MOST_ITERATIONS = 60;
/** Units of time that a step takes, for budgets. */
const STEP_UNITS = 8;
/** Below it a residual is rounding. */
const ROUNDING: number = 2 ** -51;
/** So many steps one after the other may take off less than this share of |e|². */
const SLOW_STEPS = 3;
const SLOW = 0.1;
/** Least damping, a share of the trace of J Jᵀ: keeps the matrix positive definite in doubles. */
const LEAST_DAMPING: number = 2 ** -46;
/** Least pivot, a share of the diagonal: what is less is rounding. */
const TINY: number = 2 ** -50;
const FIRST_MU = 0.1;
const LEAST_MU = 1e-4;
const MOST_MU = 1e8;

export class LeastSquares {
  /** Steps tried since it was made. */
  iterations = 0;
  private readonly variables: Variables;
  private readonly parts: readonly Residuals[];
  private readonly rows: number;
  private readonly e: Float64Array;
  private readonly trial: Float64Array;
  private readonly next: Float64Array;
  private readonly J: Float64Array;
  /** Lower halves: J Jᵀ, with λ and without what a step takes to a limit, and its Cholesky factor. */
  private readonly product: Float64Array;
  private readonly gram: Float64Array;
  private readonly factor: Float64Array;
  private readonly right: Float64Array;
  private readonly solved: Float64Array;
  private readonly step: Float64Array;
  /** 1: at a limit that it would leave; 1: still moves in the step under way. */
  private readonly held: Uint8Array;
  private readonly moves: Uint8Array;
  private trace = 0;

  constructor(variables: Variables, parts: readonly Residuals[], size: number) {
    this.variables = variables;
    this.parts = parts;
    const m = parts.reduce((sum, { rows }) => sum + rows, 0);
    this.rows = m;
    this.e = new Float64Array(m);
    this.trial = new Float64Array(m);
    this.next = new Float64Array(size);
    this.J = new Float64Array(m * variables.count);
    this.product = new Float64Array(m * m);
    this.gram = new Float64Array(m * m);
    this.factor = new Float64Array(m * m);
    this.right = new Float64Array(m);
    this.solved = new Float64Array(m);
    this.step = new Float64Array(variables.count);
    this.held = new Uint8Array(variables.count);
    this.moves = new Uint8Array(variables.count);
  }

  /** |e|² at a configuration. */
  square(values: Float64Array): number {
    return this.write(values, this.e);
  }

  /**
   * Improves the values in place until |e| is rounding, or improves no more; where |e|² ≤ good, it stops sooner. Slow
   * progress, as towards what cannot be reached, is given up unless it is patient; when time is over, so is it. Gives
   * |e|².
   */
  solve(values: Float64Array, good: number, isPatient = false, budget: Budget = NO_LIMITS): number {
    const { variables, e, trial, next, step } = this;
    next.set(values);
    let square = this.write(values, e);
    let mu = FIRST_MU;
    let slow = 0;
    let isNew = true;
    for (let i = 0; i < MOST_ITERATIONS && square > ROUNDING * ROUNDING && !budget.isLate(STEP_UNITS); i++) {
      if (isNew) this.writeRows(values);
      this.iterations++;
      this.solveStep(values, mu * square);
      variables.apply(values, step, next);
      const found = this.write(next, trial);
      isNew = found < square;
      if (!isNew) {
        if (square <= good || mu > MOST_MU) break;
        mu *= 4;
        continue;
      }
      const gain = 1 - found / square;
      slow = gain < SLOW ? slow + 1 : 0;
      values.set(next);
      e.set(trial);
      square = found;
      if (slow > SLOW_STEPS && !isPatient) break;
      mu = Math.max(LEAST_MU, gain > 0.5 ? mu / 4 : mu);
    }
    return square;
  }

  private write(values: Float64Array, e: Float64Array): number {
    let at = 0;
    for (const part of this.parts) {
      part.write(values, e, at);
      at += part.rows;
    }
    let square = 0;
    for (let r = 0; r < this.rows; r++) square += e[r] * e[r];
    return square;
  }

  /** Derivatives, without those of variables that are held, and J Jᵀ of the rest. */
  private writeRows(values: Float64Array): void {
    const { J, e, rows: m, product, variables, held } = this;
    const { count: n, slots, turns, lower, upper } = variables;
    J.fill(0);
    let at = 0;
    for (const part of this.parts) {
      part.writeRows(J, at, n);
      at += part.rows;
    }
    for (let i = 0; i < n; i++) {
      const x = values[slots[i]];
      held[i] = 0;
      if (turns[i] >= 0 || (x > lower[i] && x < upper[i])) continue;
      let slope = 0;
      for (let r = 0; r < m; r++) slope += J[r * n + i] * e[r];
      if ((x > lower[i] || slope > 0) && (x < upper[i] || slope < 0)) continue;
      held[i] = 1;
      for (let r = 0; r < m; r++) J[r * n + i] = 0;
    }
    this.trace = 0;
    for (let r = 0; r < m; r++) {
      for (let c = 0; c <= r; c++) {
        let sum = 0;
        for (let i = 0; i < n; i++) sum += J[r * n + i] * J[c * n + i];
        product[r * m + c] = sum;
      }
      this.trace += product[r * m + r];
    }
  }

  private solveStep(values: Float64Array, damping: number): void {
    const { variables, rows: m, e, J, product, gram, right, solved, step, moves, held } = this;
    const { count: n, slots, turns, lower, upper, units } = variables;
    for (let i = 0; i < n; i++) {
      moves[i] = 1 - held[i];
      step[i] = 0;
    }
    const added = damping + LEAST_DAMPING * this.trace;
    if (!(added > 0)) return;
    for (let r = 0; r < m; r++) {
      right[r] = e[r];
      for (let c = 0; c <= r; c++) gram[r * m + c] = product[r * m + c];
      gram[r * m + r] += added;
    }
    for (let isWithin = false; !isWithin; ) {
      this.solveGram();
      isWithin = true;
      for (let i = 0; i < n; i++) {
        if (moves[i] === 0) continue;
        let way = 0;
        for (let r = 0; r < m; r++) way += J[r * n + i] * solved[r];
        step[i] = way;
      }
      for (let i = 0; i < n; i++) {
        if (moves[i] === 0 || turns[i] >= 0) continue;
        const x = values[slots[i]];
        const to = x + step[i] * units[i];
        if (to >= lower[i] && to <= upper[i]) continue;
        isWithin = false;
        moves[i] = 0;
        step[i] = ((to < lower[i] ? lower[i] : upper[i]) - x) / units[i];
        for (let r = 0; r < m; r++) {
          const a = J[r * n + i];
          right[r] -= a * step[i];
          for (let c = 0; c <= r; c++) gram[r * m + c] -= a * J[c * n + i];
        }
      }
    }
  }

  /** (J Jᵀ + λ) y = right by Cholesky's factors. */
  private solveGram(): void {
    const { rows: m, gram, factor: L, right, solved: y } = this;
    for (let r = 0; r < m; r++) {
      let rest = right[r];
      for (let c = 0; c <= r; c++) {
        let sum = gram[r * m + c];
        for (let k = 0; k < c; k++) sum -= L[r * m + k] * L[c * m + k];
        if (c < r) {
          L[r * m + c] = sum / L[c * m + c];
          rest -= L[r * m + c] * y[c];
        } else L[r * m + r] = Math.sqrt(Math.max(sum, TINY * gram[r * m + r]));
      }
      y[r] = rest / L[r * m + r];
    }
    for (let r = m - 1; r >= 0; r--) {
      let rest = y[r];
      for (let k = r + 1; k < m; k++) rest -= L[k * m + r] * y[k];
      y[r] = rest / L[r * m + r];
    }
  }
}
