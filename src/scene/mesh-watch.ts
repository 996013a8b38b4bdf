/**
 * Two bodies of which one is a mesh that is not convex, under watch: far apart they are asked for their first contact, by the trees of the foundation; near each
 * other for their distance. A steered body has no known future: then the largest speed bounds how soon they can meet.
 */

import { PairQuery } from '../contact/pair-query.ts';
import { type Distance, distance } from '../contact/placed-query.ts';
import { STATE_FALL } from '../convex/convex-approach.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { STATE_A0, STATE_A1, STATE_DELTA, STATE_KAPPA, STATE_OMEGA, STATE_V } from '../motion/motion.ts';
import { square, Watch } from './watch.ts';
import type { BodyRecord } from './world-body.ts';
import type { WorldContact } from './world-event.ts';
import { lengthAt, PathMotion, poseOf, SteeredPath } from './world-path.ts';

export class MeshWatch extends Watch {
  private readonly meshA: TriangleMesh;
  private readonly meshB: TriangleMesh;
  private readonly query: PairQuery;
  private readonly motionA: PathMotion = new PathMotion();
  private readonly motionB: PathMotion = new PathMotion();
  private found: Distance | undefined;

  constructor(a: BodyRecord, b: BodyRecord, item: number, tolerance: number, meshA: TriangleMesh, meshB: TriangleMesh) {
    super(a, b, item, tolerance);
    this.meshA = meshA;
    this.meshB = meshB;
    this.query = new PairQuery({ mesh: meshA }, { mesh: meshB });
  }

  protected measure(_t: number, near: number): void {
    const { a, b, normal } = this;
    const found = distance(
      { mesh: this.meshA, pose: poseOf(a.state) },
      { mesh: this.meshB, pose: poseOf(b.state) },
      // where only the speed is bounded, steps are as long as the distance allows
      this.steered ? {} : { cutoff: near + 4 * this.rounding },
    );
    this.found = found;
    const { closest } = found;
    const slack = found.rounding + this.rounding;
    this.low = found.lower - slack;
    this.high = closest === undefined ? Infinity : found.distance + slack;
    if (closest === undefined) return;
    let square = 0;
    for (let k = 0; k < 3; k++) {
      normal[k] = closest.pointB[k] - closest.pointA[k];
      square += normal[k] * normal[k];
    }
    const length = Math.sqrt(square);
    for (let k = 0; k < 3; k++) normal[k] = length > 0 ? normal[k] / length : 0;
  }

  contacts(): readonly WorldContact[] {
    const closest = this.found?.closest;
    if (closest === undefined) return [];
    const { pointA, pointB } = closest;
    return [{ pointA, pointB, speed: -this.separation(pointA, pointB) }];
  }

  closing(): number {
    return this.contacts().reduce((most, { speed }) => Math.max(most, speed), 0);
  }

  depth(): number {
    return 0;
  }

  get kind(): null {
    return null;
  }

  safeUntil(t: number, keep: number, until: number): number {
    const { a, b, query, tolerance } = this;
    if (this.steered) return Math.min(until, t + this.slowestApproach(keep));
    const duration = until - t;
    if (!(t + duration > t)) return t;
    const first = query.firstContact(this.motionA.begin(a.path, a.state, duration), this.motionB.begin(b.path, b.state, duration), {
      clearance: keep,
      tolerance,
      contacts: 'none',
    });
    this.inside = first.status === 'overlap';
    return first.status === 'free' ? until : t + first.time * duration * (1 - 2 ** -50);
  }

  private get steered(): boolean {
    return this.a.path instanceof SteeredPath || this.b.path instanceof SteeredPath;
  }

  /** Seconds that the distance takes at least to fall to `keep`, whatever the direction. */
  private slowestApproach(keep: number): number {
    const { a, b } = this;
    const spare = this.low - keep;
    if (!(spare > 0)) return 0;
    let bend = 0;
    let speed = 0;
    for (let k = 0; k < 3; k++) speed += square(b.state[STATE_V + k] - a.state[STATE_V + k]);
    speed = Math.sqrt(speed);
    for (const { state, hull } of [a, b]) {
      speed += lengthAt(state, STATE_OMEGA) * hull.reach;
      bend += lengthAt(state, STATE_FALL) + state[STATE_A0] + state[STATE_A1] * hull.reach;
      bend += lengthAt(state, STATE_OMEGA) * state[STATE_KAPPA] * (hull.reach + state[STATE_DELTA]);
    }
    return ((2 * spare) / (speed + Math.sqrt(speed * speed + 2 * bend * spare))) * (1 - 2 ** -30);
  }
}
