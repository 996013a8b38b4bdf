/**
 * Which vertex of a convex polyhedron lies farthest along a direction, as plain doubles tell it? For guesses that are
 * proven afterwards; support.ts has the exact answer. Few vertices are all looked at; of many, climbing starts from the
 * better of the last answer and what lies farthest along the middle of the cell that the direction is in, of a cube cut
 * into cells.
 */
import { doubles } from '../math/enlarged.ts';
import type { ConvexPolyhedron } from './convex-polyhedron.ts';

/** Fewer vertices than this are all looked at. */
export const FEW = 24;
/** Cells along the side of a cube; of a polyhedron of MANY vertices twice as many. */
const CELLS = 4;
const MANY = 256;

/** A polyhedron as it is climbed, in memory as of `doubles`. */
export interface Climbed {
  readonly vertexCount: number;
  readonly positions: readonly number[];
  /** The neighbours of vertex v begin at first[v] and end before first[v + 1]; each is three times a vertex. */
  readonly first: readonly number[];
  readonly neighbours: readonly number[];
  /** A vertex a cell to start from; none where all vertices are looked at. */
  readonly starts: number[];
}

const known = new WeakMap<ConvexPolyhedron, Climbed>();
const middle = new Float64Array(3);

/** Kept with the polyhedron. */
export function climbed(body: ConvexPolyhedron): Climbed {
  let made = known.get(body);
  if (made === undefined) {
    const { vertexCount } = body;
    const positions = doubles(3 * vertexCount);
    for (let k = 0; k < positions.length; k++) positions[k] = body.positions[k];
    made = {
      vertexCount,
      positions,
      first: Array.from(body.vertexStart),
      neighbours: Array.from(body.vertexNeighbours, (v) => 3 * v),
      starts: [],
    };
    if (vertexCount >= FEW) writeStarts(made, vertexCount < MANY ? CELLS : 2 * CELLS);
    known.set(body, made);
  }
  return made;
}

/** Writes starts cell by cell, to and fro, so that each is next to the one before. */
function writeStarts(body: Climbed, side: number): void {
  const { starts } = body;
  for (let k = 0; k < 6 * side * side; k++) starts.push(0);
  let at = 0;
  for (let face = 0; face < 6; face++) {
    const axis = face >> 1;
    for (let row = 0; row < side; row++) {
      for (let k = 0; k < side; k++) {
        const column = (row & 1) === 0 ? k : side - 1 - k;
        middle[axis] = (face & 1) === 0 ? 1 : -1;
        middle[(axis + 1) % 3] = (2 * row + 1) / side - 1;
        middle[(axis + 2) % 3] = (2 * column + 1) / side - 1;
        at = climb(body, middle, 0, at);
        starts[(face * side + row) * side + column] = at;
      }
    }
  }
}

/** Along direction[o..o + 2]. `wild`: it may be far from the direction of the last answer, `from`. */
export function farthestVertex(body: Climbed, wild: boolean, direction: Float64Array, o: number, from: number): number {
  const { positions, starts } = body;
  if (body.vertexCount < FEW) return farthestOfAll(positions, direction, o, from);
  if (!wild) return climb(body, direction, o, from);
  const x = direction[o];
  const y = direction[o + 1];
  const z = direction[o + 2];
  const last = x * positions[3 * from] + y * positions[3 * from + 1] + z * positions[3 * from + 2];
  const start = starts[cellOf(direction, o, starts.length > 6 * CELLS * CELLS ? 2 * CELLS : CELLS)];
  const there = x * positions[3 * start] + y * positions[3 * start + 1] + z * positions[3 * start + 2];
  return climb(body, direction, o, there > last ? start : from);
}

/** The same by looking at every vertex: none is farther by more than the rounding of two products with a direction. */
export function farthestOfAll(positions: ArrayLike<number>, direction: Float64Array, o: number, from: number): number {
  const x = direction[o];
  const y = direction[o + 1];
  const z = direction[o + 2];
  let at = from;
  let most = x * positions[3 * from] + y * positions[3 * from + 1] + z * positions[3 * from + 2];
  for (let v = 0, k = 0; k < positions.length; v++, k += 3) {
    const along = x * positions[k] + y * positions[k + 1] + z * positions[k + 2];
    if (along > most) {
      most = along;
      at = v;
    }
  }
  return at;
}

/** The cell of a cube's surface that a direction goes through; any where it has no direction. */
function cellOf(direction: Float64Array, o: number, side: number): number {
  const x = direction[o];
  const y = direction[o + 1];
  const z = direction[o + 2];
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  const isX = ax >= ay && ax >= az;
  const isY = !isX && ay >= az;
  const along = isX ? x : isY ? y : z;
  const scale = (0.5 * side) / (isX ? ax : isY ? ay : az);
  const row = Math.min(side - 1, ((isX ? y : isY ? z : x) * scale + 0.5 * side) | 0);
  const column = Math.min(side - 1, ((isX ? z : isY ? x : y) * scale + 0.5 * side) | 0);
  const face = (isX ? 0 : isY ? 2 : 4) + (along < 0 ? 1 : 0);
  return (face * side + row) * side + column;
}

function climb({ positions, first, neighbours }: Climbed, direction: Float64Array, o: number, from: number): number {
  const x = direction[o];
  const y = direction[o + 1];
  const z = direction[o + 2];
  let at = from;
  let most = x * positions[3 * at] + y * positions[3 * at + 1] + z * positions[3 * at + 2];
  for (;;) {
    const end = first[at + 1];
    let best = -1;
    for (let n = first[at]; n < end; n++) {
      const k = neighbours[n];
      const along = x * positions[k] + y * positions[k + 1] + z * positions[k + 2];
      if (along > most) {
        most = along;
        best = k;
      }
    }
    if (best < 0) return at;
    at = (best / 3) | 0;
  }
}
