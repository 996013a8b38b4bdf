/**
 * When do two convex polyhedra meet that turn on their way? GJK, one support a pass, as in straight-cast.ts: where the
 * plane across the direction found so far lies ahead, time goes on to where its two supports would meet, as fast as
 * they are now; where the closest points are known, by Newton's method on their distance, forwards or back. Times
 * before and after the contact that were met are kept; from inside of each other it goes back to where the last plane
 * was met.
 * What is found is a guess, in plain doubles, that whoever asks must prove [cast-proof.ts]; a contact on the way may
 * have been passed over. The witness points are points of the bodies, up to rounding, whatever the simplex is. Ends
 * after MOST_PASSES.
 */
import { farthestOfFours } from '../../geometry/farthest-of-fours.ts';
import { CORNERS_POINT, CORNERS_SQUARE, nearestCorners, weigh } from '../../geometry/nearest-corners.ts';
import { doubles } from '../../math/enlarged.ts';
import { STATE_OMEGA, STATE_V } from '../../motion/motion.ts';
import { farthestVertex } from '../farthest-vertex.ts';
import type { MovingHulls } from '../moving-hulls.ts';
import { writeRelativePlacement, writeWay } from '../trackers/relative-placement.ts';
import {
  CAST_CLOSEST,
  CAST_FREE,
  CAST_FROM,
  CAST_HIT,
  CAST_LOST,
  CAST_REACH,
  CAST_ROUNDING,
  CAST_SLACK,
  CAST_TIME,
  HullCast,
  place,
} from './hull-cast.ts';

const MOST_PASSES = 48;
const MOST_PASSES_AT_ONCE = 16;
/** In so many passes the direction may turn far. */
const WILD_PASSES = 3;
/** Share of the distance: a support that gains less counts as none. */
const GAIN = 2 ** -40;

/** Least and largest share that is kept of an advance that went too far. */
const LEAST_PART = 0.125;
const MOST_PART = 1 - 2 ** -20;
const MOST_HALVED = 2;

/** In the frame of a: the velocity of b's origin as seen from that of a, what turns b, what turns a. */
const VELOCITY = 0;
const TURN_B = 3;
const TURN_A = 6;

export class TurningCast extends HullCast {
  private readonly speeds = doubles(9);
  /** The last plane that moved time on: its unit direction in the frame of a, and how far ahead it was. */
  private readonly lead = doubles(4);
  /** b − a at the last supports, which are at three times these vertices. */
  private readonly corner = doubles(3);
  private farA = 0;
  private farB = 0;
  private count = 0;

  /** Casts from CAST_FROM on; leaves the bodies placed in A and B at CAST_TIME. */
  cast(pair: MovingHulls, A: Float64Array, B: Float64Array): number {
    const { near, numbers, relative: r, lead } = this;
    const reach = numbers[CAST_REACH];
    const slack = numbers[CAST_SLACK];
    const rounding = CAST_ROUNDING * (this.a.reach + this.b.reach);
    let t = numbers[CAST_FROM];
    let before = t;
    let after = Infinity;
    let halved = 0;
    this.place(pair, A, B, t);
    this.count = this.farA = this.farB = 0;
    this.aim(r[9], r[10], r[11]);
    for (let pass = 1; pass <= MOST_PASSES; pass++) {
      this.passes = pass;
      const length = Math.sqrt(near[CORNERS_SQUARE]);
      if (!(length > 0)) return CAST_LOST;
      const closest = this.support(pass <= WILD_PASSES);
      const height = this.heightOf(length);
      let next = t;
      if (closest || (this.count > 0 && length - height <= GAIN * length + rounding)) {
        const off = length - reach;
        if (Math.abs(off) <= slack) return this.end(t, CAST_HIT);
        if (off > 0 && t === 1) return this.end(t, CAST_FREE);
        const rate = this.rateOf(length, true);
        next = off > 0 && !(rate < 0) ? 1 : t - off / rate;
        if (off > 0) {
          before = t;
          this.keepLead(length, length);
        } else after = t;
      } else {
        if (height > reach && t < 1) {
          const rate = this.rateOf(length, false);
          next = rate < 0 ? t - (height - reach) / rate : 1;
          before = t;
          this.keepLead(length, height);
        }
        this.addCorner();
      }
      if (next !== t) {
        // what seemed to be beyond the contact is not gone to again, unless it lies ahead again and again
        next = Math.min(1, next);
        if (next > before && next < after) halved = 0;
        else if (halved++ < MOST_HALVED) next = 0.5 * (before + after);
        else after = Infinity;
        if (!(next > before && next < after)) return CAST_LOST;
        t = next;
        this.place(pair, A, B, t);
      }
      let needed = nearestCorners(this.placeSimplex(), this.count, near);
      if (needed === 0 || (t > before && this.flipped())) {
        // inside of each other: back to where the last plane ahead is met
        if (!(t > before)) return CAST_LOST;
        after = t;
        const kept = needed !== 0;
        t = before + (t - before) * this.partOfLead(reach);
        if (!(t > before && t < after)) return CAST_LOST;
        this.place(pair, A, B, t);
        needed = kept ? nearestCorners(this.placeSimplex(), this.count, near) : 0;
        if (needed === 0 || this.flipped()) {
          this.count = 0;
          this.aim(lead[0], lead[1], lead[2]);
          continue;
        }
      }
      if (needed !== (1 << this.count) - 1) this.count = this.keepNeeded(this.count, needed);
    }
    return CAST_LOST;
  }

  /**
   * The direction between the closest points at another time, from the simplex there is, into CAST_CLOSEST; false: they
   * meet, or it was not found. Leaves A and B placed.
   */
  lookAt(pair: MovingHulls, A: Float64Array, B: Float64Array, t: number): boolean {
    const { near } = this;
    this.place(pair, A, B, t);
    for (let pass = 0; pass < MOST_PASSES_AT_ONCE; pass++) {
      this.passes++;
      const needed = nearestCorners(this.placeSimplex(), this.count, near);
      const length = Math.sqrt(near[CORNERS_SQUARE]);
      if (needed === 0 || !(length > 0)) return false;
      if (needed !== (1 << this.count) - 1) this.count = this.keepNeeded(this.count, needed);
      // a plane that is nearly across them will do
      if (this.support(false) || length - this.heightOf(length) <= 0.125 * length) {
        this.writeClosest();
        return true;
      }
      this.addCorner();
    }
    return false;
  }

  /** The direction, of this length, is the plane that moves time on: so far ahead it is. */
  private keepLead(length: number, height: number): void {
    const { near, lead } = this;
    for (let k = 0; k < 3; k++) lead[k] = near[CORNERS_POINT + k] / length;
    lead[3] = height;
  }

  /** Whether the nearest point of a triangle has come to its other side. */
  private flipped(): boolean {
    const { near, lead, count } = this;
    return count === 3 && near[CORNERS_POINT] * lead[0] + near[CORNERS_POINT + 1] * lead[1] + near[CORNERS_POINT + 2] * lead[2] < 0;
  }

  /** Which part of the way since the plane that moved time on leads to where it is met, by how far it is now. */
  private partOfLead(reach: number): number {
    const { lead } = this;
    this.aim(lead[0], lead[1], lead[2]);
    this.support(false);
    const part = (lead[3] - reach) / (lead[3] - this.heightOf(1));
    return part > LEAST_PART ? Math.min(part, MOST_PART) : LEAST_PART;
  }

  private end(t: number, verdict: number): number {
    this.numbers[CAST_TIME] = t;
    this.vertexA = (this.farA / 3) | 0;
    this.vertexB = (this.farB / 3) | 0;
    this.writeClosest();
    this.finish(this.count);
    return verdict;
  }

  private writeClosest(): void {
    const { numbers, near } = this;
    numbers[CAST_CLOSEST] = near[CORNERS_POINT];
    numbers[CAST_CLOSEST + 1] = near[CORNERS_POINT + 1];
    numbers[CAST_CLOSEST + 2] = near[CORNERS_POINT + 2];
  }

  private aim(x: number, y: number, z: number): void {
    const { near } = this;
    near[CORNERS_POINT] = x;
    near[CORNERS_POINT + 1] = y;
    near[CORNERS_POINT + 2] = z;
    near[CORNERS_SQUARE] = x * x + y * y + z * z;
  }

  /** Both at t, and how fast they are there. */
  private place(pair: MovingHulls, A: Float64Array, B: Float64Array, t: number): void {
    const { relative: r, speeds } = this;
    pair.placeAs(A, B, t);
    writeRelativePlacement(A, B, r);
    if (this.few) place(this.cornersB, r, this.moved);
    const vx = B[STATE_V] - A[STATE_V];
    const vy = B[STATE_V + 1] - A[STATE_V + 1];
    const vz = B[STATE_V + 2] - A[STATE_V + 2];
    for (let k = 0; k < 3; k++) {
      const a = A[k];
      const b = A[3 + k];
      const c = A[6 + k];
      speeds[VELOCITY + k] = a * vx + b * vy + c * vz;
      speeds[TURN_B + k] = a * B[STATE_OMEGA] + b * B[STATE_OMEGA + 1] + c * B[STATE_OMEGA + 2];
      speeds[TURN_A + k] = a * A[STATE_OMEGA] + b * A[STATE_OMEGA + 1] + c * A[STATE_OMEGA + 2];
    }
  }

  /** The vertices farthest across the direction, and the corner that they make; true: the simplex has it. */
  private support(wild: boolean): boolean {
    const { near, few, moved, cornersA: p, corner, corners, count, relative: r, facing } = this;
    const x = near[CORNERS_POINT];
    const y = near[CORNERS_POINT + 1];
    const z = near[CORNERS_POINT + 2];
    let i = 0;
    let j = 0;
    if (few) {
      facing[0] = x;
      facing[1] = y;
      facing[2] = z;
      facing[3] = -x;
      facing[4] = -y;
      facing[5] = -z;
      i = farthestOfFours(p, facing, 0);
      j = farthestOfFours(moved, facing, 3);
      corner[0] = moved[j] - p[i];
      corner[1] = moved[j + 1] - p[i + 1];
      corner[2] = moved[j + 2] - p[i + 2];
    } else {
      const { way, climbedA, climbedB } = this;
      writeWay(r, x, y, z, way);
      i = 3 * farthestVertex(climbedA, wild, way, 0, (this.farA / 3) | 0);
      j = 3 * farthestVertex(climbedB, wild, way, 3, (this.farB / 3) | 0);
      const o = climbedA.positions;
      const q = climbedB.positions;
      for (let k = 0; k < 3; k++) {
        corner[k] = r[3 * k] * q[j] + r[3 * k + 1] * q[j + 1] + r[3 * k + 2] * q[j + 2] + r[9 + k] - o[i + k];
      }
    }
    this.farA = i;
    this.farB = j;
    for (let k = 0; k < count; k++) if (corners[k] === i && corners[4 + k] === j) return true;
    return false;
  }

  /** How far they are apart across the direction, whose length is given. */
  private heightOf(length: number): number {
    const { near, corner } = this;
    return (near[CORNERS_POINT] * corner[0] + near[CORNERS_POINT + 1] * corner[1] + near[CORNERS_POINT + 2] * corner[2]) / length;
  }

  /**
   * How fast the closest points part along the direction, or the last supports. A plane that turns along with a is only
   * left by what b does: ċ = V + ω_B × Rq − ω_A × (Rq + o).
   */
  private rateOf(length: number, closest: boolean): number {
    const { near, speeds: s, relative: r, corners, now, weights, count, corner } = this;
    let cx = corner[0];
    let cy = corner[1];
    let cz = corner[2];
    const p = this.climbedA.positions;
    let px = p[this.farA];
    let py = p[this.farA + 1];
    let pz = p[this.farA + 2];
    if (closest) {
      weigh(now, count, weights);
      cx = cy = cz = px = py = pz = 0;
      for (let k = 0; k < count; k++) {
        const i = corners[k];
        cx += weights[k] * now[3 * k];
        cy += weights[k] * now[3 * k + 1];
        cz += weights[k] * now[3 * k + 2];
        px += weights[k] * p[i];
        py += weights[k] * p[i + 1];
        pz += weights[k] * p[i + 2];
      }
    }
    // the point of b in the frame of a, and from b's origin
    const x = cx + px;
    const y = cy + py;
    const z = cz + pz;
    const qx = x - r[9];
    const qy = y - r[10];
    const qz = z - r[11];
    const ux = s[VELOCITY] + (s[TURN_B + 1] * qz - s[TURN_B + 2] * qy) - (s[TURN_A + 1] * z - s[TURN_A + 2] * y);
    const uy = s[VELOCITY + 1] + (s[TURN_B + 2] * qx - s[TURN_B] * qz) - (s[TURN_A + 2] * x - s[TURN_A] * z);
    const uz = s[VELOCITY + 2] + (s[TURN_B] * qy - s[TURN_B + 1] * qx) - (s[TURN_A] * y - s[TURN_A + 1] * x);
    return (near[CORNERS_POINT] * ux + near[CORNERS_POINT + 1] * uy + near[CORNERS_POINT + 2] * uz) / length;
  }

  private addCorner(): void {
    const { corners, count } = this;
    corners[count] = this.farA;
    corners[4 + count] = this.farB;
    this.count++;
  }

  /** b − a at all corners where the bodies are now. */
  private placeSimplex(): number[] {
    const { corners, count, now, few, moved, relative: r } = this;
    const p = this.climbedA.positions;
    const q = this.climbedB.positions;
    for (let c = 0; c < count; c++) {
      const i = corners[c];
      const j = corners[4 + c];
      for (let k = 0; k < 3; k++) {
        const at = few ? moved[j + k] : r[3 * k] * q[j] + r[3 * k + 1] * q[j + 1] + r[3 * k + 2] * q[j + 2] + r[9 + k];
        now[3 * c + k] = at - p[i + k];
      }
    }
    return now;
  }
}
