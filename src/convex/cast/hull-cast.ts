/**
 * What casts of two convex polyhedra share: a simplex of b − a in the frame of a, its witness points and features, and
 * the vertices as supports want them. All of it is guesses in plain doubles [cast-proof.ts].
 */
import { inFours } from '../../geometry/farthest-of-fours.ts';
import { CORNERS_DOUBLES, weigh } from '../../geometry/nearest-corners.ts';
import { doubles } from '../../math/enlarged.ts';
import type { ConvexPolyhedron } from '../convex-polyhedron.ts';
import { FEATURE_VERTEX } from '../convex-tracker.ts';
import { type Climbed, climbed, FEW } from '../farthest-vertex.ts';
import { writeWay } from '../trackers/relative-placement.ts';
import { sharedFeature } from '../trackers/shared-feature.ts';

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
export const CAST_VELOCITY = 21;
/** Set by the caller of a cast that turns: from when on. */
export const CAST_FROM = 24;
export const CAST_DOUBLES = 25;

/** Share of the bodies' size: a support that gains less than that counts as none, where they all but touch. */
export const CAST_ROUNDING: number = 2 ** -48;

const NO_CORNERS = new Float64Array(0);

export class HullCast {
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
  protected readonly climbedA: Climbed;
  protected readonly climbedB: Climbed;
  /** True: so few vertices that all are compared, those of b as placed in the frame of a. */
  protected readonly few: boolean;
  protected readonly cornersA: number[];
  protected readonly cornersB: number[];
  protected readonly moved: number[];
  protected readonly relative: number[] = doubles(12);
  protected readonly corners: number[] = [0, 0, 0, 0, 0, 0, 0, 0];
  /** b − a at the corners: at t = 0, of casts that turn nothing, and now. */
  protected readonly start: number[] = doubles(12);
  protected readonly now: number[] = doubles(12);
  protected readonly near: number[] = doubles(CORNERS_DOUBLES);
  /** The direction and its opposite, in the frame of a. */
  protected readonly facing: number[] = doubles(6);
  /** The direction in the frame of a, and its opposite in that of b. */
  protected readonly way: Float64Array = new Float64Array(6);
  protected readonly span: Int32Array = new Int32Array(3);
  protected readonly weights: number[] = doubles(3);

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

  /** Leaves the corners that are needed, in their order. */
  protected keepNeeded(count: number, needed: number): number {
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
  protected finish(count: number): void {
    const { numbers, way, corners, span, now, weights, a } = this;
    writeWay(this.relative, numbers[CAST_CLOSEST], numbers[CAST_CLOSEST + 1], numbers[CAST_CLOSEST + 2], way);
    weigh(now, count, weights);
    const p = this.climbedA.positions;
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
export function meetingOfBalls(cx: number, cy: number, cz: number, vx: number, vy: number, vz: number, far: number): number {
  const along = cx * vx + cy * vy + cz * vz;
  if (!(along < 0)) return 0;
  const square = vx * vx + vy * vy + vz * vz;
  const apart = cx * cx + cy * cy + cz * cz - far * far;
  if (!(apart > 0)) return 0;
  const under = along * along - square * apart;
  const t = under > 0 ? apart / (Math.sqrt(under) - along) : -along / square;
  return t < 1 ? t : 1;
}

/** Writes the different vertices of corners[o..], there as three times their number, into span, filled up with −1. */
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
export function place(positions: readonly number[], r: readonly number[], out: number[]): void {
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
