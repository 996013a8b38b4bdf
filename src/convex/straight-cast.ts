/**
 * When do two convex polyhedra that keep their axes and fly straight meet? A ray cast against b − a by GJK
 * [van den Bergen 2004]: whenever the supporting plane across the direction found so far lies ahead of the ray, time
 * goes on to where the ray meets it; otherwise the simplex comes nearer. One support a pass, none of the distances on
 * the way is finished. A cast that misses goes on at t = 1 until it has the closest points there.
 * No guarantee but one: what is found is a guess, in plain doubles, that whoever asks must prove [convex-query.ts]; the
 * two witness points are points of the bodies, up to rounding, so that their distance is one from above. Ends after
 * MOST_PASSES, whatever the numbers are.
 */

import { CORNERS_DOUBLES, CORNERS_POINT, CORNERS_SQUARE, nearestCorners } from '../geometry/nearest-corners.ts';
import type { ConvexPolyhedron } from './convex-polyhedron.ts';
import { FEATURE_VERTEX } from './convex-tracker.ts';
import { farthestVertex, NO_STARTS, startVertices } from './farthest-vertex.ts';
import { writeRelativePlacement } from './trackers/relative-placement.ts';
import { sharedFeature } from './trackers/shared-feature.ts';

/** Nothing was found, or the bodies meet at the start. */
export const CAST_LOST = 0;
/** They come within the reach at TIME. */
export const CAST_HIT = 1;
/** They do not, up to t = 1. */
export const CAST_FREE = 2;

/** The numbers of a cast. Set by the caller: the distance to come to. */
export const CAST_REACH = 0;
/** Set by the caller: by how much more the distance may be off. */
export const CAST_SLACK = 1;
/** When they come there; 1 where they do not. */
export const CAST_TIME = 2;
/** The direction from a to b of the last plane that moved time on, in the frame of a, of any length; 0: none … */
export const CAST_PLANE = 3;
/** … and until when it did. */
export const CAST_UNTIL = 6;
/** Of a cast that misses: the direction of the plane that lets b pass from UNTIL on. */
export const CAST_PASSING = 7;
/** At TIME: the closest point of a, and from there to that of b, in the frame of a. */
export const CAST_POINT = 10;
export const CAST_GAP = 13;
const CAST_DOUBLES = 16;

const MOST_PASSES = 48;
/** In so many passes the direction may turn far. */
const WILD_PASSES = 3;
/** Of the squared distance: a support that gains less is none. */
const GAIN = 2 ** -40;

export class StraightCast {
  readonly a: ConvexPolyhedron;
  readonly b: ConvexPolyhedron;
  readonly numbers: Float64Array = new Float64Array(CAST_DOUBLES);
  kindA: number = FEATURE_VERTEX;
  indexA = 0;
  kindB: number = FEATURE_VERTEX;
  indexB = 0;
  passes = 0;
  /** The last supports: they are near the farthest vertices along the normal. */
  vertexA = 0;
  vertexB = 0;
  private readonly startsA: Uint32Array;
  private readonly startsB: Uint32Array;
  private readonly relative = new Float64Array(12);
  private readonly corners = new Int32Array(8);
  /** b − a at the corners: at t = 0, and now. */
  private readonly start = new Float64Array(12);
  private readonly now = new Float64Array(12);
  private readonly near = new Float64Array(CORNERS_DOUBLES);
  /** The direction in the frame of a, and its opposite in that of b. */
  private readonly way = new Float64Array(6);
  private readonly span = new Int32Array(3);
  private readonly weights = new Float64Array(3);

  constructor(a: ConvexPolyhedron, b: ConvexPolyhedron) {
    this.a = a;
    this.b = b;
    this.startsA = startVertices(a);
    this.startsB = startVertices(b);
  }

  /** From two placements, b moving by `velocity[0..2]` in the world as seen from a. */
  cast(A: Float64Array, B: Float64Array, velocity: Float64Array): number {
    const { relative: r, corners, start, now, near, way, numbers, a, b, startsA, startsB } = this;
    writeRelativePlacement(A, B, r);
    const vx = A[0] * velocity[0] + A[3] * velocity[1] + A[6] * velocity[2];
    const vy = A[1] * velocity[0] + A[4] * velocity[1] + A[7] * velocity[2];
    const vz = A[2] * velocity[0] + A[5] * velocity[1] + A[8] * velocity[2];
    const p = a.positions;
    const q = b.positions;
    const reach = numbers[CAST_REACH];
    const slack = numbers[CAST_SLACK];
    let t = 0;
    numbers[CAST_TIME] = numbers[CAST_UNTIL] = 0;
    numbers[CAST_PLANE] = numbers[CAST_PLANE + 1] = numbers[CAST_PLANE + 2] = 0;
    let verdict = CAST_HIT;
    let count = 0;
    let i = 0;
    let j = 0;
    // first from origin to origin, where the balls about them meet or pass
    const early = meetingOfBalls(r[9], r[10], r[11], vx, vy, vz, a.reach + b.reach);
    let x = r[9] + early * vx;
    let y = r[10] + early * vy;
    let z = r[11] + early * vz;
    let square = x * x + y * y + z * z;
    let length = Math.sqrt(square);
    for (let pass = 1; pass <= MOST_PASSES; pass++) {
      this.passes = pass;
      way[0] = x;
      way[1] = y;
      way[2] = z;
      way[3] = -(r[0] * x + r[3] * y + r[6] * z);
      way[4] = -(r[1] * x + r[4] * y + r[7] * z);
      way[5] = -(r[2] * x + r[5] * y + r[8] * z);
      i = farthestVertex(a, pass > WILD_PASSES ? NO_STARTS : startsA, way, 0, i);
      j = farthestVertex(b, pass > WILD_PASSES ? NO_STARTS : startsB, way, 3, j);
      let known = false;
      for (let k = 0; k < count; k++) if (corners[k] === i && corners[4 + k] === j) known = true;
      const qx = q[3 * j];
      const qy = q[3 * j + 1];
      const qz = q[3 * j + 2];
      const cx = r[0] * qx + r[1] * qy + r[2] * qz + r[9] - p[3 * i];
      const cy = r[3] * qx + r[4] * qy + r[5] * qz + r[10] - p[3 * i + 1];
      const cz = r[6] * qx + r[7] * qy + r[8] * qz + r[11] - p[3 * i + 2];
      // the plane across the direction, in lengths times its own
      const height = x * (cx + t * vx) + y * (cy + t * vy) + z * (cz + t * vz);
      if (verdict === CAST_FREE) {
        if (known || square - height <= GAIN * square) return this.finish(verdict, i, j, count);
      } else {
        const ahead = height - reach * length;
        if (ahead > 0) {
          const rate = x * vx + y * vy + z * vz;
          const next = t - ahead / rate;
          if (!(rate < 0) || next >= 1) {
            numbers[CAST_PASSING] = x;
            numbers[CAST_PASSING + 1] = y;
            numbers[CAST_PASSING + 2] = z;
            verdict = CAST_FREE;
            t = 1;
          } else {
            // the planes add nothing any more
            if (known && ahead <= slack * length) return this.finish(verdict, i, j, count);
            t = next;
            numbers[CAST_UNTIL] = t;
            numbers[CAST_PLANE] = x;
            numbers[CAST_PLANE + 1] = y;
            numbers[CAST_PLANE + 2] = z;
          }
          numbers[CAST_TIME] = t;
        } else if (known) return this.finish(verdict, i, j, count);
      }
      if (!known) {
        corners[count] = i;
        corners[4 + count] = j;
        start[3 * count] = cx;
        start[3 * count + 1] = cy;
        start[3 * count + 2] = cz;
        count++;
      }
      for (let k = 0; k < 3 * count; k += 3) {
        now[k] = start[k] + t * vx;
        now[k + 1] = start[k + 1] + t * vy;
        now[k + 2] = start[k + 2] + t * vz;
      }
      const needed = nearestCorners(now, count, near);
      if (needed === 0) return CAST_LOST;
      if (needed !== (1 << count) - 1) count = this.keepNeeded(count, needed);
      x = near[CORNERS_POINT];
      y = near[CORNERS_POINT + 1];
      z = near[CORNERS_POINT + 2];
      square = near[CORNERS_SQUARE];
      length = Math.sqrt(square);
      if (!(length > 0)) return CAST_LOST;
      if (verdict === CAST_HIT && length <= reach + slack) {
        way[0] = x;
        way[1] = y;
        way[2] = z;
        return this.finish(verdict, i, j, count);
      }
    }
    return CAST_LOST;
  }

  /** Leaves the corners that are needed, in their order. */
  private keepNeeded(count: number, needed: number): number {
    const { corners, start, now } = this;
    let kept = 0;
    for (let k = 0; k < count; k++) {
      if (((needed >> k) & 1) === 0) continue;
      if (kept !== k) {
        corners[kept] = corners[k];
        corners[4 + kept] = corners[4 + k];
        for (let c = 0; c < 3; c++) {
          start[3 * kept + c] = start[3 * k + c];
          now[3 * kept + c] = now[3 * k + c];
        }
      }
      kept++;
    }
    return kept;
  }

  private finish(verdict: number, i: number, j: number, count: number): number {
    const { numbers, way, corners, span, now, weights, a } = this;
    this.vertexA = i;
    this.vertexB = j;
    weigh(now, count, weights);
    for (let c = 0; c < 3; c++) {
      numbers[CAST_POINT + c] = numbers[CAST_GAP + c] = 0;
      for (let k = 0; k < count; k++) {
        numbers[CAST_POINT + c] += weights[k] * a.positions[3 * corners[k] + c];
        numbers[CAST_GAP + c] += weights[k] * now[3 * k + c];
      }
    }
    distinct(corners, 0, count, span);
    const ofA = sharedFeature(a, span, way, 0);
    this.kindA = ofA & 3;
    this.indexA = ofA >> 2;
    distinct(corners, 4, count, span);
    const ofB = sharedFeature(this.b, span, way, 3);
    this.kindB = ofB & 3;
    this.indexB = ofB >> 2;
    return verdict;
  }
}

/**
 * How much each of one to three corners counts at the point nearest to the origin: never below 0, together 1 but for
 * rounding, whatever their triangle looks like.
 */
function weigh(y: Float64Array, count: number, weights: Float64Array): void {
  weights[0] = 1;
  weights[1] = weights[2] = 0;
  if (count === 1) return;
  const ax = y[0];
  const ay = y[1];
  const az = y[2];
  const ex = y[3] - ax;
  const ey = y[4] - ay;
  const ez = y[5] - az;
  const ee = ex * ex + ey * ey + ez * ez;
  const ea = -(ex * ax + ey * ay + ez * az);
  let s = ea / ee;
  let u = 0;
  if (count > 2) {
    const fx = y[6] - ax;
    const fy = y[7] - ay;
    const fz = y[8] - az;
    const nx = ey * fz - ez * fy;
    const ny = ez * fx - ex * fz;
    const nz = ex * fy - ey * fx;
    const square = nx * nx + ny * ny + nz * nz;
    // −a = s e + u f + …: across f, and across e
    s = (nx * (az * fy - ay * fz) + ny * (ax * fz - az * fx) + nz * (ay * fx - ax * fy)) / square;
    u = (nx * (ay * ez - az * ey) + ny * (az * ex - ax * ez) + nz * (ax * ey - ay * ex)) / square;
  }
  s = s > 0 ? (s < 1 ? s : 1) : 0;
  u = u > 0 ? (u < 1 - s ? u : 1 - s) : 0;
  weights[0] = 1 - s - u;
  weights[1] = s;
  weights[2] = u;
}

/** When two balls whose centres are c apart come within `far`, or are nearest; 0: they are, or they part. */
function meetingOfBalls(cx: number, cy: number, cz: number, vx: number, vy: number, vz: number, far: number): number {
  const along = cx * vx + cy * vy + cz * vz;
  if (!(along < 0)) return 0;
  const square = vx * vx + vy * vy + vz * vz;
  const apart = cx * cx + cy * cy + cz * cz - far * far;
  if (!(apart > 0)) return 0;
  const under = along * along - square * apart;
  const t = under > 0 ? apart / (Math.sqrt(under) - along) : -along / square;
  return t < 1 ? t : 1;
}

/** The different ones of corners[o..] into span, filled up with −1. */
function distinct(corners: Int32Array, o: number, count: number, span: Int32Array): void {
  span[0] = corners[o];
  span[1] = -1;
  span[2] = -1;
  for (let k = 1; k < count; k++) {
    const v = corners[o + k];
    if (v === span[0] || v === span[1]) continue;
    if (span[1] < 0) span[1] = v;
    else span[2] = v;
  }
}
