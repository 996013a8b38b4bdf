/**
 * How far the solution of a closure is from polynomials.
 * Guarantee: for every t of a piece there is one and only one solution within the errors told of the polynomials given,
 * by Krawczyk's operator for all t at once [Moore et al. 2009]: with Y(s) near J⁻¹,
 *
 *   |Y r| + (|I − Y J| + |Y| D) ε < ε         r = F(p(s)), J along p, D: how far J is from it within p ± ε
 *
 * Y r and Y J are entire functions of time, so that their values at Chebyshev's extremes bound them at all times: by
 * the sum of the coefficients of the interpolation through these, by what the values are off by, and by what an
 * interpolation leaves of a function that is nowhere above M on an ellipse, 4 M ρ⁻ⁿ/(ρ − 1) [chain-growth.ts]. M and D
 * come from the rows.
 */
import { valueAt } from '../../polynomial-bound.ts';
import { type ClosureRows, LOOP } from '../closure-rows.ts';
import { ROUND_UP, type Tree } from '../tree-frame.ts';
import type { Way } from '../way.ts';
import { gridOf } from './extreme-grid.ts';

/**
 * Where the inverse of J is taken, of which Y is the quadratic: in the middle and so far from it, where what an
 * interpolation through Chebyshev's extremes leaves is largest.
 */
export const OUTER = 0.5877852522924731;
/** Ellipses that are tried, and degrees of interpolations of r; those of J are a whole share of these. */
const RHOS: readonly number[] = [3.5, 6, 9, 14, 22];
const DEGREES: readonly number[] = [8, 12, 16, 24, 32, 48];
/** For each ellipse (ρᵏ − ρ⁻ᵏ)/2 and (ρᵏ + ρ⁻ᵏ)/2, k from 0 to 5. */
const POWERS: readonly Float64Array[] = RHOS.map(powersOf);
const STRIDES: readonly number[] = [4, 2, 1];
/** Which share of the accuracy an interpolation may leave of r, and of 1 one of Y J. */
const SHARE = 1 / 64;
const RATE_SHARE = 1 / 32;
/** So much less where rows are left, of which the same is to be told as of none. */
const FINER: number = 2 ** -30;
/** Roundings of Y, and of its products with r and J, are below it. */
const ROUNDING: number = 2 ** -44;

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
  private coefficients: Float64Array = new Float64Array(0);
  // scratch
  /** Y by powers of s, three an entry, and at an instant. */
  private readonly factors: Float64Array;
  private readonly Y: Float64Array;
  private readonly values: Float64Array;
  private readonly residual: Float64Array;
  private readonly jacobian: Float64Array;
  /** At the extremes: rows, Y r, Y J − I and J. */
  private seen: Float64Array = new Float64Array(0);
  private solved: Float64Array = new Float64Array(0);
  private product: Float64Array = new Float64Array(0);
  private slopes: Float64Array = new Float64Array(0);
  /** By row: how large it is, and how far it is from the interpolation through what is seen at most. */
  private readonly largest: Float64Array;
  private readonly radius: Float64Array;
  /** The same, the largest of a group's rows that are solved. */
  private readonly furthest: Float64Array;
  /** By group, and by unknown and group, as `ClosureRows` says. */
  private readonly off: Float64Array;
  private readonly rateOff: Float64Array;
  /** By ellipse, the same: how large rows and derivatives become. */
  private readonly sizes: readonly Float64Array[];
  private readonly rates: readonly Float64Array[];
  /** Sums of |Y| by unknown and group, over the piece and by ellipse. */
  private readonly sumY: Float64Array;
  private readonly grownY: readonly Float64Array[];
  /** By ellipse: how much interpolations of Y r and of Y J leave, beside powers of ρ. */
  private readonly costs: Float64Array = new Float64Array(RHOS.length);
  private readonly rateCosts: Float64Array = new Float64Array(RHOS.length);
  /** Degrees of both at hand. */
  private degree = 0;
  private coarse = 0;
  private readonly misses: Float64Array;
  private readonly contraction: Float64Array;
  private readonly changes: Float64Array;
  private readonly next: Float64Array;

  constructor(tree: Tree, rows: ClosureRows) {
    const n = tree.unknown.length;
    const { count, groups } = rows;
    const list = (size: number): Float64Array => new Float64Array(size);
    this.tree = tree;
    this.rows = rows;
    this.count = n;
    this.slots = Int32Array.from(tree.unknown);
    this.units = rows.units;
    this.errors = list(tree.robot.size);
    this.inverses = list(3 * n * n);
    this.factors = list(3 * n * n);
    this.Y = list(n * n);
    this.values = list(tree.robot.size);
    this.residual = list(count);
    this.jacobian = list(count * n);
    this.largest = list(count);
    this.radius = list(count);
    this.furthest = list(groups);
    this.off = list(groups);
    this.rateOff = list(groups * n);
    this.sizes = RHOS.map(() => list(groups));
    this.rates = RHOS.map(() => list(groups * n));
    this.sumY = list(groups * n);
    this.grownY = RHOS.map(() => list(groups * n));
    this.misses = list(n);
    this.contraction = list(n * n);
    this.changes = list(groups * n);
    this.next = list(n);
  }

  /** A piece: coefficients of all values, six each. */
  load(coefficients: Float64Array): void {
    this.coefficients = coefficients;
    this.tree.load(coefficients);
  }

  /** Over the piece that is loaded. What is not known is told to a share of the accuracy, as `effect` measures it. */
  run(chosen: readonly number[], way: Way | null, from: number, to: number, accuracy: number): boolean {
    const { errors, misses, slots, units, rows, next, rateOff, count: n } = this;
    this.chosen = chosen;
    this.writeY();
    this.sumUp(1, this.sumY);
    rateOff.fill(0);
    rows.begin(way, from, to, this.off, rateOff);
    this.chooseDegrees(accuracy);
    this.makeRoom();
    this.look(way, from, to);
    if (!this.writeRadius() || !rows.settle(this.largest)) return false;
    this.writeMisses();
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
    const { count: n, inverses, factors } = this;
    for (let e = 0; e < n * n; e++) {
      const a = inverses[e];
      const b = inverses[n * n + e];
      const c = inverses[2 * n * n + e];
      factors[3 * e] = b;
      factors[3 * e + 1] = (c - a) / (2 * OUTER);
      factors[3 * e + 2] = (a + c - 2 * b) / (2 * OUTER * OUTER);
    }
  }

  /** Sums of |Y| by unknown and group, where |s| is so much at most. */
  private sumUp(size: number, out: Float64Array): void {
    const { factors, rows, chosen, count: n } = this;
    const { groups } = rows;
    out.fill(0);
    for (let k = 0; k < n; k++) {
      const group = rows.group(chosen[k]);
      for (let i = 0; i < n; i++) {
        const e = 3 * (i * n + k);
        out[groups * i + group] += (Math.abs(factors[e]) + (Math.abs(factors[e + 1]) + Math.abs(factors[e + 2]) * size) * size) * ROUND_UP;
      }
    }
  }

  /** The least degrees whose interpolations leave little. */
  private chooseDegrees(accuracy: number): void {
    const { costs, rateCosts, errors, slots, chosen, rows, sizes, off, rates, units, sumY, grownY, furthest: swings, count: n } = this;
    const { groups } = rows;
    errors.fill(0);
    for (let i = 0; i < n; i++) for (let g = 0; g < groups; g++) errors[slots[i]] += sumY[groups * i + g] * off[g];
    const finer = chosen.length < rows.count ? FINER : 1;
    // what is left over is told in units of rows, whatever links are moved by it
    const enough = SHARE * finer * accuracy + (finer === 1 ? rows.effect(errors) : 0);
    for (let which = 0; which < RHOS.length; which++) {
      const [size, rate, grown] = [sizes[which], rates[which], grownY[which]];
      this.sumUp(POWERS[which][7], grown);
      rate.fill(0);
      rows.grow(POWERS[which], size, rate);
      rateCosts[which] = 0;
      swings.fill(0);
      for (let j = 0; j < n; j++) for (let g = 0; g < groups; g++) swings[g] += rate[groups * j + g] * units[slots[j]];
      for (let i = 0; i < n; i++) {
        let [left, turned] = [0, 0];
        for (let g = 0; g < groups; g++) {
          left += grown[groups * i + g] * size[g];
          turned += grown[groups * i + g] * swings[g];
        }
        errors[slots[i]] = left;
        rateCosts[which] = Math.max(rateCosts[which], turned / units[slots[i]]);
      }
      costs[which] = rows.effect(errors);
    }
    for (const degree of DEGREES)
      for (const stride of STRIDES) {
        if (degree % (2 * stride) !== 0) continue;
        [this.degree, this.coarse] = [degree, degree / stride];
        if (leastLeft(costs, degree) <= enough && leastLeft(rateCosts, degree / stride) <= RATE_SHARE * finer) return;
      }
  }

  private makeRoom(): void {
    const { degree, coarse, count: n, rows } = this;
    if (this.seen.length < rows.count * (degree + 1)) {
      this.seen = new Float64Array(rows.count * (degree + 1));
      this.solved = new Float64Array(n * (degree + 1));
    }
    if (this.product.length >= n * n * (coarse + 1)) return;
    this.product = new Float64Array(n * n * (coarse + 1));
    this.slopes = new Float64Array(rows.count * n * (coarse + 1));
  }

  /** Rows, Y r and Y J − I at the extremes, the middle last. */
  private look(way: Way | null, from: number, to: number): void {
    const { rows, values, coefficients, residual, largest, seen, solved, chosen, Y, factors, degree, coarse, count: n } = this;
    const { places } = gridOf(degree);
    const middle = degree / 2;
    const stride = degree / coarse;
    const width = degree + 1;
    largest.fill(0);
    for (let step = 0; step <= degree; step++) {
      const at = step === degree ? middle : step < middle ? step : step + 1;
      const s = places[at];
      const t = 0.5 + 0.5 * s;
      for (let k = 0; k < values.length; k++) values[k] = valueAt(coefficients, 6 * k, t);
      rows.aim(way, from + (to - from) * t);
      rows.place(values, residual);
      for (let row = 0; row < residual.length; row++) {
        const x = residual[row];
        seen[row * width + at] = x;
        if (!(Math.abs(x) <= largest[row])) largest[row] = Math.abs(x);
      }
      for (let e = 0, o = 0; e < n * n; e++, o += 3) Y[e] = factors[o] + (factors[o + 1] + factors[o + 2] * s) * s;
      for (let i = 0; i < n; i++) {
        let x = 0;
        for (let k = 0; k < n; k++) x += Y[i * n + k] * residual[chosen[k]];
        solved[i * width + at] = x;
      }
      if (at % stride === 0) this.lookAround(at / stride, coarse + 1);
    }
  }

  /** J and Y J − I where the rows were placed last. */
  private lookAround(at: number, width: number): void {
    const { rows, jacobian, product, slopes, chosen, Y, count: n } = this;
    rows.writeJacobian(jacobian);
    if (chosen.length < rows.count) for (let e = 0; e < jacobian.length; e++) slopes[e * width + at] = jacobian[e];
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        let x = i === j ? -1 : 0;
        for (let k = 0; k < n; k++) x += Y[i * n + k] * jacobian[chosen[k] * n + j];
        product[(i * n + j) * width + at] = x;
      }
  }

  /** By row: how far it is from what is seen, and how large it is; false: not finite. */
  private writeRadius(): boolean {
    const { radius, largest, furthest, off, sizes, rows, seen, costs, degree, chosen } = this;
    const grid = gridOf(degree);
    const which = best(costs, degree);
    const share = leftOver(RHOS[which], degree);
    for (let row = 0; row < radius.length; row++) {
      const group = rows.group(row);
      radius[row] = off[group] + ROUNDING * largest[row];
      largest[row] = (grid.sum(seen, row * (degree + 1)) + radius[row] + share * sizes[which][group]) * ROUND_UP;
      if (!(largest[row] < Number.POSITIVE_INFINITY)) return false;
    }
    furthest.fill(0);
    for (const row of chosen) furthest[rows.group(row)] = Math.max(furthest[rows.group(row)], radius[row]);
    return true;
  }

  /** |Y r|, one for each unknown. */
  private writeMisses(): void {
    const { count: n, misses, solved, sizes, sumY, grownY, rows, costs, degree, furthest } = this;
    const { groups } = rows;
    const grid = gridOf(degree);
    const which = best(costs, degree);
    const share = leftOver(RHOS[which], degree);
    for (let i = 0; i < n; i++) {
      let sum = grid.sum(solved, i * (degree + 1));
      for (let g = 0; g < groups; g++) sum += sumY[groups * i + g] * furthest[g] + share * grownY[which][groups * i + g] * sizes[which][g];
      misses[i] = sum * ROUND_UP;
    }
  }

  /** |I − Y J| */
  private writeContraction(): void {
    const { count: n, contraction, product, rates, rateOff, sumY, grownY, rows, rateCosts, coarse } = this;
    const grid = gridOf(coarse);
    const { groups } = rows;
    const which = best(rateCosts, coarse);
    const share = leftOver(RHOS[which], coarse);
    const [rate, grown] = [rates[which], grownY[which]];
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        let sum = grid.sum(product, (i * n + j) * (coarse + 1)) + ROUNDING;
        for (let g = 0; g < groups; g++) {
          const o = groups * j + g;
          sum += sumY[groups * i + g] * (rateOff[o] + ROUNDING * rate[o]) + share * grown[groups * i + g] * rate[o];
        }
        contraction[i * n + j] = sum * ROUND_UP;
      }
  }

  /** The right side of the inequality, for so many times the errors. */
  private writeRight(scale: number): void {
    const { count: n, rows, misses, contraction, sumY, errors, slots, changes, next } = this;
    const { groups } = rows;
    this.writeChanges(scale);
    for (let i = 0; i < n; i++) {
      let sum = misses[i];
      for (let j = 0; j < n; j++) {
        let factor = contraction[i * n + j];
        for (let g = 0; g < groups; g++) factor += sumY[groups * i + g] * changes[groups * j + g];
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
    const { left, rows, chosen, slopes, largest, rates, rateOff, changes, errors, slots, rateCosts, coarse, count: n } = this;
    left.fill(0);
    if (chosen.length === rows.count) return true;
    this.writeChanges(1);
    const which = best(rateCosts, coarse);
    const rateShare = leftOver(RHOS[which], coarse);
    for (let row = 0; row < rows.count; row++) {
      if (chosen.includes(row)) continue;
      let sum = largest[row];
      for (let j = 0; j < n; j++) {
        const o = rows.groups * j + rows.group(row);
        const slope = gridOf(coarse).sum(slopes, (row * n + j) * (coarse + 1)) + rateOff[o] + rateShare * rates[which][o];
        sum += (slope + changes[o]) * errors[slots[j]];
      }
      const kind = rows.kind(row);
      left[kind] = Math.max(left[kind], sum * ROUND_UP);
    }
    return left.every((x) => x < Number.POSITIVE_INFINITY);
  }
}

/** What an interpolation of a degree through Chebyshev's extremes leaves of a function of size 1 on an ellipse. */
function leftOver(rho: number, degree: number): number {
  let power = 4 / (rho - 1);
  for (let k = 0; k < degree; k++) power /= rho;
  return power * ROUND_UP;
}

/** Which ellipse says most of an interpolation of a degree. */
function best(costs: Float64Array, degree: number): number {
  let [found, least] = [0, Number.POSITIVE_INFINITY];
  for (let which = 0; which < RHOS.length; which++) {
    const left = costs[which] * leftOver(RHOS[which], degree);
    if (left < least) [found, least] = [which, left];
  }
  return found;
}

function leastLeft(costs: Float64Array, degree: number): number {
  const which = best(costs, degree);
  return costs[which] * leftOver(RHOS[which], degree);
}

function powersOf(rho: number): Float64Array {
  const out = new Float64Array(12);
  let power = 1;
  for (let k = 0; k < 6; k++) {
    out[k] = (power - 1 / power) / 2;
    out[6 + k] = (power + 1 / power) / 2;
    power *= rho;
  }
  return out;
}
