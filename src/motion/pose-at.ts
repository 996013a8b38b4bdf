import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import type { Quat, Vec3 } from '../math/pose.ts';
import { fromMatrix } from '../math/quat.ts';
import { type Motion, STATE_P, STATE_SIZE, STATE_TIME } from './motion.ts';

const WORLD = new Float64Array(3);

/**
 * Where a body in motion is at t in [0, 1], in the world; for pictures and reports. Rounded to doubles: queries do not
 * rely on it.
 */
export function poseAt(motion: Motion, t: number): { readonly position: Vec3; readonly quaternion: Quat } {
  if (typeof motion?.writeState !== 'function') throw new InputError('motion is none; make one by rigidMotion(pose0, pose1) or the like');
  if (typeof t !== 'number' || !(t >= 0 && t <= 1)) throw new InputError(`t must be in [0, 1], got ${shownValue(t)}`);
  const state = new Float64Array(STATE_SIZE);
  state[STATE_TIME] = t;
  motion.writeState(WORLD, state);
  return { position: [state[STATE_P], state[STATE_P + 1], state[STATE_P + 2]], quaternion: fromMatrix(state, 0) };
}
