/**
 * A convex polyhedron and its features: vertices, edges and faces with who borders whom, in flat arrays. Made by
 * `convexHull`.
 * Guarantee: convex in exact arithmetic, and strictly so: no vertex lies in the hull of the others, faces that share a
 * plane exactly are one polygon.
 * Flat and thinner hulls are polyhedra too: a polygon has two faces with opposite normals, a segment one edge and no
 * face, a point neither.
 * A radius swells it, as everywhere else: a sphere is a point with a radius, a capsule a segment with one.
 */
import { checkText } from '../math/check-record.ts';
import { sortByKey } from '../mesh/adjacency.ts';
import { TriangleMesh } from '../mesh/triangle-mesh.ts';

/** Stands for a face where an edge has none: the edge of a segment. */
export const NO_FACE = 0xffffffff;

/**
 * The faces of a convex polyhedron: polygons in order around their outward normals, counter-clockwise seen from
 * outside.
 */
export interface HullFaces {
  /** 3 for a solid, 2 for a flat polygon (two faces), 1 for a segment and 0 for a point (no faces). */
  readonly dimension: 0 | 1 | 2 | 3;
  /** x y z of each vertex, in the unit of length. */
  readonly positions: Float64Array;
  /** The corners of face f are `faceVertices[faceStart[f]]` up to, not including, `faceVertices[faceStart[f + 1]]`. */
  readonly faceStart: Uint32Array;
  /** Numbers of the vertices of all faces, one face after the other. */
  readonly faceVertices: Uint32Array;
  /** Four numbers a face: outward unit normal and offset, n·x = offset, rounded. */
  readonly planes: Float64Array;
}

/**
 * A convex body with its vertices, edges and faces, and who borders whom, in flat arrays. Made by `convexHull`,
 * `convexBox`, `convexSphere` and the like. Convex in exact arithmetic and strictly so: no vertex lies in the hull of
 * the others. A radius swells it: a sphere is a point with a radius, a capsule a segment with one.
 */
export class ConvexPolyhedron {
  /** Shown in results and errors. */
  readonly name: string;
  /**
   * All points within this distance of the polyhedron belong to the body, in the unit of length; the features lie
   * without it.
   */
  readonly radius: number;
  /** 3 for a solid, 2 for a flat polygon (two faces), 1 for a segment and 0 for a point (no faces). */
  readonly dimension: 0 | 1 | 2 | 3;
  /** Vertices that it has, numbered from 0. */
  readonly vertexCount: number;
  /** Edges that it has, numbered from 0. */
  readonly edgeCount: number;
  /** Faces that it has, numbered from 0; a polygon of n corners is one. */
  readonly faceCount: number;
  /** x y z of each vertex in its frame, in the unit of length. */
  readonly positions: Float64Array;
  /** The corners of face f are `faceVertices[faceStart[f]]` up to, not including, `faceVertices[faceStart[f + 1]]`. */
  readonly faceStart: Uint32Array;
  /** Numbers of the vertices of all faces, one face after the other, counter-clockwise seen from outside. */
  readonly faceVertices: Uint32Array;
  /** Numbers of the edges from each corner of `faceVertices` to the next, in the same order. */
  readonly faceEdges: Uint32Array;
  /** Four numbers a face: outward unit normal and offset, n·x = offset, rounded. */
  readonly planes: Float64Array;
  /**
   * Four numbers an edge: tail, head, the face on the left (which runs from tail to head) and the one on the right;
   * 4294967295 where there is none.
   */
  readonly edges: Uint32Array;
  /**
   * The edges of vertex v are `vertexEdges[vertexStart[v]]` up to, not including, `vertexEdges[vertexStart[v + 1]]`.
   */
  readonly vertexStart: Uint32Array;
  /** Numbers of the edges of all vertices, one vertex after the other, in order around it. */
  readonly vertexEdges: Uint32Array;
  /** Numbers of the vertices at the other end of each of `vertexEdges`, in the same order. */
  readonly vertexNeighbours: Uint32Array;
  /** No point of the body, radius included, is farther from the origin of its frame. */
  readonly reach: number;
  private surface: TriangleMesh | undefined;

  /** Takes faces that are known to be those of a hull; `convexHull` finds them. */
  constructor(hull: HullFaces, name: string, radius: number) {
    checkText(name, 'convex polyhedron: name');
    this.name = name;
    this.radius = radius;
    this.dimension = hull.dimension;
    this.positions = hull.positions;
    this.faceStart = hull.faceStart;
    this.faceVertices = hull.faceVertices;
    this.planes = hull.planes;
    this.vertexCount = hull.positions.length / 3;
    this.faceCount = hull.faceStart.length - 1;
    const { edges, faceEdges, sides } = edgesOf(hull, this.vertexCount);
    this.edges = edges;
    this.edgeCount = edges.length / 4;
    this.faceEdges = faceEdges;
    this.vertexStart = new Uint32Array(this.vertexCount + 1);
    this.vertexEdges = new Uint32Array(2 * this.edgeCount);
    this.vertexNeighbours = new Uint32Array(2 * this.edgeCount);
    this.surroundVertices(sides);
    this.reach = (farthest(hull.positions) + radius) * (1 + 2 ** -49);
  }

  /** The boundary as triangles, a fan per face, declared solid; for pictures, files and queries on meshes. */
  get mesh(): TriangleMesh {
    if (this.surface !== undefined) return this.surface;
    const { name, radius, dimension, faceStart, faceVertices } = this;
    const indices: number[] = dimension === 0 ? [0, 0, 0] : dimension === 1 ? [0, 1, 1] : [];
    // a polygon is drawn once: its second face is the first from behind
    const faces = dimension === 2 ? 1 : this.faceCount;
    for (let f = 0; f < faces; f++) {
      for (let k = faceStart[f] + 1; k + 1 < faceStart[f + 1]; k++) {
        indices.push(faceVertices[faceStart[f]], faceVertices[k], faceVertices[k + 1]);
      }
    }
    this.surface = new TriangleMesh(this.positions, indices, { name, radius, solid: dimension === 3 });
    return this.surface;
  }

  /**
   * Around each vertex from face to face: the left face of an edge that leaves it comes next to the edge that enters
   * through that face.
   */
  private surroundVertices(sides: Uint32Array): void {
    const { edges, edgeCount, vertexCount, vertexStart, vertexEdges, vertexNeighbours, faceStart, faceEdges } = this;
    const first = new Int32Array(vertexCount).fill(-1);
    for (let e = edgeCount - 1; e >= 0; e--) for (let k = 0; k < 2; k++) first[edges[4 * e + k]] = e;
    let used = 0;
    for (let v = 0; v < vertexCount; v++) {
      vertexStart[v] = used;
      if (first[v] < 0) continue;
      let e = first[v];
      do {
        vertexEdges[used] = e;
        vertexNeighbours[used++] = edges[4 * e] === v ? edges[4 * e + 1] : edges[4 * e];
        const face = edges[4 * e] === v ? edges[4 * e + 2] : edges[4 * e + 3];
        if (face === NO_FACE) break;
        const corner = sides[edges[4 * e] === v ? 2 * e : 2 * e + 1];
        e = faceEdges[corner === faceStart[face] ? faceStart[face + 1] - 1 : corner - 1];
      } while (e !== first[v]);
    }
    vertexStart[vertexCount] = used;
  }
}

interface Edges {
  readonly edges: Uint32Array;
  readonly faceEdges: Uint32Array;
  /**
   * Two per edge: the corner, in faceVertices, where its left face starts it, and the one where its right face does.
   */
  readonly sides: Uint32Array;
}

/**
 * Each edge once, from the face that runs it upwards in vertex numbers; the face on the other side is found by sorting
 * sides.
 */
function edgesOf({ dimension, faceStart, faceVertices }: HullFaces, vertexCount: number): Edges {
  const count = faceVertices.length;
  const faceEdges = new Uint32Array(count);
  if (dimension === 1) return { edges: Uint32Array.of(0, 1, NO_FACE, NO_FACE), faceEdges, sides: faceEdges };
  const low = new Uint32Array(count);
  const high = new Uint32Array(count);
  const faceOf = new Uint32Array(count);
  for (let f = 0; f + 1 < faceStart.length; f++) {
    for (let k = faceStart[f]; k < faceStart[f + 1]; k++) {
      const next = faceVertices[k + 1 < faceStart[f + 1] ? k + 1 : faceStart[f]];
      low[k] = Math.min(faceVertices[k], next);
      high[k] = Math.max(faceVertices[k], next);
      faceOf[k] = f;
    }
  }
  const sides = Uint32Array.from({ length: count }, (_, k) => k);
  const spare = new Uint32Array(count);
  sortByKey(sides, spare, high, vertexCount);
  sortByKey(spare, sides, low, vertexCount);
  const edges = new Uint32Array(2 * count);
  for (let e = 0; e < count / 2; e++) {
    let left = sides[2 * e];
    let right = sides[2 * e + 1];
    if (faceVertices[left] !== low[left]) [left, right] = [right, left];
    sides[2 * e] = left;
    sides[2 * e + 1] = right;
    edges[4 * e] = low[left];
    edges[4 * e + 1] = high[left];
    edges[4 * e + 2] = faceOf[left];
    edges[4 * e + 3] = faceOf[right];
    faceEdges[left] = faceEdges[right] = e;
  }
  return { edges, faceEdges, sides };
}

/** The greatest distance of a point from the origin; squares of none leave the range of doubles. */
function farthest(positions: Float64Array): number {
  let most = 0;
  for (let i = 0; i < positions.length; i++) most = Math.max(most, Math.abs(positions[i]));
  if (most === 0) return 0;
  let square = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i] / most;
    const y = positions[i + 1] / most;
    const z = positions[i + 2] / most;
    square = Math.max(square, x * x + y * y + z * z);
  }
  return Math.sqrt(square) * most;
}
