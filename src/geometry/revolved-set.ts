/**
 * Some points plus a radius, each revolved about no, one or several axes, the innermost first: what spinning bodies
 * sweep [motion/spin.ts]. About its outermost axis u a point is known by its height h along u and its distance r from
 * it; what inner axes make of it, a disc that wobbles, lies within e along u and q across around its middle.
 * Guarantee: every place that the points reach is within these, up to the rounding that revolved-gap.ts accounts for.
 */
import { lengthAt } from '../math/vec3.ts';

/* A set: number of points, their radius, whether there is an axis, c, u, greatest length; then the points. */
export const SET_COUNT = 0;
export const SET_RADIUS = 1;
export const SET_AXIS = 2;
export const SET_C = 3;
export const SET_U = 6;
export const SET_LARGEST = 9;
export const SET_POINTS = 10;
/** Doubles a point: the point itself, or the middle of what inner axes make of it; that along u and across; h, r. */
export const POINT_SIZE = 7;
export const MOST_POINTS = 8;
export const REVOLVED_SIZE: number = SET_POINTS + MOST_POINTS * POINT_SIZE;

/** An empty set with a radius; points are added with addPoint. */
export function beginSet(set: Float64Array, radius: number): void {
  set[SET_COUNT] = 0;
  set[SET_RADIUS] = radius;
}

export function addPoint(set: Float64Array, x: number, y: number, z: number): void {
  const o = SET_POINTS + POINT_SIZE * set[SET_COUNT]++;
  set[o] = x;
  set[o + 1] = y;
  set[o + 2] = z;
  set[o + 3] = set[o + 4] = set[o + 5] = set[o + 6] = 0;
}

/** Revolves the points about `count` axes at (axes, o), six doubles each: a point of it and its unit direction. */
export function revolve(set: Float64Array, axes: Float64Array, o: number, count: number): void {
  const end = SET_POINTS + POINT_SIZE * set[SET_COUNT];
  set[SET_AXIS] = count > 0 ? 1 : 0;
  set[SET_LARGEST] = set[SET_RADIUS];
  let farthest = 0;
  for (let k = 0; k < count; k++) {
    const a = o + 6 * k;
    const ux = axes[a + 3];
    const uy = axes[a + 4];
    const uz = axes[a + 5];
    const last = k + 1 === count;
    set[SET_LARGEST] += lengthAt(axes, a);
    let s = 0;
    if (last) for (let i = 0; i < 6; i++) set[SET_C + i] = axes[a + i];
    else {
      const vx = uy * axes[a + 11] - uz * axes[a + 10];
      const vy = uz * axes[a + 9] - ux * axes[a + 11];
      const vz = ux * axes[a + 10] - uy * axes[a + 9];
      s = Math.sqrt(vx * vx + vy * vy + vz * vz);
    }
    for (let p = SET_POINTS; p < end; p += POINT_SIZE) {
      const dx = set[p] - axes[a];
      const dy = set[p + 1] - axes[a + 1];
      const dz = set[p + 2] - axes[a + 2];
      const h = ux * dx + uy * dy + uz * dz;
      const x = dx - h * ux;
      const y = dy - h * uy;
      const z = dz - h * uz;
      const r = Math.sqrt(x * x + y * y + z * z);
      farthest = Math.max(farthest, Math.abs(h) + r + set[p + 3] + set[p + 4]);
      if (last) {
        set[p + 5] = h;
        set[p + 6] = r;
      } else {
        // the disc around the inner axis reaches e + q s along the outer one, and q + e s across
        const e = set[p + 3];
        const q = set[p + 4] + r;
        set[p] = axes[a] + h * ux;
        set[p + 1] = axes[a + 1] + h * uy;
        set[p + 2] = axes[a + 2] + h * uz;
        set[p + 3] = e + q * s;
        set[p + 4] = q + e * s;
      }
    }
  }
  set[SET_LARGEST] += farthest;
}
