/**
 * Proves what a straight cast found: contact or free, as if it had been walked to [docs/notes/convex-casts.md].
 * Guarantee: what is said holds with rounding, whatever the cast says; anything in doubt is unresolved, and nothing is
 * said by it.
 */
import type { Status } from '../contact/result.ts';
import { FINEST, OVERLAP } from '../contact/start-rule.ts';
import { STATE_A0, STATE_A1, STATE_KAPPA, STATE_P, STATE_V } from '../motion/motion.ts';
import { type ConvexApproach, EPSILON, FALLING_STATE_SIZE, HIGH, LOW, NORMAL, TARGET } from './convex-approach.ts';
import { TRACK_DISTANCE, TRACK_NORMAL, TRACK_POINT_A, TRACK_POINT_B } from './convex-tracker.ts';
import { writeFeatureNormal } from './feature-normal.ts';
import type { MovingHulls } from './moving-hulls.ts';
import {
  CAST_CLOSEST,
  CAST_FREE,
  CAST_GAP,
  CAST_HEIGHT,
  CAST_LOST,
  CAST_PASSING,
  CAST_PLANE,
  CAST_POINT,
  CAST_RATE,
  CAST_REACH,
  CAST_SLACK,
  CAST_TIME,
  CAST_UNTIL,
  StraightCast,
} from './straight-cast.ts';
import { VClip } from './trackers/v-clip.ts';

/** Of the tolerance: a cast aims here, between the half that must be kept and the whole that counts as contact … */
const AIM = 0.75;
/** … and may be off by so much. */
const AIM_SLACK = 0.125;
/** Of the distance: bounds on it that differ by no more, but for roundings, are those of the closest features. */
const SAME = 2 ** -32;

export class CastProof {
  private readonly pair: MovingHulls;
  private readonly approach: ConvexApproach;
  private readonly cast: StraightCast;
  private readonly startA: Float64Array = new Float64Array(FALLING_STATE_SIZE);
  private readonly startB: Float64Array = new Float64Array(FALLING_STATE_SIZE);
  private readonly flight: Float64Array = new Float64Array(3);

  constructor(pair: MovingHulls) {
    this.pair = pair;
    this.approach = pair.approach;
    this.cast = new StraightCast(pair.approach.a, pair.approach.b);
  }

  /** Of the last cast, and of the tracker after it. */
  get steps(): number {
    return this.cast.passes + this.approach.tracker.steps;
  }

  /**
   * Where both fly straight and keep their axes: casts one at the other, and proves what that found by the planes that
   * led there. Contact and free stand as if they were walked to; anything in doubt is unresolved, and nothing is said
   * by it.
   */
  lead(clearance: number, tolerance: number): Status {
    const { approach, pair, startA, startB } = this;
    const { motionA, motionB } = pair;
    const { numbers: w, tracker } = approach;
    if (motionA.turn !== 0 || motionB.turn !== 0 || !(tracker instanceof VClip)) return 'unresolved';
    pair.placeAs(startA, startB, 0);
    if (bends(startA) || bends(startB)) return 'unresolved';
    const epsilon = w[EPSILON];
    const { cast, flight } = this;
    flight[0] = startB[STATE_V] - startA[STATE_V];
    flight[1] = startB[STATE_V + 1] - startA[STATE_V + 1];
    flight[2] = startB[STATE_V + 2] - startA[STATE_V + 2];
    cast.numbers[CAST_REACH] = approach.a.radius + approach.b.radius + clearance + AIM * tolerance;
    cast.numbers[CAST_SLACK] = AIM_SLACK * tolerance;
    const found = cast.cast(startA, startB, flight);
    if (found === CAST_LOST) return 'unresolved';
    w[TARGET] = clearance + 0.5 * tolerance;
    pair.place(cast.numbers[CAST_TIME]);
    const there = w[EPSILON];
    if (found === CAST_FREE && !this.passes(epsilon, clearance, tolerance)) return 'unresolved';
    const judged = this.lookAsCast();
    if (found === CAST_FREE) return 'free';
    const low = w[LOW];
    if (tracker.overlap || !(low >= w[TARGET] && w[HIGH] <= clearance + tolerance && tolerance > FINEST * there)) return 'unresolved';
    // the gap across the plane is linear in time: above the target at both ends, it is so all the way
    if (judged) w[LOW] = cast.numbers[CAST_HEIGHT] - approach.radii - epsilon;
    else {
      w[EPSILON] = epsilon;
      approach.standAcross(pair.stateA, pair.stateB);
      approach.boundAcross(startA, startB);
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
    const { approach, cast } = this;
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
    const { approach, cast } = this;
    const { stateA: A, stateB: B } = this.pair;
    const { numbers: w } = approach;
    const { numbers: n } = cast;
    const tracker = approach.tracker as VClip;
    const { out } = tracker;
    approach.startFrom(cast);
    tracker.startAt(cast.kindA, cast.indexA, cast.kindB, cast.indexB);
    // two faces, or an edge along a face, are for the tracker
    if (cast.kindA + cast.kindB <= 2) {
      const x = n[CAST_POINT];
      const y = n[CAST_POINT + 1];
      const z = n[CAST_POINT + 2];
      const dx = n[CAST_GAP];
      const dy = n[CAST_GAP + 1];
      const dz = n[CAST_GAP + 2];
      const distance = Math.sqrt(dx * dx + dy * dy + dz * dz);
      cast.stand(CAST_CLOSEST);
      const low = n[CAST_HEIGHT] + n[CAST_TIME] * n[CAST_RATE] - approach.radii - w[EPSILON];
      const high = distance - approach.radii + w[EPSILON];
      if (distance > 0 && low >= high - 4 * w[EPSILON] - SAME * distance) {
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
        w[LOW] = low;
        w[HIGH] = high;
        writeFeatureNormal(tracker, A, B, w, NORMAL);
        return true;
      }
    }
    approach.measure(A, B);
    return false;
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
