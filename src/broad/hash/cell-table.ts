/**
 * The cells that hold labels of boxes: open addressing with linear probing, cells without labels are taken out at once.
 * A cell has two lists of labels, each an array in one pool: boxes of the cell's own resolution, and finer boxes. A
 * finer box that comes concerns the first list only, so that the labels of small boxes in large cells cost nothing but
 * their storage.
 */
import { enlarged } from '../../math/enlarged.ts';
import { hashOfKey } from './cell-range.ts';

/** Per cell: two words of its key, then start in the pool and length of each list. */
const CELL_STRIDE = 8;
export const CELL_OWN = 2;
export const CELL_FINER = 4;
/** Lists have room for 4, 8, 16, … labels, the least that suffices. */
const SMALLEST_LIST = 4;

export class CellTable {
  cells: Int32Array = new Int32Array(CELL_STRIDE * 256);
  labels: Int32Array = new Int32Array(1024);
  private count = 0;
  private labelTop = 0;
  /** By size of list: first free place in the pool, which holds the next one; −1 where there is none. */
  private readonly free: Int32Array = new Int32Array(32).fill(-1);

  /** Where the cell is in `cells`; made where it was not there. It must be given a label before the next call. */
  claim(first: number, second: number): number {
    if (2 * CELL_STRIDE * this.count >= this.cells.length) this.spread();
    const { cells } = this;
    const mask = cells.length - 1;
    let at = (hashOfKey(first, second) << 3) & mask;
    while (cells[at + CELL_OWN + 1] + cells[at + CELL_FINER + 1] > 0) {
      if (cells[at] === first && cells[at + 1] === second) return at;
      at = (at + CELL_STRIDE) & mask;
    }
    cells[at] = first;
    cells[at + 1] = second;
    this.count++;
    return at;
  }

  /** Where a cell that is there is. */
  find(first: number, second: number): number {
    const { cells } = this;
    const mask = cells.length - 1;
    let at = (hashOfKey(first, second) << 3) & mask;
    while (cells[at] !== first || cells[at + 1] !== second || cells[at + CELL_OWN + 1] + cells[at + CELL_FINER + 1] === 0)
      at = (at + CELL_STRIDE) & mask;
    return at;
  }

  /** Adds a label to one list of the cell at `at`. */
  push(at: number, list: number, label: number): void {
    const { cells } = this;
    const length = cells[at + list + 1];
    if (length === 0) cells[at + list] = this.allot(0);
    else if (length >= SMALLEST_LIST && (length & (length - 1)) === 0) this.moveList(at, list, classOf(length), classOf(length) + 1);
    this.labels[cells[at + list] + length] = label;
    cells[at + list + 1] = length + 1;
  }

  /** Takes a label that is there out of one list of the cell at `at`. The cell stays until `release`. */
  pull(at: number, list: number, label: number): void {
    const { cells, labels } = this;
    const start = cells[at + list];
    const last = cells[at + list + 1] - 1;
    let k = start;
    while (labels[k] !== label) k++;
    labels[k] = labels[start + last];
    cells[at + list + 1] = last;
    if (last === 0) this.giveBack(start, 0);
    else if (last >= SMALLEST_LIST && (last & (last - 1)) === 0) this.moveList(at, list, classOf(last) + 1, classOf(last));
  }

  /** Takes out the cell at `at` where it has no labels; those behind it close up. */
  release(at: number): void {
    const { cells } = this;
    if (cells[at + CELL_OWN + 1] + cells[at + CELL_FINER + 1] > 0) return;
    const mask = cells.length - 1;
    let hole = at;
    for (let k = (at + CELL_STRIDE) & mask; cells[k + CELL_OWN + 1] + cells[k + CELL_FINER + 1] > 0; k = (k + CELL_STRIDE) & mask) {
      const home = (hashOfKey(cells[k], cells[k + 1]) << 3) & mask;
      // The hole lies between its home and where it is.
      if (((k - home) & mask) < ((k - hole) & mask)) continue;
      for (let c = 0; c < 6; c++) cells[hole + c] = cells[k + c];
      hole = k;
    }
    cells[hole + CELL_OWN + 1] = 0;
    cells[hole + CELL_FINER + 1] = 0;
    this.count--;
  }

  clear(): void {
    this.cells.fill(0);
    this.free.fill(-1);
    this.count = 0;
    this.labelTop = 0;
  }

  private moveList(at: number, list: number, from: number, to: number): void {
    const start = this.cells[at + list];
    const length = SMALLEST_LIST << Math.min(from, to);
    const target = this.allot(to);
    for (let k = 0; k < length; k++) this.labels[target + k] = this.labels[start + k];
    this.giveBack(start, from);
    this.cells[at + list] = target;
  }

  private allot(sizeClass: number): number {
    const start = this.free[sizeClass];
    if (start !== -1) {
      this.free[sizeClass] = this.labels[start];
      return start;
    }
    const fresh = this.labelTop;
    this.labelTop += SMALLEST_LIST << sizeClass;
    while (this.labelTop > this.labels.length) this.labels = enlarged(this.labels, new Int32Array(2 * this.labels.length));
    return fresh;
  }

  private giveBack(start: number, sizeClass: number): void {
    this.labels[start] = this.free[sizeClass];
    this.free[sizeClass] = start;
  }

  private spread(): void {
    const { cells } = this;
    const larger = new Int32Array(2 * cells.length);
    const mask = larger.length - 1;
    for (let k = 0; k < cells.length; k += CELL_STRIDE) {
      if (cells[k + CELL_OWN + 1] + cells[k + CELL_FINER + 1] === 0) continue;
      let at = (hashOfKey(cells[k], cells[k + 1]) << 3) & mask;
      while (larger[at + CELL_OWN + 1] + larger[at + CELL_FINER + 1] > 0) at = (at + CELL_STRIDE) & mask;
      for (let c = 0; c < 6; c++) larger[at + c] = cells[k + c];
    }
    this.cells = larger;
  }
}

/** 0 for lists of SMALLEST_LIST, 1 for twice that, and so on; length a power of two. */
function classOf(length: number): number {
  return 29 - Math.clz32(length);
}
