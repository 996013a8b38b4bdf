/*
 * Which triangles go together: the shape of a binary tree with one triangle a leaf, shared by every hierarchy here.
 * Guarantee: a proper tree of 2n − 1 nodes, siblings adjacent, parents before children, at most DEEPEST levels below
 * the root, whatever the input; the same bits for the same mesh. Nothing else depends on the quality of the splits.
 * Binned surface area heuristic [Wald 2007, §3] with 16 bins on three axes. Deviations: no cost for stopping, because a
 * leaf always holds one triangle; large nodes look at a sample; small ones are cut in the middle of their longest axis.
 */
import { finished, type Piecemeal } from '../math/piecemeal.ts';

/** Levels below the root that no tree exceeds; 2^24 triangles still fit after 40 lopsided splits. */
export const DEEPEST = 64;

/** More bins gave no fewer tests per query; see docs/notes/hierarchies.md. */
const BINS = 16;
/** Up to this many triangles a cut in the middle is as good: trying all splits saved 1 % of the tests of a query. */
const SMALL = 8;
/**
 * Triangles that decide a split, at least. With 256 to all of them queries needed up to 4 % more or fewer tests, at
 * random.
 */
const SAMPLE = 512;
/** Triangles that one piece of the work moves about, at least; a split is never cut in two. */
const PIECE = 2048;

export interface Topology {
  /** Per node: index of the first of two adjacent children, or −1 − leaf. */
  readonly child: Int32Array;
  /** Leaf number → triangle number. The leaves below a node are consecutive. */
  readonly order: Uint32Array;
  /** Levels below the root: 0 for a single triangle. */
  readonly depth: number;
}

/**
 * Boxes: per triangle min x y z, max x y z; coordinates whose pairwise products neither overflow nor vanish.
 * `levelsBelow`: what is still to come below each leaf.
 */
export function splitTriangles(boxes: Float64Array, levelsBelow = 0): Topology {
  return finished(growTopology(boxes, levelsBelow));
}

/** The same in pieces. */
export function* growTopology(boxes: Float64Array, levelsBelow = 0): Piecemeal<Topology> {
  const count = boxes.length / 6;
  const order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  const splitter = new Splitter(boxes, order);
  yield;
  const shape = yield* growShape(count, (from, to, level) => splitter.split(from, to, level + levelsBelow));
  return { order, ...shape };
}

/** The shape of a tree over `count` leaves; `split` says where the right half of from..to begins, strictly inside. */
export function shapeOf(count: number, split: Split): Shape {
  return finished(growShape(count, split));
}

type Split = (from: number, to: number, level: number) => number;
type Shape = Pick<Topology, 'child' | 'depth'>;

function* growShape(count: number, split: Split): Piecemeal<Shape> {
  const child = new Int32Array(2 * count - 1);
  // Depth first, left child first: at most one pending sibling a level, four numbers each.
  const pending = new Uint32Array(4 * (DEEPEST + 2));
  let top = 0;
  let used = 1;
  let depth = 0;
  let node = 0;
  let from = 0;
  let to = count;
  let level = 0;
  let handled = 0;
  for (;;) {
    if (level > depth) depth = level;
    if (to - from > 1) {
      const middle = split(from, to, level);
      handled += to - from;
      if (handled > PIECE) {
        handled = 0;
        yield;
      }
      const first = used;
      used += 2;
      child[node] = first;
      level++;
      pending[top] = first + 1;
      pending[top + 1] = middle;
      pending[top + 2] = to;
      pending[top + 3] = level;
      top += 4;
      node = first;
      to = middle;
      continue;
    }
    child[node] = -1 - from;
    if (top === 0) break;
    top -= 4;
    node = pending[top];
    from = pending[top + 1];
    to = pending[top + 2];
    level = pending[top + 3];
  }
  return { child, depth };
}

/** Halves that a set of n triangles can still be cut into: ⌈log₂ n⌉. */
export function levelsOf(n: number): number {
  return 32 - Math.clz32(n - 1);
}

class Splitter {
  private readonly boxes: Float64Array;
  private readonly order: Uint32Array;
  /** Per bin min x y z, max x y z. */
  private readonly binBoxes = new Float64Array(BINS * 6);
  private readonly binCounts = new Int32Array(BINS);
  private readonly rightAreas = new Float64Array(BINS);
  /** Lowest x y z, highest x y z of twice the boxes' centres. */
  private readonly centres = new Float64Array(6);
  private bestCost = 0;
  private bestBalance = 0;
  private bestAxis = 0;
  private bestBin = 0;

  constructor(boxes: Float64Array, order: Uint32Array) {
    this.boxes = boxes;
    this.order = order;
  }

  /** Reorders order[from..to) and returns where the right half begins, strictly inside. */
  split(from: number, to: number, level: number): number {
    const count = to - from;
    if (count === 2) return from + 1;
    const { centres } = this;
    if (level + 1 + levelsOf(count - 1) > DEEPEST) return this.median(from, to);
    if (count <= SMALL) {
      this.boundCentres(from, to, 1);
      const axis = this.longestAxis();
      return this.partition(from, to, axis, 0.5 * (centres[axis] + centres[axis + 3]), 1, 0);
    }
    const stride = Math.max(1, Math.floor(count / SAMPLE));
    this.boundCentres(from, to, stride);
    this.bestCost = Number.POSITIVE_INFINITY;
    this.bestBalance = 0;
    for (let axis = 0; axis < 3; axis++) {
      const scale = binScale(centres[axis + 3] - centres[axis]);
      if (scale > 0) this.tryAxis(from, to, stride, axis, centres[axis], scale);
    }
    // No extent, or boxes on one line or in one point: no area tells the splits apart.
    if (this.bestBalance === 0 || this.bestCost === 0) return this.median(from, to);
    const axis = this.bestAxis;
    return this.partition(from, to, axis, centres[axis], binScale(centres[axis + 3] - centres[axis]), this.bestBin + 1);
  }

  private boundCentres(from: number, to: number, stride: number): void {
    const { boxes, order, centres } = this;
    let x0 = Number.POSITIVE_INFINITY;
    let y0 = Number.POSITIVE_INFINITY;
    let z0 = Number.POSITIVE_INFINITY;
    let x1 = Number.NEGATIVE_INFINITY;
    let y1 = Number.NEGATIVE_INFINITY;
    let z1 = Number.NEGATIVE_INFINITY;
    for (let i = from; i < to; i += stride) {
      const o = 6 * order[i];
      const x = boxes[o] + boxes[o + 3];
      const y = boxes[o + 1] + boxes[o + 4];
      const z = boxes[o + 2] + boxes[o + 5];
      if (x < x0) x0 = x;
      if (y < y0) y0 = y;
      if (z < z0) z0 = z;
      if (x > x1) x1 = x;
      if (y > y1) y1 = y;
      if (z > z1) z1 = z;
    }
    centres[0] = x0;
    centres[1] = y0;
    centres[2] = z0;
    centres[3] = x1;
    centres[4] = y1;
    centres[5] = z1;
  }

  private longestAxis(): number {
    const { centres } = this;
    const x = centres[3] - centres[0];
    const y = centres[4] - centres[1];
    const z = centres[5] - centres[2];
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  }

  /** Fills the bins of one axis with every stride-th triangle and keeps the best split so far. */
  private tryAxis(from: number, to: number, stride: number, axis: number, low: number, scale: number): void {
    const { boxes, order, binBoxes, binCounts } = this;
    for (let bin = 0; bin < BINS; bin++) binCounts[bin] = 0;
    let count = 0;
    for (let i = from; i < to; i += stride) {
      const o = 6 * order[i];
      let bin = Math.min(((boxes[o + axis] + boxes[o + axis + 3] - low) * scale) | 0, BINS - 1);
      const first = binCounts[bin]++ === 0;
      bin *= 6;
      count++;
      if (first) {
        binBoxes[bin] = boxes[o];
        binBoxes[bin + 1] = boxes[o + 1];
        binBoxes[bin + 2] = boxes[o + 2];
        binBoxes[bin + 3] = boxes[o + 3];
        binBoxes[bin + 4] = boxes[o + 4];
        binBoxes[bin + 5] = boxes[o + 5];
      } else {
        if (boxes[o] < binBoxes[bin]) binBoxes[bin] = boxes[o];
        if (boxes[o + 1] < binBoxes[bin + 1]) binBoxes[bin + 1] = boxes[o + 1];
        if (boxes[o + 2] < binBoxes[bin + 2]) binBoxes[bin + 2] = boxes[o + 2];
        if (boxes[o + 3] > binBoxes[bin + 3]) binBoxes[bin + 3] = boxes[o + 3];
        if (boxes[o + 4] > binBoxes[bin + 4]) binBoxes[bin + 4] = boxes[o + 4];
        if (boxes[o + 5] > binBoxes[bin + 5]) binBoxes[bin + 5] = boxes[o + 5];
      }
    }
    this.sweepBins(axis, count);
  }

  /** The cheapest of the splits between bins: left count × left area + right count × right area. */
  private sweepBins(axis: number, count: number): void {
    const { binBoxes, binCounts, rightAreas } = this;
    let x0 = Number.POSITIVE_INFINITY;
    let y0 = Number.POSITIVE_INFINITY;
    let z0 = Number.POSITIVE_INFINITY;
    let x1 = Number.NEGATIVE_INFINITY;
    let y1 = Number.NEGATIVE_INFINITY;
    let z1 = Number.NEGATIVE_INFINITY;
    for (let bin = BINS - 1; bin > 0; bin--) {
      if (binCounts[bin] > 0) {
        const o = 6 * bin;
        x0 = Math.min(x0, binBoxes[o]);
        y0 = Math.min(y0, binBoxes[o + 1]);
        z0 = Math.min(z0, binBoxes[o + 2]);
        x1 = Math.max(x1, binBoxes[o + 3]);
        y1 = Math.max(y1, binBoxes[o + 4]);
        z1 = Math.max(z1, binBoxes[o + 5]);
      }
      const x = x1 - x0;
      const y = y1 - y0;
      const z = z1 - z0;
      rightAreas[bin] = x * y + y * z + z * x;
    }
    x0 = y0 = z0 = Number.POSITIVE_INFINITY;
    x1 = y1 = z1 = Number.NEGATIVE_INFINITY;
    let left = 0;
    for (let bin = 0; bin < BINS - 1; bin++) {
      if (binCounts[bin] === 0) continue;
      const o = 6 * bin;
      x0 = Math.min(x0, binBoxes[o]);
      y0 = Math.min(y0, binBoxes[o + 1]);
      z0 = Math.min(z0, binBoxes[o + 2]);
      x1 = Math.max(x1, binBoxes[o + 3]);
      y1 = Math.max(y1, binBoxes[o + 4]);
      z1 = Math.max(z1, binBoxes[o + 5]);
      left += binCounts[bin];
      if (left === count) break;
      const x = x1 - x0;
      const y = y1 - y0;
      const z = z1 - z0;
      const cost = left * (x * y + y * z + z * x) + (count - left) * rightAreas[bin + 1];
      const balance = Math.min(left, count - left);
      if (cost < this.bestCost || (cost === this.bestCost && balance > this.bestBalance)) {
        this.bestCost = cost;
        this.bestBalance = balance;
        this.bestAxis = axis;
        this.bestBin = bin;
      }
    }
  }

  /** To the left what has (centre − low) · scale < edge; halves where that leaves one side empty. */
  private partition(from: number, to: number, axis: number, low: number, scale: number, edge: number): number {
    const { boxes, order } = this;
    let left = from;
    for (let i = from; i < to; i++) {
      const triangle = order[i];
      const o = 6 * triangle + axis;
      if ((boxes[o] + boxes[o + 3] - low) * scale < edge) {
        order[i] = order[left];
        order[left++] = triangle;
      }
    }
    return left === from || left === to ? (from + to) >>> 1 : left;
  }

  /** Equal halves along the axis on which the centres spread most; by number where all centres coincide. */
  private median(from: number, to: number): number {
    const { boxes, order } = this;
    this.boundCentres(from, to, 1);
    const axis = this.longestAxis();
    const keyOf = (triangle: number): number => boxes[6 * triangle + axis] + boxes[6 * triangle + axis + 3];
    order.subarray(from, to).sort((a, b) => keyOf(a) - keyOf(b) || a - b);
    return (from + to) >>> 1;
  }
}

/** Bins per unit of twice the centre; 0 where an axis has no extent to divide. */
function binScale(extent: number): number {
  const scale = BINS / extent;
  return scale < 2 ** 1000 ? scale : 0;
}
