/**
 * Two convex polyhedra: distance and closest features at one instant, penetration depth, first contact under motions.
 * Reusable: features are kept from call to call, so that bodies that moved little cost little.
 * Guarantee: as for all pairs [docs/guarantee.md], with polyhedra as solids. First contact is conservative advancement
 * over the tracked distance [Mirtich 1997, §4], each step certified by supports [convex-approach.ts].
 */

import { Budget } from '../contact/budget.ts';
import { type Body, checkPlacement, type PairMotions, requireRigidMotion } from '../contact/deformation.ts';
import { ADDING, SMALLEST, TURNING } from '../contact/moving-pair.ts';
import { type FirstContactOptions, RELATIVE_TOLERANCE } from '../contact/options.ts';
import type { BodyPose, Contact, ContactSide, Gap, Reason, Status } from '../contact/result.ts';
import { FINEST, OVERLAP, OVERLAP_ROUNDING } from '../contact/start-rule.ts';
import { checkRecord, shownValue } from '../math/check-record.ts';
import { Exclusive } from '../math/exclusive.ts';
import { InputError } from '../math/input-error.ts';
import { limitHint } from '../math/limits.ts';
import type { Pose, Vec3 } from '../math/pose.ts';
import { fromMatrix } from '../math/quat.ts';
import { type Motion, STATE_A0, STATE_A1, STATE_KAPPA, STATE_P, STATE_TIME, STATE_V } from '../motion/motion.ts';
import { restMotion } from '../motion/rigid-motion.ts';
import { ConvexApproach, EPSILON, FALLING_STATE_SIZE, HIGH, HORIZON, LOW, NORMAL, STEP, TARGET } from './convex-approach.ts';
import { between, featuresOf } from './convex-contact.ts';
import { ConvexPolyhedron } from './convex-polyhedron.ts';
import type { ConvexDistance, ConvexFirstContact, Penetration } from './convex-result.ts';
import { type ConvexTracker, TRACK_DISTANCE, TRACK_NORMAL, TRACK_POINT_A, TRACK_POINT_B } from './convex-tracker.ts';
import { EPA_DEPTH, EPA_DIRECTION, EPA_POINT_A, EPA_POINT_B, Epa } from './epa.ts';
import { writeFeatureNormal } from './feature-normal.ts';
import { SeparatingPlane } from './separating-plane.ts';
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
import { MOST_POINTS, TouchingPoints } from './touching-points.ts';
import { VClip } from './trackers/v-clip.ts';

/** What two convex polyhedra can be asked for. maxIterations counts instants looked at. */
export interface ConvexFirstContactOptions extends FirstContactOptions {}

/** Where the two polyhedra stand. Default: as their shapes were given. */
export interface ConvexPoses {
  /** Where the first body stands. */
  readonly a?: Pose;
  /** Where the second body stands. */
  readonly b?: Pose;
}

/** How two convex polyhedra are looked at. */
export interface ConvexQueryOptions {
  /** Makes what tracks the closest features: `(a, b) => new Gjk(a, b)`. Default: a VClip. */
  readonly tracker?: (a: ConvexPolyhedron, b: ConvexPolyhedron) => ConvexTracker;
}

const MOST_CHECKS = 1_000_000;
/** A cast is judged at its start and at its end. */
const LED_CHECKS = 2;
/** Of the tolerance: a cast aims here, between the half that must be kept and the whole that counts as contact … */
const AIM = 0.75;
/** … and may be off by so much. */
const AIM_SLACK = 0.125;
/** Of the distance: bounds on it that differ by no more, but for roundings, are those of the closest features. */
const SAME = 2 ** -32;
const DEFAULTS: ConvexFirstContactOptions = {};
const OPTION_KEYS: readonly string[] = ['tolerance', 'clearance', 'maxIterations', 'maxMilliseconds'];
const ENDS: readonly string[] = ['a', 'b'];

/**
 * Two convex polyhedra, as solids: how far apart they are and which features are closest, how deep they are in one
 * another, when they first meet under motions. Keep it from call to call: features are kept, so that bodies that moved
 * little cost little. Gaps and verdicts are proven; times are never late.
 * @example
 * const query = new ConvexQuery({ shape: convexHull(points) }, { shape: convexBox([4, 4, 1]) });
 * const { distance, a, b } = query.distance({ a: { position: [0, 0, 3] } });
 * const { depth, normal } = query.penetration({ a: { position: [0, 0, 1] } });
 * const { status, time } = query.firstContact({ a: translationMotion({ position: [0, 0, 3] }, [0, 0, -3]) });
 */
export class ConvexQuery {
  /** The shape of the first body. */
  readonly a: ConvexPolyhedron;
  /** The shape of the second body. */
  readonly b: ConvexPolyhedron;
  private readonly nameA: string;
  private readonly nameB: string;
  private readonly ownA: Motion;
  private readonly ownB: Motion;
  private readonly approach: ConvexApproach;
  private readonly stateA: Float64Array = new Float64Array(FALLING_STATE_SIZE);
  private readonly stateB: Float64Array = new Float64Array(FALLING_STATE_SIZE);
  private readonly startA: Float64Array = new Float64Array(FALLING_STATE_SIZE);
  private readonly startB: Float64Array = new Float64Array(FALLING_STATE_SIZE);
  private readonly flight: Float64Array = new Float64Array(3);
  private readonly reference: Float64Array = new Float64Array(3);
  private readonly budget: Budget = new Budget();
  private readonly touching: TouchingPoints;
  private cast: StraightCast | undefined;
  private epa: Epa | undefined;
  private plane: SeparatingPlane | undefined;
  private motionA: Motion;
  private motionB: Motion;
  private adding = 0;
  private turning = 0;
  private readonly guard: Exclusive = new Exclusive('ConvexQuery');

  /** Of two bodies with convex shapes, and their poses or motions where they have such. */
  constructor(a: Body<ConvexPolyhedron>, b: Body<ConvexPolyhedron>, options: ConvexQueryOptions = {}) {
    checkRecord(options, ['tracker'], 'convex query');
    checkConvexBody(a, 'first body');
    checkConvexBody(b, 'second body');
    this.a = a.shape;
    this.b = b.shape;
    this.nameA = a.name ?? a.shape.name;
    this.nameB = b.name ?? b.shape.name;
    this.motionA = this.ownA = (a.motion as Motion | undefined) ?? restMotion(a.pose);
    this.motionB = this.ownB = (b.motion as Motion | undefined) ?? restMotion(b.pose);
    const { tracker = (p, q) => new VClip(p, q) } = options;
    const made = typeof tracker === 'function' ? tracker(this.a, this.b) : undefined;
    if (typeof made?.track !== 'function')
      throw new InputError(`tracker: must be a function that makes one, such as (a, b) => new Gjk(a, b)`);
    this.approach = new ConvexApproach(made);
    this.touching = new TouchingPoints(this.approach);
  }

  /** How far apart they are, enclosed, and which features and points are closest. */
  distance(poses: ConvexPoses = {}): ConvexDistance {
    this.guard.enter();
    try {
      return this.measureDistance(poses);
    } finally {
      this.guard.leave();
    }
  }

  private measureDistance(poses: ConvexPoses): ConvexDistance {
    this.stand(poses);
    const { approach } = this;
    this.look(0);
    const { out, steps } = approach.tracker;
    const { numbers: w } = approach;
    const radii = this.a.radius + this.b.radius;
    const distance = Math.max(0, out[TRACK_DISTANCE] - radii);
    const apart = distance > 0;
    return {
      distance,
      gap: [Math.max(0, Math.min(distance, w[LOW])), Math.max(0, w[HIGH])],
      ...featuresOf(approach.tracker, this.nameA, this.nameB),
      pointA: this.pointAt(out, TRACK_POINT_A, this.a.radius),
      pointB: this.pointAt(out, TRACK_POINT_B, -this.b.radius),
      normal: apart ? [out[TRACK_NORMAL], out[TRACK_NORMAL + 1], out[TRACK_NORMAL + 2]] : [0, 0, 0],
      steps,
    };
  }

  /**
   * Whether they are certainly apart; false: they meet, or doubles cannot tell. A plane that separated them the last
   * time is tried first, so that it mostly costs less than `distance`.
   */
  apart(poses: ConvexPoses = {}): boolean {
    this.guard.enter();
    try {
      return this.proveApart(poses);
    } finally {
      this.guard.leave();
    }
  }

  private proveApart(poses: ConvexPoses): boolean {
    this.stand(poses);
    this.place(0);
    this.plane ??= new SeparatingPlane(this.a, this.b);
    const { plane, stateA, stateB, approach } = this;
    if (plane.test(stateA, stateB)) return true;
    approach.measure(stateA, stateB);
    if (!(approach.numbers[LOW] > 0)) return false;
    plane.learn(approach.tracker, stateA, stateB);
    return true;
  }

  /** How deep they are in one another, and the shortest way out; below 0 where they are apart. */
  penetration(poses: ConvexPoses = {}): Penetration {
    this.guard.enter();
    try {
      return this.measurePenetration(poses);
    } finally {
      this.guard.leave();
    }
  }

  private measurePenetration(poses: ConvexPoses): Penetration {
    this.stand(poses);
    this.look(0);
    const { tracker } = this.approach;
    const radii = this.a.radius + this.b.radius;
    if (!tracker.overlap) {
      const { out } = tracker;
      return {
        depth: radii - out[TRACK_DISTANCE],
        normal: [out[TRACK_NORMAL], out[TRACK_NORMAL + 1], out[TRACK_NORMAL + 2]],
        pointA: this.pointAt(out, TRACK_POINT_A, this.a.radius),
        pointB: this.pointAt(out, TRACK_POINT_B, -this.b.radius),
      };
    }
    this.epa ??= new Epa(this.a, this.b);
    const { out } = this.epa;
    this.epa.penetrate(this.stateA, this.stateB);
    return {
      depth: out[EPA_DEPTH] + radii,
      normal: [out[EPA_DIRECTION], out[EPA_DIRECTION + 1], out[EPA_DIRECTION + 2]],
      pointA: this.pointAt(out, EPA_POINT_A, this.a.radius, EPA_DIRECTION),
      pointB: this.pointAt(out, EPA_POINT_B, -this.b.radius, EPA_DIRECTION),
    };
  }

  /** When they first come within the clearance of each other while t runs from 0 to 1, and where. */
  firstContact(motions: PairMotions = {}, options: ConvexFirstContactOptions = DEFAULTS): ConvexFirstContact {
    this.guard.enter();
    try {
      return this.answer(motions, options);
    } finally {
      this.guard.leave();
    }
  }

  private answer(motions: PairMotions, options: ConvexFirstContactOptions): ConvexFirstContact {
    if (options !== DEFAULTS) checkConvexOptions(options);
    if (typeof (motions as Partial<Motion> | null)?.writeState === 'function')
      throw new InputError('motions: give them by body, { a: motion, b: motion }');
    checkRecord(motions, ENDS, 'motions');
    const { a: motionA = this.ownA, b: motionB = this.ownB } = motions;
    requireRigidMotion(motionA, this.nameA, INSTEAD);
    requireRigidMotion(motionB, this.nameB, INSTEAD);
    const { clearance = 0, tolerance = this.defaultTolerance() } = options;
    const { budget } = this;
    const { numbers: w } = this.approach;
    budget.start(options.maxIterations ?? MOST_CHECKS, options.maxMilliseconds ?? Infinity);
    this.begin(motionA, motionB, clearance);
    if ((options.maxIterations ?? MOST_CHECKS) >= LED_CHECKS && options.maxMilliseconds !== 0) {
      const led = this.lead(clearance, tolerance);
      const taken = this.cast === undefined ? 0 : this.cast.passes + this.approach.tracker.steps;
      if (led !== 'unresolved') return this.makeAnswer(led, this.stateA[STATE_TIME], tolerance, LED_CHECKS, taken);
    }
    let t = 0;
    let checks = 1;
    let steps = 0;
    this.look(0);
    steps += this.approach.tracker.steps;
    if (w[HIGH] - w[EPSILON] <= clearance + OVERLAP * w[EPSILON]) return this.makeAnswer('overlap', 0, tolerance, checks, steps);
    // τ′ = min(τ, (d(0) − c)/2)
    const band = Math.min(tolerance, 0.5 * (w[LOW] - clearance));
    let status: Status = 'unresolved';
    let reason: Reason = 'precision';
    for (;;) {
      if (w[HIGH] <= clearance + band) {
        // a band finer than rounding cannot be proven
        if (band > FINEST * w[EPSILON]) status = 'contact';
        break;
      }
      w[TARGET] = clearance + 0.5 * band;
      w[HORIZON] = 1 - t;
      this.approach.step(this.stateA, this.stateB);
      if (w[STEP] >= 1 - t) {
        // free up to the end: the distance reported is the one there
        t = 1;
        status = 'free';
      } else if (budget.spent()) {
        reason = budget.reason;
        break;
      } else if (!(t + w[STEP] > t)) break;
      else t += w[STEP];
      this.look(t);
      checks++;
      steps += this.approach.tracker.steps;
      if (status === 'free') break;
    }
    return this.makeAnswer(status, t, band, checks, steps, status === 'unresolved' ? reason : undefined);
  }

  /**
   * Where both fly straight and keep their axes: casts one at the other, and proves what that found by the planes that
   * led there. Contact and free stand as if they were walked to; anything in doubt is unresolved, and nothing is said
   * by it.
   */
  private lead(clearance: number, tolerance: number): Status {
    const { approach, startA, startB, motionA, motionB } = this;
    const { numbers: w, tracker } = approach;
    if (motionA.turn !== 0 || motionB.turn !== 0 || !(tracker instanceof VClip)) return 'unresolved';
    this.placeAs(startA, startB, 0);
    if (bends(startA) || bends(startB)) return 'unresolved';
    const epsilon = w[EPSILON];
    this.cast ??= new StraightCast(this.a, this.b);
    const { cast, flight } = this;
    flight[0] = startB[STATE_V] - startA[STATE_V];
    flight[1] = startB[STATE_V + 1] - startA[STATE_V + 1];
    flight[2] = startB[STATE_V + 2] - startA[STATE_V + 2];
    cast.numbers[CAST_REACH] = this.a.radius + this.b.radius + clearance + AIM * tolerance;
    cast.numbers[CAST_SLACK] = AIM_SLACK * tolerance;
    const found = cast.cast(startA, startB, flight);
    if (found === CAST_LOST) return 'unresolved';
    w[TARGET] = clearance + 0.5 * tolerance;
    this.place(cast.numbers[CAST_TIME]);
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
      approach.standAcross(this.stateA, this.stateB);
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
    const { approach } = this;
    const { numbers: w } = approach;
    const cast = this.cast as StraightCast;
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
    const { approach, stateA: A, stateB: B } = this;
    const { numbers: w } = approach;
    const cast = this.cast as StraightCast;
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

  private stand(poses: ConvexPoses): void {
    checkRecord(poses, ENDS, 'poses');
    const { a, b } = poses;
    this.begin(a === undefined ? this.ownA : restMotion(a), b === undefined ? this.ownB : restMotion(b), 0);
  }

  private begin(motionA: Motion, motionB: Motion, clearance: number): void {
    const { a, b } = this;
    motionB.startPosition(this.reference, 0);
    const extent = a.reach + b.reach;
    motionA.startPosition(this.stateA, STATE_P);
    for (let k = 0; k < 3; k++) this.stateB[STATE_P + k] = this.reference[k];
    const ways = motionA.travel(a.reach) + motionB.travel(b.reach) + motionA.lever + motionB.lever;
    this.turning = TURNING * (1 + motionA.turn + motionB.turn);
    this.adding = ADDING * (originDistance(this.stateA, this.stateB) + extent + ways) + 2 * this.turning * (extent + clearance) + SMALLEST;
    this.motionA = motionA;
    this.motionB = motionB;
  }

  /** Places both at t and measures. */
  private look(t: number): void {
    this.place(t);
    this.approach.measure(this.stateA, this.stateB);
  }

  private place(t: number): void {
    this.placeAs(this.stateA, this.stateB, t);
  }

  private placeAs(A: Float64Array, B: Float64Array, t: number): void {
    const { reference, motionA, motionB } = this;
    A[STATE_TIME] = B[STATE_TIME] = t;
    motionA.writeState(reference, A);
    motionB.writeState(reference, B);
    this.approach.numbers[EPSILON] = this.adding + this.turning * originDistance(A, B);
  }

  private makeAnswer(status: Status, time: number, tolerance: number, checks: number, steps: number, reason?: Reason): ConvexFirstContact {
    const { numbers: w, tracker } = this.approach;
    // records are written out: spreading one into another takes longer than the search
    const { kind, a, b } = featuresOf(tracker, this.nameA, this.nameB);
    const normal: Vec3 = [w[NORMAL], w[NORMAL + 1], w[NORMAL + 2]];
    const contacts = status === 'contact' ? this.contactsOf(kind, a, b, normal, tolerance) : [];
    const gap: Gap = [Math.max(0, w[LOW]), Math.max(0, w[HIGH])];
    const rounding = status === 'overlap' ? OVERLAP_ROUNDING * w[EPSILON] : w[EPSILON];
    const complete = status === 'free' || (status === 'contact' && contacts.length < MOST_POINTS);
    const poses = [this.poseOf(this.nameA, this.stateA), this.poseOf(this.nameB, this.stateB)];
    const stats = { checks, steps };
    if (reason === undefined) return { status, time, gap, rounding, tolerance, kind, a, b, normal, contacts, complete, poses, stats };
    return { status, time, gap, rounding, tolerance, reason, kind, a, b, normal, contacts, complete, poses, stats };
  }

  private contactsOf(kind: Contact['kind'], a: ContactSide, b: ContactSide, normal: Vec3, depth: number): Contact[] {
    const { touching } = this;
    touching.find(this.stateA, this.stateB, depth);
    // mostly one: a list that is made with it has no room to spare
    const contacts = [this.contactOf(0, kind, a, b, normal)];
    for (let k = 1; k < touching.count; k++) contacts.push(this.contactOf(k, kind, a, b, normal));
    return contacts;
  }

  private contactOf(k: number, kind: Contact['kind'], a: ContactSide, b: ContactSide, normal: Vec3): Contact {
    const { touching, reference } = this;
    const pointA = touching.pointA(k, reference);
    const pointB = touching.pointB(k, reference);
    const { point, distance } = between(pointA, pointB, normal);
    return { kind, a, b, pointA, pointB, normal, point, distance };
  }

  /** A point of a core, moved out to the surface along the direction at `along`, in the world. */
  private pointAt(out: Float64Array, o: number, radius: number, along: number = TRACK_NORMAL): Vec3 {
    const { reference: r } = this;
    return [out[o] + radius * out[along] + r[0], out[o + 1] + radius * out[along + 1] + r[1], out[o + 2] + radius * out[along + 2] + r[2]];
  }

  private poseOf(body: string, state: Float64Array): BodyPose {
    const { reference: r } = this;
    const position: Vec3 = [state[STATE_P] + r[0], state[STATE_P + 1] + r[1], state[STATE_P + 2] + r[2]];
    return { body, position, quaternion: fromMatrix(state, 0) };
  }

  private defaultTolerance(): number {
    const radius = Math.min(this.a.reach, this.b.reach) || Math.max(this.a.reach, this.b.reach);
    if (!(radius > 0)) throw new InputError('both bodies are single points: give a tolerance');
    return RELATIVE_TOLERANCE * radius;
  }
}

function originDistance(A: Float64Array, B: Float64Array): number {
  const x = A[STATE_P] - B[STATE_P];
  const y = A[STATE_P + 1] - B[STATE_P + 1];
  const z = A[STATE_P + 2] - B[STATE_P + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Nearer than that, the start has a say in what counts as contact [contact/start-rule.ts]. */
function startsFar(low: number, epsilon: number, clearance: number, tolerance: number): boolean {
  return low >= clearance + 2 * tolerance && low > clearance + 2 * OVERLAP * epsilon;
}

/** Whether a body that does not turn may leave its straight way. */
function bends(state: Float64Array): boolean {
  return !(state[STATE_A0] === 0 && state[STATE_A1] === 0 && state[STATE_KAPPA] === 0);
}

const INSTEAD = 'convex polyhedra are rigid';

function checkConvexBody(body: Body<ConvexPolyhedron>, what: string): void {
  checkPlacement(body, what);
  if (!(body.shape instanceof ConvexPolyhedron))
    throw new InputError(`${what}: needs a convex shape, made by convexHull, convexBox or the like; got ${shownValue(body.shape)}`);
  if (body.motion !== undefined) requireRigidMotion(body.motion, what, INSTEAD);
}

function checkConvexOptions(options: ConvexFirstContactOptions): void {
  checkRecord(options, OPTION_KEYS, 'firstContact');
  for (const key of OPTION_KEYS) {
    const value = options[key as keyof ConvexFirstContactOptions];
    if (value === undefined) continue;
    if (typeof value !== 'number' || !(value >= 0)) throw new InputError(`${key}: must be a number ≥ 0, got ${shownValue(value)}`);
    if ((key === 'tolerance' || key === 'clearance') && value > 2 ** 300)
      throw new InputError(`${key}: ${value} is too large${limitHint(value)}`);
    if (key === 'tolerance' && value === 0) throw new InputError('tolerance: must be above 0; contact is found by approaching it');
  }
}
