/**
 * What moves of a state, part by part: numbers on a line between limits, angles that wrap, whole turns of a floating
 * body. Weights make lengths comparable with angles: a radian moves the farthest point of what is carried by its
 * distance r, so a length counts as length/r; then nothing depends on the unit of length. What a unit sweeps is r
 * times that: a radian of a wrist less than one of a shoulder.
 */

import { checkRecord, shownValue } from '../../math/check-record.ts';
import { entryOf } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { boundingRadius } from '../../mesh/bounding-radius.ts';
import { type Joint, slidePer } from '../../robot/joint.ts';
import { jointRange } from '../../robot/joint-range.ts';
import type { Robot } from '../../robot/robot.ts';

/** One part of a state that moves. */
export interface Axis {
  /** 'line': a number between limits; 'circle': an angle modulo 2π; 'turn': a quaternion x y z w. */
  readonly kind: 'line' | 'circle' | 'turn';
  /** Where it stands in a state. */
  readonly at: number;
  /** What a unit of it counts for in lengths of paths. */
  readonly weight: number;
  /** How far a unit of it moves the farthest point that it carries, in units of length. */
  readonly sweep: number;
  readonly low: number;
  readonly high: number;
  /** A number on a line that is an angle. */
  readonly turns?: boolean;
  /** Name in messages. */
  readonly name: string;
}

/** Where the values of robots and bodies may go, by name; what is not named keeps to its joint's limits. */
export type Bounds = Readonly<Record<string, readonly [low: number, high: number] | BoundingBox>>;

/** A box of space, for what floats. */
export interface BoundingBox {
  /** Least x, y, z. */
  readonly min: readonly [number, number, number];
  /** Largest x, y, z. */
  readonly max: readonly [number, number, number];
}

/** π, rounded. */
const HALF_TURN = Math.PI;

/**
 * The parts of one joint of a robot, whose values stand in a state from `first` on; around: where three values of a
 * state from a place on may go that have no bounds; isDriving: others follow it, to keep loops closed.
 */
export function jointAxes(
  robot: Robot,
  joint: Joint,
  first: number,
  bounds: Bounds,
  around: (at: number) => BoundingBox,
  isDriving = false,
): Axis[] {
  const at = first + joint.slot;
  const { kind, name } = joint;
  const given = entryOf(bounds, name);
  const carried = carriedRadius(robot, joint);
  const reach = carried > 0 ? carried : 1;
  switch (kind.moves) {
    case 'not':
      return [];
    case 'turn':
      return [singleAxis(robot, joint, at, given, 1, carried, isDriving)];
    case 'slide':
      return [singleAxis(robot, joint, at, given, 1 / reach, 1)];
    case 'screw': {
      const slide = slidePer(joint, 0);
      const per = slide / reach;
      return [singleAxis(robot, joint, at, given, Math.sqrt(1 + per * per), Math.sqrt(carried * carried + slide * slide))];
    }
    case 'space':
      return floatingAxes(at, reach, name, boxOf(given, name) ?? around(at));
    case 'plane': {
      const lines = floatingAxes(at, reach, name, boxOf(given, name) ?? around(at)).slice(0, 2);
      const theta = { kind: 'circle' as const, weight: 1, sweep: carried, low: -HALF_TURN, high: HALF_TURN, name: `${name}/theta` };
      return [...lines, { ...theta, at: at + 2 }];
    }
  }
}

function singleAxis(
  robot: Robot,
  joint: Joint,
  at: number,
  given: Bounds[string] | undefined,
  weight: number,
  sweep: number,
  isDriving = false,
): Axis {
  const { name, kind } = joint;
  const asked = rangeOf(given, name);
  const { lower, upper, wraps: turnsRound } = jointRange(robot, name, asked === undefined);
  // what follows may be elsewhere after a whole turn
  const wraps = turnsRound && !isDriving;
  const low = Math.max(lower, asked?.[0] ?? lower);
  const high = Math.min(upper, asked?.[1] ?? upper);
  const turns = kind.angle >= 0;
  if (turns && wraps && low === -Infinity && high === Infinity)
    return { kind: 'circle', at, weight, sweep, low: -HALF_TURN, high: HALF_TURN, turns, name };
  if (low === -Infinity || high === Infinity) {
    const which = low === -Infinity && high === Infinity ? 'no limits' : 'a limit on one side only';
    const who = slidePer(joint, 0) === 0 || isDriving ? 'what follows it' : 'it';
    const why = turns && !wraps && which === 'no limits' ? `, and ${who} is elsewhere after a whole turn` : '';
    throw new InputError(`plan: joint '${name}' has ${which}${why}; give them, bounds: { '${name}': [low, high] }`);
  }
  if (!(low <= high))
    throw new InputError(`plan: joint '${name}' has no values between its limits ${low} and ${high}, and those of what follows it`);
  return { kind: 'line', at, weight, sweep, low, high, turns, name };
}

/** x y z on lines, and a turn; reach: of what floats. */
export function floatingAxes(at: number, reach: number, name: string, { min, max }: BoundingBox): Axis[] {
  const weight = 1 / reach;
  const lines = (['x', 'y', 'z'] as const).map(
    (part, k): Axis => ({ kind: 'line', at: at + k, weight, sweep: 1, low: min[k], high: max[k], name: `${name}/${part}` }),
  );
  return [...lines, { kind: 'turn', at: at + 3, weight: 1, sweep: reach, low: 0, high: 0, name: `${name}/turn` }];
}

export function boxOf(given: Bounds[string] | undefined, name: string): BoundingBox | undefined {
  if (given === undefined) return undefined;
  checkRecord(given, ['min', 'max'], `plan: bounds of '${name}'`);
  const { min, max } = given as Partial<BoundingBox>;
  const isPoint = (point: unknown): boolean => Array.isArray(point) && point.length === 3 && Array.from(point).every(Number.isFinite);
  if (!isPoint(min) || !isPoint(max) || (min as readonly number[]).some((low, k) => !(low <= (max as readonly number[])[k])))
    throw new InputError(`plan: bounds of '${name}' must be { min: [x, y, z], max: [x, y, z] }, got ${shownValue(given)}`);
  return given as BoundingBox;
}

function rangeOf(given: Bounds[string] | undefined, name: string): readonly [number, number] | undefined {
  if (given === undefined) return undefined;
  const [low, high] = Array.isArray(given) && given.length === 2 ? given : [];
  if (!(Number.isFinite(low) && Number.isFinite(high) && low <= high))
    throw new InputError(`plan: bounds of '${name}' must be [low, high], got ${shownValue(given)}`);
  return given as readonly [number, number];
}

/** How far what a joint carries reaches from it; 0 where it carries nothing that has a size. */
function carriedRadius(robot: Robot, joint: Joint): number {
  const { links } = robot;
  const away = new Float64Array(links.length).fill(-1);
  let most = 0;
  for (const link of links) {
    const up = link.parent >= 0 ? away[link.parent] : -1;
    if (link.joint === joint) away[link.index] = 0;
    else if (up >= 0) {
      const { position, limits, kind } = link.joint;
      const far = kind.hasLimits ? Math.max(Math.abs(limits.lower ?? 0), Math.abs(limits.upper ?? 0)) : 0;
      const per = Math.abs(slidePer(link.joint, 0));
      const slide = per === 0 ? 0 : per * far;
      away[link.index] = up + Math.sqrt(position[0] * position[0] + position[1] * position[1] + position[2] * position[2]) + slide;
    } else continue;
    for (const { shape, pose } of link.shapes) {
      const [x, y, z] = pose?.position ?? [0, 0, 0];
      most = Math.max(most, away[link.index] + Math.sqrt(x * x + y * y + z * z) + boundingRadius(shape));
    }
  }
  return most < Infinity ? most : 0;
}
