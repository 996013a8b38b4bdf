import type { TriangleMesh } from '../mesh/triangle-mesh.ts';

/** Fewer balls are drawn round. */
const MANY = 1000;
/** More would be a page of many megabytes: an even sample stands for all. */
const MOST = 25_000;

/** Whether every leaf is a point and there are many, so that they are drawn by `drawnCloud`. */
export function isManyPoints({ indices, triangleCount }: TriangleMesh): boolean {
  if (triangleCount <= MANY) return false;
  for (let i = 0; i < indices.length; i += 3) if (indices[i] !== indices[i + 1] || indices[i] !== indices[i + 2]) return false;
  return true;
}

/** Octahedra with their corners on the balls; points without a radius get one that can be seen. */
export function drawnCloud({ positions, indices, radii, triangleCount }: TriangleMesh): { positions: Float64Array; indices: Uint32Array } {
  const count = Math.min(triangleCount, MOST);
  const points = new Float64Array(18 * count);
  const triangles = new Uint32Array(24 * count);
  const speck = extentOf(positions) / 2000;
  for (let n = 0; n < count; n++) {
    const leaf = Math.floor((n * triangleCount) / count);
    const radius = radii?.[leaf] || speck;
    for (let corner = 0; corner < 6; corner++) {
      const o = 18 * n + 3 * corner;
      for (let k = 0; k < 3; k++) points[o + k] = positions[3 * indices[3 * leaf] + k];
      points[o + (corner >> 1)] += corner % 2 === 0 ? radius : -radius;
    }
    for (let i = 0; i < 24; i++) triangles[24 * n + i] = 6 * n + OCTAHEDRON[i];
  }
  return { positions: points, indices: triangles };
}

/** Corners are +x −x +y −y +z −z; counter-clockwise from outside. */
const OCTAHEDRON = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5] as const;

function extentOf(positions: Float64Array): number {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    if (positions[i] < low[i % 3]) low[i % 3] = positions[i];
    if (positions[i] > high[i % 3]) high[i % 3] = positions[i];
  }
  return Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
}
