/**
 * The cells a box overlaps, for cells of side ρ: ⌊x/ρ⌋ along each axis, from the lowest corner to the highest
 * [Mirtich 1997, eq. 1].
 * x ↦ ⌊x · (1/ρ)⌋ is monotone with all its rounding, so boxes that meet have a cell in common. Space is closed like a
 * ring after 2²⁰ cells along each axis:
 * cells that far apart are taken for one, which is sound too, and makes a cell and its resolution a key of 64 bits.
 */

/** Cells along each axis before they repeat, less one: a mask. */
export const CELL_MASK: number = 2 ** 20 - 1;
/** Per range: first cell along x, y, z (masked), and how many more along each, ten bits for each axis. */
export const RANGE_STRIDE = 4;
/** Beyond this many cells, where doubles cannot tell one from the next, all are one. */
const FARTHEST = 2 ** 51;

/** Writes the range of box number id to out[o..o + 3]. */
export function writeCellRange(boxes: Float64Array, id: number, inverse: number, out: Int32Array, o: number): void {
  const at = 6 * id;
  const x = Math.floor(Math.max(-FARTHEST, Math.min(FARTHEST, boxes[at] * inverse)));
  const y = Math.floor(Math.max(-FARTHEST, Math.min(FARTHEST, boxes[at + 1] * inverse)));
  const z = Math.floor(Math.max(-FARTHEST, Math.min(FARTHEST, boxes[at + 2] * inverse)));
  const moreX = Math.floor(Math.max(-FARTHEST, Math.min(FARTHEST, boxes[at + 3] * inverse))) - x;
  const moreY = Math.floor(Math.max(-FARTHEST, Math.min(FARTHEST, boxes[at + 4] * inverse))) - y;
  const moreZ = Math.floor(Math.max(-FARTHEST, Math.min(FARTHEST, boxes[at + 5] * inverse))) - z;
  out[o] = x & CELL_MASK;
  out[o + 1] = y & CELL_MASK;
  out[o + 2] = z & CELL_MASK;
  out[o + 3] = moreX | (moreY << 10) | (moreZ << 20);
}

/** First and second word of the key of a cell; x, y, z masked. */
export function firstKey(x: number, y: number): number {
  return x | (y << 20);
}
export function secondKey(y: number, z: number, resolution: number): number {
  return (y >> 12) | (z << 8) | (resolution << 28);
}

export function hashOfKey(first: number, second: number): number {
  const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b);
  const more = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return more ^ (more >>> 13);
}
