/**
 * A body's shape as the scheduler sees it: hulls within hulls, down to convex pieces or a mesh. A pair of hulls stands
 * for all pairs of what they hold until they come within the tolerance of each other; then the larger is unwrapped
 * [Mirtich 1997, §3.4].
 */

import { ConvexHierarchy, NO_PIECE } from '../convex/convex-hierarchy.ts';
import { ConvexPolyhedron } from '../convex/convex-polyhedron.ts';
import { convexHull } from '../convex/hull/convex-hull.ts';
import { InputError } from '../math/input-error.ts';
import { requireClosed } from '../mesh/solid-parts.ts';
import { TriangleMesh } from '../mesh/triangle-mesh.ts';

/** What a body of a world can look like: a convex polyhedron, convex pieces in one frame, or a triangle mesh. */
export type Shape = ConvexPolyhedron | ConvexHierarchy | TriangleMesh;

export interface WorldShape {
  readonly hull: ConvexPolyhedron;
  /** What the hull holds; none: the hull itself, or the mesh, is the body. */
  readonly parts: readonly WorldShape[];
  readonly mesh: TriangleMesh | null;
}

const known = new WeakMap<Shape, WorldShape>();

/** The same shape is looked at once, however many bodies have it. */
export function worldShape(shape: Shape, whose: string): WorldShape {
  let made = known.get(shape);
  if (made === undefined) {
    if (shape instanceof ConvexPolyhedron) made = { hull: shape, parts: [], mesh: null };
    else if (shape instanceof ConvexHierarchy) made = ofHierarchy(shape, 0);
    else if (shape instanceof TriangleMesh) made = ofMesh(shape);
    else throw new InputError(`${whose}: shape must be a ConvexPolyhedron (convexHull, convexBox …), a ConvexHierarchy or a TriangleMesh`);
    known.set(shape, made);
  }
  return made;
}

/** Nodes are numbered depth first: the first child of an inner node follows it. */
function ofHierarchy(hierarchy: ConvexHierarchy, node: number): WorldShape {
  const hull = hierarchy.hulls[node];
  if (hierarchy.pieceOf[node] !== NO_PIECE) return { hull, parts: [], mesh: null };
  return { hull, parts: [ofHierarchy(hierarchy, node + 1), ofHierarchy(hierarchy, hierarchy.second[node])], mesh: null };
}

/** All of a mesh is within its hull, swollen by its largest radius. */
function ofMesh(mesh: TriangleMesh): WorldShape {
  if (mesh.solid) requireClosed(mesh);
  const radius = mesh.radii === null ? 0 : mesh.radii.reduce((most, r) => Math.max(most, r), 0);
  return { hull: convexHull(mesh.positions, { name: mesh.name, radius }), parts: [], mesh };
}
