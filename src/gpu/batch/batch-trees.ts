/**
 * Trees of boxes as the programs read them: 32 bytes a node, corners in float32. Boxes are rounded outward, so that
 * each holds what is below it in real arithmetic; corners are rounded to nearest, which the margins of the programs pay
 * for.
 */
import { splitTriangles } from '../../hierarchy/split-triangles.ts';
import type { Vec3 } from '../../math/pose.ts';
import { fitting } from '../device/packed-words.ts';

/** Words of a node: centre, link, half sizes, reach. */
const NODE = 8;
const LEAF = 0x80000000;
const LEAF_COUNT = 28;

/** Triangles in a frame of their own: nine doubles each, and a radius. */
export interface LooseTriangles {
  readonly corners: Float64Array;
  readonly radii: Float64Array;
}

/** The smallest float32 that is not below x ≥ 0, and above where that is close. */
export function roundedUp(x: number): number {
  return Math.fround(x * (1 + 2 ** -22) + 2 ** -126);
}

/** All trees of a batch, one behind the other. */
export class BatchTrees {
  private nodes: Float32Array<ArrayBuffer> = new Float32Array(1024);
  private nodeCount = 0;
  private corners: Float32Array<ArrayBuffer> = new Float32Array(1024);
  private triangleCount = 0;

  /** Adds a tree with so many triangles a leaf at most, 1 or 2; returns its root. */
  add({ corners, radii }: LooseTriangles, perLeaf: 1 | 2): number {
    const count = radii.length;
    const boxes = new Float64Array(6 * count);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) {
        const a = corners[9 * i + k];
        const b = corners[9 * i + 3 + k];
        const c = corners[9 * i + 6 + k];
        boxes[6 * i + k] = Math.min(a, b, c) - radii[i];
        boxes[6 * i + 3 + k] = Math.max(a, b, c) + radii[i];
      }
    }
    const { child, order } = splitTriangles(boxes);
    const first = this.addCorners(corners, radii, order);
    // boxes and leaves below every node, backwards: children come after their parents
    const around = new Float64Array(6 * child.length);
    const firstLeaf = new Uint32Array(child.length);
    const leaves = new Uint32Array(child.length);
    for (let node = child.length - 1; node >= 0; node--) {
      const down = child[node];
      if (down < 0) {
        firstLeaf[node] = -1 - down;
        leaves[node] = 1;
        for (let k = 0; k < 6; k++) around[6 * node + k] = boxes[6 * order[-1 - down] + k];
        continue;
      }
      firstLeaf[node] = firstLeaf[down];
      leaves[node] = leaves[down] + leaves[down + 1];
      for (let k = 0; k < 3; k++) {
        around[6 * node + k] = Math.min(around[6 * down + k], around[6 * down + 6 + k]);
        around[6 * node + 3 + k] = Math.max(around[6 * down + 3 + k], around[6 * down + 9 + k]);
      }
    }
    const root = this.nodeCount;
    // nodes by the order in which they are reached, so that those below a leaf of two are left out
    const places = new Uint32Array(child.length);
    const reached: number[] = [0];
    this.nodeCount++;
    for (let i = 0; i < reached.length; i++) {
      const node = reached[i];
      if (leaves[node] <= perLeaf) continue;
      places[node] = this.nodeCount;
      this.nodeCount += 2;
      reached.push(child[node], child[node] + 1);
    }
    this.growNodes();
    reached.forEach((node, i) => {
      const isLeaf = leaves[node] <= perLeaf;
      // siblings were numbered in pairs, in the order of their parents: the same order as here
      const link = isLeaf ? leafLink(leaves[node], first + firstLeaf[node]) : fitting('a node', places[node]);
      this.writeNode(root + i, around, 6 * node, link);
    });
    return root;
  }

  private addCorners(corners: Float64Array, radii: Float64Array, order: Uint32Array): number {
    const first = this.triangleCount;
    // before there is memory for them
    fitting('the first triangle of a leaf', first + order.length - 1);
    this.triangleCount += order.length;
    if (12 * this.triangleCount > this.corners.length) {
      const larger = new Float32Array(Math.max(12 * this.triangleCount, 2 * this.corners.length));
      larger.set(this.corners);
      this.corners = larger;
    }
    order.forEach((triangle, i) => {
      const o = 12 * (first + i);
      for (let c = 0; c < 3; c++) for (let k = 0; k < 3; k++) this.corners[o + 4 * c + k] = corners[9 * triangle + 3 * c + k];
      this.corners[o + 3] = radii[triangle] === 0 ? 0 : roundedUp(radii[triangle]);
      // the radius that a contact may count on
      this.corners[o + 7] = radii[triangle] === 0 ? 0 : Math.fround(radii[triangle] * (1 - 2 ** -22));
    });
    return first;
  }

  private growNodes(): void {
    if (NODE * this.nodeCount <= this.nodes.length) return;
    const larger = new Float32Array(Math.max(NODE * this.nodeCount, 2 * this.nodes.length));
    larger.set(this.nodes);
    this.nodes = larger;
  }

  private writeNode(node: number, boxes: Float64Array, box: number, link: number): void {
    const o = NODE * node;
    let reach = 0;
    for (let k = 0; k < 3; k++) {
      const low = boxes[box + k];
      const high = boxes[box + 3 + k];
      const c = Math.fround(low / 2 + high / 2);
      const h = roundedUp(Math.max(high - c, c - low));
      this.nodes[o + k] = c;
      this.nodes[o + 4 + k] = h;
      reach += (Math.abs(c) + h) ** 2;
    }
    new Uint32Array(this.nodes.buffer)[o + 3] = link;
    this.nodes[o + 7] = roundedUp(Math.sqrt(reach));
  }

  /** Reach of a node, for example of a root. */
  reachOf(node: number): number {
    return this.nodes[NODE * node + 7];
  }

  get nodeData(): Float32Array<ArrayBuffer> {
    return this.nodes.subarray(0, NODE * this.nodeCount);
  }

  get cornerData(): Float32Array<ArrayBuffer> {
    return this.corners.subarray(0, 12 * this.triangleCount);
  }
}

/** What a leaf has for a link: the topmost bit, how many triangles less one, from which on. */
export function leafLink(triangles: number, first: number): number {
  const count = fitting('the triangles of a leaf, less one', triangles - 1);
  return (LEAF | (count << LEAF_COUNT) | fitting('the first triangle of a leaf', first)) >>> 0;
}

/** Triangles of a mesh: its corners as `at` puts them. */
export function looseTriangles(
  meshes: readonly {
    readonly positions: Float64Array;
    readonly indices: Uint32Array;
    readonly radii: Float64Array | null;
    readonly at: (v: Vec3) => Vec3;
  }[],
  scale: number,
): LooseTriangles {
  const count = meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0);
  const corners = new Float64Array(9 * count);
  const radii = new Float64Array(count);
  let triangle = 0;
  for (const { positions, indices, radii: own, at } of meshes) {
    for (let i = 0; i < indices.length; i++) {
      const v = 3 * indices[i];
      const [x, y, z] = at([positions[v], positions[v + 1], positions[v + 2]]);
      const o = 9 * triangle + 3 * i;
      corners[o] = scale * x;
      corners[o + 1] = scale * y;
      corners[o + 2] = scale * z;
    }
    if (own !== null) for (let i = 0; i < own.length; i++) radii[triangle + i] = scale * own[i];
    triangle += indices.length / 3;
  }
  return { corners, radii };
}
