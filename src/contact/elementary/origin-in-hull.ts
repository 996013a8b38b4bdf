/**
 * When does the convex hull of 3 or 4 linearly moving points first contain the origin? The points are differences of
 * the features' corners: then the features touch. They are coplanar with the origin only at roots of a cubic
 * (coplanarity.ts); at each in turn a direction is sought that separates them from the origin, and it does so for a
 * stretch of time, because along a fixed direction everything is linear.
 * Guarantee: FREE and TOUCHES are proven, the time of a touch is never late and early by less than 10⁻⁸; UNPROVEN is
 * left to exact-stencil.ts.
 * Constants: docs/notes/linear-vertices.md.
 */
import { advanceToRoot, CUBIC_ERROR, cubic, neverCoplanar, ROOT, ROOT_FROM, ROOT_SLOPE, ROOT_VALUE } from './coplanarity.ts';
import { direction, nearestOfOutline } from './nearest-of-hull.ts';

export const FREE = 0;
export const TOUCHES = 1;
export const UNPROVEN = 2;

/**
 * Coordinates of the points at t = 0, those at t = 1, N₀, Nₘ, N₁ of the normal N(t) = (1−t)² N₀ + t(1−t) Nₘ + t² N₁,
 * and:
 */
export const hull: Float64Array = new Float64Array(36);
export const HULL_END = 12;
export const HULL_NORMALS = 24;
/** M ≥ every coordinate's magnitude. */
export const HULL_SIZE = 33;
/** In: contacts from here on do not matter. Out: the time of the contact, or until when it is free. */
export const HULL_UNTIL = 34;
export const HULL_TIME = 35;

/** u = 2⁻⁵³ */
const U = 2 ** -53;
const MOST_STRETCHES = 40;
/** Below this, relative to M², the normal says nothing and directions are sought in space. */
const FLAT = 1e-5;
/** How early a touch may be reported. */
const WIDEST = 2 ** -27;
const TINY = 2 ** -1060;

/** The smallest cross product of neighbours, where the origin seems to be inside. */
const inside: Float64Array = new Float64Array(1);

/** corners: 3 or 4 points of hull, in order around it. */
export function originEntersHull(corners: number): number {
  cubic[ROOT_FROM] = 0;
  for (let stretch = 0; stretch < MOST_STRETCHES; stretch++) {
    if (stretch > 0 && neverCoplanar()) return FREE;
    const reached = advanceToRoot();
    const r = cubic[ROOT];
    if (r >= hull[HULL_UNTIL]) return FREE;
    if (r === 1 && Math.abs(cubic[ROOT_VALUE]) > cubic[CUBIC_ERROR]) return FREE;
    const outside = chooseDirection(corners);
    if (outside === 0) {
      hull[HULL_TIME] = r;
      return reached && touchProven() ? TOUCHES : UNPROVEN;
    }
    if (!separate(corners)) {
      hull[HULL_TIME] = r;
      return UNPROVEN;
    }
    const t = cubic[ROOT_FROM];
    if (t >= hull[HULL_UNTIL] || t === 1) return FREE;
  }
  hull[HULL_TIME] = cubic[ROOT_FROM];
  return UNPROVEN;
}

/**
 * Looks at the points at ROOT, projected along the largest component of the normal. Outside: writes the inward normal
 * of the edge farthest from the origin and returns 1. Inside: returns 0.
 */
function chooseDirection(corners: number): number {
  // One piece: the cases of one simplex, whose products all of them share.
  const r = cubic[ROOT];
  const s = 1 - r;
  const ss = s * s;
  const rs = r * s;
  const rr = r * r;
  const nx = ss * hull[HULL_NORMALS] + rs * hull[HULL_NORMALS + 3] + rr * hull[HULL_NORMALS + 6];
  const ny = ss * hull[HULL_NORMALS + 1] + rs * hull[HULL_NORMALS + 4] + rr * hull[HULL_NORMALS + 7];
  const nz = ss * hull[HULL_NORMALS + 2] + rs * hull[HULL_NORMALS + 5] + rr * hull[HULL_NORMALS + 8];
  const ax = Math.abs(nx);
  const ay = Math.abs(ny);
  const az = Math.abs(nz);
  const M = hull[HULL_SIZE];
  if (!(ax > FLAT * M * M || ay > FLAT * M * M || az > FLAT * M * M)) {
    inside[0] = 0;
    direction[3] = r;
    return nearestOfOutline(corners, hull, HULL_END) ? 1 : 0;
  }
  let i = 0;
  let j = 1;
  let turn = nz;
  if (ax >= ay && ax >= az) {
    i = 1;
    j = 2;
    turn = nx;
  } else if (ay >= az) {
    i = 2;
    j = 0;
    turn = ny;
  }
  let best = 0;
  let least = Infinity;
  let du = 0;
  let dv = 0;
  const last = 3 * corners - 3;
  let u0 = s * hull[last + i] + r * hull[HULL_END + last + i];
  let v0 = s * hull[last + j] + r * hull[HULL_END + last + j];
  for (let k = 0; k <= last; k += 3) {
    const u1 = s * hull[k + i] + r * hull[HULL_END + k + i];
    const v1 = s * hull[k + j] + r * hull[HULL_END + k + j];
    const cross = turn > 0 ? u0 * v1 - v0 * u1 : v0 * u1 - u0 * v1;
    if (cross < least) least = cross;
    if (cross < 0) {
      const eu = u1 - u0;
      const ev = v1 - v0;
      const far = (cross * cross) / (eu * eu + ev * ev);
      if (far > best) {
        best = far;
        du = turn > 0 ? -ev : ev;
        dv = turn > 0 ? eu : -eu;
      }
    }
    u0 = u1;
    v0 = v1;
  }
  if (best > 0) {
    direction[0] = direction[1] = direction[2] = 0;
    direction[i] = du;
    direction[j] = dv;
    return 1;
  }
  inside[0] = least;
  return 0;
}

/**
 * Moves ROOT_FROM from ROOT to the end of the stretch on which all points are proven on one side; false: not even at
 * ROOT.
 */
function separate(corners: number): boolean {
  const r = cubic[ROOT];
  const s = 1 - r;
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  // s·w of every point, linear in t, computed within 8u |s|₁ M
  const margin = 8 * U * (Math.abs(dx) + Math.abs(dy) + Math.abs(dz)) * hull[HULL_SIZE] + TINY;
  let end = 1;
  for (let k = 0; k < 3 * corners; k += 3) {
    const g0 = dx * hull[k] + dy * hull[k + 1] + dz * hull[k + 2];
    const g1 = dx * hull[HULL_END + k] + dy * hull[HULL_END + k + 1] + dz * hull[HULL_END + k + 2];
    if (!(s * g0 + r * g1 > margin)) return false;
    let t = end;
    for (let pass = 0; !((1 - t) * g0 + t * g1 > margin); pass++) {
      if (pass === 0) t = (g0 - 2 * margin) / (g0 - g1);
      else t = 0.5 * (r + t);
      if (pass === 8 || !(t > r)) return false;
    }
    end = t;
  }
  cubic[ROOT_FROM] = end;
  return true;
}

/** Inside at ROOT: does f change its sign so soon after it that the origin is still inside? */
function touchProven(): boolean {
  const r = cubic[ROOT];
  const E = cubic[CUBIC_ERROR];
  const M = hull[HULL_SIZE];
  const value = cubic[ROOT_VALUE];
  const width = Math.abs((6 * E) / cubic[ROOT_SLOPE]) + 8 * U;
  const t = r + width;
  // a root that is not sharp is found by integers instead
  if (!(t <= 1 && width <= WIDEST)) return false;
  // the root may lie anywhere in between: cross products change by at most 8 M² a unit of time
  if (!(inside[0] > M * M * (24 * U + 16 * width) + TINY)) return false;
  const s = 1 - t;
  const m = s * cubic[1] + t * cubic[2];
  const after = s * (s * (s * cubic[0] + t * cubic[1]) + t * m) + t * (s * m + t * (s * cubic[2] + t * cubic[3]));
  return (value > E && after < -E) || (value < -E && after > E);
}
