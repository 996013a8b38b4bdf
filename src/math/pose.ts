import { InputError } from './input-error.ts';

export type Vec3 = readonly [x: number, y: number, z: number];
/** x y z w, w the real part. */
export type Quat = readonly [x: number, y: number, z: number, w: number];

/** Where a body is: x ↦ quaternion · x + position. Both default to identity. */
export interface Pose {
  readonly position?: Vec3;
  readonly quaternion?: Quat;
}

/** How far a quaternion's length may be from 1; within it q/|q| is meant. */
export const UNIT_SLACK = 1e-6;

/** Checks a pose and fills its defaults; throws an InputError that says which number is wrong. */
export function checkedPose(pose: Pose | undefined, what: string): { position: Vec3; quaternion: Quat } {
  const position = pose?.position ?? [0, 0, 0];
  const quaternion = pose?.quaternion ?? [0, 0, 0, 1];
  if (position.length !== 3 || !position.every((x) => Math.abs(x) <= 2 ** 300)) {
    throw new InputError(`${what}: position must be three finite numbers, got [${position}]`);
  }
  if (quaternion.length !== 4 || !quaternion.every(Number.isFinite)) {
    throw new InputError(`${what}: quaternion must be four finite numbers (x y z w), got [${quaternion}]`);
  }
  const [x, y, z, w] = quaternion;
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (!(Math.abs(length - 1) <= UNIT_SLACK)) {
    throw new InputError(`${what}: quaternion [${quaternion}] has length ${length}; normalise it (x y z w order)`);
  }
  return { position: [position[0], position[1], position[2]], quaternion: [x, y, z, w] };
}
