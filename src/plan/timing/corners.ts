/**
 * The way that a timed trajectory takes: straight in joint space, corners cut by parabolas. Its parameter s is measured
 * in seconds at full speed: along a straight piece the joint that needs longest runs at its velocity limit when s runs
 * at 1. So nothing depends on units of length or angle.
 *
 * A blend that begins d before the corner and ends d behind it:
 *   q(s) = A + s t₁ + s² (t₂ − t₁) / 4d,  s in [0, 2d]
 * It stays in the triangle of A, corner and B, at most d |t₂ − t₁| / 4 from the two straight pieces, value by value.
 */

/** One piece of the way; q′ = first + s · bend, q″ = bend. */
export interface Piece {
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** q′ where it begins. */
  readonly first: Float64Array;
  /** q″; null: straight. */
  readonly bend: Float64Array | null;
  /** Range of s, seconds at full speed. */
  readonly length: number;
  /** Which corner a blend cuts; −1: straight. */
  readonly corner: number;
}

/** Corners that are left after waypoints that change nothing, and how far those are from the straight pieces now. */
export interface Corners {
  readonly points: readonly Float64Array[];
  /** Which waypoint each of them is. */
  readonly waypoints: readonly number[];
  /** One a value: how far left-out waypoints may be from the straight pieces between those that are left. */
  readonly off: Float64Array;
}

/** Relative to the values: nearer waypoints are the same; accelerations between them would drown in rounding. */
const SAME = 2 ** -38;
/** What part of a radius waypoints may be off a straight piece without being corners of it. */
const STRAIGHT = 2 ** -12;

/**
 * Waypoints without those that repeat others, or stand on the straight way between others within rounding, or within
 * a small part of the radius.
 */
export function cornersOf(waypoints: readonly Float64Array[], radius: Float64Array): Corners {
  const size = waypoints[0].length;
  const slack = new Float64Array(size);
  const off = new Float64Array(size);
  for (let j = 0; j < size; j++) {
    let least = Infinity;
    let most = -Infinity;
    let largest = 0;
    for (const q of waypoints) {
      least = Math.min(least, q[j]);
      most = Math.max(most, q[j]);
      largest = Math.max(largest, Math.abs(q[j]));
    }
    // of an unlimited radius, a part of what the value runs through
    slack[j] = Math.max(SAME * largest, STRAIGHT * Math.min(radius[j], (most - least) / 16));
  }
  const kept = [0];
  const last = waypoints.length - 1;
  while (kept[kept.length - 1] < last) {
    const anchor = kept[kept.length - 1];
    let next = anchor + 1;
    while (next < last && isStraight(waypoints, anchor, next + 1, slack, null)) next++;
    isStraight(waypoints, anchor, next, slack, off);
    kept.push(next);
  }
  return { points: kept.map((k) => waypoints[k]), waypoints: kept, off };
}

/** Where on the segment a waypoint's nearest place is, in [0, 1], values weighed by the slack. */
function shareOf(from: Float64Array, to: Float64Array, q: Float64Array, slack: Float64Array): number {
  let along = 0;
  let square = 0;
  for (let j = 0; j < q.length; j++) {
    if (slack[j] === 0) continue;
    const way = (to[j] - from[j]) / slack[j];
    along += way * ((q[j] - from[j]) / slack[j]);
    square += way * way;
  }
  return square > 0 ? Math.max(0, Math.min(1, along / square)) : 0;
}

/**
 * Do the waypoints between two others stand in order on the straight way between them, within twice the slack? Places
 * on it that never go back are given to them, so that what lies between waypoints is no farther off than they are;
 * `off` takes note of how far that is.
 */
function isStraight(
  waypoints: readonly Float64Array[],
  first: number,
  last: number,
  slack: Float64Array,
  off: Float64Array | null,
): boolean {
  const from = waypoints[first];
  const to = waypoints[last];
  let share = 0;
  for (let m = first + 1; m < last; m++) {
    const q = waypoints[m];
    share = Math.max(share, shareOf(from, to, q, slack));
    for (let j = 0; j < q.length; j++) {
      const away = Math.abs(q[j] - from[j] - share * (to[j] - from[j]));
      if (off !== null) off[j] = Math.max(off[j], away);
      else if (away > 2 * slack[j]) return false;
    }
  }
  return true;
}

/** Lengths of s between corners. */
export function lengthsOf(points: readonly Float64Array[], velocity: Float64Array): Float64Array {
  return Float64Array.from({ length: points.length - 1 }, (_, k) => {
    let most = 0;
    for (let j = 0; j < velocity.length; j++) {
      const way = Math.abs(points[k + 1][j] - points[k][j]);
      if (way > 0) most = Math.max(most, way / velocity[j]);
    }
    return most;
  });
}

/** A blend takes at most this part of a segment, so that a straight rest stays between neighbouring blends. */
const MOST_OF_SEGMENT = 31 / 64;
/** Blends that take less of their segments would drown in rounding: the corner is passed exactly. */
const LEAST_OF_VALUE = 2 ** -24;

/** The largest d of each corner within the radius, 0 at both ends of the way and where the radius is 0. */
export function blendsWithin(points: readonly Float64Array[], lengths: Float64Array, radius: Float64Array): Float64Array {
  const d = new Float64Array(points.length);
  for (let k = 1; k + 1 < points.length; k++) {
    let most = MOST_OF_SEGMENT * Math.min(lengths[k - 1], lengths[k]);
    let largest = 0;
    for (let j = 0; j < radius.length; j++) {
      const before = Math.abs(points[k][j] - points[k - 1][j]) / lengths[k - 1];
      const after = Math.abs(points[k + 1][j] - points[k][j]) / lengths[k];
      const steepest = Math.max(before, after);
      if (steepest * most > radius[j]) most = radius[j] / steepest;
      if (steepest > 0) largest = Math.max(largest, (LEAST_OF_VALUE * Math.abs(points[k][j])) / steepest);
    }
    d[k] = most > largest ? most : 0;
  }
  return d;
}

/** The way through the corners, cut by d; runs from stop to stop: at a corner with d = 0 everything stands still. */
export function runsOf(points: readonly Float64Array[], lengths: Float64Array, d: Float64Array): Piece[][] {
  const runs: Piece[][] = [[]];
  const tangent = (k: number): Float64Array => points[k + 1].map((x, j) => (x - points[k][j]) / lengths[k]);
  const along = (k: number, t: Float64Array, way: number): Float64Array =>
    way === 0 ? points[k] : points[k].map((x, j) => (t[j] === 0 ? x : x + way * t[j]));
  for (let k = 0; k + 1 < points.length; k++) {
    const first = tangent(k);
    const from = along(k, first, d[k]);
    const to = along(k + 1, first, -d[k + 1]);
    runs[runs.length - 1].push({ from, to, first, bend: null, length: lengths[k] - d[k] - d[k + 1], corner: -1 });
    if (k + 2 === points.length) break;
    if (d[k + 1] === 0) {
      runs.push([]);
      continue;
    }
    const next = tangent(k + 1);
    const bend = next.map((t, j) => (t - first[j]) / (2 * d[k + 1]));
    runs[runs.length - 1].push({ from: to, to: along(k + 1, next, d[k + 1]), first, bend, length: 2 * d[k + 1], corner: k + 1 });
  }
  return runs;
}

/** Joint values at s of a piece. */
export function placeAt({ from, to, first, bend, length }: Piece, s: number): Float64Array {
  if (s <= 0 || s >= length) return s <= 0 ? from : to;
  if (2 * s <= length) return from.map((x, j) => x + s * (first[j] + (bend === null ? 0 : (s / 2) * bend[j])));
  const left = length - s;
  return to.map((x, j) => x - left * (bend === null ? first[j] : first[j] + (length - left / 2) * bend[j]));
}
