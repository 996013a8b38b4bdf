// How deep two solids are in each other, by corners and axes alone: shares nothing with the library but the types of its numbers.
import type { Quat, Vec3 } from '../../../src/math/pose.ts';

/** A convex piece: corners, the directions across its faces and along its edges, grown by a radius (a ball: one corner). */
export interface Solid {
  readonly corners: readonly Vec3[];
  readonly faces: readonly Vec3[];
  readonly edges: readonly Vec3[];
  readonly radius: number;
}

export function solidBall(radius: number): Solid {
  return { corners: [[0, 0, 0]], faces: [], edges: [], radius };
}

export function solidBox([x, y, z]: Vec3): Solid {
  const corners: Vec3[] = [];
  for (const i of [-0.5, 0.5]) for (const j of [-0.5, 0.5]) for (const k of [-0.5, 0.5]) corners.push([i * x, j * y, k * z]);
  const axes: Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  return { corners, faces: axes, edges: axes, radius: 0 };
}

/** The hull of three points and their opposites. */
export function solidOctahedron([a, b, c]: readonly [Vec3, Vec3, Vec3]): Solid {
  const corners = [a, b, c].flatMap((p): Vec3[] => [p, minus(p)]);
  const edges: Vec3[] = [];
  const pairs = [
    [a, b],
    [b, c],
    [c, a],
  ];
  for (const [p, q] of pairs) edges.push(less(p, q), less(p, minus(q)));
  const faces = [b, minus(b)].flatMap((q) => [c, minus(c)].map((r) => cross(less(q, a), less(r, a))));
  return { corners, faces, edges, radius: 0 };
}

export interface Placed {
  readonly solid: Solid;
  readonly position: Vec3;
  readonly quaternion: Quat;
}

/**
 * The depth along the axis on which they are the least in each other; below 0: they are apart. Of a ball and a body with
 * corners the axes to the nearest points are among those tried: corner, edge and face.
 */
export function depthOf(a: Placed, b: Placed): number {
  const [A, B] = [turned(a), turned(b)];
  const axes = [...A.faces, ...B.faces, ...A.edges.flatMap((e) => B.edges.map((f) => cross(e, f)))];
  if (A.solid.radius > 0) axes.push(...axesTo(A.corners[0], B));
  if (B.solid.radius > 0) axes.push(...axesTo(B.corners[0], A));
  let least = Infinity;
  for (const axis of axes) {
    const length = Math.hypot(...axis);
    // of edges that run alike: no axis
    if (!(length > 1e-9)) continue;
    const [lowA, highA] = span(A, axis, length);
    const [lowB, highB] = span(B, axis, length);
    least = Math.min(least, highA - lowB, highB - lowA);
  }
  return least;
}

interface Turned extends Solid {
  readonly solid: Solid;
}

function turned({ solid, position, quaternion }: Placed): Turned {
  const turn = (v: Vec3): Vec3 => rotated(quaternion, v);
  const corners = solid.corners.map((corner) => plus(turn(corner), position));
  return { solid, corners, faces: solid.faces.map(turn), edges: solid.edges.map(turn), radius: solid.radius };
}

function span({ corners, radius }: Solid, axis: Vec3, length: number): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (const corner of corners) {
    const at = dot(axis, corner) / length;
    low = Math.min(low, at);
    high = Math.max(high, at);
  }
  return [low - radius, high + radius];
}

/** From a point to the corners of a body and, across them, to the lines along its edges. */
function axesTo(point: Vec3, { corners, edges }: Solid): Vec3[] {
  const to = corners.map((corner) => less(corner, point));
  return to.concat(to.flatMap((d) => edges.map((e) => plus(d, times(e, -dot(d, e) / dot(e, e))))));
}

/** v turned by a unit quaternion x y z w: v + 2 w (u × v) + 2 u × (u × v). */
export function rotated([x, y, z, w]: Quat, v: Vec3): Vec3 {
  const u: Vec3 = [x, y, z];
  const once = cross(u, v);
  return plus(v, plus(times(once, 2 * w), times(cross(u, once), 2)));
}

export function plus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function times(a: Vec3, s: number): Vec3 {
  return [a[0] * s, a[1] * s, a[2] * s];
}

function less(a: Vec3, b: Vec3): Vec3 {
  return plus(a, minus(b));
}

function minus(a: Vec3): Vec3 {
  return times(a, -1);
}

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}
