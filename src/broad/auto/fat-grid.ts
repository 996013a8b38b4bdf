/**
 * Which boxes meet a given one: a loose grid of cells of size base·2^level, hashed. A box stands in the one cell that
 * holds its lowest corner, at the level whose cells are at least as large as the box, so it reaches one cell further at
 * most. Every cell hangs below the cell of twice its size, up to the largest level with a box: boxes no smaller than
 * the given one are looked up, smaller ones found by descending.
 * Guarantee: `collect` lists every stored box that meets the given one, each once.
 */
import { enlarged } from '../../math/enlarged.ts';

/**
 * Words per cell: index along three axes, level, first box, first child, next child of the parent, next in the bucket.
 */
const CELL = 8;
const LEVEL = 3;
const FIRST = 4;
const CHILD = 5;
const SIBLING = 6;
const CHAIN = 7;

/** Levels run from −LOWEST to LOWEST. */
const LOWEST = 1000;
/** Indices of cells stay below 2²⁸. */
const LARGEST_INDEX = 2 ** 28;
/** No cells need be smaller: their sizes and the inverse of these are normal doubles. */
const TINIEST = 2 ** -600;
/** More than the rounding of an index, in cells. */
const ROUNDING = 2 ** -20;
/** A computed size may be short by 2⁻⁵³. */
const OUTWARD = 1 + 2 ** -50;

const POWER: Float64Array = powersOfTwo();

export class FatGrid {
  /** Six doubles per box. */
  boxes: Float64Array = new Float64Array(6 * 64);
  /** What the last `collect` found. */
  hits: Int32Array = new Int32Array(64);
  hitCount = 0;
  /** Cells looked at. */
  visits = 0;
  /** Per box: its cell or −1, next and previous box of the cell. */
  private link: Int32Array = new Int32Array(3 * 64).fill(-1);
  private cells: Int32Array = new Int32Array(CELL * 64);
  private cellCount = 0;
  private freeCell = -1;
  private liveCells = 0;
  private buckets: Int32Array = new Int32Array(128).fill(-1);
  /** Boxes per level. */
  private readonly count: Int32Array = new Int32Array(2 * LOWEST + 1);
  /** Size of the largest box ever at a level, and a little for rounding. */
  private readonly reach: Float64Array = new Float64Array(2 * LOWEST + 1);
  /** Size of the cells at level 0. */
  private base = 0;
  /** Levels with boxes, upward. */
  private levels: number[] = [];
  private topLevel = -LOWEST - 1;
  private bottomLevel = LOWEST;
  private stack: Int32Array = new Int32Array(256);

  /** Room for boxes below `top`. */
  cover(top: number): void {
    if (6 * top <= this.boxes.length) return;
    this.boxes = enlarged(this.boxes, new Float64Array(12 * top));
    this.link = enlarged(this.link, new Int32Array(6 * top).fill(-1));
  }

  has(id: number): boolean {
    return this.link[3 * id] >= 0;
  }

  /** Stores the box that stands in `boxes`, or follows its change. */
  put(id: number): void {
    const { boxes, link, cells } = this;
    const at = 6 * id;
    const x = boxes[at];
    const y = boxes[at + 1];
    const z = boxes[at + 2];
    const u = boxes[at + 3];
    const v = boxes[at + 4];
    const w = boxes[at + 5];
    const size = Math.max(u - x, v - y, w - z) * OUTWARD;
    const far = Math.max(-x, -y, -z, u, v, w) / LARGEST_INDEX;
    const least = Math.max(size, far, TINIEST);
    const old = link[3 * id];
    if (!(this.base > 0)) this.base = least;
    const { base, reach } = this;
    let level = old >= 0 ? cells[CELL * old + LEVEL] : 0;
    while (level < LOWEST && base * POWER[level + LOWEST] < least) level++;
    while (level > -LOWEST && base * POWER[level - 1 + LOWEST] >= least) level--;
    const inverse = POWER[LOWEST - level] / base;
    const reaches = size + ROUNDING * base * POWER[level + LOWEST];
    if (reaches > reach[level + LOWEST]) reach[level + LOWEST] = reaches;
    const cx = Math.floor(x * inverse);
    const cy = Math.floor(y * inverse);
    const cz = Math.floor(z * inverse);
    if (old >= 0) {
      const c = CELL * old;
      if (cells[c] === cx && cells[c + 1] === cy && cells[c + 2] === cz && cells[c + LEVEL] === level) return;
      this.take(id);
    }
    if (level > this.topLevel) this.raise(level);
    if (level < this.bottomLevel) this.bottomLevel = level;
    this.insert(id, this.cellAt(cx, cy, cz, level));
    if (this.count[level + LOWEST]++ === 0) this.listLevels();
  }

  /** Takes everything out; cells of the size `base`, where it is not 0, or of its double, half, ... */
  reset(base: number): void {
    this.base = base;
    this.link.fill(-1);
    this.buckets.fill(-1);
    this.count.fill(0);
    this.reach.fill(0);
    this.cellCount = 0;
    this.freeCell = -1;
    this.liveCells = 0;
    this.levels = [];
    this.topLevel = -LOWEST - 1;
    this.bottomLevel = LOWEST;
  }

  /** Takes a box out. */
  take(id: number): void {
    const { link, cells } = this;
    const cell = link[3 * id];
    if (cell < 0) return;
    const next = link[3 * id + 1];
    const previous = link[3 * id + 2];
    if (next >= 0) link[3 * next + 2] = previous;
    if (previous >= 0) link[3 * previous + 1] = next;
    else cells[CELL * cell + FIRST] = next;
    link[3 * id] = -1;
    const level = cells[CELL * cell + LEVEL];
    if (next < 0 && previous < 0) this.prune(cell);
    if (--this.count[level + LOWEST] === 0) this.listLevels();
  }

  /** Fills `hits` with the stored boxes that meet that of `id`, itself left out. */
  collect(id: number): void {
    // One piece: one walk over cells, whose loops share what they count.
    const { boxes, link, cells, buckets, base } = this;
    const mask = buckets.length - 1;
    const at = 6 * id;
    const x = boxes[at];
    const y = boxes[at + 1];
    const z = boxes[at + 2];
    const u = boxes[at + 3];
    const v = boxes[at + 4];
    const w = boxes[at + 5];
    const own = cells[CELL * link[3 * id] + LEVEL];
    let { stack } = this;
    let height = 0;
    for (const level of this.levels) {
      if (level < own) continue;
      const inverse = POWER[LOWEST - level] / base;
      const reach = this.reach[level + LOWEST];
      const x0 = Math.floor((x - reach) * inverse);
      const y0 = Math.floor((y - reach) * inverse);
      const z0 = Math.floor((z - reach) * inverse);
      const x1 = Math.floor(u * inverse);
      const y1 = Math.floor(v * inverse);
      const z1 = Math.floor(w * inverse);
      if (height + 64 > stack.length) stack = this.deepen();
      for (let cz = z0; cz <= z1; cz++) {
        for (let cy = y0; cy <= y1; cy++) {
          const row = rowHash(cy, cz, level);
          for (let cx = x0; cx <= x1; cx++) {
            let cell = buckets[(row + cx) & mask];
            while (cell >= 0) {
              const c = CELL * cell;
              if (cells[c] === cx && cells[c + 1] === cy && cells[c + 2] === cz && cells[c + LEVEL] === level) {
                stack[height++] = cell;
                break;
              }
              cell = cells[c + CHAIN];
            }
          }
        }
      }
    }
    let { hits } = this;
    let found = 0;
    let visits = 0;
    while (height > 0) {
      const c = CELL * stack[--height];
      visits++;
      for (let j = cells[c + FIRST]; j >= 0; j = link[3 * j + 1]) {
        const b = 6 * j;
        if (
          boxes[b] <= u &&
          boxes[b + 3] >= x &&
          boxes[b + 1] <= v &&
          boxes[b + 4] >= y &&
          boxes[b + 2] <= w &&
          boxes[b + 5] >= z &&
          j !== id
        ) {
          if (found === hits.length) {
            hits = enlarged(hits, new Int32Array(2 * found));
            this.hits = hits;
          }
          hits[found++] = j;
        }
      }
      const level = cells[c + LEVEL];
      if (level > own) continue;
      const size = base * POWER[level - 1 + LOWEST];
      const wide = (2 + ROUNDING) * size;
      const little = ROUNDING * size;
      if (height + 64 > stack.length) stack = this.deepen();
      for (let child = cells[c + CHILD]; child >= 0; child = cells[CELL * child + SIBLING]) {
        const d = CELL * child;
        const a = cells[d] * size;
        const e = cells[d + 1] * size;
        const f = cells[d + 2] * size;
        if (a - little <= u && a + wide >= x && e - little <= v && e + wide >= y && f - little <= w && f + wide >= z)
          stack[height++] = child;
      }
    }
    this.hitCount = found;
    this.visits += visits;
  }

  private deepen(): Int32Array {
    this.stack = enlarged(this.stack, new Int32Array(2 * this.stack.length));
    return this.stack;
  }

  private insert(id: number, cell: number): void {
    const { link, cells } = this;
    const first = cells[CELL * cell + FIRST];
    link[3 * id] = cell;
    link[3 * id + 1] = first;
    link[3 * id + 2] = -1;
    if (first >= 0) link[3 * first + 2] = id;
    cells[CELL * cell + FIRST] = id;
  }

  private find(cx: number, cy: number, cz: number, level: number): number {
    const { cells, buckets } = this;
    let cell = buckets[(rowHash(cy, cz, level) + cx) & (buckets.length - 1)];
    while (cell >= 0) {
      const c = CELL * cell;
      if (cells[c] === cx && cells[c + 1] === cy && cells[c + 2] === cz && cells[c + LEVEL] === level) return cell;
      cell = cells[c + CHAIN];
    }
    return -1;
  }

  /** The cell with this index, made with all above it where it is missing. */
  private cellAt(cx: number, cy: number, cz: number, level: number): number {
    const found = this.find(cx, cy, cz, level);
    if (found >= 0) return found;
    const cell = this.newCell(cx, cy, cz, level);
    if (level < this.topLevel) this.hang(cell);
    return cell;
  }

  private newCell(cx: number, cy: number, cz: number, level: number): number {
    let cell = this.freeCell;
    if (cell >= 0) this.freeCell = this.cells[CELL * cell + CHAIN];
    else {
      cell = this.cellCount++;
      if (CELL * this.cellCount > this.cells.length) this.cells = enlarged(this.cells, new Int32Array(2 * this.cells.length));
    }
    if (2 * ++this.liveCells > this.buckets.length) this.rehash();
    const { cells, buckets } = this;
    const c = CELL * cell;
    const bucket = (rowHash(cy, cz, level) + cx) & (buckets.length - 1);
    cells[c] = cx;
    cells[c + 1] = cy;
    cells[c + 2] = cz;
    cells[c + LEVEL] = level;
    cells[c + FIRST] = -1;
    cells[c + CHILD] = -1;
    cells[c + SIBLING] = -1;
    cells[c + CHAIN] = buckets[bucket];
    buckets[bucket] = cell;
    return cell;
  }

  /** Makes a cell a child of the one above it. */
  private hang(cell: number): void {
    const c = CELL * cell;
    const { cells: before } = this;
    const parent = this.cellAt(before[c] >> 1, before[c + 1] >> 1, before[c + 2] >> 1, before[c + LEVEL] + 1);
    const { cells } = this;
    cells[c + SIBLING] = cells[CELL * parent + CHILD];
    cells[CELL * parent + CHILD] = cell;
  }

  /** A larger level than any before: the cells on top get parents. */
  private raise(level: number): void {
    const old = this.topLevel;
    this.topLevel = level;
    if (this.liveCells === 0) return;
    for (let cell = this.cellCount - 1; cell >= 0; cell--) {
      const c = CELL * cell;
      if (this.cells[c + LEVEL] === old && this.find(this.cells[c], this.cells[c + 1], this.cells[c + 2], old) === cell) this.hang(cell);
    }
  }

  /** Gives an empty cell back, and its parent where it held nothing else. */
  private prune(cell: number): void {
    const { cells, buckets } = this;
    const c = CELL * cell;
    if (cells[c + FIRST] >= 0 || cells[c + CHILD] >= 0) return;
    const bucket = (rowHash(cells[c + 1], cells[c + 2], cells[c + LEVEL]) + cells[c]) & (buckets.length - 1);
    if (buckets[bucket] === cell) buckets[bucket] = cells[c + CHAIN];
    else {
      let before = CELL * buckets[bucket] + CHAIN;
      while (cells[before] !== cell) before = CELL * cells[before] + CHAIN;
      cells[before] = cells[c + CHAIN];
    }
    if (cells[c + LEVEL] < this.topLevel) {
      const parent = this.find(cells[c] >> 1, cells[c + 1] >> 1, cells[c + 2] >> 1, cells[c + LEVEL] + 1);
      let before = CELL * parent + CHILD;
      while (cells[before] !== cell) before = CELL * cells[before] + SIBLING;
      cells[before] = cells[c + SIBLING];
      this.prune(parent);
    }
    cells[c + CHAIN] = this.freeCell;
    this.freeCell = cell;
    this.liveCells--;
  }

  private rehash(): void {
    const { cells } = this;
    const old = this.buckets;
    const buckets = new Int32Array(2 * old.length).fill(-1);
    const mask = buckets.length - 1;
    for (let bucket = 0; bucket < old.length; bucket++) {
      for (let cell = old[bucket]; cell >= 0; ) {
        const c = CELL * cell;
        const next = cells[c + CHAIN];
        const to = (rowHash(cells[c + 1], cells[c + 2], cells[c + LEVEL]) + cells[c]) & mask;
        cells[c + CHAIN] = buckets[to];
        buckets[to] = cell;
        cell = next;
      }
    }
    this.buckets = buckets;
  }

  private listLevels(): void {
    this.levels = [];
    for (let level = this.bottomLevel; level <= this.topLevel; level++) if (this.count[level + LOWEST] > 0) this.levels.push(level);
  }
}

/** Cells that are neighbours along x are neighbours in the table. */
function rowHash(cy: number, cz: number, level: number): number {
  const hash = Math.imul(cy, 0x2c1b3c6d) ^ Math.imul(cz, 0x297a2d39) ^ Math.imul(level, 0x7feb352d);
  return (hash ^ (hash >>> 15)) | 0;
}

function powersOfTwo(): Float64Array {
  const powers = new Float64Array(2 * LOWEST + 1);
  powers[LOWEST] = 1;
  for (let k = 1; k <= LOWEST; k++) {
    powers[LOWEST + k] = 2 * powers[LOWEST + k - 1];
    powers[LOWEST - k] = powers[LOWEST - k + 1] / 2;
  }
  return powers;
}
