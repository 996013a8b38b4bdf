/** Poses as people write them: a position, and a quaternion or three angles. */
import { checkedPose, type Quat, type Vec3 } from '../../math/pose.ts';
import type { Located } from '../text/located-value.ts';
import { quaternionOfAngles } from './parse-urdf.ts';

const ROTATIONS = ['quaternion', 'rpy', 'rpyDegrees'] as const;
export const POSE_KEYS: readonly string[] = ['position', ...ROTATIONS];

/** `unit`: metres of the unit of its position. */
export function readPose(pose: Located | undefined, unit = 1): { readonly position: Vec3; readonly quaternion: Quat } {
  if (pose === undefined) return { position: [0, 0, 0], quaternion: [0, 0, 0, 1] };
  pose.onlyKeys(POSE_KEYS);
  const given = ROTATIONS.filter((key) => pose.get(key) !== undefined);
  if (given.length > 1) throw pose.error(`has ${given.join(' and ')}; give one of them`);
  const position = (pose.get('position')?.numbers(3) ?? [0, 0, 0]).map((x) => unit * x) as unknown as Vec3;
  const quaternion = readRotation(pose, given[0]);
  return pose.check((subject) => checkedPose({ position, quaternion }, subject));
}

function readRotation(pose: Located, key: (typeof ROTATIONS)[number] | undefined): Quat {
  if (key === undefined) return [0, 0, 0, 1];
  if (key === 'quaternion') return pose.field(key).numbers(4) as unknown as Quat;
  const unit = key === 'rpy' ? 1 : Math.PI / 180;
  const [roll, pitch, yaw] = pose.field(key).numbers(3);
  return quaternionOfAngles([roll * unit, pitch * unit, yaw * unit]);
}
