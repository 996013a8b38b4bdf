// Do two closed triangles have a point in common? Degenerate triangles are the segments or points they are.
// Guarantee: exact for finite doubles, touching included. Signs of volumes are taken in double where an error bound
// proves them ([Shewchuk 1997, §4.4] with a coarser constant) and in integers of any length where not.
// Two convex flat sets meet exactly if an edge of one meets the other: the extreme points of the intersection lie on
// edges.

import { exactIntegers } from '../../../src/geometry/exact-integers.ts';
import { volumeSign } from '../../../src/geometry/volume-sign.ts';

export function trianglesOverlap(a: Float64Array, ao: number, b: Float64Array, bo: number): boolean {
  if (boxesApart(a, ao, b, bo)) return false;
  const first = edgesMeet(a, ao, b, bo);
  if (first === MEETS) return true;
  const second = edgesMeet(b, bo, a, ao);
  if (second === MEETS) return true;
  if (first === APART && second === APART) return false;
  return overlapExactly(exactIntegers(a, ao, b, bo, 9));
}

const APART = 0;
const MEETS = 1;
const UNKNOWN = 2;

/** Comparisons of doubles are exact. */
function boxesApart(a: Float64Array, ao: number, b: Float64Array, bo: number): boolean {
  for (let c = 0; c < 3; c++) {
    const a0 = a[ao + c];
    const a1 = a[ao + 3 + c];
    const a2 = a[ao + 6 + c];
    const b0 = b[bo + c];
    const b1 = b[bo + 3 + c];
    const b2 = b[bo + 6 + c];
    if (Math.max(a0, a1, a2) < Math.min(b0, b1, b2) || Math.max(b0, b1, b2) < Math.min(a0, a1, a2)) return true;
  }
  return false;
}

/** The edges of e against the triangle t, by signs that are certain. */
function edgesMeet(e: Float64Array, eo: number, t: Float64Array, to: number): number {
  const s0 = volumeSign(t, to, t, to + 3, t, to + 6, e, eo);
  const s1 = volumeSign(t, to, t, to + 3, t, to + 6, e, eo + 3);
  const s2 = volumeSign(t, to, t, to + 3, t, to + 6, e, eo + 6);
  if (s0 !== 0 && s0 === s1 && s1 === s2) return APART;
  let result = APART;
  for (let k = 0; k < 3; k++) {
    const from = k === 0 ? s0 : k === 1 ? s1 : s2;
    const till = k === 0 ? s1 : k === 1 ? s2 : s0;
    if (from !== 0 && from === till) continue;
    const p = eo + 3 * k;
    const q = eo + 3 * ((k + 1) % 3);
    const v0 = volumeSign(e, p, e, q, t, to, t, to + 3);
    const v1 = volumeSign(e, p, e, q, t, to + 3, t, to + 6);
    const v2 = volumeSign(e, p, e, q, t, to + 6, t, to);
    // A line that passes two edges on opposite sides misses the triangle; one in its plane has no certain sign.
    const misses = v0 * v1 < 0 || v1 * v2 < 0 || v2 * v0 < 0;
    if (from * till < 0 && v0 !== 0 && v0 === v1 && v1 === v2) return MEETS;
    if (!misses) result = UNKNOWN;
  }
  return result;
}

type Vector = readonly [bigint, bigint, bigint];

function overlapExactly(v: readonly bigint[]): boolean {
  const corner = (k: number): Vector => [v[3 * k], v[3 * k + 1], v[3 * k + 2]];
  const a = [corner(0), corner(1), corner(2)];
  const b = [corner(3), corner(4), corner(5)];
  return edgesMeetExactly(a, b) || edgesMeetExactly(b, a);
}

function edgesMeetExactly(e: readonly Vector[], t: readonly Vector[]): boolean {
  const n = cross(minus(t[1], t[0]), minus(t[2], t[0]));
  for (let k = 0; k < 3; k++) {
    const p = e[k];
    const q = e[(k + 1) % 3];
    if (isZero(n) ? meetsAnEdge(p, q, t) : meetsFace(p, q, t, n)) return true;
  }
  return false;
}

function meetsFace(p: Vector, q: Vector, t: readonly Vector[], n: Vector): boolean {
  const h = dot(minus(p, t[0]), n);
  const g = dot(minus(q, t[0]), n);
  if ((h > 0n && g > 0n) || (h < 0n && g < 0n)) return false;
  if (h === 0n && g === 0n) return holds(p, 1n, t, n) || holds(q, 1n, t, n) || meetsAnEdge(p, q, t);
  // x = (h·q − g·p)/(h − g)
  const d = h - g;
  const s = d < 0n ? -1n : 1n;
  return holds([s * (h * q[0] - g * p[0]), s * (h * q[1] - g * p[1]), s * (h * q[2] - g * p[2])], s * d, t, n);
}

/** Is the point x/d of the plane, d > 0, in the triangle? */
function holds(x: Vector, d: bigint, t: readonly Vector[], n: Vector): boolean {
  for (let k = 0; k < 3; k++) {
    const c = t[k];
    const from: Vector = [x[0] - d * c[0], x[1] - d * c[1], x[2] - d * c[2]];
    if (dot(cross(minus(t[(k + 1) % 3], c), from), n) < 0n) return false;
  }
  return true;
}

function meetsAnEdge(p: Vector, q: Vector, t: readonly Vector[]): boolean {
  return segmentsMeet(p, q, t[0], t[1]) || segmentsMeet(p, q, t[1], t[2]) || segmentsMeet(p, q, t[2], t[0]);
}

function segmentsMeet(p: Vector, q: Vector, r: Vector, s: Vector): boolean {
  const u = minus(q, p);
  const v = minus(s, r);
  const w = minus(r, p);
  const n = cross(u, v);
  if (!isZero(n)) {
    if (dot(w, n) !== 0n) return false;
    const nn = dot(n, n);
    const along = dot(cross(w, v), n);
    const other = dot(cross(w, u), n);
    return along >= 0n && along <= nn && other >= 0n && other <= nn;
  }
  const line = isZero(u) ? v : u;
  if (isZero(line)) return isZero(w);
  if (!isZero(cross(w, line))) return false;
  // One line: compare the stretches along it.
  const p0 = 0n;
  const p1 = dot(u, line);
  const r0 = dot(w, line);
  const r1 = dot(minus(s, p), line);
  const low = r0 < r1 ? r0 : r1;
  const high = r0 < r1 ? r1 : r0;
  return low <= (p1 > p0 ? p1 : p0) && high >= (p1 > p0 ? p0 : p1);
}

function minus(p: Vector, q: Vector): Vector {
  return [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
}

function dot(p: Vector, q: Vector): bigint {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

function cross(p: Vector, q: Vector): Vector {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

function isZero(p: Vector): boolean {
  return p[0] === 0n && p[1] === 0n && p[2] === 0n;
}
