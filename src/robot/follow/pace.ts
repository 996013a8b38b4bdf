/** How moves go in seconds: speeding up, going on, slowing down; each part a quadratic law of the share done. */
import { shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { Law } from './way.ts';

/** How fast a move goes; none of them: the path has no seconds. */
export interface MovePace {
  /** How long it takes, instead of a speed. */
  readonly seconds?: number;
  /** How fast the frame's origin goes, in units of length a second; in a move of joints, its fastest joint. */
  readonly speed?: number;
  /** How fast the frame turns, in radians a second. Default: as the speed lets it turn. */
  readonly turnSpeed?: number;
  /** From rest to that speed and back, a second squared. Default: at once. */
  readonly acceleration?: number;
}

export const PACE_KEYS: readonly string[] = ['seconds', 'speed', 'turnSpeed', 'acceleration'];

/** Shares a second when it is fast, and by how much that can change a second; Infinity: at once. */
export interface Rate {
  readonly cruise: number;
  readonly change: number;
}

export interface TimedPart {
  readonly seconds: number;
  readonly law: Law;
}

export function checkPace(pace: MovePace, what: string): void {
  for (const key of PACE_KEYS as readonly (keyof MovePace)[]) {
    const value = pace[key];
    if (value !== undefined && !(typeof value === 'number' && value > 0 && value < Infinity))
      throw new InputError(`${what}: ${key} must be a number above 0, got ${shownValue(value)}`);
  }
}

/** `length` and `turn`: of the whole move. */
export function rateOf({ seconds, speed, turnSpeed, acceleration }: MovePace, length: number, turn: number, what: string): Rate {
  if (seconds !== undefined) {
    if (acceleration === undefined) return { cruise: 1 / seconds, change: Infinity };
    // v T − v² / a = length: the slower of both solutions
    const inside = seconds * seconds - (4 * length) / acceleration;
    if (!(inside >= 0))
      throw new InputError(
        `${what}: ${length.toPrecision(4)} in ${seconds} s needs an acceleration of at least ${((4 * length) / (seconds * seconds)).toPrecision(4)}, got ${acceleration}`,
      );
    const cruise = length > 0 ? (acceleration * (seconds - Math.sqrt(inside))) / 2 / length : 1 / seconds;
    return { cruise, change: length > 0 ? acceleration / length : Infinity };
  }
  const lasts = Math.max(speed === undefined ? 0 : length / speed, turnSpeed === undefined ? 0 : turn / turnSpeed);
  if (speed === undefined && turnSpeed === undefined)
    throw new InputError(`${what}: has no speed and no seconds, but the path runs in seconds`);
  if (lasts === 0 && turn > 0) throw new InputError(`${what}: only turns: give it a turnSpeed, or seconds`);
  // Infinity: it neither goes anywhere nor turns, and takes no time
  const cruise = 1 / lasts;
  const change =
    acceleration === undefined ? Infinity : length > 0 ? acceleration / length : (cruise * acceleration) / (speed ?? acceleration);
  return { cruise, change };
}

/** From one share to another, entered and left at given shares a second. */
export function timedParts({ cruise, change }: Rate, from: number, to: number, enter: number, leave: number): TimedPart[] {
  const way = to - from;
  if (change === Infinity) return [{ seconds: way / cruise, law: [from, way, 0] }];
  const peak = Math.max(enter, leave, Math.min(cruise, Math.sqrt((2 * change * way + enter * enter + leave * leave) / 2)));
  const [up, down] = [(peak - enter) / change, (peak - leave) / change];
  const done = ((enter + peak) / 2) * up;
  const rest = ((leave + peak) / 2) * down;
  const even = Math.max(0, way - done - rest);
  const parts: TimedPart[] = [
    { seconds: up, law: [from, enter * up, ((peak - enter) / 2) * up] },
    { seconds: even / peak, law: [from + done, even, 0] },
    { seconds: down, law: [to - rest, peak * down, ((leave - peak) / 2) * down] },
  ];
  // what is left out is less than the rounding of the others
  return parts.filter(({ law: [, b, c] }) => b + c > 1e-14 * way);
}
