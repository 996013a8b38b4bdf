import { checkHas } from '../math/check-record.ts';
import { AABB_SIZE } from './aabb-tree.ts';
import { NODE_SIZE } from './fit-swept-sphere.ts';
import { OBB_SIZE } from './obb-tree.ts';
import { NODE_SHAPE, type TriangleTree } from './triangle-tree.ts';

/** Shape and quality of a tree, as `treeStatistics` finds them. */
export interface TreeStatistics {
  /** Which volumes the tree is made of. */
  readonly kind: TriangleTree['kind'];
  /** Nodes, leaves included. */
  readonly nodeCount: number;
  /** Leaves: triangles of the mesh. */
  readonly leafCount: number;
  /** Levels below the root of the deepest leaf. */
  readonly depth: number;
  /** Levels below the root of a leaf, on average. */
  readonly meanDepth: number;
  /** Bytes of nodes and triangle numbers. */
  readonly bytes: number;
  /** Bytes of the copies of the triangles' corners. */
  readonly leafBytes: number;
  /**
   * Volumes a random line would test, by the surface area heuristic: 1 + 2 Σ size of inner nodes / size of the root.
   */
  readonly sahCost: number;
  /** Sum over all nodes of the size that traversals compare, in squared units of length. */
  readonly sizeSum: number;
}

/** Shape and quality of a tree, for reports and to compare builders. */
export function treeStatistics(tree: TriangleTree): TreeStatistics {
  checkHas(tree, ['kind', 'nodes'], 'treeStatistics: the tree');
  const { nodes, nodeCount, leafCount } = tree;
  const { stride, child: slot } = NODE_SHAPE[tree.kind];
  const size = tree.kind === 'swept-sphere' ? NODE_SIZE : tree.kind === 'obb' ? OBB_SIZE : AABB_SIZE;
  const level = new Uint32Array(nodeCount);
  let levels = 0;
  let innerSum = 0;
  let leafSum = 0;
  for (let node = 0; node < nodeCount; node++) {
    const child = nodes[stride * node + slot];
    if (child < 0) {
      levels += level[node];
      leafSum += nodes[stride * node + size];
    } else {
      level[child] = level[child + 1] = level[node] + 1;
      innerSum += nodes[stride * node + size];
    }
  }
  const root = nodes[size];
  return {
    kind: tree.kind,
    nodeCount,
    leafCount,
    depth: tree.depth,
    meanDepth: levels / leafCount,
    bytes: tree.nodes.byteLength + tree.triangles.byteLength,
    leafBytes: tree.leaves.byteLength,
    sahCost: 1 + (root > 0 ? (2 * innerSum) / root : 2 * (leafCount - 1)),
    sizeSum: innerSum + leafSum,
  };
}
