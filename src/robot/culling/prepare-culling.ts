import type { Piecemeal } from '../../math/piecemeal.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { fitLineSweptSphere } from './line-swept-sphere.ts';
import { growObjectBoxes, type ObjectBoxes, type PlacedObject } from './object-boxes.ts';

/** What the stages need to know of meshes beforehand: capsules, which are kept for each, and boxes of the objects. */
export function* prepareCulling(meshes: readonly TriangleMesh[], objects: readonly PlacedObject[]): Piecemeal<ObjectBoxes> {
  for (const mesh of meshes) yield* fitLineSweptSphere(mesh);
  return yield* growObjectBoxes(objects);
}
