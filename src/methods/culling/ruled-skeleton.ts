/*
 * The surface that the axis of a link's capsule sweeps, x(t, s) = P(t) + s (Q(t) − P(t)) [Redon et al. 2004, eq. 8], as
 * triangles and as a binary tree of rectangle swept spheres over time.
 * Guarantee, for motions with continuous second derivatives: every point of the capsule at every time of the interval
 * is within radius + `error` of the triangles and inside the volumes of all nodes that cover the time; rounding
 * included.
 * The bound is eq. 11 with m = 1 and M₃ = 0, its terms apart: h²/8 sup|x_tt| is how far an end strays from its chord,
 * and goes into the volumes; the twist h/4 sup|x_ts| is what two triangles lack of the patch ruled between the chords.
 * The latter is measured, |Δδ|/4; the volumes hold the four corners, hence their hull, hence the patch, and do not need
 * it.
 * Nothing asks for a normal or a tangent: resting, straight and axial motions and spheres (P = Q) are cases like any
 * other.
 */
import { finishNode, NODE_CHILD, NODE_R, NODE_RHO, NODE_STRIDE, SweptSphereFitter } from '../../hierarchy/fit-swept-sphere.ts';
import { principalAxes } from '../../hierarchy/principal-axes.ts';
import { Projection } from '../../hierarchy/projection.ts';
import { LEAF_STRIDE } from '../../hierarchy/triangle-tree.ts';
import { applyToDirection, applyToPoint, POSE_SIZE } from '../../motion/interval-pose.ts';
import type { IntervalMotion } from '../../motion/motion.ts';
import { writeSlice } from './dynamic-bvh.ts';
import type { LineSweptSphere } from './line-swept-sphere.ts';

/** More than its own rounding on sums of a dozen positive terms. */
const UP: number = 1 + 2 ** -48;

export class RuledSkeleton {
  /** Most strips, a power of two. */
  readonly most: number;
  /** How many strips, a power of two, and nodes there are. */
  strips = 0;
  nodeCount = 0;
  /** Two triangles a strip, in the layout of leaves: P₀ P₁ Q₁ and P₀ Q₁ Q₀. */
  readonly leaves: Float64Array;
  /** Complete binary tree, level by level: children of i at 2i + 1, 2i + 2; the last level are the strips. */
  readonly nodes: Float64Array;
  /** ε: how far the axis is from the triangles at most. */
  error = 0;
  /** The part of ε that the volumes hold beside the radius: chords and rounding, largest of all strips. */
  bow = 0;
  /** No point of any volume is farther from the reference point. */
  reach = 0;
  /** False when a bound overflowed: then nothing is known. */
  bounded = false;

  /**
   * P and Q at the ends of the strips, six doubles each; the first and the last of a strip's times are those of
   * `writeSlice`.
   */
  readonly stations: Float64Array;
  private readonly thickness: Float64Array;
  /** sup|x_tt| per slice. */
  private bends: Float64Array = new Float64Array(16);
  private readonly projection: Projection;
  private readonly fitter: SweptSphereFitter = new SweptSphereFitter(0);
  private readonly pose: Float64Array = new Float64Array(POSE_SIZE);
  private readonly times: Float64Array = new Float64Array(2);
  /** p, q and q − p in the link's frame. */
  private readonly ends: Float64Array = new Float64Array(9);
  private readonly box: Float64Array = new Float64Array(12);
  private readonly moments: Float64Array = new Float64Array(10);
  private readonly interval: Float64Array = new Float64Array(2);
  private slices = 1;
  private radius = 0;
  /** M₁ and M₂ of eq. 11 per unit of time, and the largest error of a sampled end. */
  private bend = 0;
  private twist = 0;
  private sampling = 0;

  constructor(most: number) {
    this.most = most;
    this.leaves = new Float64Array(2 * LEAF_STRIDE * most);
    this.nodes = new Float64Array(NODE_STRIDE * (2 * most - 1));
    this.thickness = new Float64Array(most);
    this.stations = new Float64Array(6 * (most + 1));
    this.projection = new Projection(6 * most);
  }

  /**
   * Takes the motion over times[0] … times[1]. As many strips as eq. 11 asks for `tolerance`, at most `most`: then the
   * error is what it is. `slices`, a power of two: parts of the interval whose derivatives are bounded apart.
   */
  sweep(capsule: LineSweptSphere, motion: IntervalMotion, times: Float64Array, tolerance: number, slices: number): void {
    this.start(capsule, times, slices);
    for (let k = 0; k < slices; k++) this.boundSlice(motion, k);
    this.chooseStrips(tolerance);
    for (let i = 0; i <= this.strips; i++) this.sample(motion, i);
    this.finish();
  }

  /* The parts of `sweep`, for links that share what is computed for one interval or instant of time. */

  start(capsule: LineSweptSphere, times: Float64Array, slices: number): void {
    this.interval[0] = times[0];
    this.interval[1] = times[1];
    this.slices = slices;
    if (this.bends.length < slices) this.bends = new Float64Array(slices);
    for (let k = 0; k < 3; k++) {
      this.ends[k] = capsule.p[k];
      this.ends[3 + k] = capsule.q[k];
      this.ends[6 + k] = capsule.q[k] - capsule.p[k];
    }
    this.radius = capsule.radius;
    this.bend = this.twist = this.sampling = 0;
  }

  boundSlice(motion: IntervalMotion, k: number): void {
    const { pose, box, ends, bends } = this;
    writeSlice(this.interval, k, this.slices, this.times);
    motion.writeBend(this.times, pose, 0);
    applyToPoint(pose, 0, ends, 0, box, 0);
    applyToPoint(pose, 0, ends, 3, box, 6);
    // By convexity the axis bends no more than one of its ends.
    bends[k] = Math.max(boxNorm(box, 0), boxNorm(box, 6));
    this.bend = Math.max(this.bend, bends[k]);
    // Chooses a number only, so that the rounding of q − p does no harm.
    motion.writeRate(this.times, pose, 0);
    applyToDirection(pose, 0, ends, 6, box, 0);
    this.twist = Math.max(this.twist, boxNorm(box, 0));
  }

  /** ⅛ (M₁ h²/n² + 2 M₂ h/n) ≤ ε */
  chooseStrips(tolerance: number): void {
    const { bend, twist, most } = this;
    const h = this.interval[1] - this.interval[0];
    let n = 1;
    while (n < most && !(h * (bend * (h / n) + 2 * twist) <= 8 * tolerance * n)) n *= 2;
    this.strips = n;
    this.nodeCount = 2 * n - 1;
  }

  /** Both ends at the start of strip i, or at the end of all. */
  sample(motion: IntervalMotion, i: number): void {
    const { pose, box, ends, stations, strips, times } = this;
    const last = i === strips;
    writeSlice(this.interval, last ? i - 1 : i, strips, times);
    times[last ? 0 : 1] = times[last ? 1 : 0];
    motion.writePose(times, pose, 0);
    applyToPoint(pose, 0, ends, 0, box, 0);
    applyToPoint(pose, 0, ends, 3, box, 6);
    for (let end = 0; end < 2; end++) {
      let off = 0;
      for (let k = 0; k < 3; k++) {
        const low = box[6 * end + 2 * k];
        const high = box[6 * end + 2 * k + 1];
        const middle = low + 0.5 * (high - low);
        stations[6 * i + 3 * end + k] = middle;
        off += Math.max(high - middle, middle - low);
      }
      this.sampling = Math.max(this.sampling, off * UP + 2 ** -1070);
    }
  }

  finish(): void {
    this.fillStrips();
    this.fitVolumes();
    this.reach = (this.nodes[NODE_RHO] + this.nodes[NODE_R]) * UP;
    this.bounded = this.reach < Infinity && this.error < Infinity;
  }

  private fillStrips(): void {
    const { stations, leaves, strips, slices, thickness, bends, sampling } = this;
    this.error = 0;
    this.bow = 0;
    for (let i = 0; i < strips; i++) {
      const at = 6 * i;
      let square = 0;
      const o = 2 * LEAF_STRIDE * i;
      for (let k = 0; k < 3; k++) {
        const p0 = stations[at + k];
        const q0 = stations[at + 3 + k];
        const p1 = stations[at + 6 + k];
        const q1 = stations[at + 9 + k];
        leaves[o + k] = leaves[o + LEAF_STRIDE + k] = p0;
        leaves[o + 3 + k] = p1;
        leaves[o + 6 + k] = leaves[o + LEAF_STRIDE + 3 + k] = q1;
        leaves[o + LEAF_STRIDE + 6 + k] = q0;
        const spread = Math.abs(p0) + Math.abs(q0) + Math.abs(p1) + Math.abs(q1);
        const turn = Math.abs(q1 - p1 - (q0 - p0)) + 2 ** -51 * spread;
        square += turn * turn;
      }
      // Strips and slices are cut at the same powers of two: either lies within the other.
      let bend = 0;
      const first = Math.floor((i * slices) / strips);
      const last = Math.max(first + 1, ((i + 1) * slices) / strips);
      for (let k = first; k < last; k++) bend = Math.max(bend, bends[k]);
      writeSlice(this.interval, i, strips, this.times);
      const h = this.times[1] - this.times[0];
      const bow = (h * h * bend) / 8 + sampling;
      thickness[i] = (this.radius + bow) * UP + 2 ** -1070;
      this.bow = Math.max(this.bow, bow * UP);
      this.error = Math.max(this.error, (bow + Math.sqrt(square) / 4) * UP + 2 ** -530);
    }
  }

  /** Each node is fitted to all corners below it and thickened by the most that one of its strips needs. */
  private fitVolumes(): void {
    const { nodes, leaves, strips, thickness, projection, moments } = this;
    let node = 0;
    for (let width = strips; width >= 1; width /= 2) {
      for (let from = 0; from < strips; from += width, node++) {
        const o = NODE_STRIDE * node;
        cornerMoments(leaves, 2 * from, 2 * (from + width), moments);
        principalAxes(moments, 0, projection.axes);
        for (let k = 0; k < 3; k++) projection.centre[k] = moments[1 + k];
        this.fitter.fit(projection, leaves, 2 * from, 2 * (from + width), nodes, o);
        let thick = 0;
        for (let i = from; i < from + width; i++) thick = Math.max(thick, thickness[i]);
        nodes[o + NODE_R] = (nodes[o + NODE_R] + thick) * UP;
        finishNode(nodes, o);
        nodes[o + NODE_CHILD] = width > 1 ? 2 * node + 1 : -1 - from;
      }
    }
  }
}

/** Upper bound on the length of any vector of a box of three intervals. */
function boxNorm(box: Float64Array, o: number): number {
  let square = 0;
  for (let k = o; k < o + 6; k += 2) {
    const x = Math.max(-box[k], box[k + 1]);
    square += x * x;
  }
  return Math.sqrt(square) * UP + 2 ** -530;
}

/** Weight, mean and second moments of the corners of leaves from..to; a guess of axes is all that depends on them. */
function cornerMoments(leaves: Float64Array, from: number, to: number, m: Float64Array): void {
  m.fill(0);
  m[0] = 3 * (to - from);
  for (let leaf = from; leaf < to; leaf++) {
    for (let v = LEAF_STRIDE * leaf; v < LEAF_STRIDE * leaf + 9; v += 3) for (let k = 0; k < 3; k++) m[1 + k] += leaves[v + k] / m[0];
  }
  for (let leaf = from; leaf < to; leaf++) {
    for (let v = LEAF_STRIDE * leaf; v < LEAF_STRIDE * leaf + 9; v += 3) {
      const x = leaves[v] - m[1];
      const y = leaves[v + 1] - m[2];
      const z = leaves[v + 2] - m[3];
      m[4] += x * x;
      m[5] += x * y;
      m[6] += x * z;
      m[7] += y * y;
      m[8] += y * z;
      m[9] += z * z;
    }
  }
}
