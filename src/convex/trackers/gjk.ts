/**
 * How far apart are two convex polyhedra, and where? Descends to the point of b − a nearest to the origin over
 * simplices of its vertices [Gilbert et al. 1988]; vertices are found by climbing from the last one, and both vertices
 * and simplex are kept from call to call [Cameron 1997].
 * Guarantee: every answer is a bracket. The simplex gives points and with them an upper bound, the supporting planes
 * across its direction a lower one; the loop ends when both meet within 16 roundings of the scene, else
 * feature-descent.ts finishes with more digits. Distances up to that rounding count as overlap. Every pass but a few
 * comes strictly closer, so that it cannot loop.
 */

import type { ConvexPolyhedron } from '../convex-polyhedron.ts';
import { type ConvexTracker, FEATURE_VERTEX, TRACK_DOUBLES, TRACK_NORMAL, TRACK_POINT_A, TRACK_POINT_B } from '../convex-tracker.ts';
import { supportVertex } from '../support.ts';
import { DESCENT_LOWER, FeatureDescent } from './feature-descent.ts';
import { NEAREST_DOUBLES, NEAREST_POINT, NEAREST_SIZE, NEAREST_SQUARE, nearestOfSimplex } from './nearest-of-simplex.ts';
import { writeRelativePlacement, writeWay } from './relative-placement.ts';
import { sharedFeature } from './shared-feature.ts';

/** Further doubles of `out`: the distance is certainly not smaller; and not larger than out[0] plus this rounding. */
export const GJK_LOWER: number = TRACK_DOUBLES;
export const GJK_ROUNDING: number = TRACK_DOUBLES + 1;

const U = 2 ** -53;
/** Roundings of |t| + |a| + |b| between bounds that count as met. */
const SLACK = 16 * U;
/** What placing b before a, supports and dot products may lose. */
const ROUNDING = 32 * U;
/** Passes that may come no closer. */
const MOST_STALLS = 4;
/** Far more than any descent took; it ends by itself. */
const MOST_PASSES = 1000;
/** Beyond, products of six lengths could leave the range of doubles. */
const LARGE = 2 ** 100;
const SMALL = 2 ** -100;

/** Places in `way` after the two directions: v·w of the last support, the best lower bound, the scale, the slack. */
const ALONG = 6;
const BOUND = 7;
const SCALE = 8;
const SLACK_AT = 9;

/**
 * How far apart are two convex polyhedra, and where? Descends over simplices of vertices and keeps them from call to
 * call. Every answer is a bracket that closes within a few roundings of the scene; distances up to that rounding count
 * as overlap.
 */
export class Gjk implements ConvexTracker {
  readonly a: ConvexPolyhedron;
  readonly b: ConvexPolyhedron;
  /**
   * As of every tracker; [10] the distance is certainly not smaller, [11] and not larger than [0] plus this rounding.
   */
  readonly out: Float64Array = new Float64Array(TRACK_DOUBLES + 2);
  overlap = false;
  kindA: number = FEATURE_VERTEX;
  indexA = 0;
  kindB: number = FEATURE_VERTEX;
  indexB = 0;
  steps = 0;
  /** Sum of the two cores' reach from their origins, in the unit of length. */
  readonly extent: number;
  /** Calls so far that needed more digits. */
  refined = 0;
  /** Corners of the simplex: how many, their vertices of a and of b, b − a in the frame of a. */
  private count = 0;
  private readonly corners = new Int32Array(8);
  private readonly w = new Float64Array(12);
  private readonly near = new Float64Array(NEAREST_DOUBLES);
  private readonly relative = new Float64Array(12);
  /** The direction in the frame of a, then reversed in the frame of b; then what passes between methods. */
  private readonly way = new Float64Array(10);
  private readonly descent: FeatureDescent;
  /** Different vertices of the simplex, and those the last features were found for; −1 behind the last. */
  private readonly span = new Int32Array(3);
  private readonly spannedA = Int32Array.of(-1, -1, -1);
  private readonly spannedB = Int32Array.of(-1, -1, -1);

  /** Takes two polyhedra; where they are, `track` is given. */
  constructor(a: ConvexPolyhedron, b: ConvexPolyhedron) {
    this.a = a;
    this.b = b;
    this.extent = extentOf(a) + extentOf(b);
    this.descent = new FeatureDescent(a, b);
  }

  reset(): void {
    this.count = 0;
  }

  track(A: Float64Array, B: Float64Array): void {
    const { near, way, corners, w } = this;
    this.place(A, B);
    if (this.count === 0) {
      corners[0] = 0;
      corners[4] = 0;
      this.count = 1;
    }
    for (let k = 0; k < this.count; k++) this.load(k);
    this.steps = 0;
    this.overlap = false;
    const slack = way[SLACK_AT];
    let last = Number.POSITIVE_INFINITY;
    let met = false;
    let stalls = 0;
    way[BOUND] = 0;
    for (;;) {
      if (nearestOfSimplex(w, this.count, near)) {
        this.overlap = true;
        break;
      }
      this.keepNeeded();
      const square = near[NEAREST_SQUARE];
      if (!(square > slack * slack)) {
        this.overlap = this.pointsMeet();
        break;
      }
      // no nearer than before: a few times the direction may still improve, then the digits are used up
      if (!(square < last) && ++stalls > MOST_STALLS) break;
      last = square;
      this.steps++;
      const pair = this.support();
      const length = Math.sqrt(square);
      // lower bound: v·w/|v|, w the farthest corner against v
      const bound = way[ALONG] / length;
      if (bound > way[BOUND]) way[BOUND] = bound;
      if (length - bound <= slack) {
        met = true;
        break;
      }
      if (pair || this.steps >= MOST_PASSES) break;
      this.count++;
    }
    if (!this.overlap && !met) {
      this.refined++;
      this.finishPrecisely(A);
    } else this.write(A, B);
  }

  /** b as seen from a, the slack, and the scale where the unit of length needs one. */
  private place(A: Float64Array, B: Float64Array): void {
    const { relative: r, way, near } = this;
    writeRelativePlacement(A, B, r);
    let size = Math.sqrt(r[9] * r[9] + r[10] * r[10] + r[11] * r[11]) + this.extent;
    let scale = 1;
    if (!(size < LARGE && size > SMALL)) {
      size = Math.max(Math.abs(r[9]), Math.abs(r[10]), Math.abs(r[11]), this.extent);
      while (size * scale > 2) scale *= 0.5;
      while (size * scale < 1 && scale < 2 ** 1000) scale *= 2;
      r[9] *= scale;
      r[10] *= scale;
      r[11] *= scale;
      size = Math.sqrt(r[9] * r[9] + r[10] * r[10] + r[11] * r[11]) + this.extent * scale;
    }
    way[SCALE] = scale;
    way[SLACK_AT] = SLACK * size;
    near[NEAREST_SIZE] = size;
  }

  /** w = R·b + t − a. */
  private load(k: number): void {
    const { relative: r, w, corners } = this;
    const p = this.a.positions;
    const q = this.b.positions;
    const i = 3 * corners[k];
    const j = 3 * corners[4 + k];
    const scale = this.way[SCALE];
    const x = q[j] * scale;
    const y = q[j + 1] * scale;
    const z = q[j + 2] * scale;
    w[3 * k] = r[0] * x + r[1] * y + r[2] * z + r[9] - p[i] * scale;
    w[3 * k + 1] = r[3] * x + r[4] * y + r[5] * z + r[10] - p[i + 1] * scale;
    w[3 * k + 2] = r[6] * x + r[7] * y + r[8] * z + r[11] - p[i + 2] * scale;
  }

  /** Leaves the corners with a weight, in their order. */
  private keepNeeded(): void {
    const { near, corners, w } = this;
    let kept = 0;
    for (let k = 0; k < this.count; k++) {
      if (near[k] <= 0) continue;
      if (kept !== k) {
        corners[kept] = corners[k];
        corners[4 + kept] = corners[4 + k];
        w[3 * kept] = w[3 * k];
        w[3 * kept + 1] = w[3 * k + 1];
        w[3 * kept + 2] = w[3 * k + 2];
        near[kept] = near[k];
      }
      kept++;
    }
    this.count = kept;
  }

  /** Is the point of the weights the origin indeed? The normal of a needle may not know. */
  private pointsMeet(): boolean {
    const { near, w, count, way } = this;
    let far = 0;
    for (let c = 0; c < 3; c++) {
      let x = 0;
      for (let k = 0; k < count; k++) x += near[k] * w[3 * k + c];
      far += x * x;
    }
    return far <= 4 * way[SLACK_AT] * way[SLACK_AT];
  }

  /**
   * The corner farthest against v goes to the place after the simplex, v·w to `way`. True when the simplex has it
   * already.
   */
  private support(): boolean {
    const { near, way, relative: r, corners, w, count } = this;
    const x = near[NEAREST_POINT];
    const y = near[NEAREST_POINT + 1];
    const z = near[NEAREST_POINT + 2];
    writeWay(r, x, y, z, way);
    const i = supportVertex(this.a, way, 0, corners[count - 1]);
    const j = supportVertex(this.b, way, 3, corners[4 + count - 1]);
    corners[count] = i;
    corners[4 + count] = j;
    this.load(count);
    way[ALONG] = x * w[3 * count] + y * w[3 * count + 1] + z * w[3 * count + 2];
    for (let k = 0; k < count; k++) if (corners[k] === i && corners[4 + k] === j) return true;
    return false;
  }

  private write(A: Float64Array, B: Float64Array): void {
    const { near, way, out, a, b, corners, count } = this;
    const back = 1 / way[SCALE];
    let ax = 0;
    let ay = 0;
    let az = 0;
    let bx = 0;
    let by = 0;
    let bz = 0;
    const p = a.positions;
    const q = b.positions;
    for (let k = 0; k < count; k++) {
      const weight = near[k];
      const i = 3 * corners[k];
      const j = 3 * corners[4 + k];
      ax += weight * p[i];
      ay += weight * p[i + 1];
      az += weight * p[i + 2];
      bx += weight * q[j];
      by += weight * q[j + 1];
      bz += weight * q[j + 2];
    }
    const rounding = ROUNDING * near[NEAREST_SIZE] * back;
    const length = this.overlap ? 0 : Math.sqrt(near[NEAREST_SQUARE]);
    const n = length > 0 ? 1 / length : 0;
    out[0] = length * back;
    out[GJK_LOWER] = length > 0 ? Math.max(0, way[BOUND] * back - rounding) : 0;
    out[GJK_ROUNDING] = rounding;
    const x = near[NEAREST_POINT] * n;
    const y = near[NEAREST_POINT + 1] * n;
    const z = near[NEAREST_POINT + 2] * n;
    writePoint(out, TRACK_POINT_A, A, ax, ay, az);
    writePoint(out, TRACK_POINT_B, B, bx, by, bz);
    out[TRACK_NORMAL] = A[0] * x + A[1] * y + A[2] * z;
    out[TRACK_NORMAL + 1] = A[3] * x + A[4] * y + A[5] * z;
    out[TRACK_NORMAL + 2] = A[6] * x + A[7] * y + A[8] * z;
    this.writeFeatures();
  }

  private finishPrecisely(A: Float64Array): void {
    const { descent, out, near, way, corners } = this;
    const back = 1 / way[SCALE];
    descent.begin(this.relative, way[SCALE], corners, this.count);
    descent.descend(way[SLACK_AT]);
    const d = descent.out;
    const rounding = 4 * ROUNDING * near[NEAREST_SIZE] * back;
    // no plane found between bodies nearer than rounding
    this.overlap = descent.overlap || (!descent.met && d[6] * back <= rounding);
    this.steps += descent.steps;
    out[0] = this.overlap ? 0 : d[6] * back;
    out[GJK_LOWER] = this.overlap ? 0 : Math.max(0, Math.max(way[BOUND], d[DESCENT_LOWER]) * back - rounding);
    out[GJK_ROUNDING] = rounding;
    writePoint(out, TRACK_POINT_A, A, d[0] * back, d[1] * back, d[2] * back);
    writePoint(out, TRACK_POINT_B, A, d[3] * back, d[4] * back, d[5] * back);
    const [x, y, z] = descent.normal;
    out[TRACK_NORMAL] = A[0] * x + A[1] * y + A[2] * z;
    out[TRACK_NORMAL + 1] = A[3] * x + A[4] * y + A[5] * z;
    out[TRACK_NORMAL + 2] = A[6] * x + A[7] * y + A[8] * z;
    way[0] = x;
    way[1] = y;
    way[2] = z;
    for (let k = 0; k < 3; k++) way[3 + k] = -(this.relative[k] * x + this.relative[3 + k] * y + this.relative[6 + k] * z);
    this.count = descent.writeSimplex(corners);
    this.writeFeatures();
  }

  /** The features of the simplex's corners, of the first corner where the bodies overlap. */
  private writeFeatures(): void {
    // the two faces of a polygon share their vertices: the direction decides each time
    const { span, spannedA, spannedB, way, a, b, corners } = this;
    const count = this.overlap ? 1 : this.count;
    if (distinct(corners, 0, count, span, spannedA) || a.dimension === 2) {
      const feature = sharedFeature(a, span, way, 0);
      this.kindA = feature & 3;
      this.indexA = feature >> 2;
    }
    if (distinct(corners, 4, count, span, spannedB) || b.dimension === 2) {
      const feature = sharedFeature(b, span, way, 3);
      this.kindB = feature & 3;
      this.indexB = feature >> 2;
    }
  }
}

/** The different ones of corners[o..] into span, filled up with −1; false where these are those of the last time. */
function distinct(corners: Int32Array, o: number, count: number, span: Int32Array, last: Int32Array): boolean {
  span[0] = corners[o];
  span[1] = -1;
  span[2] = -1;
  for (let k = 1; k < count; k++) {
    const v = corners[o + k];
    if (v === span[0] || v === span[1]) continue;
    if (span[1] < 0) span[1] = v;
    else span[2] = v;
  }
  if (span[0] === last[0] && span[1] === last[1] && span[2] === last[2]) return false;
  last[0] = span[0];
  last[1] = span[1];
  last[2] = span[2];
  return true;
}

function writePoint(out: Float64Array, o: number, P: Float64Array, x: number, y: number, z: number): void {
  out[o] = P[0] * x + P[1] * y + P[2] * z + P[9];
  out[o + 1] = P[3] * x + P[4] * y + P[5] * z + P[10];
  out[o + 2] = P[6] * x + P[7] * y + P[8] * z + P[11];
}

/** No core vertex is farther from its origin. */
function extentOf({ positions }: ConvexPolyhedron): number {
  let square = 0;
  let largest = 0;
  for (let i = 0; i < positions.length; i++) largest = Math.max(largest, Math.abs(positions[i]));
  if (largest === 0) return 0;
  for (let i = 0; i < positions.length; i += 3) {
    const x = positions[i] / largest;
    const y = positions[i + 1] / largest;
    const z = positions[i + 2] / largest;
    square = Math.max(square, x * x + y * y + z * z);
  }
  return largest * Math.sqrt(square);
}
