import type { SceneData } from '../scene-data.ts';

/** Up to the contact; a step, a session and a world to their ends. */
export function playedTo({ status, time, segments, arrivals }: SceneData): number {
  return status === 'contact' && arrivals === undefined ? time : segments;
}

/**
 * Path time a second: as the path says where it is timed, hastened to 20 s at most; else so that a segment can be
 * followed.
 */
export function rateAt({ segments, seconds }: SceneData, t: number): number {
  if (seconds === undefined) return segments / (segments === 1 ? 4 : Math.min(15, Math.max(5, 1.2 * segments)));
  const k = Math.min(segments - 1, Math.floor(t));
  const whole = seconds[segments] - seconds[0];
  return (Math.max(1, whole / 20) * Math.min(1, whole / 3)) / (seconds[k + 1] - seconds[k]);
}
