/**
 * The convex hull of points that span space, as triangles. Quickhull [Barber et al. 1996]: the farthest point outside
 * of a face is joined to the rim of the faces it sees; points keep a face they are outside of, or are dropped for good.
 * O(n log n) expected.
 * Guarantee: every side is decided in real arithmetic (orientation.ts) and a face is seen only from strictly outside.
 * So triangles are never degenerate, the seen ones are a disc, the result is a closed surface, weakly convex, with
 * every point on or inside of every plane: exactly.
 * Coplanar triangles and points that are not extreme remain; hull-faces.ts takes them out.
 */
import { DOUBT_3, TINY } from '../../geometry/determinant.ts';
import { enlarged } from '../../math/enlarged.ts';
import type { Orientation } from './orientation.ts';

export interface TriangleHull {
  /** Three points per triangle, counter-clockwise from outside. */
  readonly corners: Int32Array;
  /** The triangle across the edge from corner k to corner k + 1. */
  readonly across: Int32Array;
}

/** Doubles per face: normal, one corner, doubt. */
const PLANE = 7;
const FREE = -1;
const NONE = -1;

/** The four points of `first` are not in a plane. */
export function quickHull(points: Float64Array, orientation: Orientation, first: readonly [number, number, number, number]): TriangleHull {
  const hull = new QuickHull(points, orientation);
  hull.start(first);
  hull.grow();
  return hull.finished();
}

class QuickHull {
  private readonly points: Float64Array;
  private readonly orientation: Orientation;
  private readonly widths = new Float64Array(3);
  private capacity = 64;
  private corners = new Int32Array(3 * this.capacity);
  private across = new Int32Array(3 * this.capacity);
  private planes = new Float64Array(PLANE * this.capacity);
  /** 2·round where seen in that round, 2·round + 1 where tested and not seen. */
  private marks = new Int32Array(this.capacity);
  /**
   * The points outside of a face are a list that starts here, its farthest point and how far that is, in units of the
   * face.
   */
  private outside = new Int32Array(this.capacity);
  private farthest = new Int32Array(this.capacity);
  private far = new Float64Array(this.capacity);
  private readonly nextPoint: Int32Array;
  /** The new face whose rim edge starts at this point. */
  private readonly faceFrom: Int32Array;
  private used = 0;
  private readonly free: number[] = [];
  private readonly pending: number[] = [];
  private readonly seen: number[] = [];
  /** Start, end, face beyond and its edge, per edge of the rim. */
  private readonly rim: number[] = [];
  private readonly fresh: number[] = [];
  private round = 0;

  constructor(points: Float64Array, orientation: Orientation) {
    this.points = points;
    this.orientation = orientation;
    const count = points.length / 3;
    this.nextPoint = new Int32Array(count);
    this.faceFrom = new Int32Array(count);
    for (let k = 0; k < 3; k++) {
      let low = points[k];
      let high = points[k];
      for (let i = k; i < points.length; i += 3) {
        if (points[i] < low) low = points[i];
        if (points[i] > high) high = points[i];
      }
      this.widths[k] = high - low;
    }
  }

  start([a, b, c, d]: readonly [number, number, number, number]): void {
    const [p, q] = this.orientation.side(a, b, c, d) < 0 ? [b, c] : [c, b];
    // d lies below a, p, q
    const base = this.face(a, p, q);
    const sides = [this.face(p, a, d), this.face(q, p, d), this.face(a, q, d)];
    for (let k = 0; k < 3; k++) {
      this.across[3 * base + k] = sides[k];
      this.across[3 * sides[k]] = base;
      this.across[3 * sides[k] + 1] = sides[(k + 2) % 3];
      this.across[3 * sides[k] + 2] = sides[(k + 1) % 3];
    }
    this.fresh.push(base);
    for (const side of sides) this.fresh.push(side);
    for (let i = 0; i < this.points.length / 3; i++) this.give(i);
    for (const f of this.fresh) if (this.outside[f] !== NONE) this.pending.push(f);
  }

  grow(): void {
    for (let f = this.pending.pop(); f !== undefined; f = this.pending.pop()) {
      if (this.corners[3 * f] !== FREE && this.outside[f] !== NONE) this.add(this.farthest[f], f);
    }
  }

  finished(): TriangleHull {
    const number = new Int32Array(this.used).fill(NONE);
    let count = 0;
    for (let f = 0; f < this.used; f++) if (this.corners[3 * f] !== FREE) number[f] = count++;
    const corners = new Int32Array(3 * count);
    const across = new Int32Array(3 * count);
    for (let f = 0; f < this.used; f++) {
      if (number[f] === NONE) continue;
      for (let k = 0; k < 3; k++) {
        corners[3 * number[f] + k] = this.corners[3 * f + k];
        across[3 * number[f] + k] = number[this.across[3 * f + k]];
      }
    }
    return { corners, across };
  }

  /** Joins a point strictly outside of face f to the hull. */
  private add(point: number, f: number): void {
    this.see(point, f);
    const { seen, rim, fresh, pending, corners, outside, nextPoint } = this;
    let homeless = NONE;
    for (const s of seen) {
      for (let i = outside[s], next = NONE; i !== NONE; i = next) {
        next = nextPoint[i];
        if (i === point) continue;
        nextPoint[i] = homeless;
        homeless = i;
      }
      corners[3 * s] = FREE;
      this.free.push(s);
    }
    fresh.length = 0;
    for (let i = 0; i < rim.length; i += 4) {
      const n = this.face(rim[i], rim[i + 1], point);
      this.across[3 * n] = rim[i + 2];
      this.across[3 * rim[i + 2] + rim[i + 3]] = n;
      this.faceFrom[rim[i]] = n;
      fresh.push(n);
    }
    for (let i = 0; i < fresh.length; i++) {
      const next = this.faceFrom[rim[4 * i + 1]];
      this.across[3 * fresh[i] + 1] = next;
      this.across[3 * next + 2] = fresh[i];
    }
    for (let i = homeless, next = NONE; i !== NONE; i = next) {
      next = nextPoint[i];
      this.give(i);
    }
    for (const n of fresh) if (this.outside[n] !== NONE) pending.push(n);
  }

  /** Fills `seen` with the faces the point is strictly outside of and `rim` with the edges around them. */
  private see(point: number, f: number): void {
    const { seen, rim, marks, across, corners, points, planes, orientation } = this;
    const yes = 2 * ++this.round;
    const x = points[3 * point];
    const y = points[3 * point + 1];
    const z = points[3 * point + 2];
    seen.length = 0;
    rim.length = 0;
    seen.push(f);
    marks[f] = yes;
    for (let s = 0; s < seen.length; s++) {
      for (let k = 0; k < 3; k++) {
        const g = across[3 * seen[s] + k];
        if (marks[g] === yes) continue;
        if (marks[g] !== yes + 1) {
          const at = PLANE * g;
          const height = planes[at] * (x - planes[at + 3]) + planes[at + 1] * (y - planes[at + 4]) + planes[at + 2] * (z - planes[at + 5]);
          if (
            height > planes[at + 6] ||
            (height >= -planes[at + 6] && orientation.side(corners[3 * g], corners[3 * g + 1], corners[3 * g + 2], point) > 0)
          ) {
            marks[g] = yes;
            seen.push(g);
            continue;
          }
          marks[g] = yes + 1;
        }
        const from = corners[3 * seen[s] + k];
        const to = corners[3 * seen[s] + ((k + 1) % 3)];
        rim.push(from, to, g, corners[3 * g] === to ? 0 : corners[3 * g + 1] === to ? 1 : 2);
      }
    }
  }

  /** Puts a point into the list of the first new face it is strictly outside of, if there is one. */
  private give(point: number): void {
    const { points, planes, fresh, corners, orientation } = this;
    const x = points[3 * point];
    const y = points[3 * point + 1];
    const z = points[3 * point + 2];
    for (let i = 0; i < fresh.length; i++) {
      const f = fresh[i];
      const at = PLANE * f;
      const height = planes[at] * (x - planes[at + 3]) + planes[at + 1] * (y - planes[at + 4]) + planes[at + 2] * (z - planes[at + 5]);
      const doubt = planes[at + 6];
      if (height < -doubt) continue;
      if (height <= doubt && orientation.side(corners[3 * f], corners[3 * f + 1], corners[3 * f + 2], point) <= 0) continue;
      this.nextPoint[point] = this.outside[f];
      if (this.outside[f] === NONE || height > this.far[f]) {
        this.farthest[f] = point;
        this.far[f] = height;
      }
      this.outside[f] = point;
      return;
    }
  }

  private face(a: number, b: number, c: number): number {
    let f = this.free.pop();
    if (f === undefined) {
      f = this.used++;
      if (f === this.capacity) this.enlarge();
    }
    const { points: p, planes, corners, widths } = this;
    corners[3 * f] = a;
    corners[3 * f + 1] = b;
    corners[3 * f + 2] = c;
    this.outside[f] = NONE;
    this.marks[f] = 0;
    const ax = p[3 * a];
    const ay = p[3 * a + 1];
    const az = p[3 * a + 2];
    const ux = p[3 * b] - ax;
    const uy = p[3 * b + 1] - ay;
    const uz = p[3 * b + 2] - az;
    const vx = p[3 * c] - ax;
    const vy = p[3 * c + 1] - ay;
    const vz = p[3 * c + 2] - az;
    const at = PLANE * f;
    planes[at] = uy * vz - uz * vy;
    planes[at + 1] = uz * vx - ux * vz;
    planes[at + 2] = ux * vy - uy * vx;
    planes[at + 3] = ax;
    planes[at + 4] = ay;
    planes[at + 5] = az;
    planes[at + 6] =
      DOUBT_3 *
        ((Math.abs(uy * vz) + Math.abs(uz * vy)) * widths[0] +
          (Math.abs(uz * vx) + Math.abs(ux * vz)) * widths[1] +
          (Math.abs(ux * vy) + Math.abs(uy * vx)) * widths[2]) +
      TINY * (1 + widths[0] + widths[1] + widths[2]);
    return f;
  }

  private enlarge(): void {
    this.capacity *= 2;
    this.corners = enlarged(this.corners, new Int32Array(3 * this.capacity));
    this.across = enlarged(this.across, new Int32Array(3 * this.capacity));
    this.planes = enlarged(this.planes, new Float64Array(PLANE * this.capacity));
    this.marks = enlarged(this.marks, new Int32Array(this.capacity));
    this.outside = enlarged(this.outside, new Int32Array(this.capacity));
    this.farthest = enlarged(this.farthest, new Int32Array(this.capacity));
    this.far = enlarged(this.far, new Float64Array(this.capacity));
  }
}
