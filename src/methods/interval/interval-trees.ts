import { Budget, MOST_UNITS } from '../../contact/budget.ts';
import { growObbTree, type ObbTree } from '../../hierarchy/obb-tree.ts';
import type { SweptSphereTree } from '../../hierarchy/swept-sphere-tree.ts';
import { continued, type Piecemeal } from '../../math/piecemeal.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';

const trees = new WeakMap<TriangleMesh, ObbTree>();

/** Those that were begun when time ran out. */
const begun = new WeakMap<TriangleMesh, Piecemeal<ObbTree>>();

/** The mesh's tree of oriented boxes, built at the first call and kept as long as the mesh lives. */
export function obbTreeOf(mesh: TriangleMesh): ObbTree {
  return obbTreeInTime(mesh, new Budget()) as ObbTree;
}

/** The same within a budget; null: time ran out, and the next call goes on from there. */
export function obbTreeInTime(mesh: TriangleMesh, budget: Budget): ObbTree | null {
  const known = trees.get(mesh);
  if (known !== undefined) return known;
  const work = begun.get(mesh) ?? growObbTree(mesh);
  begun.set(mesh, work);
  const tree = continued(work, () => budget.isLate(MOST_UNITS));
  if (tree === null) return null;
  begun.delete(mesh);
  trees.set(mesh, tree);
  return tree;
}

/** The leaf with the same triangle. Trees of one mesh are planted alike, but one may have been read from a file. */
export function leafIn(tree: SweptSphereTree, boxes: ObbTree, leaf: number): number {
  const triangle = boxes.triangles[leaf];
  return tree.triangles[leaf] === triangle ? leaf : tree.triangles.indexOf(triangle);
}
