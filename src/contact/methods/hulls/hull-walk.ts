/**
 * Until when are the hulls of two moving bodies apart? One walk over both of them as wholes, no trees.
 *
 * GJK brings a simplex of b − a nearer to the origin, one support a pass [Gilbert et al. 1988]; whenever the plane across
 * the direction found so far lies well ahead, time goes on for as long as that plane certainly keeps the bodies apart
 * [as convex/convex-approach.ts]:
 *
 *   gap(s) ≥ n·(p_B − p_A) + s n·(v_B − v_A) + min over r in B of r·(n + s n×ω_B) − max over r in A of r·(n + s n×ω_A) − ½ s² K
 *
 * for a fixed unit n, K the bound on accelerations [motion.ts]: concave in s, so that a chord from s = 0 lies below it.
 * Guarantee: up to the TIME that is left, bodies of these corners are farther apart than what counts as contact, for any
 * n and any simplex; what GJK finds is a guess. Ends after MOST_PASSES. Allocates nothing.
 */
import { CORNERS_DOUBLES, CORNERS_POINT, CORNERS_SQUARE, nearestCorners } from '../../../geometry/nearest-corners.ts';
import { farthestPoint, type HullPoints } from '../../../hierarchy/hull-points.ts';
import { STATE_A0, STATE_A1, STATE_BASE, STATE_DELTA, STATE_KAPPA, STATE_OMEGA, STATE_P, STATE_V } from '../../../motion/motion.ts';
import type { Budget } from '../../budget.ts';
import { CLOCK_NEXT, type MovingPair } from '../../moving-pair.ts';
import type { StartRule } from '../../start-rule.ts';

/** The start is too near to be passed over; nothing is said. */
export const WALK_NEAR = 0;
/** Apart until TIME; then the search has to look. */
export const WALK_STOPPED = 1;
/** Apart to the end. */
export const WALK_FREE = 2;
/** Apart until TIME, when the budget was spent. */
export const WALK_SPENT = 3;

/** The numbers of a walk; the first are its answers. */
export const WALK_TIME = 0;
/** The last plane's unit normal, from a to b … */
export const WALK_NORMAL = 1;
/** … and how far the bodies' farthest corners along it are apart, at TIME if it was looked at there. */
export const WALK_HEIGHT = 4;
const ROOT = 5;
const ALPHA = 6;
const BETA = 7;
const TURN_A = 8;
const TURN_B = 11;
const LENGTH_A = 14;
const LENGTH_B = 15;
const SPARE = 16;
const STEP = 17;
/** The supports in the world, from the bodies' origins. */
const ARM_A = 18;
const ARM_B = 21;
const WALK_DOUBLES = 24;

/** Some twenty are usual; bodies that turn close by each other take hundreds, and searches thousands. */
const MOST_PASSES = 512;
/** Of how far the simplex is beyond the target: a plane that is less ahead waits for a better one. */
const SHARE = 0.5;
/** Of the distance: a support that gains less is none. */
const GAIN = 2 ** -40;
/** Of what counts as contact: the plane is as good as across the closest points. */
const CLOSE = 0.25;
const SHORTEN = 1 - 2 ** -30;
/** Beyond so many supports in turned directions a longer step is not worth its search. */
const MOST_TANGENTS = 3;

export class HullWalk {
  readonly numbers: Float64Array = new Float64Array(WALK_DOUBLES);
  private readonly a: HullPoints;
  private readonly b: HullPoints;
  /** Offsets of the simplex' corners in a, then in b. */
  private readonly corners: Int32Array = new Int32Array(8);
  private count = 0;
  /** b − a at the corners. */
  private readonly simplex: Float64Array = new Float64Array(12);
  private readonly near: Float64Array = new Float64Array(CORNERS_DOUBLES);
  /** A direction in the frame of a, its opposite in that of b. */
  readonly way: Float64Array = new Float64Array(6);
  private farA = 0;
  private farB = 0;

  constructor(a: HullPoints, b: HullPoints) {
    this.a = a;
    this.b = b;
  }

  /** From start.from on. Leaves the bodies placed at TIME, unless it is free. */
  walk(pair: MovingPair, start: StartRule, budget: Budget): number {
    const { numbers: w, near } = this;
    const { clock, stats, stateA: A, stateB: B } = pair;
    const thick = this.a.thickness + this.b.thickness;
    const concern = thick + pair.clearance + start.concern;
    const target = thick + pair.clearance + start.reserve[0];
    let t = start.from;
    w[WALK_TIME] = clock[CLOCK_NEXT] = t;
    pair.place();
    this.count = this.farA = this.farB = 0;
    near[CORNERS_POINT] = near[CORNERS_POINT + 1] = near[CORNERS_POINT + 2] = 0;
    let x = B[STATE_P] - A[STATE_P];
    let y = B[STATE_P + 1] - A[STATE_P + 1];
    let z = B[STATE_P + 2] - A[STATE_P + 2];
    // any direction will do to begin with
    let length = Math.sqrt(x * x + y * y + z * z);
    if (!(length > 0)) x = length = 1;
    let started = false;
    for (let pass = 0; pass < MOST_PASSES; pass++) {
      stats.iterations++;
      if (budget.spent()) return started ? WALK_SPENT : WALK_NEAR;
      w[WALK_NORMAL] = x / length;
      w[WALK_NORMAL + 1] = y / length;
      w[WALK_NORMAL + 2] = z / length;
      w[ROOT] = 0;
      this.support(A, B);
      const height = w[ALPHA];
      const rounding = pair.roundingNow;
      const ahead = height - rounding - target;
      w[WALK_HEIGHT] = height;
      if (!started && height - 3 * rounding > concern) started = true;
      const first = this.count === 0;
      // near, and the plane is nearly across the closest points: there is contact, or doubles see nothing finer
      if (started && !first && length - thick <= start.limit && length - height <= CLOSE * (start.limit - pair.clearance)) break;
      const added = this.addCorner();
      const moves = started && ahead > 0 && (first || ahead > SHARE * (length - rounding - target));
      if (moves) {
        w[SPARE] = ahead;
        this.step(pair, target + rounding, 1 - t);
        if (w[STEP] >= 1 - t) return WALK_FREE;
        if (!(t + w[STEP] > t)) break;
        t += w[STEP];
        w[WALK_TIME] = clock[CLOCK_NEXT] = t;
        pair.place();
      } else if (!added || (!first && length - height <= GAIN * length)) break;
      this.placeSimplex(A, B, moves ? 0 : this.count - 1);
      let needed = nearestCorners(this.simplex, this.count, near);
      if (needed === 0 && moves) {
        // the corners have moved, and are no simplex that GJK would have made
        this.keep(1 << (this.count - 1));
        needed = nearestCorners(this.simplex, 1, near);
      }
      if (needed === 0) break;
      this.keep(needed);
      x = near[CORNERS_POINT];
      y = near[CORNERS_POINT + 1];
      z = near[CORNERS_POINT + 2];
      length = Math.sqrt(near[CORNERS_SQUARE]);
      if (!(length > 0)) break;
    }
    return started ? WALK_STOPPED : WALK_NEAR;
  }

  /** After a walk that stopped: the plane across its last direction where the bodies are placed, into HEIGHT and `way`. */
  lookAcross({ stateA, stateB }: MovingPair): void {
    const { numbers: w, near } = this;
    const length = lengthAt(near, CORNERS_POINT);
    if (length > 0) for (let k = 0; k < 3; k++) w[WALK_NORMAL + k] = near[CORNERS_POINT + k] / length;
    w[ROOT] = 0;
    this.support(stateA, stateB);
    w[WALK_HEIGHT] = w[ALPHA];
  }

  /** How far a and b reach along `way`, each in its frame. */
  farthestOfA(): number {
    return dot(this.way, 0, this.a.points, this.farA);
  }

  farthestOfB(): number {
    return dot(this.way, 3, this.b.points, this.farB);
  }

  /** How long the plane keeps them farther apart than `target`, at most `rest`, into STEP; after `support` at ROOT 0. */
  private step(pair: MovingPair, target: number, rest: number): void {
    const { numbers: w } = this;
    const { stateA: A, stateB: B, treeA, treeB, roundingNow } = pair;
    const x = w[WALK_NORMAL];
    const y = w[WALK_NORMAL + 1];
    const z = w[WALK_NORMAL + 2];
    writeTurn(w, A, TURN_A);
    writeTurn(w, B, TURN_B);
    const turnA = lengthAt(w, TURN_A);
    const turnB = lengthAt(w, TURN_B);
    w[LENGTH_A] = turnA;
    w[LENGTH_B] = turnB;
    const bends = A[STATE_A0] + B[STATE_A0] + A[STATE_A1] * treeA.radius + B[STATE_A1] * treeB.radius;
    let longest = 0;
    // seen from b no base velocity is known
    if (!pair.together && A[STATE_A1] === 0 && B[STATE_A1] === 0) {
      // a bound on the speed for all times [Tang et al. 2013, Lemma 4.1]
      const speed =
        x * (B[STATE_BASE] - A[STATE_BASE]) + y * (B[STATE_BASE + 1] - A[STATE_BASE + 1]) + z * (B[STATE_BASE + 2] - A[STATE_BASE + 2]);
      const turning = turnA * (treeA.radius + A[STATE_DELTA]) + turnB * (treeB.radius + B[STATE_DELTA]);
      longest = zeroOf(w[SPARE], speed - turning, -0.5 * bends);
    }
    // of bodies that fly straight that is all there is to know
    if (longest < rest && (pair.together || !pair.straight)) {
      const curve =
        turnA * A[STATE_KAPPA] * (treeA.radius + A[STATE_DELTA]) + turnB * B[STATE_KAPPA] * (treeB.radius + B[STATE_DELTA]) + bends;
      this.tangents(A, B, target, rest, -0.5 * curve, roundingNow);
      longest = Math.max(longest, w[STEP]);
    }
    w[STEP] = longest * SHORTEN;
  }

  /** The safe step of the concave bound: zeros of tangents come from above, chords from below. */
  private tangents(A: Float64Array, B: Float64Array, target: number, rest: number, bend: number, rounding: number): void {
    const { numbers: w } = this;
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
    w[STEP] = safe;
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
    this.farA = farthestPoint(a, way, 0, s > 0 ? 1 + s * w[LENGTH_A] : 1, this.farA);
    if (s > 0) {
      x = w[WALK_NORMAL] + s * w[TURN_B];
      y = w[WALK_NORMAL + 1] + s * w[TURN_B + 1];
      z = w[WALK_NORMAL + 2] + s * w[TURN_B + 2];
    }
    way[3] = -(B[0] * x + B[3] * y + B[6] * z);
    way[4] = -(B[1] * x + B[4] * y + B[7] * z);
    way[5] = -(B[2] * x + B[5] * y + B[8] * z);
    this.farB = farthestPoint(b, way, 3, s > 0 ? 1 + s * w[LENGTH_B] : 1, this.farB);
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

/** n × ω */
function writeTurn(w: Float64Array, state: Float64Array, o: number): void {
  w[o] = w[WALK_NORMAL + 1] * state[STATE_OMEGA + 2] - w[WALK_NORMAL + 2] * state[STATE_OMEGA + 1];
  w[o + 1] = w[WALK_NORMAL + 2] * state[STATE_OMEGA] - w[WALK_NORMAL] * state[STATE_OMEGA + 2];
  w[o + 2] = w[WALK_NORMAL] * state[STATE_OMEGA + 1] - w[WALK_NORMAL + 1] * state[STATE_OMEGA];
}

function dot(v: Float64Array, o: number, p: Float64Array, i: number): number {
  return v[o] * p[i] + v[o + 1] * p[i + 1] + v[o + 2] * p[i + 2];
}

function lengthAt(w: Float64Array, o: number): number {
  return Math.sqrt(w[o] * w[o] + w[o + 1] * w[o + 1] + w[o + 2] * w[o + 2]);
}

/** The least s > 0 with α + β s + γ s² = 0, for α > 0 and γ ≤ 0. */
function zeroOf(alpha: number, beta: number, gamma: number): number {
  const root = Math.sqrt(beta * beta - 4 * gamma * alpha);
  // of the two forms of the zero the one that subtracts nothing
  if (beta <= 0) return (2 * alpha) / (root - beta);
  return gamma < 0 ? (beta + root) / (-2 * gamma) : Infinity;
}
