/**
 * Every box against every other at every update: the truth the other broad phases are held to, and what a world costs
 * without one.
 */

import { PairList } from '../math/pair-list.ts';
import { BoxPhase } from './box-phase.ts';
import { FIXED, MOVING } from './box-store.ts';
import { boxesMeet } from './boxes-meet.ts';

/** More boxes than anyone compares by brute force. */
const MOST = 2 ** 26;

/**
 * Tests every box against every other at every update: the truth the other broad phases are held to, and right for a
 * handful of boxes.
 */
export class AllPairs extends BoxPhase {
  readonly method = 'all-pairs';
  private readonly pairs = new PairList();
  private meeting = new Set<number>();

  get pairCount(): number {
    return this.pairs.count;
  }

  move(id: number, box: ArrayLike<number>, offset = 0): void {
    this.store.move(id, box, offset);
  }

  update(): void {
    const { store, pairs, opening, closing } = this;
    const { boxes, state } = store;
    pairs.count = 0;
    opening.count = 0;
    closing.count = 0;
    const meeting = new Set<number>();
    for (let i = 0; i < store.top; i++) {
      if (state[i] !== MOVING && state[i] !== FIXED) continue;
      for (let j = i + 1; j < store.top; j++) {
        if (state[j] !== MOVING && (state[j] !== FIXED || state[i] === FIXED)) continue;
        this.stats.boxTests++;
        if (!boxesMeet(boxes, i, j)) continue;
        pairs.pushSorted(i, j);
        meeting.add(keyOf(i, j));
        if (!this.meeting.has(keyOf(i, j))) opening.pushSorted(i, j);
      }
    }
    for (const key of this.meeting) if (!meeting.has(key)) closing.pushSorted(Math.floor(key / MOST), key % MOST);
    this.meeting = meeting;
    store.settle();
  }

  forEachPair(visit: (i: number, j: number) => void): void {
    const { pairs, count } = this.pairs;
    for (let k = 0; k < count; k++) visit(pairs[2 * k], pairs[2 * k + 1]);
  }
}

function keyOf(i: number, j: number): number {
  return i * MOST + j;
}
