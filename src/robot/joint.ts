import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { checkedPose, checkNumbers, type Pose, type Quat, type Vec3 } from '../math/pose.ts';
import { normalise } from '../math/vec3.ts';
import { JOINT_KINDS, JOINT_TYPES, type JointKind, type JointType } from './joint-types.ts';

export interface JointLimits {
  readonly lower?: number;
  readonly upper?: number;
  /** Largest speed, per second. */
  readonly velocity?: number;
}

/** value = multiplier · (value of the other joint) + offset. */
export interface Mimic {
  readonly joint: string;
  readonly multiplier?: number;
  readonly offset?: number;
}

export interface JointOptions {
  /** Default: the link's name followed by `_joint`. */
  readonly name?: string;
  readonly type: JointType;
  /** The joint's frame in the parent's frame; the link's frame where all values are 0. */
  readonly origin?: Pose;
  /** In the joint's frame: line of rotation or translation, or the normal of the plane. Default [1, 0, 0]. */
  readonly axis?: Vec3;
  readonly limits?: JointLimits;
  readonly mimic?: Mimic;
}

/** A checked joint. Its values stand in a configuration from `slot` on, `size` of them; a mimic joint has none of its own. */
export interface Joint {
  readonly name: string;
  readonly type: JointType;
  /** What follows from the type. */
  readonly kind: JointKind;
  readonly position: Vec3;
  readonly quaternion: Quat;
  /** Unit length. */
  readonly axis: Vec3;
  readonly limits: JointLimits;
  readonly mimic: { readonly joint: string; readonly multiplier: number; readonly offset: number } | null;
  readonly slot: number;
  readonly size: number;
}

const JOINT_KEYS: readonly string[] = ['name', 'type', 'origin', 'axis', 'limits', 'mimic'];
const LIMIT_KEYS = ['lower', 'upper', 'velocity'] as const;
const MIMIC_KEYS: readonly string[] = ['joint', 'multiplier', 'offset'];

/** Checks everything that can be checked of one joint alone. */
export function checkedJoint(options: JointOptions, link: string, slot: number): Joint {
  checkRecord(options, JOINT_KEYS, `joint of link '${link}'`);
  const name = options.name ?? `${link}_joint`;
  const what = `joint '${name}'`;
  const { type } = options;
  if (!JOINT_TYPES.includes(type)) throw new InputError(`${what}: ${shownValue(type)} is none of ${JOINT_TYPES.join(', ')}`);
  const kind = JOINT_KINDS[type];
  const { position, quaternion } = checkedPose(options.origin, `${what}: origin`);
  const given = options.axis ?? [1, 0, 0];
  checkNumbers(given, 3, `${what}: axis`);
  const axis = normalise(given);
  if (axis === undefined && kind.hasAxis) throw new InputError(`${what}: axis [${given}] has no direction`);
  const mimic = checkedMimic(options.mimic, what, type);
  const size = mimic === null ? kind.size : 0;
  return {
    name,
    type,
    kind,
    position,
    quaternion,
    axis: axis ?? [1, 0, 0],
    limits: checkedLimits(options.limits, what),
    mimic,
    slot,
    size,
  };
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
