/*
 * A hierarchy of boxes along the axes of the body's frame: cheapest to build, refit and test, for bodies that deform
 * or do not turn against each other.
 * Guarantee: the box of a node contains every triangle below it, thickened by its leaf radius, in real arithmetic;
 * without radii the boxes are exact.
 */
import { checkHas, checkRecord } from '../math/check-record.ts';
import { finished } from '../math/piecemeal.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import {
  type Allocate,
  allocateTree,
  fillLeaves,
  LEAF_RADIUS,
  LEAF_STRIDE,
  movedPositions,
  plantTree,
  reachOf,
  type TreeArrays,
  TriangleTree,
  workingScale,
} from './triangle-tree.ts';

/** Doubles a node, and what they are. */
export const AABB_STRIDE = 8;
export const AABB_CHILD = 6;
/** Half the surface. */
export const AABB_SIZE = 7;

/**
 * A hierarchy of boxes along the axes of the body's frame: cheapest to build and refit. Every triangle, thickened by
 * its radius, is inside the boxes above it, proven. A node is 8 doubles: min, max, child, half the surface.
 */
export class AabbTree extends TriangleTree {
  /** Which volumes it is made of. */
  readonly kind = 'aabb';
}

/** Builds a tree of axis-aligned boxes over a mesh, in new memory or where `allocate` says. */
export function buildAabbTree(mesh: TriangleMesh, options: { readonly allocate?: Allocate } = {}): AabbTree {
  checkHas(mesh, ['positions', 'triangleCount'], 'aabb tree: the mesh');
  checkRecord(options, ['allocate'], 'aabb tree');
  const arrays = allocateTree('aabb', mesh.triangleCount, options.allocate);
  const depth = finished(plantTree('aabb', mesh, arrays, workingScale(mesh)));
  return new AabbTree(mesh, arrays, depth, fitBoxes(mesh, arrays));
}

/** New vertex positions, which also go into tree.mesh; same triangles together as before. */
export function refitAabbTree(tree: AabbTree, positions: ArrayLike<number>): void {
  movedPositions(tree.mesh, positions);
  tree.radius = fitBoxes(tree.mesh, tree);
}

/** Children come after parents, so backwards is bottom-up. */
function fitBoxes(mesh: TriangleMesh, arrays: TreeArrays): number {
  const scale = workingScale(mesh);
  fillLeaves(mesh, arrays, scale);
  const radius = reachOf(arrays.leaves, scale);
  if (scale !== 1) fillLeaves(mesh, arrays, 1);
  const { nodes, leaves } = arrays;
  for (let node = nodes.length - AABB_STRIDE; node >= 0; node -= AABB_STRIDE) {
    const child = nodes[node + AABB_CHILD];
    if (child < 0) fitLeaf(leaves, LEAF_STRIDE * (-1 - child), nodes, node);
    else {
      const a = AABB_STRIDE * child;
      const b = a + AABB_STRIDE;
      for (let k = 0; k < 3; k++) {
        nodes[node + k] = Math.min(nodes[a + k], nodes[b + k]);
        nodes[node + 3 + k] = Math.max(nodes[a + 3 + k], nodes[b + 3 + k]);
      }
    }
    const x = nodes[node + 3] - nodes[node];
    const y = nodes[node + 4] - nodes[node + 1];
    const z = nodes[node + 5] - nodes[node + 2];
    nodes[node + AABB_SIZE] = x * y + y * z + z * x;
  }
  return radius;
}

function fitLeaf(leaves: Float64Array, leaf: number, nodes: Float64Array, node: number): void {
  const radius = leaves[leaf + LEAF_RADIUS];
  for (let k = 0; k < 3; k++) {
    const low = Math.min(leaves[leaf + k], leaves[leaf + 3 + k], leaves[leaf + 6 + k]);
    const high = Math.max(leaves[leaf + k], leaves[leaf + 3 + k], leaves[leaf + 6 + k]);
    if (radius === 0) {
      nodes[node + k] = low;
      nodes[node + 3 + k] = high;
    } else {
      // fl(x) is off by ≤ u |x|; twice that, and a little for underflow, is outside for certain.
      const below = low - radius;
      const above = high + radius;
      nodes[node + k] = below - (2 ** -52 * Math.abs(below) + 2 ** -1074);
      nodes[node + 3 + k] = above + (2 ** -52 * Math.abs(above) + 2 ** -1074);
    }
  }
}
