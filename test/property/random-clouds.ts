// Clouds of every shape that trees of points find hard, and the distance of a cloud from a box by the formula.
import type { Pose, Vec3 } from '../../src/math/pose.ts';
import type { Random } from '../../src/math/random.ts';

export const CLOUD_KINDS = ['ball', 'shell', 'sheet', 'flat', 'line', 'lattice', 'pairs', 'one place', 'two places', 'bursts'] as const;
export type CloudKind = (typeof CLOUD_KINDS)[number];

/** x y z each, within about 1 of the origin. */
export function randomCloud(random: Random, kind: CloudKind, count: number): Float64Array {
  const out = new Float64Array(3 * count);
  const side = Math.ceil(Math.sqrt(count));
  const [u, v] = [random.direction(), random.direction()];
  for (let i = 0; i < count; i++) {
    const [a, b] = [random.range(-1, 1), random.range(-1, 1)];
    const point = (): readonly number[] => {
      switch (kind) {
        case 'ball':
          return [a, b, random.range(-1, 1)];
        case 'shell':
          return random.direction();
        case 'sheet':
          return [a, b, 0.2 * a * b + 1e-3 * random.next()];
        case 'flat':
          return [0, 1, 2].map((k) => 0.7 * (a * u[k] + b * v[k]));
        case 'line':
          return u.map((x) => a * x);
        case 'lattice':
          return [(i % side) / side - 0.5, Math.floor(i / side) / side - 0.5, 0.25];
        case 'pairs':
          return i % 2 === 1 ? [...out.subarray(3 * i - 3, 3 * i)] : [a, b, random.range(-1, 1)];
        case 'one place':
          return [0.125, -0.25, 0.5];
        case 'two places':
          return i % 3 === 0 ? [0.5, 0, 0] : [-0.5, 0, 0];
        case 'bursts':
          // ever smaller heaps: cuts in the middle take off few points
          return [0, 1, 2].map((k) => (2 ** -(i % 40) * (k === 0 ? a : b)) / 2);
      }
    };
    out.set(point(), 3 * i);
  }
  return out;
}

/** How far apart: the nearest ball of the cloud from a box about its own origin; balls inside the box count as 0 − r. */
export function boxGap(
  half: Vec3,
  boxPose: Required<Pose>,
  points: Float64Array,
  radii: ArrayLike<number>,
  cloudPose: Required<Pose>,
): number {
  const cloud = matrix(cloudPose);
  const box = matrix(boxPose);
  let least = Infinity;
  for (let i = 0; i < points.length; i += 3) {
    let square = 0;
    const d = [0, 1, 2].map(
      (k) =>
        cloud[3 * k] * points[i] +
        cloud[3 * k + 1] * points[i + 1] +
        cloud[3 * k + 2] * points[i + 2] +
        (cloudPose.position[k] - boxPose.position[k]),
    );
    for (let k = 0; k < 3; k++) {
      const out = Math.max(0, Math.abs(box[k] * d[0] + box[3 + k] * d[1] + box[6 + k] * d[2]) - half[k]);
      square += out * out;
    }
    least = Math.min(least, Math.sqrt(square) - radii[i / 3]);
  }
  return least;
}

/** Rows of the rotation. */
function matrix({ quaternion: [x, y, z, w] }: Required<Pose>): number[] {
  // biome-ignore format: a matrix
  return [
    1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w),
    2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w),
    2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y),
  ];
}
