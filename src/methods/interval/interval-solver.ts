/**
 * When do leaves of a list first come into contact? All elementary equations are solved at once by halving the interval
 * of time, the earlier half first [Redon et al. 2004, §5.2.2-5.2.4]: bounds are computed once per body and interval,
 * equations without a solution are dropped, those with a Newton interval go on in the halves it meets, and each half
 * shrinks to the hull of what is left.
 * Guarantee: when an interval is reached, every pair of the list is proven apart before it; leaves within the limit at
 * its left end are the contact, and a list that runs empty is free. `independent` does the same for one equation at a
 * time, up to the earliest contact known.
 * Deviation: nothing is decided by roots. On short intervals the distance at the left end is measured; it is contact,
 * or proves a step free (triangle-gap.ts), also where equations vanish identically: sliding, coplanar, parallel.
 * Ends: a pair not in contact at the left end has a step of at least (reserve − 2ε)/speed, so shorter intervals run
 * empty.
 */

import type { Budget } from '../../contact/budget.ts';
import { undecided } from '../../contact/outcome.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../hierarchy/triangle-tree.ts';
import { doubled } from '../../math/enlarged.ts';
import { STATE_TIME } from '../../motion/motion.ts';
import type { IntervalBody, IntervalOutcome, IntervalPair, IntervalStats, SolverOptions } from './interval-body.ts';
import { BODY_SIZE, RELATIVE_SIZE, Span, writeBodyBounds, writeRelativeBounds } from './interval-bounds.ts';
import { EARLIER_FROM, EARLIER_TO, Elementary, LATER_FROM, LATER_TO } from './interval-elementary.ts';
import { ALL_EQUATIONS, equationsOf, LATER_HALF } from './interval-equations.ts';
import { LeafMeter } from './interval-leaf-meter.ts';
import type { LeafPairList } from './leaf-pair-list.ts';

/** Distances are measured on intervals shorter than this part of the one given … */
const SHORT = 2 ** -3;
/** … and as soon as no more pairs than this are left. */
const FEW = 4;

/** However short the one given is. */
const SURELY_SHORT = 2 ** -30;

/** What became of an interval. */
type Found = 'free' | 'contact' | 'unresolved';

export class IntervalSolver {
  private bodies: readonly IntervalBody[] = [];
  private pairs: readonly IntervalPair[] = [];
  private readonly elementary: Elementary = new Elementary();
  private readonly span: Span = new Span();
  private readonly meter: LeafMeter = new LeafMeter();
  /** Bounds over the interval at hand, valid where the stamp is that of the interval. */
  private bodyBounds: Float64Array = new Float64Array(0);
  private bodyStamp: Float64Array = new Float64Array(0);
  private pairBounds: Float64Array = new Float64Array(0);
  private pairStamp: Float64Array = new Float64Array(0);
  private stamp = 0;
  /** The active pairs of leaves of all open intervals, each with the equations of both halves. */
  private active: Int32Array = new Int32Array(256);
  private equations: Int32Array = new Int32Array(256);
  /** Open intervals: ends; and first, end and half of their part of the active pairs. */
  private times: Float64Array = new Float64Array(128);
  private parts: Int32Array = new Int32Array(192);
  /** Earliest and latest times left in each half; the time reached. */
  private readonly hull: Float64Array = new Float64Array(4);
  private readonly now: Float64Array = new Float64Array(1);

  begin(bodies: readonly IntervalBody[], pairs: readonly IntervalPair[], options: SolverOptions): void {
    this.bodies = bodies;
    this.pairs = pairs;
    this.elementary.newton = options.newton ?? true;
    if (this.bodyStamp.length < bodies.length) {
      this.bodyBounds = new Float64Array(BODY_SIZE * bodies.length);
      this.bodyStamp = new Float64Array(bodies.length);
    }
    if (this.pairStamp.length < pairs.length) {
      this.pairBounds = new Float64Array(RELATIVE_SIZE * pairs.length);
      this.pairStamp = new Float64Array(pairs.length);
    }
    this.bodyStamp.fill(0);
    this.pairStamp.fill(0);
    this.stamp = 0;
    for (const { state } of bodies) state[STATE_TIME] = Number.NaN;
  }

  /** All pairs of the list over [from, to]; false: no contact there. */
  solve(list: LeafPairList, from: number, to: number, budget: Budget, outcome: IntervalOutcome, stats: IntervalStats): boolean {
    while (this.active.length < 2 * list.count) {
      this.active = doubled(this.active);
      this.equations = doubled(this.equations);
    }
    for (let i = 0; i < list.count; i++) {
      this.active[i] = i;
      this.equations[i] = this.equationsAt(list, i);
      stats.equations += bitCount(this.equations[i]);
    }
    stats.leafPairs += list.count;
    return this.run(list, list.count, from, to, budget, outcome, stats) !== 'free';
  }

  /** The same, one equation after the other. */
  solveEach(list: LeafPairList, from: number, to: number, budget: Budget, outcome: IntervalOutcome, stats: IntervalStats): boolean {
    let end = to;
    let found = false;
    for (let i = 0; i < list.count; i++) {
      const equations = this.equationsAt(list, i);
      stats.leafPairs++;
      for (let bit = 1; bit <= equations; bit <<= 1) {
        if (!(equations & bit)) continue;
        stats.equations++;
        this.active[0] = i;
        this.equations[0] = bit;
        const result = this.run(list, 1, from, end, budget, outcome, stats);
        if (result === 'free') continue;
        found = true;
        if (result === 'unresolved') {
          // of the equations not yet solved, nothing is known
          outcome.time = from;
          return true;
        }
        end = outcome.time;
      }
    }
    if (found) outcome.status = 'contact';
    return found;
  }

  private equationsAt(list: LeafPairList, i: number): number {
    const { a, b } = this.pairs[list.pair[i]];
    const la = list.leafA[i] * LEAF_STRIDE;
    return equationsOf(this.bodies[a].tree.leaves, la, this.bodies[b].tree.leaves, list.leafB[i] * LEAF_STRIDE);
  }

  /** The first `count` active pairs over [from, to]. */
  private run(
    list: LeafPairList,
    count: number,
    from: number,
    to: number,
    budget: Budget,
    outcome: IntervalOutcome,
    stats: IntervalStats,
  ): Found {
    const { elementary, hull } = this;
    const short = SHORT * (to - from);
    let open = 0;
    this.open(open++, from, to, 0, count, 0);
    while (open > 0) {
      open--;
      const { times, parts } = this;
      const l = times[2 * open];
      const r = times[2 * open + 1];
      const first = parts[3 * open];
      const end = parts[3 * open + 1];
      const shift = parts[3 * open + 2];
      this.span.set(l, r);
      this.stamp++;
      stats.intervals++;
      elementary.evaluations = elementary.newtonCulls = 0;
      const measured = r - l <= short || end - first <= FEW || r - l <= SURELY_SHORT;
      const last = this.look(list, first, end, shift, measured, budget, outcome, stats);
      stats.evaluations += elementary.evaluations;
      stats.newtonCulls += elementary.newtonCulls;
      if (last < 0) return outcome.status === 'contact' ? 'contact' : 'unresolved';
      if (last === end) continue;
      const m = this.span.middle[0];
      if (!(l < m && m < r)) {
        // doubles cannot halve it any more
        undecided(outcome, l);
        return 'unresolved';
      }
      if (hull[LATER_FROM] <= hull[LATER_TO]) this.open(open++, hull[LATER_FROM], hull[LATER_TO], end, last, LATER_HALF);
      if (hull[EARLIER_FROM] <= hull[EARLIER_TO]) this.open(open++, hull[EARLIER_FROM], hull[EARLIER_TO], end, last, 0);
    }
    return 'free';
  }

  private open(at: number, from: number, to: number, first: number, end: number, shift: number): void {
    if (2 * at + 2 > this.times.length) {
      this.times = doubled(this.times);
      this.parts = doubled(this.parts);
    }
    this.times[2 * at] = from;
    this.times[2 * at + 1] = to;
    this.parts[3 * at] = first;
    this.parts[3 * at + 1] = end;
    this.parts[3 * at + 2] = shift;
  }

  /**
   * Looks at every active pair over the span and writes what is left of them behind `end`; −1: the outcome is known.
   */
  private look(
    list: LeafPairList,
    first: number,
    end: number,
    shift: number,
    measured: boolean,
    budget: Budget,
    outcome: IntervalOutcome,
    stats: IntervalStats,
  ): number {
    const { bodies, pairs, span, elementary, hull, now, meter } = this;
    const l = span.ends[0];
    const r = span.ends[1];
    const m = span.middle[0];
    hull[EARLIER_FROM] = hull[LATER_FROM] = Infinity;
    hull[EARLIER_TO] = hull[LATER_TO] = -Infinity;
    let last = end;
    for (let i = first; i < end; i++) {
      const mask = (this.equations[i] >> shift) & ALL_EQUATIONS;
      const entry = this.active[i];
      if (mask === 0 || list.start[entry] >= r) continue;
      if (budget.spent()) {
        undecided(outcome, l, budget.reason);
        return -1;
      }
      const number = list.pair[entry];
      const pair = pairs[number];
      const leavesA = bodies[pair.a].tree.leaves;
      const leavesB = bodies[pair.b].tree.leaves;
      const la = list.leafA[entry] * LEAF_STRIDE;
      const lb = list.leafB[entry] * LEAF_STRIDE;
      const o = this.boundsOf(number, pair, stats);
      const distance = (pair.clearance + leavesA[la + LEAF_RADIUS] + leavesB[lb + LEAF_RADIUS] + pair.rounding) * (1 + 2 ** -50);
      let found = elementary.solve(mask, this.pairBounds, o, span, leavesA, la, leavesB, lb, distance);
      if (found === 0) continue;
      now[0] = l;
      if (measured) {
        const a = bodies[pair.a];
        const b = bodies[pair.b];
        if (meter.touches(pair, a, list.leafA[entry], b, list.leafB[entry], l, stats)) {
          outcome.status = 'contact';
          outcome.time = l;
          outcome.pair = number;
          outcome.leafA = list.leafA[entry];
          outcome.leafB = list.leafB[entry];
          return -1;
        }
        now[0] = meter.freeUntil(pair, a, list.leafA[entry], b, list.leafB[entry], span);
        if (now[0] >= r) continue;
        if (now[0] > m) found &= ALL_EQUATIONS << LATER_HALF;
        if (found === 0) continue;
      }
      // both halves share the middle, and a hull of nothing stays empty
      const cut = elementary.hull;
      const free = Math.max(now[0], list.start[entry]);
      if (found & ALL_EQUATIONS) {
        hull[EARLIER_FROM] = Math.min(hull[EARLIER_FROM], Math.min(m, Math.max(l, free, m + cut[EARLIER_FROM])));
        hull[EARLIER_TO] = Math.max(hull[EARLIER_TO], Math.min(m, Math.max(l, m + cut[EARLIER_TO])));
      }
      if (found >> LATER_HALF) {
        hull[LATER_FROM] = Math.min(hull[LATER_FROM], Math.min(r, Math.max(m, free, m + cut[LATER_FROM])));
        hull[LATER_TO] = Math.max(hull[LATER_TO], Math.min(r, Math.max(m, m + cut[LATER_TO])));
      }
      if (last === this.active.length) {
        this.active = doubled(this.active);
        this.equations = doubled(this.equations);
      }
      this.active[last] = entry;
      this.equations[last++] = found;
    }
    return last;
  }

  /** Where the bounds of two bodies over the span stand; computed at the first call for it. */
  private boundsOf(number: number, pair: IntervalPair, stats: IntervalStats): number {
    const o = number * RELATIVE_SIZE;
    if (this.pairStamp[number] === this.stamp) return o;
    this.pairStamp[number] = this.stamp;
    const a = this.bodyBoundsOf(pair.a, stats);
    const b = this.bodyBoundsOf(pair.b, stats);
    writeRelativeBounds(this.bodyBounds, a, this.bodyBounds, b, this.span, this.pairBounds, o);
    return o;
  }

  private bodyBoundsOf(body: number, stats: IntervalStats): number {
    const o = body * BODY_SIZE;
    if (this.bodyStamp[body] === this.stamp) return o;
    this.bodyStamp[body] = this.stamp;
    stats.bodyBounds++;
    writeBodyBounds(this.bodies[body].bounds, this.span, this.bodyBounds, o);
    return o;
  }
}

function bitCount(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++;
  return count;
}
