/**
 * Features that meet almost flat, off by a rounding of their corners, as sheets do in a plane that is not an axis':
 * the cubic of origin-in-hull.ts and the cross products of the hull's corners, in double-doubles.
 *   f(t) = w₀·(w₁ × wₗ) = b₀ s³ + b₁ s² t + b₂ s t² + b₃ t³,  s = 1 − t
 * Its roots are parted by its Bernstein coefficients, then each is enclosed by two doubles of proven, opposite signs.
 * At a root all wⱼ × wₖ are parallel: where those of neighbours have one sign, proven, the origin is inside, where two
 * have opposite signs it is not. Vertices that meet at the end of the step are a root there that is known beforehand.
 * Guarantee: FREE and TOUCHES are exact, and the time is that of exact-stencil.ts, bit by bit; else UNPROVEN. Zeros
 * are not distinguished from tiny numbers here. Constants: docs/notes/flat-contact.md.
 */
import { ddCross, ddDifference, ddDot, ddProduct, ddSum } from '../../geometry/double-double.ts';
import { EDGE_HEADS, EDGE_TAILS, FACE_HEADS, FACE_TAILS, LARGEST, SMALLEST } from './axis-stencil.ts';
import { stencil } from './keep-distance.ts';
import { FREE, HULL_END, HULL_SIZE, HULL_TIME, HULL_UNTIL, hull, TOUCHES, UNPROVEN } from './origin-in-hull.ts';

/** u = 2⁻⁵³ */
const U = 2 ** -53;
/** Most that f as computed may be off by, a share of the permanent of its factors: 256 u². */
const F_DOUBT = 2 ** -98;
/** Most that a cross product in the plane may be off by, a share of M². */
const CROSS_DOUBT = 2 ** -94;
const NARROWEST = 2 ** -45;
const BEFORE = 2 ** -20;
/** Where intervals are parted: not in the middle, where steps that fall as far as they started have their roots. */
const PART = 0.4871;
/** φ: t + fl(φ t) is the next double [Rump et al. 2009]. */
const NEXT = U * (1 + 2 * U);

/** Double-doubles, two slots each; the first eight are scratch. */
const START = 8;
const END = START + 24;
const C00 = END + 24;
const C11 = C00 + 6;
const CM = C11 + 6;
const CN = CM + 6;
/** b₀ … b₃ */
const B = CN + 6;
const S = B + 8;
const T = S + 2;
const VALUE = T + 2;
const PRODUCT = VALUE + 2;
const PLACES = PRODUCT + 2;
const r = new Float64Array(PLACES + 16);
const crosses = new Float64Array(8);

/** Bernstein coefficients as doubles, bounds on the errors of what is computed from these and from `r`, then: */
const cubic = new Float64Array(10);
const COARSE = 4;
const FINE = 5;
/** The time at which f is asked for, and its value; the ends of an enclosed root. */
const AT = 6;
const F = 7;
const LOW = 8;
const HIGH = 9;
/** Intervals still to be looked at, the first on top. */
const stack = new Float64Array(128);

/** After a test of `stencil` that left `hull` filled and unproven, free before HULL_TIME: FREE, TOUCHES or UNPROVEN. */
export function decidePrecisely(corners: number): number {
  for (let i = 0; i < 24; i++) {
    const x = Math.abs(stencil[i]);
    if (!(x <= LARGEST && (x >= SMALLEST || x === 0))) return UNPROVEN;
  }
  const heads = corners === 3 ? FACE_HEADS : EDGE_HEADS;
  const tails = corners === 3 ? FACE_TAILS : EDGE_TAILS;
  for (let j = 0; j < corners; j++) {
    for (let k = 0; k < 3; k++) {
      const p = heads[j] + k;
      const q = tails[j] + k;
      ddDifference(r, START + 6 * j + 2 * k, stencil[p], stencil[q], 1);
      ddDifference(r, END + 6 * j + 2 * k, stencil[12 + p], stencil[12 + q], 1);
    }
  }
  fillCubic(corners - 1);
  const meeting = meetingAtEnd(corners);
  if (meeting > 0) return keepsSign(meeting) ? touchesAtEnd() : UNPROVEN;
  return searchRoots(corners);
}

function touchesAtEnd(): number {
  hull[HULL_TIME] = 1;
  return hull[HULL_UNTIL] > 1 ? TOUCHES : FREE;
}

/**
 * How often 1 is known to be a root: once for a corner at the origin there; twice for two that are not neighbours,
 * where two edges end as one.
 */
function meetingAtEnd(corners: number): number {
  let set = 0;
  for (let j = 0; j < corners; j++) {
    const i = HULL_END + 3 * j;
    if (hull[i] === 0 && hull[i + 1] === 0 && hull[i + 2] === 0) set |= 1 << j;
  }
  return set === 0 ? 0 : corners === 4 && (set === 0b101 || set === 0b1010) ? 2 : 1;
}

/** From HULL_TIME on: are the coefficients of f without its roots at 1 of one sign? Then it has no other. */
function keepsSign(rootsAtEnd: number): boolean {
  const t = hull[HULL_TIME];
  const s = 1 - t;
  const doubt = 3 * cubic[COARSE];
  // f = s (b₀ s² + b₁ s t + b₂ t²), or s² (b₀ s + b₁ t)
  const g0 = r[B];
  const g1 = rootsAtEnd === 1 ? 0.5 * r[B + 2] : r[B + 2];
  if (rootsAtEnd === 2) {
    const start = s * g0 + t * g1;
    return (start > doubt && g1 > doubt) || (start < -doubt && g1 < -doubt);
  }
  const g2 = r[B + 4];
  const middle = s * g1 + t * g2;
  const start = s * (s * g0 + t * g1) + t * middle;
  return (start > doubt && middle > doubt && g2 > doubt) || (start < -doubt && middle < -doubt && g2 < -doubt);
}

function fillCubic(last: number): void {
  const y = 6;
  const z = 6 * last;
  ddCross(r, C00, START + y, START + z);
  ddCross(r, C11, END + y, END + z);
  ddCross(r, CM, START + y, END + z);
  ddCross(r, CN, END + y, START + z);
  for (let k = 0; k < 6; k += 2) ddSum(r, CM + k, CM + k, CN + k, 1);
  ddDot(r, B, START, C00);
  ddDot(r, B + 2, END, C00);
  ddDot(r, PRODUCT, START, CM);
  ddSum(r, B + 2, B + 2, PRODUCT, 1);
  ddDot(r, B + 4, START, C11);
  ddDot(r, PRODUCT, END, CM);
  ddSum(r, B + 4, B + 4, PRODUCT, 1);
  ddDot(r, B + 6, END, C11);
  const x0 = larger(0, 0);
  const x1 = larger(0, 1);
  const x2 = larger(0, 2);
  const y0 = larger(3, 0);
  const y1 = larger(3, 1);
  const y2 = larger(3, 2);
  const z0 = larger(3 * last, 0);
  const z1 = larger(3 * last, 1);
  const z2 = larger(3 * last, 2);
  const permanent = x0 * (y1 * z2 + y2 * z1) + x1 * (y0 * z2 + y2 * z0) + x2 * (y0 * z1 + y1 * z0);
  cubic[0] = r[B];
  cubic[1] = r[B + 2] * (1 / 3);
  cubic[2] = r[B + 4] * (1 / 3);
  cubic[3] = r[B + 6];
  const most = Math.max(Math.abs(cubic[0]), Math.abs(cubic[1]), Math.abs(cubic[2]), Math.abs(cubic[3]));
  cubic[FINE] = F_DOUBT * permanent;
  cubic[COARSE] = 16 * U * most + 2 * cubic[FINE];
}

/** The larger magnitude, at the two times, of coordinate k of the corner at i of `hull`. */
function larger(i: number, k: number): number {
  const a = Math.abs(hull[i + k]);
  const b = Math.abs(hull[HULL_END + i + k]);
  return a > b ? a : b;
}

function searchRoots(corners: number): number {
  const E = cubic[COARSE];
  let top = 0;
  // from a little before: f may be too small there to have a sign
  stack[top++] = Math.max(0, hull[HULL_TIME] - BEFORE);
  stack[top++] = 1;
  while (top > 0) {
    const high = stack[--top];
    const low = stack[--top];
    if (low >= hull[HULL_UNTIL]) return FREE;
    const l = 1 - low;
    const h = 1 - high;
    // the blossom of f, as in coplanarity.ts
    const p0 = l * cubic[0] + low * cubic[1];
    const p1 = l * cubic[1] + low * cubic[2];
    const p2 = l * cubic[2] + low * cubic[3];
    const ll0 = l * p0 + low * p1;
    const ll1 = l * p1 + low * p2;
    const lh0 = h * p0 + high * p1;
    const lh1 = h * p1 + high * p2;
    const m = h * cubic[1] + high * cubic[2];
    const hh0 = h * (h * cubic[0] + high * cubic[1]) + high * m;
    const hh1 = h * m + high * (h * cubic[2] + high * cubic[3]);
    const c0 = l * ll0 + low * ll1;
    const c1 = h * ll0 + high * ll1;
    const c2 = h * lh0 + high * lh1;
    const c3 = h * hh0 + high * hh1;
    if ((c0 > E && c1 > E && c2 > E && c3 > E) || (c0 < -E && c1 < -E && c2 < -E && c3 < -E)) continue;
    const d = 2 * E;
    if ((c1 - c0 > d && c2 - c1 > d && c3 - c2 > d) || (c0 - c1 > d && c1 - c2 > d && c2 - c3 > d)) {
      const first = signAt(low);
      const second = signAt(high);
      if (first === 0 || second === 0) return UNPROVEN;
      if (first === second) continue;
      if (!enclose(low, high, first)) return UNPROVEN;
      const inside = holdsOrigin(corners);
      if (inside === UNPROVEN) return UNPROVEN;
      if (inside === FREE) continue;
      const time = cubic[LOW];
      // only neighbouring doubles tell the time
      if (cubic[HIGH] > time + NEXT * time) return UNPROVEN;
      hull[HULL_TIME] = time;
      return time < hull[HULL_UNTIL] ? TOUCHES : FREE;
    }
    if (high - low < NARROWEST) return UNPROVEN;
    const middle = low + PART * (high - low);
    stack[top++] = middle;
    stack[top++] = high;
    stack[top++] = low;
    stack[top++] = middle;
  }
  return FREE;
}

/** The sign of f at t, 0 where it is in doubt; the value is in cubic[F]. */
function signAt(t: number): number {
  cubic[AT] = t;
  evaluate();
  const value = cubic[F];
  return value > cubic[FINE] ? 1 : value < -cubic[FINE] ? -1 : 0;
}

/** ((b₀ s + b₁ t) s + b₂ t²) s + b₃ t³ */
function evaluate(): void {
  const t = cubic[AT];
  ddDifference(r, S, 1, t, 1);
  r[T] = t;
  r[T + 1] = 0;
  ddProduct(r, VALUE, B, S);
  ddProduct(r, PRODUCT, B + 2, T);
  ddSum(r, VALUE, VALUE, PRODUCT, 1);
  ddProduct(r, VALUE, VALUE, S);
  ddProduct(r, PRODUCT, B + 4, T);
  ddProduct(r, PRODUCT, PRODUCT, T);
  ddSum(r, VALUE, VALUE, PRODUCT, 1);
  ddProduct(r, VALUE, VALUE, S);
  ddProduct(r, PRODUCT, B + 6, T);
  ddProduct(r, PRODUCT, PRODUCT, T);
  ddProduct(r, PRODUCT, PRODUCT, T);
  ddSum(r, VALUE, VALUE, PRODUCT, 1);
  cubic[F] = r[VALUE];
}

/** The one root between low and high, where f changes from `sign` to the other: LOW and HIGH as near as signs allow. */
function enclose(low: number, high: number, sign: number): boolean {
  let left = low;
  let right = high;
  let t = 0.5 * (low + high);
  // Newton's steps, kept between the ends
  for (let pass = 0; pass < 60; pass++) {
    cubic[AT] = t;
    evaluate();
    const value = cubic[F];
    if (sign * value > 0) left = t;
    else right = t;
    const s = 1 - t;
    const slope = 3 * (s * s * (cubic[1] - cubic[0]) + 2 * s * t * (cubic[2] - cubic[1]) + t * t * (cubic[3] - cubic[2]));
    let next = t - value / slope;
    if (!(next >= left && next <= right)) next = 0.5 * (left + right);
    if (Math.abs(next - t) <= 2 * NEXT * t) {
      t = next;
      break;
    }
    t = next;
  }
  // out from there until the signs are certain: double by double first, then in longer steps
  let below = t;
  let above = high;
  let step = NEXT * t;
  for (let pass = 0; ; pass++) {
    const here = below > low ? signAt(below) : sign;
    if (here === sign) break;
    if (here === -sign) above = below;
    if (pass > 2) step = 2 * step;
    below = below > low + step ? below - step : low;
  }
  if (above === high) {
    step = NEXT * t;
    above = t;
    for (let pass = 0; ; pass++) {
      const here = above < high ? signAt(above) : -sign;
      if (here === -sign) break;
      if (here === sign) below = above;
      if (pass > 2) step = 2 * step;
      above = above < high - step ? above + step : high;
    }
  }
  cubic[LOW] = below;
  cubic[HIGH] = above;
  return above - below < 2 ** -20;
}

/** TOUCHES, FREE or UNPROVEN: at the root between LOW and HIGH, is the origin in the hull? */
function holdsOrigin(corners: number): number {
  const low = cubic[LOW];
  const high = cubic[HIGH];
  const width = high - low;
  signAt(low);
  const fl = cubic[F];
  signAt(high);
  const fh = cubic[F];
  // where between the two: f is a line, but for its curvature
  const share = fl / (fl - fh);
  const most = Math.max(Math.abs(cubic[0]), Math.abs(cubic[1]), Math.abs(cubic[2]), Math.abs(cubic[3]));
  const away = Math.min(1, 8 * U + (4 * cubic[FINE] + 48 * most * width * width) / Math.abs(fl - fh));
  const M = hull[HULL_SIZE];
  const flat = M * M * (CROSS_DOUBT + 2 * width * width);
  const axis = widestAxis(corners, low);
  const u = axis === 2 ? 0 : 2 * axis + 2;
  const v = axis === 0 ? 4 : 2 * axis - 2;
  crossesAt(low, corners, u, v, 0);
  crossesAt(high, corners, u, v, 4);
  let left = 0;
  let right = 0;
  for (let j = 0; j < corners; j++) {
    const c = crosses[j];
    const more = crosses[4 + j] - c;
    const cross = c + share * more;
    const doubt = flat + (away + 4 * U) * Math.abs(more) + 4 * U * Math.abs(c);
    if (cross > doubt) left++;
    else if (cross < -doubt) right++;
  }
  if (left > 0 && right > 0) return FREE;
  return left === corners || right === corners ? TOUCHES : UNPROVEN;
}

/** Along which the cross products of neighbours are largest: all of them are parallel at a root. */
function widestAxis(corners: number, t: number): number {
  const s = 1 - t;
  let sumX = 0;
  let sumY = 0;
  let sumZ = 0;
  const last = 3 * corners - 3;
  let x0 = s * hull[last] + t * hull[HULL_END + last];
  let y0 = s * hull[last + 1] + t * hull[HULL_END + last + 1];
  let z0 = s * hull[last + 2] + t * hull[HULL_END + last + 2];
  for (let j = 0; j <= last; j += 3) {
    const x = s * hull[j] + t * hull[HULL_END + j];
    const y = s * hull[j + 1] + t * hull[HULL_END + j + 1];
    const z = s * hull[j + 2] + t * hull[HULL_END + j + 2];
    sumX += Math.abs(y0 * z - z0 * y);
    sumY += Math.abs(z0 * x - x0 * z);
    sumZ += Math.abs(x0 * y - y0 * x);
    x0 = x;
    y0 = y;
    z0 = z;
  }
  return sumX >= sumY && sumX >= sumZ ? 0 : sumY >= sumZ ? 1 : 2;
}

/** Cross products of each corner with the one before it at t, in the plane of u and v; rounded, to `crosses` from o. */
function crossesAt(t: number, corners: number, u: number, v: number, o: number): void {
  ddDifference(r, S, 1, t, 1);
  r[T] = t;
  r[T + 1] = 0;
  for (let j = 0; j < corners; j++) {
    placeAt(PLACES + 4 * j, 6 * j + u);
    placeAt(PLACES + 4 * j + 2, 6 * j + v);
  }
  let before = PLACES + 4 * corners - 4;
  for (let j = 0; j < corners; j++) {
    const here = PLACES + 4 * j;
    ddProduct(r, VALUE, before, here + 2);
    ddProduct(r, PRODUCT, before + 2, here);
    ddSum(r, VALUE, VALUE, PRODUCT, -1);
    crosses[o + j] = r[VALUE];
    before = here;
  }
}

/** r[k] = s w(0) + t w(1), a coordinate at i of both. */
function placeAt(k: number, i: number): void {
  ddProduct(r, k, START + i, S);
  ddProduct(r, PRODUCT, END + i, T);
  ddSum(r, k, k, PRODUCT, 1);
}
