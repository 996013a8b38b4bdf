/**
 * The sizes of cells of a hierarchical spatial hash, chosen from the sizes of the boxes: a box of size s, its largest
 * extent, belongs to cells of side ρ with α ≤ s/ρ ≤ β.
 * So it overlaps at most (β + 1)³ of them, and two boxes in one cell are less than √3/α times the larger size apart
 * [Mirtich 1997, §2.1, Theorems 1 and 3].
 * Chosen are the fewest that suit all boxes: from the largest downwards, each as small as the largest box without cells
 * allows; never more than max(1, ⌈log_{β/α}(s_max/s_min)⌉ (Lemma 1).
 * Where that would be more than CHOSEN, α is lowered. Boxes without extent are given the finest cells: of at most the
 * spacing these points would have in a regular grid.
 *
 * A resolution has a number that stays, and a rank that changes: 0 is the coarsest.
 */
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { type BoxStore, FIXED, MOVING } from '../box-store.ts';

/** How large the cells of a hash are, relative to the boxes. */
export interface HashOptions {
  /** A box is at least this share of its cells' side; 0 < alpha < 1. Default 0.5. */
  readonly alpha?: number;
  /** A box is at most so many times its cells' side; 1 ≤ beta ≤ 64. Default 1. */
  readonly beta?: number;
  /**
   * Lengths to choose the resolutions from, such as the bodies' diameters, where the boxes' own sizes change with their
   * velocities. Default: those of the boxes.
   */
  readonly sizes?: ArrayLike<number>;
}

/** Resolutions at once: their number has four bits in the key of a cell. */
export const MOST_RESOLUTIONS = 16;
/** Chosen at once at most; the others are for boxes of new sizes. */
const CHOSEN = 12;
/**
 * A box may outgrow its cells by this factor before it gets others: swept boxes change their sizes at every step, and a
 * change of resolution costs more than some more cells.
 */
const OUTGROW = 1.25;
const LARGEST_BETA = 64;
/** The smallest cells, for the sake of 1/ρ. */
const SMALLEST = 2 ** -900;

/** No resolution suits. */
export const UNSUITED = -1;

export class Resolutions {
  readonly beta: number;
  /** By number: side ρ of the cells, 1/ρ, the smallest and the largest box. */
  readonly side: Float64Array = new Float64Array(MOST_RESOLUTIONS);
  readonly inverse: Float64Array = new Float64Array(MOST_RESOLUTIONS);
  readonly smallest: Float64Array = new Float64Array(MOST_RESOLUTIONS);
  readonly largest: Float64Array = new Float64Array(MOST_RESOLUTIONS);
  /** Numbers from coarse to fine, `count` of them. */
  readonly order: Int32Array = new Int32Array(MOST_RESOLUTIONS);
  count = 0;
  private readonly givenAlpha: number;
  private readonly givenSizes: Float64Array;
  /** The α in use, lower than the given one where it would take too many resolutions. */
  alpha: number;
  private sizes: Float64Array = new Float64Array(64);

  constructor(options: HashOptions, whose: string) {
    checkRecord(options, ['alpha', 'beta', 'sizes'], whose);
    const { alpha = 0.5, beta = 1, sizes = [] } = options;
    if (!(typeof alpha === 'number' && alpha > 0 && alpha < 1))
      throw new InputError(`${whose}: alpha must lie between 0 and 1, got ${shownValue(alpha)}`);
    if (!(typeof beta === 'number' && beta >= 1 && beta <= LARGEST_BETA))
      throw new InputError(`${whose}: beta must lie in 1 … ${LARGEST_BETA}, got ${shownValue(beta)}`);
    this.givenAlpha = alpha;
    this.alpha = alpha;
    this.beta = beta;
    this.givenSizes = checkedSizes(sizes, whose);
  }

  /** The sides of the cells, from coarse to fine. */
  sides(): number[] {
    return Array.from(this.order.subarray(0, this.count), (number) => this.side[number]);
  }

  /**
   * Forgets the resolutions in use, and chooses from the given sizes, or from the boxes of the store: where no sizes
   * are given, or the boxes are others (`again`).
   */
  choose(store: BoxStore, again = false): void {
    const fromBoxes = again || this.givenSizes.length === 0;
    const count = fromBoxes ? this.measure(store) : this.givenSizes.length;
    const sizes = fromBoxes ? this.sizes : this.givenSizes;
    this.count = 0;
    this.alpha = this.givenAlpha;
    while (!this.cover(sizes, count)) {
      this.count = 0;
      this.alpha *= this.alpha;
    }
    if (fromBoxes) this.suitPoints(store);
  }

  /** Number of the coarsest resolution that suits a size, or UNSUITED. */
  numberFor(size: number): number {
    const { order, smallest, side, largest, beta, count } = this;
    if (size === 0) return count === 0 ? UNSUITED : order[count - 1];
    for (let k = 0; k < count; k++) if (smallest[order[k]] <= size && size <= beta * side[order[k]]) return order[k];
    for (let k = 0; k < count; k++) if (smallest[order[k]] <= size && size <= largest[order[k]]) return order[k];
    return UNSUITED;
  }

  rankOf(number: number): number {
    return this.order.indexOf(number);
  }

  /** Adds the resolution for a size that none suits; its number, or UNSUITED where all numbers are taken. */
  addFor(size: number): number {
    return this.count === MOST_RESOLUTIONS ? UNSUITED : this.insert(size / this.beta);
  }

  private insert(side: number): number {
    const { order } = this;
    const number = this.count++;
    this.side[number] = Math.max(SMALLEST, side);
    this.inverse[number] = 1 / this.side[number];
    this.smallest[number] = this.alpha * side;
    this.largest[number] = OUTGROW * this.beta * this.side[number];
    let rank = number;
    while (rank > 0 && this.side[order[rank - 1]] < this.side[number]) {
      order[rank] = order[rank - 1];
      rank--;
    }
    order[rank] = number;
    return number;
  }

  /** Fewest resolutions for `count` sizes: false where CHOSEN do not suffice. */
  private cover(sizes: Float64Array, count: number): boolean {
    let below = Number.POSITIVE_INFINITY;
    for (;;) {
      let size = 0;
      for (let k = 0; k < count; k++) if (sizes[k] > size && sizes[k] < below) size = sizes[k];
      if (size === 0) return true;
      if (this.count === CHOSEN) return false;
      below = this.smallest[this.insert(size / this.beta)];
    }
  }

  /** Sizes of the boxes, one after the other; how many. */
  private measure(store: BoxStore): number {
    if (this.sizes.length < store.top) this.sizes = new Float64Array(store.state.length);
    let count = 0;
    for (let id = 0; id < store.top; id++)
      if (store.state[id] === MOVING || store.state[id] === FIXED) this.sizes[count++] = sizeOf(store.boxes, id);
    return count;
  }

  /** Cells for boxes without extent, where such are there and the others' cells are larger. */
  private suitPoints(store: BoxStore): void {
    const { boxes, state } = store;
    let count = 0;
    const low = [0, 0, 0];
    const high = [0, 0, 0];
    for (let id = 0; id < store.top; id++) {
      if ((state[id] !== MOVING && state[id] !== FIXED) || sizeOf(boxes, id) > 0) continue;
      for (let c = 0; c < 3; c++) {
        const x = boxes[6 * id + c];
        if (count === 0 || x < low[c]) low[c] = x;
        if (count === 0 || x > high[c]) high[c] = x;
      }
      count++;
    }
    if (count === 0) return;
    let perAxis = 1;
    while (perAxis * perAxis * perAxis < count) perAxis++;
    const spacing = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / perAxis;
    const finest = this.count === 0 ? 0 : this.side[this.order[this.count - 1]];
    // All in one place: any cells do.
    if (this.count === 0) this.insert(spacing > 0 ? spacing : 1);
    else if (spacing > 0 && spacing < finest) this.insert(spacing);
  }
}

/** Largest extent of a box. */
export function sizeOf(boxes: Float64Array, id: number): number {
  const at = 6 * id;
  return Math.max(boxes[at + 3] - boxes[at], boxes[at + 4] - boxes[at + 1], boxes[at + 5] - boxes[at + 2]);
}

function checkedSizes(sizes: ArrayLike<number>, whose: string): Float64Array {
  if (sizes === null || typeof sizes !== 'object' || !(sizes.length >= 0))
    throw new InputError(`${whose}: sizes must be an array of lengths, got ${shownValue(sizes)}`);
  for (let k = 0; k < sizes.length; k++)
    if (!(sizes[k] > 0 && sizes[k] < 2 ** 301))
      throw new InputError(`${whose}: sizes[${k}] must be a length above 0, got ${shownValue(sizes[k])}`);
  return Float64Array.from(sizes);
}
