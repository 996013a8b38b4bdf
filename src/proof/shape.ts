/**
 * Triangles in the order of their tree, a box for each of its nodes, and how far the triangles of a node reach along a
 * direction: by boxes, opened where that is too coarse. Boxes are made by comparing doubles, which is exact.
 */
import { abs, fixed, fixedUp, rootUp, square } from './fixed.ts';

const DEEPEST = 1000;
/** Boxes and triangles that are kept as whole numbers, of each shape. */
const MOST_KEPT = 0x40000;
/** Boxes of one support. */
const MOST_OPEN = 0x100000;

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
  /** Six doubles a node: lower ends, then upper ends. */
  readonly boxes: Float64Array;
  /** By node, the largest radius of its triangles. */
  readonly radiusOf: Float64Array;
  private readonly fixedBoxes: Map<number, readonly bigint[]> = new Map();
  private readonly fixedTriangles: Map<number, readonly bigint[]> = new Map();
  private readonly reaches: Map<number, bigint> = new Map();
  /** Not below |x|₁ of any corner. */
  readonly lever: bigint;
  private far: bigint | null = null;

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

  /** How many triangles a node has. */
  countOf(node: number): number {
    let count = 1;
    // the first child and what is below it come before the second one
    for (let at = node; this.second[at] >= 0; at = this.second[at]) count += (this.second[at] - at) / 2;
    return count;
  }

  /** What the triangles of a node are thickened by at most. */
  radius(node: number): bigint {
    return this.radiusOf[node] === 0 ? 0n : fixedUp(this.radiusOf[node]);
  }

  /** Not below the distance from the origin to any corner of the node. */
  reach(node: number): bigint {
    return kept(this.reaches, node, () => {
      const box = this.boxOf(node);
      return rootUp([0, 1, 2].reduce((sum, k) => sum + square(largest(box, k) + 1n), 0n));
    });
  }

  /** The same of all corners, by each of them: for tubes, where it pays. */
  get farthest(): bigint {
    if (this.far === null) {
      let most = 0n;
      for (let i = 0; i < this.corners.length; i += 3) {
        const sum = [0, 1, 2].reduce((sum, k) => sum + square(abs(fixed(this.corners[i + k])) + 1n), 0n);
        if (sum > most) most = sum;
      }
      this.far = rootUp(most);
    }
    return this.far;
  }

  /** Points whose hull holds the corners of a node: those of its triangle, or of its box. */
  hullOf(node: number): readonly (readonly bigint[])[] {
    const [c, three] = this.isLeaf(node) ? [this.cornersOf(this.triangleOf(node)), true] : [this.boxOf(node), false];
    if (three) return [c.slice(0, 3), c.slice(3, 6), c.slice(6, 9)];
    return Array.from({ length: 8 }, (_, i) => [c[(i & 1) * 3], c[1 + ((i >> 1) & 1) * 3], c[2 + (i >> 2) * 3]]);
  }

  /** Lower ends, then upper ends; each the floor of what is meant. */
  boxOf(node: number): readonly bigint[] {
    return kept(this.fixedBoxes, node, () => Array.from(this.boxes.subarray(6 * node, 6 * node + 6), fixed));
  }

  /** The nine coordinates of a triangle, each the floor of what is meant. */
  cornersOf(triangle: number): readonly bigint[] {
    return kept(this.fixedTriangles, triangle, () => {
      const nine: bigint[] = [];
      for (let i = 3 * triangle; i < 3 * triangle + 3; i++) {
        const c = 3 * this.triangles[i];
        nine.push(fixed(this.corners[c]), fixed(this.corners[c + 1]), fixed(this.corners[c + 2]));
      }
      return nine;
    });
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

/** What was computed before, or is now; not more than so many. */
export function kept<T>(known: Map<number, T>, key: number, compute: () => T): T {
  let found = known.get(key);
  if (found === undefined) {
    if (known.size >= MOST_KEPT) known.clear();
    found = compute();
    known.set(key, found);
  }
  return found;
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
  /** Nodes that may hold the largest, and their bounds: a heap, the largest one first. */
  private readonly nodes: number[] = [];
  private readonly bounds: bigint[] = [];

  /** `size`: what a unit of radius counts, in units of m; bounds are in units of their product with corners. */
  constructor(shape: Shape, node: number, m: readonly bigint[], size: bigint) {
    this.shape = shape;
    this.m = m;
    this.size = size;
    this.rise(node, this.boundOf(node));
  }

  get value(): bigint {
    return this.bounds[0];
  }

  /** Exact: no box is as large. */
  get isExact(): boolean {
    return this.shape.isLeaf(this.nodes[0]);
  }

  /** Puts its two children in place of the node that reaches farthest. */
  open(): void {
    const { nodes, shape } = this;
    if (nodes.length >= MOST_OPEN) throw new RangeError(`a leaf has more than ${MOST_OPEN} boxes to open`);
    const [first, second] = shape.children(nodes[0]);
    this.sink(first, this.boundOf(first));
    this.rise(second, this.boundOf(second));
  }

  /** Puts a node at the end, and up from there to where none above it is smaller. */
  private rise(node: number, bound: bigint): void {
    const { nodes, bounds } = this;
    let i = nodes.length;
    for (let above = (i - 1) >> 1; i > 0 && bounds[above] < bound; above = (i - 1) >> 1) {
      nodes[i] = nodes[above];
      bounds[i] = bounds[above];
      i = above;
    }
    nodes[i] = node;
    bounds[i] = bound;
  }

  /** Puts a node in place of the first one, and down from there to where none below it is larger. */
  private sink(node: number, bound: bigint): void {
    const { nodes, bounds } = this;
    let i = 0;
    for (let below = 1; below < nodes.length; below = 2 * i + 1) {
      if (below + 1 < nodes.length && bounds[below + 1] > bounds[below]) below++;
      if (bounds[below] <= bound) break;
      nodes[i] = nodes[below];
      bounds[i] = bounds[below];
      i = below;
    }
    nodes[i] = node;
    bounds[i] = bound;
  }

  private boundOf(node: number): bigint {
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
    return far + shape.radius(node) * this.size;
  }
}
