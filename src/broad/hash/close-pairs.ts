/**
 * Pairs of boxes that share cells, each with the number of cells and whether the boxes meet; and which pairs have begun
 * or ceased to meet.
 * Counters may fall to 0 and rise again within one update: what happens to a pair is settled at its end, by `prune` and
 * `decide`.
 */

import { enlarged } from '../../math/enlarged.ts';
import type { PairList } from '../../math/pair-list.ts';
import type { BoxStore } from '../box-store.ts';
import { NO_SLOT, PairTable, SLOT_J, SLOT_STRIDE, SLOT_VALUE } from '../pair-table.ts';
import { NO_END, PairLinks } from './pair-links.ts';

/**
 * Value of a pair: the boxes meet, the pair waits to be pruned, three bits for where the boxes were apart when last
 * tested, and the number of shared cells above.
 */
const MEET = 1;
const WAITING = 2;
const APART_SHIFT = 2;
const APART = 7 << APART_SHIFT;
const CELL_SHIFT = 5;
const ONE_CELL: number = 1 << CELL_SHIFT;
/** Boxes that are apart nowhere. */
const NOWHERE = -1;
/**
 * Where fewer than one box in so many has changed, their pairs are found through their lists, which costs that many
 * times more for each pair than going through all.
 */
const LIST_COST = 4;

export class ClosePairs {
  readonly table: PairTable = new PairTable();
  private readonly opening: PairList;
  private readonly closing: PairList;
  meetingCount = 0;
  /** Box tests since the caller set it to 0. */
  tests = 0;
  private readonly links = new PairLinks();
  private waiting: Int32Array = new Int32Array(64);
  private waitingCount = 0;
  private isChanged: Uint8Array = new Uint8Array(0);

  constructor(opening: PairList, closing: PairList) {
    this.opening = opening;
    this.closing = closing;
  }

  reach(capacity: number): void {
    this.links.reach(capacity);
    this.isChanged = new Uint8Array(capacity);
  }

  /** One more cell that both are in. */
  share(i: number, j: number): void {
    const slot = this.table.find(i, j);
    if (slot !== NO_SLOT) this.table.slots[SLOT_STRIDE * slot + SLOT_VALUE] += ONE_CELL;
    else this.links.link(this.table.insert(i, j, ONE_CELL), i < j ? i : j, i < j ? j : i);
  }

  /** One cell less. */
  part(i: number, j: number): void {
    const slot = this.table.find(i, j);
    const at = SLOT_STRIDE * slot + SLOT_VALUE;
    const value = this.table.slots[at] - ONE_CELL;
    this.table.slots[at] = value;
    if (value < ONE_CELL && (value & WAITING) === 0) this.wait(slot);
  }

  /** No pair shares a cell any more. */
  forgetCells(): void {
    const { slots, top } = this.table;
    for (let slot = 0; slot < top; slot++) {
      const at = SLOT_STRIDE * slot;
      if (slots[at] === -1) continue;
      const value = slots[at + SLOT_VALUE] & (ONE_CELL - 1);
      slots[at + SLOT_VALUE] = value;
      if ((value & WAITING) === 0) this.wait(slot);
    }
  }

  /** Takes out the pairs that share no cell: they do not meet. */
  prune(): void {
    const { table, waiting } = this;
    for (let k = 0; k < this.waitingCount; k++) {
      const at = SLOT_STRIDE * waiting[k];
      const { slots } = table;
      const value = slots[at + SLOT_VALUE];
      slots[at + SLOT_VALUE] = value & ~WAITING;
      if (value >= ONE_CELL) continue;
      const i = slots[at];
      const j = slots[at + SLOT_J];
      if ((value & MEET) !== 0) {
        this.closing.pushSorted(i, j);
        this.meetingCount--;
      }
      this.links.unlink(waiting[k], i, j);
      table.deleteSlot(waiting[k]);
    }
    this.waitingCount = 0;
  }

  /** Tests the boxes of all pairs with a changed box. */
  decide(store: BoxStore): void {
    const { changed, changedCount } = store;
    if (LIST_COST * changedCount < store.size) for (let k = 0; k < changedCount; k++) this.decideOf(changed[k], store.boxes);
    else if (changedCount < store.size) {
      for (let k = 0; k < changedCount; k++) this.isChanged[changed[k]] = 1;
      this.decideChanged(store.boxes);
      for (let k = 0; k < changedCount; k++) this.isChanged[changed[k]] = 0;
    } else this.decideAll(store.boxes);
  }

  forEach(visit: (i: number, j: number, cells: number, meet: boolean) => void): void {
    this.table.forEach((i, j, value) => {
      visit(i, j, value >> CELL_SHIFT, (value & MEET) !== 0);
    });
  }

  private decideOf(id: number, boxes: Float64Array): void {
    const { links, heads } = this.links;
    const { slots } = this.table;
    for (let end = heads[id]; end !== NO_END; end = links[2 * end]) {
      this.tests++;
      if (!stillApart(slots, SLOT_STRIDE * (end >> 1), boxes)) this.test(slots, SLOT_STRIDE * (end >> 1), boxes);
    }
  }

  private decideChanged(boxes: Float64Array): void {
    const { isChanged } = this;
    const { slots, top } = this.table;
    for (let at = 0; at < SLOT_STRIDE * top; at += SLOT_STRIDE) {
      if (slots[at] === -1 || (isChanged[slots[at]] | isChanged[slots[at + SLOT_J]]) === 0) continue;
      this.tests++;
      if (!stillApart(slots, at, boxes)) this.test(slots, at, boxes);
    }
  }

  private decideAll(boxes: Float64Array): void {
    const { slots, top } = this.table;
    for (let at = 0; at < SLOT_STRIDE * top; at += SLOT_STRIDE)
      if (slots[at] !== -1 && !stillApart(slots, at, boxes)) this.test(slots, at, boxes);
    this.tests += this.table.size;
  }

  private test(slots: Int32Array, at: number, boxes: Float64Array): void {
    const value = slots[at + SLOT_VALUE];
    const i = slots[at];
    const j = slots[at + SLOT_J];
    const apart = whereApart(boxes, i, j);
    if (apart === NOWHERE) {
      if ((value & MEET) !== 0) return;
      slots[at + SLOT_VALUE] = value | MEET;
      this.opening.pushSorted(i, j);
      this.meetingCount++;
    } else {
      slots[at + SLOT_VALUE] = (value & ~(MEET | APART)) | (apart << APART_SHIFT);
      if ((value & MEET) === 0) return;
      this.closing.pushSorted(i, j);
      this.meetingCount--;
    }
  }

  private wait(slot: number): void {
    this.table.slots[SLOT_STRIDE * slot + SLOT_VALUE] |= WAITING;
    if (this.waitingCount === this.waiting.length) this.waiting = enlarged(this.waiting, new Int32Array(2 * this.waiting.length));
    this.waiting[this.waitingCount++] = slot;
  }
}

/**
 * True where the boxes of the pair in a slot are apart where they were when last tested: one comparison that is
 * foreseen, for most pairs [Mirtich 1997, §3.3, on Baraff's witnesses].
 */
function stillApart(slots: Int32Array, at: number, boxes: Float64Array): boolean {
  const value = slots[at + SLOT_VALUE];
  const swap = (slots[at] ^ slots[at + SLOT_J]) & -((value >> (APART_SHIFT + 2)) & 1);
  const axis = (value >> APART_SHIFT) & 3;
  return (value & MEET) === 0 && boxes[6 * (slots[at] ^ swap) + axis] > boxes[6 * (slots[at + SLOT_J] ^ swap) + 3 + axis];
}

/** The axis along which box i is beyond box j, or 4 more where j is beyond i; NOWHERE where they meet. */
function whereApart(boxes: Float64Array, i: number, j: number): number {
  const a = 6 * i;
  const b = 6 * j;
  if (boxes[a] > boxes[b + 3]) return 0;
  if (boxes[b] > boxes[a + 3]) return 4;
  if (boxes[a + 1] > boxes[b + 4]) return 1;
  if (boxes[b + 1] > boxes[a + 4]) return 5;
  if (boxes[a + 2] > boxes[b + 5]) return 2;
  if (boxes[b + 2] > boxes[a + 5]) return 6;
  return NOWHERE;
}
