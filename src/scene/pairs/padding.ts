/** What gaps of nodes and leaves leave out in a search of many pairs: clearance, what concerns the start, rounding. */
import { TURNING } from '../../contact/moving-pair.ts';
import { PAD } from '../../contact/volume-gap.ts';
import { STATE_P } from '../../motion/motion.ts';
import type { View } from './view.ts';

/**
 * Slots of what is kept between looks: the clearance, what the start rule adds to it, the time of the padding, when the
 * search began, and after how many entries something else is asked.
 */
export const KEPT_CLEARANCE = 0;
export const KEPT_CONCERN = 1;
export const KEPT_TIME = 2;
export const KEPT_FROM = 3;
export const KEPT_EVENT = 4;
export const KEPT_SIZE = 5;

/** How far apart the two of a pair must stay: its own distance, and what the segment that is loaded adds for each. */
export function keepApart(kept: Float64Array, clearances: Float64Array, pair: number, a: View, b: View): void {
  kept[KEPT_CLEARANCE] = clearances[pair] + (a.tube + b.tube);
}

/** Writes PAD of the frame, for two bodies as they are placed, which keep KEPT_CLEARANCE. */
export function pad(frame: Float64Array, kept: Float64Array, a: View, b: View): void {
  const A = a.state;
  const B = b.state;
  const dx = A[STATE_P] - B[STATE_P];
  const dy = A[STATE_P + 1] - B[STATE_P + 1];
  const dz = A[STATE_P + 2] - B[STATE_P + 2];
  const size = a.tree.radius + b.tree.radius + kept[KEPT_CLEARANCE] + Math.sqrt(dx * dx + dy * dy + dz * dz);
  frame[PAD] = kept[KEPT_CLEARANCE] + kept[KEPT_CONCERN] + (a.adding + b.adding) + TURNING * (1 + a.turn + b.turn) * size;
}

/** The rounding in that. */
export function paddedRounding(frame: Float64Array, kept: Float64Array): number {
  return frame[PAD] - kept[KEPT_CLEARANCE] - kept[KEPT_CONCERN];
}
