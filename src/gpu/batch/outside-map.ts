/**
 * A map of the cells that are certainly outside of a solid, for points that are off by less than a cell. Cells that a
 * triangle may touch are barriers; what is connected without crossing one is inside or outside as a whole, and one of
 * its points decides.
 */
import { trianglesHoldPoint } from '../../contact/containment.ts';
import { isOriented } from '../../mesh/solid-parts.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';

/** Cells along the longest side. */
const CELLS = 40;
const BARRIER = -1;

/** Triangles of one solid, nine doubles each. */
export interface PlacedSolid {
  readonly mesh: TriangleMesh;
  readonly corners: Float64Array;
}

/** Words as wgsl/batch-inside.wgsl reads them. */
export function outsideMap(solid: PlacedSolid): Uint32Array<ArrayBuffer> {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const { corners } = solid;
  for (let i = 0; i < corners.length; i++) {
    low[i % 3] = Math.min(low[i % 3], corners[i]);
    high[i % 3] = Math.max(high[i % 3], corners[i]);
  }
  const cell = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / CELLS;
  // a rim of free cells all around, so that the outside is connected
  const corner = low.map((x) => Math.fround(x - 3 * cell));
  const perLength = Math.fround(1 / cell);
  const size = high.map((x, k) => Math.ceil((x - corner[k]) * perLength) + 3);
  const [nx, ny, nz] = size;
  const region = new Int32Array(nx * ny * nz);
  markBarriers(corners, corner, perLength, size, region);
  const inside = fillRegions(solid, corner, 1 / perLength, size, region);
  const words = new Uint32Array(7 + Math.ceil(region.length / 32));
  const numbers = new Float32Array(words.buffer);
  numbers.set(corner);
  numbers[3] = perLength;
  words.set(size, 4);
  for (let z = 0; z < nz; z++)
    for (let y = 0; y < ny; y++)
      for (let x = 0; x < nx; x++) {
        const at = x + nx * (y + ny * z);
        if (mayBeInside(x, y, z, size, region, inside)) words[7 + (at >> 5)] |= 1 << (at & 31);
      }
  return words;
}

/** All cells that the boxes of triangles meet, and those next to them for rounding. */
function markBarriers(
  corners: Float64Array,
  corner: readonly number[],
  perLength: number,
  size: readonly number[],
  region: Int32Array,
): void {
  const [nx, ny] = size;
  for (let i = 0; i < corners.length; i += 9) {
    const range = [0, 1, 2].map((k) => {
      const [a, b, c] = [corners[i + k], corners[i + 3 + k], corners[i + 6 + k]];
      const first = Math.floor((Math.min(a, b, c) - corner[k]) * perLength - 1e-3);
      const last = Math.floor((Math.max(a, b, c) - corner[k]) * perLength + 1e-3);
      return [Math.max(0, first), Math.min(size[k] - 1, last)];
    });
    for (let z = range[2][0]; z <= range[2][1]; z++)
      for (let y = range[1][0]; y <= range[1][1]; y++)
        for (let x = range[0][0]; x <= range[0][1]; x++) region[x + nx * (y + ny * z)] = BARRIER;
  }
}

/** Numbers connected free cells from 1 on; gives which of the numbers are, or may be, inside of a solid. */
function fillRegions(
  solid: PlacedSolid,
  corner: readonly number[],
  cell: number,
  size: readonly number[],
  region: Int32Array,
): readonly boolean[] {
  const [nx, ny, nz] = size;
  const steps = [1, -1, nx, -nx, nx * ny, -nx * ny];
  const inside: boolean[] = [true];
  const stack: number[] = [];
  for (let seed = 0; seed < region.length; seed++) {
    if (region[seed] !== 0) continue;
    const number = inside.length;
    const at = [seed % nx, Math.floor(seed / nx) % ny, Math.floor(seed / (nx * ny))];
    const point = at.map((c, k) => corner[k] + (c + 0.5) * cell);
    // in doubt it may be inside
    inside.push(holds(solid, point));
    region[seed] = number;
    stack.push(seed);
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      const x = next % nx;
      const y = Math.floor(next / nx) % ny;
      const z = Math.floor(next / (nx * ny));
      const open = [x + 1 < nx, x > 0, y + 1 < ny, y > 0, z + 1 < nz, z > 0];
      for (let k = 0; k < 6; k++) {
        if (!open[k] || region[next + steps[k]] !== 0) continue;
        region[next + steps[k]] = number;
        stack.push(next + steps[k]);
      }
    }
  }
  return inside;
}

function holds({ mesh, corners }: PlacedSolid, point: readonly number[]): boolean {
  const indices = Uint32Array.from({ length: corners.length / 3 }, (_, i) => i);
  return trianglesHoldPoint(corners, indices, isOriented(mesh), point) !== false;
}

/** True unless the cell and all around it are certainly outside: a point looked up here may belong to any of them. */
function mayBeInside(
  x: number,
  y: number,
  z: number,
  [nx, ny, nz]: readonly number[],
  region: Int32Array,
  inside: readonly boolean[],
): boolean {
  for (let k = Math.max(0, z - 1); k <= Math.min(nz - 1, z + 1); k++)
    for (let j = Math.max(0, y - 1); j <= Math.min(ny - 1, y + 1); j++)
      for (let i = Math.max(0, x - 1); i <= Math.min(nx - 1, x + 1); i++) {
        const found = region[i + nx * (j + ny * k)];
        if (found === BARRIER || inside[found]) return true;
      }
  return false;
}
