/**
 * Do all paths of a scene run by one clock? A scene goes through its paths segment by segment. Waypoints with seconds
 * of their own would be met at other instants than those given, and robots that meet would be proven free: hence
 * refused.
 *
 * A path without seconds runs evenly through its segments, which is the clock of a trajectory whose segments last
 * equally long, and of no other.
 * Standing robots have no clock. Motions of bodies are given one a segment and have no seconds anywhere: they take
 * those of the segment.
 */
import { InputError } from '../math/input-error.ts';
import type { LinkMotions } from '../robot/robot-path.ts';

/** How far, relative to the whole, a waypoint may be off an even spacing: decimals such as 0.1 s are rounded. */
const EVEN = 1e-9;

/** Paths of robots that do not stand. */
export function requireOneClock(paths: readonly LinkMotions[]): void {
  const timed = paths.find(({ times = null }) => times !== null);
  if (timed === undefined) return;
  const seconds = timed.times as readonly number[];
  const name = timed.robot.name;
  for (const { robot, times = null } of paths) {
    if (times === null) requireEven(seconds, name, robot.name);
    else requireSame(seconds, name, times, robot.name);
  }
}

function requireSame(seconds: readonly number[], name: string, others: readonly number[], other: string): void {
  for (let k = 0; k < Math.max(seconds.length, others.length); k++) {
    if (seconds[k] === others[k]) continue;
    throw new InputError(
      `motions: robots '${name}' and '${other}' run by different clocks: ${waypoint(k, seconds, name)}, ${waypoint(k, others, other)}; give all trajectories waypoints at the same seconds`,
    );
  }
}

function requireEven(seconds: readonly number[], name: string, other: string): void {
  const last = seconds.length - 1;
  const whole = seconds[last] - seconds[0];
  for (let k = 1; k < last; k++) {
    const even = seconds[0] + (k / last) * whole;
    if (Math.abs(seconds[k] - even) <= EVEN * whole) continue;
    throw new InputError(
      `motions: the path of robot '${other}' has no seconds and runs evenly, the trajectory of robot '${name}' does not: waypoint ${k} of '${name}' is at ${seconds[k]} s, not at ${even} s; give '${other}' a trajectory too, with waypoints at the same seconds`,
    );
  }
}

function waypoint(k: number, times: readonly number[], name: string): string {
  return k < times.length ? `waypoint ${k} of '${name}' is at ${times[k]} s` : `'${name}' has no waypoint ${k}`;
}
