import { InputError } from '../math/input-error.ts';
import { continued, type Piecemeal } from '../math/piecemeal.ts';
import { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { growSweptSphereTree, type SweptSphereTree } from './swept-sphere-tree.ts';

const trees = new WeakMap<TriangleMesh, SweptSphereTree>();
/** Those that were begun when time ran out. */
const begun = new WeakMap<TriangleMesh, Piecemeal<SweptSphereTree>>();

/** The mesh's swept-sphere tree, built at the first call and kept as long as the mesh lives. */
export function treeOf(mesh: TriangleMesh): SweptSphereTree {
  return treeInTime(mesh, () => false) as SweptSphereTree;
}

/** Takes a tree of a mesh that was made elsewhere for the one that `treeOf` gives. */
export function keepTree(tree: SweptSphereTree): void {
  trees.set(tree.mesh, tree);
}

/** As `treeOf`, while it is not late; null: it is, and the next call goes on from there. */
export function treeInTime(mesh: TriangleMesh, isLate: () => boolean): SweptSphereTree | null {
  if (!(mesh instanceof TriangleMesh)) throw new InputError('a tree needs a mesh, made by new TriangleMesh(…), a reader or a primitive');
  const known = trees.get(mesh);
  if (known !== undefined) return known;
  const work = begun.get(mesh) ?? growSweptSphereTree(mesh);
  begun.set(mesh, work);
  const tree = continued(work, isLate);
  if (tree === null) return null;
  begun.delete(mesh);
  trees.set(mesh, tree);
  return tree;
}
