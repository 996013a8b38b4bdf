/**
 * The convex hull of points, as a polyhedron with features.
 * Guarantee: the hull of the given doubles in real arithmetic: every point is on or inside of every face's plane, faces
 * of one plane are one polygon, vertices are the extreme points and nothing else, in the order they are first given.
 * Duplicates and flat, straight or single point sets are no special input.
 */
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { weldByPosition } from '../../mesh/adjacency.ts';
import { LARGEST_COORDINATE } from '../../mesh/triangle-mesh.ts';
import { ConvexPolyhedron, type HullFaces } from '../convex-polyhedron.ts';
import { hullFaces, writePlane } from './hull-faces.ts';
import { Orientation } from './orientation.ts';
import { quickHull } from './quick-hull.ts';

/** How a hull is called and swollen. */
export interface HullOptions {
  /** Shown in results and errors. Default 'hull'. */
  readonly name?: string;
  /** All points within this distance of the hull belong to the body, in the unit of length. Default 0. */
  readonly radius?: number;
}

/**
 * The convex hull of points, x y z each, at least one. Exact for the doubles given: every point is on or inside of
 * every face's plane, vertices are the extreme points and nothing else, in the order they are first given. Duplicates
 * and flat, straight or single point sets are no special input.
 * @example
 * const hull = convexHull(mesh.positions, { name: 'bracket' });
 * const capsule = convexHull([0, 0, 0, 0, 0, 1], { radius: 0.1 });
 */
export function convexHull(points: ArrayLike<number>, options: HullOptions = {}): ConvexPolyhedron {
  checkRecord(options, ['name', 'radius'], 'convex hull');
  const { name = 'hull', radius = 0 } = options;
  if (!(typeof radius === 'number' && radius >= 0 && radius <= LARGEST_COORDINATE)) {
    throw new InputError(`${name}: radius must be a number from 0 to 2^300, about 2e90, got ${shownValue(radius)}`);
  }
  return new ConvexPolyhedron(facesOfHull(places(checkedPoints(points, name))), name, radius);
}

function facesOfHull(points: Float64Array): HullFaces {
  const [a, b] = farApart(points);
  if (a === b) return thin(points, 0, [a]);
  const orientation = new Orientation(points);
  const c = offTheLine(points, orientation, a, b);
  if (c < 0) return thin(points, 1, [Math.min(a, b), Math.max(a, b)]);
  const d = offThePlane(points, orientation, a, b, c);
  if (d < 0) return polygonFaces(points, orientation, a, b, c);
  return hullFaces(points, orientation, quickHull(points, orientation, [a, b, c, d]));
}

function checkedPoints(source: ArrayLike<number>, name: string): Float64Array {
  if (source === null || typeof source !== 'object' || !(source.length > 0))
    throw new InputError(`${name}: no points; give three numbers a point, of a mesh its positions`);
  if (source.length % 3 !== 0) throw new InputError(`${name}: ${source.length} coordinates are not a whole number of points (3 each)`);
  const out = new Float64Array(source.length);
  for (let i = 0; i < source.length; i++) {
    const x = source[i];
    if (typeof x !== 'number' || !(Math.abs(x) <= LARGEST_COORDINATE)) {
      throw new InputError(
        `${name}: point ${Math.floor(i / 3)} has coordinate ${'xyz'[i % 3]} = ${shownValue(x)}; it must be a number up to 2^300, about 2e90`,
      );
    }
    out[i] = x + 0;
  }
  return out;
}

/** Each place once, where it is first met. */
function places(points: Float64Array): Float64Array {
  const first = weldByPosition(points);
  let used = 0;
  for (let v = 0; v < first.length; v++) {
    if (first[v] !== v) continue;
    for (let k = 0; k < 3; k++) points[used++] = points[3 * v + k];
  }
  return points.subarray(0, used);
}

/**
 * The points with the least and the greatest coordinate along the axis of greatest extent; the ends, if all are on one
 * line.
 */
function farApart(points: Float64Array): [number, number] {
  let best: [number, number] = [0, 0];
  let most = 0;
  for (let k = 0; k < 3; k++) {
    let low = k;
    let high = k;
    for (let i = k; i < points.length; i += 3) {
      if (points[i] < points[low]) low = i;
      if (points[i] > points[high]) high = i;
    }
    if (points[high] - points[low] > most) {
      most = points[high] - points[low];
      best = [(low - k) / 3, (high - k) / 3];
    }
  }
  return best;
}

/** A point not on the line through a and b, far from it if rounding can tell; −1 where there is none. */
function offTheLine(points: Float64Array, orientation: Orientation, a: number, b: number): number {
  const [ux, uy, uz] = edge(points, a, b);
  let best = a;
  let most = 0;
  for (let i = 0; i < points.length / 3; i++) {
    const vx = points[3 * i] - points[3 * a];
    const vy = points[3 * i + 1] - points[3 * a + 1];
    const vz = points[3 * i + 2] - points[3 * a + 2];
    const height = Math.max(Math.abs(uy * vz - uz * vy), Math.abs(uz * vx - ux * vz), Math.abs(ux * vy - uy * vx));
    if (height > most) {
      most = height;
      best = i;
    }
  }
  if (!orientation.collinear(a, b, best)) return best;
  for (let i = 0; i < points.length / 3; i++) if (!orientation.collinear(a, b, i)) return i;
  return -1;
}

/** A point not in the plane of a, b and c, far from it if rounding can tell; −1 where there is none. */
function offThePlane(points: Float64Array, orientation: Orientation, a: number, b: number, c: number): number {
  const [ux, uy, uz] = edge(points, a, b);
  const [vx, vy, vz] = edge(points, a, c);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  let best = a;
  let most = 0;
  for (let i = 0; i < points.length / 3; i++) {
    const height = Math.abs(
      nx * (points[3 * i] - points[3 * a]) + ny * (points[3 * i + 1] - points[3 * a + 1]) + nz * (points[3 * i + 2] - points[3 * a + 2]),
    );
    if (height > most) {
      most = height;
      best = i;
    }
  }
  if (orientation.side(a, b, c, best) !== 0) return best;
  for (let i = 0; i < points.length / 3; i++) if (orientation.side(a, b, c, i) !== 0) return i;
  return -1;
}

function edge(points: Float64Array, a: number, b: number): [number, number, number] {
  return [points[3 * b] - points[3 * a], points[3 * b + 1] - points[3 * a + 1], points[3 * b + 2] - points[3 * a + 2]];
}

function thin(points: Float64Array, dimension: 0 | 1, kept: readonly number[]): HullFaces {
  const none = new Uint32Array(0);
  return { dimension, positions: picked(points, kept), faceStart: new Uint32Array(1), faceVertices: none, planes: new Float64Array(0) };
}

function picked(points: Float64Array, kept: readonly number[]): Float64Array {
  return Float64Array.from({ length: 3 * kept.length }, (_, i) => points[3 * kept[Math.floor(i / 3)] + (i % 3)]);
}

/**
 * All points in one plane: their polygon by monotone chains in a projection along an axis, as two faces, above and
 * below.
 */
function polygonFaces(points: Float64Array, orientation: Orientation, a: number, b: number, c: number): HullFaces {
  const axis = [0, 1, 2].find((k) => orientation.turn(k, a, b, c) !== 0) as number;
  const i = (axis + 1) % 3;
  const j = (axis + 2) % 3;
  const order = Array.from({ length: points.length / 3 }, (_, v) => v);
  order.sort((p, q) => points[3 * p + i] - points[3 * q + i] || points[3 * p + j] - points[3 * q + j] || p - q);
  const polygon: number[] = [];
  for (const ways of [order, order.slice().reverse()]) {
    const start = polygon.length;
    for (const v of ways) {
      while (polygon.length > start + 1 && orientation.turn(axis, polygon[polygon.length - 2], polygon[polygon.length - 1], v) <= 0) {
        polygon.pop();
      }
      polygon.push(v);
    }
    polygon.pop();
  }
  const kept = polygon.slice().sort((p, q) => p - q);
  const count = kept.length;
  const number = new Map(kept.map((v, n) => [v, n]));
  const upper = polygon.map((v) => number.get(v) as number);
  const planes = new Float64Array(8);
  writePlane(points, orientation, polygon, planes, 0);
  for (let k = 0; k < 4; k++) planes[4 + k] = -planes[k];
  return {
    dimension: 2,
    positions: picked(points, kept),
    faceStart: Uint32Array.of(0, count, 2 * count),
    faceVertices: Uint32Array.from([...upper, ...upper.slice().reverse()]),
    planes,
  };
}
