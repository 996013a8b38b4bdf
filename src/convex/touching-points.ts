/**
 * The contact points of an approach: the patch of its two cores along its certified normal, moved out to the swollen
 * surfaces.
 */
import type { Vec3 } from '../math/pose.ts';
import { ContactPatch, PATCH_DOUBLES, PATCH_POINT_A, PATCH_POINT_B } from './contact-patch.ts';
import { type ConvexApproach, NORMAL } from './convex-approach.ts';
import { TRACK_DOUBLES, TRACK_NORMAL } from './convex-tracker.ts';

/** So many corners at most; round bodies have more, and no use for them. */
export const MOST_POINTS = 8;

export class TouchingPoints {
  private readonly approach: ConvexApproach;
  private readonly patch: ContactPatch;
  private readonly witness: Float64Array = new Float64Array(TRACK_DOUBLES);

  constructor(approach: ConvexApproach) {
    this.approach = approach;
    this.patch = new ContactPatch(approach.a, approach.b);
  }

  get count(): number {
    return this.patch.count;
  }

  /**
   * Looks for what is within `depth` of touching, after `approach.measure` of the same placements; `out`: points of the
   * bodies there, as a tracker or EPA tells them.
   */
  find(A: Float64Array, B: Float64Array, depth: number, out: Float64Array = this.approach.tracker.out): void {
    const { witness, approach } = this;
    for (let k = 0; k < TRACK_DOUBLES; k++) witness[k] = out[k];
    for (let k = 0; k < 3; k++) witness[TRACK_NORMAL + k] = approach.numbers[NORMAL + k];
    this.patch.find(A, B, witness, depth, MOST_POINTS, approach.vertexA, approach.vertexB);
  }

  /** Point i of a or of b, shifted by the reference. */
  pointA(i: number, reference: ArrayLike<number>): Vec3 {
    return this.point(i * PATCH_DOUBLES + PATCH_POINT_A, this.approach.a.radius, reference);
  }

  pointB(i: number, reference: ArrayLike<number>): Vec3 {
    return this.point(i * PATCH_DOUBLES + PATCH_POINT_B, -this.approach.b.radius, reference);
  }

  private point(o: number, radius: number, reference: ArrayLike<number>): Vec3 {
    const { points } = this.patch;
    const { numbers } = this.approach;
    return [
      points[o] + radius * numbers[NORMAL] + reference[0],
      points[o + 1] + radius * numbers[NORMAL + 1] + reference[1],
      points[o + 2] + radius * numbers[NORMAL + 2] + reference[2],
    ];
  }
}
