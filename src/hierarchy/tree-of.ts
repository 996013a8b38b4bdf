import { InputError } from '../math/input-error.ts';
import { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { buildSweptSphereTree, type SweptSphereTree } from './swept-sphere-tree.ts';

const trees = new WeakMap<TriangleMesh, SweptSphereTree>();

/** The mesh's swept-sphere tree, built at the first call and kept as long as the mesh lives. */
export function treeOf(mesh: TriangleMesh): SweptSphereTree {
  if (!(mesh instanceof TriangleMesh)) throw new InputError('a tree needs a mesh, made by new TriangleMesh(…), a reader or a primitive');
  let tree = trees.get(mesh);
  if (tree === undefined) {
    tree = buildSweptSphereTree(mesh);
    trees.set(mesh, tree);
  }
  return tree;
}
