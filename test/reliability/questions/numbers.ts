import type { Pose, Quat, Vec3 } from '../../../src/math/pose.ts';
import type { Random } from '../../../src/math/random.ts';

/** 2^n by doubling and halving: `2 ** n` of a number that is not written is left to the engine. */
export function powerOfTwo(n: number): number {
  let power = 1;
  for (let k = 0; k < n; k++) power *= 2;
  for (let k = 0; k > n; k--) power /= 2;
  return power;
}

/** A share of all numbers: mostly ordinary, some on a coarse grid so that many are equal, some 0, huge or tiny. */
export function coordinate(random: Random, wildness: number): number {
  const kind = random.next();
  if (kind < 1 - wildness) return random.range(-1, 1);
  if (kind < 1 - wildness / 2) return (random.integer(9) - 4) / 4;
  const size = random.pick([-1000, -300, -60, -30, -10, 0, 10, 30, 60, 200]);
  return random.pick([-1, 0, 1]) * powerOfTwo(size);
}

/** How wild the numbers of one case are: most cases are ordinary, because wild ones are mostly far apart. */
export function wildness(random: Random): number {
  return random.pick([0, 0, 0, 0.3, 1]);
}

export function vector(random: Random, size: number): Vec3 {
  const [x, y, z] = random.direction();
  const length = size * random.next();
  return [x * length, y * length, z * length];
}

/** Any turn, none, half a turn about an axis, or a small one. */
export function rotation(random: Random): Quat {
  switch (random.integer(5)) {
    case 0:
      return [0, 0, 0, 1];
    case 1:
      return random.pick<Quat>([
        [1, 0, 0, 0],
        [0, 1, 0, 0],
        [0, 0, 1, 0],
      ]);
    case 2:
      return near([0, 0, 0, 1], random, 0.1);
    default:
      return random.quaternion();
  }
}

/** The quaternion with something added, of unit length again. */
export function near(q: Quat, random: Random, much: number): Quat {
  const [x, y, z, w] = q.map((part) => part + random.range(-much, much));
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  return length > 0.5 ? [x / length, y / length, z / length, w / length] : q;
}

export function pose(random: Random, reach: number): Required<Pose> {
  return { position: vector(random, reach), quaternion: rotation(random) };
}

export function scaledVector([x, y, z]: Vec3, factor: number): Vec3 {
  return [x * factor, y * factor, z * factor];
}

export function scaledPose({ position = [0, 0, 0], quaternion }: Pose, factor: number): Pose {
  return { position: scaledVector(position, factor), ...(quaternion === undefined ? {} : { quaternion }) };
}
