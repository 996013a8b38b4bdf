/**
 * Joint values that keep something in its place: the unknown ones u solve F(u, t) = 0, as many rows of F as there are
 * unknowns. What the rows are comes from a provider: a frame on a way [pose-rows.ts], frames that coincide
 * [loop-rows.ts]. Here they are solved, by Newton's steps; [proof.ts] proves how far the solution is from polynomials.
 */
import { valueAt } from '../polynomial-bound.ts';
import type { RobotModel } from '../robot-model.ts';
import type { ClosureRows } from './closure-rows.ts';
import { OUTER, Proof } from './proof/proof.ts';
import { bestRows, invert } from './proof/small-matrix.ts';
import { Tree } from './tree-frame.ts';
import type { Way } from './way.ts';

const NEWTON_STEPS = 12;
/** After a step shorter than this, in units, the derivatives are as good as new. */
const SHORT_HOP = 1e-2;

export class Closure<R extends ClosureRows = ClosureRows> {
  /** How many values are unknown, and their slots in a configuration. */
  readonly count: number;
  readonly slots: Int32Array;
  readonly rows: R;
  /** Rows that are solved, by number. */
  chosen: readonly number[] = [];
  readonly units: Float64Array;
  /** Slots of the quaternions of joints that float. */
  readonly orientations: readonly number[];
  readonly proof: Proof;
  // scratch
  private readonly residual: Float64Array;
  private readonly jacobian: Float64Array;
  private readonly square: Float64Array;
  private readonly inverse: Float64Array;
  private readonly work: Float64Array;
  private readonly values: Float64Array;
  private readonly off: Float64Array;

  /** Unknown: slots of turning, sliding and screw joints. */
  constructor(robot: RobotModel, unknown: readonly number[], rowsOf: (tree: Tree) => R) {
    const tree = new Tree(robot, unknown);
    const n = unknown.length;
    this.count = n;
    this.slots = Int32Array.from(unknown);
    this.rows = rowsOf(tree);
    this.units = this.rows.units;
    this.orientations = robot.joints.flatMap(({ kind, slot }) =>
      kind.orientation < 0 ? [] : [0, 1, 2, 3].map((k) => slot + kind.orientation + k),
    );
    this.residual = new Float64Array(this.rows.count);
    this.jacobian = new Float64Array(this.rows.count * n);
    this.square = new Float64Array(n * n);
    this.inverse = new Float64Array(n * n);
    this.work = new Float64Array(n * n);
    this.values = new Float64Array(robot.size);
    this.off = new Float64Array(robot.size);
    this.proof = new Proof(tree, this.rows);
  }

  /** What `prove` found, by slot: how far the solution is from the polynomial at most. */
  get errors(): Float64Array {
    return this.proof.errors;
  }

  /** Whether there is no other solution within so many times the errors. */
  isAlone(scale: number): boolean {
    return this.proof.isAlone(scale);
  }

  /** How far rows that are not solved are from 0 at most, by kind. */
  get left(): Float64Array {
    return this.proof.left;
  }

  /** Joints that float stay: the second coefficient of an orientation is where it ends, not how far it goes. */
  keepOrientations(coefficients: Float64Array): void {
    for (const s of this.orientations) coefficients[6 * s + 1] = coefficients[6 * s];
  }

  /** Which rows to solve, by what the joints can do at a configuration; false: fewer than there are unknowns. */
  chooseRows(values: Float64Array): boolean {
    this.chosen = bestRows(this.scaledJacobian(values), this.rows.count, this.count, undefined, this.rows.ahead);
    return this.chosen.length === this.count;
  }

  /** Derivatives of all rows at a configuration, without units. */
  scaledJacobian(values: Float64Array): Float64Array {
    const { count: n, rows, units, slots } = this;
    this.place(values);
    return this.jacobian.map((x, e) => (x * units[slots[e % n]]) / rows.unit(Math.floor(e / n)));
  }

  /** All rows at the configuration last asked for, without units. */
  scaledResidual(): Float64Array {
    return this.residual.map((x, row) => x / this.rows.unit(row));
  }

  /** The sum of their squares at a configuration. */
  squareOf(values: Float64Array): number {
    this.rows.place(values, this.residual);
    return this.scaledResidual().reduce((sum, x) => sum + x * x, 0);
  }

  /** Other rows where those are much better to solve with; rows that are good enough stay. */
  chooseBetter(values: Float64Array): void {
    const now = this.chosen;
    const condition = this.conditionAt(values);
    if (!this.chooseRows(values) || condition > 0.2 * this.conditionAt(values)) this.chosen = now;
  }

  /** The largest of all rows, in its unit, at a configuration. */
  open(values: Float64Array): { readonly row: number; readonly size: number } {
    this.rows.place(values, this.residual);
    let [row, size] = [0, 0];
    this.residual.forEach((x, k) => {
      const own = Math.abs(x) / this.rows.unit(k);
      if (!(own <= size)) [row, size] = [k, own];
    });
    return { row, size };
  }

  /**
   * Newton's steps from the values given, in place; false: they lead nowhere. A step that is short goes by the inverse
   * of the one before.
   */
  solve(values: Float64Array, way: Way | null, t: number): boolean {
    const { residual, rows, chosen, slots, units, inverse, count: n } = this;
    rows.aim(way, t);
    let last = Number.POSITIVE_INFINITY;
    let hop = Number.POSITIVE_INFINITY;
    for (let step = 0; step < NEWTON_STEPS; step++) {
      rows.place(values, residual);
      let size = 0;
      for (const row of chosen) size = Math.max(size, Math.abs(residual[row]) / rows.unit(row));
      if (!(size < 1e12)) return false;
      if (size === 0 || (size < 1e-11 && size > 0.25 * last)) return true;
      const isShort = hop < SHORT_HOP && size < 1e-3 * last;
      last = size;
      if (!isShort) {
        rows.writeJacobian(this.jacobian);
        if (!this.invertHere(inverse)) return false;
      }
      const before = hop;
      hop = 0;
      for (let i = 0; i < n; i++) {
        let x = 0;
        for (let k = 0; k < n; k++) x += inverse[i * n + k] * residual[chosen[k]];
        values[slots[i]] -= x;
        hop = Math.max(hop, Math.abs(x) / units[slots[i]]);
      }
      // the next one would be as its square, or by the same inverse as the product of both
      if (hop * (isShort ? before : hop) < 1e-16) return true;
    }
    return last < 1e-10;
  }

  /**
   * Takes a piece of a way: coefficients of all values, six each. Returns how far links are moved by what Newton's
   * steps are at its worst instants, an estimate of what `prove` will find; Infinity: singular.
   */
  estimate(coefficients: Float64Array, way: Way | null, from: number, to: number): number {
    const { values, residual, rows, chosen, slots, off, proof, inverse, count: n } = this;
    proof.load(coefficients);
    off.fill(0);
    for (let k = 0; k < 3; k++) {
      const t = 0.5 + 0.5 * OUTER * (k - 1);
      for (let s = 0; s < values.length; s++) values[s] = valueAt(coefficients, 6 * s, t);
      rows.aim(way, from + (to - from) * t);
      this.place(values);
      if (!this.invertHere(inverse)) return Number.POSITIVE_INFINITY;
      proof.inverses.set(inverse, k * n * n);
      for (let i = 0; i < n; i++) {
        let x = 0;
        for (let j = 0; j < n; j++) x += inverse[i * n + j] * residual[chosen[j]];
        off[slots[i]] = Math.max(off[slots[i]], Math.abs(x));
      }
    }
    return rows.effect(off);
  }

  /** Over the piece of the last `estimate`: true: proven, errors and `isAlone` are those of it. */
  prove(way: Way | null, from: number, to: number, accuracy: number): boolean {
    return this.proof.run(this.chosen, way, from, to, accuracy);
  }

  /** How far links can be moved by the errors that were proven. */
  effect(): number {
    return this.rows.effect(this.errors);
  }

  /** How well the unknowns move the rows in every direction, near 0 where they are singular: an estimate. */
  conditionAt(values: Float64Array): number {
    return this.weakestAt(values).condition;
  }

  /** The same, and the number of the unknown that moves farthest for little; −1: singular. */
  weakestAt(values: Float64Array): { readonly condition: number; readonly unknown: number } {
    const { inverse, count: n, slots, units, rows, chosen } = this;
    this.place(values);
    let [most, unknown] = [0, -1];
    if (!this.invertHere(inverse)) return { condition: 0, unknown };
    for (let i = 0; i < n; i++)
      for (let k = 0; k < n; k++) {
        const moved = (Math.abs(inverse[i * n + k]) * rows.unit(chosen[k])) / units[slots[i]];
        if (moved > most) [most, unknown] = [moved, i];
      }
    return { condition: 1 / most, unknown };
  }

  private place(values: Float64Array): void {
    this.rows.place(values, this.residual);
    this.rows.writeJacobian(this.jacobian);
  }

  private writeSquare(): void {
    const { square, jacobian, chosen, count: n } = this;
    for (let k = 0; k < n; k++) for (let j = 0; j < n; j++) square[k * n + j] = jacobian[chosen[k] * n + j];
  }

  private invertHere(out: Float64Array): boolean {
    this.writeSquare();
    return invert(this.square, this.count, out, this.work);
  }
}
