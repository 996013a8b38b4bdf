/**
 * Two moving convex polyhedra at one instant: a certified distance along the tracked direction, and for how long it
 * certainly stays above a target.
 *
 *   gap(s) ≥ n·(p_B − p_A) + s n·(v_B − v_A) + min over r in B of r·(n + s n×ω_B) − max over r in A of r·(n + s n×ω_A)
 *   + ½ s² (n·(f_B − f_A) − K)
 *
 * for a fixed unit n, r in world axes about the bodies' origins, f a known acceleration, K the bound on the rest of it
 * [motion.ts]. Minimum and maximum are supports in a turning direction, found by climbing; with the last coefficient at
 * most 0 the right side is concave in s, so that a chord from s = 0 lies below it and its zero is a safe step.
 * Guarantee: `low` ≤ distance ≤ `high` and `step` hold with rounding, for any n; a poor n only makes them poor.
 * Supports are exact [support.ts].
 * Where both bodies keep their axes, the constant bound |n × ω| ρ on the speed of turning is tried as well
 * [Tang et al. 2013, Lemma 4.1]; the longer step counts.
 */
import { lengthAt } from '../math/vec3.ts';
import { STATE_A0, STATE_A1, STATE_BASE, STATE_DELTA, STATE_KAPPA, STATE_P, STATE_SIZE, STATE_V } from '../motion/motion.ts';
import { writeTurn, zeroOf } from '../motion/plane-step.ts';
import type { ConvexPolyhedron } from './convex-polyhedron.ts';
import type { ConvexTracker } from './convex-tracker.ts';
import { FEW, farthestOfAll } from './farthest-vertex.ts';
import { writeFeatureNormal } from './feature-normal.ts';
import { FollowingPlane, PLANE_EPSILON, PLANE_HORIZON, PLANE_NORMAL, PLANE_STEP, PLANE_TARGET } from './following-plane.ts';
import { supportVertex } from './support.ts';

/** A state of motion.ts, followed by f: an acceleration that is known, the same at all times and for all points. */
export const STATE_FALL: number = STATE_SIZE;
export const FALLING_STATE_SIZE: number = STATE_SIZE + 3;

/** Numbers of an approach; the first ones are its answers. */
export const NORMAL = 0;
/** Lower bound on the distance, radii taken off; below 0 where none was found. */
export const LOW = 3;
/** Upper bound on the distance, radii taken off. */
export const HIGH = 4;
export const STEP = 5;
/** Set by the caller: how far distances may be off by rounding, over the rest of the motion. */
export const EPSILON = 6;
/** Set by the caller: the distance that `step` must keep, and the longest step of interest. */
export const TARGET = 7;
export const HORIZON = 8;
const ROOT = 9;
const VALUE = 10;
const ALPHA = 11;
const BETA = 12;
const TRIED = 13;
const TURN_A = 16;
const TURN_B = 19;
/** n·(r_B − r_A) of the supports of bodies that keep their rotations. */
const ACROSS = 22;
/** |n × ω| of both, and how the distance changes [turnAlong]. */
const LENGTHS = 23;
const SPEED = 24;
const PLAIN_BEND = 25;
const BEND = 26;

const SHORTEN = 1 - 2 ** -30;
/** Beyond so many supports in turned directions a longer step is not worth its search. */
const MOST_TANGENTS = 4;
/** Share of a zero found from above that is tried next: most likely below the bound's own zero. */
const BACK_OFF = 0.875;
/** Share of the horizon: a step shorter than that is tried again with a plane that turns. */
const LEAST_PART = 2 ** -6;

export class ConvexApproach {
  readonly a: ConvexPolyhedron;
  readonly b: ConvexPolyhedron;
  readonly tracker: ConvexTracker;
  readonly numbers: Float64Array = new Float64Array(27);
  /** Sum of both radii, rounded up. */
  readonly radii: number;
  private readonly coreA: number;
  private readonly coreB: number;
  /** The vertices of the last supports: after `measure` those along NORMAL. */
  vertexA = 0;
  vertexB = 0;
  /** The directions of the last supports, in the frames of the bodies: the same once more need no climbing. */
  private readonly along: Float64Array = new Float64Array(6);
  /** Made when it is needed. */
  private following: FollowingPlane | undefined;

  constructor(tracker: ConvexTracker) {
    this.tracker = tracker;
    this.a = tracker.a;
    this.b = tracker.b;
    this.radii = (this.a.radius + this.b.radius) * (1 + 2 ** -50);
    this.coreA = (this.a.reach - this.a.radius) * (1 + 2 ** -50);
    this.coreB = (this.b.reach - this.b.radius) * (1 + 2 ** -50);
  }

  /** Climbs from these vertices the next time. */
  startFrom(found: { readonly vertexA: number; readonly vertexB: number }): void {
    this.vertexA = found.vertexA;
    this.vertexB = found.vertexB;
    this.along[0] = this.along[3] = Number.NaN;
  }

  /** Tracks the closest features for two states and writes NORMAL, LOW and HIGH. */
  measure(A: Float64Array, B: Float64Array): void {
    const { tracker, numbers: w, radii } = this;
    tracker.track(A, B);
    const { out } = tracker;
    w[HIGH] = out[0] - radii + w[EPSILON];
    w[LOW] = -Infinity;
    if (tracker.overlap) return;
    writeFeatureNormal(tracker, A, B, w, NORMAL);
    this.bound(A, B);
    // a direction from features that are not quite the closest
    if (w[LOW] >= w[HIGH] - 4 * w[EPSILON] - 2 ** -20 * out[0]) return;
    const low = w[LOW];
    for (let k = 0; k < 3; k++) {
      w[TRIED + k] = w[NORMAL + k];
      w[NORMAL + k] = out[7 + k];
    }
    this.bound(A, B);
    if (w[LOW] >= low) return;
    for (let k = 0; k < 3; k++) w[NORMAL + k] = w[TRIED + k];
    w[LOW] = low;
  }

  /**
   * Finds the supports along NORMAL for bodies that keep their rotations: then `boundAcross` bounds the distance
   * wherever they are, by a gap that is linear in time where they fly straight. Of a few vertices the farthest by plain
   * doubles does: what it may fall short of the exact one is a rounding of a product, which ε has room for.
   */
  standAcross(A: Float64Array, B: Float64Array): void {
    const { numbers: w, a, b, along } = this;
    const x = w[NORMAL];
    const y = w[NORMAL + 1];
    const z = w[NORMAL + 2];
    along[0] = A[0] * x + A[3] * y + A[6] * z;
    along[1] = A[1] * x + A[4] * y + A[7] * z;
    along[2] = A[2] * x + A[5] * y + A[8] * z;
    along[3] = -(B[0] * x + B[3] * y + B[6] * z);
    along[4] = -(B[1] * x + B[4] * y + B[7] * z);
    along[5] = -(B[2] * x + B[5] * y + B[8] * z);
    this.vertexA = a.vertexCount < FEW ? farthestOfAll(a.positions, along, 0, this.vertexA) : supportVertex(a, along, 0, this.vertexA);
    this.vertexB = b.vertexCount < FEW ? farthestOfAll(b.positions, along, 3, this.vertexB) : supportVertex(b, along, 3, this.vertexB);
    const pa = a.positions;
    const pb = b.positions;
    const i = 3 * this.vertexA;
    const j = 3 * this.vertexB;
    w[ACROSS] =
      -(along[0] * pa[i] + along[1] * pa[i + 1] + along[2] * pa[i + 2]) - (along[3] * pb[j] + along[4] * pb[j + 1] + along[5] * pb[j + 2]);
    // not exact: the next support along it is looked for
    along[0] = along[3] = Number.NaN;
  }

  /** After `standAcross`, for any places with the same rotations: the bound along NORMAL into LOW. */
  boundAcross(A: Float64Array, B: Float64Array): void {
    const { numbers: w } = this;
    const apart =
      w[NORMAL] * (B[STATE_P] - A[STATE_P]) +
      w[NORMAL + 1] * (B[STATE_P + 1] - A[STATE_P + 1]) +
      w[NORMAL + 2] * (B[STATE_P + 2] - A[STATE_P + 2]);
    w[LOW] = apart + w[ACROSS] - this.radii - w[EPSILON];
  }

  /** The lower bound along NORMAL as it is, by n·(x_B − x_A) of the supports, into LOW. */
  bound(A: Float64Array, B: Float64Array): void {
    const { numbers: w } = this;
    for (let k = 0; k < 3; k++) w[TURN_A + k] = w[TURN_B + k] = 0;
    w[ROOT] = 0;
    this.support(A, B);
    w[LOW] = w[VALUE];
  }

  /**
   * How long the distance certainly stays above TARGET, at most HORIZON, into STEP; after `measure` of the same states.
   */
  step(A: Float64Array, B: Float64Array): void {
    const { numbers: w } = this;
    const spare = w[LOW] - w[TARGET];
    if (!(spare > 0)) {
      w[STEP] = 0;
      return;
    }
    this.turnAlong(A, B);
    let longest = 0;
    if (A[STATE_A1] === 0 && B[STATE_A1] === 0) longest = zeroOf(spare, w[SPEED], w[PLAIN_BEND]);
    if (w[LENGTHS] === 0 && A[STATE_KAPPA] === 0 && B[STATE_KAPPA] === 0 && A[STATE_A1] === 0 && B[STATE_A1] === 0) {
      // nothing turns: with κ = 0 the base is the velocity, and the tangent is the bound itself
      w[STEP] = Math.min(longest * SHORTEN, w[HORIZON]);
      return;
    }
    if (longest < w[HORIZON]) longest = Math.max(longest, this.tangents(A, B, spare, w[BEND]));
    if (longest < w[HORIZON]) longest = Math.max(longest, this.followed(A, B));
    w[STEP] = Math.min(longest * SHORTEN, w[HORIZON]);
  }

  /** How the plane along NORMAL is left: n × ω, SPEED with PLAIN_BEND for all times, BEND beside supports that turn. */
  private turnAlong(A: Float64Array, B: Float64Array): void {
    const { numbers: w, coreA, coreB } = this;
    const x = w[NORMAL];
    const y = w[NORMAL + 1];
    const z = w[NORMAL + 2];
    writeTurn(w, NORMAL, A, TURN_A);
    writeTurn(w, NORMAL, B, TURN_B);
    const turnA = lengthAt(w, TURN_A);
    const turnB = lengthAt(w, TURN_B);
    const fall =
      x * (B[STATE_FALL] - A[STATE_FALL]) + y * (B[STATE_FALL + 1] - A[STATE_FALL + 1]) + z * (B[STATE_FALL + 2] - A[STATE_FALL + 2]);
    const bends = A[STATE_A0] + B[STATE_A0] + A[STATE_A1] * coreA + B[STATE_A1] * coreB;
    const speed =
      x * (B[STATE_BASE] - A[STATE_BASE]) + y * (B[STATE_BASE + 1] - A[STATE_BASE + 1]) + z * (B[STATE_BASE + 2] - A[STATE_BASE + 2]);
    const turning = turnA * (coreA + A[STATE_DELTA]) + turnB * (coreB + B[STATE_DELTA]);
    const curve = turnA * A[STATE_KAPPA] * (coreA + A[STATE_DELTA]) + turnB * B[STATE_KAPPA] * (coreB + B[STATE_DELTA]) + bends;
    w[LENGTHS] = turnA + turnB;
    w[SPEED] = speed - turning;
    w[PLAIN_BEND] = Math.min(0, 0.5 * (fall - bends));
    w[BEND] = Math.min(0, 0.5 * (fall - curve));
  }

  /**
   * As `step`, for bodies that are near to the target and part: the bound rises at first, so that its chords from there
   * say little; whatever time it is above the target at says all up to it. STEP is HORIZON where that is reached.
   */
  part(A: Float64Array, B: Float64Array): void {
    const { numbers: w } = this;
    const target = w[TARGET];
    const spare = w[LOW] - target;
    const horizon = w[HORIZON];
    w[STEP] = 0;
    if (!(spare > 0)) return;
    this.turnAlong(A, B);
    const bend = w[BEND];
    let longest = 0;
    if (A[STATE_A1] === 0 && B[STATE_A1] === 0) longest = zeroOf(spare, w[SPEED], w[PLAIN_BEND]) * SHORTEN;
    if (longest < horizon) {
      let s = horizon;
      for (let k = 0; k < MOST_TANGENTS && s > longest; k++) {
        w[ROOT] = s;
        this.support(A, B);
        if (w[VALUE] - target + bend * s * s >= 0) {
          longest = s;
          break;
        }
        s = BACK_OFF * Math.min(s, zeroOf(w[ALPHA] - target, w[BETA], bend));
      }
      if (longest < LEAST_PART * horizon) longest = Math.max(longest, this.followed(A, B) * SHORTEN);
    }
    w[STEP] = Math.min(longest, horizon);
  }

  /** The safe step across a plane that turns along with the features. */
  private followed(A: Float64Array, B: Float64Array): number {
    const { numbers: w } = this;
    this.following ??= new FollowingPlane(this.tracker);
    const { numbers: plane } = this.following;
    for (let k = 0; k < 3; k++) plane[PLANE_NORMAL + k] = w[NORMAL + k];
    plane[PLANE_TARGET] = w[TARGET];
    plane[PLANE_HORIZON] = w[HORIZON];
    plane[PLANE_EPSILON] = w[EPSILON];
    this.following.step(A, B);
    return plane[PLANE_STEP];
  }

  /** The safe step of the concave bound: zeros of tangents come from above, chords from below. */
  private tangents(A: Float64Array, B: Float64Array, spare: number, bend: number): number {
    const { numbers: w } = this;
    const target = w[TARGET];
    w[ROOT] = 0;
    this.support(A, B);
    let zero = Math.min(w[HORIZON], zeroOf(w[ALPHA] - target, w[BETA], bend));
    let safe = 0;
    for (let k = 0; k < MOST_TANGENTS; k++) {
      w[ROOT] = zero;
      this.support(A, B);
      const there = w[VALUE] - target + bend * zero * zero;
      if (there >= 0) return zero;
      safe = Math.max(safe, (zero * spare) / (spare - there));
      const next = zeroOf(w[ALPHA] - target, w[BETA], bend);
      if (!(next < zero * (1 - 2 ** -10))) break;
      zero = next;
    }
    return safe;
  }

  /**
   * Supports along n + s n×ω at s = ROOT: their distance along n now into ALPHA, its rate into BETA, both together into
   * VALUE.
   */
  private support(A: Float64Array, B: Float64Array): void {
    const { numbers: w, a, b, along } = this;
    const s = w[ROOT];
    const ax = w[NORMAL] + s * w[TURN_A];
    const ay = w[NORMAL + 1] + s * w[TURN_A + 1];
    const az = w[NORMAL + 2] + s * w[TURN_A + 2];
    const ux = A[0] * ax + A[3] * ay + A[6] * az;
    const uy = A[1] * ax + A[4] * ay + A[7] * az;
    const uz = A[2] * ax + A[5] * ay + A[8] * az;
    if (!(ux === along[0] && uy === along[1] && uz === along[2])) {
      along[0] = ux;
      along[1] = uy;
      along[2] = uz;
      this.vertexA = supportVertex(a, along, 0, this.vertexA);
    }
    const bx = w[NORMAL] + s * w[TURN_B];
    const by = w[NORMAL + 1] + s * w[TURN_B + 1];
    const bz = w[NORMAL + 2] + s * w[TURN_B + 2];
    const vx = -(B[0] * bx + B[3] * by + B[6] * bz);
    const vy = -(B[1] * bx + B[4] * by + B[7] * bz);
    const vz = -(B[2] * bx + B[5] * by + B[8] * bz);
    if (!(vx === along[3] && vy === along[4] && vz === along[5])) {
      along[3] = vx;
      along[4] = vy;
      along[5] = vz;
      this.vertexB = supportVertex(b, along, 3, this.vertexB);
    }

    const pa = a.positions;
    const pb = b.positions;
    const i = 3 * this.vertexA;
    const j = 3 * this.vertexB;
    const rax = A[0] * pa[i] + A[1] * pa[i + 1] + A[2] * pa[i + 2];
    const ray = A[3] * pa[i] + A[4] * pa[i + 1] + A[5] * pa[i + 2];
    const raz = A[6] * pa[i] + A[7] * pa[i + 1] + A[8] * pa[i + 2];
    const rbx = B[0] * pb[j] + B[1] * pb[j + 1] + B[2] * pb[j + 2];
    const rby = B[3] * pb[j] + B[4] * pb[j + 1] + B[5] * pb[j + 2];
    const rbz = B[6] * pb[j] + B[7] * pb[j + 1] + B[8] * pb[j + 2];
    const gap =
      w[NORMAL] * (B[STATE_P] - A[STATE_P] + (rbx - rax)) +
      w[NORMAL + 1] * (B[STATE_P + 1] - A[STATE_P + 1] + (rby - ray)) +
      w[NORMAL + 2] * (B[STATE_P + 2] - A[STATE_P + 2] + (rbz - raz));
    const rate =
      w[NORMAL] * (B[STATE_V] - A[STATE_V]) +
      w[NORMAL + 1] * (B[STATE_V + 1] - A[STATE_V + 1]) +
      w[NORMAL + 2] * (B[STATE_V + 2] - A[STATE_V + 2]) +
      (rbx * w[TURN_B] + rby * w[TURN_B + 1] + rbz * w[TURN_B + 2]) -
      (rax * w[TURN_A] + ray * w[TURN_A + 1] + raz * w[TURN_A + 2]);
    w[ALPHA] = gap - this.radii - w[EPSILON];
    w[BETA] = rate;
    // a turned direction is longer, and so is what its rounding does
    w[VALUE] = s === 0 ? w[ALPHA] : w[ALPHA] + s * rate - s * w[EPSILON] * w[LENGTHS];
  }
}
