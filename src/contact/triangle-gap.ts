/**
 * How far apart are two leaves (triangle, segment or point plus radius) at t, and how long do they certainly stay
 * more than a target apart? The leaves stand in the world at t; otherwise as in volume-gap.ts, over pairs of corners:
 *
 *   h_ij(τ) = s·(b_j − a_i) − target |s| − c_ij τ − ½ K τ²,   free for min over i, j of its first root
 *
 * Guarantee: the distance is realised by two points of the leaves up to rounding, hence an upper bound; the step is
 * proven by supports and hence valid whatever direction the distance kernel returned.
 */
import { SEPARATION_DIRECTION, SEPARATION_DISTANCE, SEPARATION_SIZE, triangleSeparation } from '../geometry/triangle-triangle.ts';
import { STATE_A0, STATE_A1, STATE_DELTA, STATE_KAPPA, STATE_OMEGA, STATE_P, STATE_V } from '../motion/motion.ts';
import { placeCorners } from '../motion/place-corners.ts';

/**
 * Corners of a (9), corners of b (9), then what triangleSeparation writes: closest points, distance, features,
 * direction.
 */
export const CORNERS_B = 9;
export const CLOSEST = 18;
export const DIRECTION: number = CLOSEST + SEPARATION_DIRECTION;
/** Out: distance of the leaves, their radii taken off. */
export const DISTANCE: number = CLOSEST + SEPARATION_SIZE;
/** Out: contact-free step, Infinity when free for the rest. */
export const LEAF_STEP: number = DISTANCE + 1;
/** In: bounds on the corners' distances from their bodies' origins; the separation aimed at, radii included; 1 − t. */
export const RHO_A: number = LEAF_STEP + 1;
export const RHO_B: number = LEAF_STEP + 2;
export const TARGET: number = LEAF_STEP + 3;
export const LEAF_REST: number = LEAF_STEP + 4;
export const LEAF_SIZE: number = LEAF_STEP + 5;

/** Places both leaves and measures them: DISTANCE and CLOSEST. */
export function measureLeaves(
  w: Float64Array,
  leavesA: Float64Array,
  la: number,
  A: Float64Array,
  leavesB: Float64Array,
  lb: number,
  B: Float64Array,
): void {
  placeCorners(leavesA, la, A, w, 0);
  placeCorners(leavesB, lb, B, w, CORNERS_B);
  triangleSeparation(w, 0, w, CORNERS_B, w, CLOSEST);
  w[DISTANCE] = w[CLOSEST + SEPARATION_DISTANCE] - leavesA[la + 9] - leavesB[lb + 9];
}

/** The step towards the target separation, after measureLeaves: LEAF_STEP. */
export function stepLeaves(w: Float64Array, A: Float64Array, B: Float64Array): void {
  // One piece: its numbers stay in local variables; calls in the middle would box them.
  const rhoA = w[RHO_A];
  const rhoB = w[RHO_B];
  const target = w[TARGET];
  const rest = w[LEAF_REST];
  const sx = w[DIRECTION];
  const sy = w[DIRECTION + 1];
  const sz = w[DIRECTION + 2];
  const length = Math.sqrt(sx * sx + sy * sy + sz * sz);
  const ax = A[STATE_OMEGA];
  const ay = A[STATE_OMEGA + 1];
  const az = A[STATE_OMEGA + 2];
  const bx = B[STATE_OMEGA];
  const by = B[STATE_OMEGA + 1];
  const bz = B[STATE_OMEGA + 2];
  // m = s × ω; a corner x moves along s with s·v + m·(x − p)
  const max = sy * az - sz * ay;
  const may = sz * ax - sx * az;
  const maz = sx * ay - sy * ax;
  const mbx = sy * bz - sz * by;
  const mby = sz * bx - sx * bz;
  const mbz = sx * by - sy * bx;
  const accelerationA =
    Math.sqrt(max * max + may * may + maz * maz) * A[STATE_KAPPA] * (rhoA + A[STATE_DELTA]) + length * (A[STATE_A0] + A[STATE_A1] * rhoA);
  const accelerationB =
    Math.sqrt(mbx * mbx + mby * mby + mbz * mbz) * B[STATE_KAPPA] * (rhoB + B[STATE_DELTA]) + length * (B[STATE_A0] + B[STATE_A1] * rhoB);
  const half = 0.5 * (accelerationA + accelerationB);
  const baseA = sx * A[STATE_V] + sy * A[STATE_V + 1] + sz * A[STATE_V + 2];
  const baseB = sx * B[STATE_V] + sy * B[STATE_V + 1] + sz * B[STATE_V + 2];
  const shift = target * length;
  let step = Infinity;
  for (let i = 0; i < 9; i += 3) {
    const x = w[i];
    const y = w[i + 1];
    const z = w[i + 2];
    const near = sx * x + sy * y + sz * z + shift;
    const speed = baseA + max * (x - A[STATE_P]) + may * (y - A[STATE_P + 1]) + maz * (z - A[STATE_P + 2]);
    for (let j = CORNERS_B; j < CORNERS_B + 9; j += 3) {
      const u = w[j];
      const v = w[j + 1];
      const q = w[j + 2];
      const gap = sx * u + sy * v + sz * q - near;
      if (!(gap > 0)) {
        w[LEAF_STEP] = 0;
        return;
      }
      const closing = speed - (baseB + mbx * (u - B[STATE_P]) + mby * (v - B[STATE_P + 1]) + mbz * (q - B[STATE_P + 2]));
      let tau = step < rest ? step : rest;
      // concave in τ: one evaluation proves all before it
      for (let pass = 0; gap - tau * (closing + half * tau) < 0; pass++) {
        if (pass === 6 || !(tau > 0)) {
          w[LEAF_STEP] = 0;
          return;
        }
        const root = Math.sqrt(closing * closing + 4 * half * gap);
        tau = SHORTEN * (closing > 0 ? (2 * gap) / (closing + root) : (root - closing) / (2 * half));
        step = tau;
      }
    }
  }
  w[LEAF_STEP] = step;
}

/** 1 − 2⁻³⁰: the root only proposes a step, shortened it can be proven. */
const SHORTEN = 1 - 2 ** -30;
