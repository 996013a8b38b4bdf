import type { RobotPath } from '../../robot/robot-path.ts';
import type { SceneFirstContact } from '../../scene/answers/scene-result.ts';

/** A corner that is cut. */
export interface TimedBlend {
  /** Which waypoint of the path it is. */
  readonly waypoint: number;
  /** Seconds at which the trajectory leaves the straight way. */
  readonly enters: number;
  /** Seconds at which it is back on it. */
  readonly leaves: number;
  /** One a value, in the robots' order: how far it is off the polyline at most, proven; radians or units of length. */
  readonly deviation: readonly number[];
}

/** How much of its limits one joint uses. */
export interface TimedJoint {
  /** Its name; of several robots after that of the robot, of planar joints before that of the value. */
  readonly joint: string;
  /** Largest share of its velocity limit, proven; at most 1. */
  readonly velocity: number;
  /** Largest share of its acceleration limit, proven; at most 1. */
  readonly acceleration: number;
  /** Largest share of its jerk limit, proven; null where there is none. */
  readonly jerk: number | null;
  /** Share of the time in which it is the joint that lets the others go no faster. */
  readonly slowest: number;
}

/** A timed path. */
export interface TimedPath {
  /**
   * 'certified': free of contact, by `certificate`. 'uncertified': no scene was given. Otherwise what `certificate`
   * says of the last trajectory that was tried: do not run it.
   */
  readonly status: 'certified' | 'uncertified' | 'contact' | 'overlap' | 'unresolved';
  /** The trajectory; of several robots that of the first. */
  readonly trajectory: RobotPath;
  /** The trajectories of all robots, by name, on one clock. */
  readonly trajectories: Readonly<Record<string, RobotPath>>;
  /** How long it lasts. Of a path that does not move: 1. */
  readonly seconds: number;
  /** What the scene says of the trajectory; null without a scene. */
  readonly certificate: SceneFirstContact | null;
  /** The corners that are cut. At all others it stops, or goes straight on. */
  readonly blends: readonly TimedBlend[];
  /** Corners that had to be cut less, or not at all, because cutting them hit something: numbers of waypoints. */
  readonly shrunk: readonly number[];
  /**
   * One a value, in the robots' order: how far it is off the polyline at most, proven; radians or units of length. Of
   * joints that follow, to keep loops closed: Infinity.
   */
  readonly deviation: readonly number[];
  /** The joints that move, those that slow it down most first. */
  readonly joints: readonly TimedJoint[];
}
