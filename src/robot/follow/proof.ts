/**
 * How far the solution of a closure is from polynomials.
 * Guarantee: for every t of a piece there is one and only one solution within the errors told of the polynomials given,
 * by Krawczyk's operator for all t at once [Moore et al. 2009]: with Y(s) near J⁻¹,
 *
 *   |Y r| + (|I − Y J| + |Y| D) ε < ε         r = F(p(s)), J along p, D: how far J is from it within p ± ε
 *
 * r, Y r and Y J are Taylor models, so that what cancels over time does. D comes from the rows.
 */
import { addProduct, beginSum, endSum, largest } from '../../math/taylor.ts';
import { type ClosureRows, LOOP } from './closure-rows.ts';
import { CUBIC, JACOBIAN_DEGREE, RESIDUAL_DEGREE, ROUND_UP, SIZE, type Tree } from './tree-frame.ts';
import type { Way } from './way.ts';

/**
 * Where the inverse of J is taken, of which Y is the quadratic: in the middle and so far from it, where what an
 * interpolation through Chebyshev's extremes leaves is largest.
 */
export const OUTER = 0.5877852522924731;

export class Proof {
  /** By slot: how far the solution is from the polynomial at most. */
  readonly errors: Float64Array;
  /** How far rows that are not solved are from 0 at most, by kind. */
  readonly left: Float64Array = new Float64Array(LOOP + 1);
  private readonly tree: Tree;
  private readonly rows: ClosureRows;
  private readonly count: number;
  private chosen: readonly number[] = [];
  private readonly slots: Int32Array;
  private readonly units: Float64Array;
  /** To be written before `run`: estimates of J⁻¹ of the chosen rows at −OUTER, 0, OUTER. */
  readonly inverses: Float64Array;
  // scratch
  private readonly models: Float64Array;
  private readonly columns: Float64Array;
  private readonly factors: Float64Array;
  private readonly product: Float64Array = new Float64Array(SIZE);
  private readonly misses: Float64Array;
  private readonly contraction: Float64Array;
  private readonly largestY: Float64Array;
  private readonly changes: Float64Array;
  private readonly next: Float64Array;

  constructor(tree: Tree, rows: ClosureRows) {
    const n = tree.unknown.length;
    this.tree = tree;
    this.rows = rows;
    this.count = n;
    this.slots = Int32Array.from(tree.unknown);
    this.units = rows.units;
    this.errors = new Float64Array(tree.robot.size);
    this.inverses = new Float64Array(3 * n * n);
    this.models = new Float64Array(rows.count * SIZE);
    this.columns = new Float64Array(rows.count * n * CUBIC);
    this.factors = new Float64Array(n * n * SIZE);
    this.misses = new Float64Array(n);
    this.contraction = new Float64Array(n * n);
    this.largestY = new Float64Array(n * n);
    this.changes = new Float64Array(rows.groups * n);
    this.next = new Float64Array(n);
  }

  /** A piece: coefficients of all values, six each. */
  load(coefficients: Float64Array): void {
    this.tree.load(coefficients);
  }

  /** Over the piece that is loaded. */
  run(chosen: readonly number[], way: Way | null, from: number, to: number): boolean {
    const { errors, misses, slots, units, rows, next, count: n } = this;
    this.chosen = chosen;
    this.writeY();
    if (!rows.writeModels(way, from, to, this.models)) return false;
    this.writeMisses();
    this.columns.fill(0);
    rows.writeColumns(this.columns);
    this.writeContraction();
    errors.set(rows.given);
    let [done, rounds] = [false, 0];
    for (let i = 0; i < n; i++) errors[slots[i]] = 1.05 * misses[i] + 1e-300;
    for (; rounds < 4 && !done; rounds++) {
      this.writeRight(1);
      done = true;
      for (let i = 0; i < n; i++) {
        if (next[i] < errors[slots[i]]) continue;
        done = false;
        errors[slots[i]] = 1.05 * next[i];
      }
      if (!done && !next.every((x, i) => x < 0.1 * units[slots[i]])) return false;
    }
    return done && this.writeLeft();
  }

  /** Whether there is no other solution within so many times the errors. */
  isAlone(scale: number): boolean {
    if (scale <= 1) return true;
    this.writeRight(scale);
    return this.next.every((x, i) => x < scale * this.errors[this.slots[i]]);
  }

  /** Y as polynomials in s, from the inverses at three instants. */
  private writeY(): void {
    const { count: n, inverses, factors, largestY } = this;
    factors.fill(0);
    for (let e = 0; e < n * n; e++) {
      const [a, b, c] = [inverses[e], inverses[n * n + e], inverses[2 * n * n + e]];
      const o = e * SIZE;
      factors[o] = b;
      factors[o + 1] = (c - a) / (2 * OUTER);
      factors[o + 2] = (a + c - 2 * b) / (2 * OUTER * OUTER);
      largestY[e] = (Math.abs(factors[o]) + Math.abs(factors[o + 1]) + Math.abs(factors[o + 2])) * ROUND_UP;
    }
  }

  /** |Y r|, one for each unknown. */
  private writeMisses(): void {
    const { count: n, chosen, factors, models, product, misses } = this;
    for (let i = 0; i < n; i++) {
      beginSum();
      for (let k = 0; k < n; k++) addProduct(factors, (i * n + k) * SIZE, models, chosen[k] * SIZE, RESIDUAL_DEGREE, 1);
      endSum(RESIDUAL_DEGREE, 2 * RESIDUAL_DEGREE, product, 0);
      misses[i] = largest(product, 0, RESIDUAL_DEGREE);
    }
  }

  /** |I − Y J| */
  private writeContraction(): void {
    const { count: n, chosen, columns, contraction, product } = this;
    const d = JACOBIAN_DEGREE;
    const y = new Float64Array(CUBIC);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        beginSum();
        for (let k = 0; k < n; k++) {
          for (let m = 0; m < 3; m++) y[m] = this.factors[(i * n + k) * SIZE + m];
          addProduct(y, 0, columns, (chosen[k] * n + j) * CUBIC, d, 1);
        }
        endSum(d, 2 * d, product, 0);
        if (i === j) {
          const less = product[0] - 1;
          product[d + 1] += 2 ** -52 * Math.abs(less);
          product[0] = less;
        }
        contraction[i * n + j] = largest(product, 0, d);
      }
    }
  }

  /** The right side of the inequality, for so many times the errors. */
  private writeRight(scale: number): void {
    const { count: n, chosen, rows, misses, contraction, largestY, errors, slots, changes, next } = this;
    this.writeChanges(scale);
    for (let i = 0; i < n; i++) {
      let sum = misses[i];
      for (let j = 0; j < n; j++) {
        let factor = contraction[i * n + j];
        for (let k = 0; k < n; k++) factor += largestY[i * n + k] * changes[rows.groups * j + rows.group(chosen[k])];
        sum += factor * scale * errors[slots[j]];
      }
      next[i] = sum * ROUND_UP;
    }
  }

  private writeChanges(scale: number): void {
    this.changes.fill(0);
    this.rows.writeChanges(scale, this.errors, this.changes);
  }

  /** Bounds rows that are not solved; false: not finite. */
  private writeLeft(): boolean {
    const { left, rows, chosen, models, columns, changes, count: n, errors, slots } = this;
    this.writeChanges(1);
    left.fill(0);
    for (let row = 0; row < rows.count; row++) {
      if (chosen.includes(row)) continue;
      let sum = largest(models, row * SIZE, RESIDUAL_DEGREE);
      for (let j = 0; j < n; j++) {
        const change = changes[rows.groups * j + rows.group(row)];
        sum += (largest(columns, (row * n + j) * CUBIC, JACOBIAN_DEGREE) + change) * errors[slots[j]];
      }
      const kind = rows.kind(row);
      left[kind] = Math.max(left[kind], sum * ROUND_UP);
    }
    return left.every((x) => x < Number.POSITIVE_INFINITY);
  }
}
