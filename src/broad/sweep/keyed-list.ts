/**
 * Whole numbers in the order of their keys, ascending; of equal keys the even numbers come first, so that with 2 i + 1
 * for the end of box i and 2 i for its beginning closed intervals that touch overlap. Two ways of sorting: by
 * insertion, whose cost is the disorder, and by merging, O(n log n) always.
 */
import { enlarged } from '../../math/enlarged.ts';

/** Runs that are sorted by insertion before they are merged. */
const RUN = 16;

export class KeyedList {
  codes: Uint32Array = new Uint32Array(64);
  keys: Float64Array = new Float64Array(64);
  count = 0;
  private spareCodes: Uint32Array = new Uint32Array(64);
  private spareKeys: Float64Array = new Float64Array(64);

  /** Appends an entry, whatever the order. */
  push(code: number, key: number): void {
    if (this.count === this.codes.length) this.grow();
    this.codes[this.count] = code;
    this.keys[this.count++] = key;
  }

  /**
   * Sorts entries from ≤ p < to by insertion; false, and not sorted, where that takes more than `limit` exchanges.
   * `exchanges` tells how many it took.
   */
  insertionSort(from: number, to: number, limit: number): boolean {
    const { codes, keys } = this;
    let left = limit;
    for (let p = from + 1; p < to && left >= 0; p++) {
      const key = keys[p];
      if (keys[p - 1] < key) continue;
      const code = codes[p];
      let q = p;
      for (; q > from && (keys[q - 1] > key || (keys[q - 1] === key && (codes[q - 1] & 1) > (code & 1))); q--) {
        keys[q] = keys[q - 1];
        codes[q] = codes[q - 1];
      }
      keys[q] = key;
      codes[q] = code;
      left -= p - q;
    }
    this.exchanges = limit - left;
    return left >= 0;
  }

  /** Exchanges that the last insertion sort took. */
  exchanges = 0;

  /** Sorts entries from ≤ p < to by merging. */
  mergeSort(from: number, to: number): void {
    for (let start = from; start < to; start += RUN) this.insertionSort(start, Math.min(start + RUN, to), RUN * RUN);
    for (let width = RUN; width < to - from; width *= 2) {
      for (let start = from; start + width < to; start += 2 * width) this.merge(start, start + width, Math.min(start + 2 * width, to));
    }
  }

  /** Two sorted stretches, from ≤ p < middle and middle ≤ p < to, become one. */
  merge(from: number, middle: number, to: number): void {
    const { codes, keys, spareCodes, spareKeys } = this;
    if (middle <= from || middle >= to || keys[middle - 1] < keys[middle]) return;
    const length = middle - from;
    for (let p = 0; p < length; p++) {
      spareCodes[p] = codes[from + p];
      spareKeys[p] = keys[from + p];
    }
    let a = 0;
    let b = middle;
    let at = from;
    while (a < length && b < to) {
      if (spareKeys[a] < keys[b] || (spareKeys[a] === keys[b] && (spareCodes[a] & 1) <= (codes[b] & 1))) {
        keys[at] = spareKeys[a];
        codes[at++] = spareCodes[a++];
      } else {
        keys[at] = keys[b];
        codes[at++] = codes[b++];
      }
    }
    for (; a < length; a++) {
      keys[at] = spareKeys[a];
      codes[at++] = spareCodes[a];
    }
  }

  private grow(): void {
    const capacity = 2 * this.codes.length;
    this.codes = enlarged(this.codes, new Uint32Array(capacity));
    this.keys = enlarged(this.keys, new Float64Array(capacity));
    this.spareCodes = new Uint32Array(capacity);
    this.spareKeys = new Float64Array(capacity);
  }
}
