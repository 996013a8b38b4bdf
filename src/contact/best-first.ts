/**
 * `auto`: first contact by one best-first search over pairs of nodes in space *and* time.
 *
 * The key of a pair is the time up to which it is certainly free. The earliest pair is split, its children are looked at
 * once, at that key, and go on with their own certified times, or are dropped when that lies beyond the end. No pair is
 * ever advanced further than the search needs. Guarantee: every pair of leaves is covered by a pair in the queue whose
 * key is proven, or was dropped with a proof past t = 1; so when the earliest is a pair of leaves within tolerance, its
 * key is the answer, and an empty queue means free. Ends: splitting is finite, and leaves gain at least (τ′/2 − 2ε)/speed.
 * Goes beyond [Tang et al. 2013]: HCA advances each pair to its own contact before it looks at the next.
 */
import type { Budget } from './budget.ts';
import type { MovingPair } from './moving-pair.ts';
import type { Outcome } from './outcome.ts';
import type { PairQueue } from './pair-queue.ts';
import type { StartRule } from './start-rule.ts';

/** A pair that gained more than this of the motion is looked at again before it is split … */
const FAR = 0.02;
/** … and put back if it then gains more than this. Measured in docs/notes/first-contact.md. */
const WORTH = 0.005;

/** until: a time at which contact is known to be reached (outcome then says of which leaves), or Infinity. */
export function searchBestFirst(pair: MovingPair, queue: PairQueue, budget: Budget, start: StartRule, until: number, outcome: Outcome): void {
  const { treeA, treeB, stats } = pair;
  const nodesA = treeA.nodes;
  const nodesB = treeB.nodes;
  queue.clear();
  queue.key = start.from;
  queue.pushNow(0, 0);
  // At the start a pair counts as touching when it is within 2τ: so every pair of leaves that bears on τ′ is met there.
  pair.placeAt(start.from);
  pair.widen(start.concern);
  let starting = true;
  while (queue.pop()) {
    const t = queue.key;
    if (starting && t > start.from) {
      starting = false;
      pair.widen(0);
    }
    const a = queue.a;
    const b = queue.b;
    stats.iterations++;
    if (budget.spent()) {
      outcome.status = 'unresolved';
      outcome.reason = budget.reason;
      outcome.time = t;
      return;
    }
    pair.placeAt(t);
    const childA = nodesA[(a << 4) + 13];
    const childB = nodesB[(b << 4) + 13];
    if (childA < 0 && childB < 0) {
      const leafA = -1 - childA;
      const leafB = -1 - childB;
      const distance = pair.leafDistance(leafA, leafB);
      if (starting) start.observe(pair, distance, leafA, leafB);
      if (starting ? start.overlaps : start.touches(distance)) {
        outcome.status = starting ? 'overlap' : 'contact';
        outcome.time = t;
        outcome.leafA = leafA;
        outcome.leafB = leafB;
        return;
      }
      stats.steps++;
      const step = pair.leafStep(a, leafA, b, leafB, start.reserve);
      if (step === Infinity) continue;
      const key = t + step;
      if (!(key > t)) {
        outcome.status = 'unresolved';
        outcome.reason = 'precision';
        outcome.time = t;
        return;
      }
      if (key < until) queue.pushLater(key, a, b, false);
      continue;
    }
    if (childB < 0 || (childA >= 0 && nodesA[(a << 4) + 14] >= nodesB[(b << 4) + 14])) {
      pair.frameOnB(b);
      if (queue.far) {
        const step = pair.stepFromB(a, b);
        if (step > WORTH) {
          if (t + step < until) queue.pushLater(t + step, a, b, step > FAR);
          continue;
        }
      }
      for (let child = childA; child < childA + 2; child++) {
        const step = pair.stepFromB(child, b);
        if (step === 0) queue.pushNow(child, b);
        else if (t + step < until) queue.pushLater(t + step, child, b, step > FAR);
      }
    } else {
      pair.frameOnA(a);
      if (queue.far) {
        const step = pair.stepFromA(a, b);
        if (step > WORTH) {
          if (t + step < until) queue.pushLater(t + step, a, b, step > FAR);
          continue;
        }
      }
      for (let child = childB; child < childB + 2; child++) {
        const step = pair.stepFromA(a, child);
        if (step === 0) queue.pushNow(a, child);
        else if (t + step < until) queue.pushLater(t + step, a, child, step > FAR);
      }
    }
  }
  outcome.status = until === Infinity ? 'free' : 'contact';
  outcome.time = until === Infinity ? 1 : until;
}
