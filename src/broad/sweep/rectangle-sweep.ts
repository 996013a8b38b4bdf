/**
 * All pairs of boxes that meet, from nothing but their coordinates: the less drastic reduction of dimensions of
 * [Mirtich 1997, §2.3].
 * The boxes are projected onto the plane of the two axes along which they spread most, a line sweeps over the
 * rectangles, those it cuts are kept by their intervals on the line, and the third axis is tested last: O(n log n + k),
 * k the rectangles that meet in the plane, whatever the clustering along the third axis.
 * The orders are kept from call to call and sorted by insertion where that is cheaper. Pairs of two fixed boxes are not
 * looked at.
 */

import { enlarged } from '../../math/enlarged.ts';
import { PairList } from '../../math/pair-list.ts';
import { type BoxStore, FIXED, MOVING } from '../box-store.ts';
import { KeyedList } from './keyed-list.ts';
import { PriorityTree, RANK_STRIDE } from './priority-tree.ts';

/** Exchanges a box above which merging is the cheaper way to sort. */
const EXCHANGES = 16;
/** Spreads more than this times the chosen ones change the axes: every change costs the order. */
const BETTER = 2;

export class RectangleSweep {
  /** The pairs that meet, each once, as of the last `find`. */
  readonly found: PairList = new PairList();
  boxTests = 0;
  visits = 0;
  /** The line moves along the first axis and lies along the second. */
  private axes: [sweep: number, line: number, last: number] = [0, 1, 2];
  /**
   * Box numbers, twice each to keep their ties free of meaning, by lowest and highest coordinate along the first axis
   * and lowest along the second.
   */
  private readonly starts = new KeyedList();
  private readonly ends = new KeyedList();
  private readonly lines = new KeyedList();
  /** By box number: 1 where it is in the lists. */
  private listed: Uint8Array = new Uint8Array(64);
  private rank: Uint32Array = new Uint32Array(64);
  /** By rank along the second axis: the interval there, and the one along the third. */
  private intervals: Float64Array = new Float64Array(RANK_STRIDE * 64);
  private readonly moving = new PriorityTree();
  private readonly fixed = new PriorityTree();
  private fixedCount = 0;

  find(store: BoxStore): void {
    const kept = this.follow(store);
    this.chooseAxes(store);
    const [sweep, line] = this.axes;
    this.sort(this.starts, store.boxes, sweep, kept);
    this.sort(this.ends, store.boxes, sweep + 3, kept);
    this.sort(this.lines, store.boxes, line, kept);
    this.fillIntervals(store.boxes);
    this.sweep(store);
  }

  /** Drops and appends what has come and gone; the length of what is left of the old order. */
  private follow({ state, top }: BoxStore): number {
    if (this.listed.length < state.length) {
      this.listed = enlarged(this.listed, new Uint8Array(state.length));
      this.rank = new Uint32Array(state.length);
    }
    const { listed } = this;
    const lists = [this.starts, this.ends, this.lines];
    for (const list of lists) {
      let kept = 0;
      for (let p = 0; p < list.count; p++) {
        const id = list.codes[p] >>> 1;
        if (state[id] === MOVING || state[id] === FIXED) list.codes[kept++] = list.codes[p];
        else listed[id] = 0;
      }
      list.count = kept;
    }
    const kept = this.starts.count;
    this.fixedCount = 0;
    for (let id = 0; id < top; id++) {
      if (state[id] === FIXED) this.fixedCount++;
      else if (state[id] !== MOVING) continue;
      if (listed[id] === 1) continue;
      listed[id] = 1;
      for (const list of lists) list.push(2 * id, 0);
    }
    return kept;
  }

  /** The spread along an axis: the variance of the lowest corners in mean sizes. */
  private chooseAxes({ boxes }: BoxStore): void {
    const { codes, count } = this.starts;
    if (count === 0) return;
    const spread = [0, 1, 2].map((k) => {
      const origin = boxes[3 * codes[0] + k];
      let sum = 0;
      let squares = 0;
      let size = 0;
      for (let p = 0; p < count; p++) {
        const low = boxes[3 * codes[p] + k] - origin;
        sum += low;
        squares += low * low;
        size += boxes[3 * codes[p] + k + 3] - boxes[3 * codes[p] + k];
      }
      const variance = Math.max(0, squares / count - (sum / count) * (sum / count));
      return size > 0 ? Math.sqrt(variance) / (size / count) : variance > 0 ? 2 ** 300 : 0;
    });
    const [sweep, line, last] = [0, 1, 2].sort((a, b) => spread[b] - spread[a]) as [number, number, number];
    const now = this.axes;
    if (spread[sweep] > BETTER * spread[now[0]] || spread[line] > BETTER * Math.min(spread[now[0]], spread[now[1]]))
      this.axes = [sweep, line, last];
  }

  private sort(list: KeyedList, boxes: Float64Array, coordinate: number, kept: number): void {
    const { codes, keys, count } = list;
    for (let p = 0; p < count; p++) keys[p] = boxes[3 * codes[p] + coordinate];
    if (!list.insertionSort(0, kept, EXCHANGES * kept)) list.mergeSort(0, kept);
    this.visits += list.exchanges;
    list.mergeSort(kept, count);
    list.merge(0, kept, count);
  }

  private fillIntervals(boxes: Float64Array): void {
    const { codes, count } = this.lines;
    if (this.intervals.length < RANK_STRIDE * count) this.intervals = new Float64Array(2 * RANK_STRIDE * count);
    const { intervals, rank } = this;
    const [, line, last] = this.axes;
    for (let r = 0; r < count; r++) {
      const at = RANK_STRIDE * r;
      const box = 3 * codes[r];
      rank[codes[r] >>> 1] = r;
      intervals[at] = boxes[box + line];
      intervals[at + 1] = boxes[box + line + 3];
      intervals[at + 2] = boxes[box + last];
      intervals[at + 3] = boxes[box + last + 3];
    }
    this.moving.clear(intervals, count);
    if (this.fixedCount > 0) this.fixed.clear(intervals, count);
  }

  private sweep({ state }: BoxStore): void {
    const { starts, ends, rank, moving, fixed } = this;
    const visits = moving.visits + fixed.visits;
    this.found.count = 0;
    let gone = 0;
    for (let p = 0; p < starts.count; ) {
      // boxes are closed: at the same coordinate they come before they go
      if (starts.keys[p] <= ends.keys[gone]) {
        const id = starts.codes[p++] >>> 1;
        const isFixed = state[id] === FIXED;
        this.ask(moving, rank[id], id);
        if (!isFixed && this.fixedCount > 0) this.ask(fixed, rank[id], id);
        if (isFixed) fixed.insert(rank[id]);
        else moving.insert(rank[id]);
      } else {
        const id = ends.codes[gone++] >>> 1;
        if (state[id] === FIXED) fixed.remove(rank[id]);
        else moving.remove(rank[id]);
      }
    }
    this.visits += moving.visits + fixed.visits - visits;
  }

  private ask(tree: PriorityTree, rank: number, id: number): void {
    const { intervals, found } = this;
    const at = RANK_STRIDE * rank;
    tree.query(intervals[at], intervals[at + 1]);
    const { hits, hitCount } = tree;
    const low = intervals[at + 2];
    const high = intervals[at + 3];
    for (let h = 0; h < hitCount; h++) {
      const other = RANK_STRIDE * hits[h];
      if (intervals[other + 2] <= high && low <= intervals[other + 3]) found.pushSorted(id, this.lines.codes[hits[h]] >>> 1);
    }
    this.boxTests += hitCount;
  }
}
