import { InputError, type InputPlace } from '../math/input-error.ts';
import type { Joint } from '../robot/joint.ts';
import type { Robot } from '../robot/robot.ts';
import { nearestName } from './nearest-name.ts';
import type { PathFile, PathPoint } from './path-file.ts';

export interface BoundPoint {
  readonly configuration: Float64Array;
  /** In the slots of the configuration; joints that the path does not name have 0. */
  readonly velocities?: Float64Array;
  readonly accelerations?: Float64Array;
  /** Seconds. */
  readonly time?: number;
}

export interface BindPathOptions {
  /** The values of joints that the path does not name; default: the robot's neutral configuration. */
  readonly rest?: ArrayLike<number>;
  /** How far a joint that follows another may be off in the file, which has finitely many digits; relative above 1. Default 1e-5. */
  readonly mimicTolerance?: number;
}

export interface BindPathsOptions extends Omit<BindPathOptions, 'rest'> {
  /** One a robot. */
  readonly rests?: readonly (ArrayLike<number> | undefined)[];
}

/** Gives the columns of a path to the joints of a robot. */
export function bindPath(robot: Robot, path: PathFile, options: BindPathOptions = {}): BoundPoint[] {
  const { rest, mimicTolerance } = options;
  return bindPaths([robot], path, { rests: [rest], mimicTolerance })[0];
}

/** The same for several robots: a column that more than one of them knows is written `robot/joint`. One list of points a robot. */
export function bindPaths(robots: readonly Robot[], path: PathFile, options: BindPathsOptions = {}): BoundPoint[][] {
  const columns = path.jointNames === null ? unnamedColumns(robots, path) : namedColumns(robots, path, path.jointNames);
  return robots.map((robot, i) => {
    const own = columns.filter((column) => column.robot === i);
    const rest = options.rests?.[i];
    const start = rest === undefined ? robot.neutral() : robot.configuration(Array.from(rest));
    return path.points.map((point, k) => boundPoint(robot, own, start, point, `point ${k}`, path.file, options.mimicTolerance ?? 1e-5));
  });
}

/** Where a column of the file goes. */
interface Column {
  readonly index: number;
  readonly robot: number;
  readonly slot: number;
  /** Not null: a joint that follows another, only compared. */
  readonly follower: Joint | null;
}

function unnamedColumns(robots: readonly Robot[], { file, points }: PathFile): Column[] {
  const columns: Column[] = [];
  robots.forEach((robot, i) => {
    for (let slot = 0; slot < robot.size; slot++) columns.push({ index: columns.length, robot: i, slot, follower: null });
  });
  const given = points[0].positions.length;
  if (given !== columns.length) {
    const names = robots.flatMap((robot) => robot.valueNames()).join(', ');
    throw new InputError(`has ${given} values a point without names, but a configuration has ${columns.length} (${names})`, { file });
  }
  return columns;
}

function namedColumns(robots: readonly Robot[], { file }: PathFile, names: readonly string[]): Column[] {
  const known = robots.map(slotsOf);
  const taken = new Map<string, string>();
  return names.map((name, index) => {
    const found = robots.flatMap((robot, i) => {
      const prefix = `${robot.name}/`;
      const place = known[i].get(name) ?? (name.startsWith(prefix) ? known[i].get(name.slice(prefix.length)) : undefined);
      return place === undefined ? [] : [{ index, robot: i, ...place }];
    });
    if (found.length === 0) throw unknownJoint(name, robots, known, file);
    if (found.length > 1) {
      const ways = found.map(({ robot }) => `'${robots[robot].name}/${name}'`).join(' or ');
      throw new InputError(`the joint '${name}' belongs to several robots; write ${ways}`, { file });
    }
    const key = `${found[0].robot} ${found[0].follower?.name ?? found[0].slot}`;
    if (taken.has(key)) throw new InputError(`'${taken.get(key)}' and '${name}' name the same joint`, { file });
    taken.set(key, name);
    return found[0];
  });
}

/** What a column can be called: value names, and the joints that follow others. */
function slotsOf(robot: Robot): Map<string, { slot: number; follower: Joint | null }> {
  const slots = new Map<string, { slot: number; follower: Joint | null }>();
  robot.valueNames().forEach((name, slot) => {
    slots.set(name, { slot, follower: null });
  });
  for (const { joint } of robot.links) {
    if (joint.mimic !== null) slots.set(joint.name, { slot: robot.source(joint).joint.slot, follower: joint });
  }
  return slots;
}

function unknownJoint(name: string, robots: readonly Robot[], known: readonly Map<string, unknown>[], file: string): InputError {
  const all = known.flatMap((slots) => [...slots.keys()]);
  const near = nearestName(name, all);
  for (const robot of robots) {
    const joint = robot.links.map((link) => link.joint).find((candidate) => candidate.name === name);
    if (joint?.type === 'fixed') return new InputError(`the joint '${name}' of robot '${robot.name}' is fixed`, { file });
    const parts = robot.valueNames().filter((value) => value.startsWith(`${name}/`));
    if (parts.length > 0) return new InputError(`the joint '${name}' has ${parts.length} values; name them ${parts.join(', ')}`, { file });
  }
  const whose = robots.map((robot) => `'${robot.name}'`).join(' and ');
  const advice = near === undefined ? '' : `; is '${near}' meant?`;
  const one = robots.length === 1;
  return new InputError(
    `robot${one ? '' : 's'} ${whose} ${one ? 'has' : 'have'} no joint '${name}'${advice} (${one ? 'it has' : 'they have'} ${all.join(', ')})`,
    { file },
  );
}

function boundPoint(
  robot: Robot,
  columns: readonly Column[],
  start: Float64Array,
  point: PathPoint,
  what: string,
  file: string,
  mimicTolerance: number,
): BoundPoint {
  const place = { file, line: point.line };
  const values = Float64Array.from(start);
  for (const { index, slot, follower } of columns) if (follower === null) values[slot] = point.positions[index];
  const leaders = new Set(columns.filter(({ follower }) => follower === null).map(({ slot }) => slot));
  for (const { index, slot, follower } of columns) {
    if (follower === null) continue;
    const { joint, multiplier, offset } = robot.source(follower);
    const given = point.positions[index];
    if (!leaders.has(slot)) throw new InputError(`the joint '${follower.name}' follows '${joint.name}', which is not in the file`, place);
    const expected = multiplier * values[slot] + offset;
    if (!(Math.abs(given - expected) <= mimicTolerance * Math.max(1, Math.abs(expected))))
      throw new InputError(`${what}: joint '${follower.name}' is ${given}, but follows '${joint.name}' and should be ${expected}`, place);
  }
  const { velocities, accelerations, time } = point;
  return {
    configuration: checkedConfiguration(robot, values, what, place),
    ...(velocities === undefined ? {} : { velocities: inSlots(robot.size, columns, velocities) }),
    ...(accelerations === undefined ? {} : { accelerations: inSlots(robot.size, columns, accelerations) }),
    ...(time === undefined ? {} : { time }),
  };
}

function checkedConfiguration(robot: Robot, values: Float64Array, what: string, place: InputPlace): Float64Array {
  try {
    return robot.configuration(values);
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    throw new InputError(`${what}: ${cause.message}`, place);
  }
}

function inSlots(size: number, columns: readonly Column[], values: readonly number[]): Float64Array {
  const out = new Float64Array(size);
  for (const { index, slot, follower } of columns) if (follower === null) out[slot] = values[index];
  return out;
}
