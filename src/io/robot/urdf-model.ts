import type { Pose, Vec3 } from '../../math/pose.ts';
import type { JointLimits, Mimic } from '../../robot/joint.ts';
import type { JointType } from '../../robot/joint-types.ts';
import type { RobotLoop } from '../../robot/robot-model.ts';
import type { Colour } from '../mesh/mesh-colours.ts';

/** A shape of a link as the URDF has it, in metres. */
export type UrdfShape =
  | { readonly type: 'box'; readonly size: Vec3 }
  | { readonly type: 'sphere'; readonly radius: number }
  /** A cylinder along z, centred. */
  | { readonly type: 'cylinder'; readonly radius: number; readonly length: number }
  /** A capsule along z, centred; `length` is that of the cylinder between the half spheres. */
  | { readonly type: 'capsule'; readonly radius: number; readonly length: number }
  /** `filename` as written, also with package:// in front. */
  | { readonly type: 'mesh'; readonly filename: string; readonly scale: Vec3 };

/** A shape of a link, and where it is. */
export interface UrdfGeometry {
  /** Name as written; absent: it has none. */
  readonly name?: string;
  /** Its pose in the link's frame. */
  readonly origin: Pose;
  /** What it looks like. */
  readonly shape: UrdfShape;
  /** Line of the file, from 1. */
  readonly line: number;
}

/** A link as the URDF has it. */
export interface UrdfLink {
  /** Name as written; no two links share one. */
  readonly name: string;
  /** Shapes for looks. */
  readonly visual: readonly UrdfGeometry[];
  /** Shapes for collision tests. */
  readonly collision: readonly UrdfGeometry[];
  /** Colour of the first of its visuals that has one, by a material of its own or of the robot. Absent: none has. */
  readonly colour?: Colour;
  /** Line of the file, from 1. */
  readonly line: number;
}

/** A joint as the URDF has it. */
export interface UrdfJoint {
  /** Name as written; no two joints share one. */
  readonly name: string;
  /** How it moves. */
  readonly type: JointType;
  /** Name of the link that it is fixed to. */
  readonly parent: string;
  /** Name of the link that it moves. */
  readonly child: string;
  /** The joint's frame in the parent link's frame. */
  readonly origin: Pose;
  /** Axis in the joint's frame, of any length but 0; absent: its type has none. */
  readonly axis?: Vec3;
  /** Radians or metres; absent: it has none. */
  readonly limits?: JointLimits;
  /** The joint that it follows; absent: none. */
  readonly mimic?: Mimic;
  /** Line of the file, from 1. */
  readonly line: number;
}

/** A URDF as data: links and joints that form one tree. No mesh has been read; `buildRobot` makes a robot of it. */
export interface UrdfModel {
  /** Name of the robot. */
  readonly name: string;
  /** Name of the file, for errors. */
  readonly file: string;
  /** Links in the order of the file. */
  readonly links: readonly UrdfLink[];
  /** Joints, which join the links to one tree. */
  readonly joints: readonly UrdfJoint[];
  /** What closes loops, by `<constraint>` or `<loop_joint>`; absent: none. */
  readonly loops?: readonly RobotLoop[];
  /** Joints that transmissions drive; absent: none. */
  readonly driven?: readonly string[];
  /** The link that is nobody's child. */
  readonly root: string;
  /** Sentences about what is odd but harmless. */
  readonly warnings: readonly string[];
  /** Sentences about shapes that were left out, by kind; they are among the warnings. */
  readonly skipped?: Readonly<Record<'collision' | 'visual', readonly string[]>>;
}
