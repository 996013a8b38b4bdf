/**
 * Features that meet flat: when the axes separate them exactly until some corners of the hull reach the origin's level
 * together, do these hold the origin then? Sheets that fall on aligned ones, rest on them or slide along them.
 * wⱼ are the points of the hull as in origin-in-hull.ts, x an axis. Let all wⱼ·x be positive at 0. They stay so until
 * the first t with some wⱼ·x = 0, a quotient of doubles: free before. At t the hull meets the plane x = 0 in the hull
 * of those j alone, a question in the plane:
 *   origin inside ⇔ all wⱼ × wₖ, corner by corner, are ≥ 0, or all ≤ 0, and where all are 0, both ranges hold 0
 * Guarantee: FREE and TOUCHES are exact, and the time is that of exact-stencil.ts, bit by bit. Signs are taken in
 * doubles where an error bound proves them, else in expansions [Shewchuk 1997]: t itself is never rounded, because
 * (h₀ − h₁) w(t) = h₀ w(1) − h₁ w(0) with h the level of one of those j.
 */
import { addProduct, addProductOfSums, addTerm, putDifference, signOfSum } from '../../math/expansion.ts';
import { stencil } from './keep-distance.ts';
import { FREE, HULL_END, HULL_TIME, HULL_UNTIL, hull, TOUCHES, UNPROVEN } from './origin-in-hull.ts';

/** Corner j is the point HEADS[j] less the point TAILS[j] of the stencil, as in exact-stencil.ts. */
export const FACE_HEADS: Uint8Array = Uint8Array.of(3, 6, 9);
export const FACE_TAILS: Uint8Array = Uint8Array.of(0, 0, 0);
export const EDGE_HEADS: Uint8Array = Uint8Array.of(0, 3, 3, 0);
export const EDGE_TAILS: Uint8Array = Uint8Array.of(6, 6, 9, 9);

/**
 * Coordinates other than 0 within these: then products of four differences, whose last bits are multiples of 2⁻⁹²⁸, are
 * exact as expansions. Others are left to the integers.
 */
export const SMALLEST: number = 2 ** -180;
export const LARGEST: number = 2 ** 200;
/** Doubts of cross products and magnitudes of levels below these may come from underflow: then doubles say nothing. */
const TINY_DOUBT = 2 ** -960;
const TINY_LEVEL = 2 ** -200;
/** 4u, of a cross product of differences: two differences, a product, the sum, and second orders. */
const CROSS_DOUBT = 4 * 2 ** -53;
/** 5u, of h₀ b − h₁ a: differences, product and sum, 4u of the magnitudes and second orders. */
const LEVEL_DOUBT = 5 * 2 ** -53;
/** 16u, of a cross product of two such: twice 5u, product, sum, and the magnitudes' own rounding. */
const MOVING_DOUBT = 16 * 2 ** -53;
/** φ: t + fl(φ t) is the next double [Rump et al. 2009]. */
const NEXT = 2 ** -53 * (1 + 2 ** -52);

/** When the question in the plane is asked: at the start, at the end, or at the time of the level. */
const AT_START = 0;
const AT_END = HULL_END;
const AT_LEVEL = 24;

/** The differences as expansions, 3 places each, in the order of `hull`; and whether they are there. */
const EXACT = 3;
const exact = new Float64Array(EXACT * 24);
let exactKnown = false;
/** A coordinate is beyond the range of expansions: signs are not to be used. */
let beyondRange = false;
/** h₀ w(1) − h₁ w(0) of each corner and axis: the double, the sum of magnitudes, and the expansion. */
const level = new Float64Array(12);
const levelSize = new Float64Array(12);
const LEVEL = 18;
const levelExact = new Float64Array(LEVEL * 12);
const levelKnown = new Uint8Array(12);
/** Longer than any expansion within the range of coordinates. */
const sum = new Float64Array(2048);

/** The level's corner and axis. */
let levelCorner = 0;
let levelAxis = 0;
let heads = FACE_HEADS;
let tails = FACE_TAILS;
let corners = 3;

/** The last level: lower and upper coordinate at the start, the same points' at the end, its time, the next double. */
const lastLevel = new Float64Array(6);
const LAST_TIME = 4;
const NEXT_TIME = 5;

/** After a test of `stencil` that left `hull` filled and unproven: FREE, TOUCHES or UNPROVEN. */
export function decideByAxes(cornerCount: number): number {
  corners = cornerCount;
  heads = corners === 3 ? FACE_HEADS : EDGE_HEADS;
  tails = corners === 3 ? FACE_TAILS : EDGE_TAILS;
  exactKnown = beyondRange = false;
  for (let j = 0; j < 3 * corners; j += 3) {
    // a corner at the origin: two vertices that coincide
    if (hull[j] === 0 && hull[j + 1] === 0 && hull[j + 2] === 0) return touchesAt(0);
  }
  // where all pass the level together, that axis settles it
  let flat = 0;
  while (flat < 3 && !staysFlat(flat)) flat++;
  for (let i = 0; i < 3; i++) {
    const axis = flat < 3 ? (flat + i) % 3 : i;
    const found = axis === flat ? decideFlat(axis) : decideAlong(axis);
    if (beyondRange) return UNPROVEN;
    if (found !== UNPROVEN) return found;
  }
  return UNPROVEN;
}

/** Whether all corners have the same coordinate all the time, and it changes: they are on the level once, or never. */
function staysFlat(axis: number): boolean {
  if (hull[axis] === hull[HULL_END + axis]) return false;
  for (let j = 1; j < corners; j++) if (!movesAs(j, 0, axis)) return false;
  return true;
}

function touchesAt(time: number): number {
  hull[HULL_TIME] = time;
  return time < hull[HULL_UNTIL] ? TOUCHES : FREE;
}

/** Where all are on the level at one time and no other: as decideAlong, which does not know that. */
function decideFlat(axis: number): number {
  const all = (1 << corners) - 1;
  const a = hull[axis];
  const b = hull[HULL_END + axis];
  if (a === 0) return holdsOrigin(all, axis, AT_START) ? touchesAt(0) : FREE;
  if (b === 0) return hull[HULL_UNTIL] > 1 && holdsOrigin(all, axis, AT_END) ? touchesAt(1) : FREE;
  if (a > 0 === b > 0) return FREE;
  levelCorner = 0;
  levelAxis = axis;
  const time = timeOfLevel();
  if (time >= hull[HULL_UNTIL]) return FREE;
  levelKnown.fill(0);
  return holdsOrigin(all, axis, standsAcross(axis) ? AT_START : AT_LEVEL) ? touchesAt(time) : FREE;
}

function decideAlong(axis: number): number {
  const all = (1 << corners) - 1;
  // sets of corners: at the origin's level, above it and below it, at the start and at the end
  let on0 = 0;
  let up0 = 0;
  let on1 = 0;
  let up1 = 0;
  for (let j = 0; j < corners; j++) {
    const a = hull[3 * j + axis];
    const b = hull[HULL_END + 3 * j + axis];
    if (a === 0) on0 |= 1 << j;
    else if (a > 0) up0 |= 1 << j;
    if (b === 0) on1 |= 1 << j;
    else if (b > 0) up1 |= 1 << j;
  }
  const down0 = all & ~(on0 | up0);
  if (up0 !== 0 && down0 !== 0) return UNPROVEN;
  const down1 = all & ~(on1 | up1);
  if (on0 !== 0 && holdsOrigin(on0, axis, AT_START)) return touchesAt(0);
  // all that is on the level at the start leaves it, to the side of the others: above it until the end
  const side1 = up0 !== 0 || (down0 === 0 && up1 !== 0) ? down1 : up1;
  if (side1 === 0 && (on0 & on1) === 0) return on1 !== 0 && holdsOrigin(on1, axis, AT_END) ? touchesAt(1) : FREE;
  if (on0 !== 0) return UNPROVEN;
  const first = firstOnLevel(axis, side1);
  // of a sheet it is known from the features before; else it is costly, and seldom asked for
  if (first === all && timeOfLevel() >= hull[HULL_UNTIL]) return FREE;
  if (holdsOrigin(first, axis, standsAcross(axis) ? AT_START : AT_LEVEL)) return touchesAt(timeOfLevel());
  return first === all || isPastUntil() ? FREE : UNPROVEN;
}

/** The corners that reach the origin's level first, of those that pass it; sets the level. */
function firstOnLevel(axis: number, passing: number): number {
  levelAxis = axis;
  let earliest = Infinity;
  for (let j = 0; j < corners; j++) {
    if ((passing & (1 << j)) === 0) continue;
    const a = hull[3 * j + axis];
    const time = a / (a - hull[HULL_END + 3 * j + axis]);
    if (time < earliest) {
      earliest = time;
      levelCorner = j;
    }
  }
  for (;;) {
    levelKnown.fill(0);
    let on = 1 << levelCorner;
    let earlier = -1;
    for (let j = 0; j < corners; j++) {
      if (j === levelCorner || movesAs(j, levelCorner, axis)) on |= 1 << j;
      else {
        const sign = signOnLevel(3 * j + axis);
        if (sign === 0) on |= 1 << j;
        else if (sign < 0) earlier = j;
      }
    }
    if (earlier < 0) return on;
    levelCorner = earlier;
  }
}

/** Whether two corners have the same coordinate all the time, seen from the numbers they are made of. */
function movesAs(i: number, j: number, axis: number): boolean {
  const p = heads[i] + axis;
  const q = heads[j] + axis;
  const r = tails[i] + axis;
  const s = tails[j] + axis;
  return (
    stencil[p] === stencil[q] && stencil[r] === stencil[s] && stencil[12 + p] === stencil[12 + q] && stencil[12 + r] === stencil[12 + s]
  );
}

/** Whether all four points keep the other two coordinates. */
function standsAcross(axis: number): boolean {
  const u = axis === 0 ? 1 : 0;
  const v = axis === 2 ? 1 : 2;
  for (let p = 0; p < 12; p += 3) if (stencil[p + u] !== stencil[12 + p + u] || stencil[p + v] !== stencil[12 + p + v]) return false;
  return true;
}

/** Is the origin in the hull of these corners, all of which are on its level? */
function holdsOrigin(set: number, axis: number, when: number): boolean {
  const u = axis === 2 ? 0 : axis + 1;
  const v = axis === 0 ? 2 : axis - 1;
  let before = corners - 1;
  while ((set & (1 << before)) === 0) before--;
  let left = false;
  let right = false;
  for (let j = 0; j < corners; j++) {
    if ((set & (1 << j)) === 0 || j === before) continue;
    const sign = signOfCross(3 * before, 3 * j, u, v, when);
    if (sign > 0) left = true;
    else if (sign < 0) right = true;
    if (left && right) return false;
    before = j;
  }
  return left || right || (rangeHoldsOrigin(set, u, when) && rangeHoldsOrigin(set, v, when));
}

function rangeHoldsOrigin(set: number, axis: number, when: number): boolean {
  let above = false;
  let below = false;
  for (let j = 0; j < corners; j++) {
    if ((set & (1 << j)) === 0) continue;
    const i = 3 * j + axis;
    const sign = when === AT_LEVEL ? signOnLevel(i) : hull[when + i];
    if (sign >= 0) above = true;
    if (sign <= 0) below = true;
  }
  return above && below;
}

/** The sign of wᵢ × wⱼ in the plane of u and v. */
function signOfCross(i: number, j: number, u: number, v: number, when: number): number {
  if (when === AT_LEVEL) return signOfMovingCross(i, j, u, v);
  const iu = hull[when + i + u];
  const iv = hull[when + i + v];
  const ju = hull[when + j + u];
  const jv = hull[when + j + v];
  const cross = iu * jv - iv * ju;
  const doubt = CROSS_DOUBT * (Math.abs(iu * jv) + Math.abs(iv * ju));
  if (doubt > TINY_DOUBT) {
    if (cross > doubt) return 1;
    if (cross < -doubt) return -1;
  } else if ((iu === 0 || jv === 0) && (iv === 0 || ju === 0)) return 0;
  if (!fillExact()) return 0;
  sum[0] = 0;
  addProductOfSums(sum, 0, exact, EXACT * (when + i + u), exact, EXACT * (when + j + v), 1);
  addProductOfSums(sum, 0, exact, EXACT * (when + i + v), exact, EXACT * (when + j + u), -1);
  return signOfSum(sum, 0);
}

function signOfMovingCross(i: number, j: number, u: number, v: number): number {
  fillLevel(i + u);
  fillLevel(i + v);
  fillLevel(j + u);
  fillLevel(j + v);
  const cross = level[i + u] * level[j + v] - level[i + v] * level[j + u];
  const doubt = MOVING_DOUBT * (levelSize[i + u] * levelSize[j + v] + levelSize[i + v] * levelSize[j + u]);
  if (cross > doubt) return 1;
  if (cross < -doubt) return -1;
  if (doubt === 0) return 0;
  if (!fillExact()) return 0;
  fillLevelExact(i + u);
  fillLevelExact(i + v);
  fillLevelExact(j + u);
  fillLevelExact(j + v);
  sum[0] = 0;
  addProductOfSums(sum, 0, levelExact, LEVEL * (i + u), levelExact, LEVEL * (j + v), 1);
  addProductOfSums(sum, 0, levelExact, LEVEL * (i + v), levelExact, LEVEL * (j + u), -1);
  return signOfSum(sum, 0);
}

/**
 * The sign of h₀ b − h₁ a, a and b coordinate i of `hull`. Along the level's own axis it is positive on the side where
 * all are at the start.
 */
function signOnLevel(i: number): number {
  fillLevel(i);
  const doubt = LEVEL_DOUBT * levelSize[i];
  if (level[i] > doubt) return 1;
  if (level[i] < -doubt) return -1;
  if (doubt === 0 || !fillExact()) return 0;
  fillLevelExact(i);
  return signOfSum(levelExact, LEVEL * i);
}

function fillLevel(i: number): void {
  if (levelKnown[i] !== 0) return;
  const l = 3 * levelCorner + levelAxis;
  const end = hull[l] * hull[HULL_END + i];
  const start = hull[HULL_END + l] * hull[i];
  level[i] = end - start;
  const size = Math.abs(end) + Math.abs(start);
  // 0 where the factors are, beyond all doubt where it may come from underflow
  levelSize[i] = size > TINY_LEVEL ? size : hull[i] === 0 && hull[HULL_END + i] === 0 ? 0 : Infinity;
  levelKnown[i] = 1;
}

function fillLevelExact(i: number): void {
  if (levelKnown[i] === 2) return;
  const l = 3 * levelCorner + levelAxis;
  levelExact[LEVEL * i] = 0;
  addProductOfSums(levelExact, LEVEL * i, exact, EXACT * l, exact, EXACT * (HULL_END + i), 1);
  addProductOfSums(levelExact, LEVEL * i, exact, EXACT * (HULL_END + l), exact, EXACT * i, -1);
  levelKnown[i] = 2;
}

/** The differences that `hull` has, without their rounding; false where they are beyond the range. */
function fillExact(): boolean {
  if (exactKnown) return !beyondRange;
  exactKnown = true;
  for (let i = 0; i < 24; i++) {
    const x = Math.abs(stencil[i]);
    if (!(x <= LARGEST && (x >= SMALLEST || x === 0))) {
      beyondRange = true;
      return false;
    }
  }
  for (let j = 0; j < corners; j++) {
    for (let k = 0; k < 3; k++) {
      const p = heads[j] + k;
      const q = tails[j] + k;
      putDifference(exact, EXACT * (3 * j + k), stencil[p], stencil[q]);
      putDifference(exact, EXACT * (HULL_END + 3 * j + k), stencil[12 + p], stencil[12 + q]);
    }
  }
  return true;
}

/** Whether the level's time is certainly at HULL_UNTIL or after it. */
function isPastUntil(): boolean {
  const l = 3 * levelCorner + levelAxis;
  return (hull[l] / (hull[l] - hull[HULL_END + l])) * (1 - 2 ** -50) >= hull[HULL_UNTIL];
}

/** The largest double that is not after the level's time. Of neighbouring features it is mostly the same one. */
function timeOfLevel(): number {
  const l = 3 * levelCorner + levelAxis;
  const low = (hull[l] > 0 ? tails[levelCorner] : heads[levelCorner]) + levelAxis;
  const high = (hull[l] > 0 ? heads[levelCorner] : tails[levelCorner]) + levelAxis;
  const known = lastLevel;
  if (known[0] === stencil[low] && known[1] === stencil[high] && known[2] === stencil[12 + low] && known[3] === stencil[12 + high])
    return known[LAST_TIME];
  known[0] = stencil[low];
  known[1] = stencil[high];
  known[2] = stencil[12 + low];
  known[3] = stencil[12 + high];
  // within some roundings of it, and not below its half
  known[NEXT_TIME] = (hull[l] / (hull[l] - hull[HULL_END + l])) * (1 - 2 ** -50);
  do {
    known[LAST_TIME] = known[NEXT_TIME];
    known[NEXT_TIME] += NEXT * known[NEXT_TIME];
  } while (!isAfterLevel());
  if (beyondRange) known[0] = Number.NaN;
  return known[LAST_TIME];
}

/** Whether NEXT_TIME is after the level's time: h₀ − t h₀ + t h₁ has not the sign of h₀. */
function isAfterLevel(): boolean {
  if (!fillExact()) return true;
  const l = 3 * levelCorner + levelAxis;
  const start = EXACT * l;
  const end = EXACT * (HULL_END + l);
  sum[0] = 0;
  for (let k = 1; k <= exact[start]; k++) {
    addTerm(sum, 0, exact, start + k, 1);
    addProduct(sum, 0, lastLevel, NEXT_TIME, exact, start + k, -1);
  }
  for (let k = 1; k <= exact[end]; k++) addProduct(sum, 0, lastLevel, NEXT_TIME, exact, end + k, 1);
  return signOfSum(sum, 0) * hull[l] < 0;
}
