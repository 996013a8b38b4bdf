import { InputError } from '../math/input-error.ts';
import type { Piecemeal } from '../math/piecemeal.ts';
import { LARGEST_COORDINATE, TriangleMesh } from '../mesh/triangle-mesh.ts';
import { growTopology } from './split-triangles.ts';
import { planOf } from './tree-plan.ts';

/** Doubles a leaf: three vertices x y z, then the radius by which the triangle is thickened. */
export const LEAF_STRIDE = 10;
export const LEAF_RADIUS = 9;

/**
 * Gives room for a tree: at least this many bytes of a buffer, from an offset divisible by 8. Shared memory will do.
 */
export type Allocate = (bytes: number) => { readonly buffer: ArrayBufferLike; readonly offset: number };

/** The volumes that trees are made of. */
export type TreeKind = 'swept-sphere' | 'obb' | 'aabb';

/** Doubles a node, and where among them the child index stands: ≥ 0 first of two adjacent children, else −1 − leaf. */
export const NODE_SHAPE: Readonly<Record<TreeKind, { readonly stride: number; readonly child: number }>> = {
  'swept-sphere': { stride: 16, child: 13 },
  obb: { stride: 16, child: 12 },
  aabb: { stride: 8, child: 6 },
};

/** What every hierarchy over a mesh has: a binary tree in flat arrays, node 0 the root, one triangle a leaf. */
export abstract class TriangleTree {
  /** Which volumes it is made of. */
  abstract readonly kind: TreeKind;
  /** The mesh it is a tree of; its positions are moved by `refit` alone. */
  readonly mesh: TriangleMesh;
  /**
   * Some doubles a node, by the kind of the tree; of two children the second follows the first, and a leaf's child is
   * −1 − leaf.
   */
  readonly nodes: Float64Array;
  /** Ten doubles a leaf: three corners, x y z each, then the radius by which the triangle is thickened. */
  readonly leaves: Float64Array;
  /** By leaf: the number of its triangle in the mesh. */
  readonly triangles: Uint32Array;
  /** Nodes, leaves included. */
  readonly nodeCount: number;
  /** Leaves: triangles of the mesh. */
  readonly leafCount: number;
  /** Levels below the root, 0 for a single triangle. */
  readonly depth: number;
  /**
   * Upper bound on the distance of any point of the body, thickness included, and of any swept sphere from the body's
   * origin.
   */
  radius: number;

  constructor(mesh: TriangleMesh, arrays: TreeArrays, depth: number, radius: number) {
    this.mesh = mesh;
    this.nodes = arrays.nodes;
    this.leaves = arrays.leaves;
    this.triangles = arrays.triangles;
    this.leafCount = arrays.triangles.length;
    this.nodeCount = 2 * this.leafCount - 1;
    this.depth = depth;
    this.radius = radius;
  }
}

export interface TreeArrays {
  readonly nodes: Float64Array;
  readonly leaves: Float64Array;
  readonly triangles: Uint32Array;
}

/** Searches reckon where a node begins by `node << 4`, in 32 bits with a sign. */
const MOST_LEAVES = 2 ** 26;

/** So many leaves, or an InputError where searches cannot reckon with them. */
export function checkedLeaves(leafCount: number): number {
  if (leafCount > MOST_LEAVES) throw new InputError(`a tree has ${MOST_LEAVES} triangles at most, not ${leafCount}; divide the mesh`);
  return leafCount;
}

export function treeBytes(kind: TreeKind, leafCount: number): number {
  return (NODE_SHAPE[kind].stride * (2 * leafCount - 1) + LEAF_STRIDE * leafCount) * 8 + leafCount * 4;
}

/** Nodes, leaves and triangle numbers as views of one block; default: a new one. */
export function treeArrays(
  kind: TreeKind,
  leafCount: number,
  buffer: ArrayBufferLike = new ArrayBuffer(treeBytes(kind, checkedLeaves(leafCount))),
  offset = 0,
): TreeArrays {
  const nodeLength = NODE_SHAPE[kind].stride * (2 * checkedLeaves(leafCount) - 1);
  const leafLength = LEAF_STRIDE * leafCount;
  return {
    nodes: new Float64Array(buffer, offset, nodeLength),
    leaves: new Float64Array(buffer, offset + nodeLength * 8, leafLength),
    triangles: new Uint32Array(buffer, offset + (nodeLength + leafLength) * 8, leafCount),
  };
}

export function allocateTree(kind: TreeKind, leafCount: number, allocate: Allocate | undefined): TreeArrays {
  if (allocate === undefined) return treeArrays(kind, leafCount);
  const bytes = treeBytes(kind, leafCount);
  const { buffer, offset } = allocate(bytes);
  if (!(Number.isInteger(offset) && offset >= 0 && offset % 8 === 0 && offset + bytes <= buffer.byteLength)) {
    throw new InputError(
      `the allocator gave offset ${offset} in a buffer of ${buffer.byteLength} bytes; a tree needs ${bytes} bytes from an offset divisible by 8`,
    );
  }
  return treeArrays(kind, leafCount, buffer, offset);
}

/**
 * A power of two that brings the mesh to a size where products of up to twelve coordinates stay in range; 1 for
 * ordinary meshes. Multiplying by it is exact, except that coordinates 2^-1000 of the largest may lose their last bits.
 */
export function workingScale(mesh: TriangleMesh): number {
  const { positions, indices, radii } = mesh;
  let largest = 0;
  for (let i = 0; i < indices.length; i++) {
    const v = 3 * indices[i];
    largest = Math.max(largest, Math.abs(positions[v]), Math.abs(positions[v + 1]), Math.abs(positions[v + 2]));
  }
  if (radii !== null) for (let i = 0; i < radii.length; i++) largest = Math.max(largest, radii[i]);
  // They were checked, but a mesh's arrays can be written to, and a search among numbers that are none has no end: as
  // those of a new mesh they are refused.
  if (!(largest <= LARGEST_COORDINATE)) new TriangleMesh(positions, indices, { name: mesh.name, radius: radii ?? 0 });
  let scale = 1;
  if (largest > 2 ** 40) while (largest * scale > 1) scale /= 2;
  else if (largest > 0 && largest < 2 ** -20) while (largest * scale < 1 && scale < 2 ** 1000) scale *= 2;
  return scale;
}

/** Decides the tree's shape: fills `triangles` and the nodes' child slots, and returns the depth. */
export function* plantTree(kind: TreeKind, mesh: TriangleMesh, arrays: TreeArrays, scale: number): Piecemeal<number> {
  const plan = planOf(mesh);
  const { child, order, depth } = yield* plan === undefined ? growTopology(boxesOf(mesh, scale)) : plan.split(mesh, scale);
  yield;
  arrays.triangles.set(order);
  const { stride, child: slot } = NODE_SHAPE[kind];
  for (let node = 0, o = slot; node < child.length; node++, o += stride) arrays.nodes[o] = child[node];
  return depth;
}

/** Per triangle min x y z, max x y z. */
function boxesOf(mesh: TriangleMesh, scale: number): Float64Array {
  const { positions, indices } = mesh;
  const leafCount = mesh.triangleCount;
  const boxes = new Float64Array(6 * leafCount);
  for (let i = 0; i < leafCount; i++) {
    const a = 3 * indices[3 * i];
    const b = 3 * indices[3 * i + 1];
    const c = 3 * indices[3 * i + 2];
    for (let axis = 0; axis < 3; axis++) {
      const p = positions[a + axis] * scale;
      const q = positions[b + axis] * scale;
      const r = positions[c + axis] * scale;
      boxes[6 * i + axis] = p < q ? (p < r ? p : r) : q < r ? q : r;
      boxes[6 * i + axis + 3] = p > q ? (p > r ? p : r) : q > r ? q : r;
    }
  }
  return boxes;
}

/** Copies the corners, times `scale`, into leaf order. */
export function fillLeaves(mesh: TriangleMesh, arrays: TreeArrays, scale: number, count: number = arrays.triangles.length): void {
  const { positions, indices, radii } = mesh;
  const { leaves, triangles } = arrays;
  for (let leaf = 0, o = 0; leaf < count; leaf++, o += LEAF_STRIDE) {
    const triangle = triangles[leaf];
    for (let corner = 0; corner < 3; corner++) {
      const v = 3 * indices[3 * triangle + corner];
      leaves[o + 3 * corner] = positions[v] * scale;
      leaves[o + 3 * corner + 1] = positions[v + 1] * scale;
      leaves[o + 3 * corner + 2] = positions[v + 2] * scale;
    }
    leaves[o + LEAF_RADIUS] = radii === null ? 0 : radii[triangle] * scale;
  }
}

/** An upper bound on |x| + leaf radius over all corners x. A norm is off by < 4 ulp, so 2^-50 of it is enough. */
export function reachOf(leaves: Float64Array, scale: number, count: number = leaves.length / LEAF_STRIDE): number {
  let plain = 0;
  let thick = 0;
  for (let o = 0; o < count * LEAF_STRIDE; o += LEAF_STRIDE) {
    let square = 0;
    for (let v = o; v < o + 9; v += 3) {
      const x = leaves[v];
      const y = leaves[v + 1];
      const z = leaves[v + 2];
      square = Math.max(square, x * x + y * y + z * z);
    }
    if (leaves[o + LEAF_RADIUS] === 0) plain = Math.max(plain, square);
    else thick = Math.max(thick, Math.sqrt(square) + leaves[o + LEAF_RADIUS]);
  }
  const reach = Math.max(thick, Math.sqrt(plain));
  return (reach * (1 + 2 ** -50) + 2 ** -530) / scale + 2 ** -1070;
}

/** Writes new vertex positions into the tree's mesh, all or none. */
export function movedPositions(mesh: TriangleMesh, positions: ArrayLike<number>): void {
  if (positions.length !== mesh.positions.length) {
    throw new InputError(`${mesh.name}: ${positions.length} coordinates for ${mesh.vertexCount} vertices (3 each)`);
  }
  for (let i = 0; i < positions.length; i++) {
    if (!(typeof positions[i] === 'number' && Math.abs(positions[i]) <= LARGEST_COORDINATE)) {
      throw new InputError(`${mesh.name}: vertex ${Math.floor(i / 3)} has coordinate ${'xyz'[i % 3]} = ${positions[i]}`);
    }
  }
  if (positions !== mesh.positions) mesh.positions.set(positions);
}
