import { checkHas, checkList, checkNames, checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError, type InputPlace } from '../../math/input-error.ts';
import { nearestName } from '../../math/nearest-name.ts';
import { shortName, shownName, shownNames } from '../../math/shown-name.ts';
import type { Joint } from '../../robot/joint.ts';
import type { Robot } from '../../robot/robot.ts';
import type { NamedState } from '../../robot/robot-model.ts';
import { stateValues, unknownState } from '../robot/named-state.ts';
import { robotNames } from '../robot/robot-names.ts';
import { counted } from '../text/counted.ts';
import { meterOf, type ReadOptions } from '../work-meter.ts';
import type { PathFile, PathPoint } from './path-file.ts';
import { checkUnits, type PathUnits, unitedUnits, unitFactor } from './path-units.ts';

/** One waypoint of a path, in the joints of one robot: `robot.path` takes the configurations. */
export interface BoundPoint {
  /** The values of all joints of the robot, in order: radians or the unit of length. */
  readonly configuration: Float64Array;
  /**
   * Per second, in the slots of the configuration; joints that the path does not name have 0. Absent: the path has
   * none.
   */
  readonly velocities?: Float64Array;
  /** Accelerations per second squared, as the velocities. Absent: the path has none. */
  readonly accelerations?: Float64Array;
  /** Seconds; absent in a path without times. */
  readonly time?: number;
  /** Line of the file where the point begins, from 1. */
  readonly line?: number;
}

/** What is taken for joints that a path does not name, and how exact followers have to be. */
export interface BindPathOptions extends ReadOptions {
  /** The values of joints that the path does not name. Default: the robot's neutral configuration. */
  readonly rest?: ArrayLike<number>;
  /**
   * How far a joint that follows another may be off in the file, which has finitely many digits; relative above 1.
   * Default 1e-5.
   */
  readonly mimicTolerance?: number;
  /**
   * What the values are in; a file that says it otherwise is refused. Default: as the file says, or radians and metres.
   */
  readonly units?: PathUnits;
  /**
   * Names of the columns of a path that has none: joints of a group in their order, as planners write them. Default:
   * all values of the robot in its order, which a path of that many columns always means.
   */
  readonly columns?: readonly string[];
}

/** Options as for one robot, with a resting configuration for each. */
export interface BindPathsOptions extends Omit<BindPathOptions, 'rest'> {
  /** The values of joints that the path does not name, one configuration a robot. Default: the neutral ones. */
  readonly rests?: readonly (ArrayLike<number> | undefined)[];
}

const PATH_KEYS: readonly string[] = [
  'file',
  'jointNames',
  'points',
  'kind',
  'line',
  'also',
  'warnings',
  'units',
  'columnUnits',
  'start',
  'title',
  'scene',
  'program',
];
const POINT_KEYS: readonly string[] = ['positions', 'state', 'velocities', 'accelerations', 'time', 'line'];

/**
 * Gives the columns of a path to the joints of a robot, by their names or, where the file has none, in order; throws
 * where they do not fit.
 */
export function bindPath(robot: Robot, path: PathFile, options: BindPathOptions = {}): BoundPoint[] {
  checkRecord(options, ['rest', 'mimicTolerance', 'units', 'columns', 'maxWork'], 'bindPath');
  const { rest, ...others } = options;
  return bindPaths([robot], path, { ...others, rests: [rest] })[0];
}

/**
 * Gives the columns of a path to the joints of several robots: a column that more than one of them knows is written
 * `robot/joint`. One list of points a robot.
 */
export function bindPaths(robots: readonly Robot[], path: PathFile, options: BindPathsOptions = {}): BoundPoint[][] {
  checkRecord(options, ['rests', 'mimicTolerance', 'units', 'columns', 'maxWork'], 'bindPaths');
  return boundPaths(robots, path, options).map((points) => points as BoundPoint[]);
}

/** Units of work of a value of a configuration: paths need not name all that a robot has. */
const VALUE_UNITS = 2;

/** The same, for the robots alone of which `wanted` is true; null for the others. */
export function boundPaths(
  robots: readonly Robot[],
  path: PathFile,
  options: BindPathsOptions,
  wanted: (robot: number) => boolean = () => true,
): (BoundPoint[] | null)[] {
  const work = meterOf(options.maxWork);
  if (options.units !== undefined) {
    checkRecord(options.units, ['angle', 'length'], 'units');
    checkUnits(options.units, 'units');
  }
  checkRecord(path, PATH_KEYS, 'path');
  checkHas(path, ['file', 'points'], 'path:');
  checkList(robots, 'robots');
  for (const robot of robots) checkHas(robot, ['links', 'joints'], 'robot:');
  if (path.program !== undefined)
    throw new InputError('is a program of tool moves, whose joints follow; a cell reads it, toolPath makes one of them', {
      file: path.file,
    });
  if ((path.also ?? []).length > 0)
    throw new InputError('holds several trajectories; a cell reads them together, bindPath takes one', { file: path.file });
  checkList(path.points, 'path: points');
  (path.points as readonly PathPoint[]).forEach((point, k) => {
    checkRecord(point, POINT_KEYS, `path: point ${k}`);
    if (point.state === undefined) checkList(point.positions, `path: point ${k}: positions`);
  });
  checkStates(robots, path);
  if (path.jointNames !== undefined && path.jointNames !== null) checkNames(path.jointNames, 'path: jointNames');
  const names = path.jointNames ?? columnNames(robots, path, options.columns);
  const bare = names === null ? unnamedColumns(robots, path, options.columns) : namedColumns(robots, path, names);
  const units = unitedUnits(path.units, options.units, path.file);
  const columns = withFactors(bare, robots, path, units);
  // A value takes two bytes at least in the file that it comes from.
  const width = path.points.find(({ state }) => state === undefined)?.positions.length ?? 1;
  work.open(path.file, 2 * path.points.length * (1 + width));
  const ownColumns = robots.map((): Column[] => []);
  for (const column of columns) ownColumns[column.robot].push(column);
  return robots.map((robot, i) => {
    if (!wanted(i)) return null;
    const rest = options.rests?.[i];
    const start = startOf(robot, path, units, rest === undefined ? robot.neutral() : robot.configuration(Array.from(rest)));
    work.spend(VALUE_UNITS * path.points.length * (8 + robot.size + ownColumns[i].length), { file: path.file });
    const own = ownColumns[i];
    const leaders = new Set(own.filter(({ follower }) => follower === null).map(({ slot }) => slot));
    const binding = { robot, columns: own, leaders, start, file: path.file, mimicTolerance: options.mimicTolerance ?? 1e-5 };
    const states = new Map<string, NamedState['values']>();
    return path.points.map((point, k) => boundPoint(binding, point, `point ${k}`, states));
  });
}

/** What the path says of joints that it does not move comes before where the caller has them. */
function startOf(robot: Robot, { start = {}, file, line }: PathFile, units: PathUnits, rest: Float64Array): Float64Array {
  const values = Float64Array.from(rest);
  for (const joint of robot.joints) {
    const { name, slot, size } = joint;
    const value = Object.hasOwn(start, name) && size === 1 ? start[name] : undefined;
    if (value === undefined) continue;
    if (!(typeof value === 'number' && Math.abs(value) <= LARGEST_VALUE))
      throw new InputError(`start: ${shortName(name)} is ${shownValue(value)}; values may reach 2^300, about 2e90`, { file, line });
    values[slot] = value * unitFactor(joint, 0, units, undefined, {});
  }
  return values;
}

/** The trajectories of a file, each by itself. */
export function separatePaths({ also = [], ...first }: PathFile): PathFile[] {
  const { start } = first;
  return [first, ...also.map((path) => (start === undefined ? path : { ...path, start }))];
}

/** Numbers of the robots whose joints a path names. */
export function robotsNamed(robots: readonly Robot[], path: PathFile): number[] {
  const columns = path.jointNames === null ? unnamedColumns(robots, path) : namedColumns(robots, path, path.jointNames);
  return [...new Set(columns.map(({ robot }) => robot))].sort((a, b) => a - b);
}

/** A state belongs to one robot or to several; the others rest. */
function checkStates(robots: readonly Robot[], { file, points }: PathFile): void {
  const known = new Set<string>();
  for (const { state, line } of points) {
    if (state === undefined || known.has(state)) continue;
    if (typeof state !== 'string') throw new InputError(`a state must be a name, got ${shownValue(state)}`, { file, line });
    const isKnown = locateErrors(shownName(state), { file, line }, () => robots.some((robot) => stateValues(robot, state) !== undefined));
    if (!isKnown) throw new InputError(unknownState(state, robots), { file, line });
    known.add(state);
  }
}

/** Where a column of the file goes. */
interface Column {
  readonly index: number;
  readonly robot: number;
  readonly slot: number;
  /** The joint, where it follows another one and is only compared; else null. */
  readonly follower: Joint | null;
  /** Factor from the unit of the file to radians or metres. */
  readonly factor: number;
}

function withFactors(columns: readonly Column[], robots: readonly Robot[], path: PathFile, units: PathUnits): Column[] {
  const owners = robots.map(({ joints }) => new Map(joints.flatMap((joint) => joint.kind.parts.map((_, k) => [joint.slot + k, joint]))));
  return columns.map((column) => {
    const { index, robot, slot, follower } = column;
    const owner = follower ?? owners[robot].get(slot);
    if (owner === undefined) return column;
    const part = follower === null ? slot - owner.slot : 0;
    const factor = unitFactor(owner, part, units, path.columnUnits?.[index], { file: path.file, line: path.line });
    return { ...column, factor };
  });
}

/** Names for the columns of a path without; null where it has as many as the robots have values, or fits neither. */
function columnNames(robots: readonly Robot[], { points }: PathFile, columns: readonly string[] | undefined): readonly string[] | null {
  if (columns === undefined) return null;
  const width = points.find(({ state }) => state === undefined)?.positions.length;
  return width === columns.length && width !== robots.reduce((sum, { size }) => sum + size, 0) ? columns : null;
}

function unnamedColumns(robots: readonly Robot[], { file, points }: PathFile, named?: readonly string[]): Column[] {
  const columns: Column[] = [];
  robots.forEach((robot, i) => {
    for (let slot = 0; slot < robot.size; slot++) columns.push({ index: columns.length, robot: i, slot, follower: null, factor: 1 });
  });
  const first = points.find(({ state }) => state === undefined);
  if (first === undefined) return [];
  const given = first.positions.length;
  if (given !== columns.length) {
    const names = shownNames(robots.flatMap((robot) => robot.valueNames()));
    const advice = named === undefined ? groupAdvice(robots, given) : `; the group has ${named.length} (${shownNames(named)})`;
    throw new InputError(
      `has ${counted(given, 'value')} a point without names, but a configuration has ${columns.length} (${names})${advice}`,
      { file, line: first.line },
    );
  }
  return columns;
}

/** Planners write the joints of a group, without their names. */
function groupAdvice(robots: readonly Robot[], width: number): string {
  const groups = robots.flatMap(({ groups }) => groups.filter(({ joints }) => joints.length === width).map(({ name }) => name));
  return groups.length === 0 ? '' : `; if these are the joints of a group, say so: check --group ${shownNames(groups, ' or ')}`;
}

function namedColumns(robots: readonly Robot[], { file, line }: PathFile, names: readonly string[]): Column[] {
  const place = { file, line };
  const known = robots.map(slotsOf);
  const owners = ownersOf(robots, known);
  const taken = new Map<string, string>();
  return names.map((name, index) => {
    const found = owners.get(name) ?? [];
    if (found.length === 0) throw unknownJoint(name, robots, known, place);
    if (found.length > 1) {
      const ways = shownNames(
        found.map(({ robot }) => shownName(`${robots[robot].name}/${name}`)),
        ' or ',
      );
      throw new InputError(`the joint ${shownName(name)} belongs to several robots; write ${ways}`, place);
    }
    const [own] = found;
    const key = `${own.robot} ${own.follower?.name ?? own.slot}`;
    const other = taken.get(key);
    if (other !== undefined) throw new InputError(`${shownName(other)} and ${shownName(name)} name the same joint`, place);
    taken.set(key, name);
    return { index, ...own, factor: 1 };
  });
}

type Slot = Pick<Column, 'slot' | 'follower'>;

/** Slots that each name means: bare, and with the robot's before it where that robot has nothing of just that name. */
function ownersOf(robots: readonly Robot[], known: readonly ReadonlyMap<string, Slot>[]): Map<string, (Slot & { robot: number })[]> {
  const owners = new Map<string, (Slot & { robot: number })[]>();
  const add = (name: string, robot: number, slot: Slot): void => {
    const others = owners.get(name);
    if (others === undefined) owners.set(name, [{ ...slot, robot }]);
    else others.push({ ...slot, robot });
  };
  robots.forEach((robot, i) => {
    for (const [name, slot] of known[i]) {
      add(name, i, slot);
      const long = `${robot.name}/${name}`;
      if (!known[i].has(long)) add(long, i, slot);
    }
  });
  return owners;
}

/** What a column can be called: value names, and the joints that follow others. */
function slotsOf(robot: Robot): Map<string, Slot> {
  const slots = new Map<string, Slot>();
  robot.valueNames().forEach((name, slot) => {
    slots.set(name, { slot, follower: null });
  });
  // of a free body, which has no other joint, x is x
  if (robot.joints.length === 1 && robot.size > 1)
    robot.joints[0].kind.parts.forEach((part, slot) => {
      slots.set(part, { slot, follower: null });
    });
  for (const { joint } of robot.links) {
    if (joint.mimic !== null) slots.set(joint.name, { slot: robot.source(joint).joint.slot, follower: joint });
  }
  return slots;
}

/** How others write what stands in a column, and how it is written here. */
function columnAdvice(name: string, known: readonly string[]): string {
  if (/^(time|t|secs?|seconds|stamp)([^a-z]|stamp|$)/i.test(name)) return "; times stand in a column called 'time', in seconds";
  const [unit] = /(deg|degrees?|rad|radians?|mm|m)$/i.exec(name) ?? [''];
  const joint = known.find(
    (one) => one.length < name.length && name.startsWith(one) && /^[ _.-]$/.test(name.slice(one.length, -unit.length)),
  );
  return unit !== '' && joint !== undefined ? `; units stand in brackets: '${shortName(joint)} [${unit}]'` : '';
}

function unknownJoint(name: string, robots: readonly Robot[], known: readonly Map<string, unknown>[], place: InputPlace): InputError {
  const all = known.flatMap((slots) => [...slots.keys()]);
  const near = nearestName(name, all);
  for (const robot of robots) {
    const joint = robotNames(robot).joints.get(name);
    if (joint?.kind.size === 0) return new InputError(`the joint ${shownName(name)} of robot ${shownName(robot.name)} is fixed`, place);
    const parts = robot.valueNames().filter((value) => value.startsWith(`${name}/`));
    if (parts.length > 0)
      return new InputError(`the joint ${shownName(name)} has ${parts.length} values; name them ${shownNames(parts)}`, place);
  }
  const whose = shownNames(
    robots.map((robot) => shownName(robot.name)),
    ' and ',
  );
  const advice = columnAdvice(name, all) || (near === undefined ? '' : `; is ${shownName(near)} meant?`);
  const one = robots.length === 1;
  return new InputError(
    `robot${one ? '' : 's'} ${whose} ${one ? 'has' : 'have'} no joint ${shownName(name)}${advice} (${one ? 'it has' : 'they have'} ${shownNames(all)})`,
    place,
  );
}

/** What is the same for all points of a path. */
interface Binding {
  readonly robot: Robot;
  readonly columns: readonly Column[];
  /** Slots that columns give a value to. */
  readonly leaders: ReadonlySet<number>;
  readonly start: Float64Array;
  readonly file: string;
  readonly mimicTolerance: number;
}

/** `states`: values of those met so far, by name. */
function boundPoint(binding: Binding, point: PathPoint, what: string, states: Map<string, NamedState['values']>): BoundPoint {
  const { robot, columns, start, file, mimicTolerance } = binding;
  const place = { file, line: point.line };
  if (point.state !== undefined) {
    const state = states.get(point.state) ?? stateValues(robot, point.state) ?? {};
    states.set(point.state, state);
    return { configuration: locateErrors(what, place, () => robot.configuration(state, start)), line: point.line };
  }
  const values = Float64Array.from(start);
  for (const { index, slot, follower, factor } of columns) {
    if (follower !== null) continue;
    const value = factor * point.positions[index];
    if (!(Math.abs(value) <= LARGEST_VALUE))
      throw new InputError(
        `${what}: ${shortName(robot.valueNames()[slot])} is ${shownValue(value)}; values may reach 2^300, about 2e90`,
        place,
      );
    values[slot] = value;
  }
  const { leaders } = binding;
  for (const { index, slot, follower, factor } of columns) {
    if (follower === null) continue;
    const { joint, multiplier, offset } = robot.source(follower);
    const given = factor * point.positions[index];
    if (!leaders.has(slot))
      throw new InputError(`the joint ${shownName(follower.name)} follows ${shownName(joint.name)}, which is not in the file`, place);
    const expected = multiplier * values[slot] + offset;
    if (!(Math.abs(given - expected) <= mimicTolerance * Math.max(1, Math.abs(expected))))
      throw new InputError(
        `${what}: joint ${shownName(follower.name)} is ${shownValue(given)}, but follows ${shownName(joint.name)} and should be ${expected}`,
        place,
      );
  }
  const { velocities, accelerations, time } = point;
  return {
    // joints of loops that follow are found along the path
    configuration: robot.loops !== undefined ? values : locateErrors(what, place, () => robot.configuration(values)),
    ...(velocities === undefined ? {} : { velocities: inSlots(robot.size, columns, velocities) }),
    ...(accelerations === undefined ? {} : { accelerations: inSlots(robot.size, columns, accelerations) }),
    ...(time === undefined ? {} : { time }),
    ...(point.line === undefined ? {} : { line: point.line }),
  };
}

/** What the robot accepts. */
const LARGEST_VALUE: number = 2 ** 300;

function locateErrors<T>(what: string, place: InputPlace, make: () => T): T {
  try {
    return make();
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    throw new InputError(`${what}: ${cause.message}`, place);
  }
}

function inSlots(size: number, columns: readonly Column[], values: readonly number[]): Float64Array {
  const out = new Float64Array(size);
  for (const { index, slot, follower, factor } of columns) if (follower === null) out[slot] = factor * values[index];
  return out;
}
