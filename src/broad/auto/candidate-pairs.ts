/**
 * Pairs of boxes that may come to meet, one after the other for passes over all of them, and per box the list of its
 * pairs.
 * Adding and removing a pair take constant time. Lists lie in one buffer, in blocks of a power of two.
 */
import { enlarged } from '../../math/enlarged.ts';

/** Words per box in `list`: first entry, entries, entries that fit. */
export const LIST = 3;

/** Least entries of a block. */
const SMALLEST = 4;

export class CandidatePairs {
  count = 0;
  /**
   * Pair p: due[2p], the sum of its boxes' travel from which on it must be tested; words[4p + 2] one box; words[4p + 3]
   * twice the other, plus 1 where they meet.
   */
  due: Float64Array = new Float64Array(0);
  words: Uint32Array = new Uint32Array(0);
  list: Int32Array = new Int32Array(LIST * 64);
  /** Numbers of pairs, list after list. */
  entries: Uint32Array = new Uint32Array(256);
  /** Per pair: its places in the lists of both. */
  private place: Uint32Array = new Uint32Array(0);
  private used = 0;
  /** Released blocks by the logarithm of their size. */
  private readonly released: number[][] = [];

  constructor() {
    this.reserve(64);
  }

  /** Room for the lists of boxes below `top`. */
  cover(top: number): void {
    if (LIST * top <= this.list.length) return;
    this.list = enlarged(this.list, new Int32Array(2 * LIST * top));
  }

  add(i: number, j: number, open: boolean, due: number): void {
    const p = this.count++;
    if (2 * p >= this.due.length) this.reserve(2 * p);
    this.due[2 * p] = due;
    this.words[4 * p + 2] = i;
    this.words[4 * p + 3] = 2 * j + (open ? 1 : 0);
    this.place[2 * p] = this.append(i, p);
    this.place[2 * p + 1] = this.append(j, p);
  }

  /** Takes a pair out; the last one takes its number, the last entries of both lists its places. */
  remove(p: number): void {
    const { words, due, place, list, entries } = this;
    this.drop(words[4 * p + 2], place[2 * p]);
    this.drop(words[4 * p + 3] >>> 1, place[2 * p + 1]);
    const last = --this.count;
    if (p === last) return;
    due[2 * p] = due[2 * last];
    const i = words[4 * last + 2];
    const j = words[4 * last + 3];
    words[4 * p + 2] = i;
    words[4 * p + 3] = j;
    place[2 * p] = place[2 * last];
    place[2 * p + 1] = place[2 * last + 1];
    entries[list[LIST * i] + place[2 * p]] = p;
    entries[list[LIST * (j >>> 1)] + place[2 * p + 1]] = p;
  }

  /** Gives the empty list of a box back. */
  release(i: number): void {
    const { list, released } = this;
    const room = list[LIST * i + 2];
    if (room > 0) {
      const size = 31 - Math.clz32(room);
      while (released.length <= size) released.push([]);
      released[size].push(list[LIST * i]);
    }
    list.fill(0, LIST * i, LIST * i + LIST);
  }

  /** Takes everything out. */
  reset(): void {
    this.list.fill(0);
    this.count = 0;
    this.used = 0;
    this.released.length = 0;
  }

  private reserve(pairs: number): void {
    const buffer = new ArrayBuffer(16 * pairs);
    const words = new Uint32Array(buffer);
    words.set(this.words);
    this.words = words;
    this.due = new Float64Array(buffer);
    this.place = enlarged(this.place, new Uint32Array(2 * pairs));
  }

  private append(i: number, p: number): number {
    const { list } = this;
    const count = list[LIST * i + 1];
    if (count === list[LIST * i + 2]) this.move(i, Math.max(SMALLEST, 2 * count));
    list[LIST * i + 1] = count + 1;
    this.entries[list[LIST * i] + count] = p;
    return count;
  }

  private move(i: number, room: number): void {
    const { list } = this;
    const from = list[LIST * i];
    const count = list[LIST * i + 1];
    let to = this.released[31 - Math.clz32(room)]?.pop() ?? -1;
    if (to < 0) {
      to = this.used;
      this.used += room;
      if (this.used > this.entries.length) this.entries = enlarged(this.entries, new Uint32Array(2 * this.used));
    }
    this.entries.copyWithin(to, from, from + count);
    this.release(i);
    list[LIST * i] = to;
    list[LIST * i + 1] = count;
    list[LIST * i + 2] = room;
  }

  private drop(i: number, q: number): void {
    const { list, entries, words, place } = this;
    const start = list[LIST * i];
    const last = --list[LIST * i + 1];
    if (q === last) return;
    const p = entries[start + last];
    entries[start + q] = p;
    place[2 * p + (words[4 * p + 2] === i ? 0 : 1)] = q;
  }
}
