/**
 * Boxes entering and leaving cells, and what that does to their pairs: a label of a cell's own resolution concerns
 * every other label there, one of a finer box only those of the cell's own resolution, for a pair is counted at the
 * coarser of its resolutions. Pairs of two fixed boxes are not counted.
 */
import { CELL_MASK, firstKey, secondKey } from './cell-range.ts';
import { CELL_FINER, CELL_OWN, CellTable } from './cell-table.ts';
import type { ClosePairs } from './close-pairs.ts';

export class LabelledCells {
  /** Cells entered and left since the caller set it to 0. */
  visits = 0;
  private readonly table = new CellTable();
  private readonly pairs: ClosePairs;
  private isFixed: Uint8Array = new Uint8Array(0);

  constructor(pairs: ClosePairs) {
    this.pairs = pairs;
  }

  reach(capacity: number): void {
    const isFixed = new Uint8Array(capacity);
    isFixed.set(this.isFixed);
    this.isFixed = isFixed;
  }

  /** To be called before a box's first cell. */
  register(id: number, fixed: boolean): void {
    this.isFixed[id] = fixed ? 1 : 0;
  }

  clear(): void {
    this.table.clear();
  }

  enterAll(id: number, resolution: number, ranges: Int32Array, at: number, own: boolean): void {
    this.cross(id, resolution, ranges, at, NOWHERE, 0, own, true);
  }

  leaveAll(id: number, resolution: number, ranges: Int32Array, at: number, own: boolean): void {
    this.cross(id, resolution, ranges, at, NOWHERE, 0, own, false);
  }

  /** Moves a box from the cells in ranges[at…] to those in `range`, which takes their place. */
  shift(id: number, resolution: number, ranges: Int32Array, at: number, range: Int32Array, own: boolean): void {
    this.cross(id, resolution, range, 0, ranges, at, own, true);
    this.cross(id, resolution, ranges, at, range, 0, own, false);
    for (let c = 0; c < 4; c++) ranges[at + c] = range[c];
  }

  /** Enters or leaves the cells of one range that are not in another. */
  private cross(
    id: number,
    resolution: number,
    range: Int32Array,
    at: number,
    but: Int32Array,
    butAt: number,
    own: boolean,
    enters: boolean,
  ): void {
    const more = range[at + 3];
    for (let c = 0; c <= more >> 20; c++) {
      const z = (range[at + 2] + c) & CELL_MASK;
      for (let b = 0; b <= ((more >> 10) & 1023); b++) {
        const y = (range[at + 1] + b) & CELL_MASK;
        const inSlice =
          ((z - but[butAt + 2]) & CELL_MASK) <= but[butAt + 3] >> 20 &&
          ((y - but[butAt + 1]) & CELL_MASK) <= ((but[butAt + 3] >> 10) & 1023);
        for (let a = 0; a <= (more & 1023); a++) {
          const x = (range[at] + a) & CELL_MASK;
          if (inSlice && ((x - but[butAt]) & CELL_MASK) <= (but[butAt + 3] & 1023)) continue;
          this.crossOne(id, firstKey(x, y), secondKey(y, z, resolution), own, enters);
        }
      }
    }
  }

  /** Puts a body into a cell, or takes it out of one, and tells of the others there. */
  private crossOne(id: number, first: number, second: number, own: boolean, enters: boolean): void {
    const { table, pairs, isFixed } = this;
    const at = enters ? table.claim(first, second) : table.find(first, second);
    this.visits++;
    if (!enters) table.pull(at, own ? CELL_OWN : CELL_FINER, id);
    for (let list = CELL_OWN; list <= (own ? CELL_FINER : CELL_OWN); list += CELL_FINER - CELL_OWN) {
      const start = table.cells[at + list];
      const end = start + table.cells[at + list + 1];
      for (let k = start; k < end; k++) {
        const other = table.labels[k];
        if ((isFixed[id] & isFixed[other]) !== 0) continue;
        if (enters) pairs.share(id, other);
        else pairs.part(id, other);
      }
    }
    if (enters) table.push(at, own ? CELL_OWN : CELL_FINER, id);
    else table.release(at);
  }
}

/** A range that no cell is in: none along z. */
const NOWHERE: Int32Array = Int32Array.of(0, 0, 0, -(2 ** 20));
