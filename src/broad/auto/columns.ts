/**
 * All pairs of boxes that meet, from scratch: for motions so large that nothing of the last frame helps. The boxes are
 * sorted by their lowest corners into columns along the axis of largest variance, at least as wide as any box, and
 * upward within each; a sweep up two neighbouring columns meets each pair once.
 * A few boxes much larger than the rest are tested against all.
 * Guarantee: exact. Sorting is by whole numbers that grow with the coordinate, so that their rounding can only add
 * tests.
 */

import { enlarged } from '../../math/enlarged.ts';
import type { PairList } from '../../math/pair-list.ts';
import { type BoxStore, FIXED, MOVING } from '../box-store.ts';
import { boxesMeet } from '../boxes-meet.ts';

/** Times the mean size from which on a box is large. */
const LARGE = 4;
/** Fewer boxes than this stand in columns side by side along one axis only: less to merge. */
const STRIPS = 256;
/** Columns wider than the boxes in them by this, so that rounding does not matter. */
const WIDER = 1 + 2 ** -20;

export class Columns {
  /** Tests of two boxes in the last `find`. */
  boxTests = 0;
  /** Mean of the boxes' longest sides at the last `prepare`. */
  typicalSize = 0;
  private readonly large: number[] = [];
  private members: Uint32Array = new Uint32Array(0);
  private count = 0;
  /** Per member, then sorted: box number; column; whole numbers of its ends along the columns. */
  private order: Uint32Array = new Uint32Array(0);
  private byHeight: Uint32Array = new Uint32Array(0);
  private column: Int32Array = new Int32Array(0);
  private height: Int32Array = new Int32Array(0);
  private span: Int32Array = new Int32Array(0);
  /** Sorted: lowest and highest along the columns, then across. */
  private sorted: Float64Array = new Float64Array(0);
  private starts: Int32Array = new Int32Array(64);
  private tally: Int32Array = new Int32Array(64);
  private readonly low: Float64Array = new Float64Array(3);
  private readonly range: Float64Array = new Float64Array(3);
  private readonly widest: Float64Array = new Float64Array(3);
  private along = 0;

  /** Looks the boxes over; false where their sizes differ too much. */
  prepare(store: BoxStore): boolean {
    const { boxes, state, top } = store;
    const { low, range, widest, large } = this;
    if (this.members.length < top) this.cover(2 * top);
    let sum = 0;
    let alive = 0;
    for (let i = 0; i < top; i++) {
      if (state[i] !== MOVING && state[i] !== FIXED) continue;
      this.members[alive++] = i;
      const b = 6 * i;
      sum += Math.max(boxes[b + 3] - boxes[b], boxes[b + 4] - boxes[b + 1], boxes[b + 5] - boxes[b + 2]);
    }
    this.typicalSize = alive > 0 ? sum / alive : 0;
    const limit = LARGE * this.typicalSize;
    large.length = 0;
    this.count = 0;
    for (let k = 0; k < alive; k++) {
      const i = this.members[k];
      const b = 6 * i;
      if (Math.max(boxes[b + 3] - boxes[b], boxes[b + 4] - boxes[b + 1], boxes[b + 5] - boxes[b + 2]) > limit) large.push(i);
      else this.members[this.count++] = i;
    }
    if (large.length > 8 + alive / 4096) return false;
    let best = -1;
    for (let k = 0; k < 3; k++) {
      let first = Number.POSITIVE_INFINITY;
      let last = Number.NEGATIVE_INFINITY;
      let size = 0;
      let mean = 0;
      for (let m = 0; m < this.count; m++) {
        const b = 6 * this.members[m] + k;
        const x = boxes[b];
        first = Math.min(first, x);
        last = Math.max(last, x);
        size = Math.max(size, boxes[b + 3] - x);
        mean += x;
      }
      mean /= this.count;
      let variance = 0;
      for (let m = 0; m < this.count; m++) {
        const off = boxes[6 * this.members[m] + k] - mean;
        variance += off * off;
      }
      low[k] = first;
      range[k] = last - first;
      widest[k] = size * WIDER;
      if (variance > best) {
        best = variance;
        this.along = k;
      }
    }
    return true;
  }

  /** Adds every pair that meets; `prepare` came before. */
  find(store: BoxStore, pairs: PairList): void {
    this.boxTests = 0;
    if (this.count > 0) {
      const wide = this.sort(store);
      const columns = this.starts.length;
      const { starts } = this;
      const last = this.lastColumn;
      for (let c = 0; c < last && c + 1 < columns; c++) {
        if (starts[c] === starts[c + 1]) continue;
        const x = c % wide;
        this.sweepOne(starts[c], starts[c + 1], store.state, pairs);
        if (x + 1 < wide) this.sweepTwo(c, c + 1, store.state, pairs);
        const above = c + wide;
        if (above >= last) continue;
        if (x > 0) this.sweepTwo(c, above - 1, store.state, pairs);
        this.sweepTwo(c, above, store.state, pairs);
        if (x + 1 < wide) this.sweepTwo(c, above + 1, store.state, pairs);
      }
    }
    this.testLarge(store, pairs);
  }

  private lastColumn = 0;

  /** Sorts all members; returns the number of columns side by side along the first axis across. */
  private sort({ boxes }: BoxStore): number {
    const { members, count, low, range, widest, along, column, height, order, byHeight, sorted, span } = this;
    const one = along === 0 ? 1 : 0;
    const two = along === 2 ? 1 : 2;
    const most = 2 * count + 16;
    let wideOne = columnsOf(range[one], widest[one], most);
    let wideTwo = count < STRIPS ? 1 : columnsOf(range[two], widest[two], most);
    if (wideOne * wideTwo > most) {
      const less = Math.sqrt(most / (wideOne * wideTwo));
      wideOne = Math.max(1, Math.floor(wideOne * less));
      wideTwo = Math.max(1, Math.floor(Math.min(wideTwo, most / wideOne)));
    }
    const perOne = scaleOf(range[one], widest[one], wideOne);
    const perTwo = scaleOf(range[two], widest[two], wideTwo);
    let steps = 64;
    while (steps < 2 * count && steps < 1 << 17) steps *= 2;
    const perStep = range[along] > 0 ? Math.min((steps - 1) / range[along], Number.MAX_VALUE) : 0;
    const columns = wideOne * wideTwo;
    this.lastColumn = columns;
    if (this.tally.length < steps + 1) this.tally = new Int32Array(steps + 1);
    if (this.starts.length < columns + 2) this.starts = new Int32Array(2 * columns + 2);
    const { tally, starts } = this;
    tally.fill(0, 0, steps + 1);
    starts.fill(0, 0, columns + 2);
    const lowOne = low[one];
    const lowTwo = low[two];
    const lowAlong = low[along];
    for (let m = 0; m < count; m++) {
      const b = 6 * members[m];
      const c1 = Math.min(wideOne - 1, Math.floor((boxes[b + one] - lowOne) * perOne));
      const c2 = Math.min(wideTwo - 1, Math.floor((boxes[b + two] - lowTwo) * perTwo));
      const c = c1 + wideOne * c2;
      const h = Math.min(steps - 1, Math.floor((boxes[b + along] - lowAlong) * perStep));
      column[m] = c;
      height[m] = h;
      tally[h + 1]++;
      starts[c + 2]++;
    }
    for (let h = 1; h <= steps; h++) tally[h] += tally[h - 1];
    for (let c = 2; c <= columns + 1; c++) starts[c] += starts[c - 1];
    for (let m = 0; m < count; m++) byHeight[tally[height[m]]++] = m;
    for (let k = 0; k < count; k++) {
      const m = byHeight[k];
      const to = starts[column[m] + 1]++;
      const i = members[m];
      const b = 6 * i;
      order[to] = i;
      const s = 6 * to;
      sorted[s] = boxes[b + along];
      const top = boxes[b + along + 3];
      sorted[s + 1] = top;
      sorted[s + 2] = boxes[b + one];
      sorted[s + 3] = boxes[b + one + 3];
      sorted[s + 4] = boxes[b + two];
      sorted[s + 5] = boxes[b + two + 3];
      span[2 * to] = height[m];
      span[2 * to + 1] = Math.min(steps - 1, Math.floor((top - lowAlong) * perStep));
    }
    return wideOne;
  }

  private sweepOne(from: number, to: number, state: Uint8Array, pairs: PairList): void {
    const { span } = this;
    for (let i = from; i < to; i++) {
      const top = span[2 * i + 1];
      let end = i + 1;
      while (end < to && span[2 * end] <= top) end++;
      if (end > i + 1) this.test(i, i + 1, end, state, pairs);
    }
  }

  private sweepTwo(c: number, d: number, state: Uint8Array, pairs: PairList): void {
    const { span, starts } = this;
    let i = starts[c];
    let j = starts[d];
    const lastI = starts[c + 1];
    const lastJ = starts[d + 1];
    while (i < lastI && j < lastJ) {
      if (span[2 * i] <= span[2 * j]) {
        const top = span[2 * i + 1];
        let end = j;
        while (end < lastJ && span[2 * end] <= top) end++;
        if (end > j) this.test(i, j, end, state, pairs);
        i++;
      } else {
        const top = span[2 * j + 1];
        let end = i;
        while (end < lastI && span[2 * end] <= top) end++;
        if (end > i) this.test(j, i, end, state, pairs);
        j++;
      }
    }
  }

  /** One sorted box against a run of others. */
  private test(i: number, from: number, to: number, state: Uint8Array, pairs: PairList): void {
    const { sorted, order } = this;
    const a = 6 * i;
    const x = sorted[a];
    const u = sorted[a + 1];
    const y = sorted[a + 2];
    const v = sorted[a + 3];
    const z = sorted[a + 4];
    const w = sorted[a + 5];
    this.boxTests += to - from;
    for (let j = from; j < to; j++) {
      const b = 6 * j;
      if (
        sorted[b + 2] <= v &&
        sorted[b + 3] >= y &&
        sorted[b + 4] <= w &&
        sorted[b + 5] >= z &&
        sorted[b] <= u &&
        sorted[b + 1] >= x &&
        (state[order[i]] !== FIXED || state[order[j]] !== FIXED)
      )
        pairs.pushSorted(order[i], order[j]);
    }
  }

  private testLarge({ boxes, state }: BoxStore, pairs: PairList): void {
    const { large, members, count } = this;
    for (let k = 0; k < large.length; k++) {
      const i = large[k];
      for (let m = 0; m < count; m++) testPair(boxes, state, i, members[m], pairs);
      for (let l = k + 1; l < large.length; l++) testPair(boxes, state, i, large[l], pairs);
    }
    this.boxTests += large.length * (count + (large.length - 1) / 2);
  }

  private cover(capacity: number): void {
    this.members = enlarged(this.members, new Uint32Array(capacity));
    this.order = new Uint32Array(capacity);
    this.byHeight = new Uint32Array(capacity);
    this.column = new Int32Array(capacity);
    this.height = new Int32Array(capacity);
    this.span = new Int32Array(2 * capacity);
    this.sorted = new Float64Array(6 * capacity);
  }
}

function testPair(boxes: Float64Array, state: Uint8Array, i: number, j: number, pairs: PairList): void {
  if (boxesMeet(boxes, i, j) && (state[i] !== FIXED || state[j] !== FIXED)) pairs.pushSorted(i, j);
}

/** Columns that a range takes when each is wider than all boxes. */
function columnsOf(range: number, widest: number, most: number): number {
  if (!(range > 0)) return 1;
  return widest > 0 ? Math.max(1, Math.floor(Math.min(most, range / widest))) : most;
}

/** Columns per length: so few that none is narrower than the widest box. */
function scaleOf(range: number, widest: number, columns: number): number {
  if (columns === 1) return 0;
  return Math.min(columns / range, 1 / widest, Number.MAX_VALUE);
}
