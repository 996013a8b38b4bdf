// Does an edge go through the inside of a face, its ends on either side? Touching at an end, or an edge or corner of
// the face, is not it.
// Guarantee: exact for finite doubles; signs in double where an error bound proves them, else in double-doubles, else
// in integers.

import { exactSide, filteredSide } from './determinant.ts';
import { exactIntegers } from './exact-integers.ts';
import { volumeSign } from './volume-sign.ts';

/** points: the ends of the edge, then the corners of the face, x y z each. */
export function edgePiercesFace(points: Float64Array): boolean {
  if (onOneSide(points) || sharesCorner(points) || sharesCoordinate(points)) return false;
  const from = volumeSign(points, 6, points, 9, points, 12, points, 0);
  const to = volumeSign(points, 6, points, 9, points, 12, points, 3);
  const s0 = volumeSign(points, 0, points, 3, points, 6, points, 9);
  const s1 = volumeSign(points, 0, points, 3, points, 9, points, 12);
  const s2 = volumeSign(points, 0, points, 3, points, 12, points, 6);
  if (s0 * s1 < 0 || s1 * s2 < 0 || s2 * s0 < 0) return false;
  if (from !== 0 && to !== 0 && s0 !== 0 && s1 !== 0 && s2 !== 0) return true;
  const more = piercesPrecisely(points);
  return more === UNKNOWN ? piercesExactly(exactIntegers(points, 0, points, 6, 9)) : more === PIERCES;
}

const MISSES = 0;
const PIERCES = 1;
const UNKNOWN = 2;

/** Sheets that lie flat but for a rounding of their corners have volumes that are rounding too, yet seldom 0. */
function piercesPrecisely(points: Float64Array): number {
  const from = filteredSide(points, 2, 3, 4, 0, 0);
  const to = filteredSide(points, 2, 3, 4, 1, 0);
  if (from === 0 || to === 0 || from * to > 0) return MISSES;
  const s0 = filteredSide(points, 0, 1, 2, 3, 0);
  const s1 = filteredSide(points, 0, 1, 3, 4, 0);
  const s2 = filteredSide(points, 0, 1, 4, 2, 0);
  if (s0 === 0 || s1 === 0 || s2 === 0 || s0 * s1 < 0 || s1 * s2 < 0 || s2 * s0 < 0) return MISSES;
  return from * to < 0 && s0 === s1 && s1 === s2 ? PIERCES : UNKNOWN;
}

/** An end of the edge that is a corner of the face: it touches, and does not go through. */
function sharesCorner(p: Float64Array): boolean {
  for (let e = 0; e < 6; e += 3)
    for (let c = 6; c < 15; c += 3) if (p[e] === p[c] && p[e + 1] === p[c + 1] && p[e + 2] === p[c + 2]) return true;
  return false;
}

/** Both ends on the same side of the face's plane for certain; error bound as in volumeSign. */
function onOneSide(v: Float64Array): boolean {
  const x = v[6];
  const y = v[7];
  const z = v[8];
  const bx = v[9] - x;
  const by = v[10] - y;
  const bz = v[11] - z;
  const cx = v[12] - x;
  const cy = v[13] - y;
  const cz = v[14] - z;
  const yz = by * cz;
  const zy = bz * cy;
  const zx = bz * cx;
  const xz = bx * cz;
  const xy = bx * cy;
  const yx = by * cx;
  const nx = yz - zy;
  const ny = zx - xz;
  const nz = xy - yx;
  const sx = Math.abs(yz) + Math.abs(zy);
  const sy = Math.abs(zx) + Math.abs(xz);
  const sz = Math.abs(xy) + Math.abs(yx);
  const px = v[0] - x;
  const py = v[1] - y;
  const pz = v[2] - z;
  const qx = v[3] - x;
  const qy = v[4] - y;
  const qz = v[5] - z;
  const p = nx * px + ny * py + nz * pz;
  const q = nx * qx + ny * qy + nz * qz;
  const e = 16 * 2 ** -53 * (sx * Math.abs(px) + sy * Math.abs(py) + sz * Math.abs(pz)) + 2 ** -700;
  const f = 16 * 2 ** -53 * (sx * Math.abs(qx) + sy * Math.abs(qy) + sz * Math.abs(qz)) + 2 ** -700;
  return (p > e && q > f) || (p < -e && q < -f);
}

/**
 * All five in one plane across an axis: nothing goes through. Sheets that lie flat have no other way out of the
 * integers.
 */
function sharesCoordinate(p: Float64Array): boolean {
  for (let k = 0; k < 3; k++) if (p[k] === p[3 + k] && p[k] === p[6 + k] && p[k] === p[9 + k] && p[k] === p[12 + k]) return true;
  return false;
}

/** v: the ends and one corner, 9 numbers of no further use beyond the ends, then the three corners from 9 on. */
function piercesExactly(v: readonly bigint[]): boolean {
  const [p, q, a, b, c] = [0, 3, 9, 12, 15].map((o) => [v[o], v[o + 1], v[o + 2]]);
  const from = exactSide(a, b, c, p);
  if (from * exactSide(a, b, c, q) >= 0) return false;
  const s0 = exactSide(p, q, a, b);
  return s0 !== 0 && s0 === exactSide(p, q, b, c) && s0 === exactSide(p, q, c, a);
}
