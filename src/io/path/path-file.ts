// Paths in joint space and timed trajectories, as they come from ROS, spreadsheets and scripts. What is read is a
// description; `bindPath` gives it to a robot.

export interface PathPoint {
  /** One value a column; empty where there is a `state`. */
  readonly positions: readonly number[];
  /** Instead: a named state of the robot, `home` or `group/home`. */
  readonly state?: string;
  readonly velocities?: readonly number[];
  readonly accelerations?: readonly number[];
  /** Seconds; every point has one or none, and they increase. */
  readonly time?: number;
  /** Where it begins in the file. */
  readonly line?: number;
}

export interface PathFile {
  readonly file: string;
  /** Names of the columns; null where the file gives none. */
  readonly jointNames: readonly string[] | null;
  readonly points: readonly PathPoint[];
  /** A trajectory has times. */
  readonly kind: 'path' | 'trajectory';
  /** Where the names stand; where there are none, where the path begins. */
  readonly line?: number;
  /** Sentences about what is odd but harmless. */
  readonly warnings?: readonly string[];
}
