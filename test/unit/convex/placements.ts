import type { Vec3 } from '../../../src/math/pose.ts';
import { writeMatrix } from '../../../src/math/quat.ts';
import type { Random } from '../../../src/math/random.ts';

/** Rotation by a unit quaternion, then position, as trackers take them. */
export function placement(position: Vec3 = [0, 0, 0], quaternion: readonly [number, number, number, number] = [0, 0, 0, 1]): Float64Array {
  const out = new Float64Array(12);
  writeMatrix(quaternion, out, 0);
  out.set(position, 9);
  return out;
}

/** Anywhere within `spread` of the origin, turned anyhow. */
export function randomPlacement(random: Random, spread: number): Float64Array {
  const [x, y, z] = random.direction();
  const r = spread * random.next();
  return placement([r * x, r * y, r * z], random.quaternion());
}

export function placed(P: Float64Array, x: ArrayLike<number>, o = 0): [number, number, number] {
  return [0, 1, 2].map((k) => P[3 * k] * x[o] + P[3 * k + 1] * x[o + 1] + P[3 * k + 2] * x[o + 2] + P[9 + k]) as [number, number, number];
}
