import { InputError, type Robot, type RobotPath } from '../../index.ts';
import { type BoundPoint, type Files, type LoadedCell, readCellPath } from '../../io/index.ts';
import { slashed } from '../terminal/slashed-path.ts';

/** Motions by robot. */
type RobotPaths = Readonly<Record<string, RobotPath>>;

/** A path of a cell's robots, as a file or the cell itself gives it. */
export interface CellPath {
  /** As the user knows it. */
  readonly name: string;
  readonly motions: RobotPaths;
  readonly segments: number;
  /** What is odd in the file. */
  readonly warnings: readonly string[];
  /** Seconds at a path time; null where the path has no timing. */
  secondsAt(time: number): number | null;
  /** The part between two waypoints. */
  between(first: number, last: number): RobotPaths;
}

/** Without `file`, the path that the cell names. */
export async function readPathOfCell(files: Files, cell: LoadedCell, file?: string): Promise<CellPath> {
  const warnings: string[] = [];
  const points = await readCellPath(files, cell, file === undefined ? undefined : slashed(file), (warning) => warnings.push(warning));
  const name = file ?? (typeof cell.path === 'string' ? cell.path : cell.file);
  const between = (first: number, last: number) =>
    Object.fromEntries(cell.robots.map((robot, i) => [robot.name, motionThrough(robot, points[i].slice(first, last + 1), name)]));
  const motions = between(0, points[0].length - 1);
  const [first] = Object.values(motions);
  return {
    name,
    motions,
    segments: first.segments,
    warnings,
    secondsAt: (time) => (first.times === null ? null : first.secondsAt(time)),
    between,
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
