/**
 * When does a pair that starts in contact leave it? The first instant found at which the distance is proven above
 * `apart` (clearance + tolerance); inside a solid the distance is 0. Infinity: not before the end; GAVE_UP: the budget
 * is spent. No instant is skipped at which the pair could have been farther away, except inside one FINEST_STEP of
 * the motion, where it then counts as still leaving.
 */
import { type Closest, findClosestLeaves } from './closest-leaves.ts';
import { isContained } from './containment.ts';
import type { MovingPair } from './moving-pair.ts';
import type { PairQueue } from './pair-queue.ts';

const FINEST_STEP = 1 / 1024;

const LEAVES_NEVER = Infinity;
export const GAVE_UP: number = -1;

export function findLeaving(pair: MovingPair, queue: PairQueue, apart: number, closest: Closest): number {
  const cutoff = apart + 2 * pair.rounding;
  const { budget, fastest } = pair;
  // slack: how much nearer than what was found anything may be; where it lies flat, all its leaves are about as near
  const isApart = (t: number, slack: number): boolean => {
    pair.placeAt(t);
    findClosestLeaves(pair, queue, cutoff, 0, slack, closest);
    return closest.leafA < 0 && isContained(pair) === false;
  };
  let before = 0;
  let t = 0;
  while (!isApart(t, 0) || budget.late) {
    if (budget.late) return GAVE_UP;
    if (t === 1 || fastest === 0) return LEAVES_NEVER;
    if (budget.spent()) return GAVE_UP;
    before = t;
    // no distance grows faster than the fastest two points part
    t = Math.min(1, t + Math.max(FINEST_STEP, (cutoff - closest.distance) / fastest));
  }
  // narrow down to the first proven instant of that step
  let after = t;
  for (let halving = 0; halving < 16 && after - before > 2 ** -26; halving++) {
    const middle = before + (after - before) / 2;
    const apart = isApart(middle, Infinity);
    // what is not proven in time is not taken
    if (budget.late) break;
    if (apart) after = middle;
    else before = middle;
  }
  return after;
}
