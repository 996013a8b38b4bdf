/**
 * The end of a descent that ran out of digits: the closest points of a few vertices of a and a few of b, by the proven
 * distance of triangles [triangle-triangle.ts].
 * Each pass measures the hulls of at most four vertices of each, keeps the features that are closest and adds the
 * vertices farthest along the proven direction.
 * Guarantee: distance and direction bound the true distance from both sides; ends because every pass but a few comes
 * strictly closer.
 */
import { preciseDeterminant } from '../../geometry/determinant.ts';
import {
  SEPARATION_DIRECTION,
  SEPARATION_DISTANCE,
  SEPARATION_FEATURES,
  SEPARATION_SIZE,
  triangleSeparation,
} from '../../geometry/triangle-triangle.ts';
import type { ConvexPolyhedron } from '../convex-polyhedron.ts';
import { supportVertex } from '../support.ts';

/**
 * `out`: points of a and b, distance, feature code, direction as in triangleSeparation; then a lower bound. In the
 * frame of a, scaled.
 */
export const DESCENT_LOWER: number = SEPARATION_SIZE;

/** Corners left out one by one: the faces of a tetrahedron. */
const FACES = [
  [0, 1, 2],
  [0, 1, 3],
  [0, 2, 3],
  [1, 2, 3],
];
const MOST_PASSES = 1000;
/** Passes that may come no closer: edges that are all but parallel, faces that are all but flush. */
const MOST_STALLS = 8;

export class FeatureDescent {
  readonly out: Float64Array = new Float64Array(SEPARATION_SIZE + 1);
  overlap = false;
  /** True where both bounds met. */
  met = false;
  steps = 0;
  private readonly a: ConvexPolyhedron;
  private readonly b: ConvexPolyhedron;
  private relative: Float64Array = new Float64Array(12);
  private scale = 1;
  /** Up to four vertices of each and their places in the frame of a. */
  private readonly setA = new Int32Array(4);
  private readonly setB = new Int32Array(4);
  private countA = 0;
  private countB = 0;
  private readonly placesA = new Float64Array(12);
  private readonly placesB = new Float64Array(12);
  private readonly cornersA = new Float64Array(9);
  private readonly cornersB = new Float64Array(9);
  private readonly trial = new Float64Array(SEPARATION_SIZE);
  private readonly way = new Float64Array(6);
  /** The direction of the best lower bound. */
  readonly normal: Float64Array = new Float64Array(3);
  /** The vertices of the closest features so far. */
  private readonly bestA = new Int32Array(3);
  private readonly bestB = new Int32Array(3);
  private bestCountA = 0;
  private bestCountB = 0;

  constructor(a: ConvexPolyhedron, b: ConvexPolyhedron) {
    this.a = a;
    this.b = b;
  }

  /** A simplex as in gjk.ts: vertices of a from 0, of b from 4. */
  begin(relative: Float64Array, scale: number, corners: Int32Array, count: number): void {
    this.relative = relative;
    this.scale = scale;
    this.countA = 0;
    this.countB = 0;
    for (let k = 0; k < count; k++) {
      this.addA(corners[k]);
      this.addB(corners[4 + k]);
    }
  }

  descend(slack: number): void {
    const { out, way, relative: r } = this;
    this.overlap = false;
    this.met = false;
    out[SEPARATION_DISTANCE] = Number.POSITIVE_INFINITY;
    out[DESCENT_LOWER] = Number.NEGATIVE_INFINITY;
    let stalls = 0;
    for (this.steps = 0; this.steps < MOST_PASSES; this.steps++) {
      if (this.oneInsideTheOther()) {
        this.overlap = true;
        return;
      }
      const before = out[SEPARATION_DISTANCE];
      if (!this.measure(slack)) return;
      // as near as before, but perhaps along a better known direction
      if (!(out[SEPARATION_DISTANCE] < before - slack) && ++stalls > MOST_STALLS) return;
      // no direction: nearer than doubles can tell
      if (
        !(out[SEPARATION_DISTANCE] > slack) ||
        (out[SEPARATION_DIRECTION] === 0 && out[SEPARATION_DIRECTION + 1] === 0 && out[SEPARATION_DIRECTION + 2] === 0)
      ) {
        this.overlap = true;
        return;
      }
      for (let k = 0; k < 3; k++) {
        way[k] = out[8 + k];
        way[3 + k] = -(
          r[k] * out[SEPARATION_DIRECTION] +
          r[3 + k] * out[SEPARATION_DIRECTION + 1] +
          r[6 + k] * out[SEPARATION_DIRECTION + 2]
        );
      }
      const i = supportVertex(this.a, way, 0, this.setA[0]);
      const j = supportVertex(this.b, way, 3, this.setB[0]);
      this.writeGap(i, j);
      this.met = out[SEPARATION_DISTANCE] - out[DESCENT_LOWER] <= 4 * slack;
      if (this.met) return;
      const grownA = this.addA(i);
      const grownB = this.addB(j);
      if (!grownA && !grownB) return;
    }
  }

  /** The features as corners of a simplex for the next call; how many. */
  writeSimplex(corners: Int32Array): number {
    const { bestA, bestB, bestCountA, bestCountB } = this;
    const both = bestCountA === 2 && bestCountB === 2;
    const count = both ? 3 : Math.max(bestCountA, bestCountB);
    for (let k = 0; k < count; k++) {
      corners[k] = bestA[Math.min(k, bestCountA - 1)];
      corners[4 + k] = both ? bestB[k >> 1] : bestB[Math.min(k, bestCountB - 1)];
    }
    return count;
  }

  /**
   * Best of all pairs of faces of the two hulls; true and the sets reduced to the features where it is no farther than
   * before.
   */
  private measure(slack: number): boolean {
    const { trial, out, cornersA, cornersB, placesA, placesB, bestA, bestB, setA, setB } = this;
    const facesA = this.countA === 4 ? 4 : 1;
    const facesB = this.countB === 4 ? 4 : 1;
    let best = out[SEPARATION_DISTANCE] + slack;
    let closer = false;
    for (let f = 0; f < facesA; f++) {
      pick(cornersA, placesA, f, this.countA);
      for (let g = 0; g < facesB; g++) {
        pick(cornersB, placesB, g, this.countB);
        triangleSeparation(cornersA, 0, cornersB, 0, trial, 0);
        if (!(trial[SEPARATION_DISTANCE] < best)) continue;
        closer = true;
        best = trial[SEPARATION_DISTANCE];
        for (let k = 0; k < SEPARATION_SIZE; k++) out[k] = trial[k];
        this.bestCountA = reduce(bestA, setA, f, this.countA, trial[SEPARATION_FEATURES] & 7);
        this.bestCountB = reduce(bestB, setB, g, this.countB, trial[SEPARATION_FEATURES] >> 3);
      }
    }
    if (!closer) return false;
    this.countA = 0;
    this.countB = 0;
    for (let k = 0; k < this.bestCountA; k++) this.addA(bestA[k]);
    for (let k = 0; k < this.bestCountB; k++) this.addB(bestB[k]);
    return true;
  }

  /** Lower bound n·b − n·a of the farthest vertices i and j. */
  private writeGap(i: number, j: number): void {
    const { out, way, a, b, relative: r, scale } = this;
    const p = a.positions;
    const q = b.positions;
    const x = q[3 * j] * scale;
    const y = q[3 * j + 1] * scale;
    const z = q[3 * j + 2] * scale;
    const lower =
      way[0] * (r[0] * x + r[1] * y + r[2] * z + r[9] - p[3 * i] * scale) +
      way[1] * (r[3] * x + r[4] * y + r[5] * z + r[10] - p[3 * i + 1] * scale) +
      way[2] * (r[6] * x + r[7] * y + r[8] * z + r[11] - p[3 * i + 2] * scale);
    if (!(lower > out[DESCENT_LOWER])) return;
    out[DESCENT_LOWER] = lower;
    for (let k = 0; k < 3; k++) this.normal[k] = way[k];
  }

  private addA(vertex: number): boolean {
    const { setA, placesA, scale } = this;
    for (let k = 0; k < this.countA; k++) if (setA[k] === vertex) return false;
    const o = 3 * this.countA;
    setA[this.countA++] = vertex;
    for (let k = 0; k < 3; k++) placesA[o + k] = this.a.positions[3 * vertex + k] * scale;
    return true;
  }

  private addB(vertex: number): boolean {
    const { setB, placesB, scale, relative: r } = this;
    for (let k = 0; k < this.countB; k++) if (setB[k] === vertex) return false;
    const o = 3 * this.countB;
    setB[this.countB++] = vertex;
    const q = this.b.positions;
    const x = q[3 * vertex] * scale;
    const y = q[3 * vertex + 1] * scale;
    const z = q[3 * vertex + 2] * scale;
    for (let k = 0; k < 3; k++) placesB[o + k] = r[3 * k] * x + r[3 * k + 1] * y + r[3 * k + 2] * z + r[9 + k];
    return true;
  }

  /** Surfaces do not meet where a tetrahedron swallows the other side. */
  private oneInsideTheOther(): boolean {
    return (
      (this.countA === 4 && insideTetrahedron(this.placesA, this.placesB)) ||
      (this.countB === 4 && insideTetrahedron(this.placesB, this.placesA))
    );
  }
}

/** A triangle of up to three places, the last one repeated, or a face of four. */
function pick(corners: Float64Array, places: Float64Array, face: number, count: number): void {
  for (let c = 0; c < 3; c++) {
    const from = count === 4 ? FACES[face][c] : Math.min(c, count - 1);
    for (let k = 0; k < 3; k++) corners[3 * c + k] = places[3 * from + k];
  }
}

/** The vertices of a feature of that triangle; how many. */
function reduce(best: Int32Array, set: Int32Array, face: number, count: number, feature: number): number {
  const first = feature === 6 ? 0 : feature % 3;
  const corners = feature === 6 ? 3 : feature < 3 ? 1 : 2;
  let kept = 0;
  for (let c = 0; c < corners; c++) {
    const corner = (first + c) % 3;
    const vertex = set[count === 4 ? FACES[face][corner] : Math.min(corner, count - 1)];
    let known = false;
    for (let k = 0; k < kept; k++) known ||= best[k] === vertex;
    if (!known) best[kept++] = vertex;
  }
  return kept;
}

/** Is the first point of q certainly on the inner side of all four faces of p? */
function insideTetrahedron(p: Float64Array, q: Float64Array): boolean {
  for (let f = 0; f < 4; f++) {
    const [i, j, k] = FACES[f];
    const own = side(p, i, j, k, p, 3 - f);
    if (own === 0 || side(p, i, j, k, q, 0) !== own) return false;
  }
  return true;
}

/** The sign of (j − i) × (k − i) · (l − i), 0 where 106 bits leave it in doubt. */
function side(p: Float64Array, i: number, j: number, k: number, q: Float64Array, l: number): number {
  const size = apart(p, j, p, i) * apart(p, k, p, i) * apart(q, l, p, i);
  const determinant = preciseDeterminant(p, i, j, k, q, l);
  return determinant > 2 ** -98 * size ? 1 : determinant < -(2 ** -98) * size ? -1 : 0;
}

/** Sum of the sizes of the coordinates' differences. */
function apart(p: Float64Array, i: number, q: Float64Array, j: number): number {
  return Math.abs(p[3 * i] - q[3 * j]) + Math.abs(p[3 * i + 1] - q[3 * j + 1]) + Math.abs(p[3 * i + 2] - q[3 * j + 2]);
}
