/**
 * Points on a triangle mesh at which contact is looked for: its vertices, and on triangles larger than the spacing a
 * lattice of n subdivisions, (i, j, k)/n with i + j + k = n. Each stands for the area around it (a third of every small
 * triangle it is a corner of), so that Σ area · depth is the volume of interpenetration, whatever the mesh.
 */
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleAreas } from './bar-model.ts';

/** Subdivisions at most: a triangle 48 spacings wide is sampled more coarsely, and tips are found by tool-tips.ts. */
const MOST_SUBDIVISIONS = 48;

export interface SheetSamples {
  /** Samples: vertices first, then the lattices of the triangles, corners left out. */
  readonly count: number;
  /** Area that each vertex stands for. */
  readonly areas: Float64Array;
  /** Area of each triangle. */
  readonly triangleAreas: Float64Array;
  /** n of each triangle; 1: its corners only. */
  readonly subdivisions: Uint8Array;
  /** First lattice sample of each triangle. */
  readonly start: Uint32Array;
}

export function sheetSamples(mesh: TriangleMesh, spacing: number): SheetSamples {
  const { positions, indices, vertexCount, triangleCount } = mesh;
  const all = triangleAreas(mesh);
  const areas = new Float64Array(vertexCount);
  const subdivisions = new Uint8Array(triangleCount);
  const start = new Uint32Array(triangleCount);
  let count = vertexCount;
  for (let t = 0; t < triangleCount; t++) {
    let longest = 0;
    for (let k = 0; k < 3; k++) longest = Math.max(longest, squaredLength(positions, indices[3 * t + k], indices[3 * t + ((k + 1) % 3)]));
    const n = Math.max(1, Math.min(MOST_SUBDIVISIONS, Math.ceil(Math.sqrt(longest) / spacing - 2 ** -20)));
    subdivisions[t] = n;
    start[t] = count;
    count += ((n + 1) * (n + 2)) / 2 - 3;
    for (let k = 0; k < 3; k++) areas[indices[3 * t + k]] += all[t] / (3 * n * n);
  }
  return { count, areas, triangleAreas: all, subdivisions, start };
}

function squaredLength(p: Float64Array, a: number, b: number): number {
  const x = p[3 * b] - p[3 * a];
  const y = p[3 * b + 1] - p[3 * a + 1];
  const z = p[3 * b + 2] - p[3 * a + 2];
  return x * x + y * y + z * z;
}
