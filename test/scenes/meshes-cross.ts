import type { Pose, Vec3 } from '../../src/math/pose.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';

/**
 * Whether an edge of one mesh passes through a triangle of the other: a plain overlap test, independent of the library, by a
 * uniform grid over B's triangles. Touching without crossing does not count.
 */
export function meshesCross(a: TriangleMesh, poseA: Required<Pose>, b: TriangleMesh, poseB: Required<Pose>): boolean {
  const [trianglesA, trianglesB] = [placedTriangles(a, poseA), placedTriangles(b, poseB)];
  const cell = 6;
  const grid = new Map<string, Vec3[][]>();
  for (const triangle of trianglesB) for (const key of cellsOf(triangle, cell)) grid.set(key, [...(grid.get(key) ?? []), triangle]);
  for (const triangle of trianglesA) {
    for (const key of cellsOf(triangle, cell)) {
      for (const other of grid.get(key) ?? []) {
        if (edgeThrough(triangle, other) || edgeThrough(other, triangle)) return true;
      }
    }
  }
  return false;
}

function placedTriangles({ positions, indices }: TriangleMesh, { position, quaternion: [x, y, z, w] }: Required<Pose>): Vec3[][] {
  const points: Vec3[] = [];
  for (let i = 0; i < positions.length; i += 3) {
    const [px, py, pz] = [positions[i], positions[i + 1], positions[i + 2]];
    const [cx, cy, cz] = [2 * (y * pz - z * py), 2 * (z * px - x * pz), 2 * (x * py - y * px)];
    points.push([
      px + w * cx + y * cz - z * cy + position[0],
      py + w * cy + z * cx - x * cz + position[1],
      pz + w * cz + x * cy - y * cx + position[2],
    ]);
  }
  const triangles: Vec3[][] = [];
  for (let i = 0; i < indices.length; i += 3) triangles.push([points[indices[i]], points[indices[i + 1]], points[indices[i + 2]]]);
  return triangles;
}

function cellsOf(triangle: Vec3[], cell: number): string[] {
  const low = [0, 1, 2].map((axis) => Math.floor(Math.min(...triangle.map((p) => p[axis])) / cell));
  const high = [0, 1, 2].map((axis) => Math.floor(Math.max(...triangle.map((p) => p[axis])) / cell));
  const keys: string[] = [];
  for (let i = low[0]; i <= high[0]; i++) {
    for (let j = low[1]; j <= high[1]; j++) for (let k = low[2]; k <= high[2]; k++) keys.push(`${i},${j},${k}`);
  }
  return keys;
}

/** Does an edge of the first triangle pass through the second? */
function edgeThrough(edges: Vec3[], [a, b, c]: Vec3[]): boolean {
  for (let k = 0; k < 3; k++) {
    const [p, q] = [edges[k], edges[(k + 1) % 3]];
    if (side(a, b, c, p) * side(a, b, c, q) >= 0) continue;
    const [x, y, z] = [side(p, q, a, b), side(p, q, b, c), side(p, q, c, a)];
    if ((x > 0 && y > 0 && z > 0) || (x < 0 && y < 0 && z < 0)) return true;
  }
  return false;
}

/** Six times the signed volume of a tetrahedron. */
function side(a: Vec3, b: Vec3, c: Vec3, d: Vec3): number {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  return (uy * vz - uz * vy) * (d[0] - a[0]) + (uz * vx - ux * vz) * (d[1] - a[1]) + (ux * vy - uy * vx) * (d[2] - a[2]);
}
