/**
 * The hull of a growing set of points, one point at a time, with its face nearest to the origin at hand: the inner
 * polytope of epa.ts.
 * Points are whole numbers below 2⁵³, so that sides of planes can be decided exactly: doubles, double-doubles,
 * integers, each for what the last left in doubt.
 * Guarantee: always the exact hull of its points, in triangles none of which is without area: a point replaces the
 * faces it sees and those whose plane it lies in, so that no new face is flush with what it borders. Planes are off by
 * a few units however thin the triangle.
 */
import { exactSide, filteredSide } from '../geometry/determinant.ts';
import { ddCross, ddDifference } from '../geometry/double-double.ts';
import { doubled } from '../math/enlarged.ts';

/** sine² of a corner from which on doubles hold the normal well enough. */
const WIDE = 2 ** -4;

/** Double-doubles; the first eight slots are scratch of the operations. */
const EDGE_E = 8;
const EDGE_F = 14;
const NORMAL = 20;

export class ExpandingHull {
  /** Three whole numbers per point. */
  points: Float64Array = new Float64Array(3 * 64);
  pointCount = 0;
  /**
   * Three points per face, counter-clockwise from outside; [k] is joined to [k + 1] by an edge, beyond which is
   * across[k].
   */
  corners: Int32Array = new Int32Array(3 * 128);
  across: Int32Array = new Int32Array(3 * 128);
  /** Outward unit normal and distance of the origin behind the face, below 0 where it is before it. */
  planes: Float64Array = new Float64Array(4 * 128);
  private alive = new Uint8Array(128);
  private seen = new Int32Array(128);
  private faceCount = 0;
  private mark = 0;
  /** Faces by distance, replaced ones included until they come up. */
  private heap = new Int32Array(128);
  private heapSize = 0;
  private readonly stack: number[] = [];
  /** Edges where seen faces border on unseen ones: unseen face, its edge; and the new face that starts at a point. */
  private readonly rim: number[] = [];
  private faceFrom = new Int32Array(64);
  private readonly r = new Float64Array(26);

  /** A new set without faces. */
  clear(): void {
    this.pointCount = 0;
    this.faceCount = 0;
    this.heapSize = 0;
  }

  /** Adds a point without touching the hull; its number. */
  addPoint(x: number, y: number, z: number): number {
    if (3 * this.pointCount === this.points.length) {
      this.points = doubled(this.points);
      const from = new Int32Array(2 * this.faceFrom.length);
      this.faceFrom = from;
    }
    const o = 3 * this.pointCount;
    this.points[o] = x;
    this.points[o + 1] = y;
    this.points[o + 2] = z;
    return this.pointCount++;
  }

  /** The hull of four points; false where they lie in one plane. */
  start(i: number, j: number, k: number, l: number): boolean {
    const side = this.side(i, j, k, l);
    if (side === 0) return false;
    const p = side < 0 ? j : k;
    const q = side < 0 ? k : j;
    // seen from l, i p q run clockwise
    const f = this.addFace(i, p, q);
    const g = this.addFace(p, i, l);
    const h = this.addFace(q, p, l);
    const m = this.addFace(i, q, l);
    this.across.set([g, h, m, f, m, h, f, g, m, f, h, g], 3 * f);
    return true;
  }

  /** The face whose plane is nearest to the origin (or farthest behind it). */
  nearest(): number {
    while (this.alive[this.heap[0]] === 0) this.popHeap();
    return this.heap[0];
  }

  /** Makes point p, outside of face f, a corner of the hull; false where it is not outside. */
  expand(p: number, f: number): boolean {
    const { stack, rim } = this;
    const mark = ++this.mark;
    if (this.side(this.corners[3 * f], this.corners[3 * f + 1], this.corners[3 * f + 2], p) <= 0) return false;
    stack.length = 0;
    rim.length = 0;
    stack.push(f);
    this.seen[f] = mark;
    this.alive[f] = 0;
    for (let face = stack.pop(); face !== undefined; face = stack.pop()) {
      for (let k = 0; k < 3; k++) {
        const next = this.across[3 * face + k];
        if (this.seen[next] === mark) continue;
        const c = 3 * next;
        if (this.side(this.corners[c], this.corners[c + 1], this.corners[c + 2], p) >= 0) {
          this.seen[next] = mark;
          this.alive[next] = 0;
          stack.push(next);
        } else rim.push(next, this.across[c] === face ? 0 : this.across[c + 1] === face ? 1 : 2);
      }
    }
    const first = this.faceCount;
    for (let n = 0; n < rim.length; n += 2) {
      const c = 3 * rim[n];
      const k = rim[n + 1];
      // the unseen face runs v → u, the new one u → v
      const v = this.corners[c + k];
      const u = this.corners[c + (k === 2 ? 0 : k + 1)];
      const face = this.addFace(u, v, p);
      this.across[3 * face] = rim[n];
      this.across[c + k] = face;
      this.faceFrom[u] = face;
    }
    for (let face = first; face < this.faceCount; face++) {
      const next = this.faceFrom[this.corners[3 * face + 1]];
      this.across[3 * face + 1] = next;
      this.across[3 * next + 2] = face;
    }
    return true;
  }

  /** Faces have not been visited. */
  beginVisit(): void {
    this.mark++;
  }

  /** True the first time. */
  visit(f: number): boolean {
    if (this.seen[f] === this.mark) return false;
    this.seen[f] = this.mark;
    return true;
  }

  private addFace(i: number, j: number, k: number): number {
    const f = this.faceCount++;
    if (f === this.alive.length) {
      this.corners = doubled(this.corners);
      this.across = doubled(this.across);
      this.planes = doubled(this.planes);
      this.alive = doubled(this.alive);
      this.seen = doubled(this.seen);
      this.heap = doubled(this.heap);
    }
    this.corners[3 * f] = i;
    this.corners[3 * f + 1] = j;
    this.corners[3 * f + 2] = k;
    this.alive[f] = 1;
    this.seen[f] = 0;
    this.writePlane(i, j, k, this.planes, 4 * f);
    this.pushHeap(f);
    return f;
  }

  /** The plane of three points that are not on one line: unit normal and n·i. */
  writePlane(i: number, j: number, k: number, out: Float64Array, o: number): void {
    const { points: p, r } = this;
    const ex = p[3 * j] - p[3 * i];
    const ey = p[3 * j + 1] - p[3 * i + 1];
    const ez = p[3 * j + 2] - p[3 * i + 2];
    const fx = p[3 * k] - p[3 * i];
    const fy = p[3 * k + 1] - p[3 * i + 1];
    const fz = p[3 * k + 2] - p[3 * i + 2];
    let x = ey * fz - ez * fy;
    let y = ez * fx - ex * fz;
    let z = ex * fy - ey * fx;
    if (!(x * x + y * y + z * z > WIDE * (ex * ex + ey * ey + ez * ez) * (fx * fx + fy * fy + fz * fz))) {
      this.difference(EDGE_E, j, i);
      this.difference(EDGE_F, k, i);
      ddCross(r, NORMAL, EDGE_E, EDGE_F);
      x = r[NORMAL];
      y = r[NORMAL + 2];
      z = r[NORMAL + 4];
    }
    const s = 1 / Math.sqrt(x * x + y * y + z * z);
    x *= s;
    y *= s;
    z *= s;
    out[o] = x;
    out[o + 1] = y;
    out[o + 2] = z;
    out[o + 3] = x * p[3 * i] + y * p[3 * i + 1] + z * p[3 * i + 2];
  }

  /** The sign of (b − a) × (c − a) · (d − a): positive where d is before the face a b c. */
  side(a: number, b: number, c: number, d: number): number {
    const side = filteredSide(this.points, a, b, c, d, 1);
    return side === side ? side : exactSide(this.whole(a), this.whole(b), this.whole(c), this.whole(d));
  }

  private whole(i: number): readonly bigint[] {
    return Array.from(this.points.subarray(3 * i, 3 * i + 3), BigInt);
  }

  private difference(slot: number, to: number, from: number): void {
    for (let k = 0; k < 3; k++) ddDifference(this.r, slot + 2 * k, this.points[3 * to + k], this.points[3 * from + k], 1);
  }

  private pushHeap(f: number): void {
    const { planes } = this;
    if (this.heapSize === this.heap.length) this.heap = doubled(this.heap);
    const { heap } = this;
    let at = this.heapSize++;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (planes[4 * heap[up] + 3] <= planes[4 * f + 3]) break;
      heap[at] = heap[up];
      at = up;
    }
    heap[at] = f;
  }

  private popHeap(): void {
    const { heap, planes } = this;
    const f = heap[--this.heapSize];
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down >= this.heapSize) break;
      if (down + 1 < this.heapSize && planes[4 * heap[down + 1] + 3] < planes[4 * heap[down] + 3]) down++;
      if (planes[4 * heap[down] + 3] >= planes[4 * f + 3]) break;
      heap[at] = heap[down];
      at = down;
    }
    heap[at] = f;
  }
}
