/**
 * Every box against every other at every update: the truth the other broad phases are held to, and what a world costs without one.
 */
import { BoxStore, FIXED, MOVING } from './box-store.ts';
import { boxesMeet } from './boxes-meet.ts';
import type { BroadPhase, BroadStats } from './broad-phase.ts';
import { PairList } from './pair-list.ts';

/** More boxes than anyone compares by brute force. */
const MOST = 2 ** 26;

export class AllPairs implements BroadPhase {
  readonly method = 'all-pairs';
  readonly stats: BroadStats = { boxTests: 0, visits: 0 };
  private readonly store = new BoxStore();
  private readonly pairs = new PairList();
  private readonly opening = new PairList();
  private readonly closing = new PairList();
  private meeting = new Set<number>();

  get size(): number {
    return this.store.size;
  }
  get opened(): Uint32Array {
    return this.opening.pairs;
  }
  get openedCount(): number {
    return this.opening.count;
  }
  get closed(): Uint32Array {
    return this.closing.pairs;
  }
  get closedCount(): number {
    return this.closing.count;
  }
  get pairCount(): number {
    return this.pairs.count;
  }

  add(box: ArrayLike<number>, offset = 0, fixed = false): number {
    return this.store.add(box, offset, fixed);
  }

  remove(id: number): void {
    this.store.remove(id);
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
        pairs.push(i, j);
        meeting.add(keyOf(i, j));
        if (!this.meeting.has(keyOf(i, j))) opening.push(i, j);
      }
    }
    for (const key of this.meeting) if (!meeting.has(key)) closing.push(Math.floor(key / MOST), key % MOST);
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
