/**
 * Proves what a cast found: contact or free, as if it had been walked to [docs/notes/convex-casts.md]. A straight one
 * by the planes that led there, across which the gap is linear in time; one that turns backwards from its end, by
 * planes that certainly kept the bodies apart [convex-approach.ts], to where the balls about them meet.
 * Guarantee: what is said holds with rounding, whatever the cast says; anything in doubt is unresolved, and nothing is
 * said by it.
 */
import type { Status } from '../../contact/result.ts';
import { FINEST, OVERLAP } from '../../contact/start-rule.ts';
import {
  STATE_A0,
  STATE_A1,
  STATE_BASE,
  STATE_DELTA,
  STATE_KAPPA,
  STATE_OMEGA,
  STATE_P,
  STATE_TIME,
  STATE_V,
} from '../../motion/motion.ts';
import { RigidMotion } from '../../motion/rigid-motion.ts';
import { ConvexApproach, EPSILON, FALLING_STATE_SIZE, HIGH, HORIZON, LOW, NORMAL, STEP, TARGET } from '../convex-approach.ts';
import { TRACK_DISTANCE, TRACK_NORMAL, TRACK_POINT_A, TRACK_POINT_B } from '../convex-tracker.ts';
import { writeFeatureNormal } from '../feature-normal.ts';
import type { MovingHulls } from '../moving-hulls.ts';
import { VClip } from '../trackers/v-clip.ts';
import {
  CAST_CLOSEST,
  CAST_FREE,
  CAST_FROM,
  CAST_GAP,
  CAST_HEIGHT,
  CAST_HIT,
  CAST_LOST,
  CAST_PASSING,
  CAST_PLANE,
  CAST_POINT,
  CAST_RATE,
  CAST_REACH,
  CAST_SLACK,
  CAST_TIME,
  CAST_UNTIL,
  type HullCast,
  meetingOfBalls,
} from './hull-cast.ts';
import { StraightCast } from './straight-cast.ts';
import { TurningCast } from './turning-cast.ts';

/** Share of the tolerance that a cast aims at: between half, which must be kept, and all, which counts as contact … */
const AIM = 0.75;
/** … and may be off by so much. */
const AIM_SLACK = 0.125;
/** Share of the distance: bounds on it that differ by no more, but for roundings, are those of the closest features. */
const SAME = 2 ** -32;
/** Share of the bodies' size: so far apart, the difference of two points keeps its direction but for some 2⁻⁴⁴. */
const FAR = 2 ** -6;
/** A cast is judged at its start and at its end. */
const LEAST_CHECKS = 2;
/** Radians that both bodies together may turn: who turns more is walked after. */
const MOST_TURN = 7;
/** Planes on the way back; the part of what is left that one must prove after the first few, and the shortest time. */
const MOST_BACK = 32;
const FEW_BACK = 6;
const PART_BACK = 2 ** -5;
const LEAST_BACK = 2 ** -20;
/** Pays for the rounding of times. */
const SHORTER = 1 - 2 ** -30;

export class CastProof {
  private readonly pair: MovingHulls;
  private readonly approach: ConvexApproach;
  /** Made when they are needed. */
  private straight: StraightCast | undefined;
  private turning: TurningCast | undefined;
  private used: HullCast | undefined;
  /** For the proof backwards from the contact: planes, and states with all velocities reversed. */
  private readonly back: ConvexApproach;
  private readonly backA: Float64Array = new Float64Array(FALLING_STATE_SIZE);
  private readonly backB: Float64Array = new Float64Array(FALLING_STATE_SIZE);
  private backSteps = 0;
  /** A lower bound on the distance at the start. */
  private startLow = 0;
  private readonly startA: Float64Array = new Float64Array(FALLING_STATE_SIZE);
  private readonly startB: Float64Array = new Float64Array(FALLING_STATE_SIZE);
  private readonly flight: Float64Array = new Float64Array(3);

  constructor(pair: MovingHulls) {
    this.pair = pair;
    this.approach = pair.approach;
    this.back = new ConvexApproach(pair.approach.tracker);
  }

  /** Steps of the last cast, and of the tracker after it. */
  get steps(): number {
    return (this.used?.passes ?? 0) + this.approach.tracker.steps;
  }

  /** Instants that the last proof looked at. */
  get checks(): number {
    return 1 + this.backSteps;
  }

  /** Contact or free at the time where both are placed then, after at most `most` checks; or nothing. */
  lead(clearance: number, tolerance: number, most: number): Status {
    this.backSteps = 1;
    if (most < LEAST_CHECKS) return 'unresolved';
    const { motionA, motionB, approach } = this.pair;
    if (!(approach.tracker instanceof VClip)) return 'unresolved';
    if (motionA.turn === 0 && motionB.turn === 0) return this.leadStraight(clearance, tolerance);
    if (!(motionA instanceof RigidMotion && motionB instanceof RigidMotion)) return 'unresolved';
    return motionA.turn + motionB.turn <= MOST_TURN ? this.leadTurning(clearance, tolerance, most) : 'unresolved';
  }

  /**
   * Where both fly straight and keep their axes: casts one at the other, and proves what that found by the planes that
   * led there. Contact and free stand as if they were walked to; anything in doubt is unresolved, and nothing is said
   * by it.
   */
  private leadStraight(clearance: number, tolerance: number): Status {
    const { approach, pair } = this;
    const { stateA, stateB } = pair;
    const { numbers: w, tracker } = approach;
    pair.place(0);
    if (bends(stateA) || bends(stateB)) return 'unresolved';
    const epsilon = w[EPSILON];
    this.straight ??= new StraightCast(approach.a, approach.b);
    this.used = this.straight;
    const { straight: cast, flight } = this;
    flight[0] = stateB[STATE_V] - stateA[STATE_V];
    flight[1] = stateB[STATE_V + 1] - stateA[STATE_V + 1];
    flight[2] = stateB[STATE_V + 2] - stateA[STATE_V + 2];
    cast.numbers[CAST_REACH] = approach.a.radius + approach.b.radius + clearance + AIM * tolerance;
    cast.numbers[CAST_SLACK] = AIM_SLACK * tolerance;
    const found = cast.cast(stateA, stateB, flight);
    if (found === CAST_LOST) return 'unresolved';
    w[TARGET] = clearance + 0.5 * tolerance;
    pair.fly(cast.numbers[CAST_TIME]);
    const there = w[EPSILON];
    if (found === CAST_FREE && !this.passes(epsilon, clearance, tolerance)) return 'unresolved';
    const judged = this.lookAsCast();
    if (found === CAST_FREE) return 'free';
    const low = w[LOW];
    if (tracker.overlap || !(low >= w[TARGET] && w[HIGH] <= clearance + tolerance && tolerance > FINEST * there)) return 'unresolved';
    // the gap across the plane is linear in time: above the target at both ends, it is so all the way
    if (judged) w[LOW] = cast.numbers[CAST_HEIGHT] - approach.radii - epsilon;
    else {
      approach.standAcross(stateA, stateB);
      pair.placeAs(this.startA, this.startB, 0);
      approach.boundAcross(this.startA, this.startB);
      w[EPSILON] = there;
    }
    if (!startsFar(w[LOW], epsilon, clearance, tolerance)) return 'unresolved';
    w[LOW] = low;
    return 'contact';
  }

  /**
   * Proves a cast that misses, after it was placed at its end: by its last plane, or by the one before until then. The
   * way from origin to origin is convex in time, so that ε of one of the ends holds in between.
   */
  private passes(epsilon: number, clearance: number, tolerance: number): boolean {
    const { approach } = this;
    const cast = this.straight as StraightCast;
    const { numbers: w } = approach;
    const { numbers: n } = cast;
    const until = n[CAST_UNTIL];
    const target = w[TARGET] + approach.radii + Math.max(epsilon, w[EPSILON]);
    cast.stand(CAST_PASSING);
    if (!(n[CAST_HEIGHT] + n[CAST_RATE] >= target)) return false;
    // alone, where it is ahead at the start too
    if (startsFar(n[CAST_HEIGHT] - approach.radii - epsilon, epsilon, clearance, tolerance)) return true;
    if (!(until > 0 && n[CAST_HEIGHT] + until * n[CAST_RATE] >= target)) return false;
    cast.stand(CAST_PLANE);
    if (!(n[CAST_HEIGHT] + until * n[CAST_RATE] >= target)) return false;
    return startsFar(n[CAST_HEIGHT] - approach.radii - epsilon, epsilon, clearance, tolerance);
  }

  /**
   * Takes the cast's features and points for the closest, where both are placed: true where the plane across them
   * proves it. Where it does not, measures.
   */
  private lookAsCast(): boolean {
    const { approach } = this;
    const cast = this.straight as StraightCast;
    const { numbers: w } = approach;
    const { numbers: n } = cast;
    if (this.takeFeatures(cast)) {
      cast.stand(CAST_CLOSEST);
      w[LOW] = n[CAST_HEIGHT] + n[CAST_TIME] * n[CAST_RATE] - approach.radii - w[EPSILON];
      if (this.areClosest()) return true;
    }
    approach.measure(this.pair.stateA, this.pair.stateB);
    return false;
  }

  /** Takes features, points and distance of a cast for those of the tracker; false: they are for the tracker. */
  private takeFeatures(cast: HullCast): boolean {
    const { approach } = this;
    const { stateA: A, stateB: B } = this.pair;
    const { numbers: w } = approach;
    const { numbers: n } = cast;
    const tracker = approach.tracker as VClip;
    const { out } = tracker;
    approach.startFrom(cast);
    tracker.startAt(cast.kindA, cast.indexA, cast.kindB, cast.indexB);
    // two faces, or an edge along a face
    if (cast.kindA + cast.kindB > 2) return false;
    const x = n[CAST_POINT];
    const y = n[CAST_POINT + 1];
    const z = n[CAST_POINT + 2];
    const dx = n[CAST_GAP];
    const dy = n[CAST_GAP + 1];
    const dz = n[CAST_GAP + 2];
    const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
    if (!(distance > 0)) return false;
    out[TRACK_DISTANCE] = distance;
    tracker.overlap = false;
    tracker.steps = 0;
    const px = A[0] * x + A[1] * y + A[2] * z + A[STATE_P];
    const py = A[3] * x + A[4] * y + A[5] * z + A[STATE_P + 1];
    const pz = A[6] * x + A[7] * y + A[8] * z + A[STATE_P + 2];
    const gx = A[0] * dx + A[1] * dy + A[2] * dz;
    const gy = A[3] * dx + A[4] * dy + A[5] * dz;
    const gz = A[6] * dx + A[7] * dy + A[8] * dz;
    out[TRACK_POINT_A] = px;
    out[TRACK_POINT_A + 1] = py;
    out[TRACK_POINT_A + 2] = pz;
    out[TRACK_POINT_B] = px + gx;
    out[TRACK_POINT_B + 1] = py + gy;
    out[TRACK_POINT_B + 2] = pz + gz;
    out[TRACK_NORMAL] = gx / distance;
    out[TRACK_NORMAL + 1] = gy / distance;
    out[TRACK_NORMAL + 2] = gz / distance;
    w[HIGH] = distance - approach.radii + w[EPSILON];
    // points that are far apart tell the direction as well as features do
    if (distance > FAR * (approach.a.reach + approach.b.reach)) for (let k = 0; k < 3; k++) w[NORMAL + k] = out[TRACK_NORMAL + k];
    else writeFeatureNormal(tracker, A, B, w, NORMAL);
    return true;
  }

  /** Whether the bounds meet but for roundings. */
  private areClosest(): boolean {
    const { numbers: w, tracker } = this.approach;
    return w[LOW] >= w[HIGH] - 4 * w[EPSILON] - SAME * tracker.out[TRACK_DISTANCE];
  }

  /**
   * Where bodies turn: a cast, then proof backwards from where it ended, to where the balls about the bodies met. What
   * is behind a state is before one with all velocities reversed, and the bounds of rigid motions hold for all times.
   */
  private leadTurning(clearance: number, tolerance: number, most: number): Status {
    const { approach, pair, startA, startB } = this;
    const { numbers: w, tracker } = approach;
    const { stateA, stateB } = pair;
    this.turning ??= new TurningCast(approach.a, approach.b);
    const { turning: cast } = this;
    this.used = cast;
    cast.passes = tracker.steps = 0;
    pair.placeAs(startA, startB, 0);
    const epsilon = w[EPSILON];
    w[TARGET] = clearance + 0.5 * tolerance;
    const far = this.passBalls();
    const { numbers: n } = cast;
    n[CAST_FROM] = far;
    n[CAST_REACH] = approach.a.radius + approach.b.radius + clearance + AIM * tolerance;
    n[CAST_SLACK] = AIM_SLACK * tolerance;
    const found = cast.cast(pair, stateA, stateB);
    if (found === CAST_LOST) return 'unresolved';
    const there = w[EPSILON];
    let closest = this.takeFeatures(cast);
    if (closest) {
      approach.bound(stateA, stateB);
      closest = this.areClosest();
    }
    if (!closest) approach.measure(stateA, stateB);
    if (tracker.overlap || !(w[LOW] >= w[TARGET])) return 'unresolved';
    if (found === CAST_HIT && !(w[HIGH] <= clearance + tolerance && tolerance > FINEST * there)) return 'unresolved';
    if (!this.proveBack(far, Math.min(most - 1, MOST_BACK))) return 'unresolved';
    if (far === 0) {
      const { back } = this;
      back.numbers[EPSILON] = epsilon;
      back.bound(startA, startB);
      this.startLow = back.numbers[LOW];
    }
    if (!startsFar(this.startLow, epsilon, clearance, tolerance)) return 'unresolved';
    w[EPSILON] = there;
    return found === CAST_HIT ? 'contact' : 'free';
  }

  /**
   * Until when the balls about both bodies are farther apart than the target, as one plane proves; how far they are at
   * the start into startLow.
   */
  private passBalls(): number {
    const { approach, startA: A, startB: B } = this;
    const { a, b, numbers: w } = approach;
    // origins that run circles are not followed
    if (A[STATE_DELTA] !== 0 || B[STATE_DELTA] !== 0) return 0;
    const cx = B[STATE_P] - A[STATE_P];
    const cy = B[STATE_P + 1] - A[STATE_P + 1];
    const cz = B[STATE_P + 2] - A[STATE_P + 2];
    const vx = B[STATE_V] - A[STATE_V];
    const vy = B[STATE_V + 1] - A[STATE_V + 1];
    const vz = B[STATE_V + 2] - A[STATE_V + 2];
    const reach = (a.reach + b.reach) * (1 + 2 ** -40);
    const keep = reach + w[TARGET] + 2 * w[EPSILON];
    const t = meetingOfBalls(cx, cy, cz, vx, vy, vz, keep);
    const x = cx + t * vx;
    const y = cy + t * vy;
    const z = cz + t * vz;
    const length = Math.sqrt(x * x + y * y + z * z);
    const height = (x * cx + y * cy + z * cz) / length;
    const rate = (x * vx + y * vy + z * vz) / length;
    this.startLow = height - reach - w[EPSILON];
    if (!(height > keep)) return 0;
    if (height + rate > keep) return 1;
    return height + t * SHORTER * rate > keep ? t * SHORTER : 0;
  }

  /** Whether the distance certainly was above the target all along since `from`, from where both are placed. */
  private proveBack(from: number, most: number): boolean {
    const { approach, pair, back, backA, backB } = this;
    const { numbers: w } = approach;
    const { numbers: v } = back;
    const cast = this.turning as TurningCast;
    for (let k = 0; k < FALLING_STATE_SIZE; k++) {
      backA[k] = pair.stateA[k];
      backB[k] = pair.stateB[k];
    }
    for (let k = 0; k < 3; k++) v[NORMAL + k] = w[NORMAL + k];
    v[LOW] = w[LOW];
    v[TARGET] = w[TARGET];
    v[EPSILON] = w[EPSILON];
    back.startFrom(approach);
    let t = pair.stateA[STATE_TIME];
    for (this.backSteps = 1; ; this.backSteps++) {
      if (t <= from) return true;
      const left = (t - from) * (1 + 2 ** -50);
      v[HORIZON] = left;
      reverse(backA);
      reverse(backB);
      back.part(backA, backB);
      if (v[STEP] >= left) return true;
      if (this.backSteps === most || !(v[STEP] > (this.backSteps > FEW_BACK ? PART_BACK * left : LEAST_BACK))) return false;
      t -= v[STEP] * SHORTER;
      if (!cast.lookAt(pair, backA, backB, t)) return false;
      const { numbers: n } = cast;
      const x = n[CAST_CLOSEST];
      const y = n[CAST_CLOSEST + 1];
      const z = n[CAST_CLOSEST + 2];
      const scale = 1 / Math.sqrt(x * x + y * y + z * z);
      v[NORMAL] = scale * (backA[0] * x + backA[1] * y + backA[2] * z);
      v[NORMAL + 1] = scale * (backA[3] * x + backA[4] * y + backA[5] * z);
      v[NORMAL + 2] = scale * (backA[6] * x + backA[7] * y + backA[8] * z);
      v[EPSILON] = w[EPSILON];
      back.bound(backA, backB);
    }
  }
}

/** Nearer than that, the start has a say in what counts as contact [contact/start-rule.ts]. */
function startsFar(low: number, epsilon: number, clearance: number, tolerance: number): boolean {
  return low >= clearance + 2 * tolerance && low > clearance + 2 * OVERLAP * epsilon;
}

/** Whether a body that does not turn may leave its straight way. */
function bends(state: Float64Array): boolean {
  return !(state[STATE_A0] === 0 && state[STATE_A1] === 0 && state[STATE_KAPPA] === 0);
}

/** The same place on the way back. */
function reverse(state: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    state[STATE_OMEGA + k] = -state[STATE_OMEGA + k];
    state[STATE_V + k] = -state[STATE_V + k];
    state[STATE_BASE + k] = -state[STATE_BASE + k];
  }
}
