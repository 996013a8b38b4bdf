/** The pairs that meet, in a table, and how they change in one update. */

import type { PairList } from '../../math/pair-list.ts';
import { type BoxStore, FIXED, LEAVING } from '../box-store.ts';
import { boxesMeet } from '../boxes-meet.ts';
import { EarlierBoxes } from '../earlier-boxes.ts';
import { PairTable } from '../pair-table.ts';

export class PairChanges {
  readonly meeting: PairTable = new PairTable();
  private readonly opened: PairList;
  private readonly closed: PairList;
  readonly earlier: EarlierBoxes = new EarlierBoxes();
  /** Box against box, so far. */
  boxTests = 0;
  private readonly store: BoxStore;

  constructor(store: BoxStore, opened: PairList, closed: PairList) {
    this.store = store;
    this.opened = opened;
    this.closed = closed;
  }

  /** To be called before anything is reported: no changes yet. */
  begin(): void {
    this.opened.count = 0;
    this.closed.count = 0;
    this.earlier.reach(this.store);
  }

  /** Two boxes may have begun to meet. May be reported more than once. */
  approach(i: number, j: number): void {
    const { state, boxes } = this.store;
    this.boxTests++;
    if (!boxesMeet(boxes, i, j) || (state[i] === FIXED && state[j] === FIXED) || this.meeting.has(i, j)) return;
    this.meeting.insert(i, j, 1);
    this.opened.pushSorted(i, j);
  }

  /** Two boxes may have stopped meeting. May be reported more than once. */
  part(i: number, j: number): void {
    this.boxTests++;
    if (!boxesMeet(this.earlier.boxes, i, j) || boxesMeet(this.store.boxes, i, j)) return;
    if (this.meeting.delete(i, j)) this.closed.pushSorted(i, j);
  }

  /** Closes all pairs of boxes that are leaving. */
  dropLeaving(): void {
    const { state } = this.store;
    this.meeting.forEach((i, j) => {
      if (state[i] !== LEAVING && state[j] !== LEAVING) return;
      this.meeting.delete(i, j);
      this.closed.pushSorted(i, j);
    });
  }

  /** All pairs that meet are these; whatever was reported of this update before is kept or corrected. */
  replace({ pairs, count }: PairList): void {
    const { boxes } = this.store;
    const { meeting, opened, closed, earlier } = this;
    // what was opened by mistake in this update does not count as closed
    meeting.forEach((i, j) => {
      if (boxesMeet(earlier.boxes, i, j) && !boxesMeet(boxes, i, j)) closed.pushSorted(i, j);
    });
    meeting.clear();
    opened.count = 0;
    for (let k = 0; k < count; k++) {
      const i = pairs[2 * k];
      const j = pairs[2 * k + 1];
      meeting.insert(i, j, 1);
      if (!boxesMeet(earlier.boxes, i, j)) opened.pushSorted(i, j);
    }
    this.boxTests += 2 * count;
  }
}
