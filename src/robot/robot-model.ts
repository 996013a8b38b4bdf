import type { Pose, Quat, Vec3 } from '../math/pose.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { AllowedPairs } from './allowed-pairs.ts';
import type { Joint } from './joint.ts';

export interface LinkShape {
  readonly shape: TriangleMesh;
  /** In the link's frame. */
  readonly pose?: Pose;
  readonly name?: string;
}

export interface Link {
  readonly name: string;
  readonly index: number;
  /** Index of the parent, which is smaller, or −1. */
  readonly parent: number;
  readonly joint: Joint;
  readonly shapes: readonly LinkShape[];
}

/** Joints that are moved together, as in SRDF; links are those that only these joints move. */
export interface JointGroup {
  readonly name: string;
  readonly joints: readonly string[];
}

/** A named configuration of some joints. */
export interface NamedState {
  readonly name: string;
  readonly group?: string;
  readonly values: Readonly<Record<string, readonly number[]>>;
}

/** Values of all joints in order, or by name (a number, or several for planar and floating joints). */
export type Configuration = ArrayLike<number> | Readonly<Record<string, number | readonly number[]>>;

/** What a robot is, without the motions it can be given: all that its paths and chains know of it. `Robot` is one. */
export interface RobotModel {
  readonly name: string;
  /** Parents come before their children; otherwise in the order given. */
  readonly links: readonly Link[];
  /** The joints that have values of their own, in the order of those. */
  readonly joints: readonly Joint[];
  /** How many values a configuration has. */
  readonly size: number;
  /** Where it stands in the world. */
  readonly base: { readonly position: Vec3; readonly quaternion: Quat };
  readonly allowed: AllowedPairs;
  readonly groups: readonly JointGroup[];
  readonly states: readonly NamedState[];
  readonly posable: boolean;
  link(name: string): Link;
  joint(name: string): Joint;
  /** The joint that finally gives a mimic joint its value, and value = multiplier · that + offset. */
  source(joint: Joint): { readonly joint: Joint; readonly multiplier: number; readonly offset: number };
  /** All joints at 0, floating ones at the identity. */
  neutral(): Float64Array;
  /** A configuration as one array, checked; joints that are not named keep their values in `rest` (default: 0). */
  configuration(values: Configuration, rest?: ArrayLike<number>): Float64Array;
  /** One name a value: the joint's, for planar and floating joints followed by `/x` and so on. */
  valueNames(): readonly string[];
  /** Sentences about values beyond their limits; empty when there are none. */
  limitFaults(configuration: ArrayLike<number>): readonly string[];
}
