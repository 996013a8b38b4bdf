/**
 * Until when are the hulls of two moving bodies apart? One walk over both of them as wholes, no trees.
 *
 * GJK brings a simplex of b − a nearer to the origin, one support a pass [Gilbert et al. 1988]; whenever the plane
 * across the direction found so far lies well ahead, time goes on for as long as that plane certainly keeps the bodies
 * apart, as in convex/convex-approach.ts:
 *
 *   gap(s) ≥ n·(p_B − p_A) + s n·(v_B − v_A) + min over r in B of r·(n + s n×ω_B) − max over r in A of r·(n + s n×ω_A)
 *   − ½ s² K
 *
 * for a fixed unit n, K the bound on accelerations [motion.ts]: concave in s, so that a chord from s = 0 lies below it.
 * Guarantee: up to the TIME that is left, bodies of these corners are farther apart than what counts as contact, for
 * any n and any simplex; what GJK finds is a guess. Ends after MOST_STEPS. Allocates nothing.
 */
import { CORNERS_DOUBLES, CORNERS_POINT, CORNERS_SQUARE, nearestCorners } from '../../../geometry/nearest-corners.ts';
import { farthestPoint, type HullPoints } from '../../../hierarchy/hull-points.ts';
import { doubles } from '../../../math/enlarged.ts';
import { dotAt, lengthAt } from '../../../math/vec3.ts';
import { STATE_A0, STATE_A1, STATE_BASE, STATE_DELTA, STATE_KAPPA, STATE_P, STATE_V } from '../../../motion/motion.ts';
import { writeTurn, zeroOf } from '../../../motion/plane-step.ts';
import type { Budget } from '../../budget.ts';
import { CLOCK_NEXT, type MovingPair } from '../../moving-pair.ts';
import type { StartRule } from '../../start-rule.ts';

/** The start is too near to be passed over; nothing is said. */
export const WALK_NEAR = 0;
/** Apart until TIME; then the search has to look. */
const WALK_STOPPED = 1;
/** Apart to the end. */
export const WALK_FREE = 2;
/** Apart until TIME, when the budget was spent. */
export const WALK_SPENT = 3;

/** Which bounds on the speed of the bodies hold: velocity and acceleration, … */
export const SPEEDS_NOW = 0;
/** … the base velocities of their states too, … */
const SPEEDS_ALL = 1;
/** … and the velocities do not change. */
const SPEEDS_STRAIGHT = 2;

/** The numbers of a walk; the first are its answers. */
export const WALK_TIME = 0;
/** The last plane's unit normal, from a to b … */
const WALK_NORMAL = 1;
/** … and how far the bodies' farthest corners along it are apart. */
export const WALK_HEIGHT = 4;
/** How long the last plane keeps them apart. */
export const WALK_STEP = 5;
/** Set by the caller of `approach`: the distance to keep, … */
export const WALK_TARGET = 6;
/** … for how long at most, … */
export const WALK_REST = 7;
/** … what distances may be off by, bounds on the bodies' radii, … */
export const WALK_EPSILON = 8;
export const WALK_RADIUS_A = 9;
export const WALK_RADIUS_B = 10;
/** … and which distance is contact, where the plane is this near to the closest points. */
export const WALK_LIMIT = 11;
const WALK_SLACK = 12;
const ROOT = 13;
const ALPHA = 14;
const BETA = 15;
const TURN_A = 16;
const TURN_B = 19;
const LENGTH_A = 22;
const LENGTH_B = 23;
const SPARE = 24;
/** The supports in the world, from the bodies' origins. */
const ARM_A = 25;
const ARM_B = 28;
const WALK_DOUBLES = 31;

/** Most passes of GJK at one instant. */
const MOST_PASSES = 48;
/** A few are usual; bodies that turn close by each other take hundreds, and searches thousands. */
const MOST_STEPS = 512;
/** Share of the way from target to simplex: a plane that is ahead by less waits for a better one. */
const SHARE = 0.5;
/** Share of the distance: a support that gains less is none. */
const GAIN = 2 ** -40;
/** Share of what counts as contact: within it the plane is as good as across the closest points. */
const CLOSE = 0.25;
const SHORTEN = 1 - 2 ** -30;
/** Beyond so many supports in turned directions a longer step is not worth its search. */
const MOST_TANGENTS = 3;

export class HullWalk {
  readonly numbers: Float64Array = new Float64Array(WALK_DOUBLES);
  private a: HullPoints;
  private b: HullPoints;
  /** Offsets of the simplex' corners in a, then in b. */
  private readonly corners: Int32Array = new Int32Array(8);
  private count = 0;
  /** b − a at the corners. */
  private readonly simplex: number[] = doubles(12);
  private readonly near: number[] = doubles(CORNERS_DOUBLES);
  /** A direction in the frame of a, its opposite in that of b. */
  readonly way: Float64Array = new Float64Array(6);
  private farA = 0;
  private farB = 0;
  /** Passes of GJK in the last approach. */
  passes = 0;
  /** Thickness of both bodies together, in the unit of length. */
  private thick = 0;

  constructor(a: HullPoints, b: HullPoints) {
    this.a = a;
    this.b = b;
    this.take(a, b);
  }

  /** From now on it is about these; `begin` comes next. */
  take(a: HullPoints, b: HullPoints): void {
    this.a = a;
    this.b = b;
    this.thick = a.thickness + b.thickness;
  }

  /** From start.from on. Leaves the bodies placed at TIME, unless it is free. */
  walk(pair: MovingPair, start: StartRule, budget: Budget): number {
    const { numbers: w } = this;
    const { clock, stats, treeA, treeB, stateA, stateB } = pair;
    w[WALK_TIME] = clock[CLOCK_NEXT] = start.from;
    pair.place();
    this.begin(stateA, stateB);
    // at first by as much as bears on τ′
    let least = Math.max(start.reserve[0], start.concern + 2 * pair.rounding);
    w[WALK_SLACK] = CLOSE * (start.limit - pair.clearance);
    w[WALK_RADIUS_A] = treeA.radius;
    w[WALK_RADIUS_B] = treeB.radius;
    // seen from b no base velocity is known
    const speeds = pair.straight && !pair.together ? SPEEDS_STRAIGHT : pair.together ? SPEEDS_NOW : SPEEDS_ALL;
    let started = false;
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      w[WALK_TARGET] = pair.clearance + least;
      w[WALK_LIMIT] = started ? start.limit : -Infinity;
      w[WALK_EPSILON] = pair.roundingNow;
      w[WALK_REST] = 1 - w[WALK_TIME];
      const apart = this.approach(stateA, stateB, speeds);
      stats.iterations += this.passes;
      if (!apart) break;
      started = true;
      least = start.reserve[0];
      if (w[WALK_STEP] >= w[WALK_REST]) return WALK_FREE;
      const t = w[WALK_TIME];
      if (!(t + w[WALK_STEP] > t)) break;
      w[WALK_TIME] = clock[CLOCK_NEXT] = t + w[WALK_STEP];
      pair.place();
      this.follow(stateA, stateB);
      if (budget.spent()) return WALK_SPENT;
    }
    return started ? WALK_STOPPED : WALK_NEAR;
  }

  /** Starts anew, with the direction from origin to origin. */
  begin(A: Float64Array, B: Float64Array): void {
    const { numbers: w, near } = this;
    this.count = this.farA = this.farB = 0;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      near[CORNERS_POINT + k] = B[STATE_P + k] - A[STATE_P + k];
      square += near[CORNERS_POINT + k] * near[CORNERS_POINT + k];
    }
    // any direction will do
    if (!(square > 0)) near[CORNERS_POINT] = square = 1;
    near[CORNERS_SQUARE] = square;
    w[WALK_HEIGHT] = 0;
  }

  /** The bodies have moved: the nearest point of the simplex where its corners are now. */
  private follow(A: Float64Array, B: Float64Array): void {
    this.placeSimplex(A, B, 0);
    let needed = nearestCorners(this.simplex, this.count, this.near);
    if (needed === 0) {
      // no simplex that GJK would have made
      this.keep(1 << (this.count - 1));
      needed = nearestCorners(this.simplex, 1, this.near);
    }
    this.keep(needed);
  }

  /**
   * Looks for a plane that keeps the placed bodies farther apart than TARGET, and for how long it does: true, and STEP
   * says so. False: none was found, or the hulls are within LIMIT, and the simplex is where it ended.
   */
  approach(A: Float64Array, B: Float64Array, speeds: number): boolean {
    const { numbers: w, near, thick } = this;
    const target = thick + w[WALK_TARGET];
    const rounding = w[WALK_EPSILON];
    for (let pass = 1; pass <= MOST_PASSES; pass++) {
      this.passes = pass;
      const length = Math.sqrt(near[CORNERS_SQUARE]);
      if (!(length > 0)) return false;
      this.lookAcross(A, B);
      const height = w[ALPHA];
      const first = this.count === 0;
      // near, and the plane is nearly across the closest points: there is contact, or doubles see nothing finer
      if (!first && length - thick <= w[WALK_LIMIT] && length - height <= w[WALK_SLACK]) return false;
      const added = this.addCorner();
      const ahead = height - rounding - target;
      if (ahead > 0 && (first || ahead > SHARE * (length - rounding - target))) {
        // the corner that was added has to be placed when the bodies have moved
        w[SPARE] = ahead;
        this.step(A, B, target + rounding, speeds);
        return true;
      }
      if (!added || (!first && length - height <= GAIN * length)) return false;
      this.placeSimplex(A, B, this.count - 1);
      const needed = nearestCorners(this.simplex, this.count, near);
      if (needed === 0) return false;
      this.keep(needed);
    }
    return false;
  }

  /** The plane across the last direction, after a walk too, where the bodies stand, into HEIGHT and `way`. */
  lookAcross(A: Float64Array, B: Float64Array): void {
    const { numbers: w, near } = this;
    const length = Math.sqrt(near[CORNERS_SQUARE]);
    if (length > 0) for (let k = 0; k < 3; k++) w[WALK_NORMAL + k] = near[CORNERS_POINT + k] / length;
    w[ROOT] = 0;
    this.support(A, B);
    w[WALK_HEIGHT] = w[ALPHA];
  }

  /** How far a and b reach along `way`, each in its frame. */
  farthestOfA(): number {
    return dotAt(this.way, 0, this.a.points, this.farA);
  }

  farthestOfB(): number {
    return dotAt(this.way, 3, this.b.points, this.farB);
  }

  /** How long the plane keeps them farther apart than `target`, into STEP; after `support` at ROOT 0. */
  private step(A: Float64Array, B: Float64Array, target: number, speeds: number): void {
    const { numbers: w } = this;
    const rest = w[WALK_REST];
    const radiusA = w[WALK_RADIUS_A];
    const radiusB = w[WALK_RADIUS_B];
    const x = w[WALK_NORMAL];
    const y = w[WALK_NORMAL + 1];
    const z = w[WALK_NORMAL + 2];
    writeTurn(w, WALK_NORMAL, A, TURN_A);
    writeTurn(w, WALK_NORMAL, B, TURN_B);
    const turnA = lengthAt(w, TURN_A);
    const turnB = lengthAt(w, TURN_B);
    w[LENGTH_A] = turnA;
    w[LENGTH_B] = turnB;
    const bends = A[STATE_A0] + B[STATE_A0] + A[STATE_A1] * radiusA + B[STATE_A1] * radiusB;
    let longest = 0;
    if (speeds !== SPEEDS_NOW && A[STATE_A1] === 0 && B[STATE_A1] === 0) {
      // a bound on the speed for all times [Tang et al. 2013, Lemma 4.1]
      const speed =
        x * (B[STATE_BASE] - A[STATE_BASE]) + y * (B[STATE_BASE + 1] - A[STATE_BASE + 1]) + z * (B[STATE_BASE + 2] - A[STATE_BASE + 2]);
      const turning = turnA * (radiusA + A[STATE_DELTA]) + turnB * (radiusB + B[STATE_DELTA]);
      longest = zeroOf(w[SPARE], speed - turning, -0.5 * bends);
    }
    // of bodies that fly straight that is all there is to know
    if (longest < rest && speeds !== SPEEDS_STRAIGHT) {
      const curve = turnA * A[STATE_KAPPA] * (radiusA + A[STATE_DELTA]) + turnB * B[STATE_KAPPA] * (radiusB + B[STATE_DELTA]) + bends;
      this.tangents(A, B, target, -0.5 * curve);
      longest = Math.max(longest, w[WALK_STEP]);
    }
    w[WALK_STEP] = longest * SHORTEN;
  }

  /** The safe step of the concave bound: zeros of tangents come from above, chords from below. */
  private tangents(A: Float64Array, B: Float64Array, target: number, bend: number): void {
    const { numbers: w } = this;
    const rest = w[WALK_REST];
    const rounding = w[WALK_EPSILON];
    const spare = w[SPARE];
    this.writeRate(A, B);
    let zero = Math.min(rest, zeroOf(spare, w[BETA], bend));
    let safe = 0;
    for (let k = 0; k < MOST_TANGENTS; k++) {
      w[ROOT] = zero;
      this.support(A, B);
      this.writeRate(A, B);
      // a turned direction is longer, and so is what its rounding does
      const there = w[ALPHA] - target + zero * (w[BETA] - rounding * (w[LENGTH_A] + w[LENGTH_B])) + bend * zero * zero;
      if (there >= 0) {
        safe = zero < rest ? zero : Infinity;
        break;
      }
      safe = Math.max(safe, (zero * spare) / (spare - there));
      const next = zeroOf(w[ALPHA] - target, w[BETA], bend);
      if (!(next < zero * (1 - 2 ** -10))) break;
      zero = next;
    }
    w[WALK_STEP] = safe;
  }

  /** Supports along n + s n×ω at s = ROOT, and how far they are apart along n now, into ALPHA. */
  private support(A: Float64Array, B: Float64Array): void {
    const { numbers: w, way, a, b } = this;
    const s = w[ROOT];
    let x = w[WALK_NORMAL];
    let y = w[WALK_NORMAL + 1];
    let z = w[WALK_NORMAL + 2];
    if (s > 0) {
      x += s * w[TURN_A];
      y += s * w[TURN_A + 1];
      z += s * w[TURN_A + 2];
    }
    way[0] = A[0] * x + A[3] * y + A[6] * z;
    way[1] = A[1] * x + A[4] * y + A[7] * z;
    way[2] = A[2] * x + A[5] * y + A[8] * z;
    this.farA = farthestPoint(a, way, 0, this.farA);
    if (s > 0) {
      x = w[WALK_NORMAL] + s * w[TURN_B];
      y = w[WALK_NORMAL + 1] + s * w[TURN_B + 1];
      z = w[WALK_NORMAL + 2] + s * w[TURN_B + 2];
    }
    way[3] = -(B[0] * x + B[3] * y + B[6] * z);
    way[4] = -(B[1] * x + B[4] * y + B[7] * z);
    way[5] = -(B[2] * x + B[5] * y + B[8] * z);
    this.farB = farthestPoint(b, way, 3, this.farB);
    const p = a.points;
    const q = b.points;
    const i = this.farA;
    const j = this.farB;
    for (let k = 0; k < 3; k++) {
      w[ARM_A + k] = A[3 * k] * p[i] + A[3 * k + 1] * p[i + 1] + A[3 * k + 2] * p[i + 2];
      w[ARM_B + k] = B[3 * k] * q[j] + B[3 * k + 1] * q[j + 1] + B[3 * k + 2] * q[j + 2];
    }
    w[ALPHA] =
      w[WALK_NORMAL] * (B[STATE_P] - A[STATE_P] + (w[ARM_B] - w[ARM_A])) +
      w[WALK_NORMAL + 1] * (B[STATE_P + 1] - A[STATE_P + 1] + (w[ARM_B + 1] - w[ARM_A + 1])) +
      w[WALK_NORMAL + 2] * (B[STATE_P + 2] - A[STATE_P + 2] + (w[ARM_B + 2] - w[ARM_A + 2]));
  }

  /** How fast the supports part along n, into BETA. */
  private writeRate(A: Float64Array, B: Float64Array): void {
    const { numbers: w } = this;
    let rate = 0;
    for (let k = 0; k < 3; k++) {
      rate += w[WALK_NORMAL + k] * (B[STATE_V + k] - A[STATE_V + k]) + (w[ARM_B + k] * w[TURN_B + k] - w[ARM_A + k] * w[TURN_A + k]);
    }
    w[BETA] = rate;
  }

  /** b − a at the corners from the given one on, in the world. */
  private placeSimplex(A: Float64Array, B: Float64Array, from: number): void {
    const { corners, count, simplex } = this;
    const p = this.a.points;
    const q = this.b.points;
    for (let c = from; c < count; c++) {
      const i = corners[c];
      const j = corners[4 + c];
      for (let k = 0; k < 3; k++) {
        simplex[3 * c + k] =
          B[STATE_P + k] -
          A[STATE_P + k] +
          (B[3 * k] * q[j] + B[3 * k + 1] * q[j + 1] + B[3 * k + 2] * q[j + 2]) -
          (A[3 * k] * p[i] + A[3 * k + 1] * p[i + 1] + A[3 * k + 2] * p[i + 2]);
      }
    }
  }

  /** Leaves the corners that are needed, a sum of 1, 2, 4 and 8, in their order. */
  private keep(needed: number): void {
    const { corners, simplex, count } = this;
    let kept = 0;
    for (let c = 0; c < count; c++) {
      if (((needed >> c) & 1) === 0) continue;
      if (kept !== c) {
        corners[kept] = corners[c];
        corners[4 + kept] = corners[4 + c];
        for (let k = 0; k < 3; k++) simplex[3 * kept + k] = simplex[3 * c + k];
      }
      kept++;
    }
    this.count = kept;
  }

  /** Takes the supports at ROOT 0 into the simplex; false: it has them. */
  private addCorner(): boolean {
    const { corners, count, farA, farB } = this;
    for (let k = 0; k < count; k++) if (corners[k] === farA && corners[4 + k] === farB) return false;
    corners[count] = farA;
    corners[4 + count] = farB;
    this.count++;
    return true;
  }
}
