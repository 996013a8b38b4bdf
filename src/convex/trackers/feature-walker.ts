/**
 * What V-Clip and Lin-Canny share: two placed polyhedra, a current feature of each, steps from pair to pair until one
 * is closest, and the answer given in the world.
 * Guarantee: ends. A step depends on the pair of features and the placements only, so that a pair met twice is a cycle;
 * it is noticed within twice its length [Brent 1980], and what the walk cannot settle, which takes rounding where
 * features are all but parallel, is asked of GJK.
 */
import { type ConvexPolyhedron, NO_FACE } from '../convex-polyhedron.ts';
import {
  type ConvexTracker,
  FEATURE_EDGE,
  FEATURE_FACE,
  FEATURE_VERTEX,
  TRACK_DISTANCE,
  TRACK_DOUBLES,
  TRACK_NORMAL,
  TRACK_POINT_A,
  TRACK_POINT_B,
} from '../convex-tracker.ts';
import { closestOfEdges, EDGES_A, EDGES_B, EDGES_NORMAL, edgePair } from './edge-edge.ts';
import { writeRelativePlacement } from './relative-placement.ts';

/** What a step says of the current pair of features. */
export const WALK_DONE = 0;
export const WALK_MOVED = 1;
export const WALK_MEETS = 2;
/** The walk cannot go on from here. */
export const WALK_LOST = 3;

/** Offsets in `maps`: from b's frame to a's, and back. Rotation row by row, then translation. */
export const TO_A = 0;
export const TO_B = 12;

/** Steps before the first pair is remembered: most walks are shorter. */
const FIRST_MARK = 8;
const LARGE = 2 ** 200;
const SMALL = 2 ** -200;

/**
 * What one walk writes and reads again, shared by all trackers: a world of ten thousand bodies has twenty thousand of
 * them, and no walk begins within another.
 */
const MAPS = new Float64Array(24);
const ALONG = new Float64Array(1);
const FOUND = new Float64Array(9);

export abstract class FeatureWalker implements ConvexTracker {
  readonly a: ConvexPolyhedron;
  readonly b: ConvexPolyhedron;
  readonly out: Float64Array = new Float64Array(TRACK_DOUBLES);
  overlap = false;
  kindA: number = FEATURE_VERTEX;
  indexA = 0;
  kindB: number = FEATURE_VERTEX;
  indexB = 0;
  steps = 0;
  private fresh = true;
  protected readonly maps: Float64Array = MAPS;
  /** [0] the place along an edge that meets a face, from tail 0 to head 1. */
  protected readonly along: Float64Array = ALONG;
  private readonly reach: number;
  /** Steps after which the walk is given up at the next mark: far more than any took that came to an end. */
  private readonly patience: number;
  /** Closest points in a's frame: of a, of b, and the direction from a to b. */
  private readonly found: Float64Array = FOUND;

  constructor(a: ConvexPolyhedron, b: ConvexPolyhedron) {
    this.a = a;
    this.b = b;
    this.reach = a.reach + b.reach;
    this.patience = 64 + 4 * (a.vertexCount + a.edgeCount + a.faceCount + b.vertexCount + b.edgeCount + b.faceCount);
  }

  reset(): void {
    this.kindA = this.kindB = FEATURE_VERTEX;
    this.indexA = this.indexB = 0;
    this.fresh = true;
  }

  /** Starts the next walk from the features of another tracker of the same pair. */
  startFrom(other: ConvexTracker): void {
    this.startAt(other.kindA, other.indexA, other.kindB, other.indexB);
  }

  /**
   * Starts the next walk from these features.
   * @internal
   */
  startAt(kindA: number, indexA: number, kindB: number, indexB: number): void {
    this.kindA = kindA;
    this.indexA = indexA;
    this.kindB = kindB;
    this.indexB = indexB;
    this.fresh = false;
  }

  track(A: Float64Array, B: Float64Array): void {
    this.steps = 0;
    const verdict = this.relate(A, B) ? this.walk() : WALK_LOST;
    if (verdict === WALK_LOST) this.rescue(A, B);
    else this.writeResult(A, verdict === WALK_MEETS);
  }

  /** Chooses features to start from. */
  protected abstract begin(): void;

  /** Looks at the current pair: closest, meeting, or replaced by a better one. */
  protected abstract step(): number;

  /** The answer where the walk has none. */
  protected abstract rescue(A: Float64Array, B: Float64Array): void;

  /** The answer and features of another tracker of the same pair, just asked. */
  protected adopt(other: ConvexTracker): void {
    const { out } = this;
    for (let k = 0; k < TRACK_DOUBLES; k++) out[k] = other.out[k];
    this.overlap = other.overlap;
    this.startFrom(other);
    this.steps += other.steps;
  }

  private walk(): number {
    if (this.fresh) {
      this.fresh = false;
      this.begin();
    }
    let taken = 0;
    let mark = FIRST_MARK;
    let kindA = -1;
    let kindB = -1;
    let indexA = -1;
    let indexB = -1;
    for (;;) {
      const verdict = this.step();
      if (verdict !== WALK_MOVED) return verdict;
      this.steps++;
      taken++;
      if (this.indexA === indexA && this.indexB === indexB && this.kindA === kindA && this.kindB === kindB) return WALK_LOST;
      if (taken === mark) {
        if (mark > this.patience) return WALK_LOST;
        mark *= 2;
        kindA = this.kindA;
        kindB = this.kindB;
        indexA = this.indexA;
        indexB = this.indexB;
      }
    }
  }

  protected move(side: number, kind: number, index: number): number {
    if (side === 0) {
      this.kindA = kind;
      this.indexA = index;
    } else {
      this.kindB = kind;
      this.indexB = index;
    }
    return WALK_MOVED;
  }

  /**
   * x_a = R·x_b + t and its inverse; rotations are taken for orthogonal. False where products of four lengths could
   * leave the range of doubles.
   */
  private relate(A: Float64Array, B: Float64Array): boolean {
    const m = this.maps;
    writeRelativePlacement(A, B, m);
    const x = m[9];
    const y = m[10];
    const z = m[11];
    m[12] = m[0];
    m[13] = m[3];
    m[14] = m[6];
    m[15] = m[1];
    m[16] = m[4];
    m[17] = m[7];
    m[18] = m[2];
    m[19] = m[5];
    m[20] = m[8];
    m[21] = -(m[0] * x + m[3] * y + m[6] * z);
    m[22] = -(m[1] * x + m[4] * y + m[7] * z);
    m[23] = -(m[2] * x + m[5] * y + m[8] * z);
    const size = this.reach + Math.abs(x) + Math.abs(y) + Math.abs(z);
    return size < LARGE && size > SMALL;
  }

  /** The vertex v of P in the other frame: out[o..o+2]. */
  protected place(P: ConvexPolyhedron, v: number, map: number, out: Float64Array, o: number): void {
    const m = this.maps;
    const x = P.positions[3 * v];
    const y = P.positions[3 * v + 1];
    const z = P.positions[3 * v + 2];
    out[o] = m[map] * x + m[map + 1] * y + m[map + 2] * z + m[map + 9];
    out[o + 1] = m[map + 3] * x + m[map + 4] * y + m[map + 5] * z + m[map + 10];
    out[o + 2] = m[map + 6] * x + m[map + 7] * y + m[map + 8] * z + m[map + 11];
  }

  /** The normal of P's face f in the other frame. */
  protected turn(P: ConvexPolyhedron, f: number, map: number, out: Float64Array, o: number): void {
    const m = this.maps;
    const x = P.planes[4 * f];
    const y = P.planes[4 * f + 1];
    const z = P.planes[4 * f + 2];
    out[o] = m[map] * x + m[map + 1] * y + m[map + 2] * z;
    out[o + 1] = m[map + 3] * x + m[map + 4] * y + m[map + 5] * z;
    out[o + 2] = m[map + 6] * x + m[map + 7] * y + m[map + 8] * z;
  }

  private writeResult(A: Float64Array, meets: boolean): void {
    const { out, found } = this;
    const sides = this.kindA > this.kindB ? 1 : 0;
    const low = sides === 0 ? this.kindA : this.kindB;
    const high = sides === 0 ? this.kindB : this.kindA;
    if (high === FEATURE_VERTEX) this.closestOfVertices();
    else if (high === FEATURE_FACE) this.closestToFace(sides, low === FEATURE_EDGE, meets);
    else if (low === FEATURE_VERTEX) this.closestToEdge(sides);
    else this.closestOfEdges();
    const distance = meets ? 0 : out[TRACK_DISTANCE];
    out[TRACK_DISTANCE] = distance;
    this.overlap = distance === 0;
    writePlaced(A, found, 0, 1, out, TRACK_POINT_A);
    writePlaced(A, found, 3, 1, out, TRACK_POINT_B);
    writePlaced(A, found, 6, 0, out, TRACK_NORMAL);
  }

  /** Writes distance and direction from the two points alone. */
  private fromPoints(): void {
    const w = this.found;
    const x = w[3] - w[0];
    const y = w[4] - w[1];
    const z = w[5] - w[2];
    const distance = Math.sqrt(x * x + y * y + z * z);
    const s = distance > 0 ? 1 / distance : 0;
    w[6] = x * s;
    w[7] = y * s;
    w[8] = z * s;
    this.out[TRACK_DISTANCE] = distance;
  }

  private closestOfVertices(): void {
    const w = this.found;
    this.loadVertex(this.a, this.indexA, w, 0);
    this.place(this.b, this.indexB, TO_A, w, 3);
    this.fromPoints();
  }

  /** `vertexSide`: whose feature is the vertex. */
  private closestToEdge(vertexSide: number): void {
    const w = this.found;
    const F = edgePair;
    if (vertexSide === 0) {
      this.loadVertex(this.a, this.indexA, F, 0);
      this.placeEdge(F, 3);
    } else {
      this.place(this.b, this.indexB, TO_A, F, 0);
      this.loadEdge(F, 3);
    }
    const x = F[6] - F[3];
    const y = F[7] - F[4];
    const z = F[8] - F[5];
    const length = x * x + y * y + z * z;
    const t = length > 0 ? ((F[0] - F[3]) * x + (F[1] - F[4]) * y + (F[2] - F[5]) * z) / length : 0;
    const s = t > 0 ? (t < 1 ? t : 1) : 0;
    const v = 3 * vertexSide;
    const e = 3 - v;
    w[v] = F[0];
    w[v + 1] = F[1];
    w[v + 2] = F[2];
    w[e] = F[3] + s * x;
    w[e + 1] = F[4] + s * y;
    w[e + 2] = F[5] + s * z;
    this.fromPoints();
    // across the edge whatever rounding says: it matters at small gaps
    const lean = (w[6] * x + w[7] * y + w[8] * z) / length;
    const nx = w[6] - lean * x;
    const ny = w[7] - lean * y;
    const nz = w[8] - lean * z;
    const scale = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz);
    if (!(scale < 2)) return;
    w[6] = nx * scale;
    w[7] = ny * scale;
    w[8] = nz * scale;
  }

  private closestOfEdges(): void {
    const { found, a, indexA } = this;
    this.loadEdge(edgePair, EDGES_A);
    this.placeEdge(edgePair, EDGES_B);
    closestOfEdges(edgePair, found);
    this.fromPoints();
    // at small gaps the edges know the direction better than two points do
    if (edgePair[EDGES_NORMAL + 3] === 0) return;
    let x = edgePair[EDGES_NORMAL];
    let y = edgePair[EDGES_NORMAL + 1];
    let z = edgePair[EDGES_NORMAL + 2];
    const left = a.edges[4 * indexA + 2];
    const right = a.edges[4 * indexA + 3];
    let outward = 0;
    if (left !== NO_FACE) {
      const p = a.planes;
      const l = 4 * left;
      const r = 4 * right;
      outward = x * (p[l] + p[r]) + y * (p[l + 1] + p[r + 1]) + z * (p[l + 2] + p[r + 2]);
    }
    const points = x * found[6] + y * found[7] + z * found[8];
    // a flat body has no outward side, a nearly flat edge hardly one: there the points decide
    if ((Math.abs(outward) > 2 ** -20 ? outward : points) < 0) {
      x = -x;
      y = -y;
      z = -z;
    }
    found[6] = x;
    found[7] = y;
    found[8] = z;
  }

  /** A vertex or an edge against a face. */
  private closestToFace(low: number, isEdge: boolean, meets: boolean): void {
    const w = this.found;
    const F = edgePair;
    const Q = low === 0 ? this.b : this.a;
    const index = low === 0 ? this.indexA : this.indexB;
    const face = low === 0 ? this.indexB : this.indexA;
    if (isEdge) {
      if (low === 0) this.loadEdge(F, 0);
      else this.placeEdge(F, 0);
      const t = this.along[0];
      F[0] += t * (F[3] - F[0]);
      F[1] += t * (F[4] - F[1]);
      F[2] += t * (F[5] - F[2]);
    } else if (low === 0) this.loadVertex(this.a, index, F, 0);
    else this.place(this.b, index, TO_A, F, 0);
    const corner = Q.faceVertices[Q.faceStart[face]];
    if (low === 0) {
      this.place(Q, corner, TO_A, F, 3);
      this.turn(Q, face, TO_A, F, 6);
    } else {
      this.loadVertex(Q, corner, F, 3);
      F[6] = Q.planes[4 * face];
      F[7] = Q.planes[4 * face + 1];
      F[8] = Q.planes[4 * face + 2];
    }
    const height = (F[0] - F[3]) * F[6] + (F[1] - F[4]) * F[7] + (F[2] - F[5]) * F[8];
    const down = meets ? 0 : height;
    const sign = (low === 0) === height >= 0 ? -1 : 1;
    const v = 3 * low;
    const f = 3 - v;
    w[v] = F[0];
    w[v + 1] = F[1];
    w[v + 2] = F[2];
    w[f] = F[0] - down * F[6];
    w[f + 1] = F[1] - down * F[7];
    w[f + 2] = F[2] - down * F[8];
    w[6] = sign * F[6];
    w[7] = sign * F[7];
    w[8] = sign * F[8];
    this.out[TRACK_DISTANCE] = Math.abs(height);
  }

  private loadVertex(P: ConvexPolyhedron, v: number, out: Float64Array, o: number): void {
    const { positions } = P;
    out[o] = positions[3 * v];
    out[o + 1] = positions[3 * v + 1];
    out[o + 2] = positions[3 * v + 2];
  }

  /** a's edge as it is; b's in a's frame. */
  private loadEdge(out: Float64Array, o: number): void {
    this.loadVertex(this.a, this.a.edges[4 * this.indexA], out, o);
    this.loadVertex(this.a, this.a.edges[4 * this.indexA + 1], out, o + 3);
  }

  private placeEdge(out: Float64Array, o: number): void {
    this.place(this.b, this.b.edges[4 * this.indexB], TO_A, out, o);
    this.place(this.b, this.b.edges[4 * this.indexB + 1], TO_A, out, o + 3);
  }
}

/** A point (1) or direction (0) of the placed body, in the world. */
function writePlaced(P: Float64Array, v: Float64Array, i: number, isPoint: 0 | 1, out: Float64Array, o: number): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  out[o] = P[0] * x + P[1] * y + P[2] * z + isPoint * P[9];
  out[o + 1] = P[3] * x + P[4] * y + P[5] * z + isPoint * P[10];
  out[o + 2] = P[6] * x + P[7] * y + P[8] * z + isPoint * P[11];
}
