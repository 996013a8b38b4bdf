import { checkRecord } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { checkLength } from '../../math/limits.ts';
import { shownName } from '../../math/shown-name.ts';
import type { RobotModel } from '../robot-model.ts';

/** How far something may stand from its pose. */
export interface PlaceError {
  /** Its origin is within this of where it should be, in the unit of length. Default 0. */
  readonly length?: number;
  /** It is turned by at most this against how it should be, about whatever axis, in radians. Default 0. */
  readonly angle?: number;
}

/**
 * How far what really moves may be from the motions that a scene is asked about. `free` is then proven of every motion
 * within that: joints and places anywhere in their ranges at every instant, each by itself.
 */
export interface Uncertainty {
  /** How far every joint that turns may be from its path, ± radians. Default 0. */
  readonly angle?: number;
  /** How far every joint that slides may be from its path, ± in the unit of length. Default 0. */
  readonly length?: number;
  /**
   * Joints (or `robot/joint`, which counts before the name alone) with a range of their own: ± radians, or the unit of
   * length. One that mimics another is off by as much times its multiplier, unless it is named. Default: none.
   */
  readonly joints?: Readonly<Record<string, number>>;
  /**
   * How much earlier or later than by the clock everything that moves may be where it should be, each joint by itself,
   * ± seconds: an error in proportion to speed. Only for motions with seconds. Default 0.
   */
  readonly seconds?: number;
  /** Robots (their bases), bodies and obstacles, by name, that may stand elsewhere than given. Default: none. */
  readonly places?: Readonly<Record<string, PlaceError>>;
}

/** An uncertainty as scenes take it, made by `uncertain`. */
export class Uncertain implements Uncertainty {
  declare readonly angle?: number;
  declare readonly length?: number;
  declare readonly joints?: Readonly<Record<string, number>>;
  declare readonly seconds?: number;
  declare readonly places?: Readonly<Record<string, PlaceError>>;
  /** @internal What scenes need to answer within it, brought along so that others load none of it. */
  declare readonly code: unknown;

  /** Use `uncertain`, which checks what it is given. */
  constructor(ranges: Uncertainty, code: unknown) {
    Object.assign(this, ranges);
    Object.defineProperty(this, 'code', { value: code });
  }

  /** The same without some places. */
  without(isGone: (name: string) => boolean): Uncertain {
    const places = Object.entries(this.places ?? {}).filter(([name]) => !isGone(name));
    return new Uncertain({ ...this, places: Object.fromEntries(places) }, this.code);
  }
}

const KEYS = ['angle', 'length', 'joints', 'seconds', 'places'] as const;

/** An InputError where something is no range; `before`: how messages begin. */
export function checkRanges(given: Uncertainty, before: string): void {
  checkRecord(given, KEYS, before.replace(/[.:] ?$/, '') || 'uncertainty');
  for (const key of ['angle', 'length', 'seconds'] as const) if (given[key] !== undefined) checkLength(given[key], `${before}${key}:`);
  for (const key of ['joints', 'places'] as const)
    if (given[key] !== undefined) checkRecord(given[key], Object.keys(Object(given[key])), `${before}${key}`);
  for (const [name, range] of Object.entries(given.joints ?? {})) checkLength(range, `${before}joints: ${shownName(name)}:`);
  for (const [name, place] of Object.entries(given.places ?? {})) {
    checkRecord(place, ['length', 'angle'], `${before}places: ${shownName(name)}`);
    for (const key of ['length', 'angle'] as const)
      if (place[key] !== undefined) checkLength(place[key], `${before}places: ${shownName(name)}: ${key}:`);
  }
}

/** An InputError where nobody has a name; `names`: of robots, bodies and obstacles. */
export function checkUncertainNames(
  { joints = {}, places = {} }: Uncertainty,
  robots: readonly RobotModel[],
  names: readonly string[],
  before = 'scene: uncertainty.',
): void {
  for (const name of Object.keys(joints)) checkJoint(name, robots, before);
  for (const name of Object.keys(places))
    if (!names.includes(name)) throw new InputError(`${before}places: nothing here is named ${shownName(name)}`);
}

function checkJoint(name: string, robots: readonly RobotModel[], before: string): void {
  const found = robots.flatMap((robot) =>
    robot.links.filter(({ joint }) => isNamed(name, robot.name, joint.name)).map(({ joint }) => joint),
  );
  if (found.length === 0) throw new InputError(`${before}joints: no robot has a joint ${shownName(name)}`);
  for (const { kind, type } of found)
    if (kind.size !== 1)
      throw new InputError(
        `${before}joints: ${shownName(name)} is ${type}: a range of its own is for joints of one value; those of several have angle and length`,
      );
}

/** Whether a joint of a robot goes by a name. */
function isNamed(name: string, robot: string, joint: string): boolean {
  return name === joint || name === `${robot}/${joint}`;
}

/** Whether anything may be elsewhere than given. */
export function isUncertain({ angle = 0, length = 0, joints = {}, seconds = 0, places = {} }: Uncertainty): boolean {
  const ranges = Object.values(places).flatMap((place) => [place.length ?? 0, place.angle ?? 0]);
  return [angle, length, seconds, ...Object.values(joints), ...ranges].some((range) => range > 0);
}
