/**
 * What is certainly outside of a solid. Beyond one of the planes that it lies behind as a whole everything is; that is
 * all there is to a convex solid of few faces. Others have a map of cells where something moves, for points that are
 * off by less than a cell: cells that a triangle may touch are barriers; what is connected without crossing one is
 * inside or outside as a whole, and one of its points decides.
 */
import { trianglesHoldPoint } from '../../contact/containment.ts';
import { largestOf } from '../../math/extreme.ts';
import { isOriented } from '../../mesh/solid-parts.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { Region } from './batch-region.ts';

/** Cells along the longest side. */
const CELLS = 64;
const BARRIER = -1;
/** Planes of the largest faces, beside those along the axes. */
const PLANES = 20;
/** By how much of the solid's size corners may lie behind a face that bounds all of it. */
const FLAT = 1e-6;

/** Triangles of one solid, nine doubles each; `near`: where something may be, null: anywhere. */
export interface PlacedSolid {
  readonly mesh: TriangleMesh;
  readonly corners: Float64Array;
  readonly near: Region | null;
}

/** Words as wgsl/batch-inside.wgsl reads them: planes, then a map or 0. */
export function outsideWords(solid: PlacedSolid): Uint32Array<ArrayBuffer> {
  const { planes, isConvex } = planesAround(solid.corners);
  const map = isConvex ? null : outsideMap(solid);
  const words = new Uint32Array(2 + planes.length + (map?.length ?? 0));
  words[0] = planes.length / 4;
  new Float32Array(words.buffer).set(planes, 1);
  if (map === null) return words;
  words[1 + planes.length] = 1;
  words.set(map, 2 + planes.length);
  return words;
}

/** Normals as float32 has them, and for each an upper bound of all corners along it, four numbers a plane. */
function planesAround(corners: Float64Array): { readonly planes: readonly number[]; readonly isConvex: boolean } {
  const faces = new Map<string, { readonly normal: readonly number[]; area: number; lowest: number }>();
  for (let i = 0; i < corners.length; i += 9) {
    const [e, f] = [3, 6].map((o) => [0, 1, 2].map((k) => corners[i + o + k] - corners[i + k]));
    const across = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    const area = Math.sqrt(across[0] ** 2 + across[1] ** 2 + across[2] ** 2);
    if (!(area > 0)) continue;
    const normal = across.map((x) => Math.fround(x / area));
    const key = normal.map((x) => Math.round(1e6 * x)).join(' ');
    const face = faces.get(key) ?? { normal, area: 0, lowest: Infinity };
    face.area += area;
    for (let k = 0; k < 9; k += 3) face.lowest = Math.min(face.lowest, along(face.normal, corners, i + k));
    faces.set(key, face);
  }
  const largest = [...faces.values()].toSorted((a, b) => b.area - a.area);
  const axes = [0, 1, 2].flatMap((k) => [1, -1].map((x) => ({ normal: [0, 1, 2].map((j) => (j === k ? x : 0)), lowest: Infinity })));
  let isConvex = largest.length <= PLANES;
  const planes: number[] = [];
  for (const { normal, lowest } of [...largest.slice(0, PLANES), ...axes]) {
    let [most, size] = [-Infinity, 0];
    for (let i = 0; i < corners.length; i += 3) {
      most = Math.max(most, along(normal, corners, i));
      size = Math.max(size, Math.abs(corners[i]), Math.abs(corners[i + 1]), Math.abs(corners[i + 2]));
    }
    if (most - lowest > FLAT * size) isConvex = false;
    // doubles lose less than 2⁻⁵⁰ of it
    for (const x of normal) planes.push(x);
    planes.push(Math.fround(most + 2 ** -21 * Math.abs(most) + 2 ** -48 * size));
  }
  return { planes, isConvex };
}

function along(normal: readonly number[], corners: Float64Array, at: number): number {
  return normal[0] * corners[at] + normal[1] * corners[at + 1] + normal[2] * corners[at + 2];
}

/** Null: nothing moves near it. */
function outsideMap(solid: PlacedSolid): Uint32Array<ArrayBuffer> | null {
  const { corners, near } = solid;
  const all = new Region();
  for (let i = 0; i < corners.length; i += 3) all.take(corners, 0, i);
  const low = all.low.map((x, k) => Math.max(x, near?.low[k] ?? x));
  const high = all.high.map((x, k) => Math.min(x, near?.high[k] ?? x));
  if (low.some((x, k) => x > high[k])) return null;
  const cell = largestOf(high.map((x, k) => x - low[k])) / CELLS;
  // a rim of cells all around
  const corner = low.map((x) => Math.fround(x - 3 * cell));
  const perLength = Math.fround(1 / cell);
  const size = high.map((x, k) => Math.ceil((x - corner[k]) * perLength) + 3);
  if (!(cell > 0 && size.every((n) => n < 3 * CELLS))) return null;
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

/** All cells that the boxes of triangles meet, and their planes, and those next to them for rounding. */
function markBarriers(
  corners: Float64Array,
  corner: readonly number[],
  perLength: number,
  size: readonly number[],
  region: Int32Array,
): void {
  const [nx, ny] = size;
  const t = new Float64Array(9);
  for (let i = 0; i < corners.length; i += 9) {
    // in cells
    for (let k = 0; k < 9; k++) t[k] = (corners[i + k] - corner[k % 3]) * perLength;
    const range = [0, 1, 2].map((k) => {
      const first = Math.floor(Math.min(t[k], t[k + 3], t[k + 6]) - 1e-3);
      const last = Math.floor(Math.max(t[k], t[k + 3], t[k + 6]) + 1e-3);
      return [Math.max(0, first), Math.min(size[k] - 1, last)];
    });
    const [e, f] = [3, 6].map((o) => [0, 1, 2].map((k) => t[o + k] - t[k]));
    const n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    const reach = 0.501 * (Math.abs(n[0]) + Math.abs(n[1]) + Math.abs(n[2]));
    for (let z = range[2][0]; z <= range[2][1]; z++)
      for (let y = range[1][0]; y <= range[1][1]; y++)
        for (let x = range[0][0]; x <= range[0][1]; x++) {
          const off = n[0] * (x + 0.5 - t[0]) + n[1] * (y + 0.5 - t[1]) + n[2] * (z + 0.5 - t[2]);
          if (!(Math.abs(off) > reach)) region[x + nx * (y + ny * z)] = BARRIER;
        }
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
  // what is around the map is not known
  if (x === 0 || y === 0 || z === 0 || x + 1 === nx || y + 1 === ny || z + 1 === nz) return true;
  for (let k = z - 1; k <= z + 1; k++)
    for (let j = y - 1; j <= y + 1; j++)
      for (let i = x - 1; i <= x + 1; i++) {
        const found = region[i + nx * (j + ny * k)];
        if (found === BARRIER || inside[found]) return true;
      }
  return false;
}
