/*
 * Cells of space that are occupied, as a solid: of two occupied cells of one size the face between them is left out, so
 * what is left bounds the cells of each size, closed and turned outwards. Exact: corners are the doubles nearest to the
 * corners of the cells, the same from every cell.
 */

import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { limitHint } from '../math/limits.ts';
import type { Vec3 } from '../math/pose.ts';
import { inOrder, sortedByDigits } from './adjacency.ts';
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
  if (
    !Array.isArray(edges) ||
    edges.length !== 3 ||
    !Array.from(edges).every((edge) => typeof edge === 'number' && edge >= 2 ** -300 && edge <= LARGEST_COORDINATE)
  )
    throw new InputError(`${name}: cell must be one or three lengths > 0, got ${shownValue(cell)}${limitHint(edges, true)}`);
  if (
    !Array.isArray(origin) ||
    origin.length !== 3 ||
    !Array.from(origin).every((x) => typeof x === 'number' && Math.abs(x) <= LARGEST_COORDINATE)
  )
    throw new InputError(`${name}: origin must be three finite numbers, got ${shownValue(origin)}${limitHint(origin)}`);
  if (threshold !== undefined && !Number.isFinite(threshold))
    throw new InputError(`${name}: threshold must be a number, got ${shownValue(threshold)}`);
  const [nx, ny, nz] = size;
  if (values?.length !== nx * ny * nz) throw new InputError(`${name}: ${values?.length} values for ${nx} × ${ny} × ${nz} cells`);
  const keys: number[] = [];
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (!Number.isFinite(Number(value)) || (typeof value !== 'number' && typeof value !== 'boolean'))
      throw new InputError(`${name}: cell ${i} is ${shownValue(value)}`);
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

/** `place`: where a number of finest cells is along an axis. No cell twice. */
export function voxelMesh(levels: readonly VoxelLevel[], place: (k: number, axis: number) => number, name: string): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  const face = [0, 0, 0, 0];
  for (const { keys, step } of levels) {
    const cells = threeArrays(keys.length / 3);
    for (let i = 0; i < keys.length; i++) cells[i % 3][(i / 3) | 0] = keys[i] / step;
    const covered = coveredSides(cells);
    const outer = inOrder(covered.length).filter((i) => covered[i] < ALL_SIDES);
    // Eight corners of each outer cell: bits 0, 1, 2 of a corner's number say x, y, z.
    const corners = threeArrays(8 * outer.length);
    for (let axis = 0; axis < 3; axis++)
      for (let c = 0; c < 8 * outer.length; c++) corners[axis][c] = cells[axis][outer[c >>> 3]] + ((c >>> axis) & 1);
    const same = firstOfEqual(corners);
    const numbers = new Int32Array(same.length).fill(-1);
    const vertex = (c: number): number => {
      const first = same[c];
      if (numbers[first] < 0) {
        numbers[first] = positions.length / 3;
        for (let axis = 0; axis < 3; axis++) positions.push(place(corners[axis][first] * step, axis));
      }
      return numbers[first];
    };
    for (let o = 0; o < outer.length; o++)
      for (let side = 0; side < 6; side++) {
        if ((covered[outer[o]] >>> side) & 1) continue;
        const axis = side >> 1;
        const u = 1 << ((axis + 1) % 3);
        const v = 1 << ((axis + 2) % 3);
        const at = 8 * o + ((side & 1) << axis);
        face[0] = vertex(at);
        face[1] = vertex(at + u);
        face[2] = vertex(at + u + v);
        face[3] = vertex(at + v);
        if (side & 1) indices.push(face[0], face[1], face[2], face[0], face[2], face[3]);
        else indices.push(face[3], face[2], face[1], face[3], face[1], face[0]);
      }
  }
  return new TriangleMesh(positions, indices, { name, solid: true });
}

const ALL_SIDES = 63;

function threeArrays(length: number): Uint32Array[] {
  return [new Uint32Array(length), new Uint32Array(length), new Uint32Array(length)];
}

/** Bits 2·axis below and 2·axis + 1 above: whether another cell is there. */
function coveredSides(cells: readonly Uint32Array[]): Uint8Array {
  const covered = new Uint8Array(cells[0].length);
  for (let axis = 0; axis < 3; axis++) {
    const [along, u, v] = [cells[axis], cells[(axis + 1) % 3], cells[(axis + 2) % 3]];
    const order = sortedTriples([along, u, v]);
    for (let k = 1; k < order.length; k++) {
      const [i, j] = [order[k - 1], order[k]];
      if (u[i] !== u[j] || v[i] !== v[j] || along[j] - along[i] !== 1) continue;
      covered[i] |= 2 << (2 * axis);
      covered[j] |= 1 << (2 * axis);
    }
  }
  return covered;
}

/** For each triple the first that equals it. */
function firstOfEqual(triples: readonly Uint32Array[]): Uint32Array {
  const [x, y, z] = triples;
  const first = new Uint32Array(x.length);
  let leader = 0;
  for (const c of sortedTriples(triples)) {
    if (x[c] !== x[leader] || y[c] !== y[leader] || z[c] !== z[leader]) leader = c;
    first[c] = leader;
  }
  return first;
}

/**
 * Numbers of triples, by the last part, then the second, then the first. By counting: no hash that a file could steer.
 */
function sortedTriples(triples: readonly Uint32Array[]): Uint32Array {
  let order = inOrder(triples[0].length);
  for (const part of triples) {
    let most = 0;
    for (let i = 0; i < part.length; i++) most = Math.max(most, part[i]);
    order = sortedByDigits(order, part, most);
  }
  return order;
}
