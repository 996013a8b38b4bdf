/**
 * The rigid frame that goes with a matrix of three.js, and what of the matrix is left in that frame: scale, shear and
 * mirroring. Matrices are sixteen numbers, column by column, as three keeps them.
 */
import type { Vec3 } from '../math/pose.ts';
import { fromMatrix } from '../math/quat.ts';
import { cross, dot, length, normalise, subtract, vectorAt } from '../math/vec3.ts';
import type { LinkPose } from '../robot/link-poses.ts';

/** Right-handed axes of unit length in the world, and where they stand. */
export interface RigidFrame {
  readonly axes: readonly [Vec3, Vec3, Vec3];
  readonly position: Vec3;
}

/** Columns this much of their product apart are taken for parallel. */
const PARALLEL = 2 ** -40;

/**
 * The frame along the columns of a matrix: turned as these turn. Where the matrix is flat, along two columns that are
 * not, or along the one that is left: what it draws is then a plate, or a needle, and turns with them.
 */
export function frameOf(m: ArrayLike<number>): RigidFrame {
  const columns = [0, 4, 8].map((at) => vectorAt(m, at));
  const position = vectorAt(m, 12);
  const along = columns.filter((own) => length(own) > 0);
  if (along.length === 0) return { axes: [X, Y, Z], position };
  const [first, ...others] = along.map((own) => normalise(own) as Vec3);
  const second = others.find((own) => length(cross(first, own)) > PARALLEL) ?? leastAlong(first);
  const third = normalise(cross(first, second)) as Vec3;
  return { axes: [first, cross(third, first), third], position };
}

const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];

function leastAlong([x, y, z]: Vec3): Vec3 {
  const [a, b, c] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  return a <= b && a <= c ? X : b <= c ? Y : Z;
}

/** A matrix of the world as seen from a frame. */
export function inFrame(m: ArrayLike<number>, { axes, position }: RigidFrame): number[] {
  // the place is subtracted before anything is turned, so that far from the origin nothing is lost
  const columns = [vectorAt(m, 0), vectorAt(m, 4), vectorAt(m, 8), subtract(vectorAt(m, 12), position)];
  return columns.flatMap((own, k) => [...axes.map((axis) => dot(axis, own)), k === 3 ? 1 : 0]);
}

/** a b: first b, then a; both without perspective. */
export function product(a: ArrayLike<number>, b: ArrayLike<number>): number[] {
  return Array.from({ length: 16 }, (_, i) => {
    const row = i % 4;
    const at = i - row;
    return a[row] * b[at] + a[row + 4] * b[at + 1] + a[row + 8] * b[at + 2] + a[row + 12] * b[at + 3];
  });
}

/** Where a frame is, as bodies are placed. */
export function poseOfFrame({ axes: [x, y, z], position }: RigidFrame): LinkPose {
  return { position, quaternion: fromMatrix(Float64Array.of(x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]), 0) };
}

/** Whether what a matrix draws is seen from its other side. */
export function isMirrored(m: ArrayLike<number>): boolean {
  return dot(cross(vectorAt(m, 0), vectorAt(m, 4)), vectorAt(m, 8)) < 0;
}

/** By how much the shapes that two matrices draw differ, as a share of their size: 0 where only place and turn do. */
export function shapeChange(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const [p, q] = [inFrame(a, frameOf(a)), inFrame(b, frameOf(b))];
  let size = 0;
  let change = 0;
  for (let i = 0; i < 11; i++) {
    size = Math.max(size, Math.abs(p[i]), Math.abs(q[i]));
    change = Math.max(change, Math.abs(p[i] - q[i]));
  }
  return size > 0 ? change / size : 0;
}
