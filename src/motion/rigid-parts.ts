/** A rigid motion as numbers, for whoever keeps, sends or tells it. */
import type { Vec3 } from '../math/pose.ts';
import { RigidMotion, STRAIGHT } from './rigid-motion.ts';

/** What the same motion can be made of again, bit by bit: p0 w e1 e2, quaternion, axis, angle, lever. */
export function partsOf({ k, quaternion, axis, givenAngle, givenLever }: RigidMotion): readonly number[] {
  const circle = k.length > STRAIGHT ? k.slice(33, 39) : [0, 0, 0, 0, 0, 0];
  return [...k.slice(9, 15), ...circle, ...quaternion, ...axis, givenAngle, givenLever];
}

export function motionOfParts(parts: ArrayLike<number>): RigidMotion {
  const three = (o: number): Vec3 => [parts[o], parts[o + 1], parts[o + 2]];
  const [x, y, z] = three(12);
  return new RigidMotion(three(0), [x, y, z, parts[15]], three(3), three(16), parts[19], three(6), three(9), parts[20]);
}
