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
  /** How fast the frame turns, in radians a second; the slower of both counts. Default: as the speed lets it turn. */
  readonly turnSpeed?: number;
  /** From rest to that speed and back, a second squared; splines do not take it. Default: at once. */
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
  const other = pace.speed === undefined ? 'turnSpeed' : 'speed';
  if (pace.seconds !== undefined && pace[other] !== undefined)
    throw new InputError(`${what}: has seconds and ${other}; how long it takes is one of them`);
}

/** Radians that may be rounding of what files say: of quaternions with six digits. */
const LEAST_TURN = 4e-6;

/** What a move does, as a whole. */
export interface MoveExtent {
  readonly length: number;
  readonly turn: number;
  /** Lengths up to it may be rounding of what files say. */
  readonly leastLength: number;
}

/**
 * How fast a move goes by the limits that it gives and, where it gives none, by those of its path: it lasts as long as
 * the slower of translation and rotation. What is only rounding beside the other never decides by itself. Where the
 * rotation is slower, it speeds up as evenly as its origin would on a way that takes as long, as KDL's paths do.
 */
export function rateOf(move: MovePace, path: MovePace | undefined, extent: MoveExtent, what: string): Rate {
  const { length, turn, leastLength } = extent;
  const { seconds } = move;
  const [speed, turnSpeed, acceleration] = [
    move.speed ?? path?.speed,
    move.turnSpeed ?? path?.turnSpeed,
    move.acceleration ?? path?.acceleration,
  ];
  const goes = length > leastLength;
  const turns = turn > LEAST_TURN;
  if (seconds !== undefined) {
    if (!goes && turns && move.acceleration !== undefined)
      throw new InputError(`${what}: acceleration: only turns in ${seconds} s; acceleration is of what goes along`);
    if (acceleration === undefined || length === 0) return { cruise: 1 / seconds, change: Infinity };
    // v T − v² / a = length: the slower of both solutions, as a share, without a difference of nearly equal numbers
    const inside = seconds * seconds - (4 * length) / acceleration;
    if (!(inside >= 0))
      throw new InputError(
        `${what}: ${length.toPrecision(4)} in ${seconds} s needs an acceleration of at least ${((4 * length) / (seconds * seconds)).toPrecision(4)}, got ${acceleration}`,
      );
    return { cruise: 2 / (seconds + Math.sqrt(inside)), change: acceleration / length };
  }
  if (speed === undefined && turnSpeed === undefined)
    throw new InputError(`${what}: has no speed and no seconds, but the path runs in seconds`);
  // neither goes anywhere nor turns: it takes no time
  if (length === 0 && turn === 0) return { cruise: Infinity, change: Infinity };
  if (speed === undefined && length > 0 && !turns)
    throw new InputError(`${what}: goes ${length.toPrecision(4)} far and does not turn: give it a speed, or seconds`);
  if (turnSpeed === undefined && turn > 0 && !goes && (turns || length === 0))
    throw new InputError(`${what}: only turns: give it a turnSpeed, or seconds`);
  const lasts = Math.max(speed === undefined ? 0 : length / speed, turnSpeed === undefined ? 0 : turn / turnSpeed);
  if (acceleration === undefined) return { cruise: 1 / lasts, change: Infinity };
  if (speed === undefined && !goes)
    throw new InputError(`${what}: acceleration: only turns; give it a speed too, which says how long it takes to turn fast, or none`);
  return { cruise: 1 / lasts, change: acceleration / (speed === undefined ? length : lasts * speed) };
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
