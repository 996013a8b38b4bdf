/**
 * One clock for everything that has seconds. The knots of all trajectories are united; between two of them each goes
 * through a part of one of its own segments, or stands where it has not begun or has ended already. Path time is
 * counted in the united segments.
 *
 * What has no seconds beside what has some would be met at other instants than meant, and robots that meet would be
 * proven free: hence refused. Standing robots and bodies have no clock.
 */

import { largestOf, leastOf } from '../../math/extreme.ts';
import { InputError } from '../../math/input-error.ts';
import type { BodyTrajectory } from '../../motion/body-trajectory.ts';
import type { Motion } from '../../motion/motion.ts';
import { partOfMotion } from '../../motion/part-motion.ts';
import type { RobotModel } from '../../robot/robot-model.ts';
import type { LinkMotions } from '../../robot/robot-path.ts';

/** Where one trajectory is in each segment of the clock: in which of its own, from which share of it to which. */
export interface OwnParts {
  readonly segments: Int32Array;
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** Something that moves by seconds of its own. */
export interface Timed {
  readonly name: string;
  readonly times: readonly number[];
}

/**
 * The united seconds, with further moments. Those that start later or end earlier than others stand, or are refused.
 */
export function uniteClocks(timed: readonly Timed[], ends: 'hold' | 'error', moments: readonly number[]): readonly number[] {
  const first = timed[0].times;
  const isOne = timed.every(({ times }) => isSame(times, first));
  const known = new Set(first);
  if (isOne && moments.every((second) => known.has(second))) return first;
  if (ends === 'error') requireSameEnds(timed);
  const knots = timed.flatMap(({ times }) => times);
  const [from, to] = [leastOf(knots), largestOf(knots)];
  const within = moments.filter((second) => second > from && second < to);
  return [...new Set([...knots, ...within])].sort((a, b) => a - b);
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((x, k) => x === b[k]);
}

function requireSameEnds(timed: readonly Timed[]): void {
  const from = leastOf(timed.map(({ times }) => times[0]));
  const to = largestOf(timed.map(({ times }) => times[times.length - 1]));
  for (const { name, times } of timed) {
    const last = times[times.length - 1];
    if (times[0] === from && last === to) continue;
    throw new InputError(
      `motions: the trajectory of '${name}' lasts from ${times[0]} s to ${last} s, all of them from ${from} s to ${to} s; with ends: 'hold' it stands before and after`,
    );
  }
}

function ownParts(times: readonly number[], seconds: readonly number[]): OwnParts {
  const n = seconds.length - 1;
  const parts = { segments: new Int32Array(n), from: new Float64Array(n), to: new Float64Array(n) };
  const last = times.length - 2;
  let own = 0;
  for (let k = 0; k < n; k++) {
    while (own < last && times[own + 1] <= seconds[k]) own++;
    const share = (second: number) => Math.max(0, Math.min(1, (second - times[own]) / (times[own + 1] - times[own])));
    parts.segments[k] = own;
    parts.from[k] = share(seconds[k]);
    // its own knots are knots of the clock: no part reaches beyond one
    parts.to[k] = share(seconds[k + 1]);
  }
  return parts;
}

/** A time on the clock as one of the trajectory's own. */
function ownTime({ segments, from, to }: OwnParts, time: number): number {
  const k = Math.max(0, Math.min(segments.length - 1, Math.floor(time)));
  return segments[k] + from[k] + Math.max(0, Math.min(1, time - k)) * (to[k] - from[k]);
}

/** A path of one robot on the clock of a scene, or a stretch of it. */
export class ClockedPath implements LinkMotions {
  readonly robot: RobotModel;
  readonly segments: number;
  readonly independent: boolean;
  /** Seconds of the clock; null where there is none. */
  readonly times: readonly number[] | null;
  /** Where the path itself tells it. */
  readonly configurationAt?: (time: number) => Float64Array;
  readonly writePolynomials?: LinkMotions['writePolynomials'];
  /** What it is a stretch of, or clocked. */
  readonly path: LinkMotions;
  readonly parts: OwnParts | null;
  readonly first: number;
  readonly whole?: LinkMotions;

  /** parts null: the segments are the path's own; times: of the segments from `first` to `last`. */
  constructor(path: LinkMotions, parts: OwnParts | null, times: readonly number[] | null, first: number, last: number) {
    this.robot = path.robot;
    this.independent = path.independent;
    this.path = path;
    this.parts = parts;
    this.first = first;
    this.segments = last - first;
    this.times = times;
    this.whole = path.whole ?? (parts === null ? path : undefined);
    if (path.writePolynomials !== undefined)
      this.writePolynomials = (segment, from, to, out, o) => {
        const [own, begin, end] = this.ownPart(segment, from, to);
        return path.writePolynomials?.(own, begin, end, out, o) as number;
      };
    if (path.configurationAt !== undefined) this.configurationAt = (time) => path.configurationAt?.(this.ownTime(time)) as Float64Array;
  }

  load(segment: number, joints: Float64Array): void {
    if (this.parts === null) this.path.load(this.first + segment, joints);
    else this.loadPart(segment, 0, 1, joints);
  }

  loadPart(segment: number, from: number, to: number, joints: Float64Array): void {
    const [own, begin, end] = this.ownPart(segment, from, to);
    partLoader(this.path)(own, begin, end, joints);
  }

  /** A part of a segment as one of the path it was made of. */
  private ownPart(segment: number, from: number, to: number): readonly [number, number, number] {
    const { parts } = this;
    const k = this.first + segment;
    if (parts === null) return [k, from, to];
    const begin = parts.from[k];
    const span = parts.to[k] - begin;
    return [parts.segments[k], begin + from * span, to === 1 ? parts.to[k] : begin + to * span];
  }

  /** A time of this path as one of the path it was made of. */
  private ownTime(time: number): number {
    return this.parts === null ? this.first + time : ownTime(this.parts, this.first + time);
  }
}

/** How a path loads parts of its segments; one that cannot has to keep to the seconds of all. */
function partLoader(path: LinkMotions): NonNullable<LinkMotions['loadPart']> {
  if (path.loadPart === undefined)
    throw new InputError(
      `motions: the motion of robot '${path.robot.name}' is one of your own and has other seconds than the rest; give all of them the same, or write loadPart`,
    );
  return path.loadPart.bind(path);
}

/** A robot's path by the clock, and its own time at a time of the clock. */
export function pathOnClock(
  path: LinkMotions,
  seconds: readonly number[],
): { readonly path: LinkMotions; readonly ownTime: (time: number) => number } {
  const times = path.times as readonly number[];
  if (isSame(times, seconds)) return { path, ownTime: (time) => time };
  partLoader(path);
  const parts = ownParts(times, seconds);
  return { path: new ClockedPath(path, parts, seconds, 0, seconds.length - 1), ownTime: (time) => ownTime(parts, time) };
}

/** A body's motions by the clock, and its own time at a time of the clock. */
export function trajectoryOnClock(
  { motions, times }: BodyTrajectory,
  seconds: readonly number[],
): { readonly list: readonly Motion[]; readonly ownTime: (time: number) => number } {
  if (isSame(times, seconds)) return { list: motions, ownTime: (time) => time };
  const parts = ownParts(times, seconds);
  const list = Array.from(parts.segments, (own, k) => partOfMotion(motions[own], parts.from[k], parts.to[k]));
  return { list, ownTime: (time) => ownTime(parts, time) };
}
