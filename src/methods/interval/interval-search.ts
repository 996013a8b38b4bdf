/**
 * `interval`: first contact of many pairs of bodies by continuous box tests and elementary equations, the third stage
 * of [Redon et al. 2004, §5]. The OBB-trees of all pairs are walked over an interval of time; boxes are tested part
 * after part of it, and children go on from the part in which their parents met. The pairs of leaves that are left go
 * to the solver together.
 * Guarantee: as for every method [docs/guarantee.md], given bounds that enclose the motions, to `rounding` where
 * extents meet:
 * at its first contact a pair's boxes, and some equation of its leaves, cannot be told apart.
 * Deviations: pairs of nodes wait in the part in which they first meet, and parts are taken in the order of time, each
 * with its own leaves to solve, so that nothing is refined beyond the contact. A part with too many pairs of leaves
 * becomes an interval with parts of its own.
 */

import { type Budget, NO_LIMITS } from '../../contact/budget.ts';
import { stepBoxes } from '../../contact/many-turns/spinning-boxes.ts';
import { SpinningPair, spinOf } from '../../contact/many-turns/spinning-pair.ts';
import { undecided } from '../../contact/outcome.ts';
import { OBB_CHILD, OBB_SIZE } from '../../hierarchy/obb-tree.ts';
import { LEAF_STRIDE } from '../../hierarchy/triangle-tree.ts';
import { doubled } from '../../math/enlarged.ts';
import { MANY_TURNS } from '../../motion/spin.ts';
import type { IntervalBody, IntervalOutcome, IntervalPair, IntervalStats, SolverOptions } from './interval-body.ts';
import { boxesApart } from './interval-boxes.ts';
import { FINEST_LEVEL, IntervalRefinement } from './interval-refinement.ts';
import { IntervalSolver } from './interval-solver.ts';
import { LeafPairList } from './leaf-pair-list.ts';

/** A part with more pairs of leaves than this, over all of the time, has its time split … */
const MOST_LEAF_PAIRS = 64;
/** … into 2 to this power parts, for each of which … */
const SPLIT_LEVEL = 3;
/**
 * … this many times more are let through: leaves that are close for long stay many, however short the part. Measured.
 */
const MORE_WHEN_SPLIT = 4;

/** Units of the budget for the bounds of two bodies over an interval, by Taylor models along a chain of joints. */
const BOUNDS_UNITS = 8;

/** Numbers of a waiting pair of nodes: pair, node of a, node of b, the next one of its part. */
const WAITING = 4;

export class IntervalSearch {
  private readonly refinement: IntervalRefinement = new IntervalRefinement();
  private readonly solver: IntervalSolver = new IntervalSolver();
  private readonly list: LeafPairList = new LeafPairList();
  private waiting: Int32Array = new Int32Array(256 * WAITING);
  private waitingCount = 0;
  /** First of those no longer in use, first of the leaves of the part at hand, first of each part; −1: none. */
  private unused = -1;
  private leaves = -1;
  private readonly heads: Int32Array = new Int32Array(1 << FINEST_LEVEL);
  private near: Int32Array = new Int32Array(0);
  private nearCount = 0;
  /** Ends of intervals still to search, the earliest last. */
  private readonly ends: Float64Array = new Float64Array(64);
  private fullPart = -1;
  /** Made when a body first turns many times; the pair that it was last set to, and whether any pair needs it. */
  private spinning: SpinningPair | undefined;
  private spinningPair = -1;
  private spins = false;
  private bodies: readonly IntervalBody[] = [];
  private pairs: readonly IntervalPair[] = [];
  private options: SolverOptions = {};
  private budget: Budget = NO_LIMITS;

  /** Fills in the outcome: free, contact (with pair and leaves) or unresolved. */
  search(
    bodies: readonly IntervalBody[],
    pairs: readonly IntervalPair[],
    options: SolverOptions,
    budget: Budget,
    outcome: IntervalOutcome,
    stats: IntervalStats,
  ): void {
    this.bodies = bodies;
    this.pairs = pairs;
    this.options = options;
    this.budget = budget;
    this.refinement.begin(bodies, pairs);
    this.solver.begin(bodies, pairs, options);
    this.beginSpins();
    outcome.status = 'free';
    outcome.time = 1;
    outcome.pair = outcome.leafA = outcome.leafB = -1;
    // pairs that are judged from later on join at that time
    let from = 1;
    for (let i = 0; i < pairs.length; i++) from = Math.min(from, pairs[i].from);
    while (from < 1) {
      let to = 1;
      for (let i = 0; i < pairs.length; i++) if (pairs[i].from > from) to = Math.min(to, pairs[i].from);
      if (this.searchWindow(from, to, budget, outcome, stats)) return;
      from = to;
    }
  }

  /** True: the outcome is known. */
  private searchWindow(from: number, to: number, budget: Budget, outcome: IntervalOutcome, stats: IntervalStats): boolean {
    const { ends, refinement } = this;
    let start = from;
    let open = 0;
    let level = 0;
    this.findNearPairs(from, to, stats);
    if (this.nearCount === 0) return false;
    ends[open++] = to;
    while (open > 0) {
      const end = ends[open - 1];
      const most = open === ends.length ? Infinity : mostLeafPairs((to - from) / (end - start));
      stats.traversals++;
      refinement.setInterval(start, end, level, this.options.refinement);
      if (this.sweep(most, budget, outcome, stats)) return true;
      if (this.fullPart < 0) {
        start = end;
        open--;
        continue;
      }
      // all is free before the crowded part
      start = refinement.startOf(this.fullPart);
      if (refinement.parts > 1 && this.fullPart + 1 < refinement.parts) ends[open++] = refinement.startOf(this.fullPart + 1);
      level = SPLIT_LEVEL;
    }
    return false;
  }

  /**
   * Goes through the parts of the interval set; true: the outcome is known; otherwise `crowded` is a part with too many
   * leaves, or −1.
   */
  private sweep(most: number, budget: Budget, outcome: IntervalOutcome, stats: IntervalStats): boolean {
    const { refinement, heads, list } = this;
    const { parts } = refinement;
    this.fullPart = this.unused = this.leaves = -1;
    this.waitingCount = 0;
    heads.fill(-1);
    for (let i = 0; i < this.nearCount; i++) this.place(this.near[i], 0, 0, 0, stats);
    for (let part = 0; part < parts; part++) {
      list.clear();
      while (heads[part] >= 0) {
        if (budget.spent()) {
          undecided(outcome, refinement.startOf(part), budget.reason);
          return true;
        }
        this.descend(part, stats);
        if (list.count > most) {
          this.fullPart = part;
          return false;
        }
      }
      if (list.count === 0) continue;
      if (this.solve(refinement.startOf(part), refinement.startOf(part + 1), budget, outcome, stats)) return true;
      this.moveOn(part + 1, stats);
    }
    return false;
  }

  private solve(from: number, to: number, budget: Budget, outcome: IntervalOutcome, stats: IntervalStats): boolean {
    const { solver, list } = this;
    if (this.options.solver === 'independent') return solver.solveEach(list, from, to, budget, outcome, stats);
    return solver.solve(list, from, to, budget, outcome, stats);
  }

  /** Pairs that are judged in all of [from, to] and not apart as a whole over it: in a large scene, few. */
  private findNearPairs(from: number, to: number, stats: IntervalStats): void {
    const { pairs, bodies, refinement } = this;
    if (this.near.length < pairs.length) this.near = new Int32Array(pairs.length);
    this.nearCount = 0;
    refinement.setInterval(from, to, 0, 0);
    for (let i = 0; i < pairs.length; i++) {
      const pair = pairs[i];
      if (pair.from > from) continue;
      // not looked at is as good as near: the sweep then ends at once
      if (this.budget.isLate(BOUNDS_UNITS)) {
        this.near[this.nearCount++] = i;
        continue;
      }
      stats.boxTests++;
      const bounds = refinement.wholeBounds(pair, stats);
      const apart = boxesApart(bodies[pair.a].tree.nodes, 0, bodies[pair.b].tree.nodes, 0, bounds, 0, pair.clearance + pair.rounding);
      if (!apart) this.near[this.nearCount++] = i;
    }
  }

  /** Takes a pair of nodes from the part: its children take its place, leaves go to the list. */
  private descend(part: number, stats: IntervalStats): void {
    const { waiting, heads, bodies, list, refinement } = this;
    const entry = heads[part];
    const at = entry * WAITING;
    heads[part] = waiting[at + 3];
    const number = waiting[at];
    const a = waiting[at + 1];
    const b = waiting[at + 2];
    const pair = this.pairs[number];
    const nodesA = bodies[pair.a].tree.nodes;
    const nodesB = bodies[pair.b].tree.nodes;
    const childA = nodesA[(a << 4) + OBB_CHILD];
    const childB = nodesB[(b << 4) + OBB_CHILD];
    if (childA < 0 && childB < 0) {
      list.push(number, -1 - childA, -1 - childB, refinement.startOf(part));
      waiting[at + 3] = this.leaves;
      this.leaves = entry;
      return;
    }
    waiting[at + 3] = this.unused;
    this.unused = entry;
    if (childB < 0 || (childA >= 0 && nodesA[(a << 4) + OBB_SIZE] >= nodesB[(b << 4) + OBB_SIZE])) {
      this.place(number, childA, b, part, stats);
      this.place(number, childA + 1, b, part, stats);
    } else {
      this.place(number, a, childB, part, stats);
      this.place(number, a, childB + 1, part, stats);
    }
  }

  /** Leaves that did not touch in their part wait for the next one in which they may. */
  private moveOn(part: number, stats: IntervalStats): void {
    let entry = this.leaves;
    this.leaves = -1;
    while (entry >= 0) {
      const at = entry * WAITING;
      const next = this.waiting[at + 3];
      this.waiting[at + 3] = this.unused;
      this.unused = entry;
      this.place(this.waiting[at], this.waiting[at + 1], this.waiting[at + 2], part, stats);
      entry = next;
    }
  }

  /**
   * Lets a pair of nodes wait in the first part, from the one given on, in which it may meet; where it is late, in the
   * next one, from which on nothing is known then.
   */
  private place(number: number, a: number, b: number, from: number, stats: IntervalStats): void {
    const { refinement, bodies } = this;
    const pair = this.pairs[number];
    const nodesA = bodies[pair.a].tree.nodes;
    const nodesB = bodies[pair.b].tree.nodes;
    const pad = pair.clearance + pair.rounding;
    for (let part = from; part < refinement.parts; part++) {
      if (this.budget.isLate(BOUNDS_UNITS)) return this.wait(number, a, b, part);
      stats.boxTests++;
      const o = refinement.boundsOf(number, part, stats);
      if (boxesApart(nodesA, a << 4, nodesB, b << 4, refinement.relative, o, pad)) continue;
      if (this.spins) {
        // what they reach over all turns may be apart until a later part, or to the end
        const free = this.outlast(number, a, b, refinement.startOf(part), stats);
        if (free >= refinement.startOf(part + 1)) {
          while (part + 1 < refinement.parts && free >= refinement.startOf(part + 2)) part++;
          continue;
        }
      }
      this.wait(number, a, b, part);
      return;
    }
  }

  private beginSpins(): void {
    this.spinningPair = -1;
    this.spins = this.bodies.some(({ spinner }) => spinOf(spinner) > MANY_TURNS);
    if (!this.spins) return;
    this.spinning ??= new SpinningPair();
    this.spinning.forget();
  }

  /** Until when two nodes are apart from the time on, whatever the angles of what spins. */
  private outlast(number: number, a: number, b: number, time: number, stats: IntervalStats): number {
    const spinning = this.spinning as SpinningPair;
    const pair = this.pairs[number];
    const A = this.bodies[pair.a];
    const B = this.bodies[pair.b];
    if (number !== this.spinningPair) {
      this.spinningPair = number;
      spinning.begin(A.spinner, B.spinner, A.tree.radius, B.tree.radius, number);
    }
    if (!spinning.active) return time;
    stats.boxTests++;
    spinning.place(time, A.reference, null, null);
    // far from each other rounding grows with the distance of the origins
    const rounding = pair.rounding * (1 + spinning.originDistance / (A.tree.radius + B.tree.radius + pair.clearance));
    const pad = pair.clearance + rounding;
    const childA = A.tree.nodes[(a << 4) + OBB_CHILD];
    const childB = B.tree.nodes[(b << 4) + OBB_CHILD];
    if (childA < 0 && childB < 0)
      spinning.stepLeaves(A.tree.leaves, (-1 - childA) * LEAF_STRIDE, B.tree.leaves, (-1 - childB) * LEAF_STRIDE, pad, rounding);
    else stepBoxes(spinning, A.tree.nodes, a << 4, B.tree.nodes, b << 4, pad, rounding);
    return time + spinning.step[0];
  }

  private wait(number: number, a: number, b: number, part: number): void {
    let entry = this.unused;
    if (entry >= 0) this.unused = this.waiting[entry * WAITING + 3];
    else {
      entry = this.waitingCount++;
      if (this.waitingCount * WAITING > this.waiting.length) this.waiting = doubled(this.waiting);
    }
    const at = entry * WAITING;
    this.waiting[at] = number;
    this.waiting[at + 1] = a;
    this.waiting[at + 2] = b;
    this.waiting[at + 3] = this.heads[part];
    this.heads[part] = entry;
  }
}

/** For an interval that is so many times shorter than the whole. */
function mostLeafPairs(shorter: number): number {
  let most = MOST_LEAF_PAIRS;
  for (let left = shorter; left > 1.5; left /= 1 << SPLIT_LEVEL) most *= MORE_WHEN_SPLIT;
  return most;
}
