import { signOfDot4 } from '../math/exact.ts';
import type { Quat, Vec3 } from '../math/pose.ts';
import { conjugate, multiply } from '../math/quat.ts';
import { angleOf } from '../math/trig.ts';
import { length, normalise } from '../math/vec3.ts';

/**
 * Axis and angle in [0, π] of q1 q0⁻¹. On which side a half turn goes is decided exactly, not by rounding; of exactly
 * half a turn both sides are as short, and the axis whose first component other than 0 is positive is taken.
 */
export function shortestArc(q0: Quat, q1: Quat): [axis: Vec3, angle: number] {
  const [x, y, z, w] = multiply(q1, conjugate(q0));
  const side = signOfDot4(q0, q1);
  const sign = side === 0 ? ((x || y || z) < 0 ? -1 : 1) : side;
  const axis = normalise([sign * x, sign * y, sign * z]);
  if (axis === undefined) return [[0, 0, 1], 0];
  return [axis, 2 * angleOf(length([x, y, z]), side === 0 ? 0 : Math.max(0, sign * w))];
}
