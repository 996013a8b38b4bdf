/**
 * `hca`: hierarchical conservative advancement [Tang et al. 2013, Alg. 3]. Depth first; each pair of nodes is advanced
 * to (nearly) its own time of contact, a lower bound for everything below it, and cut off when that is not before the
 * best time found. Guarantee as for every method here. Corrected against the print: line 3 keeps the *earlier* time,
 * lines 11-12 take the lower bound of eq. 9 (the parent's time is where the children start), line 28 returns the best
 * time found, which starts beyond 1 so that contact exactly at t = 1 is not lost.
 */
import type { Budget } from './budget.ts';
import type { MovingPair } from './moving-pair.ts';
import type { Outcome } from './outcome.ts';
import type { PairStack } from './pair-stack.ts';
import type { StartRule } from './start-rule.ts';

/** Node pairs are advanced until they are nearer than this times the larger node's side, or as near as leaves are. */
const NEAR = 0.25;

export function searchHierarchically(pair: MovingPair, stack: PairStack, budget: Budget, start: StartRule, outcome: Outcome): void {
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
  let best = Infinity;
  stack.clear();
  stack.push(0, 0, start.from, 0);
  while (stack.pop()) {
    const from = stack.first;
    if (from >= best) continue;
    const { a, b } = stack;
    pair.stats.iterations++;
    if (budget.spent()) return giveUp(stack, from, best, budget.reason, outcome);
    const childA = nodesA[(a << 4) + 13];
    const childB = nodesB[(b << 4) + 13];
    if (childA < 0 && childB < 0) {
      const time = advanceLeaves(pair, -1 - childA, -1 - childB, from, best, start, budget);
      if (time < 0) return giveUp(stack, pair.time, best, time === OUT_OF_BUDGET ? budget.reason : 'precision', outcome);
      if (time < best) {
        best = time;
        outcome.status = 'contact';
        outcome.time = time;
        outcome.leafA = -1 - childA;
        outcome.leafB = -1 - childB;
      }
      continue;
    }
    const splitA = childB < 0 || (childA >= 0 && nodesA[(a << 4) + 14] >= nodesB[(b << 4) + 14]);
    const a1 = splitA ? childA : a;
    const a2 = splitA ? childA + 1 : a;
    const b1 = splitA ? b : childB;
    const b2 = splitA ? b : childB + 1;
    const t1 = advanceNodes(pair, a1, b1, from, best, splitA, start.reserve[0]);
    const t2 = advanceNodes(pair, a2, b2, from, best, splitA, start.reserve[0]);
    // the earlier one on top
    if (t2 < t1) {
      if (t1 < best) stack.push(a1, b1, t1, 0);
      if (t2 < best) stack.push(a2, b2, t2, 0);
    } else {
      if (t2 < best) stack.push(a2, b2, t2, 0);
      if (t1 < best) stack.push(a1, b1, t1, 0);
    }
  }
}

/** The time until which two nodes are certainly apart, from a proven one on; Infinity: to the end, or past `best`. */
function advanceNodes(pair: MovingPair, a: number, b: number, from: number, best: number, onB: boolean, reserve: number): number {
  const side = Math.sqrt(Math.max(pair.treeA.nodes[(a << 4) + 14], pair.treeB.nodes[(b << 4) + 14]));
  const near = Math.max(NEAR * side, reserve);
  let t = from;
  for (;;) {
    pair.placeAt(t);
    let step: number;
    if (onB) {
      pair.frameOnB(b);
      pair.stepFromB(a, b);
      step = pair.approachFromB(a, b);
    } else {
      pair.frameOnA(a);
      pair.stepFromA(a, b);
      step = pair.approachFromA(a, b);
    }
    if (step === Infinity) return Infinity;
    const next = t + step;
    if (next >= best) return Infinity;
    if (pair.nodeGap() <= near || !(next > t)) return next;
    t = next;
  }
}

const OUT_OF_BUDGET = -1;
const OUT_OF_PRECISION = -2;

/** The time of contact of two leaves; Infinity: none before `best`; negative: proven only up to where the pair is placed. */
function advanceLeaves(pair: MovingPair, la: number, lb: number, from: number, best: number, start: StartRule, budget: Budget): number {
  let t = from;
  for (;;) {
    pair.placeAt(t);
    if (start.touches(pair.leafDistance(la, lb))) return t;
    const step = pair.approachLeaves(la, lb, start.reserve[0]);
    if (step === Infinity) return Infinity;
    if (budget.spent()) return OUT_OF_BUDGET;
    if (!(t + step > t)) return OUT_OF_PRECISION;
    t += step;
    if (t >= best) return Infinity;
  }
}

/** Everything left on the stack is proven up to its own time only; the earliest of them is what is known. */
function giveUp(stack: PairStack, time: number, best: number, reason: Outcome['reason'], outcome: Outcome): void {
  let safe = Math.min(time, best);
  while (stack.pop()) safe = Math.min(safe, stack.first);
  outcome.status = 'unresolved';
  outcome.reason = reason;
  outcome.time = safe;
}
