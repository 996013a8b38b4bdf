/**
 * The tree over all that stands in a scene: leaves 2s and 2s + 1 are the halves of standing body s's outermost
 * rectangle, as thick as its sphere.
 */
import { NODE_CORNER, NODE_L0, NODE_L1, NODE_R, NODE_U0, NODE_U1 } from '../../hierarchy/fit-swept-sphere.ts';
import { buildSweptSphereTree, type SweptSphereTree } from '../../hierarchy/swept-sphere-tree.ts';
import { planTree } from '../../hierarchy/tree-plan.ts';
import { splitPairs } from '../../hierarchy/triangle-tree.ts';
import { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { STATE_P } from '../../motion/motion.ts';
import type { View } from '../view.ts';

/** From so many standing bodies on, both halves of one are not told apart before they are alone. */
export const MANY_STANDING = 1024;

/** The one from before where it is that, bit by bit. */
export function treeOver(views: readonly View[], before: SweptSphereTree | null): SweptSphereTree {
  const positions = new Float64Array(12 * views.length);
  const indices = new Uint32Array(6 * views.length);
  const radii = new Float64Array(2 * views.length);
  for (let s = 0; s < views.length; s++) {
    const { outline: n, state: R, radius: most } = views[s];
    for (let corner = 0; corner < 4; corner++) {
      const a = corner & 1 ? n[NODE_L0] : 0;
      const b = corner & 2 ? n[NODE_L1] : 0;
      const x = n[NODE_CORNER] + a * n[NODE_U0] + b * n[NODE_U1];
      const y = n[NODE_CORNER + 1] + a * n[NODE_U0 + 1] + b * n[NODE_U1 + 1];
      const z = n[NODE_CORNER + 2] + a * n[NODE_U0 + 2] + b * n[NODE_U1 + 2];
      const o = 12 * s + 3 * corner;
      for (let k = 0; k < 3; k++) positions[o + k] = R[3 * k] * x + R[3 * k + 1] * y + R[3 * k + 2] * z + R[STATE_P + k];
    }
    const o = 6 * s;
    indices[o] = indices[o + 3] = 4 * s;
    indices[o + 1] = 4 * s + 1;
    indices[o + 2] = indices[o + 4] = 4 * s + 3;
    indices[o + 5] = 4 * s + 2;
    // the corners are rounded, turned and moved
    const size = most + Math.abs(R[STATE_P]) + Math.abs(R[STATE_P + 1]) + Math.abs(R[STATE_P + 2]);
    radii[2 * s] = radii[2 * s + 1] = n[NODE_R] + 2 ** -44 * size;
  }
  if (views.length >= MANY_STANDING) evenOut(radii);
  if (before !== null && isSame(before.mesh.positions, positions) && isSame(before.mesh.radii ?? [], radii)) return before;
  const mesh = new TriangleMesh(positions, indices, { name: 'standing', radius: radii });
  return buildSweptSphereTree(views.length < MANY_STANDING ? mesh : planTree(mesh, { split: splitPairs }));
}

/** Radii that differ by rounding only become the largest: a tree over leaves that are equally thick is sooner built. */
function evenOut(radii: Float64Array): void {
  let [least, most] = [radii[0], radii[0]];
  for (let i = 1; i < radii.length; i++) {
    least = Math.min(least, radii[i]);
    most = Math.max(most, radii[i]);
  }
  if (most - least <= 2 ** -30 * least) radii.fill(most);
}

function isSame(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}
