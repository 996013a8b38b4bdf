/*
 * Which triangles go together: the shape of a binary tree with one triangle a leaf, shared by every hierarchy here.
 * Guarantee: a proper tree of 2n − 1 nodes, siblings adjacent, parents before children, at most DEEPEST levels below
 * the root, whatever the input; the same bits for the same mesh. Nothing else depends on the quality of the splits.
 * Binned surface area heuristic [Wald 2007, §3] with 16 bins on three axes. Deviations: no cost for stopping, because a
 * leaf always holds one triangle; large nodes look at a sample; small ones are cut in the middle of their longest axis.
 */
import { finished, type Piecemeal } from '../math/piecemeal.ts';
import { roomFor } from './compiled/compiled-kernels.ts';

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
  const room = roomFor(boxes.byteLength + order.byteLength);
  const here = room?.doubles(boxes) ?? boxes;
  const sorted = room?.integers(order) ?? order;
  const cut = room?.split ?? split;
  yield;
  const shape = yield* growShape(
    count,
    (from, to, level) => cut(here, sorted, from, to, level + levelsBelow) || median(here, sorted, from, to),
  );
  room?.leave(sorted, order);
  return { order, ...shape };
}

/** The shape of a tree over `count` leaves; `split` says where the right half of from..to begins, strictly inside. */
export function shapeOf(count: number, split: Split): Shape {
  return finished(growShape(count, split));
}

type Split = (from: number, to: number, level: number) => number;
type Shape = Pick<Topology, 'child' | 'depth'>;

/** The same in pieces. */
export function* growShape(count: number, split: Split): Piecemeal<Shape> {
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

// Scratch memory: a split never calls back, so one for all.
/** Per bin min x y z, max x y z, once there is something in it; the bins of one axis after those of another. */
const binBoxes: Float64Array = new Float64Array(3 * BINS * 6);
const binCounts: Int32Array = new Int32Array(3 * BINS);
const rightAreas: Float64Array = new Float64Array(BINS);
/** Lowest x y z, highest x y z of twice the boxes' centres. */
const centres: Float64Array = new Float64Array(6);
/** Bins per unit of twice a centre, by axis; 0: no extent. */
const scales: Float64Array = new Float64Array(3);
/** The best split so far: its cost, its balance, its axis and the bin left of it. */
const best: Float64Array = new Float64Array(4);

/**
 * Reorders order[from..to) and returns where the right half begins, strictly inside; 0: nothing tells where, or it
 * would get too deep.
 */
function split(boxes: Float64Array, order: Uint32Array, from: number, to: number, level: number): number {
  const count = to - from;
  if (count === 2) return from + 1;
  if (level + 1 + levelsOf(count - 1) > DEEPEST) return 0;
  if (count <= SMALL) {
    const axis = widestAxis(boxes, order, from, to);
    return partition(boxes, order, from, to, axis, 0.5 * (centres[axis] + centres[axis + 3]), 1, 0);
  }
  const stride = Math.max(1, (count / SAMPLE) | 0);
  boundCentres(boxes, order, from, to, stride);
  const looked = fillBins(boxes, order, from, to, stride);
  best[0] = Number.POSITIVE_INFINITY;
  best[1] = 0;
  for (let axis = 0; axis < 3; axis++) if (scales[axis] > 0) sweepBins(axis, looked);
  // No extent, or boxes on one line or in one point: no area tells the splits apart.
  if (best[1] === 0 || best[0] === 0) return 0;
  const axis = best[2] | 0;
  return partition(boxes, order, from, to, axis, centres[axis], scales[axis], (best[3] | 0) + 1);
}

function boundCentres(boxes: Float64Array, order: Uint32Array, from: number, to: number, stride: number): void {
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
    x0 = Math.min(x0, x);
    y0 = Math.min(y0, y);
    z0 = Math.min(z0, z);
    x1 = Math.max(x1, x);
    y1 = Math.max(y1, y);
    z1 = Math.max(z1, z);
  }
  centres[0] = x0;
  centres[1] = y0;
  centres[2] = z0;
  centres[3] = x1;
  centres[4] = y1;
  centres[5] = z1;
}

/** On which the centres spread most. */
function widestAxis(boxes: Float64Array, order: Uint32Array, from: number, to: number): number {
  boundCentres(boxes, order, from, to, 1);
  const x = centres[3] - centres[0];
  const y = centres[4] - centres[1];
  const z = centres[5] - centres[2];
  return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

/** Puts every stride-th triangle into a bin of each axis, and counts them. */
function fillBins(boxes: Float64Array, order: Uint32Array, from: number, to: number, stride: number): number {
  for (let axis = 0; axis < 3; axis++) scales[axis] = binScale(centres[axis + 3] - centres[axis]);
  for (let bin = 0; bin < 3 * BINS; bin++) binCounts[bin] = 0;
  const lowX = centres[0];
  const lowY = centres[1];
  const lowZ = centres[2];
  const scaleX = scales[0];
  const scaleY = scales[1];
  const scaleZ = scales[2];
  let count = 0;
  for (let i = from; i < to; i += stride) {
    count++;
    const o = 6 * order[i];
    const x0 = boxes[o];
    const y0 = boxes[o + 1];
    const z0 = boxes[o + 2];
    const x1 = boxes[o + 3];
    const y1 = boxes[o + 4];
    const z1 = boxes[o + 5];
    widen(Math.min(((x0 + x1 - lowX) * scaleX) | 0, BINS - 1), x0, y0, z0, x1, y1, z1);
    widen(BINS + Math.min(((y0 + y1 - lowY) * scaleY) | 0, BINS - 1), x0, y0, z0, x1, y1, z1);
    widen(2 * BINS + Math.min(((z0 + z1 - lowZ) * scaleZ) | 0, BINS - 1), x0, y0, z0, x1, y1, z1);
  }
  return count;
}

/** One more box in a bin. Math.min is an instruction; which way comparisons go here nobody can foretell. */
function widen(bin: number, x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): void {
  const o = 6 * bin;
  binCounts[bin]++;
  if (binCounts[bin] === 1) {
    binBoxes[o] = x0;
    binBoxes[o + 1] = y0;
    binBoxes[o + 2] = z0;
    binBoxes[o + 3] = x1;
    binBoxes[o + 4] = y1;
    binBoxes[o + 5] = z1;
    return;
  }
  binBoxes[o] = Math.min(binBoxes[o], x0);
  binBoxes[o + 1] = Math.min(binBoxes[o + 1], y0);
  binBoxes[o + 2] = Math.min(binBoxes[o + 2], z0);
  binBoxes[o + 3] = Math.max(binBoxes[o + 3], x1);
  binBoxes[o + 4] = Math.max(binBoxes[o + 4], y1);
  binBoxes[o + 5] = Math.max(binBoxes[o + 5], z1);
}

/** The cheapest of the splits between bins: left count × left area + right count × right area. */
function sweepBins(axis: number, count: number): void {
  const base = BINS * axis;
  let x0 = Number.POSITIVE_INFINITY;
  let y0 = Number.POSITIVE_INFINITY;
  let z0 = Number.POSITIVE_INFINITY;
  let x1 = Number.NEGATIVE_INFINITY;
  let y1 = Number.NEGATIVE_INFINITY;
  let z1 = Number.NEGATIVE_INFINITY;
  let area = Number.POSITIVE_INFINITY;
  for (let bin = BINS - 1; bin > 0; bin--) {
    if (binCounts[base + bin] > 0) {
      const o = 6 * (base + bin);
      x0 = Math.min(x0, binBoxes[o]);
      y0 = Math.min(y0, binBoxes[o + 1]);
      z0 = Math.min(z0, binBoxes[o + 2]);
      x1 = Math.max(x1, binBoxes[o + 3]);
      y1 = Math.max(y1, binBoxes[o + 4]);
      z1 = Math.max(z1, binBoxes[o + 5]);
      const x = x1 - x0;
      const y = y1 - y0;
      const z = z1 - z0;
      area = x * y + y * z + z * x;
    }
    rightAreas[bin] = area;
  }
  x0 = y0 = z0 = Number.POSITIVE_INFINITY;
  x1 = y1 = z1 = Number.NEGATIVE_INFINITY;
  let left = 0;
  for (let bin = 0; bin < BINS - 1; bin++) {
    if (binCounts[base + bin] === 0) continue;
    const o = 6 * (base + bin);
    x0 = Math.min(x0, binBoxes[o]);
    y0 = Math.min(y0, binBoxes[o + 1]);
    z0 = Math.min(z0, binBoxes[o + 2]);
    x1 = Math.max(x1, binBoxes[o + 3]);
    y1 = Math.max(y1, binBoxes[o + 4]);
    z1 = Math.max(z1, binBoxes[o + 5]);
    left += binCounts[base + bin];
    if (left === count) break;
    const x = x1 - x0;
    const y = y1 - y0;
    const z = z1 - z0;
    const cost = left * (x * y + y * z + z * x) + (count - left) * rightAreas[bin + 1];
    const balance = Math.min(left, count - left);
    if (cost < best[0] || (cost === best[0] && balance > best[1])) {
      best[0] = cost;
      best[1] = balance;
      best[2] = axis;
      best[3] = bin;
    }
  }
}

/** To the left what has (centre − low) · scale < edge; halves where that leaves one side empty. */
function partition(
  boxes: Float64Array,
  order: Uint32Array,
  from: number,
  to: number,
  axis: number,
  low: number,
  scale: number,
  edge: number,
): number {
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
function median(boxes: Float64Array, order: Uint32Array, from: number, to: number): number {
  const axis = widestAxis(boxes, order, from, to);
  const keyOf = (triangle: number): number => boxes[6 * triangle + axis] + boxes[6 * triangle + axis + 3];
  order.subarray(from, to).sort((a, b) => keyOf(a) - keyOf(b) || a - b);
  return (from + to) >>> 1;
}

/** Bins per unit of twice the centre; 0 where an axis has no extent to divide. */
function binScale(extent: number): number {
  const scale = BINS / extent;
  return scale < 2 ** 1000 ? scale : 0;
}
