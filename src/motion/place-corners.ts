import { STATE_P } from './motion.ts';

/** Three points, where a state places them: its rotation and the place of the origin. */
export function placeCorners(points: ArrayLike<number>, p: number, state: Float64Array, out: Float64Array, o: number): void {
  for (let i = 0; i < 9; i += 3) {
    const x = points[p + i];
    const y = points[p + i + 1];
    const z = points[p + i + 2];
    out[o + i] = state[0] * x + state[1] * y + state[2] * z + state[STATE_P];
    out[o + i + 1] = state[3] * x + state[4] * y + state[5] * z + state[STATE_P + 1];
    out[o + i + 2] = state[6] * x + state[7] * y + state[8] * z + state[STATE_P + 2];
  }
}
