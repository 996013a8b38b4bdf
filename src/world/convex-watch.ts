/**
 * Two convex hulls under watch: pieces of bodies, or hulls that stand for what they hold. Tracked features, certified
 * by supports [convex-approach.ts].
 */

import { ConvexApproach, EPSILON, HIGH, HORIZON, LOW, NORMAL, STEP, TARGET } from '../convex/convex-approach.ts';
import { between, featuresOf } from '../convex/convex-contact.ts';
import type { ConvexTracker } from '../convex/convex-tracker.ts';
import { EPA_DIRECTION, EPA_LOWER, EPA_UPPER, Epa } from '../convex/epa.ts';
import { TouchingPoints } from '../convex/touching-points.ts';
import { lengthAt, vectorAt } from '../math/vec3.ts';
import { STATE_OMEGA } from '../motion/motion.ts';
import { MANY_TURNS } from '../motion/spin.ts';
import { SpinningHulls } from './spinning-hulls.ts';
import { Watch } from './watch.ts';
import type { BodyRecord } from './world-body.ts';
import type { WorldContact } from './world-event.ts';
import type { WorldShape } from './world-shape.ts';

const ORIGIN = [0, 0, 0];

export class ConvexWatch extends Watch {
  readonly shapeA: WorldShape;
  readonly shapeB: WorldShape;
  readonly approach: ConvexApproach;
  /** Made when they are needed: most pairs never touch. */
  private touching: TouchingPoints | undefined;
  private epa: Epa | undefined;
  private spins: SpinningHulls | undefined;

  constructor(
    a: BodyRecord,
    b: BodyRecord,
    item: number,
    tolerance: number,
    shapeA: WorldShape,
    shapeB: WorldShape,
    tracker: ConvexTracker,
  ) {
    super(a, b, item, tolerance);
    this.shapeA = shapeA;
    this.shapeB = shapeB;
    this.approach = new ConvexApproach(tracker);
  }

  protected measure(): void {
    const { approach, a, b, normal } = this;
    const { numbers } = approach;
    numbers[EPSILON] = this.rounding;
    approach.measure(a.state, b.state);
    this.low = numbers[LOW];
    this.high = numbers[HIGH];
    if (approach.tracker.overlap) this.measureDepth();
    for (let k = 0; k < 3; k++) normal[k] = numbers[NORMAL + k];
  }

  /** Measures the shortest way out of cores that meet, as a distance below 0 and as the normal. */
  private measureDepth(): void {
    const { approach, rounding } = this;
    this.epa ??= new Epa(approach.a, approach.b);
    const { out } = this.epa;
    this.epa.penetrate(this.a.state, this.b.state);
    const radii = approach.a.radius + approach.b.radius;
    this.low = -(out[EPA_UPPER] + radii) - rounding;
    this.high = rounding - radii - out[EPA_LOWER];
    for (let k = 0; k < 3; k++) approach.numbers[NORMAL + k] = out[EPA_DIRECTION + k];
  }

  safeUntil(t: number, keep: number, until: number): number {
    const { approach } = this;
    const { numbers } = approach;
    numbers[TARGET] = keep;
    numbers[HORIZON] = until - t;
    // cores that meet: the plane across the way out still says how far they can be in each other
    if (approach.tracker.overlap) approach.bound(this.a.state, this.b.state);
    approach.step(this.a.state, this.b.state);
    if (numbers[STEP] >= until - t) return until;
    return Math.max(t + numbers[STEP], this.outlast(t, keep, until));
  }

  /** Where one turns more than once until then: how long what they reach over all turns is apart; otherwise t. */
  private outlast(t: number, keep: number, until: number): number {
    const { a, b } = this;
    const duration = until - t;
    const rate = Math.max(lengthAt(a.state, STATE_OMEGA), lengthAt(b.state, STATE_OMEGA));
    if (!(duration < Infinity && rate * duration > MANY_TURNS)) return t;
    this.spins ??= new SpinningHulls(this.shapeA.hull, this.shapeB.hull);
    return t + duration * this.spins.step(a, b, duration, keep, this.rounding) * (1 - 2 ** -50);
  }

  contacts(): readonly WorldContact[] {
    const { touching } = this;
    const contacts: WorldContact[] = [];
    if (touching === undefined) return contacts;
    const normal = vectorAt(this.normal, 0);
    const { kind, a, b } = featuresOf(this.approach.tracker, this.a.name, this.b.name);
    for (let i = 0; i < touching.count; i++) {
      const pointA = touching.pointA(i, ORIGIN);
      const pointB = touching.pointB(i, ORIGIN);
      const speed = this.approachAt(pointA, pointB);
      const { point, distance } = between(pointA, pointB, normal);
      contacts.push({ kind, a, b, pointA, pointB, normal, point, distance, speed });
    }
    return contacts;
  }

  closing(): number {
    const { approach, a, b } = this;
    this.touching ??= new TouchingPoints(approach);
    this.touching.find(
      a.state,
      b.state,
      this.tolerance,
      approach.tracker.overlap && this.epa !== undefined ? this.epa.out : approach.tracker.out,
    );
    let most = -Infinity;
    for (let i = 0; i < this.touching.count; i++)
      most = Math.max(most, this.approachAt(this.touching.pointA(i, ORIGIN), this.touching.pointB(i, ORIGIN)));
    return most;
  }

  depth(): number {
    return Math.max(0, -this.high);
  }

  sunk(clearance: number): number {
    return Math.max(0, clearance - this.high);
  }
}
