/**
 * When do two convex polyhedra that keep their axes and fly straight meet? A ray cast against b − a by GJK
 * [van den Bergen 2004]: whenever the supporting plane across the direction found so far lies ahead of the ray, time
 * goes on to where the ray meets it; otherwise the simplex comes nearer. One support a pass, none of the distances on
 * the way is finished. A cast that misses goes on at t = 1 until it has the closest points there.
 * What is found is a guess, in plain doubles, that whoever asks must prove [convex-query.ts], by what holds in any
 * case: the two witness points are points of the bodies, up to rounding, so that their distance is one from above; and
 * across each plane that is kept, `stand` tells a distance from below that is linear in time
 * [docs/notes/rounding.md, "Casts of hulls"]. Ends after MOST_PASSES, whatever the numbers are.
 */

import { CORNERS_DOUBLES, CORNERS_POINT, CORNERS_SQUARE, nearestCorners, weigh } from '../geometry/nearest-corners.ts';
import { doubles } from '../math/enlarged.ts';
import type { ConvexPolyhedron } from './convex-polyhedron.ts';
import { FEATURE_VERTEX } from './convex-tracker.ts';
import { type Climbed, climbed, FEW, farthestVertex } from './farthest-vertex.ts';
import { supportVertex } from './support.ts';
import { writeRelativePlacement, writeWay } from './trackers/relative-placement.ts';
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
/** Until when the last plane that moved time on did so. */
export const CAST_UNTIL = 3;
/** At TIME: the closest point of a, and from there to that of b, in the frame of a. */
export const CAST_POINT = 4;
export const CAST_GAP = 7;
/** After `stand`: how far the cores are apart across the plane at t = 0, and by how much more for each unit of t. */
export const CAST_HEIGHT = 10;
export const CAST_RATE = 11;
/** The planes, by directions from a to b in the frame of a, of any length. Across the closest points … */
export const CAST_CLOSEST = 12;
/** … the last one that moved time on; 0: none … */
export const CAST_PLANE = 15;
/** … and, of a cast that misses, the one that lets b pass from UNTIL on. */
export const CAST_PASSING = 18;
/** How b moves in the frame of a. */
const CAST_VELOCITY = 21;
const CAST_DOUBLES = 24;

const MOST_PASSES = 48;
/** In so many passes the direction may turn far. */
const WILD_PASSES = 3;
/** Of the squared distance: a support that gains less is none. */
const GAIN = 2 ** -40;
const LEAST_SQUARE = 2 ** -900;
const NO_CORNERS = new Float64Array(0);

export class StraightCast {
  readonly a: ConvexPolyhedron;
  readonly b: ConvexPolyhedron;
  readonly numbers: number[] = doubles(CAST_DOUBLES);
  kindA: number = FEATURE_VERTEX;
  indexA = 0;
  kindB: number = FEATURE_VERTEX;
  indexB = 0;
  passes = 0;
  /** The supports across CLOSEST. */
  vertexA = 0;
  vertexB = 0;
  private readonly climbedA: Climbed;
  private readonly climbedB: Climbed;
  /** Of few vertices all are looked at, those of b where they stand in the frame of a. */
  private readonly few: boolean;
  private readonly cornersA: number[];
  private readonly cornersB: number[];
  private readonly moved: number[];
  private readonly relative = new Float64Array(12);
  private readonly corners: number[] = [0, 0, 0, 0, 0, 0, 0, 0];
  /** Three times the support of a and that of b, for the planes, where their directions are. */
  private readonly supports: number[] = new Array<number>(CAST_DOUBLES).fill(0);
  /** b − a at the corners: at t = 0, and now. */
  private readonly start = doubles(12);
  private readonly now = doubles(12);
  private readonly near = doubles(CORNERS_DOUBLES);
  /** The direction in the frame of a, and its opposite in that of b. */
  private readonly way = new Float64Array(6);
  private readonly span = new Int32Array(3);
  private readonly weights = doubles(3);

  constructor(a: ConvexPolyhedron, b: ConvexPolyhedron) {
    this.a = a;
    this.b = b;
    this.climbedA = climbed(a);
    this.climbedB = climbed(b);
    this.few = a.vertexCount < FEW && b.vertexCount < FEW;
    this.cornersA = inFours(this.few ? a.positions : NO_CORNERS);
    this.cornersB = inFours(this.few ? b.positions : NO_CORNERS);
    this.moved = doubles(this.cornersB.length);
  }

  /** From two placements, b moving by `velocity[0..2]` in the world as seen from a. */
  cast(A: Float64Array, B: Float64Array, velocity: Float64Array): number {
    const { relative: r, corners, supports, start, now, near, numbers, a, b, few, moved } = this;
    writeRelativePlacement(A, B, r);
    if (few) place(this.cornersB, r, moved);
    const vx = A[0] * velocity[0] + A[3] * velocity[1] + A[6] * velocity[2];
    const vy = A[1] * velocity[0] + A[4] * velocity[1] + A[7] * velocity[2];
    const vz = A[2] * velocity[0] + A[5] * velocity[1] + A[8] * velocity[2];
    numbers[CAST_VELOCITY] = vx;
    numbers[CAST_VELOCITY + 1] = vy;
    numbers[CAST_VELOCITY + 2] = vz;
    const p = this.cornersA;
    const endA = p.length;
    const endB = moved.length;
    const reach = numbers[CAST_REACH];
    const slack = numbers[CAST_SLACK];
    const within = (reach + slack) * (reach + slack);
    let t = 0;
    numbers[CAST_TIME] = numbers[CAST_UNTIL] = 0;
    let verdict = CAST_HIT;
    let count = 0;
    let vertexA = 0;
    let vertexB = 0;
    let i = 0;
    let j = 0;
    // first from origin to origin, where the balls about them meet or pass
    const ox = r[9];
    const oy = r[10];
    const oz = r[11];
    const early = meetingOfBalls(ox, oy, oz, vx, vy, vz, a.reach + b.reach);
    let x = ox + early * vx;
    let y = oy + early * vy;
    let z = oz + early * vz;
    let square = x * x + y * y + z * z;
    let pass = 0;
    for (;;) {
      if (++pass > MOST_PASSES) return CAST_LOST;
      let cx = 0;
      let cy = 0;
      let cz = 0;
      if (few) {
        let most = -Infinity;
        for (let k = 0; k < endA; k += 12) {
          const d0 = x * p[k] + y * p[k + 1] + z * p[k + 2];
          const d1 = x * p[k + 3] + y * p[k + 4] + z * p[k + 5];
          const d2 = x * p[k + 6] + y * p[k + 7] + z * p[k + 8];
          const d3 = x * p[k + 9] + y * p[k + 10] + z * p[k + 11];
          const d = Math.max(Math.max(d0, d1), Math.max(d2, d3));
          if (d > most) {
            most = d;
            i = k + (d === d0 ? 0 : d === d1 ? 3 : d === d2 ? 6 : 9);
          }
        }
        let least = Infinity;
        for (let k = 0; k < endB; k += 12) {
          const d0 = x * moved[k] + y * moved[k + 1] + z * moved[k + 2];
          const d1 = x * moved[k + 3] + y * moved[k + 4] + z * moved[k + 5];
          const d2 = x * moved[k + 6] + y * moved[k + 7] + z * moved[k + 8];
          const d3 = x * moved[k + 9] + y * moved[k + 10] + z * moved[k + 11];
          const d = Math.min(Math.min(d0, d1), Math.min(d2, d3));
          if (d < least) {
            least = d;
            j = k + (d === d0 ? 0 : d === d1 ? 3 : d === d2 ? 6 : 9);
          }
        }
        cx = moved[j] - p[i];
        cy = moved[j + 1] - p[i + 1];
        cz = moved[j + 2] - p[i + 2];
      } else {
        const { way, climbedA, climbedB } = this;
        writeWay(r, x, y, z, way);
        vertexA = farthestVertex(climbedA, pass <= WILD_PASSES, way, 0, vertexA);
        vertexB = farthestVertex(climbedB, pass <= WILD_PASSES, way, 3, vertexB);
        i = 3 * vertexA;
        j = 3 * vertexB;
        const o = climbedA.positions;
        const q = climbedB.positions;
        const qx = q[j];
        const qy = q[j + 1];
        const qz = q[j + 2];
        cx = r[0] * qx + r[1] * qy + r[2] * qz + ox - o[i];
        cy = r[3] * qx + r[4] * qy + r[5] * qz + oy - o[i + 1];
        cz = r[6] * qx + r[7] * qy + r[8] * qz + oz - o[i + 2];
      }
      let known = false;
      for (let k = 0; k < count; k++) if (corners[k] === i && corners[4 + k] === j) known = true;
      // the plane across the direction, in lengths times its own
      const height = x * (cx + t * vx) + y * (cy + t * vy) + z * (cz + t * vz);
      const closest = known || (count > 0 && square - height <= GAIN * square);
      if (verdict === CAST_HIT) {
        const length = Math.sqrt(square);
        const ahead = height - reach * length;
        if (closest && ahead <= slack * length) break;
        if (ahead > 0) {
          const rate = x * vx + y * vy + z * vz;
          const next = t - ahead / rate;
          let plane = CAST_PLANE;
          if (rate < 0 && next < 1) {
            t = next;
            numbers[CAST_UNTIL] = t;
          } else {
            plane = CAST_PASSING;
            verdict = CAST_FREE;
            t = 1;
          }
          numbers[plane] = x;
          numbers[plane + 1] = y;
          numbers[plane + 2] = z;
          supports[plane] = i;
          supports[plane + 1] = j;
        }
      } else if (closest) break;
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
      // time went on across the same triangle: its plane and supports are known
      else if (known && count === 3 && (verdict === CAST_FREE || near[CORNERS_SQUARE] <= within)) break;
      x = near[CORNERS_POINT];
      y = near[CORNERS_POINT + 1];
      z = near[CORNERS_POINT + 2];
      square = near[CORNERS_SQUARE];
      if (!(square > 0)) return CAST_LOST;
    }
    this.passes = pass;
    numbers[CAST_TIME] = t;
    numbers[CAST_CLOSEST] = x;
    numbers[CAST_CLOSEST + 1] = y;
    numbers[CAST_CLOSEST + 2] = z;
    supports[CAST_CLOSEST] = i;
    supports[CAST_CLOSEST + 1] = j;
    this.vertexA = (i / 3) | 0;
    this.vertexB = (j / 3) | 0;
    this.finish(count);
    return verdict;
  }

  /**
   * Tells how far the bodies are apart across the plane at numbers[o]: CLOSEST, PLANE or PASSING. Of a few vertices the
   * farthest by plain doubles does: what it may fall short of the exact one is a rounding of a product.
   */
  stand(o: number): void {
    const { numbers, supports, a, b, few, moved, relative: r, way } = this;
    const x = numbers[o];
    const y = numbers[o + 1];
    const z = numbers[o + 2];
    let i = supports[o];
    let j = supports[o + 1];
    if (!few) {
      writeWay(r, x, y, z, way);
      i = 3 * supportVertex(a, way, 0, (i / 3) | 0);
      j = 3 * supportVertex(b, way, 3, (j / 3) | 0);
    }
    const p = a.positions;
    const q = b.positions;
    const qx = few ? moved[j] : q[j];
    const qy = few ? moved[j + 1] : q[j + 1];
    const qz = few ? moved[j + 2] : q[j + 2];
    const cx = (few ? qx : r[0] * qx + r[1] * qy + r[2] * qz + r[9]) - p[i];
    const cy = (few ? qy : r[3] * qx + r[4] * qy + r[5] * qz + r[10]) - p[i + 1];
    const cz = (few ? qz : r[6] * qx + r[7] * qy + r[8] * qz + r[11]) - p[i + 2];
    const square = x * x + y * y + z * z;
    // a direction whose square loses digits tells nothing
    const scale = square > LEAST_SQUARE ? 1 / Math.sqrt(square) : 0;
    numbers[CAST_HEIGHT] = scale * (x * cx + y * cy + z * cz);
    numbers[CAST_RATE] = scale * (x * numbers[CAST_VELOCITY] + y * numbers[CAST_VELOCITY + 1] + z * numbers[CAST_VELOCITY + 2]);
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
        const to = 3 * kept;
        const from = 3 * k;
        start[to] = start[from];
        start[to + 1] = start[from + 1];
        start[to + 2] = start[from + 2];
        now[to] = now[from];
        now[to + 1] = now[from + 1];
        now[to + 2] = now[from + 2];
      }
      kept++;
    }
    return kept;
  }

  /** The witness points and the features, of so many corners. */
  private finish(count: number): void {
    const { numbers, way, corners, span, now, weights, a } = this;
    writeWay(this.relative, numbers[CAST_CLOSEST], numbers[CAST_CLOSEST + 1], numbers[CAST_CLOSEST + 2], way);
    weigh(now, count, weights);
    const p = a.positions;
    let px = 0;
    let py = 0;
    let pz = 0;
    let gx = 0;
    let gy = 0;
    let gz = 0;
    for (let k = 0; k < count; k++) {
      const weight = weights[k];
      const i = corners[k];
      px += weight * p[i];
      py += weight * p[i + 1];
      pz += weight * p[i + 2];
      gx += weight * now[3 * k];
      gy += weight * now[3 * k + 1];
      gz += weight * now[3 * k + 2];
    }
    numbers[CAST_POINT] = px;
    numbers[CAST_POINT + 1] = py;
    numbers[CAST_POINT + 2] = pz;
    numbers[CAST_GAP] = gx;
    numbers[CAST_GAP + 1] = gy;
    numbers[CAST_GAP + 2] = gz;
    distinct(corners, 0, count, span);
    const ofA = sharedFeature(a, span, way, 0);
    this.kindA = ofA & 3;
    this.indexA = ofA >> 2;
    distinct(corners, 4, count, span);
    const ofB = sharedFeature(this.b, span, way, 3);
    this.kindB = ofB & 3;
    this.indexB = ofB >> 2;
  }
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

/** Of the corners[o..], three times a vertex each, the different vertices into span, filled up with −1. */
function distinct(corners: readonly number[], o: number, count: number, span: Int32Array): void {
  span[0] = (corners[o] / 3) | 0;
  span[1] = -1;
  span[2] = -1;
  for (let k = 1; k < count; k++) {
    const v = (corners[o + k] / 3) | 0;
    if (v === span[0] || v === span[1]) continue;
    if (span[1] < 0) span[1] = v;
    else span[2] = v;
  }
}

/** All positions as they stand in the frame of a. */
function place(positions: readonly number[], r: Float64Array, out: number[]): void {
  const r0 = r[0];
  const r1 = r[1];
  const r2 = r[2];
  const r3 = r[3];
  const r4 = r[4];
  const r5 = r[5];
  const r6 = r[6];
  const r7 = r[7];
  const r8 = r[8];
  const px = r[9];
  const py = r[10];
  const pz = r[11];
  for (let k = 0; k < out.length; k += 3) {
    const x = positions[k];
    const y = positions[k + 1];
    const z = positions[k + 2];
    out[k] = r0 * x + r1 * y + r2 * z + px;
    out[k + 1] = r3 * x + r4 * y + r5 * z + py;
    out[k + 2] = r6 * x + r7 * y + r8 * z + pz;
  }
}

/** Filled up to a multiple of four vertices by the first one. */
function inFours(positions: Float64Array): number[] {
  const out = doubles(12 * Math.ceil(positions.length / 12));
  for (let k = 0; k < out.length; k++) out[k] = positions[k < positions.length ? k : k % 3];
  return out;
}
