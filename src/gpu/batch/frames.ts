/** Rigid frames in doubles, while a model is made: rotation row by row, and place. */
import type { Quat, Vec3 } from '../../math/pose.ts';
import { writeMatrix } from '../../math/quat.ts';

export interface Frame {
  readonly turn: readonly number[];
  readonly place: Vec3;
}

export const STILL_FRAME: Frame = { turn: [1, 0, 0, 0, 1, 0, 0, 0, 1], place: [0, 0, 0] };

export function frameAt(position: Vec3, quaternion: Quat): Frame {
  const turn = new Float64Array(9);
  writeMatrix(quaternion, turn, 0);
  return { turn: Array.from(turn), place: position };
}

export function shifted(place: Vec3): Frame {
  return { turn: STILL_FRAME.turn, place };
}

export function turnedVector(m: readonly number[], [x, y, z]: Vec3): Vec3 {
  return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];
}

export function transposed(m: readonly number[]): readonly number[] {
  return [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];
}

function turnedTurn(a: readonly number[], b: readonly number[]): readonly number[] {
  const columns = [0, 1, 2].map((j) => turnedVector(a, [b[j], b[3 + j], b[6 + j]]));
  return [0, 1, 2].flatMap((i) => columns.map((column) => column[i]));
}

/** First b, then a. */
export function combined(a: Frame, b: Frame): Frame {
  const [x, y, z] = turnedVector(a.turn, b.place);
  return { turn: turnedTurn(a.turn, b.turn), place: [a.place[0] + x, a.place[1] + y, a.place[2] + z] };
}

export function inverted({ turn, place }: Frame): Frame {
  const back = transposed(turn);
  const [x, y, z] = turnedVector(back, place);
  return { turn: back, place: [-x, -y, -z] };
}

/**
 * A rotation that takes z to the unit vector n. Along an axis its entries are 0, 1 and −1, so that products with it are
 * exact.
 */
export function ontoAxis([x, y, z]: Vec3): readonly number[] {
  if (z === 1) return STILL_FRAME.turn;
  if (z === -1) return [1, 0, 0, 0, -1, 0, 0, 0, -1];
  if (Math.abs(x) === 1) return [0, 0, x, 0, 1, 0, -x, 0, 0];
  if (Math.abs(y) === 1) return [1, 0, 0, 0, 0, y, 0, -y, 0];
  const across = Math.sqrt(x * x + y * y);
  const u: Vec3 = [-y / across, x / across, 0];
  return [u[0], -z * u[1], x, u[1], z * u[0], y, 0, across, z];
}
