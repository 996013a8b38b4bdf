/**
 * A nonconvex mesh as convex pieces. Cutting one up well is the work of libraries, which plug in here; a mesh that is
 * made of closed convex parts needs none (`convexParts`). V-HACD, for one, fits with a few lines:
 *
 *   import { ConvexMeshDecomposition } from 'vhacd-js/lib/vhacd.js';
 *   const vhacd = await ConvexMeshDecomposition.create();
 *   const body = decompose(mesh, (positions, indices) => vhacd.computeConvexHulls({ positions, indices }, { maxHulls:
 *   16 }).map((hull) => hull.positions));
 *
 * Guarantee: each piece is the exact hull of the points the library gave for it. Libraries approximate: the pieces may
 * leave out some of the mesh and reach beyond it; `within` bounds the former at the mesh's vertices, and no more than
 * there.
 */
import { checkLimit, checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { weldByPosition } from '../mesh/adjacency.ts';
import { closingOf } from '../mesh/closing.ts';
import { connected } from '../mesh/solid-parts.ts';
import { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { ConvexHierarchy } from './convex-hierarchy.ts';
import type { ConvexPolyhedron } from './convex-polyhedron.ts';
import { convexHull } from './hull/convex-hull.ts';
import { Orientation } from './hull/orientation.ts';
import { supportVertex } from './support.ts';
import { Gjk } from './trackers/gjk.ts';
import { HierarchyTracker } from './trackers/hierarchy-tracker.ts';

/**
 * Cuts a mesh up: gives the points of each convex piece, x y z each, for the vertices (x y z) and triangles (three
 * numbers) of a mesh. Libraries such as V-HACD do this.
 */
export type ConvexDecomposer = (positions: Float64Array, indices: Uint32Array) => readonly ArrayLike<number>[];

/** How the pieces of a mesh are called, swollen and judged. */
export interface DecomposeOptions {
  /** Shown in results and errors. Default: the mesh's. */
  readonly name?: string;
  /** Swells every piece, in the unit of length. Default: the largest radius of the mesh's triangles. */
  readonly radius?: number;
  /**
   * Throws where the pieces, radius included, leave a vertex of the mesh farther outside than this, in the unit of
   * length. Default: not looked at.
   */
  readonly within?: number;
}

/**
 * A nonconvex mesh as convex pieces, cut up by a library that is plugged in. Each piece is the exact hull of the points
 * that `decomposer` gave for it; libraries approximate, so that the pieces may leave out some of the mesh and reach
 * beyond it. A mesh whose parts are closed and convex already needs none: `convexParts`.
 */
export function decompose(mesh: TriangleMesh, decomposer: ConvexDecomposer, options: DecomposeOptions = {}): ConvexHierarchy {
  if (!(mesh instanceof TriangleMesh)) throw new InputError(`decompose: needs a mesh, got ${shownValue(mesh)}`);
  if (typeof decomposer !== 'function')
    throw new InputError(`decompose: needs a function that cuts up the mesh; options come after it, got ${shownValue(decomposer)}`);
  checkRecord(options, ['name', 'radius', 'within'], 'convex decomposition');
  const { name = mesh.name, radius = largest(mesh.radii), within } = options;
  if (within !== undefined) checkLimit(within, 'within', `${name}: within`);
  const pieces = decomposer(mesh.positions.slice(), mesh.indices.slice());
  if (!Array.isArray(pieces) || pieces.length === 0)
    throw new InputError(`${name}: the decomposer gave no pieces, but ${shownValue(pieces)}`);
  const body = new ConvexHierarchy(
    pieces.map((points, i) => convexHull(points, { name: `${name}, piece ${i}`, radius })),
    { name },
  );
  if (within !== undefined) checkCovered(mesh, body, within);
  return body;
}

function largest(radii: Float64Array | null): number {
  let most = 0;
  for (const radius of radii ?? []) most = Math.max(most, radius);
  return most;
}

const PLACE = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0);

function checkCovered(mesh: TriangleMesh, body: ConvexHierarchy, within: number): void {
  const tracker = new HierarchyTracker(body, convexHull([0, 0, 0]), (a, b) => new Gjk(a, b));
  const there = PLACE.slice();
  for (let v = 0; v < mesh.vertexCount; v++) {
    for (let k = 0; k < 3; k++) there[9 + k] = mesh.positions[3 * v + k];
    tracker.track(PLACE, there);
    if (tracker.gap > within) {
      throw new InputError(
        `${body.name}: the pieces leave vertex ${v} of the mesh ${tracker.gap} outside, more than ${within}; ask for more of them, or for a radius`,
      );
    }
  }
}

/**
 * The connected parts of a mesh as pieces, for meshes all of whose parts are closed and convex already; throws where
 * one is not. Parts are connected by the numbers of their vertices, so that they may touch; where that leaves one open,
 * by the places of theirs.
 */
export function convexParts(mesh: TriangleMesh, options: DecomposeOptions = {}): ConvexHierarchy {
  if (!(mesh instanceof TriangleMesh)) throw new InputError(`convexParts: needs a mesh, got ${shownValue(mesh)}`);
  const name = options?.name ?? mesh.name;
  return decompose(mesh, () => closedParts(mesh).map((part, i) => convexPart(part, `${name}, part ${i}`).positions), options);
}

function closedParts(mesh: TriangleMesh): TriangleMesh[] {
  const parts = connectedParts(
    mesh,
    Uint32Array.from({ length: mesh.vertexCount }, (_, v) => v),
  );
  return parts.every((part) => closingOf(part).closed) ? parts : connectedParts(mesh, weldByPosition(mesh.positions));
}

/**
 * The triangles of each part as a mesh of their own, in the order of their first triangles. Vertices with the same root
 * are connected.
 */
function connectedParts({ name, positions, indices }: TriangleMesh, root: Uint32Array): TriangleMesh[] {
  const find = connected(indices, root);
  const corners = new Map<number, number[]>();
  for (let i = 0; i < indices.length; i++) {
    const part = find(indices[i]);
    const list = corners.get(part);
    if (list === undefined) corners.set(part, [indices[i]]);
    else list.push(indices[i]);
  }
  return Array.from(corners.values(), (list) => {
    const own = new Float64Array(3 * list.length);
    list.forEach((v, i) => {
      own.set(positions.subarray(3 * v, 3 * v + 3), 3 * i);
    });
    return new TriangleMesh(own, undefined, { name });
  });
}

/**
 * The hull of a part, which must be all of its boundary: no point of it lies above any of its triangles, or so little
 * that rounding hides it.
 */
function convexPart(part: TriangleMesh, name: string): ConvexPolyhedron {
  if (!closingOf(part).closed) throw new InputError(`${name} is not closed, so that it has no inside that could be convex`);
  const hull = convexHull(part.positions, { name });
  const { positions } = part;
  const points = new Float64Array(positions.length + hull.positions.length);
  points.set(positions);
  points.set(hull.positions, positions.length);
  const first = positions.length / 3;
  const orientation = new Orientation(points);
  const normal = new Float64Array(3);
  let vertex = 0;
  for (let i = 0; i < positions.length; i += 9) {
    writeNormal(positions, i, normal);
    vertex = supportVertex(hull, normal, 0, vertex);
    if (orientation.side(i / 3, i / 3 + 1, i / 3 + 2, first + vertex) > 0) {
      throw new InputError(
        `${name} is not convex, or turned inside out: it has a point above its triangle ${i / 9}; cut it up with a decomposer`,
      );
    }
  }
  return hull;
}

function writeNormal(p: Float64Array, i: number, out: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    const m = (k + 1) % 3;
    const n = (k + 2) % 3;
    out[k] = (p[i + 3 + m] - p[i + m]) * (p[i + 6 + n] - p[i + n]) - (p[i + 3 + n] - p[i + n]) * (p[i + 6 + m] - p[i + m]);
  }
}
