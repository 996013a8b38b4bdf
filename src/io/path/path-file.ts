import type { ToolProgram } from './parse-program.ts';
import type { PathUnits } from './path-units.ts';

// Paths in joint space and timed trajectories, as they come from ROS, spreadsheets and scripts. What is read is a
// description; `bindPath` gives it to a robot.

/** One waypoint as the file has it. */
export interface PathPoint {
  /** One value a column, in the units of the file; empty where there is a `state`. */
  readonly positions: readonly number[];
  /** Instead of positions: a named state of the robot, `home` or `group/home`. */
  readonly state?: string;
  /** One a column, per second; absent: the file has none here. */
  readonly velocities?: readonly number[];
  /** One a column, per second squared; absent: the file has none here. */
  readonly accelerations?: readonly number[];
  /** Seconds; every point has one or none, and they increase. */
  readonly time?: number;
  /** Line of the file where it begins, from 1. */
  readonly line?: number;
}

/** A path or trajectory as the file has it; which robot it is for, `bindPath` says. */
export interface PathFile {
  /** Name of the file, for errors. */
  readonly file: string;
  /** Names of the columns; null where the file gives none. */
  readonly jointNames: readonly string[] | null;
  /** The waypoints, in order. */
  readonly points: readonly PathPoint[];
  /** What the values are in, as the file says; absent: it does not, and they are radians and metres. */
  readonly units?: PathUnits;
  /** One a column, where columns say it for themselves (`elbow [deg]`); undefined: as `units`. Absent: none does. */
  readonly columnUnits?: readonly (PathUnits | undefined)[];
  /** A trajectory has times, a path has none; a program has no points but moves of a tool. */
  readonly kind: 'path' | 'trajectory' | 'program';
  /** The moves of a program; absent: it is none. */
  readonly program?: ToolProgram;
  /** Line of the file where the names stand, from 1; where there are none, where the path begins. */
  readonly line?: number;
  /**
   * Further trajectories of the same file, for other joints, all of one clock: a DisplayTrajectory of several. Absent:
   * there are none. `readCellMotions` reads them together.
   */
  readonly also?: readonly PathFile[];
  /** Values of joints that are no columns, by name, as a DisplayTrajectory starts with them. Absent: none. */
  readonly start?: Readonly<Record<string, number>>;
  /** Where the file says whose path it is: planner, seed, and the like. Absent: it does not. */
  readonly title?: string;
  /** Name of the scene that it was planned for, where the file says it. */
  readonly scene?: string;
  /** Sentences about what is odd but harmless. */
  readonly warnings?: readonly string[];
}

export function programFile(program: ToolProgram, file: string): PathFile {
  return { file, jointNames: null, points: [], kind: 'program', line: program.fileLine, program };
}
