/**
 * Outward directions of a closed mesh at its faces, edges and corners, such that the sign of (p − c)·n tells in from
 * out for the closest surface point c of any p: face normals, their sum along an edge, and at a corner their sum
 * weighted by the angle each face has there [Bærentzen and Aanæs 2005]. Right for closed, oriented meshes without
 * self-intersection; triangles without area count for nothing.
 */
import { writeAreaVector } from '../../geometry/area-vector.ts';
import { InputError } from '../../math/input-error.ts';
import { angleOf } from '../../math/trig.ts';
import { edgeAdjacency, NO_EDGE, weldByPosition } from '../../mesh/adjacency.ts';
import { inspectMesh } from '../../mesh/inspect-mesh.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';

/**
 * Directions a triangle: corners 0 to 2, edges k → k+1 as 3 to 5, the face as 6; the features of
 * geometry/point-triangle.ts.
 */
export const FEATURES = 7;

/** FEATURES directions a triangle, x y z each. Faces have unit length, or 0 without area. */
export function pseudoNormals(mesh: TriangleMesh): Float64Array {
  const { closed, oriented, volume } = inspectMesh(mesh);
  if (!closed || !oriented || volume === null || volume === 0) {
    throw new InputError(`${mesh.name}: a tool must be closed, its triangles turning alike, and enclose a volume (inspectMesh tells more)`);
  }
  const outward = volume > 0 ? 1 : -1;
  const { positions } = mesh;
  const first = weldByPosition(positions);
  const corners = mesh.indices.map((v) => first[v]);
  const edges = edgeAdjacency(corners, mesh.vertexCount);
  const atVertex = new Float64Array(positions.length);
  const atEdge = new Float64Array(3 * edges.edgeCount);
  const out = new Float64Array(3 * FEATURES * mesh.triangleCount);
  for (let t = 0; t < mesh.triangleCount; t++) {
    const face = 3 * (FEATURES * t + 6);
    if (!writeFaceNormal(positions, corners, t, outward, out, face)) continue;
    for (let k = 0; k < 3; k++) {
      const angle = cornerAngle(positions, corners[3 * t + k], corners[3 * t + ((k + 1) % 3)], corners[3 * t + ((k + 2) % 3)]);
      const edge = edges.edgeOf[3 * t + k];
      for (let i = 0; i < 3; i++) {
        atVertex[3 * corners[3 * t + k] + i] += angle * out[face + i];
        if (edge !== NO_EDGE) atEdge[3 * edge + i] += out[face + i];
      }
    }
  }
  for (let t = 0; t < mesh.triangleCount; t++) {
    for (let k = 0; k < 3; k++) {
      const edge = edges.edgeOf[3 * t + k];
      for (let i = 0; i < 3; i++) {
        out[3 * (FEATURES * t + k) + i] = atVertex[3 * corners[3 * t + k] + i];
        out[3 * (FEATURES * t + 3 + k) + i] = edge === NO_EDGE ? 0 : atEdge[3 * edge + i];
      }
    }
  }
  return out;
}

function writeFaceNormal(p: Float64Array, corners: Uint32Array, t: number, sign: number, out: Float64Array, o: number): boolean {
  writeAreaVector(p, corners, 3 * t, out, o);
  const x = out[o];
  const y = out[o + 1];
  const z = out[o + 2];
  const l = Math.sqrt(x * x + y * y + z * z);
  if (!(l > 0)) return false;
  out[o] = (sign * x) / l;
  out[o + 1] = (sign * y) / l;
  out[o + 2] = (sign * z) / l;
  return true;
}

/** Angle of the triangle at its corner a. */
function cornerAngle(p: Float64Array, a: number, b: number, c: number): number {
  const ux = p[3 * b] - p[3 * a];
  const uy = p[3 * b + 1] - p[3 * a + 1];
  const uz = p[3 * b + 2] - p[3 * a + 2];
  const vx = p[3 * c] - p[3 * a];
  const vy = p[3 * c + 1] - p[3 * a + 1];
  const vz = p[3 * c + 2] - p[3 * a + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const sine = Math.sqrt(x * x + y * y + z * z);
  return angleOf(sine, ux * vx + uy * vy + uz * vz);
}
