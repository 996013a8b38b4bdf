/**
 * Where the leaves of a body are in the half-plane of an axis: heights h along it, distances r from it. What a leaf
 * reaches by turning about the axis is what its places there reach, whatever the angle.
 *
 * Guarantee: with corners xᵢ of a leaf, h linear and r convex, every place (h, r) of it lies below the hull of the
 * (hᵢ, rᵢ), and above that of the (hᵢ, lᵢ), lᵢ = m·xᵢ, for any unit m ⊥ u, as r ≥ m·x. Two are kept: m towards the
 * point of the leaf that is nearest to the axis, exact there, or 0 where the axis goes through; and m along the leaf's
 * normal, exact at every height where a facet of a cone has its middle. Up to rounding, which whoever asks adds
 * [docs/notes/slow-questions.md, "Profiles"].
 */
import { LEAF_RADIUS, LEAF_STRIDE } from '../../../hierarchy/triangle-tree.ts';
import type { Budget } from '../../budget.ts';

/** Doubles a leaf: three h, three r, three l of the nearest point, three of the normal, and its radius. */
export const PROFILE_SIZE = 13;
export const PROFILE_R = 3;
export const PROFILE_L = 6;
export const PROFILE_N = 9;
export const PROFILE_RADIUS = 12;
/** Doubles a box: least and greatest h and r of what is in it, radii included. */
export const BOX_SIZE = 4;
/** Leaves at the ends of the tree, at most. */
const BUCKET = 4;
/** Leaves that are laid out, and that are ordered once, in a unit of the budget: less one, 2 to some power less one. */
const LAID_OUT = 3;
const ORDERED = 32;

export class BodyProfile {
  count = 0;
  leaves: Float64Array = new Float64Array(0);
  /** Leaves in the order of the tree: node 1 has all, node i's halves are 2i and 2i + 1. */
  order: Int32Array = new Int32Array(0);
  boxes: Float64Array = new Float64Array(0);
  /** A box of each leaf; the box of all is that of node 1. */
  private leafBoxes: Float64Array = new Float64Array(0);
  /** The nearest point to the axis of the leaf at hand, and its corners across the axis. */
  private readonly flat: Float64Array = new Float64Array(8);

  /** Lays out leaves that `matrix`, 12 doubles, takes to h and two coordinates across the axis. False: it is late. */
  layOut(leaves: Float64Array, count: number, matrix: Float64Array, budget: Budget): boolean {
    this.makeRoom(count);
    const { boxes } = this;
    boxes[BOX_SIZE] = boxes[BOX_SIZE + 2] = Infinity;
    boxes[BOX_SIZE + 1] = boxes[BOX_SIZE + 3] = -Infinity;
    for (let i = 0; i < count; i++) {
      if ((i & LAID_OUT) === 0 && budget.isLate()) return false;
      this.order[i] = i;
      this.layOutLeaf(leaves, i * LEAF_STRIDE, matrix, i);
      this.grow(BOX_SIZE, i);
    }
    return true;
  }

  private makeRoom(count: number): void {
    this.count = count;
    if (this.order.length >= count) return;
    this.leaves = new Float64Array(PROFILE_SIZE * count);
    this.leafBoxes = new Float64Array(BOX_SIZE * count);
    this.order = new Int32Array(count);
    let nodes = 2;
    for (let most = count; most > BUCKET; most = (most + 1) >> 1) nodes *= 2;
    this.boxes = new Float64Array(BOX_SIZE * nodes);
  }

  private layOutLeaf(from: Float64Array, o: number, k: Float64Array, i: number): void {
    const { leaves, leafBoxes, flat } = this;
    const p = PROFILE_SIZE * i;
    const box = BOX_SIZE * i;
    const radius = from[o + LEAF_RADIUS];
    let low = Infinity;
    let high = -Infinity;
    let far = 0;
    for (let c = 0; c < 3; c++) {
      const x = from[o + 3 * c];
      const y = from[o + 3 * c + 1];
      const z = from[o + 3 * c + 2];
      const h = k[0] * x + k[1] * y + k[2] * z + k[3];
      const v = k[4] * x + k[5] * y + k[6] * z + k[7];
      const w = k[8] * x + k[9] * y + k[10] * z + k[11];
      const r = Math.sqrt(v * v + w * w);
      leaves[p + c] = h;
      leaves[p + PROFILE_R + c] = r;
      flat[2 + 2 * c] = v;
      flat[3 + 2 * c] = w;
      if (h < low) low = h;
      if (h > high) high = h;
      if (r > far) far = r;
    }
    writeNearest(flat);
    const near = this.layOutBelow(p + PROFILE_L);
    this.writeNormal(p);
    this.layOutBelow(p + PROFILE_N);
    leaves[p + PROFILE_RADIUS] = radius;
    leafBoxes[box] = low - radius;
    leafBoxes[box + 1] = high + radius;
    leafBoxes[box + 2] = near - radius;
    leafBoxes[box + 3] = far + radius;
  }

  /** Three l for m along flat[0] and flat[1], 0 where that has no length. Returns the least. */
  private layOutBelow(o: number): number {
    const { leaves, flat } = this;
    // divided twice: the squares of very small numbers would make a vector longer than 1
    const most = Math.max(Math.abs(flat[0]), Math.abs(flat[1]));
    let x = most > 0 ? flat[0] / most : 0;
    let y = most > 0 ? flat[1] / most : 0;
    const length = most > 0 ? Math.sqrt(x * x + y * y) : 1;
    x /= length;
    y /= length;
    for (let c = 0; c < 3; c++) leaves[o + c] = x * flat[2 + 2 * c] + y * flat[3 + 2 * c];
    return Math.min(leaves[o], leaves[o + 1], leaves[o + 2]);
  }

  /** What the normal of the leaf at p has across the axis, away from it, in place of the nearest point. */
  private writeNormal(p: number): void {
    const { leaves: h, flat: f } = this;
    const a = h[p + 1] - h[p];
    const b = h[p + 2] - h[p];
    const x = (f[5] - f[3]) * b - (f[7] - f[3]) * a;
    const y = (f[6] - f[2]) * a - (f[4] - f[2]) * b;
    const outwards = x * (f[2] + f[4] + f[6]) + y * (f[3] + f[5] + f[7]) < 0 ? -1 : 1;
    // across no axis: the nearest point serves
    if (x === 0 && y === 0) return;
    f[0] = outwards * x;
    f[1] = outwards * y;
  }

  /** The box at o takes in leaf i. */
  private grow(o: number, i: number): void {
    const { boxes, leafBoxes } = this;
    const box = BOX_SIZE * i;
    if (leafBoxes[box] < boxes[o]) boxes[o] = leafBoxes[box];
    if (leafBoxes[box + 1] > boxes[o + 1]) boxes[o + 1] = leafBoxes[box + 1];
    if (leafBoxes[box + 2] < boxes[o + 2]) boxes[o + 2] = leafBoxes[box + 2];
    if (leafBoxes[box + 3] > boxes[o + 3]) boxes[o + 3] = leafBoxes[box + 3];
  }

  /** The tree over what is laid out: those of one ring are near each other in it, at whatever angle. False: late. */
  plant(budget: Budget): boolean {
    return this.split(1, 0, this.count, budget);
  }

  private split(node: number, from: number, end: number, budget: Budget): boolean {
    if (budget.isLate(Math.ceil((end - from) / ORDERED))) return false;
    const { boxes, order } = this;
    const o = BOX_SIZE * node;
    boxes[o] = boxes[o + 2] = Infinity;
    boxes[o + 1] = boxes[o + 3] = -Infinity;
    for (let i = from; i < end; i++) this.grow(o, order[i]);
    if (end - from <= BUCKET) return true;
    const middle = (from + end) >> 1;
    this.select(boxes[o + 1] - boxes[o] >= boxes[o + 3] - boxes[o + 2] ? 0 : 2, from, end - 1, middle);
    return this.split(2 * node, from, middle, budget) && this.split(2 * node + 1, middle, end, budget);
  }

  /** Orders from..last so that what stands before `middle` is not above it, by the middles of boxes: quickselect. */
  private select(side: number, from: number, last: number, middle: number): void {
    const { order, leafBoxes } = this;
    while (from < last) {
      const p = BOX_SIZE * order[(from + last) >> 1] + side;
      const pivot = leafBoxes[p] + leafBoxes[p + 1];
      let i = from;
      let j = last;
      while (i <= j) {
        while (leafBoxes[BOX_SIZE * order[i] + side] + leafBoxes[BOX_SIZE * order[i] + side + 1] < pivot) i++;
        while (leafBoxes[BOX_SIZE * order[j] + side] + leafBoxes[BOX_SIZE * order[j] + side + 1] > pivot) j--;
        if (i > j) break;
        const moved = order[i];
        order[i++] = order[j];
        order[j--] = moved;
      }
      if (middle <= j) last = j;
      else if (middle >= i) from = i;
      else return;
    }
  }
}

/** Whether a range of leaves is at an end of the tree. */
export function isBucket(size: number): boolean {
  return size <= BUCKET;
}

/** The point nearest to 0 of the triangle from f[2] on, in the plane, into f[0] and f[1]; 0 where it is inside. */
function writeNearest(f: Float64Array): void {
  let least = Infinity;
  let left = 0;
  let right = 0;
  f[0] = f[1] = 0;
  let nx = 0;
  let ny = 0;
  for (let c = 0; c < 3; c++) {
    const x = f[2 + 2 * c];
    const y = f[3 + 2 * c];
    const d = c === 2 ? 2 : 4 + 2 * c;
    const dx = f[d] - x;
    const dy = f[d + 1] - y;
    const side = x * dy - y * dx;
    if (side >= 0) left++;
    if (side <= 0) right++;
    const square = dx * dx + dy * dy;
    let part = square > 0 ? -(x * dx + y * dy) / square : 0;
    part = part > 0 ? (part < 1 ? part : 1) : 0;
    const qx = x + part * dx;
    const qy = y + part * dy;
    const q = qx * qx + qy * qy;
    if (q < least) {
      least = q;
      nx = qx;
      ny = qy;
    }
  }
  // on one side of all three, and not all three on one line
  if ((left === 3) !== (right === 3)) return;
  f[0] = nx;
  f[1] = ny;
}
