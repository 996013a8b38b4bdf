/** For methods that look at each pair of a scene by itself: which there are to be judged in a segment. */
import { type Closest, findClosestLeaves } from '../contact/closest-leaves.ts';
import { PairQueue } from '../contact/pair-queue.ts';
import { findAllNear } from '../scene/pairs/near-pairs.ts';
import type { SceneGround } from '../scene/search/scene-method.ts';
import { EPSILON, EXEMPT, LIMIT, RESERVE } from '../scene/search/start-pairs.ts';

/** Beyond all distances. */
const FARTHEST: number = 2 ** 400;

/** A pair to be judged in the segment that is loaded. */
export interface JudgedPair {
  /** Its number, for the outcome. */
  readonly number: number;
  /** From when on: a pair that starts in contact and may leave is judged when it has left. */
  readonly from: number;
  /** A computed distance up to here is contact, in the unit of length. */
  readonly limit: number;
  /** How far inside that its leaves are to be advanced. */
  readonly reserve: number;
  /** Bound on the error of every distance. */
  readonly rounding: number;
  /** Bound on how fast the distance of the two changes, in lengths a segment. */
  readonly fastest: number;
  /**
   * The closest leaves of the two at an instant; the record is the same each time. Advance by `lower`: where the budget
   * is late, `distance` is too large.
   */
  nearest(time: number): Closest;
}

/**
 * Every pair that may come within the clearance in [from, 1] of the segment that is loaded; the start is closed. null:
 * the budget's time is over.
 */
export function judgedPairs(ground: SceneGround, from: number, clearance: number): readonly JudgedPair[] | null {
  const { pairs, near, start, budget, search } = ground;
  const left = new Map<number, number>();
  for (const record of start.records.values()) if (record.left === null) left.set(record.pair, search.leaving?.(record.pair) ?? Infinity);
  if (near !== null && !findAllNear(near, from, clearance, budget)) return null;
  const queue = new PairQueue();
  const closest: Closest = { distance: 0, leafA: -1, leafB: -1, lower: 0 };
  const out: JudgedPair[] = [];
  const take = (number: number): void => {
    if (number < 0) return;
    start.admit(number);
    const since = left.get(number) ?? (start.flags[number] === EXEMPT ? Infinity : from);
    const [a, b] = [pairs.viewA(number), pairs.viewB(number)];
    if (!(since <= 1) || start.neverMeet(number, a, b)) return;
    start.settle(number, a, b);
    const { [LIMIT]: limit, [RESERVE]: reserve, [EPSILON]: rounding } = start.numbers;
    const bodies = ground.pair(number);
    const nearest = (time: number): Closest => {
      const now = pairs.clock[0];
      bodies.placeAt(time);
      findClosestLeaves(bodies, queue, FARTHEST, 0, 0, closest);
      pairs.clock[0] = now;
      return closest;
    };
    out.push({ number, from: since, limit, reserve, rounding, fastest: bodies.fastest, nearest });
  };
  const { found } = near ?? { found: null };
  if (found !== null) for (let k = 0; k < 2 * found.count; k += 2) take(pairs.numberOf(found.pairs[k], found.pairs[k + 1]));
  else for (let b = 1; b < pairs.moving.length; b++) for (let a = 0; a < b; a++) take(pairs.numberOf(a, b));
  for (let k = 0; k < pairs.movable; k++) for (let s = 0; s < pairs.standing.length; s++) take(pairs.standingNumber(k, s));
  return budget.late ? null : out;
}
