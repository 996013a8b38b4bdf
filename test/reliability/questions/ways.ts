import type { Vec3 } from '../../../src/math/pose.ts';
import type { Random } from '../../../src/math/random.ts';
import type { MotionSpec } from '../../support/brute-force.ts';
import { near, pose, scaledPose, scaledVector, vector } from './numbers.ts';

/** A motion past the origin: from `distance` away, towards something within 1 of it and beyond; or one that stays where it is. */
export function way(random: Random, distance: number, turns: number): MotionSpec {
  const from = { position: scaledVector(random.direction(), distance), quaternion: random.quaternion() };
  const goal = vector(random, 1);
  const reach = random.range(0.5, 2.2);
  const displacement = [0, 1, 2].map((k) => reach * (goal[k] - from.position[k])) as unknown as Vec3;
  const to = { position: [0, 1, 2].map((k) => from.position[k] + displacement[k]) as unknown as Vec3, quaternion: from.quaternion };
  switch (random.integer(7)) {
    case 0:
      return { kind: 'rest', pose: pose(random, distance) };
    case 1:
      return { kind: 'translation', pose: from, displacement };
    case 2:
      return {
        kind: 'rotation',
        pose: from,
        axis: random.direction(),
        angle: random.range(-turns, turns),
        centre: vector(random, distance),
      };
    case 3:
      return { kind: 'in-between', from, to: { ...to, quaternion: near(from.quaternion, random, 0.3) } };
    case 4:
      return { kind: 'screw', from, to: { ...to, quaternion: random.quaternion() } };
    case 5:
      return {
        kind: 'ballistic',
        pose: from,
        velocity: displacement,
        angularVelocity: vector(random, turns),
        acceleration: vector(random, random.pick([0, 2, 20])),
      };
    default:
      return { kind: 'in-between', from, to: { ...to, quaternion: random.quaternion() } };
  }
}

export function scaledWay(spec: MotionSpec, factor: number): MotionSpec {
  switch (spec.kind) {
    case 'rest':
      return { ...spec, pose: scaledPose(spec.pose, factor) };
    case 'translation':
      return { ...spec, pose: scaledPose(spec.pose, factor), displacement: scaledVector(spec.displacement, factor) };
    case 'rotation':
      return {
        ...spec,
        pose: scaledPose(spec.pose, factor),
        ...(spec.centre === undefined ? {} : { centre: scaledVector(spec.centre, factor) }),
      };
    case 'ballistic':
      return {
        ...spec,
        pose: scaledPose(spec.pose, factor),
        velocity: scaledVector(spec.velocity, factor),
        acceleration: scaledVector(spec.acceleration, factor),
      };
    default:
      return { ...spec, from: scaledPose(spec.from, factor), to: scaledPose(spec.to, factor) };
  }
}
