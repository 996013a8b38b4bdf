/**
 * Lists of joint states and of poses as other programs write them: values by the names of joints, JointState messages,
 * arrays with their names beside them (cuRobo), poses of a free body (PoseArray, Path), and joints of several degrees
 * of freedom of a MultiDOFJointTrajectory.
 */

import { shownName } from '../../math/shown-name.ts';
import { type Located, LocatedList } from '../text/located-value.ts';
import { quaternionNumbers, vectorOf } from '../text/message-fields.ts';
import type { PathFile, PathPoint } from './path-file.ts';

/** The values of a floating joint, in this order, as `Robot` has them. */
const PARTS: readonly string[] = ['x', 'y', 'z', 'qx', 'qy', 'qz', 'qw'];
const TIME = /^(time|t|time_from_start)$/;

/** A list whose items are maps; undefined where they are not. */
export function stateList(list: Located): PathFile | undefined {
  const items = list.items();
  if (items.length === 0 || !items[0].isMap()) return undefined;
  return statesOf(items, list);
}

/** Several documents or items, one state each. */
export function statesOf(items: readonly Located[], whole: Located): PathFile {
  const other = items.find((item) => !item.isMap());
  if (other !== undefined) throw other.wrong('a state as the first one: names with values');
  const [first] = items;
  if (isPose(first)) return posesOf(items, whole);
  return isJointState(first) ? jointStates(items, whole) : namedValues(items, whole);
}

/** Whether it is a message of states that `stateArrays` reads, or one of several JointState documents. */
export function holdsStates(root: Located): boolean {
  return isJointState(root) || root.get('poses')?.isList() === true || arrayField(root, 'position') !== undefined;
}

/** PoseArray, Path, one JointState, or arrays of positions with their names; undefined where it is none of these. */
export function stateArrays(root: Located): PathFile | undefined {
  const poses = root.get('poses');
  if (poses?.isList()) return posesOf(poses.items(), root);
  const positions = arrayField(root, 'position');
  if (positions !== undefined) return arrayStates(root, positions);
  return isJointState(root) ? jointStates([root], root) : undefined;
}

/** Seconds: a number, or { secs, nsecs } of ROS 1, { sec, nanosec } of ROS 2. */
export function durationOf(time: Located): number {
  if (!time.isMap()) return time.number();
  const [seconds, nanoseconds] = time.get('secs') === undefined ? ['sec', 'nanosec'] : ['secs', 'nsecs'];
  time.onlyKeys([seconds, nanoseconds]);
  return time.field(seconds).integer() + (time.get(nanoseconds)?.integer() ?? 0) / 1e9;
}

export function isJointState(item: Located): boolean {
  return item.isMap() && item.get('name')?.isList() === true && item.get('position')?.isList() === true;
}

function jointStates(items: readonly Located[], whole: Located): PathFile {
  const names = items[0].field('name').texts();
  const known = new Set(names);
  const points = items.map((item): PathPoint => {
    if (!isJointState(item)) throw item.wrong('a joint state { name: [...], position: [...] } as the first one');
    const own = item.field('name').texts();
    const values = item.field('position').numbers();
    if (values.length !== own.length) throw item.error(`has ${own.length} names and ${values.length} positions`);
    // Where a name is there twice the first counts; the path as a whole refuses it.
    const places = new Map<string, number>();
    for (const [k, name] of own.entries()) if (!places.has(name)) places.set(name, k);
    const missing = names.find((name) => !places.has(name)) ?? own.find((name) => !known.has(name));
    if (missing !== undefined) throw item.field('name').error(`differ from those of the first state: ${shownName(missing)} is not in both`);
    return { positions: names.map((name) => values[places.get(name) as number]), line: item.line };
  });
  return { file: whole.file, jointNames: names, points, kind: 'path', line: items[0].line };
}

function namedValues(items: readonly Located[], whole: Located): PathFile {
  const keys = items[0].keys();
  const timeKey = keys.find((key) => TIME.test(key));
  const names = keys.filter((key) => key !== timeKey);
  if (names.length === 0) throw items[0].wrong('values by the names of joints');
  const points = items.map((item): PathPoint => {
    const missing = keys.find((key) => item.get(key) === undefined);
    if (missing !== undefined) throw item.error(`has no value of ${shownName(missing)}, which the first state has`);
    item.onlyKeys(keys);
    const positions = names.map((name) => item.field(name).number());
    return { positions, line: item.line, ...(timeKey === undefined ? {} : { time: durationOf(item.field(timeKey)) }) };
  });
  return { file: whole.file, jointNames: names, points, kind: timeKey === undefined ? 'path' : 'trajectory', line: items[0].line };
}

function isPose(item: Located): boolean {
  const inner = item.get('pose')?.isMap() ? item.field('pose') : item;
  return inner.get('orientation') !== undefined && inner.get('position') !== undefined;
}

function posesOf(items: readonly Located[], whole: Located): PathFile {
  if (items.length === 0) throw whole.error('has no poses');
  const points = items.map((item): PathPoint => {
    const inner = item.isMap() && item.get('pose')?.isMap() ? item.field('pose') : item;
    if (!isPose(inner)) throw inner.wrong('a pose { position, orientation }');
    return { positions: poseValues(inner.field('position'), inner.field('orientation')), line: item.line };
  });
  return { file: whole.file, jointNames: null, points, kind: 'path', line: items[0].line };
}

/** Numbers as they are written: the robot judges whether the quaternion is one. */
function poseValues(position: Located, orientation: Located): number[] {
  return [...vectorOf(position), ...quaternionNumbers(orientation)];
}

/** Rows of numbers under `position` or `positions`; one plan in a list of one is taken out of it. */
function arrayField(root: Located, what: 'position' | 'velocity' | 'acceleration'): Located | undefined {
  const plural = { position: 'positions', velocity: 'velocities', acceleration: 'accelerations' }[what];
  const field = root.get(what) ?? root.get(plural);
  const first = field?.value instanceof LocatedList ? field.value.items[0] : undefined;
  if (field === undefined || !(first instanceof LocatedList)) return undefined;
  if (!(first.items[0] instanceof LocatedList)) return field;
  const plans = field.items();
  if (plans.length > 1) throw field.error(`holds ${plans.length} plans; give a file for each`);
  return plans[0];
}

function arrayStates(root: Located, positions: Located): PathFile {
  const names = root.get('joint_names');
  const rates = { velocities: arrayField(root, 'velocity')?.items(), accelerations: arrayField(root, 'acceleration')?.items() };
  const rows = positions.items();
  const step = root.get('dt') ?? root.get('interpolation_dt');
  const points = rows.map((row, k): PathPoint => {
    if (step === undefined) return { positions: row.numbers(), line: row.line };
    const [velocities, accelerations] = [rates.velocities, rates.accelerations].map((list) => list?.[k]?.numbers());
    return {
      positions: row.numbers(),
      time: k * step.positive(),
      ...(velocities === undefined ? {} : { velocities }),
      ...(accelerations === undefined ? {} : { accelerations }),
      line: row.line,
    };
  });
  const line = (names ?? positions).line;
  return { file: root.file, jointNames: names?.texts() ?? null, points, kind: step === undefined ? 'path' : 'trajectory', line };
}

/** Joints that are floating: seven columns each. */
export function poseTrajectory(trajectory: Located): PathFile {
  const names = trajectory.field('joint_names').texts();
  const points = trajectory.field('points').items();
  const rows = points.map((point): { -readonly [K in keyof PathPoint]: PathPoint[K] } => {
    const transforms = point.field('transforms').items('a list of transforms');
    if (transforms.length !== names.length) throw point.error(`has ${transforms.length} transforms for ${names.length} joints`);
    const positions = transforms.flatMap((transform) => poseValues(transform.field('translation'), transform.field('rotation')));
    const time = point.get('time_from_start');
    return { positions, line: point.line, ...(time === undefined ? {} : { time: durationOf(time) }) };
  });
  const isUntimed = rows.length > 1 && rows.every(({ time }) => time === 0);
  if (isUntimed) for (const row of rows) delete row.time;
  return {
    file: trajectory.file,
    jointNames: names.flatMap((name) => PARTS.map((part) => `${name}/${part}`)),
    points: rows,
    kind: rows.some(({ time }) => time !== undefined) ? 'trajectory' : 'path',
    line: trajectory.field('joint_names').line,
  };
}
