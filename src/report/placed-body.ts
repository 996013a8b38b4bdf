import type { Pose, Vec3 } from '../math/pose.ts';
import { fromMatrix } from '../math/quat.ts';
import { cross } from '../math/vec3.ts';
import { type Motion, STATE_BASE, STATE_P, STATE_SIZE, STATE_TIME, STATE_V } from '../motion/motion.ts';
import type { RigidMotion } from '../motion/rigid-motion.ts';

const WORLD_ORIGIN = new Float64Array(3);
const state = new Float64Array(STATE_SIZE);

export function poseAt(motion: Motion, t: number): Required<Pose> {
  state[STATE_TIME] = t;
  motion.writeState(WORLD_ORIGIN, state);
  return { position: [state[STATE_P], state[STATE_P + 1], state[STATE_P + 2]], quaternion: fromMatrix(state, 0) };
}

/** Where a point of the body is at t. */
export function pointAt(motion: RigidMotion, t: number, [x, y, z]: Vec3): Vec3 {
  state[STATE_TIME] = t;
  motion.writeState(WORLD_ORIGIN, state);
  const along = (row: number) => state[row] * x + state[row + 1] * y + state[row + 2] * z;
  return [along(0) + state[STATE_P], along(3) + state[STATE_P + 1], along(6) + state[STATE_P + 2]];
}

/** The numbers of R(t) and p(t) as in motion/rigid-motion.ts. */
export interface MotionParameters {
  readonly rotation: readonly number[];
  readonly position: Vec3;
  readonly velocity: Vec3;
  readonly axis: Vec3;
  readonly angle: number;
  readonly e1: Vec3;
  readonly e2: Vec3;
}

/** Lengths multiplied by `scale`, positions relative to `origin`. */
export function motionParameters(motion: RigidMotion, origin: Vec3, scale: number): MotionParameters {
  state[STATE_TIME] = 0;
  motion.writeState(Float64Array.from(origin), state);
  const { axis, angle } = motion;
  const vector = (at: number): Vec3 => [state[at] * scale, state[at + 1] * scale, state[at + 2] * scale];
  const velocity = vector(STATE_BASE);
  const atStart = vector(STATE_V);
  // ṗ(0) = w + θ e2, and e1 = u × e2
  const e2: Vec3 = angle === 0 ? [0, 0, 0] : (atStart.map((x, k) => (x - velocity[k]) / angle) as unknown as Vec3);
  return { rotation: [...state.subarray(0, 9)], position: vector(STATE_P), velocity, axis, angle, e1: cross(axis, e2), e2 };
}
