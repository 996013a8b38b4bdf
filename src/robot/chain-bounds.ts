/**
 * Where every link of a tree of joints is over an interval of time: enclosures of M(t) = M₁(t) M₂(t) …
 * [Redon et al. 2004, eq. 6] and of its first and second derivatives by the product rule, in the world less a reference
 * point or in the frame of an ancestor.
 * Guarantee: they hold the exact motion for every t of the interval, if the joint motions err as joint-bounds.ts
 * assumes.
 *   'interval'  interval matrices, concatenated [Redon et al. 2004, §4.1]: cheap, twice the interval is twice the
 *   excess 'taylor'    Taylor models, concatenated, then their ranges [Zhang et al. 2007]: the excess falls with a
 *   higher power 'both'      what both hold, entry by entry, also of the parents: never wider than either
 * An interval of time is computed once, link by link as asked for, and shared by all frames made with `relativeTo`.
 */
import { doubled } from '../math/enlarged.ts';
import { InputError } from '../math/input-error.ts';
import { sub } from '../math/interval.ts';
import { checkedPose, checkNumbers, type Pose, type Vec3 } from '../math/pose.ts';
import { writeMatrix } from '../math/quat.ts';
import { addProduct, beginSum, constant, endSum, modelSize, range } from '../math/taylor.ts';
import { compose, composeBends, composeRates, intersectPoses, POSE_SIZE, POSE_T } from '../motion/interval-pose.ts';
import type { IntervalMotion } from '../motion/motion.ts';
import { composeModels, taylorPoseSize, writeRanges } from '../motion/taylor-pose.ts';
import { JointBounds, ORDERS } from './joint-bounds.ts';
import type { JointMotions } from './joint-motion.ts';
import { MANY_LINKS } from './robot-model.ts';

export type BoundsKind = 'interval' | 'taylor' | 'both';

export interface ChainBoundsOptions {
  /** Where the base stands in the world; default: the world's origin. */
  readonly base?: Pose;
  /** Taken from every position in the world; default: the world's origin. */
  readonly reference?: Vec3;
  /** Default: 'both'. */
  readonly kind?: BoundsKind;
  /** Degree of the Taylor models, 1 to 5; default 3. */
  readonly degree?: number;
  /** How many intervals of time are kept; default 8. */
  readonly cells?: number;
}

/** An entry of the base's matrix is off by at most 8 u. */
const MATRIX_ERROR: number = 2 ** -50;
/** Most that a weight may be off by, relative to it. */
const WEIGHT_ERROR: number = 2 ** -50;

export class ChainBounds {
  /** Interval poses, rates and bends; `pose`, `rate` and `bend` say where. Exchanged as it grows. */
  poses: Float64Array;
  /** The link whose frame this is, or −1. */
  readonly ancestor: number;
  readonly kind: BoundsKind;
  private readonly joints: JointBounds;
  private models: Float64Array;
  private stamps: Float64Array;
  /** Number of a link's block, by cell and link, where links are many and only those asked for have one; else null. */
  private readonly places: Map<number, number> | null;
  /** Links on the way up that are still to be computed. */
  private pending: Int32Array = new Int32Array(16);
  /** The base's pose, and its rate and bend, which are 0. */
  private readonly base: Float64Array = new Float64Array(ORDERS * POSE_SIZE);
  private readonly baseModels: Float64Array;
  private readonly weight: Float64Array;
  private readonly sum: Float64Array;
  private readonly ranges: Float64Array = new Float64Array(POSE_SIZE);

  constructor(motions: JointMotions, options?: ChainBoundsOptions);
  /** For `relativeTo`. */
  constructor(motions: JointMotions, options: ChainBoundsOptions, ancestor: number, joints: JointBounds);
  constructor(motions: JointMotions, options: ChainBoundsOptions = {}, ancestor = -1, joints?: JointBounds) {
    const { kind = 'both', degree = 3, cells = 8 } = options;
    if (kind !== 'interval' && kind !== 'taylor' && kind !== 'both')
      throw new InputError(`bounds: kind must be interval, taylor or both, got ${kind}`);
    this.joints = joints ?? new JointBounds(motions, degree, cells);
    this.kind = kind;
    this.ancestor = ancestor;
    const { links } = this.joints;
    this.places = links > MANY_LINKS ? new Map() : null;
    const blocks = (this.places === null ? this.joints.cells * links : 2) * ORDERS;
    this.poses = new Float64Array(blocks * POSE_SIZE);
    this.models = new Float64Array(kind === 'interval' ? 0 : blocks * taylorPoseSize(this.joints.degree));
    this.stamps = new Float64Array(blocks);
    this.weight = new Float64Array(modelSize(this.joints.degree));
    this.sum = new Float64Array(modelSize(this.joints.degree));
    this.baseModels = new Float64Array(ORDERS * taylorPoseSize(this.joints.degree));
    this.setBase(options);
  }

  /** The same links as seen from one of them; shares joints and the current interval with this. */
  relativeTo(ancestor: number): ChainBounds {
    if (!(Number.isInteger(ancestor) && ancestor >= 0 && ancestor < this.joints.links))
      throw new InputError(`bounds: no link ${ancestor} to be relative to, there are ${this.joints.links}`);
    return new ChainBounds(this.joints, { kind: this.kind }, ancestor, this.joints);
  }

  /** Sets the interval of time, for all frames that share these joints. */
  over(from: number, to: number): void {
    this.joints.over(from, to);
  }

  /** To be called when the numbers of the joint motions were changed in place. */
  forget(): void {
    this.joints.forget();
  }

  /**
   * Offset into `poses` of the enclosure of the link's pose; valid until as many other intervals were set as are kept.
   */
  pose(link: number): number {
    return this.at(link, 0);
  }

  rate(link: number): number {
    return this.at(link, 1);
  }

  bend(link: number): number {
    return this.at(link, 2);
  }

  /**
   * Encloses Σ wₑ · (entry e of the link's pose, R row by row, then T) in [out[o], out[o + 1]], as one function of
   * time: what the entries have in common is not lost, as it is in a sum of their ranges. The weights may be off by
   * 2⁻⁵⁰ of themselves. With Taylor models only.
   */
  writeSum(link: number, weights: Float64Array, out: Float64Array, o: number): void {
    if (this.kind === 'interval') throw new InputError('bounds: sums of entries need Taylor models');
    this.at(link, 0);
    const { models, weight, sum } = this;
    const n = this.joints.degree;
    const from = this.block(link, 0) * taylorPoseSize(n);
    beginSum();
    for (let e = 0; e < 12; e++) {
      if (weights[e] === 0) continue;
      constant(weights, e, WEIGHT_ERROR * Math.abs(weights[e]), n, weight, 0);
      addProduct(models, from + e * modelSize(n), weight, 0, n, 1);
    }
    endSum(n, n, sum, 0);
    range(sum, 0, n, out, o);
  }

  /** One link as a motion of its own. */
  motion(link: number): IntervalMotion {
    this.check(link);
    return new LinkMotion(this, link);
  }

  private at(link: number, order: number): number {
    const block = this.block(link, order);
    if (this.stamps[block] !== this.joints.serial) {
      this.check(link);
      this.compute(link, order);
    }
    return block * POSE_SIZE;
  }

  /** Number of the block of a link and order in the current interval. */
  private block(link: number, order: number): number {
    const { joints, places } = this;
    if (places === null) return joints.block(link, order);
    const key = joints.cell * joints.links + link;
    let place = places.get(key);
    if (place === undefined) {
      place = places.size;
      places.set(key, place);
      if (ORDERS * place === this.stamps.length) {
        this.stamps = doubled(this.stamps);
        this.poses = doubled(this.poses);
        if (this.kind !== 'interval') this.models = doubled(this.models);
      }
    }
    return ORDERS * place + order;
  }

  private check(link: number): void {
    const { parents, links } = this.joints;
    let up = link >= 0 && link < links ? parents[link] : -2;
    while (up > this.ancestor) up = parents[up];
    if (up !== this.ancestor) {
      const where = this.ancestor < 0 ? `there are ${links} links` : `it does not hang on link ${this.ancestor}`;
      throw new InputError(`bounds: no link ${link} here, ${where}`);
    }
  }

  /** Lower orders first, parents first. */
  private compute(link: number, order: number): void {
    const { joints, ancestor } = this;
    for (let m = 0; m <= order; m++) {
      let count = 0;
      for (let j = link; j !== ancestor && this.stamps[this.block(j, m)] !== joints.serial; j = joints.parents[j]) {
        if (count === this.pending.length) this.pending = doubled(this.pending);
        this.pending[count++] = j;
      }
      while (count > 0) {
        const j = this.pending[--count];
        this.stamps[this.block(j, m)] = joints.serial;
        if (this.kind !== 'taylor') this.computeIntervals(j, m);
        if (this.kind !== 'interval') this.computeModels(j, m);
      }
    }
  }

  private computeIntervals(link: number, order: number): void {
    const { joints, poses } = this;
    const out = this.block(link, order) * POSE_SIZE;
    for (let m = 0; m <= order; m++) joints.pose(link, m);
    const b = joints.poses;
    const j = joints.block(link, 0) * POSE_SIZE;
    const parent = joints.parents[link];
    if (parent === this.ancestor && parent >= 0) {
      for (let k = 0; k < POSE_SIZE; k++) poses[out + k] = b[j + order * POSE_SIZE + k];
      return;
    }
    const a = parent === this.ancestor ? this.base : poses;
    const i = parent === this.ancestor ? 0 : this.block(parent, 0) * POSE_SIZE;
    if (order === 0) compose(a, i, b, j, poses, out);
    else if (order === 1) composeRates(a, i, a, i + POSE_SIZE, b, j, b, j + POSE_SIZE, poses, out);
    else composeBends(a, i, b, j, poses, out);
  }

  private computeModels(link: number, order: number): void {
    const { joints, poses, models, ranges } = this;
    const n = joints.degree;
    const size = taylorPoseSize(n);
    const out = this.block(link, order) * size;
    for (let m = 0; m <= order; m++) joints.model(link, m);
    const j = joints.block(link, 0) * size;
    const parent = joints.parents[link];
    if (parent === this.ancestor && parent >= 0) {
      for (let k = 0; k < size; k++) models[out + k] = joints.models[j + order * size + k];
    } else {
      const a = parent === this.ancestor ? this.baseModels : models;
      const i = parent === this.ancestor ? 0 : this.block(parent, 0) * size;
      composeModels(a, i, joints.models, j, order, n, models, out);
    }
    const o = this.block(link, order) * POSE_SIZE;
    if (this.kind === 'taylor') {
      writeRanges(models, out, order, n, poses, o);
    } else {
      writeRanges(models, out, order, n, ranges, 0);
      intersectPoses(poses, o, ranges, 0, poses, o);
    }
  }

  private setBase(options: ChainBoundsOptions): void {
    const { base, baseModels } = this;
    const { position, quaternion } = checkedPose(options.base, 'bounds: base');
    const reference = options.reference ?? [0, 0, 0];
    checkNumbers(reference, 3, 'bounds: reference');
    const values = new Float64Array(12);
    const pair = new Float64Array(4);
    writeMatrix(quaternion, values, 0);
    for (let e = 0; e < 9; e++) {
      base[2 * e] = Math.max(-1, values[e] - MATRIX_ERROR);
      base[2 * e + 1] = Math.min(1, values[e] + MATRIX_ERROR);
    }
    for (let e = 0; e < 3; e++) {
      pair[0] = pair[1] = position[e];
      pair[2] = pair[3] = reference[e];
      sub(pair, 0, pair, 2, base, POSE_T + 2 * e);
      values[9 + e] = position[e] - reference[e];
    }
    const n = this.joints.degree;
    for (let e = 0; e < 12; e++) {
      const radius = e < 9 ? MATRIX_ERROR : 2 ** -52 * Math.abs(values[e]);
      constant(values, e, radius, n, baseModels, e * modelSize(n));
    }
  }
}

class LinkMotion implements IntervalMotion {
  private readonly bounds: ChainBounds;
  private readonly link: number;

  constructor(bounds: ChainBounds, link: number) {
    this.bounds = bounds;
    this.link = link;
  }

  writePose(times: Float64Array, out: Float64Array, o: number): void {
    this.bounds.over(times[0], times[1]);
    this.copy(this.bounds.pose(this.link), out, o);
  }

  writeRate(times: Float64Array, out: Float64Array, o: number): void {
    this.bounds.over(times[0], times[1]);
    this.copy(this.bounds.rate(this.link), out, o);
  }

  writeBend(times: Float64Array, out: Float64Array, o: number): void {
    this.bounds.over(times[0], times[1]);
    this.copy(this.bounds.bend(this.link), out, o);
  }

  private copy(from: number, out: Float64Array, o: number): void {
    const { poses } = this.bounds;
    for (let k = 0; k < POSE_SIZE; k++) out[o + k] = poses[from + k];
  }
}
