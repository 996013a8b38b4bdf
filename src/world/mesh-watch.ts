/**
 * Two bodies of which one is a mesh that is not convex, under watch: far apart they are asked for their first contact,
 * by the trees of the foundation; near each other for their distance. A steered body has no known future: then the
 * largest speed bounds how soon they can meet, the planes between their hulls, and how far it can get from where it
 * would go on to.
 */

import { MOST_UNITS } from '../contact/budget.ts';
import { DEFAULT_ITERATIONS } from '../contact/options.ts';
import { PairQuery } from '../contact/pair-query.ts';
import { type Distance, distance } from '../contact/placed-query.ts';
import type { TriangleContact } from '../contact/result.ts';
import { ConvexApproach, EPSILON, HORIZON, STEP, TARGET } from '../convex/convex-approach.ts';
import { between } from '../convex/convex-contact.ts';
import type { ConvexTracker } from '../convex/convex-tracker.ts';
import { vectorAt } from '../math/vec3.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { STATE_A0, STATE_A1, STATE_OMEGA, STATE_P, STATE_TIME, STATE_V } from '../motion/motion.ts';
import { restMotion } from '../motion/rigid-motion.ts';
import { Watch } from './watch.ts';
import type { BodyRecord } from './world-body.ts';
import type { WorldContact } from './world-event.ts';
import { PathMotion, poseOf, SteeredPath, ThrownPath } from './world-path.ts';

/** More points of contact are of no use to a simulator. */
const MOST_POINTS = 16;
/**
 * Iterations of a search for the first contact: faces that lie on each other take ten thousand, to say what happens
 * long after the next hop. What is proven by then will do; where that is little, the next search may take twice as
 * many.
 */
const LEAST_EFFORT = 256;

export class MeshWatch extends Watch {
  override readonly units: number = MOST_UNITS;
  private readonly meshA: TriangleMesh;
  private readonly meshB: TriangleMesh;
  private readonly query: PairQuery;
  private readonly motionA: PathMotion = new PathMotion();
  private readonly motionB: PathMotion = new PathMotion();
  private found: Distance | undefined;
  private touching: WorldContact[] = [];
  /** One is inside the other, a solid, though their surfaces are apart. */
  private inside = false;
  private readonly marked: Float64Array = new Float64Array(12);
  private readonly placement: Float64Array = new Float64Array(12);
  private readonly tracker: () => ConvexTracker;
  private effort = LEAST_EFFORT;
  /** Approach of the hulls around both; made when it is needed. */
  private hulls: ConvexApproach | undefined;

  constructor(
    a: BodyRecord,
    b: BodyRecord,
    item: number,
    tolerance: number,
    meshA: TriangleMesh,
    meshB: TriangleMesh,
    tracker: () => ConvexTracker,
  ) {
    super(a, b, item, tolerance);
    this.meshA = meshA;
    this.meshB = meshB;
    this.tracker = tracker;
    this.query = new PairQuery({ shape: meshA }, { shape: meshB });
  }

  protected measure(): void {
    const { a, b, normal } = this;
    const [poseA, poseB] = [poseOf(a.state), poseOf(b.state)];
    // where only the speed is bounded, and inside of a solid, steps are as long as the distance allows
    const options = this.steered || this.mayBeInside() ? {} : { cutoff: 2 * this.band + 4 * this.rounding };
    const found = distance({ shape: this.meshA, pose: poseA }, { shape: this.meshB, pose: poseB }, options);
    this.found = found;
    const { closest } = found;
    const slack = found.rounding + this.rounding;
    this.low = found.gap[0] - slack;
    this.high = closest === undefined ? Infinity : found.distance + slack;
    this.inside =
      this.low > 0 && this.mayBeInside() && this.query.firstContact({ a: restMotion(poseA), b: restMotion(poseB) }).status === 'overlap';
    if (this.inside) this.low = this.high = -found.gap[0];
    if (closest === undefined) {
      normal.fill(0);
      return;
    }
    let square = 0;
    for (let k = 0; k < 3; k++) {
      normal[k] = closest.pointB[k] - closest.pointA[k];
      square += normal[k] * normal[k];
    }
    const length = Math.sqrt(square);
    // the direction of what touches is lost in rounding
    for (let k = 0; k < 3; k++) normal[k] = this.low > 0 ? normal[k] / length : 0;
  }

  /** Whoever was outside of a solid comes inside through its surface only, and is reported then. */
  private mayBeInside(): boolean {
    return (this.meshA.solid || this.meshB.solid) && (this.passing || Number.isNaN(this.apartAt));
  }

  contacts(): readonly WorldContact[] {
    return this.touching;
  }

  closing(): number {
    const { a, b, band, found } = this;
    this.touching = [];
    if (found?.closest === undefined) return -Infinity;
    // with the band as the clearance they overlap, and all that is within it is listed
    const resting = { a: restMotion(poseOf(a.state)), b: restMotion(poseOf(b.state)) };
    const options = { clearance: band, tolerance: this.tolerance, contacts: 'minimal' } as const;
    const { contacts } = this.query.firstContact(resting, options);
    const listed = contacts.length > 0 ? contacts.slice(0, MOST_POINTS) : [this.nearest(found.closest)];
    this.complete = contacts.length <= MOST_POINTS;
    for (const contact of listed) {
      const { a: sideA, b: sideB, pointA, pointB, normal } = contact;
      const speed = this.approachAt(pointA, pointB, normal);
      this.touching.push({ ...contact, a: { ...sideA, body: a.name }, b: { ...sideB, body: b.name }, speed });
    }
    return this.touching.reduce((most, { speed }) => Math.max(most, speed), -Infinity);
  }

  depth(): number {
    return this.inside ? -this.high : 0;
  }

  /** How deep surfaces that meet are is not known: how far b moves in the frame of a from here on counts. */
  override mark(): void {
    this.writePlacement(this.marked);
  }

  sunk(): number {
    const { placement, marked, b } = this;
    this.writePlacement(placement);
    let turned = 0;
    let moved = 0;
    for (let k = 0; k < 9; k++) turned += (placement[k] - marked[k]) * (placement[k] - marked[k]);
    for (let k = 9; k < 12; k++) moved += (placement[k] - marked[k]) * (placement[k] - marked[k]);
    return Math.sqrt(moved) + b.hull.reach * Math.sqrt(turned);
  }

  /** Rotation and position of b in the frame of a, at the placed instant. */
  private writePlacement(out: Float64Array): void {
    const [A, B] = [this.a.state, this.b.state];
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) out[3 * i + j] = A[i] * B[j] + A[3 + i] * B[3 + j] + A[6 + i] * B[6 + j];
      out[9 + i] = 0;
      for (let k = 0; k < 3; k++) out[9 + i] += A[3 * k + i] * (B[STATE_P + k] - A[STATE_P + k]);
    }
  }

  /** The closest triangles, where nothing else is known. */
  private nearest({ pointA, pointB, triangleA, triangleB }: NonNullable<Distance['closest']>): TriangleContact {
    const { a, b } = this;
    const normal = vectorAt(this.normal, 0);
    return {
      kind: 'face-face',
      a: { body: a.name, triangle: triangleA, feature: 'face', index: 0 },
      b: { body: b.name, triangle: triangleB, feature: 'face', index: 0 },
      pointA,
      pointB,
      normal,
      ...between(pointA, pointB, normal),
    };
  }

  safeUntil(t: number, keep: number, until: number): number {
    const { a, b, query, tolerance } = this;
    const spare = this.low - keep;
    const atLeast = spare > 0 ? Math.min(until, t + this.secondsToMove(spare)) : t;
    if (atLeast === until) return until;
    if (this.steered) {
      const byHulls = this.hullsUntil(t, keep, until);
      if (byHulls > atLeast) return byHulls;
    }
    // what is steered is ½ bend s² from where it would go on to, after s: half of what there is to spare is for that
    const bend = bendOf(a) + bendOf(b);
    const duration = bend > 0 ? Math.min(until - t, Math.sqrt(spare / bend)) : until - t;
    const aside = bend > 0 ? 0.5 * bend * duration * duration * (1 + 2 ** -40) + 4 * this.rounding : 0;
    if (keep < 0 || (bend > 0 && !(aside <= spare)) || !(t + duration > t)) return atLeast;
    const motions = { a: goingOn(this.motionA, a, duration), b: goingOn(this.motionB, b, duration) };
    for (;;) {
      const options = { clearance: keep + aside, tolerance, contacts: 'none', maxIterations: this.effort } as const;
      const { status, time, reason } = query.firstContact(motions, options);
      const whole = status === 'free' && t + duration >= until;
      const proven = whole ? until : Math.max(atLeast, t + time * duration * (1 - 2 ** -50));
      if (reason !== 'iterations') {
        this.effort = LEAST_EFFORT;
        // nearer than the search can tell apart, whose roundings are those of all the way
        return proven > atLeast ? proven : Math.max(proven, this.hullsUntil(t, keep, until));
      }
      const byHulls = this.hullsUntil(t, keep, until);
      if (byHulls > proven) return byHulls;
      this.effort *= 2;
      if (proven > t || this.effort > DEFAULT_ITERATIONS) return proven;
    }
  }

  private hullsUntil(t: number, keep: number, until: number): number {
    const { a, b } = this;
    this.hulls ??= new ConvexApproach(this.tracker());
    const { numbers, tracker } = this.hulls;
    numbers[EPSILON] = this.rounding;
    this.hulls.measure(a.state, b.state);
    if (tracker.overlap) return t;
    numbers[TARGET] = keep;
    numbers[HORIZON] = until - t;
    this.hulls.step(a.state, b.state);
    return Math.min(until, t + numbers[STEP]);
  }

  private get steered(): boolean {
    return this.a.path instanceof SteeredPath || this.b.path instanceof SteeredPath;
  }
}

/** A bound on how points of what is steered leave the path that they would go on by; 0 for all else. */
function bendOf({ path, state, hull }: BodyRecord): number {
  return path instanceof SteeredPath ? state[STATE_A0] + state[STATE_A1] * hull.reach : 0;
}

/** The motion of a body from where it is placed on; where it is steered, at the velocities that it has. */
function goingOn(motion: PathMotion, { path, state }: BodyRecord, duration: number): PathMotion {
  if (!(path instanceof SteeredPath)) return motion.begin(path, state, duration);
  const { position, quaternion } = poseOf(state);
  const [velocity, spin] = [vectorAt(state, STATE_V), vectorAt(state, STATE_OMEGA)];
  const straight = new ThrownPath(state[STATE_TIME], position, quaternion, velocity, spin, [0, 0, 0]);
  const begin = state.slice();
  straight.writeState(begin);
  return motion.begin(straight, begin, duration);
}
