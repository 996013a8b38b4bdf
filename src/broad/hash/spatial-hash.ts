/**
 * Hierarchical spatial hashing [Mirtich 1997, §2.1]: every update hashes all boxes anew, from coarse to fine. A box is
 * stored in the cells it overlaps at its own resolution, and is compared with those stored before it in the cells it
 * overlaps at its own and all coarser resolutions: O(n + close pairs) for n boxes of bounded differences in size
 * (Theorem 2).
 * Guarantee: exact. Two boxes that meet share a cell at the coarser of their resolutions (cell-range.ts), and close
 * pairs are decided by their boxes.
 * A pair that shares several cells is compared in the lowest of them only: each axis of that cell is where one of both
 * begins.
 */

import { enlarged } from '../../math/enlarged.ts';
import { PairList } from '../../math/pair-list.ts';
import { BoxPhase } from '../box-phase.ts';
import { FIXED, MOVING } from '../box-store.ts';
import { boxesMeet } from '../boxes-meet.ts';
import { EarlierBoxes } from '../earlier-boxes.ts';
import { CELL_MASK, firstKey, hashOfKey, RANGE_STRIDE, secondKey, writeCellRange } from './cell-range.ts';
import { type HashOptions, MOST_RESOLUTIONS, Resolutions, sizeOf, UNSUITED } from './resolutions.ts';

/**
 * Per label in the table: the two words of its cell's key, box number times 8 plus the axes along which the box begins
 * there, next label of the bucket.
 */
const LABEL_STRIDE = 4;

/**
 * Which pairs of boxes meet, by hierarchical spatial hashing [Mirtich 1997, §2.1]: every update hashes all boxes anew,
 * which costs in proportion to boxes and close pairs. For boxes of which most move in every update; exact.
 */
export class SpatialHash extends BoxPhase {
  readonly method = 'hash';
  private readonly earlier = new EarlierBoxes();
  private pairs = new PairList();
  private pairsBefore = new PairList();
  private readonly levels: Resolutions;
  /** Rank of each box's resolution. */
  private rank: Uint8Array = new Uint8Array(0);
  /** Box numbers from coarse to fine. */
  private order: Uint32Array = new Uint32Array(0);
  private heads: Int32Array = new Int32Array(256);
  private labels: Int32Array = new Int32Array(LABEL_STRIDE * 256);
  private labelCount = 0;
  private readonly range: Int32Array = new Int32Array(RANGE_STRIDE);

  constructor(options: HashOptions = {}) {
    super();
    this.levels = new Resolutions(options, 'SpatialHash');
  }

  get pairCount(): number {
    return this.pairs.count;
  }
  /** Sides of the cells in use, from coarse to fine, in the unit of length. */
  get resolutions(): readonly number[] {
    return this.levels.sides();
  }

  move(id: number, box: ArrayLike<number>, offset = 0): void {
    this.store.move(id, box, offset);
  }

  update(): void {
    const { store, earlier, opening, closing } = this;
    opening.count = 0;
    closing.count = 0;
    if (store.changedCount === 0) return;
    earlier.reach(store);
    const before = this.pairs;
    this.pairs = this.pairsBefore;
    this.pairsBefore = before;
    this.pairs.count = 0;
    this.sort();
    this.heads.fill(-1);
    this.labelCount = 0;
    for (let k = 0; k < store.size; k++) {
      if (2 * this.labelCount > this.heads.length) this.spread();
      this.hash(this.order[k]);
    }
    this.close();
    earlier.follow(store);
    store.settle();
  }

  forEachPair(visit: (i: number, j: number) => void): void {
    const { pairs, count } = this.pairs;
    for (let k = 0; k < count; k++) visit(pairs[2 * k], pairs[2 * k + 1]);
  }

  /** Chooses the resolutions, and orders the boxes from coarse to fine. */
  private sort(): void {
    const { store, levels } = this;
    const { boxes, state } = store;
    if (this.rank.length < store.top) {
      this.rank = new Uint8Array(state.length);
      this.order = new Uint32Array(state.length);
    }
    levels.choose(store);
    for (let id = 0; id < store.top; id++) {
      const size = sizeOf(boxes, id);
      if (state[id] !== MOVING && state[id] !== FIXED) continue;
      // With given sizes, boxes of others may come; where they are too many, all resolutions are chosen from the boxes.
      if (levels.numberFor(size) === UNSUITED && levels.addFor(size) === UNSUITED) levels.choose(store, true);
    }
    const rankOf = new Uint8Array(MOST_RESOLUTIONS);
    for (let k = 0; k < levels.count; k++) rankOf[levels.order[k]] = k;
    const starts = new Uint32Array(MOST_RESOLUTIONS + 1);
    for (let id = 0; id < store.top; id++) {
      if (state[id] !== MOVING && state[id] !== FIXED) continue;
      this.rank[id] = rankOf[levels.numberFor(sizeOf(boxes, id))];
      starts[this.rank[id] + 1]++;
    }
    for (let k = 1; k < MOST_RESOLUTIONS; k++) starts[k] += starts[k - 1];
    for (let id = 0; id < store.top; id++) if (state[id] === MOVING || state[id] === FIXED) this.order[starts[this.rank[id]]++] = id;
  }

  /** Compares a box with those in its cells, and stores it in those of its own resolution. */
  private hash(id: number): void {
    const { levels, heads, range, stats } = this;
    const mask = heads.length - 1;
    const own = this.rank[id];
    for (let rank = 0; rank <= own; rank++) {
      const number = levels.order[rank];
      writeCellRange(this.store.boxes, id, levels.inverse[number], range, 0);
      const moreX = range[3] & 1023;
      const moreY = (range[3] >> 10) & 1023;
      const moreZ = range[3] >> 20;
      stats.visits += (moreX + 1) * (moreY + 1) * (moreZ + 1);
      for (let c = 0; c <= moreZ; c++) {
        const z = (range[2] + c) & CELL_MASK;
        for (let b = 0; b <= moreY; b++) {
          const y = (range[1] + b) & CELL_MASK;
          const second = secondKey(y, z, number);
          const begins = (b === 0 ? 2 : 0) | (c === 0 ? 4 : 0);
          for (let a = 0; a <= moreX; a++) {
            const first = firstKey((range[0] + a) & CELL_MASK, y);
            const bucket = hashOfKey(first, second) & mask;
            const axes = a === 0 ? begins | 1 : begins;
            if (heads[bucket] !== -1) this.compare(id, heads[bucket], first, second, axes);
            if (rank === own) heads[bucket] = this.label(first, second, 8 * id + axes, heads[bucket]);
          }
        }
      }
    }
  }

  private label(first: number, second: number, content: number, next: number): number {
    const at = LABEL_STRIDE * this.labelCount;
    if (at >= this.labels.length) this.labels = enlarged(this.labels, new Int32Array(2 * this.labels.length));
    const { labels } = this;
    labels[at] = first;
    labels[at + 1] = second;
    labels[at + 2] = content;
    labels[at + 3] = next;
    return this.labelCount++;
  }

  /** Four times the buckets. */
  private spread(): void {
    const { labels } = this;
    const heads = new Int32Array(4 * this.heads.length).fill(-1);
    for (let label = 0; label < this.labelCount; label++) {
      const at = LABEL_STRIDE * label;
      const bucket = hashOfKey(labels[at], labels[at + 1]) & (heads.length - 1);
      labels[at + 3] = heads[bucket];
      heads[bucket] = label;
    }
    this.heads = heads;
  }

  /** Box i, beginning along these axes in the cell, with the boxes of that cell. */
  private compare(i: number, head: number, first: number, second: number, axes: number): void {
    const { labels, store } = this;
    for (let label = head; label !== -1; label = labels[LABEL_STRIDE * label + 3]) {
      const at = LABEL_STRIDE * label;
      const content = labels[at + 2];
      if (((content | axes) & 7) !== 7 || labels[at] !== first || labels[at + 1] !== second) continue;
      const j = content >> 3;
      this.stats.boxTests++;
      if (!boxesMeet(store.boxes, i, j) || (store.state[i] === FIXED && store.state[j] === FIXED)) continue;
      this.pairs.pushSorted(i, j);
      if (!boxesMeet(this.earlier.boxes, i, j)) this.opening.pushSorted(i, j);
    }
  }

  /** Pairs of the update before that do not meet any more. */
  private close(): void {
    const { store, closing } = this;
    const { pairs, count } = this.pairsBefore;
    for (let k = 0; k < count; k++) {
      const i = pairs[2 * k];
      const j = pairs[2 * k + 1];
      const there = (store.state[i] === MOVING || store.state[i] === FIXED) && (store.state[j] === MOVING || store.state[j] === FIXED);
      this.stats.boxTests++;
      if (!there || !boxesMeet(store.boxes, i, j)) closing.pushSorted(i, j);
    }
  }
}
