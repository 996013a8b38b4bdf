/**
 * Poses of one body over intervals of time. Guarantee: what is written holds the exact motion that the given doubles define, and its
 * derivatives by time, for every t of the interval [Redon et al. 2004, §5.2].
 *
 * Rigid motions: the constants of `RigidMotion` err as docs/notes/rounding.md, "Poses", derives; here per entry, θ = |angle|, u = 2^-53.
 *   R   179 + 5θ; C = R0 − K1 adds 2                                                            below (192 + 5θ) u
 *   Ṙ   |Δω| + θ|ΔR| + θ times the errors of K1, K2: 43 + 7θ + θ(93 + 5θ) + 39θ                 below (64 + 256θ + 8θ²) u
 *   R̈   2θ|Δω| + θ²|ΔR| + θ² times those of K1, K2                                              below (128 + 256θ + 8θ²) θ u
 *   T   64 u (way + lever)
 *   Ṫ   screw: Ṫ = Q D + (κ − 1) Q D⊥, Q the turn by θ(t − ½), κ = (θ/2)/sin(θ/2) ≤ π/2, D = p1 − p0: an axis off by e = 7.2u/sin(θ/2) + 3u
 *       moves it by 4e sin(θ/4)|D| + 5e(κ − 1)|D|, the angle by 50u|D|, computing e1 and e2 by 30u|D| + 12u θδ; rotation: 16u θ|g|
 *   T̈   the same times θκ, and θe ≤ 23u + 3uθ: below 2^-42 (1 + θ)(way + θ|g|)
 */
import * as interval from '../../src/math/interval.ts';
import { POSE_T } from '../../src/motion/interval-pose.ts';
import { TURN_ANGLE, TURN_RATE, TURN_SIZE, TURN_SLACK, writeTurn } from '../../src/motion/interval-turn.ts';
import type { IntervalMotion } from '../../src/motion/motion.ts';
import type { RigidMotion } from '../../src/motion/rigid-motion.ts';

const U = 2 ** -53;

/** The motion as seen from the reference point, three doubles taken over as they are now. */
export function rigidIntervalMotion(motion: RigidMotion, reference: Float64Array): IntervalMotion {
  return new RigidIntervalMotion(motion, reference);
}

class RigidIntervalMotion implements IntervalMotion {
  /** A = K1, B = K2, C = R0 − K1 as `writeTurn` reads them. */
  private readonly k: Float64Array = new Float64Array(27);
  /** w, e1, e2 */
  private readonly way: Float64Array = new Float64Array(9);
  /** p0 − reference, three intervals. */
  private readonly start: Float64Array = new Float64Array(6);
  private readonly turn: Float64Array = new Float64Array(TURN_SIZE);
  private readonly angle: Float64Array = new Float64Array(2);
  /** By how much R and T may be off, for each order. */
  private readonly turnSlack: readonly number[];
  private readonly waySlack: readonly number[];
  /** Whether the origin runs a circle. */
  private readonly circles: boolean;
  /** sin φ, cos φ, vers φ over the interval, then scratch. */
  private readonly waves: Float64Array = new Float64Array(10);
  private readonly instant: Float64Array = new Float64Array(2);
  private readonly ends: Float64Array = new Float64Array(4);

  constructor(motion: RigidMotion, reference: Float64Array) {
    const { k } = motion;
    this.k.set(k.slice(15, 33));
    for (let e = 0; e < 9; e++) this.k[18 + e] = k[e] - this.k[e];
    this.way.set(k.slice(12, 15));
    this.way.set(k.slice(33, 39), 3);
    const pair = new Float64Array(4);
    for (let e = 0; e < 3; e++) {
      pair[0] = pair[1] = k[9 + e];
      pair[2] = pair[3] = reference[e];
      interval.sub(pair, 0, pair, 2, this.start, 2 * e);
    }
    const theta = Math.abs(motion.angle);
    this.angle.fill(motion.angle);
    this.turnSlack = [
      (192 + 5 * theta) * U,
      (64 + 256 * theta + 8 * theta * theta) * U,
      theta * (128 + 256 * theta + 8 * theta * theta) * U,
    ];
    // lever = |g| min(2, θ)
    const reach = motion.travel(0) + motion.lever * Math.max(1, theta);
    this.circles = motion.lever !== 0 || this.way.subarray(3).some((x) => x !== 0);
    this.waySlack = [64 * U * reach, 256 * U * reach, this.circles ? 2048 * U * (1 + theta) * reach : 0];
  }

  writePose(times: Float64Array, out: Float64Array, o: number): void {
    this.writeMatrix(times, 0, out, o);
    this.setWaves(times);
    for (let e = 0; e < 3; e++) {
      this.writePlace(e, times, out, o + POSE_T + 2 * e);
      if (this.circles) this.sharpen(e, times, out, o + POSE_T + 2 * e);
      interval.add(out, o + POSE_T + 2 * e, this.start, 2 * e, out, o + POSE_T + 2 * e);
      widen(out, o + POSE_T + 2 * e, this.waySlack[0]);
    }
  }

  writeRate(times: Float64Array, out: Float64Array, o: number): void {
    this.writeMatrix(times, 1, out, o);
    this.setWaves(times);
    for (let e = 0; e < 3; e++) {
      this.writeSpeed(e, out, o + POSE_T + 2 * e);
      widen(out, o + POSE_T + 2 * e, this.waySlack[1]);
    }
  }

  writeBend(times: Float64Array, out: Float64Array, o: number): void {
    this.writeMatrix(times, 2, out, o);
    this.setWaves(times);
    const { waves, way, angle } = this;
    for (let e = 0; e < 3; e++) {
      // p̈ = θ² (cos φ e1 − sin φ e2)
      const at = o + POSE_T + 2 * e;
      interval.scale(waves, 2, way[3 + e], out, at);
      interval.scale(waves, 0, way[6 + e], waves, 6);
      interval.sub(out, at, waves, 6, out, at);
      interval.mul(out, at, angle, 0, out, at);
      interval.mul(out, at, angle, 0, out, at);
      if (!this.circles) out[at] = out[at + 1] = 0;
      widen(out, at, this.waySlack[2]);
    }
  }

  private writeMatrix(times: Float64Array, order: number, out: Float64Array, o: number): void {
    const { turn, angle } = this;
    interval.mul(times, 0, angle, 0, turn, TURN_ANGLE);
    turn[TURN_RATE] = turn[TURN_RATE + 1] = angle[0];
    turn[TURN_SLACK] = order === 0 ? this.turnSlack[0] : 0;
    writeTurn(this.k, 0, turn, order, out, o);
    if (order > 0) for (let e = 0; e < 18; e += 2) widen(out, o + e, this.turnSlack[order]);
  }

  /** sin φ, cos φ and vers φ = 2 sin²(φ/2), which keeps its digits where φ is tiny and e1 huge. */
  private setWaves(times: Float64Array): void {
    const { waves } = this;
    interval.mul(times, 0, this.angle, 0, waves, 6);
    interval.sin(waves, 6, waves, 0);
    interval.cos(waves, 6, waves, 2);
    waves[4] = 0.5 * waves[6];
    waves[5] = 0.5 * waves[7];
    interval.sin(waves, 4, waves, 4);
    interval.sqr(waves, 4, waves, 4);
    interval.scale(waves, 4, 2, waves, 4);
  }

  /** t w + vers φ e1 + sin φ e2 for the waves as set. */
  private writePlace(e: number, times: Float64Array, out: Float64Array, o: number): void {
    const { waves, way } = this;
    interval.scale(times, 0, way[e], out, o);
    if (!this.circles) return;
    interval.scale(waves, 4, way[3 + e], waves, 6);
    interval.add(out, o, waves, 6, out, o);
    interval.scale(waves, 0, way[6 + e], waves, 6);
    interval.add(out, o, waves, 6, out, o);
  }

  /** w + θ (sin φ e1 + cos φ e2) */
  private writeSpeed(e: number, out: Float64Array, o: number): void {
    const { waves, way } = this;
    interval.scale(waves, 0, way[3 + e], waves, 6);
    interval.scale(waves, 2, way[6 + e], waves, 8);
    interval.add(waves, 6, waves, 8, waves, 6);
    interval.mul(waves, 6, this.angle, 0, waves, 6);
    waves[8] = waves[9] = way[e];
    interval.add(waves, 6, waves, 8, out, o);
  }

  /** Where a coordinate only rises or only falls it lies between those at the ends of the interval. */
  private sharpen(e: number, times: Float64Array, out: Float64Array, o: number): void {
    const { ends, instant } = this;
    this.writeSpeed(e, ends, 0);
    if (ends[0] <= 0 && ends[1] >= 0) return;
    for (let side = 0; side < 2; side++) {
      instant[0] = instant[1] = times[side];
      this.setWaves(instant);
      this.writePlace(e, instant, ends, 2 * side);
    }
    this.setWaves(times);
    interval.hull(ends, 0, ends, 2, ends, 0);
    if (!(ends[0] <= out[o + 1] && out[o] <= ends[1])) return;
    out[o] = Math.max(out[o], ends[0]);
    out[o + 1] = Math.min(out[o + 1], ends[1]);
  }
}

/** Outward by slack, and by more than the rounding of doing so. */
function widen(out: Float64Array, o: number, slack: number): void {
  out[o] -= slack * (1 + 2 ** -40) + 2 ** -52 * Math.abs(out[o]);
  out[o + 1] += slack * (1 + 2 ** -40) + 2 ** -52 * Math.abs(out[o + 1]);
}
