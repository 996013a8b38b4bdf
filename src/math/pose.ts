import { checkRecord, shownValue } from './check-record.ts';
import { InputError } from './input-error.ts';
import { limitHint } from './limits.ts';

/** A point, a direction or a displacement x y z. Lengths are in the unit of your meshes, whatever that is. */
export type Vec3 = readonly [x: number, y: number, z: number];
/** A rotation as a unit quaternion x y z w, w the real part. Its length may be off 1 by 1e-6; then q/|q| is meant. */
export type Quat = readonly [x: number, y: number, z: number, w: number];

/** Where a body is: x ↦ quaternion · x + position. Both default to identity. */
export interface Pose {
  /** Where the body's origin is, in the unit of length. Default [0, 0, 0]. */
  readonly position?: Vec3;
  /** How the body is turned, x y z w. Default [0, 0, 0, 1]: not at all. */
  readonly quaternion?: Quat;
}

/** How far a quaternion's length may be from 1; within it q/|q| is meant. */
export const UNIT_SLACK = 1e-6;

/** Keys of a pose, with `body`, because the poses of a result may be given back as they are. */
const POSE_KEYS: readonly string[] = ['position', 'quaternion', 'body'];

/** Positions and displacements up to here: squares stay finite. */
const LARGEST_LENGTH: number = 2 ** 300;

/** Checks that v is `count` finite numbers, holes, texts and null included; throws an InputError that names `what`. */
export function checkNumbers(v: ArrayLike<number> | null | undefined, count: number, what: string): void {
  if (!areNumbers(v, count)) refuseNumbers(v, count, what);
}

function areNumbers(v: ArrayLike<number> | null | undefined, count: number): boolean {
  if (v === null || typeof v !== 'object' || v.length !== count) return false;
  for (let i = 0; i < count; i++) if (typeof v[i] !== 'number' || !(Math.abs(v[i]) <= LARGEST_LENGTH)) return false;
  return true;
}

function refuseNumbers(v: ArrayLike<number> | null | undefined, count: number, what: string): never {
  const words = count === 3 ? 'three numbers up to 2^300' : 'four numbers (x y z w)';
  const hint = v !== null && typeof v === 'object' && v.length === count ? limitHint(v) : '';
  throw new InputError(`${what} must be ${words}, got ${shownValue(v)}${hint}`);
}

/** Checks a pose and fills its defaults; throws an InputError that says which number is wrong. */
export function checkedPose(pose: Pose | undefined, what: string): { position: Vec3; quaternion: Quat } {
  if (pose !== undefined) checkRecord(pose, POSE_KEYS, what);
  const { position = [0, 0, 0], quaternion = [0, 0, 0, 1] } = pose ?? {};
  // messages are made only where they are needed: they take longer than all the rest
  if (!areNumbers(position, 3)) refuseNumbers(position, 3, `${what}: position`);
  if (!areNumbers(quaternion, 4)) refuseNumbers(quaternion, 4, `${what}: quaternion`);
  const x = quaternion[0];
  const y = quaternion[1];
  const z = quaternion[2];
  const w = quaternion[3];
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (!(Math.abs(length - 1) <= UNIT_SLACK)) {
    throw new InputError(`${what}: quaternion [${quaternion}] has length ${length}; normalise it (x y z w order)`);
  }
  return { position: [position[0], position[1], position[2]], quaternion: [x, y, z, w] };
}
