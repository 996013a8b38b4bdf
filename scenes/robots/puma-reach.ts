import type { Vec3 } from '../../src/math/pose.ts';
import { sixDecimals } from '../surface.ts';
import { PUMA_FOREARM, PUMA_GRIPPER_REACH, PUMA_OFFSET, PUMA_SHOULDER_HEIGHT, PUMA_UPPER_ARM } from './puma.ts';

/**
 * Joint angles of a Puma on the origin whose gripper points straight down with its finger tips at this point, elbow up. The
 * point must be within reach; limits are not looked at.
 */
export function pumaReach([x, y, z]: Vec3, flangeRoll = 0): number[] {
  // The arm moves in a plane beside the waist's axis: seen from above, (reach, offset) turned by the waist is (x, y).
  const reach = Math.sqrt(x * x + y * y - PUMA_OFFSET * PUMA_OFFSET);
  const waist = Math.atan2(y, x) - Math.atan2(PUMA_OFFSET, reach);
  const rise = z + PUMA_GRIPPER_REACH - PUMA_SHOULDER_HEIGHT;
  const [along, below] = PUMA_FOREARM;
  const forearm = Math.sqrt(along * along + below * below);
  // Two bars in the plane, angles downwards; the wrist lies a little below the forearm's line.
  const cosine = (reach * reach + rise * rise - PUMA_UPPER_ARM ** 2 - forearm ** 2) / (2 * PUMA_UPPER_ARM * forearm);
  if (!(Math.abs(cosine) <= 1)) throw new Error(`the Puma does not reach [${x}, ${y}, ${z}]`);
  const bend = Math.acos(cosine);
  const shoulder = Math.atan2(-rise, reach) - Math.atan2(forearm * Math.sin(bend), PUMA_UPPER_ARM + forearm * cosine);
  const elbow = bend - Math.atan2(below, along);
  return [waist, shoulder, elbow, 0, Math.PI / 2 - shoulder - elbow, flangeRoll].map(sixDecimals);
}
