/** Vectors as tuples, for set-up and results; kernels work on scalars over flat arrays instead, as `lengthAt` does. */
import type { Vec3 } from './pose.ts';

export function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function plus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function subtract(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function scaled(a: Vec3, s: number): Vec3 {
  return [a[0] * s, a[1] * s, a[2] * s];
}

/** Free of overflow and underflow: scaled by the largest component. */
export function length(a: Vec3): number {
  const m = Math.max(Math.abs(a[0]), Math.abs(a[1]), Math.abs(a[2]));
  if (m === 0) return 0;
  const x = a[0] / m;
  const y = a[1] / m;
  const z = a[2] / m;
  return m * Math.sqrt(x * x + y * y + z * z);
}

/** Unit vector, or undefined for the null vector. */
export function normalise(a: Vec3): Vec3 | undefined {
  const m = Math.max(Math.abs(a[0]), Math.abs(a[1]), Math.abs(a[2]));
  if (m === 0) return undefined;
  const x = a[0] / m;
  const y = a[1] / m;
  const z = a[2] / m;
  const l = Math.sqrt(x * x + y * y + z * z);
  return [x / l, y / l, z / l];
}

/** Two directions that are square to a unit vector and to each other. */
export function across(n: Vec3): readonly [Vec3, Vec3] {
  const [x, y, z] = n.map(Math.abs);
  const p = cross(n, x <= y && x <= z ? [1, 0, 0] : y <= z ? [0, 1, 0] : [0, 0, 1]);
  const l = Math.sqrt(dot(p, p));
  const u: Vec3 = [p[0] / l, p[1] / l, p[2] / l];
  return [u, cross(n, u)];
}

/** Length of w[o..o + 2], at working scale. */
export function lengthAt(w: Float64Array, o: number): number {
  return Math.sqrt(w[o] * w[o] + w[o + 1] * w[o + 1] + w[o + 2] * w[o + 2]);
}

export function vectorAt(w: ArrayLike<number>, o: number): Vec3 {
  return [w[o], w[o + 1], w[o + 2]];
}

/** a·b of a[i..i + 2] and b[j..j + 2]. */
export function dotAt(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): number {
  return a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2];
}

/** How far a[o..o + 2] and b[o..o + 2] are apart, at working scale. */
export function apartAt(a: Float64Array, b: Float64Array, o: number): number {
  const x = a[o] - b[o];
  const y = a[o + 1] - b[o + 1];
  const z = a[o + 2] - b[o + 2];
  return Math.sqrt(x * x + y * y + z * z);
}
