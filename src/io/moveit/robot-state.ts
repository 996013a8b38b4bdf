/** A `RobotState` of MoveIt as a configuration: values of joints, and poses of planar and floating ones. */
import { shownValue } from '../../math/check-record.ts';
import { nearestName } from '../../math/nearest-name.ts';
import { shownName } from '../../math/shown-name.ts';
import { angleOf } from '../../math/trig.ts';
import type { Joint } from '../../robot/joint.ts';
import type { Robot } from '../../robot/robot.ts';
import { robotNames } from '../robot/robot-names.ts';
import type { FullPose } from '../scene/rigid-scene.ts';
import type { Located } from '../text/located-value.ts';
import { isIdentity } from './frames.ts';
import { listOf, transformOf, type Warn } from './message.ts';

/** How far a joint that follows another may be off in a file of finitely many digits; relative above 1. */
const MIMIC_SLACK = 1e-5;
/** How far beyond its limits a joint may stand by the digits of a file. */
const LIMIT_SLACK = 1e-5;
/** Names that are not known, of which a likely spelling is looked for among all that are. */
const MOST_HELPED = 64;

/** What the state says of the robot's joints; those that it does not name keep `rest`. */
export function configurationOf(robot: Robot, state: Located | undefined, rest: Float64Array, warn: Warn): Float64Array {
  if (state === undefined) return rest;
  const values = Float64Array.from(rest);
  const joints = state.get('joint_state');
  const followers = joints === undefined ? [] : setJoints(robot, joints, values, warn);
  const multiple = state.get('multi_dof_joint_state');
  if (multiple !== undefined) setTransforms(robot, multiple, values, warn);
  for (const check of followers) check();
  robot.joints.forEach(({ name, slot, size }) => {
    if (size !== 1) return;
    values[slot] = withinLimits(robot, name, values[slot], (sentence) => warn(state, sentence));
  });
  return state.locateErrors(() => robot.configuration(values));
}

/** Limits of one value of a joint. */
export function limitsOf(robot: Robot, name: string): readonly [lower: number, upper: number] {
  const joint = robotNames(robot).joints.get(name);
  if (joint === undefined || !joint.kind.hasLimits) return [-Infinity, Infinity];
  return [joint.limits.lower ?? -Infinity, joint.limits.upper ?? Infinity];
}

/** A value at the limit that it is beyond by rounding, or by no more than may be below or above; else as it is. */
export function withinLimits(
  robot: Robot,
  name: string,
  value: number,
  warn: (sentence: string) => void,
  [below, above]: readonly [number, number] = [0, 0],
): number {
  const [lower, upper] = limitsOf(robot, name);
  const clamped = Math.min(Math.max(value, lower), upper);
  const off = clamped - value;
  if (off === 0 || (!(off <= above && -off <= below) && !(Math.abs(off) <= LIMIT_SLACK))) return value;
  warn(`has ${shownName(name)} at ${value}, beyond its limits ${lower} to ${upper}; it is taken as ${clamped}`);
  return clamped;
}

/** Gives what has to be looked at when all values are known: joints that follow others. */
function setJoints(robot: Robot, joints: Located, values: Float64Array, warn: Warn): (() => void)[] {
  const names = joints.get('name')?.texts() ?? [];
  const positions = joints.get('position')?.numbers() ?? [];
  if (names.length !== positions.length) throw joints.error(`has ${names.length} names and ${positions.length} positions`);
  const places = joints.get('position')?.items() ?? [];
  const followers: (() => void)[] = [];
  const all = robotNames(robot).joints;
  const seen = new Set<string>();
  let unknown = 0;
  names.forEach((name, i) => {
    const joint = all.get(name);
    const place = places[i];
    if (joint === undefined) {
      const near = unknown++ < MOST_HELPED ? nearestName(name, all.keys()) : undefined;
      const meant = near === undefined ? '' : ` (is ${shownName(near)} meant?)`;
      warn(place, `is of ${shownName(name)}, which is no joint of robot ${shownName(robot.name)}${meant}; it is left out`);
      return;
    }
    if (seen.has(name)) throw place.error(`is of ${shownName(name)}, which the state names twice`);
    seen.add(name);
    if (joint.mimic !== null) {
      followers.push(() => {
        const source = robot.source(joint);
        const expected = source.multiplier * values[source.joint.slot] + source.offset;
        if (!(Math.abs(positions[i] - expected) <= MIMIC_SLACK * Math.max(1, Math.abs(expected))))
          throw place.error(
            `is ${shownValue(positions[i])} of ${shownName(name)}, which follows ${shownName(source.joint.name)} and should be ${expected}`,
          );
      });
      return;
    }
    if (joint.size === 0) {
      if (positions[i] !== 0) warn(place, `is of ${shownName(name)}, which is fixed in the URDF; ${positions[i]} is not used`);
      return;
    }
    if (joint.size > 1)
      throw place.error(`is of ${shownName(name)}, which has ${joint.size} values; they belong into multi_dof_joint_state`);
    values[joint.slot] = positions[i];
  });
  return followers;
}

function setTransforms(robot: Robot, multiple: Located, values: Float64Array, warn: Warn): void {
  const names = multiple.get('joint_names')?.texts() ?? [];
  const transforms = listOf(multiple, 'transforms');
  if (names.length !== transforms.length) throw multiple.error(`has ${names.length} joint_names and ${transforms.length} transforms`);
  const all = robotNames(robot).joints;
  names.forEach((name, i) => {
    const joint = all.get(name);
    const pose = transformOf(transforms[i], warn);
    if (joint === undefined || joint.size === 0) {
      if (isIdentity(pose)) return;
      const what = joint === undefined ? `no joint of robot ${shownName(robot.name)}` : 'fixed';
      warn(transforms[i], `is of ${shownName(name)}, which is ${what}; it is left out, so that the robot stands at its own base`);
      return;
    }
    values.set(partsOf(joint, pose, transforms[i], warn), joint.slot);
  });
}

/** The values of a joint of several degrees of freedom. */
function partsOf({ type, kind }: Joint, { position, quaternion }: FullPose, place: Located, warn: Warn): readonly number[] {
  switch (kind.moves) {
    case 'not':
    case 'turn':
    case 'slide':
    case 'screw':
      throw place.error(`is a transform of a ${type} joint; its value belongs into joint_state`);
    case 'space':
      return [...position, ...quaternion];
    case 'plane': {
      const [x, y, z, w] = quaternion;
      if (x !== 0 || y !== 0 || position[2] !== 0) warn(place, 'leaves the plane of the planar joint; that part is left out');
      const half = angleOf(Math.abs(z), Math.abs(w));
      return [position[0], position[1], z < 0 !== w < 0 ? -2 * half : 2 * half];
    }
  }
}
