/**
 * Which vertex of a convex polyhedron lies farthest along a direction, as plain doubles tell it? For guesses that are
 * proven afterwards; support.ts has the exact answer. Few vertices are all looked at; of many, climbing starts from the
 * better of the last answer and what lies farthest along the middle of the cell that the direction is in, of a cube cut
 * into cells.
 */
import type { ConvexPolyhedron } from './convex-polyhedron.ts';

/** Fewer vertices than this are all looked at. */
export const FEW = 24;
/** Cells along the side of a cube; of a polyhedron of MANY vertices twice as many. */
const CELLS = 4;
const MANY = 256;

const tables = new WeakMap<ConvexPolyhedron, Uint32Array>();
const middle = new Float64Array(3);
/** No table. */
export const NO_STARTS: Uint32Array = new Uint32Array(0);

/** A vertex a cell to start from, kept with the polyhedron; none where all vertices are looked at. */
export function startVertices(body: ConvexPolyhedron): Uint32Array {
  if (body.vertexCount < FEW) return NO_STARTS;
  let table = tables.get(body);
  if (table === undefined) {
    table = makeTable(body, body.vertexCount < MANY ? CELLS : 2 * CELLS);
    tables.set(body, table);
  }
  return table;
}

/** From cell to cell, to and fro, so that each is next to the one before. */
function makeTable(body: ConvexPolyhedron, side: number): Uint32Array {
  const table = new Uint32Array(6 * side * side);
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
        table[(face * side + row) * side + column] = at;
      }
    }
  }
  return table;
}

/**
 * Along direction[o..o + 2]; `starts` as startVertices tells, or of no length where the direction is near that of the
 * last answer, `from`.
 */
export function farthestVertex(body: ConvexPolyhedron, starts: Uint32Array, direction: Float64Array, o: number, from: number): number {
  if (body.vertexCount < FEW) return farthestOfAll(body, direction, o, from);
  if (starts.length === 0) return climb(body, direction, o, from);
  const { positions } = body;
  const x = direction[o];
  const y = direction[o + 1];
  const z = direction[o + 2];
  const last = x * positions[3 * from] + y * positions[3 * from + 1] + z * positions[3 * from + 2];
  const start = starts[cellOf(direction, o, starts.length > 6 * CELLS * CELLS ? 2 * CELLS : CELLS)];
  const there = x * positions[3 * start] + y * positions[3 * start + 1] + z * positions[3 * start + 2];
  return climb(body, direction, o, there > last ? start : from);
}

/** The same by looking at every vertex: none is farther by more than the rounding of two products with a direction. */
export function farthestOfAll({ positions, vertexCount }: ConvexPolyhedron, direction: Float64Array, o: number, from: number): number {
  const x = direction[o];
  const y = direction[o + 1];
  const z = direction[o + 2];
  let at = from;
  let most = x * positions[3 * from] + y * positions[3 * from + 1] + z * positions[3 * from + 2];
  for (let v = 0, k = 0; v < vertexCount; v++, k += 3) {
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

function climb(body: ConvexPolyhedron, direction: Float64Array, o: number, from: number): number {
  const { positions, vertexStart, vertexNeighbours } = body;
  const x = direction[o];
  const y = direction[o + 1];
  const z = direction[o + 2];
  let at = from;
  let most = x * positions[3 * at] + y * positions[3 * at + 1] + z * positions[3 * at + 2];
  for (;;) {
    const end = vertexStart[at + 1];
    let best = at;
    for (let n = vertexStart[at]; n < end; n++) {
      const k = 3 * vertexNeighbours[n];
      const along = x * positions[k] + y * positions[k + 1] + z * positions[k + 2];
      if (along > most) {
        most = along;
        best = vertexNeighbours[n];
      }
    }
    if (best === at) return at;
    at = best;
  }
}
