/**
 * Where do two convex polyhedra that touch, or nearly, touch: all points between which contact forces can act. A coin
 * on a floor gives its rim, an edge on a face two points, an edge across an edge or a vertex one.
 * On each side the vertices count whose height along the normal is within `depth` of the extreme; the two figures they
 * span are laid over each other in the plane across the normal, and the corners of what they share are the answer, in
 * order around it.
 * Guarantee: at least one pair, at most one per corner; the points of a pair lie on one line along the normal, each
 * within `depth` of its body's surface (exactly on it, up to rounding, where that is a face, an edge or a vertex).
 * Cores: radii are not counted. No thresholds but `depth`; allocates nothing once it is warm.
 */
import type { ConvexPolyhedron } from './convex-polyhedron.ts';
import { TRACK_NORMAL, TRACK_POINT_A, TRACK_POINT_B } from './convex-tracker.ts';
import { clip, meetSegments, PlaneFigure } from './plane-figure.ts';
import { supportVertex } from './support.ts';

/** The doubles of each pair: the point of a, the point of b, the gap between them along the normal. */
export const PATCH_POINT_A = 0;
export const PATCH_POINT_B = 3;
export const PATCH_GAP = 6;
export const PATCH_DOUBLES = 7;

/** A plane over the patch: height at its origin, what x and y add, and the heights it stays between. */
const SLOPE_HEIGHT = 0;
const SLOPE_X = 1;
const SLOPE_Y = 2;
const SLOPE_LOW = 3;
const SLOPE_HIGH = 4;

/** Share of the bodies' size: sizes and places in the plane are not known better, after several roundings. */
const NEAR = 2 ** -40;
/** Instead of a vertex: none, several, or one that is higher. */
const ALONE = -1;
const SEVERAL = -2;
const HIGHER = -3;
/** A patch of more vertices is that of the nearest ones. */
const MOST_VERTICES = 4096;

export class ContactPatch {
  readonly a: ConvexPolyhedron;
  readonly b: ConvexPolyhedron;
  /** Pairs found, PATCH_DOUBLES each, in the world. */
  count = 0;
  points: Float64Array = new Float64Array(8 * PATCH_DOUBLES);
  private readonly sideA: PatchSide;
  private readonly sideB: PatchSide;
  private readonly shared = new PlaneFigure();
  private readonly spare = new PlaneFigure();
  /** Three unit vectors, the last the normal, and the origin of the patch. */
  private readonly frame = new Float64Array(12);
  /** An edge of a, an edge of b, and from the tail of the one to that of the other, in the world. */
  private readonly edges = new Float64Array(9);

  constructor(a: ConvexPolyhedron, b: ConvexPolyhedron) {
    this.a = a;
    this.b = b;
    this.sideA = new PatchSide(a);
    this.sideB = new PatchSide(b);
  }

  /**
   * For two placements and what a tracker or EPA has written for them: closest points and the unit normal from a to b.
   * `most` ≥ 1 bounds the number of pairs; of more, some all around are kept. `topA`, `topB`: vertices near the
   * farthest ones along the normal, where they are known.
   */
  find(A: Float64Array, B: Float64Array, witness: Float64Array, depth: number, most = 64, topA = -1, topB = -1): void {
    const { a, b, sideA, sideB, shared, spare, frame } = this;
    const near = NEAR * (a.reach + b.reach);
    if (topA >= 0) sideA.start = topA;
    if (topB >= 0) sideB.start = topB;
    // what touches with one vertex alone touches where the witness is
    const endA = sideA.survey(A, witness, 1, depth, near);
    if (endA === ALONE) return this.writeWitness(witness);
    const endB = sideB.survey(B, witness, -1, depth, near);
    if (endB === ALONE) return this.writeWitness(witness);
    // … and so do two edges that cross
    if (endA >= 0 && endB >= 0 && this.edgesCross(A, B, witness, endA, endB, depth, near)) return this.writeWitness(witness);
    writeFrame(witness, frame);
    sideA.gather(A, frame, depth + near);
    sideB.gather(B, frame, depth + near);
    const p = sideA.figure;
    const q = sideB.figure;
    sideA.lay(near, spare);
    sideB.lay(near, spare);
    shared.count = 0;
    if (p.count === 2 && q.count === 2) meetSegments(p, q, near, Math.max(near, depth), shared);
    else if (q.count > 2 && (p.count === 2 || p.count >= q.count)) clip(p, q, near, shared, spare);
    else if (p.count > 2 && q.count > 1) clip(q, p, near, shared, spare);
    shared.spread(2 * near);
    this.count = Math.min(shared.count, most);
    if (this.points.length < this.count * PATCH_DOUBLES) this.points = new Float64Array(2 * this.count * PATCH_DOUBLES);
    for (let i = 0; i < this.count; i++) {
      const from = Math.floor((i * shared.count) / this.count);
      this.write(i, shared.x[from], shared.y[from]);
    }
    if (this.count === 0) this.writeWitness(witness);
  }

  /**
   * Whether both touch with one edge each, from the starts to these ends, and each runs between the ends of the other,
   * farther than `depth` from both.
   */
  private edgesCross(
    A: Float64Array,
    B: Float64Array,
    witness: Float64Array,
    endA: number,
    endB: number,
    depth: number,
    near: number,
  ): boolean {
    const { a, b, sideA, sideB, edges: e } = this;
    if (!sideA.endsAt(endA, depth + near) || !sideB.endsAt(endB, depth + near)) return false;
    writeDifference(a, A, sideA.start, endA, e, 0);
    writeDifference(b, B, sideB.start, endB, e, 3);
    const i = 3 * sideA.start;
    const j = 3 * sideB.start;
    const ax = a.positions[i];
    const ay = a.positions[i + 1];
    const az = a.positions[i + 2];
    const bx = b.positions[j];
    const by = b.positions[j + 1];
    const bz = b.positions[j + 2];
    e[6] = B[0] * bx + B[1] * by + B[2] * bz - (A[0] * ax + A[1] * ay + A[2] * az) + (B[9] - A[9]);
    e[7] = B[3] * bx + B[4] * by + B[5] * bz - (A[3] * ax + A[4] * ay + A[5] * az) + (B[10] - A[10]);
    e[8] = B[6] * bx + B[7] * by + B[8] * bz - (A[6] * ax + A[7] * ay + A[8] * az) + (B[11] - A[11]);
    const beside = Math.max(near, depth);
    return isCut(witness, e, 0, 3, 1, beside) && isCut(witness, e, 3, 0, -1, beside);
  }

  private write(i: number, s: number, t: number): void {
    const { frame: f, points, sideA, sideB } = this;
    const at = PATCH_DOUBLES * i;
    const ha = sideA.height(s, t);
    const hb = sideB.height(s, t);
    for (let k = 0; k < 3; k++) {
      const foot = f[9 + k] + s * f[k] + t * f[3 + k];
      points[at + PATCH_POINT_A + k] = foot + ha * f[6 + k];
      points[at + PATCH_POINT_B + k] = foot + hb * f[6 + k];
    }
    points[at + PATCH_GAP] = hb - ha;
  }

  /** A vertex touches, or what touches shares no more than rounding can tell. */
  private writeWitness(witness: Float64Array): void {
    const { points } = this;
    const ax = witness[TRACK_POINT_A];
    const ay = witness[TRACK_POINT_A + 1];
    const az = witness[TRACK_POINT_A + 2];
    const bx = witness[TRACK_POINT_B];
    const by = witness[TRACK_POINT_B + 1];
    const bz = witness[TRACK_POINT_B + 2];
    points[PATCH_POINT_A] = ax;
    points[PATCH_POINT_A + 1] = ay;
    points[PATCH_POINT_A + 2] = az;
    points[PATCH_POINT_B] = bx;
    points[PATCH_POINT_B + 1] = by;
    points[PATCH_POINT_B + 2] = bz;
    points[PATCH_GAP] = witness[TRACK_NORMAL] * (bx - ax) + witness[TRACK_NORMAL + 1] * (by - ay) + witness[TRACK_NORMAL + 2] * (bz - az);
    this.count = 1;
  }
}

/** What one body brings to the patch. */
class PatchSide {
  readonly figure = new PlaneFigure();
  private readonly body: ConvexPolyhedron;
  private readonly marks: Int32Array;
  private readonly queue: number[] = [];
  private call = 0;
  /** The farthest vertex of the last time, where the next climb starts. */
  start = 0;
  /** The direction of the patch in the frame of the body. */
  private readonly direction = new Float64Array(3);
  /** The height over the plane: h = h₀ + gx·x + gy·y, and within what it lies. */
  private readonly slope = new Float64Array(5);

  constructor(body: ConvexPolyhedron) {
    this.body = body;
    this.marks = new Int32Array(body.vertexCount);
  }

  /**
   * Finds the farthest vertex along sign·normal; tells which of its neighbours is within `depth` of it, where that is
   * one, or ALONE or SEVERAL.
   */
  survey(P: Float64Array, witness: Float64Array, sign: number, depth: number, near: number): number {
    const { body, direction: d } = this;
    const x = sign * witness[TRACK_NORMAL];
    const y = sign * witness[TRACK_NORMAL + 1];
    const z = sign * witness[TRACK_NORMAL + 2];
    d[0] = P[0] * x + P[3] * y + P[6] * z;
    d[1] = P[1] * x + P[4] * y + P[7] * z;
    d[2] = P[2] * x + P[5] * y + P[8] * z;
    let found = this.neighbourWithin(depth + near, near);
    if (found === HIGHER) {
      this.start = supportVertex(body, d, 0, this.start);
      found = this.neighbourWithin(depth + near, Infinity);
    }
    return found;
  }

  /** The neighbour of the start within `depth` of it; HIGHER where one is more than `above` above it. */
  private neighbourWithin(depth: number, above: number): number {
    const { direction: d, start } = this;
    const { positions, vertexStart, vertexNeighbours } = this.body;
    const dx = d[0];
    const dy = d[1];
    const dz = d[2];
    const x = positions[3 * start];
    const y = positions[3 * start + 1];
    const z = positions[3 * start + 2];
    const end = vertexStart[start + 1];
    let found = ALONE;
    for (let k = vertexStart[start]; k < end; k++) {
      const w = vertexNeighbours[k];
      const down = dx * (x - positions[3 * w]) + dy * (y - positions[3 * w + 1]) + dz * (z - positions[3 * w + 2]);
      if (down < -above) return HIGHER;
      if (down <= depth) found = found === ALONE ? w : SEVERAL;
    }
    return found;
  }

  /** After `survey`: whether the start is the one neighbour of that vertex within `depth` of the start. */
  endsAt(end: number, depth: number): boolean {
    const { start } = this;
    const { vertexStart, vertexNeighbours } = this.body;
    for (let k = vertexStart[end]; k < vertexStart[end + 1]; k++) {
      const w = vertexNeighbours[k];
      if (w !== start && this.isWithin(w, depth)) return false;
    }
    return true;
  }

  /** Whether a vertex lies at most so much below the start. */
  private isWithin(w: number, depth: number): boolean {
    const { direction: d, start } = this;
    const { positions } = this.body;
    const down =
      d[0] * (positions[3 * start] - positions[3 * w]) +
      d[1] * (positions[3 * start + 1] - positions[3 * w + 1]) +
      d[2] * (positions[3 * start + 2] - positions[3 * w + 2]);
    return down <= depth;
  }

  /**
   * After `survey`: the vertices within `depth` of the farthest, which are connected by edges, and their places in the
   * plane.
   */
  gather(P: Float64Array, frame: Float64Array, depth: number): void {
    const { body, marks, queue, figure } = this;
    const { positions, vertexStart, vertexNeighbours } = body;
    const call = ++this.call;
    queue[0] = this.start;
    let queued = 1;
    marks[this.start] = call;
    figure.count = 0;
    for (let i = 0; i < queued; i++) {
      const v = queue[i];
      const x = positions[3 * v];
      const y = positions[3 * v + 1];
      const z = positions[3 * v + 2];
      // relative to the origin of the patch, in the world
      const wx = P[0] * x + P[1] * y + P[2] * z + (P[9] - frame[9]);
      const wy = P[3] * x + P[4] * y + P[5] * z + (P[10] - frame[10]);
      const wz = P[6] * x + P[7] * y + P[8] * z + (P[11] - frame[11]);
      figure.add(
        frame[0] * wx + frame[1] * wy + frame[2] * wz,
        frame[3] * wx + frame[4] * wy + frame[5] * wz,
        frame[6] * wx + frame[7] * wy + frame[8] * wz,
      );
      for (let k = vertexStart[v]; k < vertexStart[v + 1] && queued < MOST_VERTICES; k++) {
        const w = vertexNeighbours[k];
        if (marks[w] === call) continue;
        marks[w] = call;
        if (this.isWithin(w, depth)) queue[queued++] = w;
      }
    }
  }

  /** Makes them a figure with a height over it. */
  lay(near: number, spare: PlaneFigure): void {
    this.figure.makeConvex(near, spare);
    this.slant();
  }

  height(x: number, y: number): number {
    const s = this.slope;
    return Math.min(s[SLOPE_HIGH], Math.max(s[SLOPE_LOW], s[SLOPE_HEIGHT] + s[SLOPE_X] * x + s[SLOPE_Y] * y));
  }

  /** The plane or line through the figure's corners; its heights stay within theirs. */
  private slant(): void {
    const { figure, slope } = this;
    const { x, y, z, count } = figure;
    let mx = 0;
    let my = 0;
    let mz = 0;
    let low = z[0];
    let high = z[0];
    for (let i = 0; i < count; i++) {
      mx += x[i] / count;
      my += y[i] / count;
      mz += z[i] / count;
      low = Math.min(low, z[i]);
      high = Math.max(high, z[i]);
    }
    let gx = 0;
    let gy = 0;
    if (count === 2) {
      const dx = x[1] - x[0];
      const dy = y[1] - y[0];
      const rise = (z[1] - z[0]) / (dx * dx + dy * dy);
      gx = rise * dx;
      gy = rise * dy;
    } else if (count > 2) {
      // area vector about the middle
      let nx = 0;
      let ny = 0;
      let nz = 0;
      for (let i = 0; i < count; i++) {
        const j = i + 1 < count ? i + 1 : 0;
        nx += (y[i] - my) * (z[j] - mz) - (z[i] - mz) * (y[j] - my);
        ny += (z[i] - mz) * (x[j] - mx) - (x[i] - mx) * (z[j] - mz);
        nz += (x[i] - mx) * (y[j] - my) - (y[i] - my) * (x[j] - mx);
      }
      if (nz > 0) {
        gx = -nx / nz;
        gy = -ny / nz;
      }
    }
    slope[SLOPE_HEIGHT] = mz - gx * mx - gy * my;
    slope[SLOPE_X] = gx;
    slope[SLOPE_Y] = gy;
    slope[SLOPE_LOW] = low;
    slope[SLOPE_HIGH] = high;
  }
}

/** Writes the vector from one vertex to another, in the world. */
function writeDifference({ positions }: ConvexPolyhedron, P: Float64Array, from: number, to: number, out: Float64Array, o: number): void {
  const x = positions[3 * to] - positions[3 * from];
  const y = positions[3 * to + 1] - positions[3 * from + 1];
  const z = positions[3 * to + 2] - positions[3 * from + 2];
  out[o] = P[0] * x + P[1] * y + P[2] * z;
  out[o + 1] = P[3] * x + P[4] * y + P[5] * z;
  out[o + 2] = P[6] * x + P[7] * y + P[8] * z;
}

/**
 * Seen along the normal: does the line of the edge e[u..] run between the ends of the edge e[w..], farther than
 * `beside` from both? sign·e[6..]: from the tail of the one to that of the other.
 */
function isCut(witness: Float64Array, e: Float64Array, u: number, w: number, sign: number, beside: number): boolean {
  const nx = witness[TRACK_NORMAL];
  const ny = witness[TRACK_NORMAL + 1];
  const nz = witness[TRACK_NORMAL + 2];
  // m = n × u
  const mx = ny * e[u + 2] - nz * e[u + 1];
  const my = nz * e[u] - nx * e[u + 2];
  const mz = nx * e[u + 1] - ny * e[u];
  const least = beside * Math.sqrt(mx * mx + my * my + mz * mz);
  const tail = sign * (mx * e[6] + my * e[7] + mz * e[8]);
  const head = tail + (mx * e[w] + my * e[w + 1] + mz * e[w + 2]);
  return (tail > least && head < -least) || (tail < -least && head > least);
}

/** The origin halfway between the closest points, two unit vectors across the normal, the normal. */
function writeFrame(witness: Float64Array, f: Float64Array): void {
  const nx = witness[TRACK_NORMAL];
  const ny = witness[TRACK_NORMAL + 1];
  const nz = witness[TRACK_NORMAL + 2];
  // across the normal and the axis it has least to do with
  const x = Math.abs(nx);
  const y = Math.abs(ny);
  const z = Math.abs(nz);
  const isX = x <= y && x <= z;
  const isY = !isX && y <= z;
  let ux = isX ? 0 : isY ? -nz : ny;
  let uy = isX ? nz : isY ? 0 : -nx;
  let uz = isX ? -ny : isY ? nx : 0;
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  ux /= length;
  uy /= length;
  uz /= length;
  f[0] = ux;
  f[1] = uy;
  f[2] = uz;
  f[3] = ny * uz - nz * uy;
  f[4] = nz * ux - nx * uz;
  f[5] = nx * uy - ny * ux;
  f[6] = nx;
  f[7] = ny;
  f[8] = nz;
  for (let k = 0; k < 3; k++) f[9 + k] = witness[TRACK_POINT_A + k] / 2 + witness[TRACK_POINT_B + k] / 2;
}
