/** How long are two bodies of a scene that look convex apart as wholes? [contact/methods/hulls/hull-walk.ts] */
import {
  HullWalk,
  SPEEDS_NOW,
  WALK_EPSILON,
  WALK_LIMIT,
  WALK_RADIUS_A,
  WALK_RADIUS_B,
  WALK_REST,
  WALK_STEP,
  WALK_TARGET,
} from '../../contact/methods/hulls/hull-walk.ts';
import { REST } from '../../contact/volume-gap.ts';
import { hullPointsOf } from '../../hierarchy/hull-points.ts';
import { KEPT_CLEARANCE, KEPT_CONCERN, paddedRounding } from '../pairs/padding.ts';
import type { View } from '../pairs/view.ts';
import { RESERVE } from './start-pairs.ts';

export class HullLooks {
  /** Work of the last look. */
  work = 0;
  /** Made when two bodies that look convex first come near each other. */
  private hulls: HullWalk | undefined;

  /**
   * How long from the placed instant on, for which the frame is padded; negative: nothing is known. `numbers`: of the
   * pair, as it is settled [start-pairs.ts].
   */
  stepOf(a: View, b: View, frame: Float64Array, kept: Float64Array, numbers: Float64Array): number {
    this.work = 0;
    const hullA = hullPointsOf(a.tree);
    const hullB = hullA === null ? null : hullPointsOf(b.tree);
    if (hullA === null || hullB === null) return -1;
    if (this.hulls === undefined) this.hulls = new HullWalk(hullA, hullB);
    else this.hulls.take(hullA, hullB);
    const { hulls } = this;
    const w = hulls.numbers;
    w[WALK_TARGET] = kept[KEPT_CLEARANCE] + Math.max(kept[KEPT_CONCERN], numbers[RESERVE]);
    w[WALK_EPSILON] = paddedRounding(frame, kept);
    w[WALK_REST] = frame[REST];
    w[WALK_LIMIT] = -Infinity;
    w[WALK_RADIUS_A] = a.tree.radius;
    w[WALK_RADIUS_B] = b.tree.radius;
    hulls.begin(a.state, b.state);
    const apart = hulls.approach(a.state, b.state, SPEEDS_NOW);
    this.work = hulls.passes;
    return apart ? w[WALK_STEP] : -1;
  }
}
