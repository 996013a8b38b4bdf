/**
 * Which pairs of a scene can come near each other at all in a segment? Boxes around what links and bodies sweep, from
 * Taylor models of their poses, in a tree against that of what stands still and against itself
 * [Tang et al. 2013, §5.3.1]; then the outermost spheres of each pair in its own frame. Guarantee: every other pair
 * keeps more than the clearance and what bears on its start [start-pairs.ts] all the way.
 */
import type { Budget } from '../../contact/budget.ts';
import { TURNING } from '../../contact/moving-pair.ts';
import { PairList } from '../../math/pair-list.ts';
import { POSE_T } from '../../motion/interval-pose.ts';
import type { IntervalMotion } from '../../motion/motion.ts';
import { findAllNear, type NearPairs } from '../../scene/pairs/near-pairs.ts';
import type { ScenePairs } from '../../scene/pairs/scene-pairs.ts';
import type { View } from '../../scene/pairs/view.ts';
import { largestRoundingParts } from '../../scene/search/largest-rounding.ts';
import type { StartPairs } from '../../scene/search/start-pairs.ts';
import type { DirectionalBound } from '../culling/directional-bound.ts';
import { DynamicBvh, type MovingLink } from '../culling/dynamic-bvh.ts';
import type { ObjectBoxes } from '../culling/object-boxes.ts';

export class HcaCulling {
  /** Numbers of the pairs that are left. */
  readonly left: number[] = [];
  /** How many were looked at. */
  readonly tested: number;
  private readonly pairs: ScenePairs;
  private readonly bounds: readonly DirectionalBound[];
  private readonly bvh: DynamicBvh;
  private readonly objects: ObjectBoxes;
  private readonly found: PairList = new PairList();
  private readonly times: Float64Array = Float64Array.of(0, 1);
  private readonly near: NearPairs | null;

  /** bounds: one a robot. near: where not all pairs have numbers. objects: around what stands. */
  constructor(pairs: ScenePairs, near: NearPairs | null, bounds: readonly DirectionalBound[], objects: ObjectBoxes) {
    const { moving, movingViews } = pairs;
    this.pairs = pairs;
    this.near = near;
    this.bounds = bounds;
    const links: MovingLink[] = moving.map(({ mesh }, i) => ({ mesh, motion: new LooseMotion(movingViews[i]) }));
    this.bvh = new DynamicBvh(links);
    this.objects = objects;
    this.tested = pairs.tested;
  }

  /**
   * Over [from, 1] of the segment that all views and bounds have begun; the clock stands at 0. False: the budget's time
   * is over.
   */
  run(from: number, clearance: number, start: StartPairs, budget: Budget): boolean {
    const { pairs, bvh, found, left, times, near } = this;
    const { moving, movable } = pairs;
    const count = moving.length;
    for (let i = 0; i < count; i++) {
      const { robot, link } = moving[i];
      if (robot >= 0) bvh.links[i].motion = this.bounds[robot].motion(link, pairs.reference);
    }
    times[0] = from;
    let slices = 1;
    for (const bound of this.bounds) slices = Math.max(slices, bound.slices);
    left.length = 0;
    if (!bvh.sweep(times, slices, (clearance + start.concern + this.rounding(clearance)) * (1 + 2 ** -40), budget)) return false;
    found.clear();
    if (near === null) bvh.collect(null, found);
    else {
      if (budget.isOver() || !findAllNear(near, from, clearance + start.concern, budget)) return false;
      pairs.clock[0] = 0;
      for (let k = 0; k < 2 * near.found.count; k += 2)
        if (bvh.meets(near.found.pairs[k], near.found.pairs[k + 1])) found.push(near.found.pairs[k], near.found.pairs[k + 1]);
    }
    for (let k = 0; k < 2 * found.count; k += 2) {
      const pair = pairs.numberOf(found.pairs[k], found.pairs[k + 1]);
      if (pair >= 0) this.take(pair, start);
    }
    found.clear();
    bvh.collect(this.objects, found);
    for (let k = 0; k < 2 * found.count; k += 2) {
      const pair = found.pairs[k] < movable ? pairs.standingNumber(found.pairs[k], found.pairs[k + 1]) : -1;
      if (pair >= 0) this.take(pair, start);
    }
    return true;
  }

  private take(pair: number, start: StartPairs): void {
    const { pairs, left } = this;
    start.admit(pair);
    if (!start.neverMeet(pair, pairs.viewA(pair), pairs.viewB(pair))) left.push(pair);
  }

  /** More than rounding does to two bodies whose boxes do not meet but are near. */
  private rounding(clearance: number): number {
    const { adding, turn, radius } = largestRoundingParts(this.pairs, this.near);
    return 4 * adding + 8 * TURNING * (1 + 2 * turn) * (2 * radius + clearance);
  }
}

/**
 * A body that moves by a motion of its own, as loosely as its view knows it: how far it can turn and go from where it
 * is placed.
 */
class LooseMotion implements IntervalMotion {
  private readonly view: View;

  constructor(view: View) {
    this.view = view;
  }

  writePose(_times: Float64Array, out: Float64Array, o: number): void {
    const { view } = this;
    view.place();
    const turn = Math.min(2, view.turn) * (1 + 2 ** -40) + 2 ** -40;
    for (let e = 0; e < 12; e++) {
      const off = 2 * e < POSE_T ? turn : view.way * (1 + 2 ** -40) + view.adding;
      out[o + 2 * e] = view.state[e] - off;
      out[o + 2 * e + 1] = view.state[e] + off;
    }
  }

  /** Nothing is known. */
  writeRate(_times: Float64Array, out: Float64Array, o: number): void {
    for (let k = 0; k < 24; k += 2) {
      out[o + k] = -Infinity;
      out[o + k + 1] = Infinity;
    }
  }

  writeBend(times: Float64Array, out: Float64Array, o: number): void {
    this.writeRate(times, out, o);
  }
}
