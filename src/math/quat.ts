import type { Quat, Vec3 } from './pose.ts';

/** a b: first b, then a. */
export function multiply(a: Quat, b: Quat): Quat {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

export function conjugate([x, y, z, w]: Quat): Quat {
  return [-x, -y, -z, w];
}

export function normalised(q: Quat): Quat {
  return unit(q[0], q[1], q[2], q[3]);
}

function unit(x: number, y: number, z: number, w: number): Quat {
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  return [x / length, y / length, z / length, w / length];
}

/** Rotation matrix of q/|q|, row by row. Entries err by at most 8u: the division by |q|² needs no square root. */
export function writeMatrix(q: Quat, out: Float64Array, o: number): void {
  const x = q[0];
  const y = q[1];
  const z = q[2];
  const w = q[3];
  const s = 2 / (x * x + y * y + z * z + w * w);
  out[o] = 1 - s * (y * y + z * z);
  out[o + 1] = s * (x * y - z * w);
  out[o + 2] = s * (x * z + y * w);
  out[o + 3] = s * (x * y + z * w);
  out[o + 4] = 1 - s * (x * x + z * z);
  out[o + 5] = s * (y * z - x * w);
  out[o + 6] = s * (x * z - y * w);
  out[o + 7] = s * (y * z + x * w);
  out[o + 8] = 1 - s * (x * x + y * y);
}

export function rotate(q: Quat, [x, y, z]: Vec3): Vec3 {
  const m = new Float64Array(9);
  writeMatrix(q, m, 0);
  return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];
}

/** Unit quaternion of a rotation matrix at (m, o), by the largest of the four squared components. */
export function fromMatrix(m: Float64Array, o: number): Quat {
  const a = m[o];
  const b = m[o + 4];
  const c = m[o + 8];
  const w = 1 + a + b + c;
  const x = 1 + a - b - c;
  const y = 1 - a + b - c;
  const z = 1 - a - b + c;
  if (w >= x && w >= y && w >= z) return unit(m[o + 7] - m[o + 5], m[o + 2] - m[o + 6], m[o + 3] - m[o + 1], w);
  if (x >= y && x >= z) return unit(x, m[o + 1] + m[o + 3], m[o + 2] + m[o + 6], m[o + 7] - m[o + 5]);
  if (y >= z) return unit(m[o + 1] + m[o + 3], y, m[o + 5] + m[o + 7], m[o + 2] - m[o + 6]);
  return unit(m[o + 2] + m[o + 6], m[o + 5] + m[o + 7], z, m[o + 3] - m[o + 1]);
}
