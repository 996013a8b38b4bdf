/**
 * When does a convex body that flies straight meet a triangle? A ray cast by GJK [van den Bergen 2004], as in
 * convex/cast/straight-cast.ts, between the corners of a mesh that looks convex and one leaf of another, whose frame
 * all is in.
 *
 * Guarantee: the gap across any plane is linear in time, so that a plane which is ahead by the reach at both ends of
 * some time keeps them apart all through it. Time only ever goes on across such planes, from one to the next: TIME is
 * proven, whatever the simplex looked like [docs/notes/rounding.md, "Convex bodies as wholes"].
 */
import { farthestOfFours } from '../../../geometry/farthest-of-fours.ts';
import { CORNERS_DOUBLES, CORNERS_POINT, CORNERS_SQUARE, nearestCorners } from '../../../geometry/nearest-corners.ts';
import { farthestPoint, type HullPoints } from '../../../hierarchy/hull-points.ts';
import { LEAF_RADIUS } from '../../../hierarchy/triangle-tree.ts';
import { doubles } from '../../../math/enlarged.ts';
import { OFFSET_0, STRAIGHT_SIZE, VELOCITY, writeStraight } from '../straight/straight-volumes.ts';

/** What a cast tells: apart by WIDE until UNTIL, … */
export const SWEPT_APART = 0;
/** … apart by the reach until TIME, … */
const SWEPT_NEAR = 1;
/** … nothing: they are near at the start. */
export const SWEPT_START = 2;

/** Set by the caller, with clearance and rounding, without radii: how near to come … */
export const SWEPT_REACH = 0;
/** … and to within what; what is far enough, at the start too; … */
export const SWEPT_SLACK = 1;
export const SWEPT_WIDE = 2;
/** … after what time, from the start on, nothing matters any more. */
export const SWEPT_UNTIL = 3;
/** Time from the start on; set to what is proven already, and then to what is. */
export const SWEPT_TIME = 4;
/** The direction from the hull to the leaf to begin with; then a unit vector across which … */
export const SWEPT_NORMAL = 5;
/** … they are so far apart at the start, less their radii, and by so much more for each unit of time; … */
export const SWEPT_GAP = 8;
export const SWEPT_RATE = 9;
/** … and how far the hull reaches along it at the start. */
export const SWEPT_HIGH = 10;
const SWEPT_DOUBLES = 11;

/** So few corners are all looked at, in the frame of the other body. */
const FEW = 64;
const MOST_PASSES = 32;
/** Share of the squared distance: a support that gains less counts as none. */
const GAIN = 2 ** -40;
/** Share of the slack: nor does one that brings the plane so near to the closest points. */
const CLOSE = 0.125;
/** A direction whose square is less may have lost digits. */
export const LEAST_SQUARE: number = 2 ** -800;

export class SweptHull {
  readonly points: HullPoints;
  /** The hull in the other body's frame, and how it moves there [straight-volumes.ts]. */
  readonly straight: Float64Array = new Float64Array(STRAIGHT_SIZE);
  readonly numbers: number[] = doubles(SWEPT_DOUBLES);
  /** Passes of all casts since the count was set to 0. */
  passes = 0;
  private readonly few: boolean;
  /** A few corners as they are at the start. */
  private readonly moved: number[];
  private far = 0;
  /** A direction in the hull's frame. */
  readonly way: Float64Array = new Float64Array(3);
  private readonly support: number[] = doubles(3);
  /** Leaf less hull at the corners of the simplex: at the start, and now. */
  private readonly start: number[] = doubles(12);
  private readonly now: number[] = doubles(12);
  private readonly near: number[] = doubles(CORNERS_DOUBLES);

  constructor(points: HullPoints) {
    this.points = points;
    this.few = points.points.length <= 3 * FEW;
    this.moved = doubles(this.few ? 12 * Math.ceil(points.points.length / 12) : 0);
  }

  /** The hull placed in state H, the other body in state X. */
  begin(X: Float64Array, H: Float64Array): void {
    writeStraight(this.straight, X, H);
    this.far = this.passes = 0;
  }

  /** Before the first support or cast. */
  place(): void {
    const { straight: w, moved } = this;
    const p = this.points.points;
    for (let i = 0; i < moved.length; i += 3) {
      // to a whole number of fours with the first
      const o = i < p.length ? i : 0;
      const x = p[o];
      const y = p[o + 1];
      const z = p[o + 2];
      moved[i] = w[0] * x + w[1] * y + w[2] * z + w[OFFSET_0];
      moved[i + 1] = w[3] * x + w[4] * y + w[5] * z + w[OFFSET_0 + 1];
      moved[i + 2] = w[6] * x + w[7] * y + w[8] * z + w[OFFSET_0 + 2];
    }
  }

  /** How far the hull reaches along numbers[NORMAL], any vector, at the start: into HIGH. */
  reach(): void {
    const { numbers: w, support } = this;
    const x = w[SWEPT_NORMAL];
    const y = w[SWEPT_NORMAL + 1];
    const z = w[SWEPT_NORMAL + 2];
    this.findSupport();
    w[SWEPT_HIGH] = x * support[0] + y * support[1] + z * support[2];
  }

  /** The hull's corner at the start that is farthest along numbers[NORMAL]. */
  private findSupport(): void {
    const { numbers: n, support, straight: w, moved, way } = this;
    if (this.few) {
      const best = farthestOfFours(moved, n, SWEPT_NORMAL);
      support[0] = moved[best];
      support[1] = moved[best + 1];
      support[2] = moved[best + 2];
      return;
    }
    this.turnBack();
    const i = farthestPoint(this.points, way, 0, this.far);
    this.far = i;
    const p = this.points.points;
    support[0] = w[0] * p[i] + w[1] * p[i + 1] + w[2] * p[i + 2] + w[OFFSET_0];
    support[1] = w[3] * p[i] + w[4] * p[i + 1] + w[5] * p[i + 2] + w[OFFSET_0 + 1];
    support[2] = w[6] * p[i] + w[7] * p[i + 1] + w[8] * p[i + 2] + w[OFFSET_0 + 2];
  }

  /** NORMAL in the frame of the hull, into `way`. */
  turnBack(): void {
    const { numbers: n, straight: w, way } = this;
    const x = n[SWEPT_NORMAL];
    const y = n[SWEPT_NORMAL + 1];
    const z = n[SWEPT_NORMAL + 2];
    way[0] = w[0] * x + w[3] * y + w[6] * z;
    way[1] = w[1] * x + w[4] * y + w[7] * z;
    way[2] = w[2] * x + w[5] * y + w[8] * z;
  }

  /** Casts the hull at the leaf at place o. `anew`: no direction is known to begin with. */
  cast(leaves: Float64Array, o: number, anew: boolean): number {
    // One piece: one loop, whose ray and directions stay in local variables.
    const { numbers: w, straight, support, start, now, near } = this;
    const vx = straight[VELOCITY];
    const vy = straight[VELOCITY + 1];
    const vz = straight[VELOCITY + 2];
    const radii = this.points.thickness + leaves[o + LEAF_RADIUS];
    const reach = w[SWEPT_REACH] + radii;
    const wide = w[SWEPT_WIDE] + radii;
    const enough = CLOSE * w[SWEPT_SLACK];
    const until = w[SWEPT_UNTIL];
    const entered = w[SWEPT_TIME];
    let t = entered;
    let count = 0;
    let x = vx;
    let y = vy;
    let z = vz;
    if (!anew) {
      x = w[SWEPT_NORMAL];
      y = w[SWEPT_NORMAL + 1];
      z = w[SWEPT_NORMAL + 2];
    } else if (this.across(leaves, o)) {
      x = near[CORNERS_POINT];
      y = near[CORNERS_POINT + 1];
      z = near[CORNERS_POINT + 2];
    }
    for (let pass = anew ? 1 : 0; pass < MOST_PASSES; pass++) {
      const square = x * x + y * y + z * z;
      if (!(square > LEAST_SQUARE)) break;
      this.passes++;
      w[SWEPT_NORMAL] = x;
      w[SWEPT_NORMAL + 1] = y;
      w[SWEPT_NORMAL + 2] = z;
      this.findSupport();
      const d0 = x * leaves[o] + y * leaves[o + 1] + z * leaves[o + 2];
      const d1 = x * leaves[o + 3] + y * leaves[o + 4] + z * leaves[o + 5];
      const d2 = x * leaves[o + 6] + y * leaves[o + 7] + z * leaves[o + 8];
      const j = d0 <= d1 ? (d0 <= d2 ? o : o + 6) : d1 <= d2 ? o + 3 : o + 6;
      const cx = leaves[j] - support[0];
      const cy = leaves[j + 1] - support[1];
      const cz = leaves[j + 2] - support[2];
      const length = Math.sqrt(square);
      const gap = x * cx + y * cy + z * cz;
      const rate = -(x * vx + y * vy + z * vz);
      const height = gap + t * rate;
      const atEnd = gap + until * rate;
      w[SWEPT_GAP] = gap;
      w[SWEPT_RATE] = rate;
      // from where they were apart by that much: other planes proved the reach only, and UNTIL may come before TIME yet
      if (gap + entered * rate >= wide * length && atEnd >= wide * length) return SWEPT_APART;
      const ahead = height - reach * length;
      let known = false;
      for (let k = 0; k < 3 * count; k += 3) if (start[k] === cx && start[k + 1] === cy && start[k + 2] === cz) known = true;
      const closest = pass > 1 && (known || square - height <= GAIN * square + enough * length);
      if (closest && ahead <= w[SWEPT_SLACK] * length) break;
      if (ahead > 0 && (t > 0 || height >= wide * length)) {
        if (atEnd >= reach * length) {
          t = until;
          break;
        }
        t -= ahead / rate;
      }
      // the closest points, and still near at the start
      if (known && pass > 1 && !(t > 0)) break;
      if (!known) {
        start[3 * count] = cx;
        start[3 * count + 1] = cy;
        start[3 * count + 2] = cz;
        count++;
      }
      if (pass === 0 && this.across(leaves, o)) {
        x = near[CORNERS_POINT];
        y = near[CORNERS_POINT + 1];
        z = near[CORNERS_POINT + 2];
        continue;
      }
      for (let k = 0; k < 3 * count; k += 3) {
        now[k] = start[k] - t * vx;
        now[k + 1] = start[k + 1] - t * vy;
        now[k + 2] = start[k + 2] - t * vz;
      }
      const needed = nearestCorners(now, count, near);
      if (needed === 0) break;
      count = keepNeeded(start, count, needed);
      x = near[CORNERS_POINT];
      y = near[CORNERS_POINT + 1];
      z = near[CORNERS_POINT + 2];
      if (!(near[CORNERS_SQUARE] > 0)) break;
    }
    w[SWEPT_TIME] = t;
    this.scaleNormal(radii);
    return t > 0 ? SWEPT_NEAR : SWEPT_START;
  }

  /** The normal of a leaf on the side that they come from, into `near`; false: it has none. */
  private across(leaves: Float64Array, o: number): boolean {
    const { near, straight } = this;
    const ux = leaves[o + 3] - leaves[o];
    const uy = leaves[o + 4] - leaves[o + 1];
    const uz = leaves[o + 5] - leaves[o + 2];
    const vx = leaves[o + 6] - leaves[o];
    const vy = leaves[o + 7] - leaves[o + 1];
    const vz = leaves[o + 8] - leaves[o + 2];
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const square = x * x + y * y + z * z;
    if (!(square > LEAST_SQUARE && square < Infinity)) return false;
    const along = x * straight[VELOCITY] + y * straight[VELOCITY + 1] + z * straight[VELOCITY + 2];
    const scale = (along > 0 ? 1 : -1) / Math.sqrt(square);
    near[CORNERS_POINT] = scale * x;
    near[CORNERS_POINT + 1] = scale * y;
    near[CORNERS_POINT + 2] = scale * z;
    return true;
  }

  /** The last plane by a unit vector, and without radii. */
  private scaleNormal(radii: number): void {
    const { numbers: w } = this;
    const x = w[SWEPT_NORMAL];
    const y = w[SWEPT_NORMAL + 1];
    const z = w[SWEPT_NORMAL + 2];
    const scale = 1 / Math.sqrt(x * x + y * y + z * z);
    for (let k = 0; k < 3; k++) w[SWEPT_NORMAL + k] *= scale;
    w[SWEPT_GAP] = w[SWEPT_GAP] * scale - radii;
    w[SWEPT_RATE] *= scale;
  }
}

/** Leaves the corners that are needed, a sum of 1, 2, 4 and 8, in their order; tells how many. */
function keepNeeded(corners: number[], count: number, needed: number): number {
  let kept = 0;
  for (let k = 0; k < count; k++) {
    if (((needed >> k) & 1) === 0) continue;
    if (kept !== k) {
      corners[3 * kept] = corners[3 * k];
      corners[3 * kept + 1] = corners[3 * k + 1];
      corners[3 * kept + 2] = corners[3 * k + 2];
    }
    kept++;
  }
  return kept;
}
