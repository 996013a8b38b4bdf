/**
 * Several segments of a path as one: each joint value by one polynomial over all of them, and beside it how far the
 * true one can be from it. What is proven of the polynomials with so much more distance holds of every segment.
 *
 * Guarantee: at every t of segment i the true value is within its deviation of the polynomial at knotᵢ + t (knotᵢ₊₁ −
 * knotᵢ). Floating joints must stand.
 */
import type { JointTube } from '../chain.ts';
import { slidePer } from '../joint.ts';
import { JOINT_REACH, JOINT_STRIDE } from '../joint-motion.ts';
import { jointTemplate } from '../joint-template.ts';
import { polynomialBound } from '../polynomial-bound.ts';
import type { RobotModel } from '../robot-model.ts';
import type { LinkMotions } from '../robot-path.ts';

/** Pays for roundings of polynomials and of what is between them, a share of the sum of their coefficients. */
const ROUNDING: number = 2 ** -44;
/** Extremes of Chebyshev's polynomial of degree 5, in [0, 1]. */
const SAMPLES: readonly number[] = [0, 0.09549150281252627, 0.34549150281252627, 0.6545084971874737, 0.9045084971874737, 1];

/** By so much of its way a robot may be off the polynomials that join its segments, and accelerate. */
const LARGEST_SHARE: number = 2 ** -8;
const LARGEST_BEND = 2;
/** … and its ends are apart by so much of the way at least. */
const LEAST_GAIN = 0.75;

export class JoinedSegments implements LinkMotions, JointTube {
  readonly robot: RobotModel;
  readonly segments = 1;
  readonly independent = false;
  readonly angles: Float64Array;
  readonly places: Float64Array;
  /** What `writePolynomials` writes of every segment read, and the degree. */
  private read: Float64Array = new Float64Array(0);
  private degrees: Int8Array = new Int8Array(0);
  /** How far each of them goes, as a length. */
  lengths: Float64Array = new Float64Array(0);
  private readonly stride: number;
  /** By powers of t, six a value, as the values of the robot's template; and how far each is off. */
  private readonly joined: Float64Array;
  private readonly deviations: Float64Array;
  private degree: 1 | 5 = 1;
  /** What one unit of each value moves, at most about: a length. */
  private readonly units: Float64Array;
  /** All links in a row. */
  readonly arm: number;
  /** 1: a value of a joint that floats. */
  private readonly floating: Uint8Array;
  private readonly difference: Float64Array = new Float64Array(6);

  constructor(robot: RobotModel) {
    const { joints, parents, sources } = jointTemplate(robot);
    this.robot = robot;
    this.stride = 7 * robot.size;
    this.joined = new Float64Array(6 * robot.size);
    this.deviations = new Float64Array(robot.size);
    this.angles = new Float64Array(parents.length);
    this.places = new Float64Array(parents.length);
    this.units = new Float64Array(robot.size);
    this.floating = new Uint8Array(robot.size);
    for (const { kind, slot } of robot.joints) if (kind.orientation >= 0) this.floating.fill(1, slot, slot + kind.size);
    let arm = 0;
    for (let o = 0; o < joints.length; o += JOINT_STRIDE) arm += joints[o + JOINT_REACH];
    this.arm = arm;
    for (const { joint, slot, multiplier } of sources) {
      for (let part = 0; slot >= 0 && part < joint.kind.size; part++) {
        const unit = Math.abs(multiplier) * ((part === joint.kind.angle ? arm : 0) + Math.abs(slidePer(joint, part)));
        this.units[slot + part] = Math.max(this.units[slot + part], unit);
      }
    }
  }

  load(_segment: number, joints: Float64Array): void {
    const template = jointTemplate(this.robot);
    template.values.set(this.joined);
    template.load(this.degree, joints);
    template.writeErrors(this.deviations, this.angles, this.places);
  }

  /** Takes segments of a path. False: they cannot be joined. */
  take(path: LinkMotions, first: number, count: number): boolean {
    const { stride, robot } = this;
    if (path.writePolynomials === undefined) return false;
    if (this.degrees.length < count) {
      this.read = new Float64Array(count * stride);
      this.degrees = new Int8Array(count);
      this.lengths = new Float64Array(count);
    }
    for (let i = 0; i < count; i++) {
      this.degrees[i] = path.writePolynomials(Math.min(first + i, path.segments - 1), 0, 1, this.read, i * stride);
      this.lengths[i] = this.lengthOf(i);
    }
    return robot.joints.every(({ kind, slot }) => kind.orientation < 0 || this.floats(slot, count));
  }

  /** Whether a floating joint stays where it is: the first two coefficients are place and way, or both orientations. */
  private floats(slot: number, count: number): boolean {
    const { read, stride } = this;
    for (let k = 0; k < 7; k++) {
      const at = 6 * (slot + k);
      for (let o = at; o < count * stride; o += stride) if (read[o] !== read[at] || read[o + 1] !== (k < 3 ? 0 : read[at])) return false;
    }
    return true;
  }

  /** How far segment i goes, as a length. */
  private lengthOf(i: number): number {
    const { read, stride, units } = this;
    let sum = 0;
    for (let s = 0, o = i * stride; s < units.length; s++, o += 6) sum += units[s] * Math.abs(this.endOf(o, i) - read[o]);
    return sum;
  }

  /** A value, read from o on, at the end of segment i. */
  private endOf(o: number, i: number): number {
    let sum = this.read[o];
    for (let m = 1; m <= this.degrees[i]; m++) sum += this.read[o + m];
    return sum;
  }

  /** Whether all values go evenly in each of the first segments. */
  isStraight(count: number): boolean {
    for (let i = 0; i < count; i++) if (this.degrees[i] > 1) return false;
    return true;
  }

  /**
   * Joins those from..to, which begin and end at knots. False: the robot may be off the polynomials, or
   * bends its way, by too much of it.
   */
  join(from: number, to: number, knots: Float64Array): boolean {
    const { units } = this;
    let length = 0;
    let way = 0;
    for (let i = from; i < to; i++) length += this.lengths[i];
    for (let s = 0; s < units.length; s++) way += units[s] * this.fitLine(6 * s, from, to);
    if (way < LEAST_GAIN * length) return false;
    this.degree = 1;
    if (this.isNear(from, to, knots, way)) return true;
    this.degree = 5;
    let bend = 0;
    for (let s = 0; s < units.length && bend <= LARGEST_BEND * way; s++) bend += units[s] * this.fitQuintic(6 * s, from, to, knots);
    return bend <= LARGEST_BEND * way && this.isNear(from, to, knots, way);
  }

  private isNear(from: number, to: number, knots: Float64Array, way: number): boolean {
    const { deviations, units } = this;
    let off = 0;
    for (let s = 0; s < units.length && off <= LARGEST_SHARE * way; s++) {
      deviations[s] = this.deviation(s, from, to, knots);
      off += units[s] * deviations[s];
    }
    return off <= LARGEST_SHARE * way;
  }

  /** From the first value to the last; returns how far that is. */
  private fitLine(at: number, from: number, to: number): number {
    const { joined, read, stride } = this;
    const start = read[from * stride + at];
    joined[at] = start;
    joined[at + 1] = this.floating[at / 6] === 1 ? read[from * stride + at + 1] : this.endOf((to - 1) * stride + at, to - 1) - start;
    return this.floating[at / 6] === 1 ? 0 : Math.abs(joined[at + 1]);
  }

  private stands(at: number, from: number, to: number): boolean {
    const { read, stride, degrees } = this;
    for (let i = from; i < to; i++) {
      const own = i * stride + at;
      if (read[own] !== read[from * stride + at]) return false;
      for (let m = 1; m <= degrees[i]; m++) if (read[own + m] !== 0) return false;
    }
    return true;
  }

  /** Through the values at SAMPLES, by divided differences; returns a bound on its second derivative. */
  private fitQuintic(at: number, from: number, to: number, knots: Float64Array): number {
    const { joined, difference: y, read, stride } = this;
    if (this.floating[at / 6] === 1) return 0;
    for (let k = 0, i = from; k < 6; k++) {
      while (i < to - 1 && knots[i + 1] < SAMPLES[k]) i++;
      const width = knots[i + 1] - knots[i];
      const t = width > 0 ? Math.max(0, Math.min(1, (SAMPLES[k] - knots[i]) / width)) : 0;
      let x = 0;
      for (let m = this.degrees[i]; m >= 0; m--) x = x * t + read[i * stride + at + m];
      y[k] = x;
    }
    for (let k = 1; k < 6; k++) for (let m = 5; m >= k; m--) y[m] = (y[m] - y[m - 1]) / (SAMPLES[m] - SAMPLES[m - k]);
    joined.fill(0, at, at + 6);
    for (let k = 5; k >= 0; k--) {
      for (let m = at + 5; m > at; m--) joined[m] = joined[m - 1] - SAMPLES[k] * joined[m];
      joined[at] = y[k] - SAMPLES[k] * joined[at];
    }
    return polynomialBound(joined, at, 1, 5, 2);
  }

  /** How far a value of those from..to, and what it is itself not far from, can be from the polynomial. */
  private deviation(s: number, from: number, to: number, knots: Float64Array): number {
    const { joined, read, stride, degrees, degree, difference: d, robot } = this;
    const at = 6 * s;
    let most = 0;
    let size = 0;
    let error = 0;
    if (this.floating[s] === 1) return 0;
    const stands = this.stands(at, from, to);
    for (let m = 0; m <= degree; m++) size += Math.abs(joined[at + m]);
    for (let i = from; i < to; i++) {
      const own = i * stride + at;
      const width = knots[i + 1] - knots[i];
      error = Math.max(error, read[i * stride + 6 * robot.size + s]);
      if (stands) continue;
      if (degree === 1) {
        const start = joined[at] + knots[i] * joined[at + 1] - read[own];
        most = Math.max(most, Math.abs(start), Math.abs(start + (width * joined[at + 1] - read[own + 1])));
        continue;
      }
      // by powers of the segment's own t
      for (let m = 0; m < 6; m++) d[m] = joined[at + m];
      for (let k = 0; k < 5; k++) for (let m = 4; m >= k; m--) d[m] += knots[i] * d[m + 1];
      let power = 1;
      for (let m = 1; m < 6; m++) {
        power *= width;
        d[m] *= power;
      }
      for (let m = 0; m <= degrees[i]; m++) d[m] -= read[own + m];
      most = Math.max(most, polynomialBound(d, 0, 1, 5, 0));
    }
    return stands ? error : most + ROUNDING * size + error;
  }
}
