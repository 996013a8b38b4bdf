/**
 * Hierarchical spatial hashing with coherence [Mirtich 1997, §2.2]: labels stay in the table, and an update touches
 * only the cells that a changed box has entered or left.
 * A box is stored in every cell it overlaps at its own and all coarser resolutions; a counter for each pair counts the
 * cells both are in at the coarser of their resolutions.
 * A pair whose counter is above 0 is close (Definition 1). Guarantee: exact, for the close pairs of changed boxes are
 * decided by their boxes after every update.
 *
 * Deviation: each cell keeps its own resolution's boxes apart from the finer ones (cell-table.ts), so that two small
 * boxes never meet in a large cell.
 * A box that no resolution suits brings one of its own; coarser ones are then given the labels of all finer boxes,
 * once.
 */

import { enlarged } from '../../math/enlarged.ts';
import { BoxPhase } from '../box-phase.ts';
import { FIXED, LEAVING, MOVING } from '../box-store.ts';
import { RANGE_STRIDE, writeCellRange } from './cell-range.ts';
import { ClosePairs } from './close-pairs.ts';
import { LabelledCells } from './labelled-cells.ts';
import { type HashOptions, Resolutions, sizeOf, UNSUITED } from './resolutions.ts';

/** Resolutions are chosen anew when the boxes have become so many times as many. */
const OUTNUMBER = 4;

/**
 * Which pairs of boxes meet, by hierarchical spatial hashing with coherence [Mirtich 1997, §2.2]: an update touches
 * only the cells that a moved box has entered or left. For boxes that differ in size and of which few move far; exact.
 */
export class CoherentHash extends BoxPhase {
  readonly method = 'coherent-hash';
  private readonly levels: Resolutions;
  private readonly pairs = new ClosePairs(this.opening, this.closing);
  private readonly cells = new LabelledCells(this.pairs);
  /** Number of each box's resolution, UNSUITED where it is not in the table. */
  private level: Int8Array = new Int8Array(0);
  /** The cells each box is in: one range per box and resolution, `stride` to a box. */
  private ranges: Int32Array = new Int32Array(0);
  private stride = 1;
  private readonly range: Int32Array = new Int32Array(RANGE_STRIDE);
  /** How many boxes the resolutions were chosen for. */
  private chosenFor = 0;

  constructor(options: HashOptions = {}) {
    super();
    this.levels = new Resolutions(options, 'CoherentHash');
  }

  get pairCount(): number {
    return this.pairs.meetingCount;
  }
  /** Sides of the cells in use, from coarse to fine, in the unit of length. */
  get resolutions(): readonly number[] {
    return this.levels.sides();
  }
  /** Pairs that share a cell at the coarser of their resolutions, whether they meet or not. */
  get closeCount(): number {
    return this.pairs.table.size;
  }

  move(id: number, box: ArrayLike<number>, offset = 0): void {
    this.store.move(id, box, offset);
  }

  update(): void {
    const { store, pairs } = this;
    this.opening.count = 0;
    this.closing.count = 0;
    if (store.changedCount === 0) return;
    this.reach();
    if (!this.follow()) this.rehash();
    pairs.prune();
    pairs.decide(store);
    this.stats.visits += this.cells.visits;
    this.stats.boxTests += pairs.tests;
    this.cells.visits = 0;
    pairs.tests = 0;
    store.settle();
  }

  forEachPair(visit: (i: number, j: number) => void): void {
    this.pairs.forEach((i, j, _cells, meet) => {
      if (meet) visit(i, j);
    });
  }

  /** Visits every pair that shares a cell, with the number of cells they share at the coarser of their resolutions. */
  forEachClosePair(visit: (i: number, j: number, cells: number) => void): void {
    this.pairs.forEach(visit);
  }

  /** Brings the cells of changed boxes up to date; false where that takes other resolutions. */
  private follow(): boolean {
    const { store, level, levels } = this;
    if (levels.count === 0 || store.size > OUTNUMBER * this.chosenFor) return false;
    const { changed, changedCount } = store;
    // Boxes that outgrew their cells leave first: a resolution added below is given the labels of all that are still in
    // the table.
    for (let k = 0; k < changedCount; k++) if (level[changed[k]] !== UNSUITED && !this.stays(changed[k])) this.takeOut(changed[k]);
    for (let k = 0; k < changedCount; k++) {
      const id = changed[k];
      if (level[id] !== UNSUITED) this.shift(id);
      else if (store.state[id] !== LEAVING) {
        const size = sizeOf(store.boxes, id);
        let wanted = levels.numberFor(size);
        if (wanted === UNSUITED) wanted = this.addResolution(size);
        if (wanted === UNSUITED) return false;
        this.putIn(id, wanted);
      }
    }
    return true;
  }

  /** True where a box in the table is not removed, and keeps its resolution. */
  private stays(id: number): boolean {
    const { levels, store } = this;
    if (store.state[id] === LEAVING) return false;
    const size = sizeOf(store.boxes, id);
    const now = this.level[id];
    return (levels.smallest[now] <= size && size <= levels.largest[now]) || size === 0;
  }

  /** All boxes into empty cells, of resolutions chosen anew. */
  private rehash(): void {
    const { store, levels, level } = this;
    levels.choose(store, levels.count > 0 && store.size <= OUTNUMBER * this.chosenFor);
    this.chosenFor = store.size;
    this.cells.clear();
    this.pairs.forgetCells();
    level.fill(UNSUITED);
    for (let id = 0; id < store.top; id++) {
      if (store.state[id] !== MOVING && store.state[id] !== FIXED) continue;
      const size = sizeOf(store.boxes, id);
      if (levels.numberFor(size) === UNSUITED && levels.addFor(size) === UNSUITED) levels.choose(store, true);
    }
    this.widen();
    for (let id = 0; id < store.top; id++)
      if (store.state[id] === MOVING || store.state[id] === FIXED) this.putIn(id, levels.numberFor(sizeOf(store.boxes, id)));
  }

  private putIn(id: number, number: number): void {
    const { levels, ranges, cells, store } = this;
    const fixed = store.state[id] === FIXED;
    cells.register(id, fixed);
    this.level[id] = number;
    for (let rank = 0; ; rank++) {
      const k = levels.order[rank];
      const at = RANGE_STRIDE * (id * this.stride + k);
      writeCellRange(store.boxes, id, levels.inverse[k], ranges, at);
      cells.enterAll(id, k, ranges, at, k === number);
      if (k === number) return;
    }
  }

  private takeOut(id: number): void {
    const { levels, ranges, cells } = this;
    const number = this.level[id];
    this.level[id] = UNSUITED;
    for (let rank = 0; ; rank++) {
      const k = levels.order[rank];
      cells.leaveAll(id, k, ranges, RANGE_STRIDE * (id * this.stride + k), k === number);
      if (k === number) return;
    }
  }

  /** Moves a box to the cells that it overlaps now. */
  private shift(id: number): void {
    const { levels, ranges, range, cells, store } = this;
    const number = this.level[id];
    for (let rank = 0; ; rank++) {
      const k = levels.order[rank];
      const at = RANGE_STRIDE * (id * this.stride + k);
      writeCellRange(store.boxes, id, levels.inverse[k], range, 0);
      if (ranges[at] !== range[0] || ranges[at + 1] !== range[1] || ranges[at + 2] !== range[2] || ranges[at + 3] !== range[3])
        cells.shift(id, k, ranges, at, range, k === number);
      if (k === number) return;
    }
  }

  /** A resolution for boxes of this size; where it is coarser than those of others, their labels go there too. */
  private addResolution(size: number): number {
    const { levels, level, store } = this;
    const added = levels.addFor(size);
    if (added === UNSUITED) return UNSUITED;
    this.widen();
    for (let id = 0; id < store.top; id++) {
      if (level[id] === UNSUITED || levels.rankOf(level[id]) < levels.rankOf(added)) continue;
      const at = RANGE_STRIDE * (id * this.stride + added);
      writeCellRange(store.boxes, id, levels.inverse[added], this.ranges, at);
      this.cells.enterAll(id, added, this.ranges, at, false);
    }
    return added;
  }

  /** Room for all numbers of the store. */
  private reach(): void {
    const capacity = this.store.state.length;
    if (this.level.length >= capacity) return;
    const known = this.level.length;
    const level = new Int8Array(capacity).fill(UNSUITED, known);
    level.set(this.level);
    this.level = level;
    this.ranges = enlarged(this.ranges, new Int32Array(RANGE_STRIDE * this.stride * capacity));
    this.pairs.reach(capacity);
    this.cells.reach(capacity);
  }

  /** Room for all resolutions. */
  private widen(): void {
    const { levels, stride } = this;
    if (levels.count <= stride) return;
    let wider = stride;
    while (wider < levels.count) wider *= 2;
    const ranges = new Int32Array(RANGE_STRIDE * wider * this.level.length);
    for (let id = 0; id < this.store.top; id++) {
      const from = RANGE_STRIDE * stride * id;
      ranges.set(this.ranges.subarray(from, from + RANGE_STRIDE * stride), RANGE_STRIDE * wider * id);
    }
    this.ranges = ranges;
    this.stride = wider;
  }
}
