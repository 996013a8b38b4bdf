import { checkRecord, checkText, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { checkedPose, checkNumbers, type Pose, type Quat, type Vec3 } from '../math/pose.ts';
import { PI } from '../math/trig.ts';
import { normalise } from '../math/vec3.ts';
import { JOINT_KINDS, JOINT_TYPES, type JointKind, type JointType } from './joint-types.ts';

/**
 * How far and how fast a joint may go: radians, or the unit of length of a prismatic one. Queries do not judge limits;
 * `limitFindings` and `Robot.limitFaults` do.
 */
export interface JointLimits {
  /** Least value. Default: no limit. */
  readonly lower?: number;
  /** Largest value. Default: no limit. */
  readonly upper?: number;
  /** Largest speed, in radians or units of length per second. Default: no limit. */
  readonly velocity?: number;
  /** Largest acceleration, in radians or units of length per second squared. Default: no limit. */
  readonly acceleration?: number;
}

/** A joint that follows another one: value = multiplier · (value of the other joint) + offset. */
export interface Mimic {
  /** Name of the joint it follows, which may follow a third. */
  readonly joint: string;
  /** Factor on the other joint's value. Default 1. */
  readonly multiplier?: number;
  /** Added to it: radians, or the unit of length of a prismatic joint. Default 0. */
  readonly offset?: number;
}

/** How a link moves against its parent, as a robot is made of it. */
export interface JointOptions {
  /** As configurations by name call it. Default: the link's name followed by `_joint`. */
  readonly name?: string;
  /** What the joint lets the link do, 'revolute' for one. */
  readonly type: JointType;
  /** The joint's frame in the parent's frame; the link's frame where all values are 0. Default: the parent's frame. */
  readonly origin?: Pose;
  /** In the joint's frame: line of rotation or translation, or the normal of the plane. Default [1, 0, 0]. */
  readonly axis?: Vec3;
  /**
   * How far it slides along the axis in a whole turn, in the unit of length, as data sheets tell it; negative: a
   * left-handed thread. A helical joint needs one, others have none.
   */
  readonly pitch?: number;
  /** How far it may go. Default: no limits. */
  readonly limits?: JointLimits;
  /** Which joint it follows; for joints of one value. Default: none, it has a value of its own. */
  readonly mimic?: Mimic;
}

/**
 * A checked joint, its defaults filled in. Its values stand in a configuration from `slot` on, `size` of them; a mimic
 * joint has none of its own.
 */
export interface Joint {
  /** As configurations by name call it. */
  readonly name: string;
  /** What it lets the link do. */
  readonly type: JointType;
  /** What follows from the type: how many values it has, and what they mean. */
  readonly kind: JointKind;
  /** Origin of the joint's frame, in the parent's frame and the unit of length. */
  readonly position: Vec3;
  /** How the joint's frame is turned in the parent's frame, x y z w. */
  readonly quaternion: Quat;
  /** In the joint's frame, unit length: line of rotation or translation, or the normal of the plane. */
  readonly axis: Vec3;
  /** How far a helical joint slides along the axis in a whole turn, in the unit of length; 0 of all others. */
  readonly pitch: number;
  /** How far it may go; empty: anywhere. */
  readonly limits: JointLimits;
  /** Which joint it follows, and how; null: none. */
  readonly mimic: { readonly joint: string; readonly multiplier: number; readonly offset: number } | null;
  /** Where its values begin in a configuration. */
  readonly slot: number;
  /** How many values of a configuration are its own; 0 of a fixed or mimic joint. */
  readonly size: number;
}

const JOINT_KEYS: readonly string[] = ['name', 'type', 'origin', 'axis', 'pitch', 'limits', 'mimic'];
const TURN = 2 * PI;
const LIMIT_KEYS = ['lower', 'upper', 'velocity', 'acceleration'] as const;
const MIMIC_KEYS: readonly string[] = ['joint', 'multiplier', 'offset'];

/** Checks everything that can be checked of one joint alone. */
export function checkedJoint(options: JointOptions, link: string, slot: number): Joint {
  checkRecord(options, JOINT_KEYS, `joint of link '${link}'`);
  const { name = `${link}_joint`, axis: given = [1, 0, 0] } = options;
  checkText(name, `joint of link '${link}': name`);
  const what = `joint '${name}'`;
  const { type } = options;
  if (!JOINT_TYPES.includes(type)) throw new InputError(`${what}: ${shownValue(type)} is none of ${JOINT_TYPES.join(', ')}`);
  const kind = JOINT_KINDS[type];
  const { position, quaternion } = checkedPose(options.origin, `${what}: origin`);
  checkNumbers(given, 3, `${what}: axis`);
  const axis = normalise(given);
  if (axis === undefined && kind.hasAxis) throw new InputError(`${what}: axis [${given}] has no direction`);
  const mimic = checkedMimic(options.mimic, what, type);
  const size = mimic === null ? kind.size : 0;
  const joint: Joint = {
    name,
    type,
    kind,
    position,
    quaternion,
    axis: axis ?? [1, 0, 0],
    pitch: checkedPitch(options.pitch, what, kind),
    limits: checkedLimits(options.limits, what),
    mimic,
    slot,
    size,
  };
  givenAxes.set(joint, [given[0], given[1], given[2]]);
  return joint;
}

const givenAxes: WeakMap<Joint, Vec3> = new WeakMap();

/**
 * What to make the same joint of again, no option left out: a unit vector made unit once more may have other bits.
 */
export function jointOptions(joint: Joint): { readonly [Key in keyof Required<JointOptions>]: JointOptions[Key] } {
  const { name, type, kind, position, quaternion, axis, pitch, limits, mimic } = joint;
  const given = givenAxes.get(joint) ?? axis;
  const own = kind.moves === 'screw' ? pitch : undefined;
  return { name, type, origin: { position, quaternion }, axis: given, pitch: own, limits, mimic: mimic ?? undefined };
}

/**
 * How far the link's place goes for a unit of one of its joint's values, in the unit of length; 0: that only turns it.
 */
export function slidePer({ kind, pitch }: Pick<Joint, 'kind' | 'pitch'>, part: number): number {
  switch (kind.moves) {
    case 'not':
    case 'turn':
      return 0;
    case 'screw':
      return pitch / TURN;
    case 'slide':
      return 1;
    case 'plane':
    case 'space':
      return part === kind.angle || part > 2 ? 0 : 1;
  }
}

/** Squares of what it is multiplied with stay finite. */
function checkedPitch(pitch: number | undefined, what: string, { moves }: JointKind): number {
  if (pitch === undefined && moves !== 'screw') return 0;
  if (moves !== 'screw') throw new InputError(`${what}: only helical joints have a pitch`);
  if (typeof pitch === 'number' && Math.abs(pitch) < 2 ** 300) return pitch;
  throw new InputError(`${what}: pitch, the length of a turn, must be a finite number, got ${shownValue(pitch)}`);
}

function checkedLimits(limits: JointLimits | undefined, what: string): JointLimits {
  if (limits === undefined) return {};
  checkRecord(limits, LIMIT_KEYS, `${what}: limits`);
  for (const key of LIMIT_KEYS) {
    const value = limits[key];
    if (value !== undefined && (typeof value !== 'number' || Number.isNaN(value)))
      throw new InputError(`${what}: limit '${key}' must be a number, got ${shownValue(value)}`);
  }
  const { lower, upper } = limits;
  if (lower !== undefined && upper !== undefined && lower > upper)
    throw new InputError(`${what}: lower limit ${lower} is above the upper one ${upper}`);
  return { ...limits };
}

function checkedMimic(mimic: Mimic | undefined, what: string, type: JointType): Joint['mimic'] {
  const { size } = JOINT_KINDS[type];
  if (mimic === undefined) return null;
  checkRecord(mimic, MIMIC_KEYS, `${what}: mimic`);
  if (size === 0) return null;
  if (size !== 1) throw new InputError(`${what}: a ${type} joint cannot mimic another one`);
  const { joint, multiplier = 1, offset = 0 } = mimic;
  if (typeof joint !== 'string') throw new InputError(`${what}: mimic must name a joint`);
  for (const value of [multiplier, offset])
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new InputError(`${what}: mimic multiplier and offset must be finite numbers, got ${shownValue(value)}`);
  return { joint, multiplier, offset };
}
