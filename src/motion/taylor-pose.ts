/**
 * Poses whose entries are Taylor models over one interval of time: 12 of them at (array, offset), R row by row, then T;
 * the same for rates and bends. Guarantee: as math/taylor.ts, for every entry. Results must not overlap operands.
 * Concatenation of links by Taylor models [Zhang et al. 2007; Tang et al. 2013, §5.3].
 */
import { addModel, addProduct, beginSum, endSum, modelSize, range } from '../math/taylor.ts';
import { POSE_T } from './interval-pose.ts';

export function taylorPoseSize(n: number): number {
  return 12 * modelSize(n);
}

/**
 * The derivative of A·B of order 0, 1 or 2: Σ (order choose m) d^(order−m)A · d^m B. Pose, rate and bend of A stand one
 * after the other at (a, i), as far as the order needs them, those of B at (b, j).
 */
export function composeModels(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  order: number,
  n: number,
  out: Float64Array,
  o: number,
): void {
  const size = modelSize(n);
  const pose = taylorPoseSize(n);
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 4; column++) {
      const top = column < 3 ? column * size : 9 * size;
      const step = column < 3 ? 3 * size : size;
      beginSum();
      for (let m = 0; m <= order; m++) {
        const weight = order === 2 && m === 1 ? 2 : 1;
        const left = i + (order - m) * pose + 3 * row * size;
        const right = j + m * pose + top;
        for (let e = 0; e < 3; e++) addProduct(a, left + e * size, b, right + e * step, n, weight);
      }
      if (column === 3) addModel(a, i + order * pose + (9 + row) * size, n);
      endSum(n, 2 * n, out, o + (column < 3 ? 3 * row + column : 9 + row) * size);
    }
  }
}

/** The interval pose that holds the models; entries of R are cut to [−1, 1] for a pose (order 0). */
export function writeRanges(a: Float64Array, i: number, order: number, n: number, out: Float64Array, o: number): void {
  const size = modelSize(n);
  for (let e = 0; e < 12; e++) range(a, i + e * size, n, out, o + 2 * e);
  if (order !== 0) return;
  for (let e = 0; e < POSE_T; e += 2) {
    if (out[o + e] < -1) out[o + e] = -1;
    if (out[o + e + 1] > 1) out[o + e + 1] = 1;
  }
}
