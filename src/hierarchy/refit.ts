import { checkHas } from '../math/check-record.ts';
import { type AabbTree, refitAabbTree } from './aabb-tree.ts';
import { refitSweptSphereTree } from './build-swept-sphere-tree.ts';
import { type ObbTree, refitObbTree } from './obb-tree.ts';
import type { SweptSphereTree } from './swept-sphere-tree.ts';

/**
 * Fits a tree to new vertex positions (x y z each, as many as the mesh has), which also go into tree.mesh. The same
 * triangles stay together, so a mesh that deforms far from how it was built gets looser volumes, never wrong ones.
 */
export function refit(tree: SweptSphereTree | ObbTree | AabbTree, positions: ArrayLike<number>): void {
  checkHas(tree, ['kind', 'mesh'], 'refit: the tree');
  if (tree.kind === 'swept-sphere') refitSweptSphereTree(tree, positions);
  else if (tree.kind === 'obb') refitObbTree(tree, positions);
  else refitAabbTree(tree, positions);
}
