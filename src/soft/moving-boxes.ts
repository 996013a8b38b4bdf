/**
 * A tree of boxes whose faces move linearly, over some or all triangles of a mesh whose vertices do: at every t the box
 * of a node, interpolated between its box at 0 and its box at 1, contains the triangles below it.
 */
import type { Budget } from '../contact/budget.ts';
import type { SoftShape } from './soft-shape.ts';

const BOX = 6;
/** Nodes less one between two units of the budget; 2 to some power less one. */
const PIECE = 63;

export class MovingBoxes {
  /** A node: ≥ 0 the first of two adjacent children, else −1 − triangle. */
  child: Int32Array = new Int32Array(0);
  /** Min x y z, max x y z a node, at t = 0 and at t = 1, relative to the reference. */
  start: Float64Array = new Float64Array(0);
  end: Float64Array = new Float64Array(0);
  nodeCount = 0;
  indices: Uint32Array = new Uint32Array(0);
  before: Float64Array = new Float64Array(0);
  after: Float64Array = new Float64Array(0);
  /** Largest coordinate, relative to the reference, at either end. */
  size = 0;
  /** Largest way of a vertex. */
  way = 0;
  private low: Int32Array = new Int32Array(0);
  private many: Int32Array = new Int32Array(0);

  /** All triangles of a shape. False: the budget is late, and the boxes are no good. */
  takeShape(shape: SoftShape, before: Float64Array, after: Float64Array, reference: Float64Array, budget: Budget): boolean {
    this.child = shape.child;
    this.nodeCount = shape.child.length;
    return this.take(shape.mesh.indices, before, after, reference, budget);
  }

  /** Some triangles, as they come: neighbours in the list share boxes, so that no tree of the mesh is needed. */
  takeTriangles(
    triangles: Uint32Array,
    count: number,
    indices: Uint32Array,
    before: Float64Array,
    after: Float64Array,
    reference: Float64Array,
    budget: Budget,
  ): boolean {
    this.nodeCount = Math.max(0, 2 * count - 1);
    if (this.child.length < this.nodeCount) this.child = new Int32Array(2 * this.nodeCount);
    const { child } = this;
    // the range of triangles below every node: where it begins, and how many
    if (this.low.length < this.nodeCount) {
      this.low = new Int32Array(2 * this.nodeCount);
      this.many = new Int32Array(2 * this.nodeCount);
    }
    const { low, many } = this;
    let used = 1;
    low[0] = 0;
    many[0] = count;
    for (let node = 0; node < this.nodeCount; node++) {
      if ((node & PIECE) === 0 && budget.isLate()) return false;
      if (many[node] === 1) child[node] = -1 - triangles[low[node]];
      else {
        const left = many[node] >> 1;
        child[node] = used;
        low[used] = low[node];
        many[used] = left;
        low[used + 1] = low[node] + left;
        many[used + 1] = many[node] - left;
        used += 2;
      }
    }
    return this.take(indices, before, after, reference, budget);
  }

  private take(indices: Uint32Array, before: Float64Array, after: Float64Array, reference: Float64Array, budget: Budget): boolean {
    this.indices = indices;
    this.before = before;
    this.after = after;
    if (this.start.length < BOX * this.nodeCount) {
      this.start = new Float64Array(BOX * this.child.length);
      this.end = new Float64Array(BOX * this.child.length);
    }
    if (!this.fit(before, this.start, reference, budget) || !this.fit(after, this.end, reference, budget)) return false;
    let size = 0;
    for (let k = 0; k < BOX && this.nodeCount > 0; k++) size = Math.max(size, Math.abs(this.start[k]), Math.abs(this.end[k]));
    this.size = size;
    this.way = this.nodeCount > 0 ? this.longestWay(budget) : 0;
    return !budget.late;
  }

  private fit(positions: Float64Array, out: Float64Array, reference: Float64Array, budget: Budget): boolean {
    const { child, indices } = this;
    for (let node = this.nodeCount - 1, o = BOX * node; node >= 0; node--, o -= BOX) {
      if ((node & PIECE) === 0 && budget.isLate()) return false;
      const down = child[node];
      if (down < 0) {
        const t = 3 * (-1 - down);
        const a = 3 * indices[t];
        const b = 3 * indices[t + 1];
        const c = 3 * indices[t + 2];
        for (let k = 0; k < 3; k++) {
          const x = positions[a + k];
          const y = positions[b + k];
          const z = positions[c + k];
          out[o + k] = (x < y ? (x < z ? x : z) : y < z ? y : z) - reference[k];
          out[o + 3 + k] = (x > y ? (x > z ? x : z) : y > z ? y : z) - reference[k];
        }
      } else {
        const a = BOX * down;
        const b = a + BOX;
        for (let k = 0; k < 3; k++) {
          out[o + k] = out[a + k] < out[b + k] ? out[a + k] : out[b + k];
          out[o + 3 + k] = out[a + 3 + k] > out[b + 3 + k] ? out[a + 3 + k] : out[b + 3 + k];
        }
      }
    }
    return true;
  }

  private longestWay(budget: Budget): number {
    const { before, after, indices, child, nodeCount } = this;
    if (before === after) return 0;
    let most = 0;
    for (let node = 0; node < nodeCount; node++) {
      if ((node & PIECE) === 0 && budget.isLate()) break;
      if (child[node] >= 0) continue;
      const t = 3 * (-1 - child[node]);
      for (let i = t; i < t + 3; i++) {
        const v = 3 * indices[i];
        const x = after[v] - before[v];
        const y = after[v + 1] - before[v + 1];
        const z = after[v + 2] - before[v + 2];
        most = Math.max(most, x * x + y * y + z * z);
      }
    }
    return Math.sqrt(most) * (1 + 2 ** -48);
  }
}
