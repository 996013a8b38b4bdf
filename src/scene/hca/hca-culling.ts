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
import type { DirectionalBound } from '../../robot/culling/directional-bound.ts';
import { DynamicBvh, type MovingLink } from '../../robot/culling/dynamic-bvh.ts';
import { ObjectBoxes } from '../../robot/culling/object-boxes.ts';
import type { ScenePairs } from '../scene-pairs.ts';
import type { StartPairs } from '../start-pairs.ts';
import type { View } from '../view.ts';

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
  /** Number of the listed pair of bodies i < j at i · count + j, or −1. */
  private readonly listed: Int32Array;

  /** bounds: one a robot. */
  constructor(pairs: ScenePairs, bounds: readonly DirectionalBound[]) {
    const { moving, movingViews, standingViews, listed, ignored, standingFrom, topFrom } = pairs;
    this.pairs = pairs;
    this.bounds = bounds;
    const links: MovingLink[] = moving.map(({ mesh }, i) => ({ mesh, motion: new LooseMotion(movingViews[i]) }));
    this.bvh = new DynamicBvh(links);
    this.objects = new ObjectBoxes(standingViews);
    this.listed = new Int32Array(moving.length * moving.length).fill(-1);
    for (const [pair, { a, b }] of listed.entries())
      this.listed[Math.min(a.body, b.body) * moving.length + Math.max(a.body, b.body)] = pair;
    let tested = standingFrom;
    for (let pair = standingFrom; pair < topFrom; pair++) tested += 1 - ignored[pair];
    this.tested = tested;
  }

  /**
   * Over [from, 1] of the segment that all views and bounds have begun; the clock stands at 0. Where the budget is
   * late, it means nothing.
   */
  run(from: number, clearance: number, start: StartPairs, budget: Budget): void {
    const { pairs, bvh, found, left, times } = this;
    const { moving, movingViews, standingViews, movable, standingFrom, ignored } = pairs;
    const count = moving.length;
    for (let i = 0; i < count; i++) {
      const { robot, link } = moving[i];
      if (robot >= 0) bvh.links[i].motion = this.bounds[robot].motion(link, pairs.reference);
    }
    times[0] = from;
    let slices = 1;
    for (const bound of this.bounds) slices = Math.max(slices, bound.slices);
    left.length = 0;
    if (!bvh.sweep(times, slices, (clearance + start.concern + this.rounding(clearance)) * (1 + 2 ** -40), budget)) return;
    found.clear();
    bvh.collectPairs(found);
    for (let k = 0; k < 2 * found.count; k += 2) {
      const i = found.pairs[k];
      const j = found.pairs[k + 1];
      const pair = this.listed[Math.min(i, j) * count + Math.max(i, j)];
      if (pair >= 0 && !start.neverMeet(pairs.listed[pair].a, pairs.listed[pair].b)) left.push(pair);
    }
    found.clear();
    bvh.collect(this.objects, found);
    for (let k = 0; k < 2 * found.count; k += 2) {
      const i = found.pairs[k];
      const s = found.pairs[k + 1];
      const pair = standingFrom + i * standingViews.length + s;
      if (i < movable && ignored[pair] === 0 && !start.neverMeet(movingViews[i], standingViews[s])) left.push(pair);
    }
  }

  /** More than rounding does to two bodies whose boxes do not meet but are near. */
  private rounding(clearance: number): number {
    const { movingViews, standingViews } = this.pairs;
    let adding = 0;
    let turn = 0;
    let radius = 0;
    const look = (view: View): void => {
      adding = Math.max(adding, view.adding);
      turn = Math.max(turn, view.turn);
      radius = Math.max(radius, view.tree.radius);
    };
    movingViews.forEach(look);
    standingViews.forEach(look);
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
