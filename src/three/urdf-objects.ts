/** What the package `urdf-loader` makes of a URDF file, as far as it is looked at here; the package is not imported. */
import type { Object3D, Quaternion, Vector3 } from 'three';
import { shownValue } from '../math/check-record.ts';
import { entryOf } from '../math/entries.ts';
import { InputError } from '../math/input-error.ts';
import { shownName } from '../math/shown-name.ts';

/** A joint of a `urdf-loader` robot. */
export interface UrdfLoaderJoint extends Object3D {
  /** Type of the joint as URDF calls it. */
  readonly jointType: string;
  /** Its present values: an angle in radians or a length, x y θ, or x y z and angles about x y z. */
  readonly jointValue: readonly number[];
  /** Unit vector, in the joint's frame. */
  readonly axis: Vector3;
  /** How far it may go; looked at for revolute and prismatic joints. */
  readonly limit: { readonly lower: number; readonly upper: number; readonly velocity?: number };
  /** Whether it may go beyond them. */
  ignoreLimits: boolean;
  /** Where it was before it was first set; null: it was not set yet. */
  readonly origPosition?: Vector3 | null;
  /** How it was turned before it was first set; null: it was not set yet. */
  readonly origQuaternion?: Quaternion | null;
  /** Name of the joint that it follows; absent or null: none. */
  readonly mimicJoint?: string | null;
  /** Factor on the value of the joint that it follows. */
  readonly multiplier?: number;
  /** What is added to that. */
  readonly offset?: number;
  /** Sets it, and all joints that follow it. */
  setJointValue(...values: (number | null)[]): boolean;
}

/** A robot as the package `urdf-loader` makes it. */
export interface UrdfLoaderRobot extends Object3D {
  /** Tells it from other objects. */
  readonly isURDFRobot: true;
  /** Name of the robot in the file. */
  readonly robotName: string | null;
  /** Joints by name. */
  readonly joints: { readonly [name: string]: UrdfLoaderJoint };
  /** Links by name. */
  readonly links: { readonly [name: string]: Object3D };
}

/** Whether it is one, of whatever copy of the package. */
export function isUrdfRobot(object: unknown): object is UrdfLoaderRobot {
  return (object as Partial<UrdfLoaderRobot> | null | undefined)?.isURDFRobot === true;
}

export function checkUrdfRobot(object: unknown, what: string): asserts object is UrdfLoaderRobot {
  if (!isUrdfRobot(object)) throw new InputError(`${what}: needs a robot of urdf-loader, got ${shownValue(object)}`);
}

export function urdfJoint(robot: UrdfLoaderRobot, name: string): UrdfLoaderJoint {
  const joint = entryOf(robot.joints, name);
  if (joint === undefined)
    throw new InputError(`the robot of urdf-loader has no joint ${shownName(name)}; is it the one the robot was made of?`);
  return joint;
}
