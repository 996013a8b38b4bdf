/**
 * The contacts at the placed instant, in the world's frame. The one found is reported straight from the distance
 * kernel; all of them are every pair of leaves within reach, with the stretch or area they share given by its corners.
 */

import { type ContactFeature, contactOfMeasured, feature, normalOfMeasured } from '../geometry/contact-features.ts';
import { featureOfA, featureOfB, SEPARATION_FEATURES } from '../geometry/triangle-triangle.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../hierarchy/triangle-tree.ts';
import type { Vec3 } from '../math/pose.ts';
import { vectorAt } from '../math/vec3.ts';
import type { MovingPair } from './moving-pair.ts';
import type { Status, TriangleContact, TriangleSide } from './result.ts';
import { CLOSEST, CORNERS_B, DISTANCE } from './triangle-gap.ts';

/** Pairs of triangles whose contacts are reported at most; flat faces of fine meshes would give millions. */
export const MOST_PAIRS = 4096;

/** Whether an answer lists every contact there is; `more`: it was cut at MOST_PAIRS. */
export function listsAll(status: Status, which: 'first' | 'all' | 'minimal' | 'none', more: boolean): boolean {
  if (status === 'free') return true;
  return status !== 'unresolved' && (which === 'all' || which === 'minimal') && !more;
}

/** The contact of two leaves at their closest points. */
export function contactOfLeaves(pair: MovingPair, leafA: number, leafB: number, nameA: string, nameB: string): TriangleContact {
  const { treeA, treeB, leaf } = pair;
  pair.leafDistance(leafA, leafB);
  const code = leaf[CLOSEST + SEPARATION_FEATURES];
  const a = triangleSide(nameA, treeA.triangles[leafA], feature(featureOfA(code)));
  const b = triangleSide(nameB, treeB.triangles[leafB], feature(featureOfB(code)));
  const normal = normalOfMeasured(leaf, 0, leaf, CORNERS_B, leaf, CLOSEST);
  return placed(pair, a, b, normal, vectorAt(leaf, CLOSEST), vectorAt(leaf, CLOSEST + 3), leafA, leafB, leaf[DISTANCE]);
}

/** Calls the visitor with every pair of leaves within reach and has them measured, until it answers false. */
export type LeavesWithin = (within: number, visit: (leafA: number, leafB: number) => boolean) => void;

/**
 * All contacts within reach, of the pairs of leaves that `leaves` gives; `slack`: how much farther than the closest
 * point still takes part. True: there are more, or may be.
 */
export function collectContacts(
  pair: MovingPair,
  leaves: LeavesWithin,
  within: number,
  slack: number,
  nameA: string,
  nameB: string,
  out: TriangleContact[],
): boolean {
  const { treeA, treeB, leaf } = pair;
  let pairs = 0;
  let more = pair.budget.late;
  leaves(within, (leafA, leafB) => {
    if (++pairs > MOST_PAIRS) {
      more = true;
      return false;
    }
    const radii = treeA.leaves[leafA * LEAF_STRIDE + LEAF_RADIUS] + treeB.leaves[leafB * LEAF_STRIDE + LEAF_RADIUS];
    const found = contactOfMeasured(leaf, 0, leaf, CORNERS_B, leaf, CLOSEST, within + radii + pair.roundingNow, slack);
    if (found === null) return true;
    const a = triangleSide(nameA, treeA.triangles[leafA], found.a);
    const b = triangleSide(nameB, treeB.triangles[leafB], found.b);
    for (const point of found.points) out.push(placed(pair, a, b, found.normal, point.a, point.b, leafA, leafB, point.distance - radii));
    return true;
  });
  out.sort((x, y) => x.distance - y.distance);
  return more || pair.budget.late;
}

export function triangleSide(body: string, triangle: number, { kind, index }: ContactFeature): TriangleSide {
  return { body, triangle, feature: kind, index };
}

function placed(
  { treeA, treeB, reference }: MovingPair,
  a: TriangleSide,
  b: TriangleSide,
  normal: Vec3,
  onA: Vec3,
  onB: Vec3,
  leafA: number,
  leafB: number,
  distance: number,
): TriangleContact {
  const radiusA = treeA.leaves[leafA * LEAF_STRIDE + LEAF_RADIUS];
  const radiusB = treeB.leaves[leafB * LEAF_STRIDE + LEAF_RADIUS];
  return contactAt(reference, a, b, normal, onA, radiusA, onB, radiusB, distance);
}

/** Moves the points out to the leaves' surfaces, by their radii, and from the reference back to the world's origin. */
export function contactAt(
  reference: Float64Array,
  a: TriangleSide,
  b: TriangleSide,
  n: Vec3,
  onA: Vec3,
  radiusA: number,
  onB: Vec3,
  radiusB: number,
  distance: number,
): TriangleContact {
  const [x, y, z] = reference;
  const pointA: Vec3 = [onA[0] + radiusA * n[0] + x, onA[1] + radiusA * n[1] + y, onA[2] + radiusA * n[2] + z];
  const pointB: Vec3 = [onB[0] - radiusB * n[0] + x, onB[1] - radiusB * n[1] + y, onB[2] - radiusB * n[2] + z];
  const point: Vec3 = [(pointA[0] + pointB[0]) / 2, (pointA[1] + pointB[1]) / 2, (pointA[2] + pointB[2]) / 2];
  // + 0: no −0 in results
  return { kind: `${a.feature}-${b.feature}`, a, b, pointA, pointB, point, normal: [n[0] + 0, n[1] + 0, n[2] + 0], distance };
}
