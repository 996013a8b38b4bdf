/*
 * Cells of space that are occupied, as a solid: of two occupied cells of one size the face between them is left out, so
 * what is left bounds the cells of each size, closed and turned outwards. Exact: corners are the doubles nearest to the
 * corners of the cells, the same from every cell.
 */

import { checkRecord, shownValue } from '../math/check-record.ts';
import { doubled } from '../math/enlarged.ts';
import { InputError } from '../math/input-error.ts';
import { limitHint } from '../math/limits.ts';
import type { Vec3 } from '../math/pose.ts';
import { LARGEST_COORDINATE, TriangleMesh } from './triangle-mesh.ts';

/** Where the cells of a grid are, and which of them count. */
export interface OccupancyGridOptions {
  /** How many cells along x, y, z; a map of the floor has one along z. */
  readonly size: Vec3;
  /** Edge of a cell in the unit of length, or along x, y, z each. */
  readonly cell: number | Vec3;
  /** Where the corner of the first cell is. Default [0, 0, 0]. */
  readonly origin?: Vec3;
  /**
   * From which value on a cell counts, as ROS maps have 0 to 100, and −1 where nothing is known. Default: every value
   * but 0 counts, −1 too: what is not known may be there.
   */
  readonly threshold?: number;
  /** Shown in results. Default 'grid'. */
  readonly name?: string;
}

const GRID_OPTIONS: readonly string[] = ['size', 'cell', 'origin', 'threshold', 'name'];

/**
 * An occupancy grid as a solid obstacle: one value a cell, x running fastest, then y, then z, as in ROS.
 * @example
 * ```ts
 * const values = new Int8Array([100, 100, 100, 0]);
 * const walls = occupancyGrid(values, { size: [2, 2, 1], cell: [0.05, 0.05, 2], threshold: 65 });
 * ```
 */
export function occupancyGrid(values: ArrayLike<number | boolean>, options: OccupancyGridOptions): TriangleMesh {
  checkRecord(options, GRID_OPTIONS, 'grid');
  const { size, cell, origin = [0, 0, 0], threshold, name = 'grid' } = options;
  if (!Array.isArray(size) || size.length !== 3 || !size.every((n) => Number.isInteger(n) && n >= 1 && n <= MOST_ALONG))
    throw new InputError(`${name}: size must be three counts of cells from 1 to ${MOST_ALONG}, got ${shownValue(size)}`);
  const edges = typeof cell === 'number' ? ([cell, cell, cell] as const) : cell;
  if (!Array.isArray(edges) || edges.length !== 3 || !edges.every((edge) => edge >= 2 ** -300 && edge <= LARGEST_COORDINATE))
    throw new InputError(`${name}: cell must be one or three lengths > 0, got ${shownValue(cell)}${limitHint(edges, true)}`);
  if (!Array.isArray(origin) || origin.length !== 3 || !origin.every((x) => Math.abs(x) <= LARGEST_COORDINATE))
    throw new InputError(`${name}: origin must be three finite numbers, got ${shownValue(origin)}${limitHint(origin)}`);
  if (threshold !== undefined && !Number.isFinite(threshold))
    throw new InputError(`${name}: threshold must be a number, got ${shownValue(threshold)}`);
  const [nx, ny, nz] = size;
  if (values?.length !== nx * ny * nz) throw new InputError(`${name}: ${values?.length} values for ${nx} × ${ny} × ${nz} cells`);
  const keys: number[] = [];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (threshold === undefined ? Number(value) !== 0 : Number(value) >= threshold)
      keys.push(i % nx, Math.floor(i / nx) % ny, Math.floor(i / (nx * ny)));
  }
  if (keys.length === 0) throw new InputError(`${name}: no cell is occupied`);
  const place = (k: number, axis: number): number => origin[axis] + k * edges[axis];
  return voxelMesh([{ keys, step: 1 }], place, name);
}

/** Cells along an axis at most. */
const MOST_ALONG: number = 2 ** 20;

/** Cells of one size: three whole numbers each, the lower corner in the finest cells; `step`: their size in these. */
export interface VoxelLevel {
  readonly keys: ArrayLike<number>;
  readonly step: number;
}

/** `place`: where a number of finest cells is along an axis. */
export function voxelMesh(levels: readonly VoxelLevel[], place: (k: number, axis: number) => number, name: string): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  const at = [0, 0, 0];
  const face = [0, 0, 0, 0];
  for (const { keys, step } of levels) {
    const occupied = new CellTable(keys.length / 3);
    for (let i = 0; i < keys.length; i += 3) occupied.number(keys[i], keys[i + 1], keys[i + 2]);
    const corners = new CellTable(64);
    const base = positions.length / 3;
    const corner = (x: number, y: number, z: number): number => {
      const number = base + corners.number(x, y, z);
      if (3 * number === positions.length) positions.push(place(x, 0), place(y, 1), place(z, 2));
      return number;
    };
    for (let i = 0; i < keys.length; i += 3)
      for (let axis = 0; axis < 3; axis++)
        for (let side = 0; side < 2; side++) {
          for (let k = 0; k < 3; k++) at[k] = keys[i + k];
          at[axis] += side === 1 ? step : -step;
          if (occupied.has(at[0], at[1], at[2])) continue;
          if (side === 0) at[axis] += step;
          const u = (axis + 1) % 3;
          const v = (axis + 2) % 3;
          face[0] = corner(at[0], at[1], at[2]);
          at[u] += step;
          face[1] = corner(at[0], at[1], at[2]);
          at[v] += step;
          face[2] = corner(at[0], at[1], at[2]);
          at[u] -= step;
          face[3] = corner(at[0], at[1], at[2]);
          if (side === 1) indices.push(face[0], face[1], face[2], face[0], face[2], face[3]);
          else indices.push(face[3], face[2], face[1], face[3], face[1], face[0]);
        }
  }
  return new TriangleMesh(positions, indices, { name, solid: true });
}

/** Numbers for triples of whole numbers, in the order of their first use. */
class CellTable {
  private keys: Int32Array;
  /** Of a slot of the table: a triple, or −1. */
  private slots: Int32Array;
  private count = 0;

  constructor(room: number) {
    this.keys = new Int32Array(3 * Math.max(16, room));
    let length = 64;
    while (length < 4 * room) length *= 2;
    this.slots = new Int32Array(length).fill(-1);
  }

  has(x: number, y: number, z: number): boolean {
    return this.slots[this.slot(x, y, z)] >= 0;
  }

  number(x: number, y: number, z: number): number {
    const slot = this.slot(x, y, z);
    if (this.slots[slot] >= 0) return this.slots[slot];
    const n = this.count++;
    this.slots[slot] = n;
    this.keys[3 * n] = x;
    this.keys[3 * n + 1] = y;
    this.keys[3 * n + 2] = z;
    if (3 * this.count === this.keys.length) this.grow();
    return n;
  }

  /** Where the triple is, or would be. */
  private slot(x: number, y: number, z: number): number {
    const { keys, slots } = this;
    const mask = slots.length - 1;
    const mixed = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);
    // Large cells have keys that end in zeros: the upper bits count too.
    let slot = (mixed ^ (Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 8)) & mask;
    for (; slots[slot] >= 0; slot = (slot + 1) & mask) {
      const o = 3 * slots[slot];
      if (keys[o] === x && keys[o + 1] === y && keys[o + 2] === z) break;
    }
    return slot;
  }

  private grow(): void {
    this.keys = doubled(this.keys);
    this.slots = new Int32Array(2 * this.slots.length).fill(-1);
    for (let n = 0; n < this.count; n++) this.slots[this.slot(this.keys[3 * n], this.keys[3 * n + 1], this.keys[3 * n + 2])] = n;
  }
}
