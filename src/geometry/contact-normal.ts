// Which way to push two triangles apart when their distance is 0 or lost in rounding?
// The unit direction with the widest gap min n·b − max n·a among the face normals, the products of edge directions and,
// for triangles without area, perpendiculars of their edges. For touching triangles that is a separating direction if
// there is one; for intersecting ones the one that needs the shortest push. Ties go to the earlier one of a fixed
// order, so the answer is always defined and repeatable.

import type { Vec3 } from '../math/pose.ts';

export function contactNormal(a: Float64Array, ao: number, b: Float64Array, bo: number): Vec3 {
  const { ua, ub, corners } = unitEdges(a, ao, b, bo);
  let best: Vec3 = [0, 0, 1];
  let widest = Number.NEGATIVE_INFINITY;
  const offer = (n: Vec3 | null): void => {
    if (n === null) return;
    for (let sign = 1; sign >= -1; sign -= 2) {
      const gap = supportGap(corners, sign * n[0], sign * n[1], sign * n[2]);
      if (gap > widest + TIE) {
        widest = gap;
        best = [sign * n[0] + 0, sign * n[1] + 0, sign * n[2] + 0];
      }
    }
  };
  offer(product(ua[0], ua[1]) ?? product(ua[1], ua[2]) ?? product(ua[2], ua[0]));
  offer(product(ub[0], ub[1]) ?? product(ub[1], ub[2]) ?? product(ub[2], ub[0]));
  for (const u of ua) for (const v of ub) offer(product(u, v));
  // Still nothing to choose from, or only directions along which a flat pair cannot part.
  for (const u of [...ua, ...ub]) for (const axis of AXES) offer(product(u, axis));
  if (widest === Number.NEGATIVE_INFINITY) for (const axis of AXES) offer(axis);
  return best;
}

const AXES: readonly Vec3[] = [
  [0, 0, 1],
  [0, 1, 0],
  [1, 0, 0],
];

/** Gaps closer than this (lengths scaled to 1) count as equal. */
const TIE = 64 * 2 ** -53;
/** A sine below which the product of two unit vectors is mostly rounding. */
const SINE = 2 ** -40;

/** Edge directions, and the corners from a's first one in units of the largest coordinate. */
function unitEdges(a: Float64Array, ao: number, b: Float64Array, bo: number): { ua: Vec3[]; ub: Vec3[]; corners: Float64Array } {
  const corners = new Float64Array(18);
  let m = 0;
  for (let k = 0; k < 9; k++) {
    const o = a[ao + (k % 3)];
    corners[k] = a[ao + k] - o;
    corners[9 + k] = b[bo + k] - o;
    m = Math.max(m, Math.abs(corners[k]), Math.abs(corners[9 + k]));
  }
  if (m > 0) for (let k = 0; k < 18; k++) corners[k] /= m;
  const edges = (o: number): Vec3[] =>
    [0, 3, 6].map((k) => {
      const next = o + ((k + 3) % 9);
      const from = o + k;
      return unit(corners[next] - corners[from], corners[next + 1] - corners[from + 1], corners[next + 2] - corners[from + 2]) ?? [0, 0, 0];
    });
  return { ua: edges(0), ub: edges(9), corners };
}

function unit(x: number, y: number, z: number): Vec3 | null {
  const m = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (!(m > 0)) return null;
  const l = m * Math.sqrt((x / m) * (x / m) + (y / m) * (y / m) + (z / m) * (z / m));
  return [x / l, y / l, z / l];
}

function product(u: Vec3, v: Vec3): Vec3 | null {
  const x = u[1] * v[2] - u[2] * v[1];
  const y = u[2] * v[0] - u[0] * v[2];
  const z = u[0] * v[1] - u[1] * v[0];
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) > SINE ? unit(x, y, z) : null;
}

function supportGap(c: Float64Array, x: number, y: number, z: number): number {
  let high = Number.NEGATIVE_INFINITY;
  let low = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 9; k += 3) {
    high = Math.max(high, x * c[k] + y * c[k + 1] + z * c[k + 2]);
    low = Math.min(low, x * c[9 + k] + y * c[10 + k] + z * c[11 + k]);
  }
  return low - high;
}
