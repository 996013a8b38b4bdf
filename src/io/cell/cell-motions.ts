/** How everything in a cell moves: by the path of the cell or of each robot, and by the clock. */
import { checkHas, checkRecord, shownValue } from '../../math/check-record.ts';
import { setEntry } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { shownName } from '../../math/shown-name.ts';
import type { BodyTrajectory } from '../../motion/body-trajectory.ts';
import type { HeldMotion } from '../../motion/held-motion.ts';
import type { Robot } from '../../robot/robot.ts';
import type { RobotPath } from '../../robot/robot-path.ts';
import { type Files, namedBy } from '../files.ts';
import { type BoundPoint, bindPaths, boundPaths, robotsNamed, separatePaths } from '../path/bind-path.ts';
import { readPath } from '../path/parse-path.ts';
import type { PathFile } from '../path/path-file.ts';
import { meterOf, type ReadOptions, type WorkMeter } from '../work-meter.ts';
import { type MakeToolPath, ProgramPaths } from './cell-program.ts';
import type { LoadedCell } from './read-cell.ts';

/** Motions of a cell, as a Scene is asked with them. */
export interface CellMotions {
  /** Motions of the robots and of the bodies that move, by name. */
  readonly motions: Readonly<Record<string, RobotPath | BodyTrajectory | HeldMotion>>;
  /** The robots' paths by themselves. */
  readonly paths: Readonly<Record<string, RobotPath>>;
  /** Sentences about what is odd but does no harm. */
  readonly warnings: readonly string[];
}

/** How much may be read of a path, and what makes paths of programs. */
export interface CellMotionsOptions extends ReadOptions {
  /** `toolPath` of `inbetween`, for programs of tool moves. Default: these are refused. */
  readonly toolPath?: MakeToolPath;
}

/** What no cell lacks. */
const CELL_KEYS: readonly string[] = ['robots', 'starts', 'ownPaths', 'bodyMotions'];

/**
 * How everything in a cell moves: by the path that it names, by the paths that its robots name, or by the file given
 * instead of these, or what was read of one; joints that a path does not name stay at the cell's start, a robot without
 * a path stands there.
 */
export async function readCellMotions(
  files: Files,
  cell: LoadedCell,
  path?: string | PathFile,
  options: ReadOptions = {},
): Promise<CellMotions> {
  checkRecord(options, ['maxWork'], 'readCellMotions');
  const work = meterOf(options.maxWork);
  const warnings: string[] = [];
  checkHas(cell, CELL_KEYS, 'readCellMotions: cell');
  const own = cell.ownPaths.some((one) => one.path !== undefined);
  const paths =
    path === undefined && own ? await ownPaths(files, cell, warnings, work) : await commonPath(files, cell, path, warnings, work);
  return { motions: { ...paths, ...cell.bodyMotions }, paths, warnings };
}

/**
 * How everything in a cell moves by a path at hand, as `readCellMotions` tells it of one that is given; nothing is
 * read, and nothing loaded.
 */
export function cellMotions(cell: LoadedCell, path: PathFile, options: CellMotionsOptions = {}): CellMotions {
  checkRecord(options, ['maxWork', 'toolPath'], 'cellMotions');
  checkHas(cell, CELL_KEYS, 'cellMotions: cell');
  checkHas(path, ['points'], 'cellMotions: path');
  const { maxWork, toolPath } = options;
  if (toolPath !== undefined && typeof toolPath !== 'function')
    throw new InputError(`cellMotions: toolPath must be that of 'inbetween', got ${shownValue(toolPath)}`);
  const warnings: string[] = [];
  const paths = boundTo(cell, path, warnings, meterOf(maxWork), toolPath);
  return { motions: { ...paths, ...cell.bodyMotions }, paths, warnings };
}

async function commonPath(
  files: Files,
  cell: LoadedCell,
  path: string | PathFile | undefined,
  warnings: string[],
  maxWork: WorkMeter,
): Promise<CellMotions['paths']> {
  const given = path ?? cell.path ?? cell.program;
  if (given === undefined) throw new InputError('names no path, and none is given', { file: cell.file });
  const content =
    typeof given === 'string'
      ? await readPath(path === undefined ? namedBy(files, cell.file) : files, given, { maxWork })
      : isInline(given)
        ? inlinePath(given, cell)
        : given;
  return boundTo(cell, content, warnings, maxWork, await codeFor(content));
}

/** What makes paths of programs, where one is. */
async function codeFor({ program }: PathFile): Promise<MakeToolPath | undefined> {
  return program === undefined ? undefined : (await import('../../robot/follow/tool-path.ts')).toolPath;
}

function boundTo(
  cell: LoadedCell,
  content: PathFile,
  warnings: string[],
  maxWork: WorkMeter,
  toolPath: MakeToolPath | undefined,
): CellMotions['paths'] {
  for (const warning of content.warnings ?? []) warnings.push(warning);
  const { robots, starts, units, columns } = cell;
  if (content.program !== undefined) {
    const programs = new ProgramPaths(cell);
    for (const one of separatePaths(content)) programs.add(one, toolPath);
    return pathsOf(robots, programs);
  }
  if (content.also === undefined) {
    const points = bindPaths(robots, content, { rests: starts, units, columns, maxWork });
    return Object.fromEntries(robots.map((robot, i) => [robot.name, motionThrough(robot, points[i], content.file)]));
  }
  const out: Record<string, RobotPath> = {};
  for (const one of separatePaths(content)) {
    const named = new Set(robotsNamed(robots, one));
    const points = boundPaths(robots, one, { rests: starts, units, maxWork }, (i) => named.has(i));
    for (const i of named) {
      const { name } = robots[i];
      if (Object.hasOwn(out, name))
        throw new InputError(`two of its trajectories move robot ${shownName(name)}; give one for all of its joints`, {
          file: one.file,
          line: one.line,
        });
      setEntry(out, name, motionThrough(robots[i], points[i] as BoundPoint[], one.file));
    }
  }
  for (const [i, robot] of robots.entries())
    if (!Object.hasOwn(out, robot.name)) setEntry(out, robot.name, robot.path([starts[i], starts[i]]));
  return out;
}

function pathsOf(robots: readonly Robot[], programs: ProgramPaths): CellMotions['paths'] {
  const out: Record<string, RobotPath> = {};
  for (const [i, { name }] of robots.entries()) setEntry(out, name, programs.pathOf(i));
  return out;
}

async function ownPaths(files: Files, cell: LoadedCell, warnings: string[], maxWork: WorkMeter): Promise<CellMotions['paths']> {
  const programs = new ProgramPaths(cell);
  for (const [i, robot] of cell.robots.entries()) {
    const { path, startsAt } = cell.ownPaths[i];
    const start = cell.starts[i];
    if (path === undefined) continue;
    const content = await readPath(namedBy(files, cell.file), path, { maxWork });
    if (content.program !== undefined) {
      programs.add(content, await codeFor(content), i, startsAt);
      continue;
    }
    if (startsAt !== 0 && content.kind !== 'trajectory')
      throw new InputError(`has no times, but the cell lets it begin at ${startsAt} s`, { file: path });
    // that it begins late is meant where the cell says so
    if (startsAt === 0) for (const warning of content.warnings ?? []) warnings.push(warning);
    const [points] = bindPaths([robot], content, { rests: [start], units: cell.units, maxWork });
    programs.know(i, motionThrough(robot, delayed(points, startsAt), path));
  }
  return pathsOf(cell.robots, programs);
}

function delayed(points: readonly BoundPoint[], by: number): readonly BoundPoint[] {
  return by === 0 ? points : points.map((point) => ({ ...point, ...(point.time === undefined ? {} : { time: point.time + by }) }));
}

function isInline(given: PathFile | NonNullable<LoadedCell['path']>): given is readonly (readonly number[] | string)[] {
  return Array.isArray(given);
}

function inlinePath(points: readonly (readonly number[] | string)[], { file, pathLines }: LoadedCell): PathFile {
  return {
    file,
    jointNames: null,
    points: points.map((point, i) => ({
      ...(typeof point === 'string' ? { positions: [], state: point } : { positions: point }),
      line: pathLines?.[i],
    })),
    kind: 'path',
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
