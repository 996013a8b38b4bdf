/**
 * Directions n, with n and −n as one, in cells: the three sides of a cube around the sphere, each cut into squares.
 * Guarantee:
 * every unit vector of a cell, or its opposite, is within `CELL_RADIUS` of the cell's centre, because drawing points
 * outside the unit sphere onto it brings them no farther apart.
 */

/** Squares along a side of the cube. */
const GRID = 16;
export const CELLS: number = 3 * GRID * GRID;
/** Half a square's diagonal, 1.41422 / GRID, and more than rounding. */
export const CELL_RADIUS: number = 1.4143 / GRID;

/** The cell of a vector of about unit length. */
export function cellOf(x: number, y: number, z: number): number {
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const az = Math.abs(z);
  if (ax >= ay && ax >= az) return square(0, y / x, z / x);
  if (ay >= az) return square(1, z / y, x / y);
  return square(2, x / z, y / z);
}

function square(side: number, u: number, v: number): number {
  const i = Math.max(0, Math.min(GRID - 1, ((u + 1) * (GRID / 2)) | 0));
  const j = Math.max(0, Math.min(GRID - 1, ((v + 1) * (GRID / 2)) | 0));
  return (side * GRID + i) * GRID + j;
}

/** The unit vector in the middle of a cell, into out[o …]. */
export function writeCellCentre(cell: number, out: Float64Array, o: number): void {
  const side = Math.floor(cell / (GRID * GRID));
  const i = Math.floor(cell / GRID) % GRID;
  const j = cell % GRID;
  const u = (2 * i + 1) / GRID - 1;
  const v = (2 * j + 1) / GRID - 1;
  const scale = 1 / Math.sqrt(1 + u * u + v * v);
  out[o + side] = scale;
  out[o + ((side + 1) % 3)] = u * scale;
  out[o + ((side + 2) % 3)] = v * scale;
}
