/**
 * The closest pair of leaves at the placed instant, best first: pairs of nodes in order of a certified lower bound on
 * their distance, until no bound is below the best distance found. Guarantee: the distance written is within ε of the
 * true minimum (plus the slack asked for) if that is below the cutoff; otherwise the cutoff itself, and no leaves.
 * Where the pair's budget is late, what was found so far is left, and only `lower` holds.
 */
import { NODE_CHILD } from '../hierarchy/fit-swept-sphere.ts';
import { splitsA } from '../hierarchy/split-rule.ts';
import type { MovingPair } from './moving-pair.ts';
import { KEY_POPPED, KEY_PUSHED, type PairQueue } from './pair-queue.ts';
import { DISTANCE } from './triangle-gap.ts';
import { REST } from './volume-gap.ts';

export interface Closest {
  /** Distance of the leaves; where the budget is late, of the closest found so far, which proves contact only. */
  distance: number;
  /** Leaf numbers; −1 when nothing is closer than the cutoff. */
  leafA: number;
  leafB: number;
  /** Certified lower bound on the distance of everything, whatever the budget: what a search advances by. */
  lower: number;
}

/** relative, absolute: how much larger than the minimum the distance may be, if it is below the cutoff. */
export function findClosestLeaves(
  pair: MovingPair,
  queue: PairQueue,
  cutoff: number,
  relative: number,
  absolute: number,
  out: Closest,
): void {
  // One piece: one loop, whose stack and bound stay in local variables.
  const nodesA = pair.treeA.nodes;
  const nodesB = pair.treeB.nodes;
  const { budget } = pair;
  const pad = pair.clearance + pair.roundingNow;
  pair.widen(0);
  out.distance = cutoff;
  out.leafA = -1;
  out.leafB = -1;
  pair.frame[REST] = -1;
  queue.clear();
  queue.keys[KEY_POPPED] = 0;
  queue.pushNow(0, 0);
  // keys are distances beyond the pad
  let best = cutoff - pad;
  let lower = Infinity;
  while (queue.pop()) {
    const key = queue.keys[KEY_POPPED];
    if (key >= (out.leafA < 0 ? best : best - Math.max(absolute, relative * Math.max(0, out.distance)))) {
      lower = key;
      break;
    }
    if (budget.isLate()) {
      lower = Math.min(key, best);
      break;
    }
    const a = queue.a;
    const b = queue.b;
    const childA = nodesA[(a << 4) + NODE_CHILD];
    const childB = nodesB[(b << 4) + NODE_CHILD];
    if (childA < 0 && childB < 0) {
      pair.measure(-1 - childA, -1 - childB);
      const distance = pair.leaf[DISTANCE];
      if (distance < out.distance) {
        out.distance = distance;
        out.leafA = -1 - childA;
        out.leafB = -1 - childB;
        best = distance - pad;
      }
      continue;
    }
    const splitA = splitsA(nodesA, a, nodesB, b);
    const child = splitA ? childA : childB;
    if (splitA) pair.frameOnB(b);
    else pair.frameOnA(a);
    for (let m = child; m < child + 2; m++) {
      if (splitA) pair.stepFromB(m, b);
      else pair.stepFromA(a, m);
      const gap = pair.nodeGap();
      queue.keys[KEY_PUSHED] = gap;
      if (gap <= key) queue.pushNow(splitA ? m : a, splitA ? b : m);
      else if (gap < best) queue.pushLater(splitA ? m : a, splitA ? b : m, false);
    }
  }
  const floor = out.distance < 0 ? out.distance - pair.roundingNow : 0;
  out.lower = Math.max(floor, Math.min(out.distance - pair.roundingNow, lower === Infinity ? Infinity : lower + pair.clearance));
  if (!pair.gapOnly) pair.frame[REST] = 1 - pair.time;
}
