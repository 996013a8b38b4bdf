import { Euler, Quaternion } from 'three';
import type { Robot } from '../robot/robot.ts';
import type { Configuration } from '../robot/robot-model.ts';
import { checkUrdfRobot, type UrdfLoaderRobot, urdfJoint } from './urdf-objects.ts';

/**
 * The configuration that a robot of `urdf-loader` has now, for the robot that `robotOf` made of it. Joints that follow
 * others have no values of their own.
 */
export function jointsOf(urdf: UrdfLoaderRobot, robot: Robot): Float64Array {
  checkUrdfRobot(urdf, 'jointsOf');
  const out = robot.neutral();
  for (const { name, slot, kind } of robot.joints) {
    const { jointValue: values } = urdfJoint(urdf, name);
    for (let k = 0; k < Math.min(3, kind.size); k++) out[slot + k] = values[k];
    if (kind.orientation < 0) continue;
    // urdf-loader turns about x, y, z one after the other
    const { x, y, z, w } = new Quaternion().setFromEuler(new Euler(values[3], values[4], values[5], 'XYZ'));
    out.set([x, y, z, w], slot + kind.orientation);
  }
  return out;
}

/**
 * Sets a robot of `urdf-loader` to a configuration of the robot that `robotOf` made of it, and what follows its joints.
 * Joints that are not named keep their values. urdf-loader keeps joints within their limits.
 */
export function setJoints(urdf: UrdfLoaderRobot, robot: Robot, configuration: Configuration): void {
  checkUrdfRobot(urdf, 'setJoints');
  const values = robot.configuration(configuration, jointsOf(urdf, robot));
  for (const { name, slot, kind } of robot.joints) {
    const own = [...values.subarray(slot, slot + kind.size)];
    if (kind.orientation >= 0) {
      const [x, y, z, w] = own.splice(kind.orientation);
      const turn = new Euler().setFromQuaternion(new Quaternion(x, y, z, w), 'XYZ');
      own.push(turn.x, turn.y, turn.z);
    }
    urdfJoint(urdf, name).setJointValue(...own);
  }
}
