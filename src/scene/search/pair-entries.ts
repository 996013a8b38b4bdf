/**
 * How pairs of bodies enter a search of a segment: from their roots on, those that can never meet left out; where not
 * all pairs have numbers, those that come near; bodies among many that stand, from the tree over these. None twice.
 */
import { type Budget, PAIRS_A_UNIT } from '../../contact/budget.ts';
import { KEY_PUSHED, type PairQueue } from '../../contact/pair-queue.ts';
import type { NearPairs } from '../pairs/near-pairs.ts';
import { roomFor, type ScenePairs } from '../pairs/scene-pairs.ts';
import { EXEMPT, type StartPairs } from './start-pairs.ts';

/** In place of a pair: from here on what comes near is not known yet. */
export const LOOK_AGAIN = -1;

export class PairEntries {
  private readonly pairs: ScenePairs;
  /** Where not all pairs have numbers: finds those that come near. */
  private readonly near: NearPairs | null;
  private readonly queue: PairQueue;
  private readonly counts: { poses: number };
  /** Run in which a pair was entered last, as far as it may be met twice. */
  private entered: Int32Array;
  private run = 0;

  constructor(pairs: ScenePairs, near: NearPairs | null, queue: PairQueue, counts: { poses: number }) {
    this.pairs = pairs;
    this.near = near;
    this.queue = queue;
    this.counts = counts;
    this.entered = new Int32Array(Math.max(16, pairs.topFrom + pairs.movable));
  }

  /** More than any number of a pair that was entered. */
  get room(): number {
    return this.entered.length;
  }

  /** A run begins, with all pairs as they are then. `now`: only that instant is looked at. False: it is late. */
  begin(from: number, clearance: number, start: StartPairs, budget: Budget, now: boolean): boolean {
    this.run++;
    return this.near === null ? this.seed(start, budget) : this.enterNear(from, clearance, start, budget, now);
  }

  /** A leaf of the tree over all that stands: the bodies' own pair takes over; its other half may have come first. */
  enterStanding(body: number, standing: number, start: StartPairs): void {
    const { pairs } = this;
    const entry = pairs.standingNumber(body, standing);
    if (entry < 0 || !this.isNew(entry)) return;
    start.admit(entry);
    if (start.open) start.enter(entry, pairs.movingViews[body], pairs.standingViews[standing]);
    this.queue.pushNow(0, 0, entry, true);
  }

  /** All pairs from their roots on, but for those whose outermost spheres can never meet. False: it is late. */
  private seed(start: StartPairs, budget: Budget): boolean {
    const { pairs, queue, entered } = this;
    for (let pair = 0; pair < pairs.standingFrom; pair++) {
      if ((pair & PAIRS_A_UNIT) === 0 && budget.isLate()) return false;
      const { a, b } = pairs.listed[pair];
      if (start.flags[pair] === EXEMPT || start.neverMeet(pair, a, b)) continue;
      if (start.open) start.enter(pair, a, b);
      queue.pushNow(0, 0, pair, true);
    }
    const standing = pairs.standing.length;
    for (let k = 0; k < pairs.movable; k++) {
      if (pairs.top !== null) {
        queue.pushNow(0, 0, pairs.topFrom + k);
        continue;
      }
      for (let s = 0; s < standing; s++) {
        if ((s & PAIRS_A_UNIT) === 0 && budget.isLate()) return false;
        const pair = pairs.standingFrom + k * standing + s;
        if (
          pairs.ignored[pair] === 1 ||
          start.flags[pair] === EXEMPT ||
          start.neverMeet(pair, pairs.movingViews[k], pairs.standingViews[s])
        )
          continue;
        entered[pair] = this.run;
        if (start.open) start.enter(pair, pairs.movingViews[k], pairs.standingViews[s]);
        queue.pushNow(0, 0, pair, true);
      }
    }
    return true;
  }

  /**
   * The same of pairs that come near from an instant on, those that were entered before aside; where these are too many
   * for the rest of the segment, it is looked again later. False: the time is over.
   */
  enterNear(t: number, clearance: number, start: StartPairs, budget: Budget, now: boolean): boolean {
    const { pairs, queue, counts } = this;
    const near = this.near as NearPairs;
    const margin = clearance + start.concern;
    const until = now ? t : near.findNext(t, margin, budget);
    if (now ? !near.findAt(t, margin, budget) : Number.isNaN(until)) return false;
    counts.poses++;
    // views begin at the start of the segment
    pairs.clock[0] = 0;
    const { found, standingNear } = near;
    for (let k = 0; k < 2 * found.count; k += 2) {
      if (budget.isLate()) return false;
      const pair = pairs.numberOf(found.pairs[k], found.pairs[k + 1]);
      if (pair >= 0) this.enter(pair, start);
    }
    for (const k of standingNear) {
      if (budget.isOver()) return false;
      if (pairs.top !== null) {
        const pair = pairs.topNumber(k);
        start.admit(pair);
        if (!this.isNew(pair)) continue;
        pairs.viewA(pair);
        queue.pushNow(0, 0, pair);
        continue;
      }
      for (let s = 0; s < pairs.standing.length; s++) {
        const pair = pairs.standingNumber(k, s);
        if (pair >= 0) this.enter(pair, start);
      }
    }
    if (budget.isOver()) return false;
    pairs.clock[0] = t;
    if (until < 1 && !now) {
      queue.keys[KEY_PUSHED] = until;
      queue.pushLater(0, 0, false, LOOK_AGAIN);
    }
    return true;
  }

  private enter(pair: number, start: StartPairs): void {
    start.admit(pair);
    if (!this.isNew(pair) || start.flags[pair] === EXEMPT) return;
    const a = this.pairs.viewA(pair);
    const b = this.pairs.viewB(pair);
    if (start.neverMeet(pair, a, b)) return;
    if (start.open) start.enter(pair, a, b);
    this.queue.pushNow(0, 0, pair, true);
  }

  /** Whether a pair is entered for the first time in this run. */
  isNew(pair: number): boolean {
    if (pair >= this.entered.length) this.entered = roomFor(this.entered, this.pairs);
    if (this.entered[pair] === this.run) return false;
    this.entered[pair] = this.run;
    return true;
  }
}
