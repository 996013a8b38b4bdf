/**
 * The leaves of a body that come near a plane which keeps it apart from another one, and where they do.
 *
 * With n from a to b, and points x, y of two leaves at most W apart: n·(y − x) ≤ W, n·y ≥ the lowest of b and n·x ≤
 * the highest of a; so x is at most W below the lowest of b, and y at most W above the highest of a. Both are in the
 * parts of their leaves that are cut off there, whose boxes are then at most W apart. Of thick leaves the cores are
 * meant; W has their radii in it.
 */
import { type HullPoints, type LeafList, listLeavesBeyond } from '../../../hierarchy/hull-points.ts';
import type { SweptSphereTree } from '../../../hierarchy/swept-sphere-tree.ts';
import { LEAF_STRIDE } from '../../../hierarchy/triangle-tree.ts';
import { STATE_P } from '../../../motion/motion.ts';
import type { NearPairs } from './near-pairs.ts';

/** Leaves of a body that are listed at most; of flat faces of fine meshes the search looks at fewer. */
const MOST_LEAVES = 64;
/** Doubles a box: the lowest x y z, then the highest. */
const BOX = 6;

export class LeavesAtPlane implements LeafList {
  readonly leaves: Int32Array = new Int32Array(MOST_LEAVES);
  count = 0;
  /** By leaf listed: the box of the part of it that is beyond the height, in the world. */
  private readonly boxes: Float64Array = new Float64Array(BOX * MOST_LEAVES);
  private readonly heights: Float64Array = new Float64Array(3);

  /**
   * Lists the leaves, of a tree whose corners these are and that is placed by a state, that reach `height` along
   * way[o..o+2], a unit vector of the body's frame; false: there are more than it holds.
   */
  list(hull: HullPoints, tree: SweptSphereTree, state: Float64Array, way: Float64Array, o: number, height: number): boolean {
    if (!listLeavesBeyond(hull, way, o, height, this)) return false;
    const { leaves, count } = this;
    this.count = 0;
    for (let k = 0; k < count; k++) this.take(leaves[k], tree, state, way, o, height);
    return true;
  }

  /** The same of one leaf of any tree, if it reaches that height. */
  listOne(leaf: number, tree: SweptSphereTree, state: Float64Array, way: Float64Array, o: number, height: number): void {
    this.count = 0;
    this.take(leaf, tree, state, way, o, height);
  }

  private take(leaf: number, tree: SweptSphereTree, state: Float64Array, way: Float64Array, o: number, height: number): void {
    if (this.cut(tree.leaves, leaf * LEAF_STRIDE, state, way, o, height)) this.leaves[this.count++] = leaf;
  }

  /** Writes the next box: that of the part of a leaf beyond the height. False: there is none. */
  private cut(p: Float64Array, leaf: number, state: Float64Array, way: Float64Array, o: number, height: number): boolean {
    const { heights, boxes, count } = this;
    let beyond = 0;
    for (let c = 0; c < 3; c++) {
      const i = leaf + 3 * c;
      heights[c] = way[o] * p[i] + way[o + 1] * p[i + 1] + way[o + 2] * p[i + 2] - height;
      if (heights[c] >= 0) beyond++;
    }
    if (beyond === 0) return false;
    const box = BOX * count;
    for (let k = 0; k < 3; k++) {
      boxes[box + k] = Infinity;
      boxes[box + 3 + k] = -Infinity;
    }
    for (let c = 0; c < 3; c++) {
      const next = c === 2 ? 0 : c + 1;
      if (heights[c] >= 0) this.reach(box, p, leaf + 3 * c, leaf + 3 * c, 0, state);
      if (heights[c] >= 0 !== heights[next] >= 0)
        this.reach(box, p, leaf + 3 * c, leaf + 3 * next, heights[c] / (heights[c] - heights[next]), state);
    }
    return true;
  }

  /** Widens a box by the point at s between two corners. */
  private reach(box: number, p: Float64Array, from: number, to: number, s: number, state: Float64Array): void {
    const { boxes } = this;
    const x = p[from] + s * (p[to] - p[from]);
    const y = p[from + 1] + s * (p[to + 1] - p[from + 1]);
    const z = p[from + 2] + s * (p[to + 2] - p[from + 2]);
    for (let k = 0; k < 3; k++) {
      const at = state[3 * k] * x + state[3 * k + 1] * y + state[3 * k + 2] * z + state[STATE_P + k];
      if (at < boxes[box + k]) boxes[box + k] = at;
      if (at > boxes[box + 3 + k]) boxes[box + 3 + k] = at;
    }
  }

  /** Adds every pair of a leaf here and one there whose boxes are at most `within` apart; false: no room. */
  addNear(other: LeavesAtPlane, within: number, near: NearPairs): boolean {
    const { leaves, count } = this;
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < other.count; j++) {
        if (this.meet(i, other, j, within) && !near.add(leaves[i], other.leaves[j])) return false;
      }
    }
    return true;
  }

  /** Are the boxes of leaf i here and leaf j there at most `within` apart along every axis? */
  meet(i: number, other: LeavesAtPlane, j: number, within: number): boolean {
    const a = this.boxes;
    const b = other.boxes;
    const m = BOX * i;
    const n = BOX * j;
    for (let k = 0; k < 3; k++) {
      if (a[m + k] - b[n + 3 + k] > within || b[n + k] - a[m + 3 + k] > within) return false;
    }
    return true;
  }
}
