/**
 * Triangles in the order of their tree, a box for each of its nodes, and how far the triangles of a node reach along a
 * direction: by boxes, opened where that is too coarse. Boxes are made by comparing doubles, which is exact.
 */
import { abs, fixed, fixedUp, rootUp, square } from './fixed.ts';

const DEEPEST = 1000;

/** What is wrong with a file that is no proof. */
export class Malformed extends Error {}

export class Shape {
  /** x y z of every corner. */
  readonly corners: Float64Array;
  /** Three corners a triangle. */
  readonly triangles: Uint32Array;
  readonly radii: Float64Array | null;
  /** The radius of all, where they have no radii of their own. */
  readonly uniform: number;
  /** By node, in the order of the file (a node before its children, the first child next to it). */
  private readonly second: Int32Array;
  private readonly start: Uint32Array;
  private readonly boxes: Float64Array;
  private readonly radiusOf: Float64Array;
  private readonly fixedBoxes: bigint[][] = [];
  private readonly fixedTriangles: bigint[][] = [];
  private readonly reaches: bigint[] = [];
  /** Not below |x|₁ of any corner. */
  readonly lever: bigint;

  constructor(corners: Float64Array, triangles: Uint32Array, cuts: Uint8Array | null, radius: number | Float64Array) {
    const count = triangles.length / 3;
    this.corners = corners;
    this.triangles = triangles;
    this.radii = typeof radius === 'number' ? null : radius;
    this.uniform = typeof radius === 'number' ? radius : 0;
    this.second = new Int32Array(2 * count - 1).fill(-1);
    this.start = new Uint32Array(2 * count - 1);
    this.boxes = new Float64Array(6 * (2 * count - 1));
    this.radiusOf = new Float64Array(2 * count - 1).fill(this.uniform);
    this.grow(count, cuts);
    this.fit();
    this.lever = [0, 1, 2].reduce((sum, k) => sum + largest(this.boxOf(0), k), 3n);
  }

  isLeaf(node: number): boolean {
    return this.second[node] < 0;
  }

  children(node: number): readonly [number, number] {
    return [node + 1, this.second[node]];
  }

  /** The triangle of a leaf, or the first one of a node. */
  triangleOf(node: number): number {
    return this.start[node];
  }

  /** What the triangles of a node are thickened by at most. */
  radius(node: number): bigint {
    return this.radiusOf[node] === 0 ? 0n : fixedUp(this.radiusOf[node]);
  }

  /** Not below the distance from the origin to any corner of the node. */
  reach(node: number): bigint {
    if (this.reaches[node] === undefined) {
      const box = this.boxOf(node);
      this.reaches[node] = rootUp([0, 1, 2].reduce((sum, k) => sum + square(largest(box, k) + 1n), 0n));
    }
    return this.reaches[node];
  }

  /** Lower ends, then upper ends; each the floor of what is meant. */
  boxOf(node: number): readonly bigint[] {
    this.fixedBoxes[node] ??= Array.from(this.boxes.subarray(6 * node, 6 * node + 6), fixed);
    return this.fixedBoxes[node];
  }

  /** The nine coordinates of a triangle, each the floor of what is meant. */
  cornersOf(triangle: number): readonly bigint[] {
    if (this.fixedTriangles[triangle] === undefined) {
      const nine: bigint[] = [];
      for (let i = 3 * triangle; i < 3 * triangle + 3; i++) {
        const c = 3 * this.triangles[i];
        nine.push(fixed(this.corners[c]), fixed(this.corners[c + 1]), fixed(this.corners[c + 2]));
      }
      this.fixedTriangles[triangle] = nine;
    }
    return this.fixedTriangles[triangle];
  }

  private grow(count: number, cuts: Uint8Array | null): void {
    let [at, nodes] = [0, 0];
    // from, to, level, whose second child it is
    const pending: number[][] = [[0, count, 0, -1]];
    for (let range = pending.pop(); range !== undefined; range = pending.pop()) {
      const [from, to, level, parent] = range;
      const node = nodes++;
      if (parent >= 0) this.second[parent] = node;
      this.start[node] = from;
      if (to - from === 1) continue;
      let cut = 0;
      for (let place = 1, more = cuts !== null; more; place *= 128) {
        const byte = (cuts as Uint8Array)[at++];
        if (byte === undefined || place > 2 ** 28) throw new Malformed('cuts end too early');
        cut += (byte & 127) * place;
        more = byte > 127;
      }
      const middle = cut === 0 ? Math.floor((from + to) / 2) : from + cut;
      if (middle >= to || level >= DEEPEST) throw new Malformed(`the tree has no node cut at ${cut}, or more than ${DEEPEST} levels`);
      pending.push([middle, to, level + 1, node], [from, middle, level + 1, -1]);
    }
    if (cuts !== null && at !== cuts.length) throw new Malformed('cuts go on behind the tree');
  }

  private fit(): void {
    const { boxes, second, corners, triangles, start, radiusOf, radii } = this;
    for (let node = second.length - 1; node >= 0; node--) {
      const o = 6 * node;
      const i = 3 * start[node];
      if (second[node] >= 0) {
        if (radii !== null) radiusOf[node] = Math.max(radiusOf[node + 1], radiusOf[second[node]]);
        for (let k = 0; k < 3; k++) {
          boxes[o + k] = Math.min(boxes[o + 6 + k], boxes[6 * second[node] + k]);
          boxes[o + 3 + k] = Math.max(boxes[o + 9 + k], boxes[6 * second[node] + 3 + k]);
        }
        continue;
      }
      if (radii !== null) radiusOf[node] = radii[start[node]];
      for (let k = 0; k < 3; k++) {
        const [x, y, z] = [corners[3 * triangles[i] + k], corners[3 * triangles[i + 1] + k], corners[3 * triangles[i + 2] + k]];
        boxes[o + k] = Math.min(x, y, z);
        boxes[o + 3 + k] = Math.max(x, y, z);
      }
    }
  }
}

function largest(box: readonly bigint[], k: number): bigint {
  return abs(box[k]) > abs(box[3 + k]) ? abs(box[k]) : abs(box[3 + k]);
}

/**
 * The largest m·x + radius over the corners x of a node, for a vector m of integers: bounded from above, ever closer.
 */
export class Support {
  private readonly shape: Shape;
  private readonly m: readonly bigint[];
  private readonly size: bigint;
  /** Nodes that may hold the largest, and their bounds. */
  private readonly nodes: number[] = [];
  private readonly bounds: bigint[] = [];
  private top = 0;

  /** `size`: what a unit of radius counts, in units of m; bounds are in units of their product with corners. */
  constructor(shape: Shape, node: number, m: readonly bigint[], size: bigint) {
    this.shape = shape;
    this.m = m;
    this.size = size;
    this.add(node);
  }

  get value(): bigint {
    return this.bounds[this.top];
  }

  /** Exact: no box is as large. */
  get isExact(): boolean {
    return this.shape.isLeaf(this.nodes[this.top]);
  }

  /** Puts its two children in place of the node that reaches farthest. */
  open(): void {
    const { nodes, bounds, shape, top } = this;
    const [first, second] = shape.children(nodes[top]);
    const last = nodes.pop() as number;
    const bound = bounds.pop() as bigint;
    if (top < nodes.length) {
      nodes[top] = last;
      bounds[top] = bound;
    }
    this.add(first);
    this.add(second);
    this.top = 0;
    for (let i = 1; i < bounds.length; i++) if (bounds[i] > bounds[this.top]) this.top = i;
  }

  private add(node: number): void {
    const { shape, m } = this;
    let far: bigint;
    if (shape.isLeaf(node)) {
      const c = shape.cornersOf(shape.triangleOf(node));
      far = m[0] * c[0] + m[1] * c[1] + m[2] * c[2];
      for (let i = 3; i < 9; i += 3) {
        const other = m[0] * c[i] + m[1] * c[i + 1] + m[2] * c[i + 2];
        if (other > far) far = other;
      }
    } else {
      const b = shape.boxOf(node);
      far = m[0] * b[m[0] < 0n ? 0 : 3] + m[1] * b[m[1] < 0n ? 1 : 4] + m[2] * b[m[2] < 0n ? 2 : 5];
    }
    this.nodes.push(node);
    this.bounds.push(far + shape.radius(node) * this.size);
  }
}
