/** Cells that share a slot of the table that once joined them, in the order of a row of odd numbers: one of 16,384 does. */
function collidingCells(n: number): [number, number, number][] {
  const cells: [number, number, number][] = [];
  for (let k = 0; cells.length < n; k++) {
    const [x, y, z] = [(k * 7919) & 0xffff, (k * 104729) & 0xffff, Math.imul(k, 15485863) >>> 16];
    const mixed = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);
    if (((mixed ^ (Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 8)) & 0x3fff) === 1234) cells.push([x, y, z]);
  }
  return cells;
}

// Made before steps are counted, which makes all code slow.
export const COLLIDING_CELLS: readonly (readonly [number, number, number])[] = collidingCells(2560);
