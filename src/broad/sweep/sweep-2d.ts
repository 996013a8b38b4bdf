/**
 * Which pairs of boxes meet, by a sweep over their projections onto a plane, `rectangle-sweep`: no clustering along one
 * axis, as that of parts lying on a table [Mirtich 1997, §2.3, Figure 6], makes it slow.
 * Every update with a change costs O(n log n + k), the sorting less where the boxes moved little: what does not move is
 * swept too. Needs no table of pairs.
 */

import { BoxPhase } from '../box-phase.ts';
import { LEAVING } from '../box-store.ts';
import { boxesMeet } from '../boxes-meet.ts';
import { EarlierBoxes } from '../earlier-boxes.ts';
import { RectangleSweep } from './rectangle-sweep.ts';

/**
 * Which pairs of boxes meet, by a sweep over their projections onto a plane: no clustering along one axis, as that of
 * parts lying on a table, makes it slow. Every update with a change costs O(n log n + pairs); exact.
 */
export class Sweep2d extends BoxPhase {
  readonly method = 'sweep-2d';
  private readonly earlier = new EarlierBoxes();
  private readonly sweep = new RectangleSweep();

  get pairCount(): number {
    return this.sweep.found.count;
  }

  move(id: number, box: ArrayLike<number>, offset = 0): void {
    this.store.move(id, box, offset);
  }

  update(): void {
    const { store, earlier, sweep, opening, closing, stats } = this;
    opening.count = 0;
    closing.count = 0;
    if (store.changedCount === 0) return;
    earlier.reach(store);
    this.close();
    sweep.boxTests = 0;
    sweep.visits = 0;
    sweep.find(store);
    stats.boxTests += sweep.boxTests;
    stats.visits += sweep.visits;
    const { pairs, count } = sweep.found;
    for (let k = 0; k < count; k++) {
      const i = pairs[2 * k];
      const j = pairs[2 * k + 1];
      if (!boxesMeet(earlier.boxes, i, j)) opening.pushSorted(i, j);
    }
    stats.boxTests += count;
    earlier.follow(store);
    store.settle();
  }

  forEachPair(visit: (i: number, j: number) => void): void {
    const { pairs, count } = this.sweep.found;
    for (let k = 0; k < count; k++) visit(pairs[2 * k], pairs[2 * k + 1]);
  }

  /** The pairs of the update before that do not meet any more. */
  private close(): void {
    const { boxes, state } = this.store;
    const { pairs, count } = this.sweep.found;
    for (let k = 0; k < count; k++) {
      const i = pairs[2 * k];
      const j = pairs[2 * k + 1];
      if (state[i] === LEAVING || state[j] === LEAVING || !boxesMeet(boxes, i, j)) this.closing.pushSorted(i, j);
    }
    this.stats.boxTests += count;
  }
}
