import type { Pose, Quat, Vec3 } from '../math/pose.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { AllowedPairs } from './allowed-pairs.ts';
import type { Joint } from './joint.ts';

/** Robots of more links keep nothing for every two of them: what is asked about two is computed when it is asked. */
export const MANY_LINKS = 256;

/** One shape of a link. */
export interface LinkShape {
  /** What it looks like; solid or a surface, as the mesh says. */
  readonly shape: TriangleMesh;
  /** In the link's frame. Default: as the mesh was given. */
  readonly pose?: Pose;
  /** For your own use: results name the link, not its shapes. Default: none. */
  readonly name?: string;
}

/** A checked rigid part of a robot. */
export interface Link {
  /** As results call it. */
  readonly name: string;
  /** Its number among the robot's links. */
  readonly index: number;
  /** Index of the parent, which is smaller, or −1. */
  readonly parent: number;
  /** How it moves against its parent, or against the base where it has none. */
  readonly joint: Joint;
  /** What it looks like; empty: a frame only, which touches nothing. */
  readonly shapes: readonly LinkShape[];
}

/** Joints that are moved together, as in SRDF; links are those that only these joints move. */
export interface JointGroup {
  /** Such as 'manipulator'. */
  readonly name: string;
  /** Their names. */
  readonly joints: readonly string[];
}

/** A configuration of some joints that goes by a name, as in SRDF. */
export interface NamedState {
  /** Such as 'home'. */
  readonly name: string;
  /** The group it is a state of; undefined: of none in particular. */
  readonly group?: string;
  /** Values by joint name: radians or units of length, one for each value the joint has. */
  readonly values: Readonly<Record<string, readonly number[]>>;
}

/**
 * Values of all joints in order, or by name (a number, or several for planar and floating joints). Angles in radians,
 * lengths in the unit of the meshes.
 */
export type Configuration = ArrayLike<number> | Readonly<Record<string, number | readonly number[]>>;

/** A frame fixed in a link. */
export interface LoopFrame {
  /** Name of the link. */
  readonly link: string;
  /** In the link's frame. Default: that itself. */
  readonly at?: Pose;
}

/** Two frames of a robot that coincide: what closes a loop. */
export interface RobotLoop {
  /** For messages; one of a kind. Default: the names of both links. */
  readonly name?: string;
  /** One of them. */
  readonly a: LoopFrame;
  /** The other one. */
  readonly b: LoopFrame;
  /**
   * What coincides: 'point', their origins, as in a ball joint; 'axis', origins and z axes, as in a hinge; 'whole', all
   * of it. Other joints: a link without shapes that hangs on one side by the joint, and coincides with the other.
   */
  readonly keeps: 'point' | 'axis' | 'whole';
}

/** Loops as least squares take them: what is to become 0, without units. @internal */
export interface Closing {
  /** Names of joints that follow, and of those that drive them. */
  readonly passive: readonly string[];
  readonly driving: readonly string[];
  /** How many residuals there are. */
  readonly rows: number;
  /** Residuals e, such that J δ ≈ e takes them away. */
  write(values: Float64Array, e: Float64Array, at: number): void;
  /** Rows of J for the last `write`: by slot its variable, −1 for none, and one unit of that in the value's. */
  writeRows(J: Float64Array, at: number, count: number, ofSlot: Int32Array, units: Float64Array): void;
  /** Slots of what moves a link, joints that follow among them. */
  moving(link: number): ReadonlySet<number>;
  /** A configuration closed near what it says of joints that follow; null: nothing near closes it. */
  near(values: Float64Array): Float64Array | null;
  /** A configuration whose joints that follow are continued from another one; null: they cannot be. */
  continued(values: Float64Array, before: Float64Array): Float64Array | null;
}

/** What a robot is, without the motions it can be given: all that its paths and chains know of it. `Robot` is one. */
export interface RobotModel {
  /** Shown in results, and the key under which a scene is given its path. */
  readonly name: string;
  /** Parents come before their children; otherwise in the order given. */
  readonly links: readonly Link[];
  /** The joints that have values of their own, in the order of those. */
  readonly joints: readonly Joint[];
  /** How many values a configuration has. */
  readonly size: number;
  /** Where it stands in the world. */
  readonly base: { readonly position: Vec3; readonly quaternion: Quat };
  /** Pairs of its links that are not tested. */
  readonly allowed: AllowedPairs;
  /** Joints that are moved together. */
  readonly groups: readonly JointGroup[];
  /** Configurations with names. */
  readonly states: readonly NamedState[];
  /** Whether every link may be given poses of its own, also where joints are fixed. */
  readonly posable: boolean;
  /** What closes its loops, where it has some: joints follow others, see `LoopedRobot`. */
  readonly loops?: readonly RobotLoop[];
  /** Its loops for inverse kinematics. @internal */
  closing?(): Closing;
  /** The link of that name; an InputError lists the links where there is none. */
  link(name: string): Link;
  /** The joint of that name; an InputError lists the joints where there is none. */
  joint(name: string): Joint;
  /** The joint whose value a mimic joint follows in the end, and value = multiplier · that + offset. */
  source(joint: Joint): { readonly joint: Joint; readonly multiplier: number; readonly offset: number };
  /** All joints at 0, floating ones at the identity. */
  neutral(): Float64Array;
  /** A configuration as one array, checked; joints that are not named keep their values in `rest` (default: 0). */
  configuration(values: Configuration, rest?: ArrayLike<number>): Float64Array;
  /** One name a value: the joint's, for planar and floating joints followed by `/x` and so on. */
  valueNames(): readonly string[];
  /** One sentence for each joint whose value is beyond its limits, mimic joints included; empty when there are none. */
  limitFaults(configuration: Configuration): readonly string[];
}
