/** The moments of a body's inside, of whatever shape. */
import { ConvexHierarchy } from '../../convex/convex-hierarchy.ts';
import { ConvexPolyhedron } from '../../convex/convex-polyhedron.ts';
import { convexHull } from '../../convex/hull/convex-hull.ts';
import { InputError } from '../../math/input-error.ts';
import type { Vec3 } from '../../math/pose.ts';
import { cross, normalise, scaled, subtract } from '../../math/vec3.ts';
import { closingOf } from '../../mesh/closing.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Shape } from '../world-shape.ts';
import { ball, cone, disc, type Moments, point, product, sector, segment, spike, sum, tetrahedron, triangle } from './moments.ts';

/** Where a vertex is, seen from a middle, in a unit of length. */
type Place = (positions: Float64Array, v: number) => Vec3;

/** Moments of the inside about `middle`, in units of `unit`. */
export function shapeMoments(shape: Shape, middle: Vec3, unit: number): Moments {
  const at: Place = (x, v) => [(x[3 * v] - middle[0]) / unit, (x[3 * v + 1] - middle[1]) / unit, (x[3 * v + 2] - middle[2]) / unit];
  if (shape instanceof ConvexHierarchy) return sum(shape.pieces.map((piece) => ofPolyhedron(piece, at, unit)));
  if (shape instanceof ConvexPolyhedron) return ofPolyhedron(shape, at, unit);
  // a ball or a capsule as a mesh
  if (shape.triangleCount === 1) return ofPolyhedron(ofOneTriangle(shape), at, unit);
  requireInside(shape);
  return ofMesh(shape, at);
}

function ofOneTriangle({ positions, indices, radii, name }: TriangleMesh): ConvexPolyhedron {
  const corners = Array.from(indices).flatMap((v) => Array.from(positions.subarray(3 * v, 3 * v + 3)));
  return convexHull(corners, { name, radius: radii?.[0] ?? 0 });
}

/** What to do about a body that has no inside. */
const INSTEAD = 'give the body mass: { mass, inertia }, or take those of its hull, massProperties(convexHull(mesh.positions))';

function requireInside(mesh: TriangleMesh): void {
  if (mesh.radii !== null) throw new InputError(`${mesh.name}: the volume of a thickened mesh is not known; ${INSTEAD}`);
  const { closed, oriented, uses } = closingOf(mesh);
  if (!closed)
    throw new InputError(`${mesh.name}: not closed (${uses.single} edges with one triangle only), so it has no volume; ${INSTEAD}`);
  if (!oriented) throw new InputError(`${mesh.name}: its triangles do not turn alike, so that in and out are not known; ${INSTEAD}`);
}

function ofMesh({ positions, indices }: TriangleMesh, at: Place): Moments {
  const moments = sum(tetrahedra(positions, indices, at));
  // turned inside out, all is below 0
  if (moments.size >= 0) return moments;
  return { size: -moments.size, first: scaled(moments.first, -1), second: moments.second.map((x) => -x) };
}

function* tetrahedra(positions: Float64Array, indices: Uint32Array, at: Place): Generator<Moments> {
  for (let i = 0; i < indices.length; i += 3)
    yield tetrahedron(at(positions, indices[i]), at(positions, indices[i + 1]), at(positions, indices[i + 2]));
}

function ofPolyhedron(hull: ConvexPolyhedron, at: Place, unit: number): Moments {
  const radius = hull.radius / unit;
  if (hull.dimension === 3 && radius === 0) return ofMesh(hull.mesh, at);
  return sum([...(hull.dimension === 3 ? [ofMesh(hull.mesh, at)] : []), ...swollen(hull, at, radius)]);
}

/** What a radius adds: over each face, along each edge, around each vertex. */
function* swollen(hull: ConvexPolyhedron, at: Place, radius: number): Generator<Moments> {
  const { dimension, positions, edges, faceStart, faceVertices, vertexStart, vertexEdges } = hull;
  const place = (v: number): Vec3 => at(positions, v);
  if (dimension === 0) return yield product(point(place(0)), ball(radius));
  if (dimension === 1) {
    const [a, b] = [place(0), place(1)];
    const along = normalise(subtract(b, a)) as Vec3;
    yield product(segment(a, b), disc(along, radius));
    yield product(point(a), ball(radius, scaled(along, -1)));
    return yield product(point(b), ball(radius, along));
  }
  const normalOf = (f: number): Vec3 => [hull.planes[4 * f], hull.planes[4 * f + 1], hull.planes[4 * f + 2]];
  for (let f = 0; f < hull.faceCount; f++) {
    for (let k = faceStart[f] + 1; k + 1 < faceStart[f + 1]; k++) {
      const corners = triangle(place(faceVertices[faceStart[f]]), place(faceVertices[k]), place(faceVertices[k + 1]));
      yield product(corners, spike(normalOf(f), radius));
    }
  }
  /** The directions between the faces of an edge, in a plane: of a polygon a half turn, by way of its rim. */
  const rim = (e: number): Vec3[] => {
    const [tail, head, left, right] = edges.subarray(4 * e, 4 * e + 4);
    if (dimension === 3) return [normalOf(left), normalOf(right)];
    const outward = normalise(cross(subtract(place(head), place(tail)), normalOf(left))) as Vec3;
    return [normalOf(left), outward, normalOf(right)];
  };
  for (let e = 0; e < hull.edgeCount; e++) {
    const along = segment(place(edges[4 * e]), place(edges[4 * e + 1]));
    const directions = rim(e);
    for (let k = 0; k + 1 < directions.length; k++) yield product(along, sector(directions[k], directions[k + 1], radius));
  }
  for (let v = 0; v < hull.vertexCount; v++) {
    const around = Array.from(vertexEdges.subarray(vertexStart[v], vertexStart[v + 1]));
    const corners =
      dimension === 3
        ? around.map((e) => normalOf(edges[4 * e] === v ? edges[4 * e + 2] : edges[4 * e + 3]))
        : [rim(around[0])[1], normalOf(0), rim(around[1])[1], normalOf(1)];
    yield product(point(place(v)), cone(corners, radius));
  }
}
