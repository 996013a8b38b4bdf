/**
 * When do two convex polyhedra that keep their axes and fly straight meet? A ray cast against b − a by GJK
 * [van den Bergen 2004]: whenever the supporting plane across the direction found so far lies ahead of the ray, time
 * goes on to where the ray meets it; otherwise the simplex comes nearer. One support a pass, none of the distances on
 * the way is finished. A cast that misses goes on at t = 1 until it has the closest points there.
 * What is found is a guess, in plain doubles, that whoever asks must prove [cast-proof.ts], by what holds in any
 * case: the two witness points are points of the bodies, up to rounding, so that their distance is one from above; and
 * across each plane that is kept, `stand` tells a distance from below that is linear in time
 * [docs/notes/rounding.md, "Casts of hulls"]. Ends after MOST_PASSES, whatever the numbers are.
 */
import { farthestOfFours } from '../../geometry/farthest-of-fours.ts';
import { CORNERS_POINT, CORNERS_SQUARE, nearestCorners } from '../../geometry/nearest-corners.ts';
import { farthestVertex } from '../farthest-vertex.ts';
import { supportVertex } from '../support.ts';
import { writeRelativePlacement, writeWay } from '../trackers/relative-placement.ts';
import {
  CAST_CLOSEST,
  CAST_DOUBLES,
  CAST_FREE,
  CAST_HEIGHT,
  CAST_HIT,
  CAST_LOST,
  CAST_PASSING,
  CAST_PLANE,
  CAST_RATE,
  CAST_REACH,
  CAST_ROUNDING,
  CAST_SLACK,
  CAST_TIME,
  CAST_UNTIL,
  CAST_VELOCITY,
  HullCast,
  meetingOfBalls,
  place,
} from './hull-cast.ts';

const MOST_PASSES = 48;
/** In so many passes the direction may turn far. */
const WILD_PASSES = 3;
/** Share of the balls about both bodies: where these meet, the first direction is taken. */
const BALLS = 0.75;
/** Share of the squared distance: a support that gains less counts as none. */
const GAIN = 2 ** -40;
const LEAST_SQUARE = 2 ** -900;

export class StraightCast extends HullCast {
  /** Three times the support of a and that of b, for the planes, where their directions are. */
  private readonly supports: number[] = new Array<number>(CAST_DOUBLES).fill(0);

  /** Casts from two placements, b moving by `velocity[0..2]` in the world as seen from a. */
  cast(A: Float64Array, B: Float64Array, velocity: Float64Array): number {
    // One piece: one loop, whose simplex and ray stay in local variables.
    const { relative: r, corners, supports, start, now, near, numbers, a, b, few, moved, facing } = this;
    writeRelativePlacement(A, B, r);
    if (few) place(this.cornersB, r, moved);
    const vx = A[0] * velocity[0] + A[3] * velocity[1] + A[6] * velocity[2];
    const vy = A[1] * velocity[0] + A[4] * velocity[1] + A[7] * velocity[2];
    const vz = A[2] * velocity[0] + A[5] * velocity[1] + A[8] * velocity[2];
    numbers[CAST_VELOCITY] = vx;
    numbers[CAST_VELOCITY + 1] = vy;
    numbers[CAST_VELOCITY + 2] = vz;
    const p = this.cornersA;
    const reach = numbers[CAST_REACH];
    const slack = numbers[CAST_SLACK];
    const rounding = CAST_ROUNDING * (a.reach + b.reach);
    const within = (reach + slack) * (reach + slack);
    let t = 0;
    numbers[CAST_TIME] = numbers[CAST_UNTIL] = 0;
    let verdict = CAST_HIT;
    let count = 0;
    let vertexA = 0;
    let vertexB = 0;
    let i = 0;
    let j = 0;
    // first from origin to origin, about where they meet or pass
    const ox = r[9];
    const oy = r[10];
    const oz = r[11];
    const early = meetingOfBalls(ox, oy, oz, vx, vy, vz, BALLS * (a.reach + b.reach));
    let x = ox + early * vx;
    let y = oy + early * vy;
    let z = oz + early * vz;
    let square = x * x + y * y + z * z;
    // whether the direction is none to the closest points
    let leaning = true;
    let pass = 0;
    for (;;) {
      if (++pass > MOST_PASSES) return CAST_LOST;
      let cx = 0;
      let cy = 0;
      let cz = 0;
      if (few) {
        facing[0] = x;
        facing[1] = y;
        facing[2] = z;
        facing[3] = -x;
        facing[4] = -y;
        facing[5] = -z;
        i = farthestOfFours(p, facing, 0);
        j = farthestOfFours(moved, facing, 3);
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
      const length = Math.sqrt(square);
      const closest = !leaning && (known || square - height <= GAIN * square + rounding * length);
      let lean = 0;
      if (verdict === CAST_HIT) {
        const ahead = height - reach * length;
        if (closest && ahead <= slack * length) break;
        if (ahead > 0) {
          const rate = x * vx + y * vy + z * vz;
          const next = t - ahead / rate;
          let plane = CAST_PLANE;
          if (rate < 0 && next < 1) {
            t = next;
            if (!known) lean = 1 / length;
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
      square = near[CORNERS_SQUARE];
      if (!(square > 0)) return CAST_LOST;
      // time went on to a plane that the closest points lie along: bodies meet halfway between it and what parts these
      leaning = lean > 0 && count < 3;
      lean = leaning ? lean * Math.sqrt(square) : 0;
      x = near[CORNERS_POINT] + lean * x;
      y = near[CORNERS_POINT + 1] + lean * y;
      z = near[CORNERS_POINT + 2] + lean * z;
      if (leaning) square = x * x + y * y + z * z;
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
    const p = this.climbedA.positions;
    const q = this.climbedB.positions;
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
}
