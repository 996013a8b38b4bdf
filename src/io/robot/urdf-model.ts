import type { Pose, Vec3 } from '../../math/pose.ts';
import type { JointLimits, Mimic } from '../../robot/joint.ts';
import type { JointType } from '../../robot/joint-types.ts';

export type UrdfShape =
  | { readonly type: 'box'; readonly size: Vec3 }
  | { readonly type: 'sphere'; readonly radius: number }
  /** Along z, centred. */
  | { readonly type: 'cylinder'; readonly radius: number; readonly length: number }
  /** Along z, centred; `length` is that of the cylinder between the half spheres. */
  | { readonly type: 'capsule'; readonly radius: number; readonly length: number }
  /** `filename` as written, also with package:// in front. */
  | { readonly type: 'mesh'; readonly filename: string; readonly scale: Vec3 };

export interface UrdfGeometry {
  readonly name?: string;
  /** In the link's frame. */
  readonly origin: Pose;
  readonly shape: UrdfShape;
  readonly line: number;
}

export interface UrdfLink {
  readonly name: string;
  readonly visual: readonly UrdfGeometry[];
  readonly collision: readonly UrdfGeometry[];
  readonly line: number;
}

export interface UrdfJoint {
  readonly name: string;
  readonly type: JointType;
  readonly parent: string;
  readonly child: string;
  /** The joint's frame in the parent link's frame. */
  readonly origin: Pose;
  /** Where the type has one; of any length but 0. */
  readonly axis?: Vec3;
  readonly limits?: JointLimits;
  readonly mimic?: Mimic;
  readonly line: number;
}

export interface UrdfModel {
  readonly name: string;
  readonly file: string;
  readonly links: readonly UrdfLink[];
  /** The links form one tree with these as its edges. */
  readonly joints: readonly UrdfJoint[];
  /** The link that is nobody's child. */
  readonly root: string;
  /** Sentences about what is odd but harmless. */
  readonly warnings: readonly string[];
  /** Those of them about shapes that were left out, by kind. */
  readonly skipped?: Readonly<Record<'collision' | 'visual', readonly string[]>>;
}
