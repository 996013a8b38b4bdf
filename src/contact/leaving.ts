/**
 * When does a pair that starts in contact leave it? The first instant found at which the distance is proven above
 * `apart` (clearance + tolerance); null when it is not found before the end. No instant is skipped at which the pair
 * could have been farther away, except inside one FINEST_STEP of the motion, where it then counts as still leaving.
 */
import type { Budget } from './budget.ts';
import { type Closest, findClosestLeaves } from './closest-leaves.ts';
import type { MovingPair } from './moving-pair.ts';
import type { PairQueue } from './pair-queue.ts';

const FINEST_STEP = 1 / 1024;

export function findLeaving(pair: MovingPair, queue: PairQueue, budget: Budget, apart: number, closest: Closest): number | null {
  const cutoff = apart + 2 * pair.rounding;
  const fastest = pair.fastest;
  let before = 0;
  let t = 0;
  for (;;) {
    pair.placeAt(t);
    findClosestLeaves(pair, queue, cutoff, 0, 0, closest);
    if (closest.leafA < 0) break;
    if (t === 1 || budget.spent()) return null;
    before = t;
    // no distance grows faster than the fastest two points part
    t = Math.min(1, t + Math.max(FINEST_STEP, (cutoff - closest.distance) / fastest));
  }
  // narrow down to the first proven instant of that step
  let after = t;
  for (let halving = 0; halving < 16 && after - before > 2 ** -26; halving++) {
    const middle = before + (after - before) / 2;
    pair.placeAt(middle);
    findClosestLeaves(pair, queue, cutoff, 0, 0, closest);
    if (closest.leafA < 0) after = middle;
    else before = middle;
  }
  return after;
}
