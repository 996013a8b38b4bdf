/**
 * The beginnings and ends of all boxes along one axis, kept in order by insertion [Mirtich 1997, §2.3]: where a
 * beginning passes the end of another box the two may have begun to meet, where an end passes a beginning they may have
 * stopped. Box i begins as 2 i and ends as 2 i + 1.
 */
import { type BoxStore, FIXED, MOVING } from '../box-store.ts';
import { KeyedList } from './keyed-list.ts';
import type { PairChanges } from './pair-changes.ts';

export class EndpointAxis {
  readonly list: KeyedList = new KeyedList();
  /** Exchanges so far. */
  swaps = 0;
  private readonly axis: number;
  /** By endpoint: its place in the list. */
  private place: Uint32Array = new Uint32Array(0);

  constructor(axis: number) {
    this.axis = axis;
  }

  /** Takes out the boxes that left. */
  drop({ state }: BoxStore): void {
    const { codes, keys } = this.list;
    let kept = 0;
    for (let p = 0; p < this.list.count; p++) {
      const id = codes[p] >>> 1;
      if (state[id] !== MOVING && state[id] !== FIXED) continue;
      codes[kept] = codes[p];
      keys[kept++] = keys[p];
    }
    this.list.count = kept;
    this.renumber();
  }

  /** Merges new boxes into the list; nothing is reported. */
  insert(store: BoxStore, arrivals: Uint32Array, count: number): void {
    const { list, axis } = this;
    const before = list.count;
    if (this.place.length < 2 * store.state.length) {
      const larger = new Uint32Array(2 * store.state.length);
      larger.set(this.place);
      this.place = larger;
    }
    for (let k = 0; k < count; k++) {
      const id = arrivals[k];
      list.push(2 * id, store.boxes[6 * id + axis]);
      list.push(2 * id + 1, store.boxes[6 * id + axis + 3]);
    }
    list.mergeSort(before, list.count);
    list.merge(0, before, list.count);
    this.renumber();
  }

  /** Brings one box to its new place, from where it is. */
  follow({ boxes }: BoxStore, id: number, changes: PairChanges): void {
    const { list, axis, place } = this;
    const { codes, keys } = list;
    for (let code = 2 * id; code <= 2 * id + 1; code++) {
      const key = boxes[6 * id + axis + 3 * (code & 1)];
      const start = place[code];
      let p = start;
      for (; p > 0 && (keys[p - 1] > key || (keys[p - 1] === key && (codes[p - 1] & 1) > (code & 1))); p--) {
        const other = codes[p - 1];
        keys[p] = keys[p - 1];
        codes[p] = other;
        place[other] = p;
        if (((other ^ code) & 1) === 1) noteChange(changes, (code & 1) === 0, id, other >>> 1);
      }
      const last = p < start ? -1 : list.count - 1;
      for (; p < last && (keys[p + 1] < key || (keys[p + 1] === key && (codes[p + 1] & 1) < (code & 1))); p++) {
        const other = codes[p + 1];
        keys[p] = keys[p + 1];
        codes[p] = other;
        place[other] = p;
        if (((other ^ code) & 1) === 1) noteChange(changes, (code & 1) === 1, id, other >>> 1);
      }
      keys[p] = key;
      codes[p] = code;
      place[code] = p;
      this.swaps += Math.abs(p - start);
    }
  }

  /**
   * Brings all boxes to their new places in one pass; false, and without order, where that takes more than `limit`
   * exchanges.
   */
  followAll({ boxes }: BoxStore, limit: number, changes: PairChanges): boolean {
    const { place, list } = this;
    const { codes, keys, count } = list;
    this.readKeys(boxes);
    let left = limit;
    for (let p = 1; p < count && left >= 0; p++) {
      const key = keys[p];
      if (keys[p - 1] < key) continue;
      const code = codes[p];
      const isEnd = code & 1;
      const id = code >>> 1;
      let q = p;
      for (; q > 0 && (keys[q - 1] > key || (keys[q - 1] === key && (codes[q - 1] & 1) > isEnd)); q--) {
        const other = codes[q - 1];
        keys[q] = keys[q - 1];
        codes[q] = other;
        place[other] = q;
        if (((other ^ code) & 1) === 1) noteChange(changes, isEnd === 0, id, other >>> 1);
      }
      keys[q] = key;
      codes[q] = code;
      place[code] = q;
      left -= p - q;
    }
    this.swaps += limit - left;
    return left >= 0;
  }

  /** Puts all in order without telling anything. */
  sort({ boxes }: BoxStore): void {
    this.readKeys(boxes);
    this.list.mergeSort(0, this.list.count);
    this.renumber();
  }

  private readKeys(boxes: Float64Array): void {
    const { list, axis } = this;
    const { codes, keys, count } = list;
    for (let p = 0; p < count; p++) keys[p] = boxes[6 * (codes[p] >>> 1) + axis + 3 * (codes[p] & 1)];
  }

  private renumber(): void {
    const { place, list } = this;
    for (let p = 0; p < list.count; p++) place[list.codes[p]] = p;
  }
}

function noteChange(changes: PairChanges, nearer: boolean, i: number, j: number): void {
  if (i === j) return;
  if (nearer) changes.approach(i, j);
  else changes.part(i, j);
}
