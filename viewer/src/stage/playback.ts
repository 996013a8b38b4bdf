/** Something that is played: path time runs from 0 to its end, with or without seconds. */
import type { Placement } from './parts.ts';

export interface Playback {
  readonly end: number;
  /** False: it only stands there. */
  readonly moves: boolean;
  /** Seconds that it is played for. */
  readonly duration: number;
  /** Times worth a line; empty: none. */
  readonly knots: readonly number[];
  /** null: it has no seconds. */
  secondsAt(time: number): number | null;
  /** Share of the way along the time line at a path time, from 0 to 1. */
  shareAt(time: number): number;
  timeAt(share: number): number;
  placementAt(time: number): Placement;
}

/** A path time as text, in seconds where there are seconds. */
export function timeText(playback: Playback | null, time: number): string {
  const seconds = playback?.secondsAt(time) ?? null;
  return seconds === null ? `t = ${time.toFixed(4)} of ${playback?.end ?? 0}` : `${seconds.toFixed(3)} s`;
}

/** Where a value stands among ascending ones: the place before it plus the share of the way to the next. */
export function placeAmong(values: readonly number[], wanted: number): number {
  let low = 0;
  let high = values.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (values[middle] <= wanted) low = middle;
    else high = middle;
  }
  const long = values[low + 1] - values[low];
  return Math.min(values.length - 1, low + (long > 0 ? (wanted - values[low]) / long : 0));
}
