/**
 * When do two triangles first come within a target of each other, where one flies straight? Separating axes over time:
 * along each direction n the gap is linear in time, so every n that parts them now tells until when it does, and every
 * n tells from when on it parts them for good. The latest entry of all is proven, and if it lies beyond the earliest
 * exit, they never meet. Directions are the two normals and the nine crossed edges, which are enough for two triangles
 * that meet at an angle; for others (points, needles, triangles in one plane, targets that are not small) the entry is
 * early, and whoever asks measures there.
 *
 * Guarantee: all three corners of both are projected, so any n is sound, however its cross product was rounded; the
 * rest is inside the target [docs/notes/rounding.md, "Straight ways"]. Where squares overflow or vanish, nothing holds.
 */
import { placeCorners } from '../../../motion/place-corners.ts';
import { STRAIGHT_REST, VELOCITY } from './straight-volumes.ts';

/** In: how near counts as an entry, radii and rounding included; and how much more they keep where they never meet. */
export const LEAF_TARGET = 0;
export const LEAF_WIDER = 1;
/** Out: contact-free step; 0: nothing known, Infinity: never within target + wider for the rest of the motion. */
export const LEAF_ENTRY = 2;
/** Out: 1 where some direction parts them by more than the target now, else 0. */
export const LEAF_APART = 3;
/** Corners of Y's leaf in X's frame. */
const PLACED = 4;
/** The edges of both. */
const X0 = 13;
const X1 = 16;
const X2 = 19;
const Y0 = 22;
const Y1 = 25;
const Y2 = 28;
export const LEAF_CAST_SIZE = 31;

/** Each direction is the product of two edges: those of one triangle, of the other, and of one each. */
const DIRECTIONS = 11;
const FIRST_OF: readonly number[] = [X0, Y0, X0, X0, X0, X1, X1, X1, X2, X2, X2];
const SECOND_OF: readonly number[] = [X1, Y1, Y0, Y1, Y2, Y0, Y1, Y2, Y0, Y1, Y2];

const SHORTEN = 1 - 2 ** -30;
const LENGTHEN = 1 + 2 ** -30;
/** Squares of directions below this have lost bits. */
const SMALLEST_SQUARE = 2 ** -900;

/**
 * Leaf x of X against leaf y of Y (places in their arrays), w as in straight-volumes.ts. `onlyNow`: ends with
 * LEAF_APART at the first direction that parts them, and ENTRY says nothing then.
 */
export function castLeaves(
  c: Float64Array,
  w: Float64Array,
  leavesX: Float64Array,
  x: number,
  leavesY: Float64Array,
  y: number,
  onlyNow: boolean,
): void {
  placeCorners(leavesY, y, w, c, PLACED);
  for (let i = 0; i < 9; i++) {
    const next = i < 6 ? i + 3 : i - 6;
    c[X0 + i] = leavesX[x + next] - leavesX[x + i];
    c[Y0 + i] = c[PLACED + next] - c[PLACED + i];
  }

  const ax = leavesX[x];
  const ay = leavesX[x + 1];
  const az = leavesX[x + 2];
  const bx = leavesX[x + 3];
  const by = leavesX[x + 4];
  const bz = leavesX[x + 5];
  const cx = leavesX[x + 6];
  const cy = leavesX[x + 7];
  const cz = leavesX[x + 8];
  const dx = c[PLACED];
  const dy = c[PLACED + 1];
  const dz = c[PLACED + 2];
  const ex = c[PLACED + 3];
  const ey = c[PLACED + 4];
  const ez = c[PLACED + 5];
  const fx = c[PLACED + 6];
  const fy = c[PLACED + 7];
  const fz = c[PLACED + 8];
  const vx = w[VELOCITY];
  const vy = w[VELOCITY + 1];
  const vz = w[VELOCITY + 2];
  const rest = w[STRAIGHT_REST];
  const target = c[LEAF_TARGET];
  const wider = c[LEAF_WIDER];
  c[LEAF_APART] = 0;
  let entry = 0;
  let entryWide = 0;
  let exitWide = Infinity;
  for (let n = 0; n < DIRECTIONS; n++) {
    const u = FIRST_OF[n];
    const v = SECOND_OF[n];
    const nx = c[u + 1] * c[v + 2] - c[u + 2] * c[v + 1];
    const ny = c[u + 2] * c[v] - c[u] * c[v + 2];
    const nz = c[u] * c[v + 1] - c[u + 1] * c[v];
    const square = nx * nx + ny * ny + nz * nz;
    if (!(square > SMALLEST_SQUARE)) continue;
    const length = Math.sqrt(square);
    const a0 = nx * ax + ny * ay + nz * az;
    const a1 = nx * bx + ny * by + nz * bz;
    const a2 = nx * cx + ny * cy + nz * cz;
    const b0 = nx * dx + ny * dy + nz * dz;
    const b1 = nx * ex + ny * ey + nz * ez;
    const b2 = nx * fx + ny * fy + nz * fz;
    const above = Math.min(b0, b1, b2) - Math.max(a0, a1, a2) - target * length;
    const below = Math.min(a0, a1, a2) - Math.max(b0, b1, b2) - target * length;
    const speed = nx * vx + ny * vy + nz * vz;
    // Y comes from the side of `ahead` and goes to the side of `behind`
    const ahead = speed < 0 ? above : below;
    const behind = speed < 0 ? below : above;
    const fast = Math.abs(speed);
    const more = wider * length;
    if (ahead > 0 || behind > 0) {
      c[LEAF_APART] = 1;
      if (onlyNow) return;
    }
    if (behind > more || ahead - more > fast * rest) {
      c[LEAF_ENTRY] = Infinity;
      return;
    }
    if (!(fast > 0)) continue;
    const inverse = 1 / fast;
    entry = Math.max(entry, ahead * inverse);
    entryWide = Math.max(entryWide, (ahead - more) * inverse);
    exitWide = Math.min(exitWide, (more - behind) * inverse);
  }
  if (SHORTEN * entryWide > LENGTHEN * exitWide) c[LEAF_ENTRY] = Infinity;
  // a NaN is no entry; one after the end may be as late as it likes
  else c[LEAF_ENTRY] = entry > 0 ? Math.min(2, SHORTEN * entry) : 0;
}
