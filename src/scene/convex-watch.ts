/** Two convex hulls under watch: pieces of bodies, or hulls that stand for what they hold. Tracked features, certified by supports [convex-approach.ts]. */
import { ConvexApproach, EPSILON, HIGH, HORIZON, LOW, NORMAL, STEP, TARGET } from '../convex/convex-approach.ts';
import { type ConvexTracker, TRACK_DISTANCE } from '../convex/convex-tracker.ts';
import { EPA_LOWER, Epa } from '../convex/epa.ts';
import { TouchingPoints } from '../convex/touching-points.ts';
import { Watch } from './watch.ts';
import type { BodyRecord } from './world-body.ts';
import type { WorldContact, WorldEvent } from './world-event.ts';
import type { WorldShape } from './world-shape.ts';

const ORIGIN = [0, 0, 0];
const FEATURES = ['vertex', 'edge', 'face'] as const;

export class ConvexWatch extends Watch {
  readonly shapeA: WorldShape;
  readonly shapeB: WorldShape;
  readonly approach: ConvexApproach;
  private readonly touching: TouchingPoints;
  private epa: Epa | undefined;

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
    this.touching = new TouchingPoints(this.approach);
  }

  protected measure(): void {
    const { approach, a, b, normal } = this;
    const { numbers } = approach;
    numbers[EPSILON] = this.rounding;
    approach.measure(a.state, b.state);
    this.low = numbers[LOW];
    this.high = numbers[HIGH];
    for (let k = 0; k < 3; k++) normal[k] = numbers[NORMAL + k];
  }

  safeUntil(t: number, keep: number, until: number): number {
    const { approach } = this;
    const { numbers } = approach;
    numbers[TARGET] = keep;
    numbers[HORIZON] = until - t;
    approach.step(this.a.state, this.b.state);
    return numbers[STEP] >= until - t ? until : t + numbers[STEP];
  }

  contacts(): readonly WorldContact[] {
    const { touching } = this;
    const contacts: WorldContact[] = [];
    for (let i = 0; i < touching.count; i++) {
      const pointA = touching.pointA(i, ORIGIN);
      const pointB = touching.pointB(i, ORIGIN);
      contacts.push({ pointA, pointB, speed: -this.separation(pointA, pointB) });
    }
    return contacts;
  }

  closing(): number {
    this.touching.find(this.a.state, this.b.state, this.tolerance);
    return this.contacts().reduce((most, { speed }) => Math.max(most, speed), -Infinity);
  }

  depth(): number {
    const { approach } = this;
    const { tracker } = approach;
    const radii = approach.a.radius + approach.b.radius;
    if (!tracker.overlap) return Math.max(0, radii - tracker.out[TRACK_DISTANCE]);
    this.epa ??= new Epa(approach.a, approach.b);
    this.epa.penetrate(this.a.state, this.b.state);
    return this.epa.out[EPA_LOWER] + radii;
  }

  get kind(): WorldEvent['kind'] {
    const { kindA, kindB } = this.approach.tracker;
    return `${FEATURES[kindA]}-${FEATURES[kindB]}`;
  }
}
