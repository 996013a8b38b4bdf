/**
 * Which elementary equations two leaves have, as bits: 0-2 corner of b, 3-5 corner of a, 6 + 3i + j edge i of a with
 * edge j of b.
 */
export const ALL_EQUATIONS = 0x7fff;
export const CORNERS_OF_B = 7;
export const CORNERS_OF_A: number = 7 << 3;
export const EDGES: number = ALL_EQUATIONS & ~(CORNERS_OF_A | CORNERS_OF_B);
/** The equations of the later half of an interval stand so many bits higher. */
export const LATER_HALF = 15;

/**
 * The equations that two leaves have: those of corners and edges that fall together are one, and an edge without length
 * is a corner.
 */
export function equationsOf(leavesA: Float64Array, la: number, leavesB: Float64Array, lb: number): number {
  const a = distinctCorners(leavesA, la);
  const b = distinctCorners(leavesB, lb);
  const edgesA = distinctEdges(a);
  const edgesB = distinctEdges(b);
  let mask = b | (a << 3);
  for (let i = 0; i < 3; i++) if (edgesA & (1 << i)) mask |= edgesB << (6 + 3 * i);
  return mask;
}

/** Bit k: corner k is none of the corners before. */
function distinctCorners(leaves: Float64Array, l: number): number {
  const second = !same(leaves, l, l + 3);
  const third = !same(leaves, l, l + 6) && !same(leaves, l + 3, l + 6);
  return 1 | (second ? 2 : 0) | (third ? 4 : 0);
}

/** A segment has one edge: from corner 0 to 1 where these differ, else from 1 to 2. */
function distinctEdges(corners: number): number {
  return corners === 7 ? 7 : corners === 3 ? 1 : corners === 5 ? 2 : 0;
}

function same(leaves: Float64Array, p: number, q: number): boolean {
  return leaves[p] === leaves[q] && leaves[p + 1] === leaves[q + 1] && leaves[p + 2] === leaves[q + 2];
}
