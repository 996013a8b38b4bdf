import type { Pose } from '../../src/math/pose.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import type { Robot } from '../../src/robot/robot.ts';

/** Stands still. Obstacles may share a mesh. */
export interface Obstacle {
  readonly name: string;
  readonly shape: TriangleMesh;
  readonly pose: Required<Pose>;
}

/** Robots among obstacles, in metres and radians, z up. */
export interface RobotScene {
  readonly name: string;
  readonly robots: readonly Robot[];
  readonly obstacles: readonly Obstacle[];
  /** Whether links of a robot are tested against each other, but for its allowed pairs. */
  readonly self: boolean;
  /** How close counts as contact. */
  readonly touch: number;
  /** A configuration free of contact: the values of all robots, one after the other. */
  readonly home: readonly number[];
}

/** One motion of all robots: every joint value runs linearly from one end to the other. */
export interface RobotQuery {
  readonly id: number;
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** Queries of one kind. */
  readonly set?: string;
  /** Queries of one trajectory follow each other in time. */
  readonly trajectory?: number;
}
