/** How fast every value of a path may run: from the robots' joints, or as given. */

import { checkRecord, shownValue } from '../../math/check-record.ts';
import { entryOf } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import type { Joint } from '../../robot/joint.ts';
import type { RobotModel } from '../../robot/robot-model.ts';

/** One number for all joints, or numbers by joint name; of a planar joint also by value, such as `base/theta`. */
export type JointNumbers = number | Readonly<Record<string, number>>;

/**
 * How fast joints may go: radians, or units of length of prismatic ones, per second, and so on. Joints that follow
 * others keep their own limits too.
 */
export interface TimingLimits {
  /** Largest speeds, per second. Joints that are not named, or all: those of the robot. */
  readonly velocity?: JointNumbers;
  /** Largest accelerations, per second squared. Joints that are not named, or all: those of the robot. */
  readonly acceleration?: JointNumbers;
  /** Largest jerks, per second cubed, of all joints that move. Default: none, accelerations may jump. */
  readonly jerk?: JointNumbers;
  /** Factor on all of them, above 0, or one each. Default 1. */
  readonly scale?: number | { readonly velocity?: number; readonly acceleration?: number; readonly jerk?: number };
}

/** Limits of all values, in the order of the robots and their values; of what does not move they mean nothing. */
export interface ValueLimits {
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
  readonly jerk: Float64Array | null;
  /** Which values move at all. */
  readonly moves: readonly boolean[];
  /** Names of the values in messages and answers. */
  readonly names: readonly string[];
}

type Kind = 'velocity' | 'acceleration' | 'jerk';
const KINDS: readonly Kind[] = ['velocity', 'acceleration', 'jerk'];

/** Products with powers of durations stay finite. */
const LARGEST = 2 ** 200;

export function valueLimits(robots: readonly RobotModel[], moves: readonly boolean[], limits: TimingLimits): ValueLimits {
  checkRecord(limits, [...KINDS, 'scale'], 'limits');
  const { scale = 1, jerk } = limits;
  if (typeof scale === 'object') checkRecord(scale, KINDS, 'limits: scale');
  const share = (kind: Kind): number => {
    const given = typeof scale === 'object' ? (scale[kind] ?? 1) : scale;
    if (typeof given === 'number' && given > 0 && given < LARGEST) return given;
    throw new InputError(`limits: scale must be a number above 0, or one for ${KINDS.join(', ')} each, got ${shownValue(scale)}`);
  };
  for (const kind of KINDS) checkNames(robots, limits[kind], `limits: ${kind}`);
  const names = robots.flatMap((robot) => robot.valueNames().map((name) => (robots.length > 1 ? `${robot.name}/${name}` : name)));
  const of = (kind: Kind): Float64Array => {
    const factor = share(kind);
    return checkedValues(robots, moves, names, kind, limits[kind]).map((most) => most * factor);
  };
  return { velocity: of('velocity'), acceleration: of('acceleration'), jerk: jerk === undefined ? null : of('jerk'), moves, names };
}

function checkNames(robots: readonly RobotModel[], given: JointNumbers | undefined, what: string): void {
  if (given === undefined || typeof given === 'number') return;
  const joints = robots.flatMap((robot) => robot.links.flatMap(({ joint }) => namesOf(robot, joint)));
  checkRecord(given, [...new Set(joints.flat())], what);
  for (const [name, value] of Object.entries(given))
    if (typeof value !== 'number') throw new InputError(`${what}: joint '${name}' needs a number, got ${shownValue(value)}`);
}

/** By what names the values of a joint are called: its own name for all, or one for each, also with the robot's. */
export function namesOf(robot: RobotModel, { name, kind }: Joint): readonly (readonly string[])[] {
  return Array.from({ length: kind.size }, (_, part) => {
    const own = kind.size === 1 ? [name] : [name, `${name}/${kind.parts[part]}`];
    return [...own, ...own.map((text) => `${robot.name}/${text}`)];
  });
}

function checkedValues(
  robots: readonly RobotModel[],
  moves: readonly boolean[],
  names: readonly string[],
  kind: Kind,
  given: JointNumbers | undefined,
): Float64Array {
  const out = new Float64Array(moves.length).fill(Infinity);
  let first = 0;
  for (const robot of robots) {
    for (const { joint } of robot.links) {
      const { joint: source, multiplier } = robot.source(joint);
      namesOf(robot, joint).forEach((called, part) => {
        const most = limitOf(joint, called, kind, given);
        const slot = first + source.slot + part;
        if (most === undefined || multiplier === 0 || !moves[slot]) return;
        if (!(most > 0)) throw new InputError(`limits: joint '${joint.name}' moves, but its ${kind} limit is ${shownValue(most)}`);
        out[slot] = Math.min(out[slot], most / Math.abs(multiplier));
      });
    }
    first += robot.size;
  }
  const missing = names.filter((_, slot) => moves[slot] && !(out[slot] < LARGEST));
  if (missing.length > 0)
    throw new InputError(
      `limits: no ${kind} limit of ${missing.join(', ')}; give limits.${kind}, one number for all or numbers by joint name, such as { ${kind}: { '${missing[0]}': 1 } }`,
    );
  return out;
}

function limitOf(joint: Joint, called: readonly string[], kind: Kind, given: JointNumbers | undefined): number | undefined {
  if (typeof given === 'number') return given;
  // the most particular name counts
  const name = given === undefined ? undefined : called.findLast((text) => Object.hasOwn(given, text));
  if (name !== undefined) return entryOf(given, name);
  return kind === 'jerk' ? undefined : joint.limits[kind];
}
