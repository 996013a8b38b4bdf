// A drill moved over the hull of deforming-hull.ts as a hand would, computed and without tremor: a steady approach, a press, a slide while
// pressed, a retreat; then a jab so quick that nobody could have seen it coming a second ahead. Seconds and metres.

import type { Pose } from '../../src/math/pose.ts';
import { smoothStep } from '../surface.ts';
import { endAt } from './drill-motion.ts';

/** Stretches of time, with the speed of the drill's end along the hull's normal, from and to; it changes smoothly. */
const STRETCHES: readonly (readonly [seconds: number, from: number, to: number])[] = [
  [0.1, 0, 0],
  [0.3, 0, -0.05],
  [1.6, -0.05, -0.05],
  [0.4, -0.05, 0],
  // pressed, and sliding
  [1.15, 0, 0],
  [0.25, 0, 0.1],
  [0.3, 0.1, 0],
  [0.4, 0, 0],
  // the jab
  [0.12, 0, -0.2],
  [0.14, -0.2, 0],
  [0.1, 0, 0],
  [0.2, 0, 0.12],
  [0.3, 0.12, 0],
  [0.14, 0, 0],
];
const START_HEIGHT = 0.09;
/** When it slides, and between which points of the ground plan. */
const SLIDE: readonly [number, number] = [2.45, 3.5];
const FROM: readonly [number, number] = [-0.04, -0.015];
const TO: readonly [number, number] = [0.045, 0.02];
/** Sideways way per height: the approach is slanted. */
const SLANT: readonly [number, number] = [-0.6, -0.3];

export const HAND_GUIDED_SECONDS = 5.5;

/** Where the drill is at a time. */
export function handGuided(time: number): Required<Pose> {
  const height = heightAt(time);
  const slid = smoothStep(SLIDE[0], SLIDE[1], time);
  const aside = (k: 0 | 1) => FROM[k] + slid * (TO[k] - FROM[k]) + SLANT[k] * height * (1 - slid);
  return endAt(aside(0), aside(1), height);
}

/** Of the drill's end above the hull at rest; below it where it presses. */
function heightAt(time: number): number {
  let begin = 0;
  let height = START_HEIGHT;
  for (const [seconds, from, to] of STRETCHES) {
    const u = Math.min(1, (time - begin) / seconds);
    // The speed follows 3u² − 2u³, whose integral is u³ − u⁴/2.
    height += seconds * (from * u + (to - from) * (u * u * u - (u * u * u * u) / 2));
    begin += seconds;
    if (time <= begin) break;
  }
  return height;
}
