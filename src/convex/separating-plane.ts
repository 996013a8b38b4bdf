/**
 * Are two convex polyhedra still apart? Asks a plane that was between them before [Mirtich 1997, §3.3; Baraff 1990]:
 * two convex polyhedra that are apart have one along a face of either, or along an edge of each. The plane moves with
 * its face or its edges, and the vertices nearest to it are found from the last ones, so that a test takes a few steps
 * whatever the size of the bodies. A test that fails says nothing: ask a tracker, and learn from it.
 * Guarantee: `test` is true only where the bodies, radii included, are apart by at least `gap` > 0. Support vertices
 * are exact along the rounded direction; all rounding, and rotations that are off by a few 2⁻⁵³, are in the margin.
 */
import type { ConvexPolyhedron } from './convex-polyhedron.ts';
import { type ConvexTracker, FEATURE_EDGE, FEATURE_FACE, TRACK_NORMAL } from './convex-tracker.ts';
import { supportVertex } from './support.ts';

type Owner = 'none' | 'a' | 'b' | 'edges';

/**
 * Rounding, as a share of the lengths involved: the direction turned into a frame (6u), a dot product (4u), the
 * rotation itself (8u), the length of the normal (4u).
 */
const MARGIN = 2 ** -48;
const TINY = 2 ** -1060;

export class SeparatingPlane {
  readonly a: ConvexPolyhedron;
  readonly b: ConvexPolyhedron;
  /** After a test that was true: the bodies are at least this far apart. */
  gap = 0;
  private owner: Owner = 'none';
  /** The normal from a to b in the frame of its owner; or the direction of an edge of a, then of an edge of b. */
  private readonly fixed = new Float64Array(6);
  /** Whether the normal is the cross product of the edges, 1, or its opposite, −1. */
  private turn = 1;
  private vertexA = 0;
  private vertexB = 0;
  /** The normal in the world, in the frame of a, and its opposite in the frame of b. */
  private readonly normals = new Float64Array(9);

  constructor(a: ConvexPolyhedron, b: ConvexPolyhedron) {
    this.a = a;
    this.b = b;
  }

  /** Remembers the world direction `normal[o..o + 2]` from a to b, fixed to a. */
  set(normal: Float64Array, o: number, A: Float64Array): void {
    this.owner = 'a';
    turnInto(A, normal, o, this.fixed, 0, 1);
  }

  /**
   * Remembers what a tracker has just found for these placements. Where the bodies meet there is nothing to remember.
   */
  learn(tracker: ConvexTracker, A: Float64Array, B: Float64Array): void {
    const { a, b, fixed } = this;
    const { kindA, kindB, indexA, indexB, out } = tracker;
    if (tracker.overlap || !(out[0] > 0)) return this.forget();
    if (kindA === FEATURE_FACE) {
      this.owner = 'a';
      for (let k = 0; k < 3; k++) fixed[k] = a.planes[4 * indexA + k];
    } else if (kindB === FEATURE_FACE) {
      this.owner = 'b';
      for (let k = 0; k < 3; k++) fixed[k] = -b.planes[4 * indexB + k];
    } else if (kindA === FEATURE_EDGE && kindB === FEATURE_EDGE) {
      this.owner = 'edges';
      writeEdge(a, indexA, fixed, 0);
      writeEdge(b, indexB, fixed, 3);
      this.turn = 1;
      this.place(A, B);
      const n = this.normals;
      const along = n[0] * out[TRACK_NORMAL] + n[1] * out[TRACK_NORMAL + 1] + n[2] * out[TRACK_NORMAL + 2];
      // edges that are parallel, or nearly, do not span the plane
      if (along < 0) this.turn = -1;
      if (!(Math.abs(along) > 0.5)) this.set(out, TRACK_NORMAL, A);
    } else this.set(out, TRACK_NORMAL, A);
  }

  forget(): void {
    this.owner = 'none';
  }

  /** True where the remembered plane proves the bodies apart. */
  test(A: Float64Array, B: Float64Array): boolean {
    this.gap = 0;
    if (this.owner === 'none') return false;
    this.place(A, B);
    const { a, b, normals: n } = this;
    this.vertexA = supportVertex(a, n, 3, this.vertexA);
    this.vertexB = supportVertex(b, n, 6, this.vertexB);
    const x = B[9] - A[9];
    const y = B[10] - A[10];
    const z = B[11] - A[11];
    // n·(x_b − x_a) at the vertices nearest to the plane
    const i = 3 * this.vertexA;
    const j = 3 * this.vertexB;
    const between = n[0] * x + n[1] * y + n[2] * z;
    const reachA = n[3] * a.positions[i] + n[4] * a.positions[i + 1] + n[5] * a.positions[i + 2];
    const reachB = n[6] * b.positions[j] + n[7] * b.positions[j + 1] + n[8] * b.positions[j + 2];
    const margin = MARGIN * (Math.abs(x) + Math.abs(y) + Math.abs(z) + 2 * (a.reach + b.reach)) + TINY;
    const gap = between - reachA - reachB - a.radius - b.radius - margin;
    if (!(gap > 0)) return false;
    this.gap = gap;
    return true;
  }

  /** The unit normal in the world and in both frames. */
  private place(A: Float64Array, B: Float64Array): void {
    const { fixed: f, normals: n, owner } = this;
    if (owner === 'edges') {
      turnOut(A, f, 0, n, 0);
      turnOut(B, f, 3, n, 3);
      const x = n[1] * n[5] - n[2] * n[4];
      const y = n[2] * n[3] - n[0] * n[5];
      const z = n[0] * n[4] - n[1] * n[3];
      n[0] = x;
      n[1] = y;
      n[2] = z;
    } else turnOut(owner === 'a' ? A : B, f, 0, n, 0);
    const length = Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    // parallel edges: a null normal proves nothing
    const scale = length > 0 ? (owner === 'edges' ? this.turn : 1) / length : 0;
    for (let k = 0; k < 3; k++) n[k] *= scale;
    turnInto(A, n, 0, n, 3, 1);
    turnInto(B, n, 0, n, 6, -1);
  }
}

/** out = R·x. */
function turnOut(R: Float64Array, x: Float64Array, o: number, out: Float64Array, to: number): void {
  const x0 = x[o];
  const x1 = x[o + 1];
  const x2 = x[o + 2];
  for (let k = 0; k < 3; k++) out[to + k] = R[3 * k] * x0 + R[3 * k + 1] * x1 + R[3 * k + 2] * x2;
}

/** out = sign·Rᵀ·x. */
function turnInto(R: Float64Array, x: Float64Array, o: number, out: Float64Array, to: number, sign: number): void {
  const x0 = x[o];
  const x1 = x[o + 1];
  const x2 = x[o + 2];
  for (let k = 0; k < 3; k++) out[to + k] = sign * (R[k] * x0 + R[3 + k] * x1 + R[6 + k] * x2);
}

/** The unit direction of an edge. */
function writeEdge(p: ConvexPolyhedron, edge: number, out: Float64Array, to: number): void {
  const tail = 3 * p.edges[4 * edge];
  const head = 3 * p.edges[4 * edge + 1];
  let most = 0;
  for (let k = 0; k < 3; k++) most = Math.max(most, Math.abs(p.positions[head + k] - p.positions[tail + k]));
  let square = 0;
  for (let k = 0; k < 3; k++) {
    out[to + k] = (p.positions[head + k] - p.positions[tail + k]) / most;
    square += out[to + k] * out[to + k];
  }
  const length = Math.sqrt(square);
  for (let k = 0; k < 3; k++) out[to + k] /= length;
}
