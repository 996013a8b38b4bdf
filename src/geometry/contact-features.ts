// How do two triangles touch: which features, at which points, with which normal?
// Corners within the tolerance of the other triangle along the normal take part; the common part of their shadows along
// the normal is the contact: a point, a stretch (edge on edge, edge on face) or a polygon (face on face), given by its
// corners, whose two points lie on the triangles within rounding and opposite each other along the normal, but for the
// sliver by which shadows are widened; no two are more than the tolerance farther apart than the closest. A point of
// contact within the tolerance of a vertex or edge belongs to it, unless the triangle itself is not much larger than
// the tolerance. Nothing else depends on a threshold.

import { InputError } from '../math/input-error.ts';
import type { Vec3 } from '../math/pose.ts';
import { across, dot, scaled, subtract, vectorAt } from '../math/vec3.ts';
import { contactNormal } from './contact-normal.ts';
import { featureWeights } from './feature-weights.ts';
import { type PlanePoint, planeIntersection } from './plane-intersection.ts';
import { pointTriangleDistance } from './point-triangle.ts';
import {
  distanceError,
  featureOfA,
  featureOfB,
  SEPARATION_DIRECTION,
  SEPARATION_DISTANCE,
  SEPARATION_FEATURES,
  SEPARATION_SIZE,
  triangleSeparation,
} from './triangle-triangle.ts';

export type FeatureKind = 'vertex' | 'edge' | 'face';
export type ContactKind = `${FeatureKind}-${FeatureKind}`;

/** Vertex 0 to 2, edge 0 to 2 (edge k runs from vertex k to k+1 mod 3), face 0. */
export interface ContactFeature {
  readonly kind: FeatureKind;
  readonly index: number;
}

export interface ContactPoint {
  readonly a: Vec3;
  readonly b: Vec3;
  /** How far apart the two are. */
  readonly distance: number;
}

export interface TriangleContact {
  readonly kind: ContactKind;
  readonly a: ContactFeature;
  readonly b: ContactFeature;
  readonly distance: number;
  /** Unit vector from a to b. */
  readonly normal: Vec3;
  /**
   * One point, two ends of a stretch, or three to six corners of a polygon in order. The first is the closest pair of
   * them.
   */
  readonly points: readonly ContactPoint[];
}

/**
 * The contact of two triangles no farther apart than the tolerance, else null. What lies up to `slack` farther than the
 * closest points takes part; where radii or a clearance make the tolerance large, it is the smaller of the two.
 */
export function contactOf(
  a: Float64Array,
  ao: number,
  b: Float64Array,
  bo: number,
  tolerance: number,
  slack: number = tolerance,
): TriangleContact | null {
  if (!(tolerance >= 0)) throw new InputError(`tolerance must be a number ≥ 0, got ${tolerance}`);
  if (!(slack >= 0)) throw new InputError(`slack must be a number ≥ 0, got ${slack}`);
  triangleSeparation(a, ao, b, bo, measured, 0);
  return contactOfMeasured(a, ao, b, bo, measured, 0, tolerance, slack);
}

/** The same where triangleSeparation has written to (s, o) already. */
export function contactOfMeasured(
  a: Float64Array,
  ao: number,
  b: Float64Array,
  bo: number,
  s: Float64Array,
  o: number,
  tolerance: number,
  slack: number,
): TriangleContact | null {
  const error = distanceError(a, ao, b, bo);
  const distance = s[o + SEPARATION_DISTANCE];
  if (!(distance <= tolerance + error)) return null;
  const near = Math.max(slack, error);
  const reach = Math.min(distance + near, Math.max(tolerance, error));
  const normal = normalOfMeasured(a, ao, b, bo, s, o);
  const closest: ContactPoint = { a: vectorAt(s, o), b: vectorAt(s, o + 3), distance };
  let codes = s[o + SEPARATION_FEATURES];
  let shared = [closest];
  // Deep in each other, corners take part on all sides: the common point says more than any shadow.
  const deep = front(b, bo, a, ao, normal, 1) + front(a, ao, a, ao, normal, -1) < -near;
  const activeA = deep ? NONE : facingCorners(a, ao, b, bo, normal, reach, 1);
  const activeB = activeA.length > 1 ? facingCorners(b, bo, a, ao, normal, reach, -1) : NONE;
  const snapA = Math.min(near, longestEdge(a, ao) / 16);
  const snapB = Math.min(near, longestEdge(b, bo) / 16);
  if (activeB.length > 1) {
    const shadowA = shadow(a, ao, activeA, closest.a, normal);
    const shadowB = shadow(b, bo, activeB, closest.a, normal);
    const common = planeIntersection(shadowA, shadowB, Math.min(snapA, snapB));
    const lift = (p: PlanePoint): ContactPoint => {
      const near = lifted(a, ao, b, bo, p, closest, normal, error);
      return isOpposite(near, normal, error)
        ? near
        : pointsApart(above(a, ao, activeA, shadowA, p), above(b, bo, activeB, shadowB, p), distance, error);
    };
    // The sliver by which shadows are widened reaches far at the tip of a needle; such points are not on both
    // triangles.
    const points = common.map(lift).filter((p) => p.distance <= reach + error && isOpposite(p, normal, near));
    if (points.length > 1) {
      const first = points.reduce((k, p, i) => (p.distance < points[k].distance ? i : k), 0);
      shared = [...points.slice(first), ...points.slice(0, first)];
      codes = FACES;
    }
  }
  const onA = shared.map((p) => p.a);
  const onB = shared.map((p) => p.b);
  const fa = featureUnder(onA, a, ao, featureOfA(codes), snapA);
  const fb = featureUnder(onB, b, bo, featureOfB(codes), snapB);
  return { kind: `${fa.kind}-${fb.kind}`, a: fa, b: fb, distance, normal, points: shared };
}

const measured = new Float64Array(SEPARATION_SIZE);
const NONE: readonly number[] = [];
/** Points of both faces. */
const FACES = 6 + 8 * 6;

/** Unit vector from a to b, where triangleSeparation has written to (s, o). */
export function normalOfMeasured(a: Float64Array, ao: number, b: Float64Array, bo: number, s: Float64Array, o: number): Vec3 {
  const [x, y, z] = vectorAt(s, o + SEPARATION_DIRECTION);
  return x !== 0 || y !== 0 || z !== 0 ? [x, y, z] : contactNormal(a, ao, b, bo);
}

/** sign·normal·(corner k of t − first corner of o) */
function height(t: Float64Array, to: number, k: number, o: Float64Array, oo: number, n: Vec3, sign: number): number {
  const c = to + 3 * k;
  return sign * (n[0] * (t[c] - o[oo]) + n[1] * (t[c + 1] - o[oo + 1]) + n[2] * (t[c + 2] - o[oo + 2]));
}

function front(t: Float64Array, to: number, o: Float64Array, oo: number, n: Vec3, sign: number): number {
  return Math.min(height(t, to, 0, o, oo, n, sign), height(t, to, 1, o, oo, n, sign), height(t, to, 2, o, oo, n, sign));
}

/** Corners of t no farther than `near` (and a sliver) before the other triangle along sign·normal. */
function facingCorners(t: Float64Array, to: number, o: Float64Array, oo: number, n: Vec3, near: number, sign: number): readonly number[] {
  const reach = front(o, oo, t, to, n, sign) - near - near / 1024;
  let set = 0;
  for (let k = 0; k < 3; k++) if (height(t, to, k, t, to, n, sign) >= reach) set |= 1 << k;
  return SETS[set];
}

/** The corners of a set of three, by its bits. */
const SETS: readonly (readonly number[])[] = [[], [0], [1], [0, 1], [2], [0, 2], [1, 2], [0, 1, 2]];

/** Corners seen along the normal, from an origin near the contact. */
function shadow(t: Float64Array, to: number, corners: readonly number[], origin: Vec3, n: Vec3): PlanePoint[] {
  const [u, v] = across(n);
  return corners.map((i) => {
    const k = to + 3 * i;
    const from = subtract(vectorAt(t, k), origin);
    return [dot(u, from), dot(v, from)];
  });
}

/** The points of both triangles next to a point of the plane between them; opposite each other where these lie flat. */
function lifted(
  a: Float64Array,
  ao: number,
  b: Float64Array,
  bo: number,
  p: PlanePoint,
  closest: ContactPoint,
  n: Vec3,
  error: number,
): ContactPoint {
  const [u, v] = across(n);
  const q = Float64Array.from([0, 1, 2], (c) => (closest.a[c] + closest.b[c]) / 2 + p[0] * u[c] + p[1] * v[c]);
  const out = new Float64Array(10);
  pointTriangleDistance(q, 0, a, ao, out, 0);
  pointTriangleDistance(q, 0, b, bo, out, 5);
  return pointsApart(vectorAt(out, 0), vectorAt(out, 5), closest.distance, error);
}

/** `least`: the distance of the triangles, which is that of the points where rounding alone parts the two. */
function pointsApart(a: Vec3, b: Vec3, least: number, error: number): ContactPoint {
  const apart = subtract(b, a);
  const own = Math.sqrt(dot(apart, apart));
  return { a, b, distance: Math.abs(own - least) <= error ? least : own };
}

/** Whether one point is within so much of the line along the normal through the other. */
function isOpposite({ a, b }: ContactPoint, n: Vec3, within: number): boolean {
  const apart = subtract(b, a);
  const beside = subtract(apart, scaled(n, dot(apart, n)));
  return dot(beside, beside) <= within * within;
}

/** The point of a triangle whose shadow is nearest to a point; `corners`: those that throw it. */
function above(t: Float64Array, to: number, corners: readonly number[], shadows: readonly PlanePoint[], p: PlanePoint): Vec3 {
  for (let k = 0; k < 3; k++) point[k] = k < 2 ? p[k] : 0;
  for (const [i, s] of shadows.entries()) for (let k = 0; k < 3; k++) edge[3 * i + k] = k < 2 ? s[k] : 0;
  const weights = featureWeights(edge, corners.length, point, 0);
  const at = (c: number): number => weights.reduce((sum, w, i) => sum + w * t[to + 3 * corners[i] + c], 0);
  return [at(0), at(1), at(2)];
}

function longestEdge(t: Float64Array, to: number): number {
  let square = 0;
  for (let k = 0; k < 9; k += 3) {
    const side = subtract(vectorAt(t, to + ((k + 3) % 9)), vectorAt(t, to + k));
    square = Math.max(square, dot(side, side));
  }
  return Math.sqrt(square);
}

/**
 * The smallest feature that carries all points: a vertex or edge within `snap` of every one, else the one with the
 * code, of which they are.
 */
function featureUnder(points: readonly Vec3[], t: Float64Array, to: number, code: number, snap: number): ContactFeature {
  for (let f = 0; f < (code < 3 ? 0 : code < 6 ? 3 : 6); f++) if (points.every((p) => carries(p, t, to, f, snap))) return feature(f);
  return feature(code);
}

const point = new Float64Array(3);
const edge = new Float64Array(9);
const distances = new Float64Array(5);

/** Whether a vertex or edge lies within `snap` of a point. */
function carries(p: Vec3, t: Float64Array, to: number, code: number, snap: number): boolean {
  const from = to + 3 * (code % 3);
  const till = code < 3 ? from : to + 3 * ((code + 1) % 3);
  if (isFar(p, t, from, till, snap)) return false;
  for (let c = 0; c < 3; c++) {
    point[c] = p[c];
    edge[c] = t[from + c];
    edge[3 + c] = edge[6 + c] = t[till + c];
  }
  pointTriangleDistance(point, 0, edge, 0, distances, 0);
  return distances[3] <= snap;
}

/** A sight of most stretches that are not within `snap`: twice as far, and a millionth of all that is subtracted. */
function isFar(p: Vec3, t: Float64Array, from: number, till: number, snap: number): boolean {
  const x = p[0] - t[from];
  const y = p[1] - t[from + 1];
  const z = p[2] - t[from + 2];
  const ex = t[till] - t[from];
  const ey = t[till + 1] - t[from + 1];
  const ez = t[till + 2] - t[from + 2];
  const square = ex * ex + ey * ey + ez * ez;
  // 0 for a vertex
  const along = square > 0 ? Math.min(1, Math.max(0, (x * ex + y * ey + z * ez) / square)) : 0;
  const farthest = Math.max(Math.abs(x - along * ex), Math.abs(y - along * ey), Math.abs(z - along * ez));
  const scale = Math.abs(p[0]) + Math.abs(p[1]) + Math.abs(p[2]) + Math.abs(ex) + Math.abs(ey) + Math.abs(ez);
  return farthest > 2 * snap + 2 ** -20 * scale;
}

/** A feature as the distance kernel numbers them: 0-2 a vertex, 3-5 an edge, 6 the face. */
export function feature(code: number): ContactFeature {
  return { kind: code < 3 ? 'vertex' : code < 6 ? 'edge' : 'face', index: code % 3 };
}
