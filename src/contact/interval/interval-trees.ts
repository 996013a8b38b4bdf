import { buildObbTree, type ObbTree } from '../../hierarchy/obb-tree.ts';
import type { SweptSphereTree } from '../../hierarchy/swept-sphere-tree.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';

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

/** The leaf with the same triangle. Trees of one mesh are planted alike, but one may have been read from a file. */
export function leafIn(tree: SweptSphereTree, boxes: ObbTree, leaf: number): number {
  const triangle = boxes.triangles[leaf];
  return tree.triangles[leaf] === triangle ? leaf : tree.triangles.indexOf(triangle);
}
