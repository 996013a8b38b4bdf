/**
 * What each joint does over an interval of time: enclosures of the link's pose in its parent's frame, of its rate and
 * of its bend, as intervals and as Taylor models, computed when first asked for and kept for the most recent intervals,
 * so that many equations share them [Redon et al. 2004, §5.2].
 * Guarantee: they hold the exact motion for every t, provided that the blocks of joint-motion.ts err as follows: φ is
 * exact as given, the entries of A, B, C by at most 2^-46 (64 u, twice over), each sₘ by at most 8 u |sₘ|. Where joints
 * are only near φ and T, poses hold what they may be; rates and bends are those of φ and T, by which poses change but
 * for that error. Times may be given in either order.
 */
import { InputError } from '../math/input-error.ts';
import { add, fromPolynomial, LARGEST_DEGREE, modelSize, multiply, range, sinCos, writeDomain } from '../math/taylor.ts';
import { POSE_SIZE, POSE_T } from '../motion/interval-pose.ts';
import { TURN_ANGLE, TURN_BEND, TURN_RATE, TURN_SIZE, TURN_SLACK, writeTurn } from '../motion/interval-turn.ts';
import { taylorPoseSize } from '../motion/taylor-pose.ts';
import {
  JOINT_A,
  JOINT_ANGLE,
  JOINT_ANGLE_ERROR,
  JOINT_DEGREE,
  JOINT_PLACE,
  JOINT_PLACE_ERROR,
  JOINT_STRIDE,
  type JointMotions,
} from './joint-motion.ts';

/** Pose, rate, bend. */
export const ORDERS = 3;
const U = 2 ** -53;
/** Most that an entry of A, B or C may be off by. */
const MATRIX_ERROR: number = 2 ** -46;

export class JointBounds {
  readonly joints: Float64Array;
  readonly parents: Int32Array;
  readonly links: number;
  /** Degree of the Taylor models. */
  readonly degree: number;
  /** How many intervals of time are kept. */
  readonly cells: number;
  /** Where the current interval is kept, and a number that tells it from what was kept there before. */
  cell = 0;
  serial = 0;
  /** For cell, link and order, in this order of significance. */
  readonly poses: Float64Array;
  readonly models: Float64Array;
  private readonly posesStamp: Float64Array;
  private readonly modelsStamp: Float64Array;
  private readonly serials: Float64Array;
  private readonly keys: Float64Array;
  private readonly times: Float64Array = new Float64Array(2);
  private readonly domain: Float64Array = new Float64Array(2);
  private readonly turn: Float64Array = new Float64Array(TURN_SIZE);
  private readonly scratch: Float64Array = new Float64Array(8 * (LARGEST_DEGREE + 2));
  private filled = 0;

  constructor(motions: JointMotions, degree: number, cells: number) {
    const { joints, parents } = motions;
    if (joints.length < parents.length * JOINT_STRIDE)
      throw new InputError(`joint motions: ${parents.length} links need ${parents.length * JOINT_STRIDE} numbers, got ${joints.length}`);
    for (let i = 0; i < parents.length; i++)
      if (!(parents[i] >= -1 && parents[i] < i))
        throw new InputError(`joint motions: the parent of link ${i} must come before it, got ${parents[i]}`);
    if (!(Number.isInteger(degree) && degree >= 1 && degree <= LARGEST_DEGREE))
      throw new InputError(`bounds: degree must be a whole number from 1 to ${LARGEST_DEGREE}, got ${degree}`);
    if (!(Number.isInteger(cells) && cells >= 1)) throw new InputError(`bounds: cells must be a whole number from 1 on, got ${cells}`);
    this.joints = joints;
    this.parents = parents;
    this.links = parents.length;
    this.degree = degree;
    this.cells = cells;
    const blocks = cells * this.links * ORDERS;
    this.poses = new Float64Array(blocks * POSE_SIZE);
    this.models = new Float64Array(blocks * taylorPoseSize(degree));
    this.posesStamp = new Float64Array(blocks);
    this.modelsStamp = new Float64Array(blocks);
    this.serials = new Float64Array(cells);
    this.keys = new Float64Array(2 * cells).fill(Number.NaN);
    this.over(0, 1);
  }

  /** Sets the current interval. The oldest one kept gives way when there is no room. */
  over(from: number, to: number): void {
    const { keys } = this;
    const lo = Math.min(from, to);
    const hi = Math.max(from, to);
    for (let cell = 0; cell < this.cells; cell++) {
      if (keys[2 * cell] === lo && keys[2 * cell + 1] === hi) {
        this.setCurrent(cell);
        return;
      }
    }
    const cell = this.filled % this.cells;
    this.filled++;
    keys[2 * cell] = lo;
    keys[2 * cell + 1] = hi;
    this.serials[cell] = this.filled;
    this.setCurrent(cell);
  }

  /** Forgets everything kept: to be called when the joint motions have changed in place. */
  forget(): void {
    const { times } = this;
    this.keys.fill(Number.NaN);
    this.over(times[0], times[1]);
  }

  /** Number of the block of a link and order in the current interval. */
  block(link: number, order: number): number {
    return (this.cell * this.links + link) * ORDERS + order;
  }

  /** Offset into `poses` of the joint's interval pose, rate or bend. */
  pose(link: number, order: number): number {
    const block = this.block(link, order);
    if (this.posesStamp[block] !== this.serial) {
      this.posesStamp[block] = this.serial;
      this.writePose(link, order, block * POSE_SIZE);
    }
    return block * POSE_SIZE;
  }

  /** Offset into `models` of the joint's Taylor models. */
  model(link: number, order: number): number {
    const block = this.block(link, order);
    const at = block * taylorPoseSize(this.degree);
    if (this.modelsStamp[block] !== this.serial) {
      this.modelsStamp[block] = this.serial;
      this.writeModels(link, order, at);
    }
    return at;
  }

  private setCurrent(cell: number): void {
    const { keys, times } = this;
    this.cell = cell;
    this.serial = this.serials[cell];
    times[0] = keys[2 * cell];
    times[1] = keys[2 * cell + 1];
    writeDomain(times, this.domain);
  }

  private writePose(link: number, order: number, o: number): void {
    const { joints, poses, turn, scratch, domain } = this;
    const block = link * JOINT_STRIDE;
    const degree = joints[block + JOINT_DEGREE];
    // φ and T without loss
    const n = 5;
    for (let m = 0; m <= order; m++) {
      fromPolynomial(joints, block + JOINT_ANGLE, 1, degree, m, domain, n, scratch, 0);
      if (m === 0) scratch[n + 1] += joints[block + JOINT_ANGLE_ERROR];
      range(scratch, 0, n, turn, m === 0 ? TURN_ANGLE : m === 1 ? TURN_RATE : TURN_BEND);
    }
    // |1| + |cos φ| + |sin φ| ≤ 1 + √2
    turn[TURN_SLACK] = 3 * MATRIX_ERROR;
    writeTurn(joints, block + JOINT_A, turn, order, poses, o);
    const slack = this.placeError(link, order);
    for (let e = 0; e < 3; e++) {
      fromPolynomial(joints, block + JOINT_PLACE + e, 3, degree, order, domain, n, scratch, 0);
      scratch[n + 1] += slack;
      range(scratch, 0, n, poses, o + POSE_T + 2 * e);
    }
  }

  private writeModels(link: number, order: number, o: number): void {
    const { joints, models, scratch, domain, degree: n } = this;
    const block = link * JOINT_STRIDE;
    const degree = joints[block + JOINT_DEGREE];
    const size = modelSize(n);
    this.setWaves(block, degree, order);
    let cosNorm = scratch[size + n + 1];
    let sinNorm = scratch[n + 1];
    for (let k = 0; k <= n; k++) {
      sinNorm += Math.abs(scratch[k]);
      cosNorm += Math.abs(scratch[size + k]);
    }
    // of the constants, for exact factors in the models, then of two products and two sums an entry
    const error = MATRIX_ERROR * (1 + cosNorm + sinNorm) * (1 + 2 ** -40);
    const rounding = 4 * U * (1 + 2 ** -40);
    for (let e = 0; e < 9; e++) {
      const a = joints[block + JOINT_A + e];
      const b = joints[block + JOINT_A + 9 + e];
      const c = order === 0 ? joints[block + JOINT_A + 18 + e] : 0;
      const at = o + e * size;
      for (let k = 0; k <= n; k++) models[at + k] = a * scratch[size + k] + b * scratch[k];
      models[at] += c;
      const spread = Math.abs(a) * scratch[size + n + 1] + Math.abs(b) * scratch[n + 1];
      const sizes = Math.abs(c) + Math.abs(a) * cosNorm + Math.abs(b) * sinNorm;
      models[at + n + 1] = spread * (1 + 2 ** -50) + (error + rounding * sizes);
    }
    const slack = this.placeError(link, order);
    for (let e = 0; e < 3; e++) {
      const at = o + (9 + e) * size;
      fromPolynomial(joints, block + JOINT_PLACE + e, 3, degree, order, domain, n, models, at);
      models[at + n + 1] += slack * (1 + 2 ** -50);
    }
  }

  /** Models of what B and A are multiplied with: sin φ, cos φ and their derivatives by t, into the scratch. */
  private setWaves(block: number, degree: number, order: number): void {
    const { joints, scratch, domain, degree: n } = this;
    const size = modelSize(n);
    const sin = 2 * size;
    const cos = 3 * size;
    const angle = 4 * size;
    const rate = 5 * size;
    fromPolynomial(joints, block + JOINT_ANGLE, 1, degree, 0, domain, n, scratch, angle);
    scratch[angle + n + 1] += joints[block + JOINT_ANGLE_ERROR];
    sinCos(scratch, angle, n, scratch, order === 0 ? 0 : sin);
    if (order === 0) return;
    fromPolynomial(joints, block + JOINT_ANGLE, 1, degree, 1, domain, n, scratch, rate);
    // φ̇ cos φ for B, −φ̇ sin φ for A
    multiply(scratch, rate, scratch, cos, n, scratch, 0);
    multiply(scratch, rate, scratch, sin, n, scratch, size);
    negate(scratch, size, n);
    if (order === 1) return;
    // φ̈ cos φ − φ̇² sin φ for B, −φ̈ sin φ − φ̇² cos φ for A
    fromPolynomial(joints, block + JOINT_ANGLE, 1, degree, 2, domain, n, scratch, angle);
    multiply(scratch, rate, scratch, 0, n, scratch, 6 * size);
    multiply(scratch, rate, scratch, size, n, scratch, 0);
    multiply(scratch, angle, scratch, cos, n, scratch, 7 * size);
    add(scratch, 0, scratch, 7 * size, n, scratch, 0);
    multiply(scratch, angle, scratch, sin, n, scratch, size);
    add(scratch, size, scratch, 6 * size, n, scratch, size);
    negate(scratch, size, n);
  }

  /** 8 u Σ |sₘ| |t|ᵐ and its derivatives, with the sum of the coordinates for |sₘ|. */
  private placeError(link: number, order: number): number {
    const { joints, domain } = this;
    const place = link * JOINT_STRIDE + JOINT_PLACE;
    const largest = Math.abs(domain[0]) + domain[1];
    let bound = 0;
    for (let m = joints[link * JOINT_STRIDE + JOINT_DEGREE]; m >= order; m--) {
      const at = place + 3 * m;
      const factor = order === 0 ? 1 : order === 1 ? m : m * (m - 1);
      bound = bound * largest + factor * (Math.abs(joints[at]) + Math.abs(joints[at + 1]) + Math.abs(joints[at + 2]));
    }
    return (8 * U * bound + (order === 0 ? joints[link * JOINT_STRIDE + JOINT_PLACE_ERROR] : 0)) * (1 + 2 ** -40);
  }
}

function negate(a: Float64Array, i: number, n: number): void {
  for (let k = 0; k <= n; k++) a[i + k] = -a[i + k];
}
