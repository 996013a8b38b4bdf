import { InputError, type Robot, type RobotPath } from '../index.ts';
import { type BoundPoint, type Files, type LoadedCell, readCellPath } from '../io/index.ts';
import { slashed } from './slashed-path.ts';

/** A path of a cell's robots, as a file or the cell itself gives it. */
export interface CellPath {
  /** As the user knows it. */
  readonly name: string;
  /** By robot. */
  readonly motions: Readonly<Record<string, RobotPath>>;
  readonly segments: number;
  /** Seconds at a path time; null where the path has no timing. */
  secondsAt(time: number): number | null;
  /** The part up to a waypoint, which is not the first. */
  upTo(waypoint: number): Readonly<Record<string, RobotPath>>;
}

/** Without `file`, the path that the cell names. */
export async function readPathOfCell(files: Files, cell: LoadedCell, file?: string): Promise<CellPath> {
  const points = await readCellPath(files, cell, file === undefined ? undefined : slashed(file));
  const own = typeof cell.path === 'string' ? cell.path : cell.file;
  const name = file ?? own;
  const motionsOf = (end?: number) =>
    Object.fromEntries(cell.robots.map((robot, i) => [robot.name, motionThrough(robot, points[i].slice(0, end), name)]));
  const motions = motionsOf();
  const [first] = Object.values(motions);
  return {
    name,
    motions,
    segments: first.segments,
    secondsAt: (time) => (first.times === null ? null : first.secondsAt(time)),
    upTo: (waypoint) => motionsOf(waypoint + 1),
  };
}

/** Timed points as a controller executes them, others by straight lines in joint space. */
function motionThrough(robot: Robot, points: readonly BoundPoint[], file: string): RobotPath {
  if (points.length < 2) throw new InputError('has one waypoint; a motion needs two or more', { file });
  try {
    const timed = points.flatMap(({ configuration, time, velocities, accelerations }) =>
      time === undefined ? [] : [{ positions: configuration, time, velocities, accelerations }],
    );
    if (timed.length === points.length) return robot.trajectory(timed);
    return robot.path(points.map(({ configuration }) => configuration));
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    throw new InputError(cause.message, { file });
  }
}
