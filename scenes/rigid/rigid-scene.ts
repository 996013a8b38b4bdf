import type { Pose } from '../../src/math/pose.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';

/** One motion of A from pose0 to pose1 against B at rest. Queries of one trajectory follow each other in time. */
export interface RigidQuery {
  readonly id: number;
  readonly pose0: Required<Pose>;
  readonly pose1: Required<Pose>;
  readonly trajectory?: number;
}

export interface RigidScene {
  readonly name: string;
  readonly meshA: TriangleMesh;
  readonly meshB: TriangleMesh;
  readonly poseB: Required<Pose>;
  /** How close counts as contact, in the mesh's unit of length. */
  readonly touch: number;
  readonly queries: readonly RigidQuery[];
}

/** The distance of two meshes at one instant, or a lower bound on it; at most 0 when they overlap. */
export type Clearance = (meshA: TriangleMesh, poseA: Required<Pose>, meshB: TriangleMesh, poseB: Required<Pose>) => number;

export interface RigidSceneOptions {
  /** Same seed, same queries, to the last bit. The shapes do not depend on it. */
  readonly seed?: string;
  /** Default: 200, as in [Tang et al. 2013, §6.1]. */
  readonly queries?: number;
  /** With a distance query at hand, motions also start inside each other's bounding spheres, and falling bodies bounce closer. */
  readonly clearance?: Clearance;
}

export const DEFAULT_QUERIES = 200;

/** Contact below this distance, bodies of bounding radius 100. */
export const TOUCH = 0.01;

export const AT_ORIGIN: Required<Pose> = { position: [0, 0, 0], quaternion: [0, 0, 0, 1] };
