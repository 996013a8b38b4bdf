/** Which times of a path a film shows, picture by picture: slowly around the contact, which is one of them to the bit. */
import type { Playback } from '../stage/playback.ts';

/** Pictures, and how many a second: six seconds. */
const PICTURES = 150;
export const RATE = 25;
/** Seconds of the path that are shown before and after the contact. */
const BEFORE = 2.5;
const AFTER = 1.2;
/** Speed at the contact, and for how many seconds of the path around it. */
const SLOWEST = 0.08;
const SLOW_FOR = 0.4;
/** Steps of the sum by which times are found. */
const STEPS = 2000;

/** `contact`: its time; null: there is none, and all of the path is shown at one speed. */
export function filmTimes(playback: Pick<Playback, 'duration' | 'shareAt' | 'timeAt'>, contact: number | null): readonly number[] {
  const { duration } = playback;
  const middle = contact === null ? 0 : playback.shareAt(contact) * duration;
  const [from, to] = contact === null ? [0, duration] : [Math.max(0, middle - BEFORE), Math.min(duration, middle + AFTER)];
  const slow = (second: number) => (contact === null ? 0 : (1 - SLOWEST) * Math.exp(-(((second - middle) / SLOW_FOR) ** 2)));
  // how much film it takes to come there: ∫ ds / speed
  const second = (step: number) => from + ((to - from) * step) / STEPS;
  const film = [0];
  for (let step = 0; step < STEPS; step++) film.push(film[step] + 1 / (1 - slow(second(step + 0.5))));
  let step = 0;
  const seconds = Array.from({ length: PICTURES }, (_, picture) => {
    const wanted = (film[STEPS] * picture) / (PICTURES - 1);
    while (step < STEPS - 1 && film[step + 1] < wanted) step++;
    return second(step + Math.min(1, (wanted - film[step]) / (film[step + 1] - film[step])));
  });
  const times = seconds.map((one) => playback.timeAt(one / duration));
  if (contact !== null) {
    const away = seconds.map((one) => Math.abs(one - middle));
    times[away.indexOf(Math.min(...away))] = contact;
  }
  return times;
}
