import { buildObbTree, type ObbTree } from '../hierarchy/obb-tree.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';

const trees = new WeakMap<TriangleMesh, ObbTree>();

/** The mesh's tree of oriented boxes, built at the first call and kept as long as the mesh lives. */
export function obbTreeOf(mesh: TriangleMesh): ObbTree {
  let tree = trees.get(mesh);
  if (tree === undefined) {
    tree = buildObbTree(mesh);
    trees.set(mesh, tree);
  }
  return tree;
}
