import type { Pose, Quat, Vec3 } from '../src/math/pose.ts';
import { multiply, normalised } from '../src/math/quat.ts';
import { cross, dot } from '../src/math/vec3.ts';
import { sixDecimals } from './surface.ts';

export const DEGREE: number = Math.PI / 180;

export const UPRIGHT: Quat = [0, 0, 0, 1];

export function unit(a: Vec3): Vec3 {
  const size = Math.sqrt(dot(a, a));
  return [a[0] / size, a[1] / size, a[2] / size];
}

export function aboutAxis(axis: Vec3, angle: number): Quat {
  const [x, y, z] = unit(axis);
  const s = Math.sin(angle / 2);
  return [x * s, y * s, z * s, Math.cos(angle / 2)];
}

/** The smallest rotation that takes one unit vector to the other. */
export function turnedOnto(from: Vec3, to: Vec3): Quat {
  const cosine = dot(from, to);
  if (cosine < -0.999999) return aboutAxis(cross(from, Math.abs(from[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0]), Math.PI);
  const [x, y, z] = cross(from, to);
  return normalised([x, y, z, 1 + cosine]);
}

/** The rotation whose columns are x, y, z. */
export function ofColumns(x: Vec3, y: Vec3, z: Vec3): Quat {
  const first = turnedOnto([1, 0, 0], x);
  const [a, b, c] = rotatedY(first);
  // What is left is a turn about the new x axis.
  const angle = Math.atan2(dot(z, [a, b, c]), dot(y, [a, b, c]));
  return normalised(multiply(aboutAxis(x, -angle), first));
}

function rotatedY([x, y, z, w]: Quat): Vec3 {
  return [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)];
}

/** Positions to six decimals, quaternions to nine: what a file holds, and what engines agree about. */
export function placed(position: Vec3, quaternion: Quat = UPRIGHT): Required<Pose> {
  const [x, y, z] = position;
  const [a, b, c, d] = quaternion;
  return {
    position: [sixDecimals(x), sixDecimals(y), sixDecimals(z)],
    quaternion: [nineDecimals(a), nineDecimals(b), nineDecimals(c), nineDecimals(d)],
  };
}

export function nineDecimals(x: number): number {
  return Math.round(x * 1e9) / 1e9 + 0;
}
