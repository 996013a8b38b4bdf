/**
 * `auto` where neither body turns nor bends its way: the best-first search of best-first.ts with bounds that are linear
 * in time and in one frame for all of the motion, so that nothing is placed anew from instant to instant.
 *
 * Two leaves are cast at each other once (straight-leaves.ts), which proves them apart until they mostly do touch; only
 * then are they measured, and go on as in best-first.ts where they do not. Guarantee as there: a contact is told of two
 * leaves that were measured at a time until which all other pairs are proven apart.
 *
 * Node pairs are kept until they may be within clearance + tolerance, not only clearance, and so are pairs of leaves
 * that were cast. So what the queue holds when contact is found is every pair that may be within tolerance then, and
 * the contacts need no search of their own.
 */
import { NODE_CHILD, NODE_SIZE } from '../../../hierarchy/fit-swept-sphere.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../../hierarchy/triangle-tree.ts';
import { STATE_P, STATE_V } from '../../../motion/motion.ts';
import type { Budget } from '../../budget.ts';
import { CLOCK_NEXT, type MovingPair } from '../../moving-pair.ts';
import type { Outcome } from '../../outcome.ts';
import { KEY_POPPED, KEY_PUSHED, type PairQueue } from '../../pair-queue.ts';
import type { StartRule } from '../../start-rule.ts';
import { LEAF_STEP } from '../../triangle-gap.ts';
import { leavesGoOn, leavesTouch } from '../leaf-verdict.ts';
import { MovedNodes } from './moved-nodes.ts';
import { stepLeafStraight } from './straight-leaf-volume.ts';
import { castLeaves, LEAF_APART, LEAF_CAST_SIZE, LEAF_ENTRY, LEAF_TARGET, LEAF_WIDER } from './straight-leaves.ts';
import {
  OFFSET,
  OFFSET_0,
  OTHER_WAY,
  STRAIGHT_EXTRA,
  STRAIGHT_PAD,
  STRAIGHT_REST,
  STRAIGHT_ROUNDING,
  STRAIGHT_SIZE,
  STRAIGHT_STEP,
  STRAIGHT_TIME,
  stepStraight,
  TIME_0,
  TURN,
  VELOCITY,
} from './straight-volumes.ts';

/** As in best-first.ts, for pairs of which neither is a leaf; measured in docs/notes/first-contact.md. */
const FAR = 0.1;
const WORTH = 0.005;
/** After the end: a pair that stays near and does not touch. */
const NEVER = 2;
/** Of ε: distances that are listed up to rounding are off by two of them. */
const LISTED = 4;

export class StraightSearch {
  private readonly w: Float64Array = new Float64Array(STRAIGHT_SIZE);
  private readonly cast: Float64Array = new Float64Array(LEAF_CAST_SIZE);
  private readonly moved: MovedNodes = new MovedNodes();
  /** B is X, whose frame all is in: the body of more triangles. */
  private onB = false;

  search(pair: MovingPair, queue: PairQueue, budget: Budget, start: StartRule, tolerance: number, until: number, outcome: Outcome): void {
    const { w, cast } = this;
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
    this.begin(pair, from);
    while (queue.pop()) {
      const t = keys[KEY_POPPED];
      if (t > 1) break;
      if (t !== w[STRAIGHT_TIME]) {
        if (starting) w[STRAIGHT_EXTRA] = wider;
        starting = false;
        w[STRAIGHT_TIME] = t;
        this.move(pair);
      }
      stats.iterations++;
      if (budget.spent()) {
        outcome.status = 'unresolved';
        outcome.reason = budget.reason;
        outcome.time = t;
        return;
      }
      const a = queue.a;
      const b = queue.b;
      const leafA = -1 - nodesA[(a << 4) + NODE_CHILD];
      const leafB = -1 - nodesB[(b << 4) + NODE_CHILD];
      if (leafA < 0 || leafB < 0) {
        if (!queue.far || !this.gains(pair, queue, until)) this.split(pair, queue, until);
        continue;
      }
      // far: it was cast
      if (!queue.far) {
        cast[LEAF_TARGET] = starting ? w[STRAIGHT_EXTRA] : start.reserve[0];
        cast[LEAF_WIDER] = starting ? 0 : wider - cast[LEAF_TARGET];
        this.castLeaves(pair, leafA, leafB);
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
    const { w, cast } = this;
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
        if (today) this.split(pair, queue, 0);
      } else if (today || queue.far) {
        cast[LEAF_TARGET] = within - pair.clearance + LISTED * pair.rounding;
        cast[LEAF_WIDER] = 0;
        this.castLeaves(pair, leafA, leafB);
        if (cast[LEAF_APART] === 1) continue;
        if (pair.leafDistance(leafA, leafB) <= within + rounding && !visit(leafA, leafB)) return;
      }
    }
  }

  /** Looks again at the pair popped; true: it is kept apart for longer, and back in the queue or dropped. */
  private gains(pair: MovingPair, queue: PairQueue, until: number): boolean {
    const { w, moved, onB } = this;
    const { keys, a, b } = queue;
    pair.stats.nodes++;
    const y = moved.placeOf(onB ? a : b, onB ? pair.treeA : pair.treeB, w);
    stepStraight(w, 0, (onB ? pair.treeB : pair.treeA).nodes, (onB ? b : a) << 4, moved.nodes, y, y, 1);
    const step = w[STRAIGHT_STEP];
    if (!(step > WORTH)) return false;
    keys[KEY_PUSHED] = w[STRAIGHT_TIME] + step;
    if (keys[KEY_PUSHED] < until) queue.pushLater(a, b, step > FAR);
    return true;
  }

  /** Splits the larger node of the pair popped; a child that is apart until `until` is dropped. */
  private split(pair: MovingPair, queue: PairQueue, until: number): void {
    const { w, moved, onB } = this;
    const { keys, a, b } = queue;
    const nodesA = pair.treeA.nodes;
    const nodesB = pair.treeB.nodes;
    const treeX = onB ? pair.treeB : pair.treeA;
    const treeY = onB ? pair.treeA : pair.treeB;
    const childA = nodesA[(a << 4) + NODE_CHILD];
    const childB = nodesB[(b << 4) + NODE_CHILD];
    const splitA = childB < 0 || (childA >= 0 && nodesA[(a << 4) + NODE_SIZE] >= nodesB[(b << 4) + NODE_SIZE]);
    const child = splitA ? childA : childB;
    const whole = splitA ? childB : childA;
    pair.stats.nodes += 2;
    if (splitA !== onB) {
      const y = moved.placeOf(onB ? a : b, treeY, w);
      if (whole < 0) stepLeafStraight(w, OTHER_WAY, moved.leaves, y, treeX.nodes, child << 4, (child + 1) << 4);
      else stepStraight(w, OTHER_WAY, moved.nodes, y, treeX.nodes, child << 4, (child + 1) << 4, 2);
    } else {
      const first = moved.placeOf(child, treeY, w);
      const second = moved.placeOf(child + 1, treeY, w);
      if (whole < 0) stepLeafStraight(w, 0, treeX.leaves, (-1 - whole) * LEAF_STRIDE, moved.nodes, first, second);
      else stepStraight(w, 0, treeX.nodes, (onB ? b : a) << 4, moved.nodes, first, second, 2);
    }
    for (let m = child; m < child + 2; m++) {
      const step = w[STRAIGHT_STEP + m - child];
      keys[KEY_PUSHED] = w[STRAIGHT_TIME] + step;
      if (step === 0) queue.pushNow(splitA ? m : a, splitA ? b : m);
      else if (keys[KEY_PUSHED] < until) queue.pushLater(splitA ? m : a, splitA ? b : m, whole >= 0 && step > FAR);
    }
  }

  /** Beyond cast[LEAF_TARGET], which becomes what it is beside clearance, radii and rounding. */
  private castLeaves(pair: MovingPair, leafA: number, leafB: number): void {
    const { w, cast, onB } = this;
    const a = leafA * LEAF_STRIDE;
    const b = leafB * LEAF_STRIDE;
    const A = pair.treeA.leaves;
    const B = pair.treeB.leaves;
    pair.stats.triangles++;
    cast[LEAF_TARGET] += A[a + LEAF_RADIUS] + B[b + LEAF_RADIUS] + pair.clearance + w[STRAIGHT_ROUNDING];
    if (onB) castLeaves(cast, w, B, b, A, a);
    else castLeaves(cast, w, A, a, B, b);
  }

  /** The frame, and where things are at the start. */
  private begin(pair: MovingPair, from: number): void {
    const { w } = this;
    this.onB = pair.treeB.leafCount >= pair.treeA.leafCount;
    pair.placeAt(from);
    pair.widen(0);
    const X = this.onB ? pair.stateB : pair.stateA;
    const Y = this.onB ? pair.stateA : pair.stateB;
    for (let i = 0; i < 3; i++) {
      let offset = 0;
      let velocity = 0;
      for (let j = 0; j < 3; j++) {
        w[TURN + 3 * i + j] = X[i] * Y[j] + X[3 + i] * Y[3 + j] + X[6 + i] * Y[6 + j];
        offset += X[3 * j + i] * (Y[STATE_P + j] - X[STATE_P + j]);
        velocity += X[3 * j + i] * (Y[STATE_V + j] - X[STATE_V + j]);
      }
      w[OFFSET_0 + i] = offset;
      w[VELOCITY + i] = velocity;
      w[VELOCITY + OTHER_WAY + i] = -velocity;
    }
    w[TIME_0] = w[STRAIGHT_TIME] = from;
    this.moved.forget();
    this.move(pair);
  }

  /** To w[STRAIGHT_TIME]. */
  private move(pair: MovingPair): void {
    const { w } = this;
    const passed = w[STRAIGHT_TIME] - w[TIME_0];
    const x = w[OFFSET_0] + passed * w[VELOCITY];
    const y = w[OFFSET_0 + 1] + passed * w[VELOCITY + 1];
    const z = w[OFFSET_0 + 2] + passed * w[VELOCITY + 2];
    w[OFFSET] = x;
    w[OFFSET + 1] = y;
    w[OFFSET + 2] = z;
    w[OFFSET + OTHER_WAY] = -x;
    w[OFFSET + OTHER_WAY + 1] = -y;
    w[OFFSET + OTHER_WAY + 2] = -z;
    w[STRAIGHT_REST] = 1 - w[STRAIGHT_TIME];
    w[STRAIGHT_ROUNDING] = pair.adding + pair.turning * Math.sqrt(x * x + y * y + z * z);
    w[STRAIGHT_PAD] = pair.clearance + w[STRAIGHT_EXTRA] + w[STRAIGHT_ROUNDING];
  }
}
