/**
 * How deep do two overlapping convex polyhedra penetrate: along which direction must b move how far to be free of a?
 * The hull of some vertices of a − b grows through its face nearest to the origin until that is a face of a − b itself
 * [van den Bergen 2001].
 * Guarantee: a bracket. Every direction tried gives an upper bound, n·(a − b) at its farthest; the face nearest to the
 * origin of an exact hull of points of a − b gives a lower one. Both meet within 32 roundings unless the hull reaches
 * its largest number of vertices first: then the bracket says how far off it is.
 * Where several directions are equally good within rounding, the points may lie beside those that belong to the one
 * reported.
 * Degenerate starts, touching bodies, flat ones and coplanar vertices are no special cases, as the hull is exact. Radii
 * are not counted.
 */
import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import type { ConvexPolyhedron } from './convex-polyhedron.ts';
import { ExpandingHull } from './expanding-hull.ts';
import { supportVertex } from './support.ts';
import { Gjk } from './trackers/gjk.ts';
import { NEAREST_DOUBLES, NEAREST_POINT, nearestOfSimplex } from './trackers/nearest-of-simplex.ts';
import { writeRelativePlacement } from './trackers/relative-placement.ts';

/** `out`: depth, point of a, point of b, unit direction; then bounds that hold with rounding. */
export const EPA_DEPTH = 0;
export const EPA_POINT_A = 1;
export const EPA_POINT_B = 4;
export const EPA_DIRECTION = 7;
export const EPA_LOWER = 10;
export const EPA_UPPER = 11;
const EPA_DOUBLES = 12;

/** Bodies are measured in units of 2⁻⁵² of their joint size; bounds that are this many units apart have met. */
const MET = 32;
/** Units that rounding, placing b before a included, may take away. */
const ROUNDING = 16;
const LARGEST = 2 ** 52;
const ALONG = 9;
const UPPER = 3;
const LOWER = 4;

export interface EpaOptions {
  /** The hull stops growing here; default 4096. */
  readonly mostVertices?: number;
}

export class Epa {
  readonly a: ConvexPolyhedron;
  readonly b: ConvexPolyhedron;
  readonly out: Float64Array = new Float64Array(EPA_DOUBLES);
  /** True where both bounds met. */
  exact = false;
  /** Supports asked for in the last call. */
  steps = 0;
  private readonly mostVertices: number;
  private readonly gjk: Gjk;
  private readonly hull = new ExpandingHull();
  /** The vertices of a and of b behind each point of the hull. */
  private readonly vertexA: number[] = [];
  private readonly vertexB: number[] = [];
  private readonly relative = new Float64Array(12);
  /**
   * The direction in the frame of a, reversed in the frame of b; the last support, in units; how far along the
   * direction.
   */
  private readonly way = new Float64Array(10);
  private supportA = 0;
  private supportB = 0;
  private readonly extent: number;
  /** Units per length, a power of two. */
  private perLength = 1;
  /** The direction of the upper bound, that bound, and the lower one. */
  private readonly best = new Float64Array(5);
  /** Face of that direction, −1 for none. */
  private face = -1;
  private readonly flush: number[] = [];
  private readonly near = new Float64Array(NEAREST_DOUBLES);
  private readonly triangle = new Float64Array(9);

  constructor(a: ConvexPolyhedron, b: ConvexPolyhedron, options: EpaOptions = {}) {
    this.a = a;
    this.b = b;
    checkRecord(options, ['mostVertices'], 'penetration');
    const { mostVertices = 4096 } = options;
    if (!(Number.isInteger(mostVertices) && mostVertices >= 4)) {
      throw new InputError(`mostVertices: must be an integer of 4 or more, got ${shownValue(mostVertices)}`);
    }
    this.mostVertices = mostVertices;
    this.gjk = new Gjk(a, b);
    this.extent = this.gjk.extent;
  }

  /** Depth and direction for two placements; depth 0 where the cores are apart. */
  penetrate(A: Float64Array, B: Float64Array): void {
    const { hull, best } = this;
    hull.clear();
    this.steps = 0;
    this.exact = false;
    best[UPPER] = Number.POSITIVE_INFINITY;
    best[LOWER] = 0;
    this.face = -1;
    this.place(A, B);
    if (!this.begin()) {
      // all of a − b lies within few units of one plane: a step across it, and the origin is out
      this.exact = true;
      this.writeResult(A, B);
      return;
    }
    for (;;) {
      const f = hull.nearest();
      const distance = hull.planes[4 * f + 3];
      best[LOWER] = distance;
      this.aimAt(hull.planes[4 * f], hull.planes[4 * f + 1], hull.planes[4 * f + 2]);
      const c = hull.corners[3 * f];
      this.support(this.vertexA[c], this.vertexB[c]);
      this.exact = this.way[ALONG] - distance <= MET;
      if (this.exact || this.way[ALONG] < best[UPPER]) this.keepDirection(f);
      // a plane between them: apart
      if (best[UPPER] < -ROUNDING) this.exact = true;
      if (this.exact) break;
      if (hull.pointCount >= this.mostVertices) break;
      if (!hull.expand(this.keepSupport(), f)) break;
    }
    this.writeResult(A, B);
  }

  /** b as seen from a, and the unit. */
  private place(A: Float64Array, B: Float64Array): void {
    const r = this.relative;
    writeRelativePlacement(A, B, r);
    const size = Math.abs(r[9]) + Math.abs(r[10]) + Math.abs(r[11]) + this.extent;
    if (!(size > 0)) return;
    while (size * this.perLength > LARGEST) this.perLength *= 0.5;
    while (size * this.perLength <= LARGEST / 2 && this.perLength < 2 ** 1000) this.perLength *= 2;
  }

  /** A tetrahedron of points far apart; false where a − b is flat. Every direction tried is an upper bound at once. */
  private begin(): boolean {
    const { hull, way } = this;
    const p = [0, 0];
    let first = 0;
    let widest = 2 * MET;
    // the two points farthest apart along an axis
    for (let k = 0; k < 3; k++) {
      this.aimAt(k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0);
      let width = 0;
      for (let n = 0; n < 2; n++) {
        p[n] = this.trySupport();
        width += way[ALONG];
        for (let c = 0; c < 6; c++) way[c] = -way[c];
      }
      if (!(width > widest)) continue;
      widest = width;
      first = p[0] + 1;
    }
    if (first === 0) return false;
    const i = first - 1;
    const j = i + 1;
    // the point farthest from their line
    const k = this.farFromLine(i, j);
    if (k < 0) return false;
    // the point farthest from their plane
    const plane = this.near;
    hull.writePlane(i, j, k, plane, 0);
    const height = plane[3];
    this.aimAt(plane[0], plane[1], plane[2]);
    const above = this.trySupport();
    const rise = way[ALONG] - height;
    for (let c = 0; c < 6; c++) way[c] = -way[c];
    const below = this.trySupport();
    const fall = way[ALONG] + height;
    if (!(Math.max(rise, fall) > 2 * MET)) return false;
    return hull.start(i, j, k, rise > fall ? above : below);
  }

  private farFromLine(i: number, j: number): number {
    const { hull, way } = this;
    const { points } = hull;
    const e = [0, 1, 2].map((c) => points[3 * j + c] - points[3 * i + c]);
    const scale = 1 / Math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
    for (let c = 0; c < 3; c++) e[c] *= scale;
    const least = Math.abs(e[0]) <= Math.abs(e[1]) ? (Math.abs(e[0]) <= Math.abs(e[2]) ? 0 : 2) : Math.abs(e[1]) <= Math.abs(e[2]) ? 1 : 2;
    let x = least === 0 ? 0 : least === 1 ? -e[2] : e[1];
    let y = least === 0 ? e[2] : least === 1 ? 0 : -e[0];
    let z = least === 0 ? -e[1] : least === 1 ? e[0] : 0;
    let farthest = -1;
    let most = 2 * MET;
    for (let turn = 0; turn < 2; turn++) {
      const s = 1 / Math.sqrt(x * x + y * y + z * z);
      this.aimAt(x * s, y * s, z * s);
      for (let n = 0; n < 2; n++) {
        const q = this.trySupport();
        const dx = way[6] - points[3 * i];
        const dy = way[7] - points[3 * i + 1];
        const dz = way[8] - points[3 * i + 2];
        const cx = e[1] * dz - e[2] * dy;
        const cy = e[2] * dx - e[0] * dz;
        const cz = e[0] * dy - e[1] * dx;
        const away = Math.sqrt(cx * cx + cy * cy + cz * cz);
        if (away > most) {
          most = away;
          farthest = q;
        }
        for (let c = 0; c < 6; c++) way[c] = -way[c];
      }
      const cx = e[1] * z - e[2] * y;
      const cy = e[2] * x - e[0] * z;
      z = e[0] * y - e[1] * x;
      x = cx;
      y = cy;
    }
    return farthest;
  }

  /** The point farthest along the direction joins the set, and the direction the upper bounds. */
  private trySupport(): number {
    this.support(this.supportA, this.supportB);
    if (this.way[ALONG] < this.best[UPPER]) this.keepDirection(-1);
    return this.keepSupport();
  }

  private aimAt(x: number, y: number, z: number): void {
    const { way, relative: r } = this;
    way[0] = x;
    way[1] = y;
    way[2] = z;
    for (let k = 0; k < 3; k++) way[3 + k] = -(r[k] * x + r[3 + k] * y + r[6 + k] * z);
  }

  /** w = a − R·b − t at its farthest along the direction, rounded to units. */
  private support(startA: number, startB: number): void {
    const { way, relative: r, perLength } = this;
    this.steps++;
    const i = supportVertex(this.a, way, 0, startA);
    const j = supportVertex(this.b, way, 3, startB);
    this.supportA = i;
    this.supportB = j;
    const p = this.a.positions;
    const q = this.b.positions;
    const x = q[3 * j];
    const y = q[3 * j + 1];
    const z = q[3 * j + 2];
    way[6] = Math.round((p[3 * i] - (r[0] * x + r[1] * y + r[2] * z + r[9])) * perLength);
    way[7] = Math.round((p[3 * i + 1] - (r[3] * x + r[4] * y + r[5] * z + r[10])) * perLength);
    way[8] = Math.round((p[3 * i + 2] - (r[6] * x + r[7] * y + r[8] * z + r[11])) * perLength);
    way[ALONG] = way[0] * way[6] + way[1] * way[7] + way[2] * way[8];
  }

  private keepSupport(): number {
    const { way } = this;
    const p = this.hull.addPoint(way[6], way[7], way[8]);
    this.vertexA[p] = this.supportA;
    this.vertexB[p] = this.supportB;
    return p;
  }

  /** The direction of face f, or of none, is the best so far. */
  private keepDirection(f: number): void {
    const { best, way } = this;
    best[0] = way[0];
    best[1] = way[1];
    best[2] = way[2];
    best[UPPER] = way[ALONG];
    this.face = f;
  }

  private writeResult(A: Float64Array, B: Float64Array): void {
    const { out, best, perLength, gjk } = this;
    const [x, y, z] = best;
    const depth = Math.max(0, best[UPPER]);
    out[EPA_DEPTH] = depth / perLength;
    out[EPA_LOWER] = Math.max(0, best[LOWER] - ROUNDING) / perLength;
    out[EPA_UPPER] = Math.max(0, best[UPPER] + ROUNDING) / perLength;
    for (let k = 0; k < 3; k++) out[EPA_DIRECTION + k] = A[3 * k] * x + A[3 * k + 1] * y + A[3 * k + 2] * z;
    if (this.face >= 0 && depth > 0) this.writePoints(A, B);
    else {
      // touching, flat or apart: the closest points
      gjk.track(A, B);
      for (let k = 0; k < 6; k++) out[EPA_POINT_A + k] = gjk.out[1 + k];
    }
  }

  /**
   * The foot of the origin on the face, or on one that is flush with it, as a combination of vertices of a and of b.
   */
  private writePoints(A: Float64Array, B: Float64Array): void {
    const { out, hull, near, flush, best } = this;
    const distance = hull.planes[4 * this.face + 3];
    let nearest = Number.POSITIVE_INFINITY;
    let found = this.face;
    flush.length = 1;
    flush[0] = found;
    hull.beginVisit();
    hull.visit(found);
    for (let n = 0; n < flush.length && nearest > MET; n++) {
      this.measureFoot(flush[n]);
      const x = near[NEAREST_POINT] - distance * best[0];
      const y = near[NEAREST_POINT + 1] - distance * best[1];
      const z = near[NEAREST_POINT + 2] - distance * best[2];
      const reach = Math.sqrt(x * x + y * y + z * z);
      if (reach < nearest) {
        nearest = reach;
        found = flush[n];
      }
      // the face of a bracket that did not meet may be gone, and its neighbours with it
      for (let k = 0; this.exact && k < 3; k++) {
        const next = hull.across[3 * flush[n] + k];
        if (hull.visit(next) && this.isFlush(next, distance)) flush.push(next);
      }
    }
    this.measureFoot(found);
    const a = [0, 0, 0];
    const b = [0, 0, 0];
    for (let c = 0; c < 3; c++) {
      const point = hull.corners[3 * found + c];
      for (let k = 0; k < 3; k++) {
        a[k] += near[c] * this.a.positions[3 * this.vertexA[point] + k];
        b[k] += near[c] * this.b.positions[3 * this.vertexB[point] + k];
      }
    }
    for (let k = 0; k < 3; k++) {
      out[EPA_POINT_A + k] = A[3 * k] * a[0] + A[3 * k + 1] * a[1] + A[3 * k + 2] * a[2] + A[9 + k];
      out[EPA_POINT_B + k] = B[3 * k] * b[0] + B[3 * k + 1] * b[1] + B[3 * k + 2] * b[2] + B[9 + k];
    }
  }

  /** Weights of the point of face f nearest to the origin, and the point. */
  private measureFoot(f: number): void {
    const { hull, triangle } = this;
    for (let c = 0; c < 3; c++) {
      for (let k = 0; k < 3; k++) triangle[3 * c + k] = hull.points[3 * hull.corners[3 * f + c] + k];
    }
    nearestOfSimplex(triangle, 3, this.near);
  }

  /** Do all corners of face f lie in the plane of the best direction? */
  private isFlush(f: number, distance: number): boolean {
    const { hull, best } = this;
    for (let c = 0; c < 3; c++) {
      const o = 3 * hull.corners[3 * f + c];
      const along = best[0] * hull.points[o] + best[1] * hull.points[o + 1] + best[2] * hull.points[o + 2];
      if (!(along >= distance - MET)) return false;
    }
    return true;
  }
}
