/**
 * `auto` where neither body turns nor bends its way: the best-first search of best-first.ts with the bounds of
 * straight-ways.ts.
 *
 * Two leaves are cast at each other once (straight-leaves.ts), which proves them apart until they mostly do touch; only
 * then are they measured, and go on as in best-first.ts where they do not. Guarantee as there: a contact is reported of
 * two leaves that were measured at a time until which all other pairs are proven apart.
 *
 * Node pairs are kept until they may be within clearance + tolerance, not only clearance, and so are pairs of leaves
 * that were cast. So what the queue holds when contact is found is every pair that may be within tolerance then, and
 * the contacts need no search of their own.
 */
import { NODE_CHILD } from '../../../hierarchy/fit-swept-sphere.ts';
import type { Budget } from '../../budget.ts';
import { CLOCK_NEXT, type MovingPair } from '../../moving-pair.ts';
import { type Outcome, undecided } from '../../outcome.ts';
import { KEY_POPPED, KEY_PUSHED, type PairQueue } from '../../pair-queue.ts';
import type { StartRule } from '../../start-rule.ts';
import { LEAF_STEP } from '../../triangle-gap.ts';
import { leavesGoOn, leavesTouch } from '../leaf-verdict.ts';
import { MovedNodes } from './moved-nodes.ts';
import { LEAF_APART, LEAF_ENTRY, LEAF_TARGET, LEAF_WIDER } from './straight-leaves.ts';
import { STRAIGHT_ADDING, STRAIGHT_CLEARANCE, STRAIGHT_EXTRA, STRAIGHT_TIME, STRAIGHT_TURNING } from './straight-volumes.ts';
import { StraightWays } from './straight-ways.ts';

/** After the end: a pair that stays near and does not touch. */
const NEVER = 2;
/** Roundings ε that listing allows for: distances that are listed are off by two of them. */
const LISTED = 4;

export class StraightSearch {
  private readonly moved: MovedNodes = new MovedNodes();
  private readonly ways: StraightWays = new StraightWays(this.moved);

  search(pair: MovingPair, queue: PairQueue, budget: Budget, start: StartRule, tolerance: number, until: number, outcome: Outcome): void {
    const { ways } = this;
    const { w, cast } = ways;
    const { stats, clock, leaf } = pair;
    const nodesA = pair.treeA.nodes;
    const nodesB = pair.treeB.nodes;
    const keys = queue.keys;
    const from = start.clear;
    const wider = tolerance + LISTED * pair.rounding;
    queue.clear();
    keys[KEY_POPPED] = from;
    queue.pushNow(0, 0);
    // at the start every pair of leaves that bears on τ′ is met
    let starting = from === start.from;
    w[STRAIGHT_EXTRA] = starting ? Math.max(start.concern, wider) : wider;
    w[STRAIGHT_TIME] = from;
    w[STRAIGHT_CLEARANCE] = pair.clearance;
    w[STRAIGHT_ADDING] = pair.adding;
    w[STRAIGHT_TURNING] = pair.turning;
    pair.placeAt(from);
    pair.widen(0);
    this.moved.forget();
    ways.begin(pair.treeA, pair.treeB, pair.stateA, pair.stateB, 0);
    while (queue.pop()) {
      const t = keys[KEY_POPPED];
      if (t > 1) break;
      if (t !== w[STRAIGHT_TIME]) {
        if (starting) w[STRAIGHT_EXTRA] = wider;
        starting = false;
        w[STRAIGHT_TIME] = t;
        ways.move();
      }
      stats.iterations++;
      if (budget.spent()) {
        undecided(outcome, t, budget.reason);
        return;
      }
      const a = queue.a;
      const b = queue.b;
      const leafA = -1 - nodesA[(a << 4) + NODE_CHILD];
      const leafB = -1 - nodesB[(b << 4) + NODE_CHILD];
      if (leafA < 0 || leafB < 0) {
        if (queue.far) stats.nodes++;
        if (queue.far && ways.gains(queue, until)) continue;
        stats.nodes += 2;
        ways.split(queue, until);
        continue;
      }
      // far: it was cast
      if (!queue.far) {
        cast[LEAF_TARGET] = starting ? w[STRAIGHT_EXTRA] : start.reserve[0];
        cast[LEAF_WIDER] = starting ? 0 : wider - cast[LEAF_TARGET];
        stats.triangles++;
        ways.castLeaves(leafA, leafB, false);
        const key = t + cast[LEAF_ENTRY];
        if (key > t) {
          if (key < until) {
            keys[KEY_PUSHED] = key;
            // at the start it was kept apart by more than is needed later
            queue.pushLater(a, b, !starting);
          }
          continue;
        }
      }
      clock[CLOCK_NEXT] = t;
      pair.place();
      if (leavesTouch(pair, start, starting, leafA, leafB, outcome)) return;
      if (!leavesGoOn(pair, start, a, leafA, b, leafB, outcome)) return;
      const key = t + leaf[LEAF_STEP];
      if (key < until || until === Infinity) {
        keys[KEY_PUSHED] = Math.min(NEVER, key);
        queue.pushLater(a, b, true);
      }
    }
    outcome.status = until === Infinity ? 'free' : 'contact';
    outcome.time = until === Infinity ? 1 : until;
  }

  /**
   * After a search without `until` that ended in contact, once: every pair of leaves whose distance then is at most
   * `within`, as forLeavesWithin does, of those that the queue still holds.
   */
  forLeavesLeft(
    pair: MovingPair,
    queue: PairQueue,
    outcome: Outcome,
    within: number,
    visit: (leafA: number, leafB: number) => boolean,
  ): void {
    const { ways } = this;
    const { w, cast } = ways;
    const nodesA = pair.treeA.nodes;
    const nodesB = pair.treeB.nodes;
    const rounding = pair.roundingNow;
    const now = w[STRAIGHT_TIME];
    pair.leafDistance(outcome.leafA, outcome.leafB);
    if (!visit(outcome.leafA, outcome.leafB)) return;
    while (queue.take()) {
      if (pair.budget.isLate()) return;
      const today = queue.keys[KEY_POPPED] <= now;
      const leafA = -1 - nodesA[(queue.a << 4) + NODE_CHILD];
      const leafB = -1 - nodesB[(queue.b << 4) + NODE_CHILD];
      if (leafA < 0 || leafB < 0) {
        if (!today) continue;
        pair.stats.nodes += 2;
        ways.split(queue, 0);
      } else if (today || queue.far) {
        cast[LEAF_TARGET] = within - pair.clearance + LISTED * pair.rounding;
        pair.stats.triangles++;
        ways.castLeaves(leafA, leafB, true);
        if (cast[LEAF_APART] === 1) continue;
        if (pair.leafDistance(leafA, leafB) <= within + rounding && !visit(leafA, leafB)) return;
      }
    }
  }
}
