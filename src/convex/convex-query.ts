/**
 * Two convex polyhedra: distance and closest features at one instant, penetration depth, first contact under motions.
 * Reusable: features are kept from call to call, so that bodies that moved little cost little.
 * Guarantee: as for all pairs [docs/guarantee.md], with polyhedra as solids. First contact is conservative advancement
 * over the tracked distance [Mirtich 1997, §4], each step certified by supports [convex-approach.ts]; rigid motions are
 * mostly guessed at once and proven afterwards [cast/cast-proof.ts].
 */

import { Budget } from '../contact/budget.ts';
import { type Body, checkPlacement, type PairMotions, requireRigidMotion } from '../contact/deformation.ts';
import { beginProof, type FirstContactOptions, type PairProof, RELATIVE_TOLERANCE } from '../contact/options.ts';
import type { BodyPose, Contact, ContactSide, Gap, Reason, Status } from '../contact/result.ts';
import { FINEST, OVERLAP, OVERLAP_ROUNDING } from '../contact/start-rule.ts';
import { checkLimit, checkRecord, shownValue } from '../math/check-record.ts';
import { Exclusive } from '../math/exclusive.ts';
import { InputError } from '../math/input-error.ts';
import { limitHint } from '../math/limits.ts';
import type { Pose, Vec3 } from '../math/pose.ts';
import { fromMatrix } from '../math/quat.ts';
import { type Motion, STATE_P, STATE_TIME } from '../motion/motion.ts';
import { restMotion } from '../motion/rigid-motion.ts';
import { CastProof } from './cast/cast-proof.ts';
import { ConvexApproach, EPSILON, HIGH, HORIZON, LOW, NORMAL, STEP, TARGET } from './convex-approach.ts';
import { between, featuresOf } from './convex-contact.ts';
import { ConvexPolyhedron } from './convex-polyhedron.ts';
import type { ConvexDistance, ConvexFirstContact, Penetration } from './convex-result.ts';
import { type ConvexTracker, TRACK_DISTANCE, TRACK_NORMAL, TRACK_POINT_A, TRACK_POINT_B } from './convex-tracker.ts';
import { EPA_DEPTH, EPA_DIRECTION, EPA_POINT_A, EPA_POINT_B, Epa } from './epa.ts';
import { MovingHulls } from './moving-hulls.ts';
import { SeparatingPlane } from './separating-plane.ts';
import { MOST_POINTS, TouchingPoints } from './touching-points.ts';
import { VClip } from './trackers/v-clip.ts';

/** What two convex polyhedra can be asked for. maxIterations counts instants looked at. */
export interface ConvexFirstContactOptions extends FirstContactOptions {
  /** Writes a proof of the answer that others can check: `recordProof` of `inbetween/prove`. Default: none. */
  readonly proof?: PairProof;
}

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
const DEFAULTS: ConvexFirstContactOptions = {};
const LIMIT_KEYS: readonly string[] = ['tolerance', 'clearance', 'maxIterations', 'maxMilliseconds'];
const OPTION_KEYS: readonly string[] = [...LIMIT_KEYS, 'proof'];
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
  private readonly moving: MovingHulls;
  private readonly budget: Budget = new Budget();
  private readonly touching: TouchingPoints;
  /** Made when it is needed. */
  private proof: CastProof | undefined;
  private epa: Epa | undefined;
  private plane: SeparatingPlane | undefined;
  private readonly guard: Exclusive = new Exclusive('ConvexQuery');

  /** Takes two bodies with convex shapes, and their poses or motions where they have such. */
  constructor(a: Body<ConvexPolyhedron>, b: Body<ConvexPolyhedron>, options: ConvexQueryOptions = {}) {
    checkRecord(options, ['tracker'], 'convex query');
    checkConvexBody(a, 'first body');
    checkConvexBody(b, 'second body');
    this.a = a.shape;
    this.b = b.shape;
    this.nameA = a.name ?? a.shape.name;
    this.nameB = b.name ?? b.shape.name;
    this.ownA = (a.motion as Motion | undefined) ?? restMotion(a.pose);
    this.ownB = (b.motion as Motion | undefined) ?? restMotion(b.pose);
    const { tracker = (p, q) => new VClip(p, q) } = options;
    const made = typeof tracker === 'function' ? tracker(this.a, this.b) : undefined;
    if (typeof made?.track !== 'function')
      throw new InputError(`tracker: must be a function that makes one, such as (a, b) => new Gjk(a, b)`);
    this.approach = new ConvexApproach(made);
    this.moving = new MovingHulls(this.approach, this.ownA, this.ownB);
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
    this.moving.measure(0);
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
    const { moving } = this;
    this.stand(poses);
    moving.place(0);
    this.plane ??= new SeparatingPlane(this.a, this.b);
    const { plane, approach } = this;
    const { stateA, stateB } = moving;
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
    this.moving.measure(0);
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
    this.epa.penetrate(this.moving.stateA, this.moving.stateB);
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
      const answer = this.answer(motions, options);
      if (options.proof !== undefined) this.tell(options.proof, motions, options, answer);
      return answer;
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
    const { maxIterations = MOST_CHECKS } = options;
    budget.start(maxIterations, options.maxMilliseconds ?? Infinity);
    this.moving.begin(motionA, motionB, clearance);
    if (options.maxMilliseconds !== 0) {
      this.proof ??= new CastProof(this.moving);
      const { proof } = this;
      const led = proof.lead(clearance, tolerance, maxIterations);
      if (led !== 'unresolved') return this.makeAnswer(led, this.moving.stateA[STATE_TIME], tolerance, proof.checks, proof.steps);
    }
    let t = 0;
    let checks = 1;
    let steps = 0;
    this.moving.measure(0);
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
      this.approach.step(this.moving.stateA, this.moving.stateB);
      if (w[STEP] >= 1 - t) {
        // free up to the end: the distance reported is the one there
        t = 1;
        status = 'free';
      } else if (budget.spent()) {
        reason = budget.reason;
        break;
      } else if (!(t + w[STEP] > t)) break;
      else t += w[STEP];
      this.moving.measure(t);
      checks++;
      steps += this.approach.tracker.steps;
      if (status === 'free') break;
    }
    return this.makeAnswer(status, t, band, checks, steps, status === 'unresolved' ? reason : undefined);
  }

  private tell(proof: PairProof, motions: PairMotions, options: ConvexFirstContactOptions, answer: ConvexFirstContact): void {
    const { a = this.ownA, b = this.ownB } = motions as { readonly a?: Motion; readonly b?: Motion };
    const { clearance = 0, tolerance = this.defaultTolerance() } = options;
    proof.hulls({ names: [this.nameA, this.nameB], meshes: [this.a.mesh, this.b.mesh], motions: [a, b], clearance, tolerance, answer });
  }

  private stand(poses: ConvexPoses): void {
    checkRecord(poses, ENDS, 'poses');
    const { a, b } = poses;
    this.moving.begin(a === undefined ? this.ownA : restMotion(a), b === undefined ? this.ownB : restMotion(b), 0);
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
    const poses = [this.poseOf(this.nameA, this.moving.stateA), this.poseOf(this.nameB, this.moving.stateB)];
    const stats = { checks, steps };
    if (reason === undefined) return { status, time, gap, rounding, tolerance, kind, a, b, normal, contacts, complete, poses, stats };
    return { status, time, gap, rounding, tolerance, reason, kind, a, b, normal, contacts, complete, poses, stats };
  }

  private contactsOf(kind: Contact['kind'], a: ContactSide, b: ContactSide, normal: Vec3, depth: number): Contact[] {
    const { touching } = this;
    touching.find(this.moving.stateA, this.moving.stateB, depth);
    // mostly one: a list that is made with it has no room to spare
    const contacts = [this.contactOf(0, kind, a, b, normal)];
    for (let k = 1; k < touching.count; k++) contacts.push(this.contactOf(k, kind, a, b, normal));
    return contacts;
  }

  private contactOf(k: number, kind: Contact['kind'], a: ContactSide, b: ContactSide, normal: Vec3): Contact {
    const { touching } = this;
    const { reference } = this.moving;
    const pointA = touching.pointA(k, reference);
    const pointB = touching.pointB(k, reference);
    const { point, distance } = between(pointA, pointB, normal);
    return { kind, a, b, pointA, pointB, normal, point, distance };
  }

  /** A point of a core, moved out to the surface along the direction at `along`, in the world. */
  private pointAt(out: Float64Array, o: number, radius: number, along: number = TRACK_NORMAL): Vec3 {
    const { reference: r } = this.moving;
    return [out[o] + radius * out[along] + r[0], out[o + 1] + radius * out[along + 1] + r[1], out[o + 2] + radius * out[along + 2] + r[2]];
  }

  private poseOf(body: string, state: Float64Array): BodyPose {
    const { reference: r } = this.moving;
    const position: Vec3 = [state[STATE_P] + r[0], state[STATE_P + 1] + r[1], state[STATE_P + 2] + r[2]];
    return { body, position, quaternion: fromMatrix(state, 0) };
  }

  private defaultTolerance(): number {
    const radius = Math.min(this.a.reach, this.b.reach) || Math.max(this.a.reach, this.b.reach);
    if (!(radius > 0)) throw new InputError('both bodies are single points: give a tolerance');
    return RELATIVE_TOLERANCE * radius;
  }
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
  beginProof(options.proof);
  for (const key of LIMIT_KEYS) {
    const value = options[key as keyof ConvexFirstContactOptions] as number | undefined;
    if (value === undefined) continue;
    checkLimit(value, key, `${key}:`);
    if ((key === 'tolerance' || key === 'clearance') && value > 2 ** 300)
      throw new InputError(`${key}: ${value} is too large${limitHint(value)}`);
    if (key === 'tolerance' && value === 0) throw new InputError('tolerance: must be above 0; contact is found by approaching it');
  }
}
