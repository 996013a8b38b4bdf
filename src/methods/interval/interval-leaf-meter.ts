/**
 * The exact end of the interval method: the distance of two leaves at the left end of an interval, and the step that it
 * proves free.
 * Guarantee: as in triangle-gap.ts, with the pair's rounding.
 */

import { DISTANCE, LEAF_REST, LEAF_SIZE, LEAF_STEP, measureLeaves, RHO_A, RHO_B, stepLeaves, TARGET } from '../../contact/triangle-gap.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../hierarchy/triangle-tree.ts';
import { STATE_TIME } from '../../motion/motion.ts';
import type { IntervalBody, IntervalPair, IntervalStats } from './interval-body.ts';
import type { Span } from './interval-bounds.ts';

export class LeafMeter {
  private readonly leaf: Float64Array = new Float64Array(LEAF_SIZE);

  /** Are the leaves, numbers in their trees, in contact at the time? */
  touches(pair: IntervalPair, a: IntervalBody, leafA: number, b: IntervalBody, leafB: number, time: number, stats: IntervalStats): boolean {
    const { leaf } = this;
    placeBody(a, time, stats);
    placeBody(b, time, stats);
    stats.distances++;
    measureLeaves(leaf, a.tree.leaves, leafA * LEAF_STRIDE, a.state, b.tree.leaves, leafB * LEAF_STRIDE, b.state);
    return leaf[DISTANCE] <= pair.limit;
  }

  /**
   * After touches at the start of the span: the time up to which the leaves are proven apart, Infinity for all of it.
   */
  freeUntil(pair: IntervalPair, a: IntervalBody, leafA: number, b: IntervalBody, leafB: number, span: Span): number {
    const { leaf } = this;
    const leavesA = a.tree.leaves;
    const leavesB = b.tree.leaves;
    const la = leafA * LEAF_STRIDE;
    const lb = leafB * LEAF_STRIDE;
    leaf[RHO_A] = reach(leavesA, la);
    leaf[RHO_B] = reach(leavesB, lb);
    // far from each other, rounding grows with the distance of the origins, which is at most this one and the extents
    const extent = a.tree.radius + b.tree.radius + pair.clearance;
    const rounding = pair.rounding * (1 + Math.max(0, leaf[DISTANCE]) / extent);
    leaf[TARGET] = leavesA[la + LEAF_RADIUS] + leavesB[lb + LEAF_RADIUS] + pair.clearance + pair.reserve + rounding;
    leaf[LEAF_REST] = span.ends[1] - span.ends[0];
    stepLeaves(leaf, a.state, b.state);
    return span.ends[0] + leaf[LEAF_STEP];
  }
}

/** A body that never moves is placed once. */
function placeBody(body: IntervalBody, time: number, stats: IntervalStats): void {
  const at = body.state[STATE_TIME];
  if (at === time || (body.travel === 0 && at >= 0)) return;
  body.state[STATE_TIME] = time;
  stats.poses++;
  body.writeState();
}

/** Bound on the corners' distance from the body's origin. */
function reach(leaves: Float64Array, l: number): number {
  let square = 0;
  for (let i = l; i < l + 9; i += 3) {
    square = Math.max(square, leaves[i] * leaves[i] + leaves[i + 1] * leaves[i + 1] + leaves[i + 2] * leaves[i + 2]);
  }
  return Math.sqrt(square) * (1 + 2 ** -50);
}
