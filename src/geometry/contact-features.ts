// How do two triangles touch: which features, at which points, with which normal?
// Corners within the tolerance of the other triangle along the normal take part; the common part of their shadows along
// the normal is the contact: a point, a stretch (edge on edge, edge on face) or a polygon (face on face), given by its
// corners, whose two points lie on the triangles within rounding. A point of contact within the tolerance of a vertex
// or edge belongs to it, unless the triangle itself is not much larger than the tolerance. Nothing else depends on a
// threshold.

import { InputError } from '../math/input-error.ts';
import type { Vec3 } from '../math/pose.ts';
import { contactNormal } from './contact-normal.ts';
import { type PlanePoint, planeIntersection } from './plane-intersection.ts';
import { pointTriangleDistance } from './point-triangle.ts';
import {
  distanceError,
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
  const s = new Float64Array(SEPARATION_SIZE);
  triangleSeparation(a, ao, b, bo, s, 0);
  const error = distanceError(a, ao, b, bo);
  const distance = s[SEPARATION_DISTANCE];
  if (!(distance <= tolerance + error)) return null;
  const near = Math.max(slack, error);
  const reach = Math.min(distance + near, Math.max(tolerance, error));
  const normal: Vec3 =
    s[SEPARATION_DIRECTION] !== 0 || s[SEPARATION_DIRECTION + 1] !== 0 || s[SEPARATION_DIRECTION + 2] !== 0
      ? [s[SEPARATION_DIRECTION], s[SEPARATION_DIRECTION + 1], s[SEPARATION_DIRECTION + 2]]
      : contactNormal(a, ao, b, bo);
  const closest: ContactPoint = { a: [s[0], s[1], s[2]], b: [s[3], s[4], s[5]] };
  // Deep in each other, corners take part on all sides: the common point says more than any shadow.
  const deep = front(b, bo, a, ao, normal, 1) - back(a, ao, a, ao, normal, 1) < -near;
  const activeA = deep ? [] : taking(a, ao, b, bo, normal, reach, 1);
  const activeB = deep ? [] : taking(b, bo, a, ao, normal, reach, -1);
  const snapA = Math.min(near, longestEdge(a, ao) / 16);
  const snapB = Math.min(near, longestEdge(b, bo) / 16);
  if (activeA.length > 1 && activeB.length > 1) {
    const shadows = planeIntersection(
      shadow(a, ao, activeA, closest.a, normal),
      shadow(b, bo, activeB, closest.a, normal),
      Math.min(snapA, snapB),
    );
    // The sliver by which shadows are widened reaches far at the tip of a needle; such points are not on both
    // triangles.
    const points = shadows.map((p) => lifted(a, ao, b, bo, p, closest, normal)).filter((p) => length(p) <= reach + near);
    if (points.length > 1) {
      const first = points.reduce((k, p, i) => (length(p) < length(points[k]) ? i : k), 0);
      const featureA = featureUnder(points, 'a', a, ao, snapA);
      const featureB = featureUnder(points, 'b', b, bo, snapB);
      return {
        kind: `${featureA.kind}-${featureB.kind}`,
        a: featureA,
        b: featureB,
        distance,
        normal,
        points: [...points.slice(first), ...points.slice(0, first)],
      };
    }
  }
  const fa = snapped(closest.a, a, ao, s[SEPARATION_FEATURES] & 7, snapA);
  const fb = snapped(closest.b, b, bo, s[SEPARATION_FEATURES] >> 3, snapB);
  return { kind: `${fa.kind}-${fb.kind}`, a: fa, b: fb, distance, normal, points: [closest] };
}

/** sign·normal·(corner k of t − first corner of o) */
function height(t: Float64Array, to: number, k: number, o: Float64Array, oo: number, n: Vec3, sign: number): number {
  const c = to + 3 * k;
  return sign * (n[0] * (t[c] - o[oo]) + n[1] * (t[c + 1] - o[oo + 1]) + n[2] * (t[c + 2] - o[oo + 2]));
}

function front(t: Float64Array, to: number, o: Float64Array, oo: number, n: Vec3, sign: number): number {
  return Math.min(height(t, to, 0, o, oo, n, sign), height(t, to, 1, o, oo, n, sign), height(t, to, 2, o, oo, n, sign));
}

function back(t: Float64Array, to: number, o: Float64Array, oo: number, n: Vec3, sign: number): number {
  return Math.max(height(t, to, 0, o, oo, n, sign), height(t, to, 1, o, oo, n, sign), height(t, to, 2, o, oo, n, sign));
}

/** Corners of t no farther than `near` (and a sliver) before the other triangle along sign·normal. */
function taking(t: Float64Array, to: number, o: Float64Array, oo: number, n: Vec3, near: number, sign: number): number[] {
  const reach = front(o, oo, t, to, n, sign) - near - near / 1024;
  return [0, 1, 2].filter((k) => height(t, to, k, t, to, n, sign) >= reach);
}

/** Two unit vectors across the normal. */
function across(n: Vec3): [Vec3, Vec3] {
  const x = Math.abs(n[0]);
  const y = Math.abs(n[1]);
  const z = Math.abs(n[2]);
  const e: Vec3 = x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1];
  const p = cross(n, e);
  const l = Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
  const u: Vec3 = [p[0] / l, p[1] / l, p[2] / l];
  return [u, cross(n, u)];
}

function cross(u: Vec3, v: Vec3): Vec3 {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

/** Corners seen along the normal, from an origin near the contact. */
function shadow(t: Float64Array, to: number, corners: readonly number[], origin: Vec3, n: Vec3): PlanePoint[] {
  const [u, v] = across(n);
  return corners.map((i) => {
    const k = to + 3 * i;
    const x = t[k] - origin[0];
    const y = t[k + 1] - origin[1];
    const z = t[k + 2] - origin[2];
    return [u[0] * x + u[1] * y + u[2] * z, v[0] * x + v[1] * y + v[2] * z];
  });
}

/** The points of both triangles next to a point of the plane between them. */
function lifted(a: Float64Array, ao: number, b: Float64Array, bo: number, p: PlanePoint, closest: ContactPoint, n: Vec3): ContactPoint {
  const [u, v] = across(n);
  const q = Float64Array.from([0, 1, 2], (c) => (closest.a[c] + closest.b[c]) / 2 + p[0] * u[c] + p[1] * v[c]);
  const out = new Float64Array(10);
  pointTriangleDistance(q, 0, a, ao, out, 0);
  pointTriangleDistance(q, 0, b, bo, out, 5);
  return { a: [out[0], out[1], out[2]], b: [out[5], out[6], out[7]] };
}

function length(p: ContactPoint): number {
  const x = p.b[0] - p.a[0];
  const y = p.b[1] - p.a[1];
  const z = p.b[2] - p.a[2];
  return Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
}

function longestEdge(t: Float64Array, to: number): number {
  let longest = 0;
  for (let k = 0; k < 9; k++) longest = Math.max(longest, Math.abs(t[to + ((k + 3) % 9)] - t[to + k]));
  return longest;
}

/** The smallest feature that carries all points: a vertex or edge within `snap` of every one, else the face. */
function featureUnder(points: readonly ContactPoint[], side: 'a' | 'b', t: Float64Array, to: number, snap: number): ContactFeature {
  const carried = points.map((p) => carriers(p[side], t, to, snap));
  for (let f = 0; f < 6; f++) if (carried.every((set) => set[f])) return feature(f);
  return feature(6);
}

/** A single point: the vertex or edge within `snap` of it, else what the distance found. */
function snapped(p: Vec3, t: Float64Array, to: number, code: number, snap: number): ContactFeature {
  if (code < 3) return feature(code);
  const set = carriers(p, t, to, snap);
  for (let f = 0; f < (code < 6 ? 3 : 6); f++) if (set[f]) return feature(f);
  return feature(code);
}

/** Which vertices and edges lie within `snap` of a point. */
function carriers(p: Vec3, t: Float64Array, to: number, snap: number): boolean[] {
  const q = Float64Array.from(p);
  const edge = new Float64Array(9);
  const out = new Float64Array(5);
  const near = (from: number, till: number): boolean => {
    for (let c = 0; c < 3; c++) {
      edge[c] = t[to + 3 * from + c];
      edge[3 + c] = t[to + 3 * till + c];
      edge[6 + c] = edge[3 + c];
    }
    pointTriangleDistance(q, 0, edge, 0, out, 0);
    return out[3] <= snap;
  };
  return [near(0, 0), near(1, 1), near(2, 2), near(0, 1), near(1, 2), near(2, 0)];
}

function feature(code: number): ContactFeature {
  if (code < 3) return { kind: 'vertex', index: code };
  if (code < 6) return { kind: 'edge', index: code - 3 };
  return { kind: 'face', index: 0 };
}
