/**
 * `hca`: hierarchical conservative advancement [Tang et al. 2013, Alg. 3]. Depth first; each pair of nodes is advanced
 * to (nearly) its own time of contact, a lower bound for everything below it, and cut off when that is not before the
 * best time found. Guarantee as for every method here. Corrected against the print: line 3 keeps the *earlier* time,
 * lines 11-12 take the lower bound of eq. 9 (the parent's time is where the children start), line 28 returns the best
 * time found, which starts beyond 1 so that contact exactly at t = 1 is not lost.
 */

import type { Budget } from '../../contact/budget.ts';
import { CLOCK_NEXT, type MovingPair } from '../../contact/moving-pair.ts';
import { type Outcome, undecided } from '../../contact/outcome.ts';
import { type PairStack, POPPED, PUSHED } from '../../contact/pair-stack.ts';
import type { StartRule } from '../../contact/start-rule.ts';
import { DISTANCE, LEAF_STEP } from '../../contact/triangle-gap.ts';
import { STEP } from '../../contact/volume-gap.ts';
import { NODE_CHILD, NODE_SIZE } from '../../hierarchy/fit-swept-sphere.ts';
import { splitsA } from '../../hierarchy/split-rule.ts';
import { approachLeavesOf, approachNodes } from '../advancement/approach-pair.ts';

/** Node pairs are advanced until they are nearer than this times the larger node's side, or as near as leaves are. */
const NEAR = 0.25;

/** Where bodies turn many times: steps of less than a turn after which a pair of nodes is given up for its children. */
const MOST_SHORT = 4096;

/** Places in the pair's clock: the time from which to advance and then reached, and the best time of contact found. */
const REACHED = 2;
const BEST = 3;

export function searchHierarchically(pair: MovingPair, stack: PairStack, budget: Budget, start: StartRule, outcome: Outcome): void {
  const { clock } = pair;
  const { numbers } = stack;
  const nodesA = pair.treeA.nodes;
  const nodesB = pair.treeB.nodes;
  if (start.settle(pair)) {
    outcome.status = 'overlap';
    outcome.time = start.from;
    outcome.leafA = start.closest.leafA;
    outcome.leafB = start.closest.leafB;
    return;
  }
  outcome.status = 'free';
  outcome.time = 1;
  clock[BEST] = Infinity;
  stack.clear();
  numbers[PUSHED] = start.from;
  stack.push(0, 0);
  while (stack.pop()) {
    const from = numbers[POPPED];
    if (from >= clock[BEST]) continue;
    const { a, b } = stack;
    pair.stats.iterations++;
    if (budget.spent()) return giveUp(stack, from, clock[BEST], budget.reason, outcome);
    clock[REACHED] = from;
    const childA = nodesA[(a << 4) + NODE_CHILD];
    const childB = nodesB[(b << 4) + NODE_CHILD];
    if (childA < 0 && childB < 0) {
      const end = advanceLeaves(pair, -1 - childA, -1 - childB, start, budget);
      if (end === 'contact') {
        clock[BEST] = outcome.time = clock[REACHED];
        outcome.status = 'contact';
        outcome.leafA = -1 - childA;
        outcome.leafB = -1 - childB;
      } else if (end !== 'free') {
        return giveUp(stack, clock[REACHED], clock[BEST], end === 'precision' ? end : budget.reason, outcome);
      }
      continue;
    }
    const splitA = splitsA(nodesA, a, nodesB, b);
    const a1 = splitA ? childA : a;
    const a2 = splitA ? childA + 1 : a;
    const b1 = splitA ? b : childB;
    const b2 = splitA ? b : childB + 1;
    advanceNodes(pair, a1, b1, splitA, start, budget);
    const t1 = clock[REACHED];
    clock[REACHED] = from;
    advanceNodes(pair, a2, b2, splitA, start, budget);
    const t2 = clock[REACHED];
    // the earlier one on top; written out: a double chosen by ?: is boxed
    if (t1 <= t2) {
      numbers[PUSHED] = t2;
      if (t2 < clock[BEST]) stack.push(a2, b2);
      numbers[PUSHED] = t1;
      if (t1 < clock[BEST]) stack.push(a1, b1);
    } else {
      numbers[PUSHED] = t1;
      if (t1 < clock[BEST]) stack.push(a1, b1);
      numbers[PUSHED] = t2;
      if (t2 < clock[BEST]) stack.push(a2, b2);
    }
  }
}

/**
 * Advances the time reached to one until which two nodes are certainly apart; Infinity: to the end, or past the best.
 */
function advanceNodes(pair: MovingPair, a: number, b: number, onB: boolean, start: StartRule, budget: Budget): void {
  const { clock, frame } = pair;
  const side = Math.sqrt(Math.max(pair.treeA.nodes[(a << 4) + NODE_SIZE], pair.treeB.nodes[(b << 4) + NODE_SIZE]));
  const near = Math.max(NEAR * side, start.reserve[0]);
  const { turnTime } = pair;
  let short = 0;
  for (;;) {
    const t = clock[REACHED];
    clock[CLOCK_NEXT] = t;
    pair.place();
    if (onB) {
      pair.frameOnB(b);
      pair.stepFromB(a, b);
      approachNodes(pair, a, b, false);
    } else {
      pair.frameOnA(a);
      pair.stepFromA(a, b);
      approachNodes(pair, a, b, true);
    }
    const next = t + frame[STEP];
    if (next >= clock[BEST]) clock[REACHED] = Infinity;
    else clock[REACHED] = next;
    if (!(next > t) || next >= clock[BEST] || pair.nodeGap() <= near) return;
    // nodes that do not outlast a turn have smaller ones that may
    if (next - t < turnTime && ++short > MOST_SHORT) return;
    // spent here, the search ends when it looks at the next pair; what was reached stays proven
    if (next === Infinity || budget.spent()) return;
  }
}

/** Advances the time reached to the contact of two leaves; 'free': none before the best. */
function advanceLeaves(
  pair: MovingPair,
  la: number,
  lb: number,
  start: StartRule,
  budget: Budget,
): 'contact' | 'free' | 'budget' | 'precision' {
  const { clock, leaf } = pair;
  for (;;) {
    const t = clock[REACHED];
    clock[CLOCK_NEXT] = t;
    pair.place();
    pair.measure(la, lb);
    if (start.touches(leaf[DISTANCE])) return 'contact';
    approachLeavesOf(pair, la, lb, start.reserve);
    const next = t + leaf[LEAF_STEP];
    if (next >= clock[BEST] || next === Infinity) return 'free';
    if (budget.spent()) return 'budget';
    if (!(next > t)) return 'precision';
    clock[REACHED] = next;
  }
}

/** Everything left on the stack is proven up to its own time only; the earliest of them is what is known. */
function giveUp(stack: PairStack, time: number, best: number, reason: Outcome['reason'], outcome: Outcome): void {
  let safe = Math.min(time, best);
  while (stack.pop()) safe = Math.min(safe, stack.numbers[POPPED]);
  undecided(outcome, safe, reason);
}
