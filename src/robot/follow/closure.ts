/**
 * Joint values that keep a frame of a link on a way: the unknown ones u solve F(u, t) = 0, where F is the frame's place
 * less the way's and ½ vee(E − Eᵀ) with E = R R_wayᵀ, as many rows of these six as there are unknowns.
 * Guarantee of `prove`: for every t of a piece there is one and only one solution within the errors told of the
 * polynomials given, by Krawczyk's operator for all t at once [Moore et al. 2009]: with Y(s) near J⁻¹,
 *
 *   |Y r| + (|I − Y J| + |Y| D) ε < ε         r = F(p(s)), J along p, D: how far J is from it within p ± ε
 *
 * r, Y r and Y J are Taylor models, so that what cancels over time does. D: with σ = Σ |vₖ| of the joints that turn,
 * columns of places change by at most Σ |vₖ| (length from the later of both joints to the frame) + Σ of what slides,
 * axes by σ; and the derivative of ½ vee(E − Eᵀ) is (I + M) ω with |M| ≤ θ for a turn E by θ ≤ 1, θ ≤ θ(p) + σ.
 */
import type { Quat, Vec3 } from '../../math/pose.ts';
import { fromMatrix, writeMatrix } from '../../math/quat.ts';
import { add, addModel, addProduct, beginSum, constant, endSum, largest, modelSize } from '../../math/taylor.ts';
import { length } from '../../math/vec3.ts';
import { composeModels, taylorPoseSize } from '../../motion/taylor-pose.ts';
import { ChainBounds } from '../chain-bounds.ts';
import { Arm, chainOf, reachOf } from '../inverse/arm.ts';
import { Variables } from '../inverse/variables.ts';
import { slidePer } from '../joint.ts';
import { JOINT_REACH, JOINT_STRIDE } from '../joint-motion.ts';
import { jointTemplate } from '../joint-template.ts';
import type { RobotModel } from '../robot-model.ts';
import { bestRows, invert } from './small-matrix.ts';
import type { Way } from './way.ts';

/** Degrees of the residual and of the Jacobian; see docs/notes/tool-moves.md. */
export const RESIDUAL_DEGREE = 7;
const JACOBIAN_DEGREE = 3;
const SIZE = RESIDUAL_DEGREE + 2;
const CUBIC = JACOBIAN_DEGREE + 2;
/** Where the inverse of J is taken, of which Y is the quadratic. */
const OUTER = 0.8;
/** Entries of a frame's matrix, and unit axes, err by less. */
const FRAME_ERROR: number = 2 ** -50;
/** More than all roundings of a sum of positive numbers. */
const ROUND_UP = 1 + 2 ** -40;
/** What a way's time and place are off by where a piece is cut out of it, relative to them. */
const CUT_ERROR: number = 2 ** -48;
const NEWTON_STEPS = 12;

/** A joint between the base and the frame that has a value, or follows one. */
interface Mover {
  readonly link: number;
  readonly slot: number;
  /** Which unknown moves it; −1: it is given. */
  readonly unknown: number;
  /** By how much one unit of the value turns and slides it. */
  readonly turns: number;
  readonly slides: number;
  readonly axis: Float64Array;
}

export class Closure {
  /** How many values are unknown, and their slots in a configuration. */
  readonly count: number;
  readonly slots: Int32Array;
  /** Rows of six that are solved: place x y z, turn x y z. */
  rows: readonly number[] = [];
  /** What `prove` found, by slot: how far the solution is from the polynomial at most. */
  readonly errors: Float64Array;
  /** By slot: 1 of an angle; of a length, the arm's, so that nothing depends on the unit of length. */
  readonly units: Float64Array;
  /** Slots of the quaternions of joints that float. */
  readonly orientations: readonly number[];
  /** A multiple of the errors, within which there is no other solution. */
  alone = 1;
  /** How far rows that are not solved are from 0 at most: places, turns. */
  readonly left: Float64Array = new Float64Array(2);
  private readonly robot: RobotModel;
  private readonly link: number;
  /** The arm's length. */
  private readonly unit: number;
  private readonly movers: readonly Mover[];
  private readonly ofVariable: Int32Array;
  private readonly arm: Arm;
  private readonly joints: Float64Array;
  private readonly fine: ChainBounds;
  private readonly coarse: ChainBounds;
  private readonly toolLength: number;
  private readonly fineTool: Float64Array;
  private readonly coarseTool: Float64Array;
  // scratch
  private readonly target: Float64Array = new Float64Array(12);
  private readonly residual: Float64Array = new Float64Array(6);
  private readonly jacobian: Float64Array;
  private readonly square: Float64Array;
  private readonly inverses: Float64Array;
  private readonly work: Float64Array;
  private readonly tip: Float64Array = new Float64Array(taylorPoseSize(RESIDUAL_DEGREE));
  private readonly coarseTip: Float64Array = new Float64Array(taylorPoseSize(JACOBIAN_DEGREE));
  private readonly less: Float64Array = new Float64Array(taylorPoseSize(RESIDUAL_DEGREE));
  private readonly models: Float64Array = new Float64Array(6 * SIZE);
  private readonly columns: Float64Array;
  private readonly factors: Float64Array;
  private readonly one: Float64Array = new Float64Array(12 * CUBIC);
  private readonly product: Float64Array = new Float64Array(SIZE);
  private readonly misses: Float64Array;
  private readonly contraction: Float64Array;
  private readonly largestY: Float64Array;
  private readonly changes: Float64Array;
  private readonly lengths: Float64Array;

  /** The frame `at` of a link; unknown: slots of turning, sliding and screw joints; floating ones stay as in `rest`. */
  constructor(
    robot: RobotModel,
    link: number,
    at: { readonly position: Vec3; readonly quaternion: Quat },
    unknown: readonly number[],
    rest: Float64Array,
  ) {
    this.robot = robot;
    this.link = link;
    this.count = unknown.length;
    this.slots = Int32Array.from(unknown);
    this.orientations = robot.joints.flatMap(({ kind, slot }) =>
      kind.orientation < 0 ? [] : [0, 1, 2, 3].map((k) => slot + kind.orientation + k),
    );
    this.unit = reachOf(robot, link, at).length || 1;
    this.units = new Float64Array(robot.size).fill(1);
    const n = this.count;
    const template = jointTemplate(robot);
    const movers: Mover[] = [];
    const names = new Set<string>();
    for (const i of chainOf(robot, link)) {
      const { joint, slot, multiplier } = template.sources[i];
      if (slot < 0) continue;
      const { kind, axis } = joint;
      if (kind.orientation < 0) names.add(robot.source(joint).joint.name);
      const turns = kind.angle >= 0 ? multiplier : 0;
      const slides = multiplier * slidePer(joint, 0);
      if (turns === 0) this.units[slot] = this.unit;
      movers.push({ link: i, slot, unknown: unknown.indexOf(slot), turns, slides, axis: Float64Array.from(axis) });
    }
    this.movers = movers;
    const variables = new Variables(robot, names, 1);
    this.arm = new Arm(robot, link, at, variables, rest);
    this.ofVariable = Int32Array.from(unknown, (slot) => variables.ofSlot[slot]);
    this.joints = template.joints.slice();
    const motions = { joints: this.joints, parents: template.parents };
    const { base } = robot;
    this.fine = new ChainBounds(motions, { kind: 'taylor', degree: RESIDUAL_DEGREE, cells: 1, base });
    this.coarse = new ChainBounds(motions, { kind: 'taylor', degree: JACOBIAN_DEGREE, cells: 1, base });
    this.toolLength = length(at.position) * ROUND_UP;
    this.fineTool = frameModels(at, RESIDUAL_DEGREE);
    this.coarseTool = frameModels(at, JACOBIAN_DEGREE);
    this.errors = new Float64Array(robot.size);
    this.jacobian = new Float64Array(6 * variables.count);
    this.square = new Float64Array(n * n);
    this.inverses = new Float64Array(3 * n * n);
    this.work = new Float64Array(n * n);
    this.columns = new Float64Array(6 * n * CUBIC);
    this.factors = new Float64Array(n * n * SIZE);
    this.misses = new Float64Array(n);
    this.contraction = new Float64Array(n * n);
    this.largestY = new Float64Array(n * n);
    this.changes = new Float64Array(2 * n);
    this.lengths = new Float64Array(movers.length);
  }

  /** Joints that float stay: the second coefficient of an orientation is where it ends, not how far it goes. */
  keepOrientations(coefficients: Float64Array): void {
    for (const s of this.orientations) coefficients[6 * s + 1] = coefficients[6 * s];
  }

  /** Where the frame is at a configuration. */
  frameAt(values: Float64Array): { readonly position: Vec3; readonly quaternion: Quat } {
    this.arm.place(values);
    const { tip } = this.arm;
    return { position: [tip[9], tip[10], tip[11]], quaternion: fromMatrix(tip, 0) };
  }

  /** Which rows to solve, by what the joints can do at a configuration; false: fewer than there are unknowns. */
  chooseRows(values: Float64Array): boolean {
    const n = this.count;
    this.arm.place(values);
    this.writeJacobian();
    const all = new Float64Array(6 * n);
    for (let row = 0; row < 6; row++)
      for (let j = 0; j < n; j++) all[row * n + j] = (this.derivative(row, j) * this.units[this.slots[j]]) / this.rowUnit(row);
    this.rows = bestRows(all, 6, n);
    return this.rows.length === n;
  }

  /** Newton's steps from the values given, in place; false: they lead nowhere. */
  solve(values: Float64Array, way: Way, t: number): boolean {
    const { target, residual, rows, slots, square, work, inverses, count: n } = this;
    way.at(t, target);
    let last = Number.POSITIVE_INFINITY;
    for (let step = 0; step < NEWTON_STEPS; step++) {
      this.writeResidual(values);
      let size = 0;
      for (const row of rows) size = Math.max(size, Math.abs(residual[row]) / this.rowUnit(row));
      if (!(size < 1e12)) return false;
      if (size === 0 || (size < 1e-11 && size > 0.25 * last)) return true;
      last = size;
      this.writeSquare();
      if (!invert(square, n, inverses, work)) return false;
      for (let i = 0; i < n; i++) {
        let x = 0;
        for (let k = 0; k < n; k++) x += inverses[i * n + k] * residual[rows[k]];
        values[slots[i]] -= x;
      }
    }
    return last < 1e-10;
  }

  /** Coefficients of all values, six each, over a piece of a way; true: proven, errors and `alone` are those of it. */
  prove(coefficients: Float64Array, way: Way, from: number, to: number): boolean {
    const { count: n, joints, fine, coarse, link, tip, coarseTip, errors } = this;
    const template = jointTemplate(this.robot);
    template.values.set(coefficients);
    template.load(5, joints);
    fine.forget();
    coarse.forget();
    way.bounds.over(from, to);
    if (!this.writeY(coefficients)) return false;
    composeModels(fine.models, fine.model(link), this.fineTool, 0, 0, RESIDUAL_DEGREE, tip, 0);
    composeModels(coarse.models, coarse.model(link), this.coarseTool, 0, 0, JACOBIAN_DEGREE, coarseTip, 0);
    let reach = this.toolLength;
    for (let at = link, m = this.movers.length - 1; at >= 0; at = this.robot.links[at].parent) {
      if (m >= 0 && this.movers[m].link === at) this.lengths[m--] = reach;
      reach += joints[JOINT_STRIDE * at + JOINT_REACH];
    }
    this.writeModels(way, reach);
    let square = 0;
    for (let row = 3; row < 6; row++) {
      const most = largest(this.models, row * SIZE, RESIDUAL_DEGREE);
      square += most * most;
    }
    const turn = Math.sqrt(square) * ROUND_UP;
    // sin θ ≤ turn; at no instant is it half a turn more, because it is not in the middle
    if (!(turn < 0.3 && this.isUpright(way))) return false;
    const theta = turn * 1.05;
    this.writeMisses();
    this.writeColumns();
    this.writeContraction();
    errors.fill(0);
    let [done, rounds] = [false, 0];
    const { misses, slots } = this;
    for (let i = 0; i < n; i++) errors[slots[i]] = 1.05 * misses[i] + 1e-300;
    const next = new Float64Array(n);
    for (; rounds < 4 && !done; rounds++) {
      this.writeRight(1, theta, next);
      done = true;
      for (let i = 0; i < n; i++) {
        if (next[i] < errors[slots[i]]) continue;
        done = false;
        errors[slots[i]] = 1.05 * next[i];
      }
      if (!done && !next.every((x, i) => x < 0.1 * this.units[slots[i]])) return false;
    }
    if (!done) return false;
    this.alone = 1;
    for (let scale = 2; scale <= 2 ** 40; scale *= 2) {
      this.writeRight(scale, theta, next);
      if (!next.every((x, i) => x < scale * errors[slots[i]])) break;
      this.alone = scale;
    }
    return this.writeLeft(theta);
  }

  /** How far the frame and what moves with it can be moved by the errors: Σ of turns times lengths, and slides. */
  effect(): number {
    let sum = 0;
    this.movers.forEach(({ slot, turns, slides }, m) => {
      sum += this.errors[slot] * (Math.abs(turns) * this.lengths[m] + Math.abs(slides));
    });
    return sum;
  }

  /** How well the unknowns move the frame in every direction, near 0 where they are singular: an estimate. */
  conditionAt(values: Float64Array): number {
    const { square, inverses, work, count: n } = this;
    this.arm.place(values);
    this.writeJacobian();
    this.fillSquare();
    if (!invert(square, n, inverses, work)) return 0;
    let most = 0;
    for (let i = 0; i < n; i++)
      for (let k = 0; k < n; k++)
        most = Math.max(most, (Math.abs(inverses[i * n + k]) * this.rowUnit(this.rows[k])) / this.units[this.slots[i]]);
    return 1 / most;
  }

  private rowUnit(row: number): number {
    return row < 3 ? this.unit : 1;
  }

  private writeResidual(values: Float64Array): void {
    const { arm, target: X, residual } = this;
    arm.place(values);
    const T = arm.tip;
    for (let e = 0; e < 3; e++) residual[e] = T[9 + e] - X[9 + e];
    for (let e = 0; e < 3; e++) {
      const [i, j] = [3 * ((e + 1) % 3), 3 * ((e + 2) % 3)];
      let x = 0;
      for (let k = 0; k < 3; k++) x += T[j + k] * X[i + k] - T[i + k] * X[j + k];
      residual[3 + e] = x / 2;
    }
  }

  private writeSquare(): void {
    this.writeJacobian();
    this.fillSquare();
  }

  private fillSquare(): void {
    const { square, rows, count: n } = this;
    for (let k = 0; k < n; k++) for (let j = 0; j < n; j++) square[k * n + j] = this.derivative(rows[k], j);
  }

  private writeJacobian(): void {
    const { jacobian, arm } = this;
    const width = jacobian.length / 6;
    jacobian.fill(0);
    for (let row = 0; row < 6; row++) {
      const e = row % 3;
      arm.addRow(e === 0 ? 1 : 0, e === 1 ? 1 : 0, e === 2 ? 1 : 0, row >= 3, 1, jacobian, row * width);
    }
  }

  private derivative(row: number, unknown: number): number {
    return this.jacobian[(row * this.jacobian.length) / 6 + this.ofVariable[unknown]];
  }

  /** Y as polynomials in s, from the inverses at three instants. */
  private writeY(coefficients: Float64Array): boolean {
    const { count: n, inverses, square, work, factors, largestY } = this;
    const values = new Float64Array(this.robot.size);
    const at = new Float64Array(n * n);
    for (let k = 0; k < 3; k++) {
      const t = 0.5 + 0.5 * OUTER * (k - 1);
      for (let s = 0; s < values.length; s++) {
        let x = coefficients[6 * s + 5];
        for (let m = 4; m >= 0; m--) x = x * t + coefficients[6 * s + m];
        values[s] = x;
      }
      this.arm.place(values);
      this.writeSquare();
      if (!invert(square, n, at, work)) return false;
      inverses.set(at, k * n * n);
    }
    factors.fill(0);
    for (let e = 0; e < n * n; e++) {
      const [a, b, c] = [inverses[e], inverses[n * n + e], inverses[2 * n * n + e]];
      const o = e * SIZE;
      factors[o] = b;
      factors[o + 1] = (c - a) / (2 * OUTER);
      factors[o + 2] = (a + c - 2 * b) / (2 * OUTER * OUTER);
      largestY[e] = (Math.abs(factors[o]) + Math.abs(factors[o + 1]) + Math.abs(factors[o + 2])) * ROUND_UP;
    }
    return true;
  }

  /** The six residuals. */
  private writeModels(way: Way, reach: number): void {
    const { tip, less, models } = this;
    const n = RESIDUAL_DEGREE;
    const { bounds } = way;
    const X = bounds.model(way.last);
    for (let k = 0; k < less.length; k++) less[k] = (k % SIZE === n + 1 ? 1 : -1) * bounds.models[X + k];
    // given values are off by little where a piece begins within a move
    let [given, turned] = [way.speed, way.rate];
    this.movers.forEach(({ unknown, slides, turns }, m) => {
      if (unknown >= 0) return;
      given += Math.abs(slides) * reach + Math.abs(turns) * this.lengths[m];
      turned += Math.abs(turns);
    });
    for (let e = 0; e < 3; e++) {
      beginSum();
      addModel(tip, (9 + e) * SIZE, n);
      addModel(less, (9 + e) * SIZE, n);
      endSum(n, n, models, e * SIZE);
      models[e * SIZE + n + 1] += CUT_ERROR * given + way.slack[0];
      const [i, j] = [3 * ((e + 1) % 3), 3 * ((e + 2) % 3)];
      beginSum();
      for (let k = 0; k < 3; k++) {
        addProduct(tip, (j + k) * SIZE, bounds.models, X + (i + k) * SIZE, n, 0.5);
        addProduct(tip, (i + k) * SIZE, less, (j + k) * SIZE, n, 0.5);
      }
      endSum(n, 2 * n, models, (3 + e) * SIZE);
      models[(3 + e) * SIZE + n + 1] += CUT_ERROR * (1 + turned) + way.slack[1];
    }
  }

  /** Whether the frame is turned against the way by less than a quarter in the middle of the piece. */
  private isUpright(way: Way): boolean {
    const { bounds, last } = way;
    const X = bounds.model(last);
    let trace = 0;
    for (let e = 0; e < 9; e++) trace += this.tip[e * SIZE] * bounds.models[X + e * SIZE];
    return trace > 1.1;
  }

  /** |Y r|, one for each unknown. */
  private writeMisses(): void {
    const { count: n, rows, factors, models, product, misses } = this;
    for (let i = 0; i < n; i++) {
      beginSum();
      for (let k = 0; k < n; k++) addProduct(factors, (i * n + k) * SIZE, models, rows[k] * SIZE, RESIDUAL_DEGREE, 1);
      endSum(RESIDUAL_DEGREE, 2 * RESIDUAL_DEGREE, product, 0);
      misses[i] = largest(product, 0, RESIDUAL_DEGREE);
    }
  }

  /** The Jacobian along the polynomials: six rows for each unknown. */
  private writeColumns(): void {
    const { columns, movers, coarse, coarseTip, one } = this;
    const d = JACOBIAN_DEGREE;
    const n = this.count;
    columns.fill(0);
    const [axis, arm, crossed, scale] = [0, 3 * CUBIC, 6 * CUBIC, 9 * CUBIC];
    const number = new Float64Array(1);
    for (const { link, unknown, turns, slides, axis: local } of movers) {
      if (unknown < 0) continue;
      const at = coarse.model(link);
      for (let e = 0; e < 3; e++) {
        beginSum();
        for (let k = 0; k < 3; k++) {
          constant(local, k, FRAME_ERROR, d, one, scale);
          addProduct(coarse.models, at + (3 * e + k) * CUBIC, one, scale, d, 1);
        }
        endSum(d, 2 * d, one, axis + e * CUBIC);
      }
      const put = (row: number, model: number, factor: number): void => {
        number[0] = factor;
        constant(number, 0, FRAME_ERROR * Math.abs(factor), d, one, scale);
        beginSum();
        addProduct(one, model, one, scale, d, 1);
        endSum(d, 2 * d, one, scale + CUBIC);
        const o = (row * n + unknown) * CUBIC;
        add(columns, o, one, scale + CUBIC, d, columns, o);
      };
      if (slides !== 0) for (let e = 0; e < 3; e++) put(e, axis + e * CUBIC, slides);
      if (turns === 0) continue;
      for (let e = 0; e < 3; e++) put(3 + e, axis + e * CUBIC, turns);
      for (let e = 0; e < 3; e++) {
        // from the joint to the frame
        for (let k = 0; k <= d; k++) one[arm + e * CUBIC + k] = -coarse.models[at + (9 + e) * CUBIC + k];
        one[arm + e * CUBIC + d + 1] = coarse.models[at + (9 + e) * CUBIC + d + 1];
        add(coarseTip, (9 + e) * CUBIC, one, arm + e * CUBIC, d, one, arm + e * CUBIC);
      }
      for (let e = 0; e < 3; e++) {
        const [i, j] = [(e + 1) % 3, (e + 2) % 3];
        // a × r: the second term with the sign of r turned
        for (let k = 0; k <= d; k++) one[crossed + k] = -one[arm + i * CUBIC + k];
        one[crossed + d + 1] = one[arm + i * CUBIC + d + 1];
        beginSum();
        addProduct(one, axis + i * CUBIC, one, arm + j * CUBIC, d, 1);
        addProduct(one, axis + j * CUBIC, one, crossed, d, 1);
        endSum(d, 2 * d, one, crossed + CUBIC);
        put(e, crossed + CUBIC, turns);
      }
    }
  }

  /** |I − Y J| */
  private writeContraction(): void {
    const { count: n, rows, columns, contraction, product } = this;
    const d = JACOBIAN_DEGREE;
    const y = new Float64Array(CUBIC);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        beginSum();
        for (let k = 0; k < n; k++) {
          for (let m = 0; m < 3; m++) y[m] = this.factors[(i * n + k) * SIZE + m];
          addProduct(y, 0, columns, (rows[k] * n + j) * CUBIC, d, 1);
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
  private writeRight(scale: number, theta: number, out: Float64Array): void {
    const { count: n, rows, misses, contraction, largestY, errors, slots, changes } = this;
    this.writeChanges(scale, theta);
    for (let i = 0; i < n; i++) {
      let sum = misses[i];
      for (let j = 0; j < n; j++) {
        let factor = contraction[i * n + j];
        for (let k = 0; k < n; k++) factor += largestY[i * n + k] * changes[2 * j + (rows[k] < 3 ? 0 : 1)];
        sum += factor * scale * errors[slots[j]];
      }
      out[i] = sum * ROUND_UP;
    }
  }

  /** By how much entries of each column of J can change within so many times the errors: places, turns. */
  private writeChanges(scale: number, theta: number): void {
    const { movers, errors, changes, lengths } = this;
    let [turned, slid] = [0, 0];
    for (const { slot, turns, slides } of movers) {
      turned += Math.abs(turns) * scale * errors[slot];
      slid += Math.abs(slides) * scale * errors[slot];
    }
    changes.fill(0);
    movers.forEach(({ unknown, turns, slides }, j) => {
      if (unknown < 0) return;
      let swung = slid;
      movers.forEach((other, k) => {
        swung += Math.abs(other.turns) * scale * errors[other.slot] * (lengths[Math.max(j, k)] + slid);
      });
      changes[2 * unknown] += Math.abs(turns) * swung + Math.abs(slides) * turned;
      changes[2 * unknown + 1] += Math.abs(turns) * (theta + 2 * turned);
    });
  }

  /** Bounds rows that are not solved; false: not finite. */
  private writeLeft(theta: number): boolean {
    const { left, rows, models, columns, changes, count: n, errors, slots } = this;
    this.writeChanges(1, theta);
    left.fill(0);
    for (let row = 0; row < 6; row++) {
      if (rows.includes(row)) continue;
      let sum = largest(models, row * SIZE, RESIDUAL_DEGREE);
      for (let j = 0; j < n; j++) {
        const change = changes[2 * j + (row < 3 ? 0 : 1)];
        sum += (largest(columns, (row * n + j) * CUBIC, JACOBIAN_DEGREE) + change) * errors[slots[j]];
      }
      const kind = row < 3 ? 0 : 1;
      left[kind] = Math.max(left[kind], sum * ROUND_UP);
    }
    return left[0] < Number.POSITIVE_INFINITY && left[1] < Number.POSITIVE_INFINITY;
  }
}

/** A frame that stands, as models of a degree. */
function frameModels({ position, quaternion }: { readonly position: Vec3; readonly quaternion: Quat }, degree: number): Float64Array {
  const values = new Float64Array(12);
  writeMatrix(quaternion, values, 0);
  values.set(position, 9);
  const out = new Float64Array(taylorPoseSize(degree));
  for (let e = 0; e < 12; e++) constant(values, e, e < 9 ? FRAME_ERROR : 0, degree, out, e * modelSize(degree));
  return out;
}
