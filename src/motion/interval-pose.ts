/**
 * Poses whose entries are intervals: 12 of them at (array, offset), R row by row, then T; x ↦ R x + T. The same block
 * holds a rate (first derivative by time) or a bend (second) of a pose.
 * Guarantee: for all matrices in the operands the exact result lies in out; an overflow or a NaN gives the whole line.
 * Results must not overlap operands. Products of interval matrices as in [Redon et al. 2004, §4.1].
 *
 * Deviation: outward rounding once an entry, and no branches. With middles m, n and radii r, q a product of intervals
 * has the exact ends
 *   mn + ½(w + |v + 2rq|)  and  mn − ½(w + |v − 2rq|),   w = |mq + nr| + |mq − nr|, v = |mq + nr| − |mq − nr|
 * all parts of which are together at most X = (|m| + r)(|n| + q). Middles and radii are off by u of the entry's size,
 * hence a product by 4u X; its parts by 6u X, sums of k ≤ 10 products or addends by 9u ΣX, the last four operations by
 * 4u ΣX: below 32u ΣX, which goes outward.
 */

/** Doubles of an interval pose. */
export const POSE_SIZE = 24;
/** Where T begins. */
export const POSE_T = 18;

const OUTWARD: number = 2 ** -48;
/**
 * More than all underflows of one entry, and so much that no product of zeros widened by it is subnormal, which is
 * slow.
 */
const UNDERFLOW: number = 2 ** -480;
/** The same for points, which nothing is composed with. */
const POINT_UNDERFLOW: number = 2 ** -1060;
/** Σ of mn, w, |v + 2rq|, |v − 2rq| and X for the entry under way. */
const SUM_MIDDLE = 0;
const SUM_SPREAD = 1;
const SUM_ABOVE = 2;
const SUM_BELOW = 3;
const SUM_SIZE = 4;
const sum = new Float64Array(5);
/**
 * Middle, radius and size |m| + r of each of 12 entries; three such blocks for the left operands, three for the right
 * ones.
 */
const BLOCK = 36;
const RIGHT: number = 3 * BLOCK;
const centred = new Float64Array(6 * BLOCK);

/** A·B, for poses. Entries of R are cut to [−1, 1], which no rotation leaves. */
export function compose(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array, o: number): void {
  centre(a, i, 0);
  centre(b, j, RIGHT);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      begin();
      addProducts(9 * row, RIGHT + columnStart(column), columnStep(column), 1);
      if (column === 3) addInterval(a, i + POSE_T + 2 * row);
      end(UNDERFLOW, out, o + entry(row, column));
    }
  }
  for (let e = o; e < o + POSE_T; e += 2) {
    if (out[e] < -1) out[e] = -1;
    if (out[e + 1] > 1) out[e + 1] = 1;
  }
}

/** d(A·B) = dA·B + A·dB */
export function composeRates(
  a: Float64Array,
  i: number,
  da: Float64Array,
  di: number,
  b: Float64Array,
  j: number,
  db: Float64Array,
  dj: number,
  out: Float64Array,
  o: number,
): void {
  centre(a, i, 0);
  centre(da, di, BLOCK);
  centre(b, j, RIGHT);
  centre(db, dj, RIGHT + BLOCK);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      const at = RIGHT + columnStart(column);
      const step = columnStep(column);
      begin();
      addProducts(BLOCK + 9 * row, at, step, 1);
      addProducts(9 * row, BLOCK + at, step, 1);
      if (column === 3) addInterval(da, di + POSE_T + 2 * row);
      end(UNDERFLOW, out, o + entry(row, column));
    }
  }
}

/**
 * d²(A·B) = d²A·B + 2 dA·dB + A·d²B; pose, rate and bend of A stand one after the other at (a, i), those of B at (b,
 * j).
 */
export function composeBends(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array, o: number): void {
  for (let m = 0; m < 3; m++) {
    centre(a, i + m * POSE_SIZE, m * BLOCK);
    centre(b, j + m * POSE_SIZE, RIGHT + m * BLOCK);
  }
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      const at = RIGHT + columnStart(column);
      const step = columnStep(column);
      begin();
      addProducts(2 * BLOCK + 9 * row, at, step, 1);
      addProducts(BLOCK + 9 * row, BLOCK + at, step, 2);
      addProducts(9 * row, 2 * BLOCK + at, step, 1);
      if (column === 3) addInterval(a, i + 2 * POSE_SIZE + POSE_T + 2 * row);
      end(UNDERFLOW, out, o + entry(row, column));
    }
  }
}

/**
 * R x + T as three intervals, x three doubles at (point, j). Of a rate or bend: the point's velocity or acceleration.
 */
export function applyToPoint(pose: Float64Array, i: number, point: Float64Array, j: number, out: Float64Array, o: number): void {
  for (let row = 0; row < 3; row++) {
    begin();
    addScaled(pose, i + 6 * row, point, j);
    addInterval(pose, i + POSE_T + 2 * row);
    end(POINT_UNDERFLOW, out, o + 2 * row);
  }
}

/** R x as three intervals. */
export function applyToDirection(pose: Float64Array, i: number, direction: Float64Array, j: number, out: Float64Array, o: number): void {
  for (let row = 0; row < 3; row++) {
    begin();
    addScaled(pose, i + 6 * row, direction, j);
    end(POINT_UNDERFLOW, out, o + 2 * row);
  }
}

/**
 * Entry by entry what both hold. An entry where they share nothing, which sound enclosures never have, stays that of a.
 */
export function intersectPoses(a: Float64Array, i: number, b: Float64Array, j: number, out: Float64Array, o: number): void {
  for (let k = 0; k < POSE_SIZE; k += 2) {
    const lo = Math.max(a[i + k], b[j + k]);
    const hi = Math.min(a[i + k + 1], b[j + k + 1]);
    const meet = lo <= hi;
    const al = a[i + k];
    const ah = a[i + k + 1];
    out[o + k] = meet ? lo : al;
    out[o + k + 1] = meet ? hi : ah;
  }
}

export function writeIdentity(out: Float64Array, o: number): void {
  for (let k = 0; k < POSE_SIZE; k++) out[o + k] = k === 0 || k === 1 || k === 8 || k === 9 || k === 16 || k === 17 ? 1 : 0;
}

function columnStart(column: number): number {
  return column < 3 ? 3 * column : 27;
}

function columnStep(column: number): number {
  return column < 3 ? 9 : 3;
}

function entry(row: number, column: number): number {
  return column < 3 ? 6 * row + 2 * column : POSE_T + 2 * row;
}

function centre(a: Float64Array, i: number, to: number): void {
  for (let e = 0; e < 12; e++) {
    const lo = a[i + 2 * e];
    const hi = a[i + 2 * e + 1];
    const middle = 0.5 * (lo + hi);
    const radius = 0.5 * (hi - lo);
    centred[to + 3 * e] = middle;
    centred[to + 3 * e + 1] = radius;
    centred[to + 3 * e + 2] = Math.abs(middle) + radius;
  }
}

function begin(): void {
  sum[SUM_MIDDLE] = 0;
  sum[SUM_SPREAD] = 0;
  sum[SUM_ABOVE] = 0;
  sum[SUM_BELOW] = 0;
  sum[SUM_SIZE] = 0;
}

/**
 * weight · Σ of three products of centred intervals, those on the left in a row, those on the right `step` apart; no
 * loop, for speed.
 */
function addProducts(i: number, j: number, step: number, weight: number): void {
  const m0 = centred[i];
  const r0 = centred[i + 1];
  const n0 = centred[j];
  const q0 = centred[j + 1];
  const more0 = Math.abs(m0 * q0 + n0 * r0);
  const less0 = Math.abs(m0 * q0 - n0 * r0);
  const both0 = 2 * r0 * q0;
  const m1 = centred[i + 3];
  const r1 = centred[i + 4];
  const n1 = centred[j + step];
  const q1 = centred[j + step + 1];
  const more1 = Math.abs(m1 * q1 + n1 * r1);
  const less1 = Math.abs(m1 * q1 - n1 * r1);
  const both1 = 2 * r1 * q1;
  const m2 = centred[i + 6];
  const r2 = centred[i + 7];
  const n2 = centred[j + 2 * step];
  const q2 = centred[j + 2 * step + 1];
  const more2 = Math.abs(m2 * q2 + n2 * r2);
  const less2 = Math.abs(m2 * q2 - n2 * r2);
  const both2 = 2 * r2 * q2;
  sum[SUM_MIDDLE] += weight * (m0 * n0 + m1 * n1 + m2 * n2);
  sum[SUM_SPREAD] += weight * (more0 + less0 + (more1 + less1) + (more2 + less2));
  sum[SUM_ABOVE] += weight * (Math.abs(more0 - less0 + both0) + Math.abs(more1 - less1 + both1) + Math.abs(more2 - less2 + both2));
  sum[SUM_BELOW] += weight * (Math.abs(more0 - less0 - both0) + Math.abs(more1 - less1 - both1) + Math.abs(more2 - less2 - both2));
  sum[SUM_SIZE] +=
    weight * (centred[i + 2] * centred[j + 2] + centred[i + 5] * centred[j + step + 2] + centred[i + 8] * centred[j + 2 * step + 2]);
}

/** Σ of three products of an interval and a double; mq and rq are 0. */
function addScaled(a: Float64Array, i: number, x: Float64Array, j: number): void {
  for (let k = 0; k < 3; k++) {
    const lo = a[i + 2 * k];
    const hi = a[i + 2 * k + 1];
    const far = Math.abs(x[j + k]);
    const middle = 0.5 * (lo + hi);
    const radius = 0.5 * (hi - lo);
    sum[SUM_MIDDLE] += middle * x[j + k];
    sum[SUM_SPREAD] += 2 * radius * far;
    sum[SUM_SIZE] += (Math.abs(middle) + radius) * far;
  }
}

function addInterval(a: Float64Array, i: number): void {
  const middle = 0.5 * (a[i] + a[i + 1]);
  const radius = 0.5 * (a[i + 1] - a[i]);
  sum[SUM_MIDDLE] += middle;
  sum[SUM_SPREAD] += 2 * radius;
  sum[SUM_SIZE] += Math.abs(middle) + radius;
}

function end(underflow: number, out: Float64Array, o: number): void {
  const slack = OUTWARD * sum[SUM_SIZE] + underflow;
  const lo = sum[SUM_MIDDLE] - (0.5 * (sum[SUM_SPREAD] + sum[SUM_BELOW]) + slack);
  const hi = sum[SUM_MIDDLE] + (0.5 * (sum[SUM_SPREAD] + sum[SUM_ABOVE]) + slack);
  const sound = lo <= hi && slack < Number.POSITIVE_INFINITY;
  out[o] = sound ? lo : Number.NEGATIVE_INFINITY;
  out[o + 1] = sound ? hi : Number.POSITIVE_INFINITY;
}
