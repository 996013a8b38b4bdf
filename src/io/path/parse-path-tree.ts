import type { InputError } from '../../math/input-error.ts';
import { shownName } from '../../math/shown-name.ts';
import { cutShort, type Located, LocatedList } from '../text/located-value.ts';
import { PROGRAM_FORMAT, readProgramTree } from './parse-program.ts';
import { type PathFile, type PathPoint, programFile } from './path-file.ts';
import { type PathUnits, parseUnits } from './path-units.ts';
import { durationOf, holdsStates, poseTrajectory, stateArrays, stateList } from './state-lists.ts';

// Paths in JSON and YAML: a list of configurations, { joints, path }, or the ROS messages JointTrajectory,
// RobotTrajectory, DisplayTrajectory and the goals that contain one. The effort of a point is not looked at.

/** Where the messages that contain a trajectory keep it. */
const CONTAINERS: readonly string[] = ['joint_trajectory', 'trajectory', 'planned_trajectory', 'goal', 'result'];

/** What `inbetween plan --json` writes. */
const OWN_PLAN = 'inbetween-plan/1';
/** What its `--out` says of itself. */
const OWN_PATH = 'inbetween-path/1';
/** It says so in no other. */
const OWN_UNITS: PathUnits = { angle: 'radians', length: 'metres' };

const FORMS =
  'a list of configurations, joint states or poses, { "joints": [...], "path": [[...], ...], "units": "degrees" }, a ROS trajectory { joint_names, points }, or a program { "format": "inbetween-program/1", ... }';

/** Whether there is something that `parsePathTree` would read, right or wrong. */
export function holdsPath(root: Located): boolean {
  return (
    root.isList() ||
    (root.isMap() && (root.get('path') !== undefined || isProgram(root) || holdsStates(root) || trajectoriesIn(root).length > 0))
  );
}

export function parsePathTree(root: Located): PathFile {
  if (root.isList()) return stateList(root) ?? bareList(root);
  if (!root.isMap()) throw root.wrong(FORMS);
  if (isProgram(root)) {
    if (root.get('format') === undefined) throw root.error(`has moves, but does not say what it is: "format": "${PROGRAM_FORMAT}"`);
    return programFile(readProgramTree(root), root.file);
  }
  const trajectories = trajectoriesIn(root);
  if (trajectories.length > 0) return withStart(together(trajectories.map(rosTrajectory), root), root.get('trajectory_start'));
  const path = root.get('path');
  if (root.get('format')?.value === OWN_PLAN) return ownPlan(root, path);
  if (path === undefined) {
    const array = stateArrays(root);
    if (array !== undefined) return array;
    throw pathless(root);
  }
  if (isPlan(root)) return planOf(root, path);
  root.onlyKeys(['format', 'joints', 'path', 'units']);
  const format = root.get('format');
  if (format !== undefined && format.value !== OWN_PATH) throw format.wrong(`"${OWN_PATH}", or nothing`);
  if (path.isList()) {
    const states = root.get('joints') === undefined ? stateList(path) : undefined;
    if (states !== undefined) return { ...states, ...readUnits(root) };
  }
  const joints = root.get('joints');
  const points = configurations(path);
  if (points.length === 0) throw path.error('has no points');
  return { file: root.file, jointNames: joints?.texts() ?? null, points, kind: 'path', line: (joints ?? path).line, ...readUnits(root) };
}

/** A program of tool moves, of whatever version: who reads it says which are read. */
function isProgram(root: Located): boolean {
  const format = root.get('format')?.value;
  if (typeof format === 'string' && format.startsWith('inbetween-program')) return true;
  return root.get('moves') !== undefined && root.get('path') === undefined;
}

/** Where a DisplayTrajectory says that the other joints are. */
function withStart(path: PathFile, state: Located | undefined): PathFile {
  const joints = state?.isMap() ? state.get('joint_state') : undefined;
  if (state === undefined || joints === undefined) return path;
  const names = joints.get('name')?.texts() ?? [];
  const values = joints.get('position')?.numbers() ?? [];
  if (names.length !== values.length) throw joints.error(`has ${names.length} names and ${values.length} positions`);
  const held = state.get('attached_collision_objects');
  const odd =
    held?.isList() && held.items().length > 0
      ? [`${held.file}, line ${held.line}: ${held.subject} are not read; put them into the planning scene or the cell`]
      : [];
  const start = Object.fromEntries(names.map((name, i) => [name, values[i]]));
  return {
    ...path,
    ...(names.length === 0 ? {} : { start }),
    ...(odd.length === 0 ? {} : { warnings: [...(path.warnings ?? []), ...odd] }),
  };
}

function bareList(list: Located): PathFile {
  return { file: list.file, jointNames: null, points: configurations(list), kind: 'path', line: list.line };
}

/** A line of a planner's answers, `ccd-robot-scene/1` in peers: what it says beside the path is its own business. */
function isPlan(root: Located): boolean {
  return root.isMap() && root.get('path') !== undefined && (root.get('planner') !== undefined || root.get('solved') !== undefined);
}

/** An unsolved plan has no path, and is none of ours. */
export function isUnsolved(root: Located): boolean {
  return isPlan(root) && root.get('solved')?.value === false;
}

function planOf(root: Located, path: Located): PathFile {
  const points = configurations(path);
  if (points.length === 0) throw path.error(isUnsolved(root) ? 'has no points: the plan is unsolved' : 'has no points');
  const words = ['planner', 'resolution', 'seed', 'id'].flatMap((key) => {
    const value = root.get(key)?.value;
    return typeof value === 'string' || typeof value === 'number' ? [key === 'planner' ? String(value) : `${key} ${value}`] : [];
  });
  const scene = root.get('scene')?.value;
  const joints = root.get('joints');
  return {
    file: root.file,
    jointNames: joints?.texts() ?? null,
    points,
    kind: 'path',
    line: root.line,
    ...(words.length === 0 ? {} : { title: words.join(', ') }),
    ...(typeof scene === 'string' ? { scene } : {}),
    ...readUnits(root),
  };
}

/** The trajectory where there is one, otherwise the path; in radians and metres whatever the cell says. */
function ownPlan(root: Located, path: Located | undefined): PathFile {
  if (path === undefined) {
    const why = root.get('why')?.value;
    throw root.error(`has no path, because none was found${typeof why === 'string' ? `: ${why}` : ''}`);
  }
  const joints = root.field('joints');
  const names = joints.texts();
  const timed = root.get('timed');
  const trajectory = timed?.isMap() ? timed.get('trajectory') : undefined;
  const points = trajectory === undefined ? configurations(path) : trajectory.items('a list of points').map(ownPoint);
  if (points.length === 0) throw (trajectory ?? path).error('has no points');
  return {
    file: root.file,
    jointNames: names,
    points,
    kind: trajectory === undefined ? 'path' : 'trajectory',
    line: joints.line,
    columnUnits: names.map(() => OWN_UNITS),
  };
}

function ownPoint(point: Located): PathPoint {
  const [velocities, accelerations] = ['velocities', 'accelerations'].map((what) => point.get(what)?.numbers());
  return {
    positions: point.field('positions').numbers(),
    ...(velocities === undefined ? {} : { velocities }),
    ...(accelerations === undefined ? {} : { accelerations }),
    time: point.field('time').number(),
    line: point.line,
  };
}

function readUnits(map: Located): Pick<PathFile, 'units'> {
  const units = map.get('units');
  return units === undefined ? {} : { units: parseUnits(units.text(), 'units', units) };
}

/** Half of a ROS trajectory is likelier meant than nothing we know. */
function pathless(root: Located): InputError {
  const [points, names] = [root.get('points'), root.get('joint_names')];
  if (points !== undefined) return points.error('has no joint_names beside it, so nobody knows whose positions these are');
  return names === undefined ? root.wrong(FORMS) : names.error('has no points beside it');
}

function configurations(list: Located): PathPoint[] {
  return list.items('a list of configurations').map((item) => {
    if (typeof item.value === 'string' && cutShort(item.value) === '') return { positions: [], state: item.text(), line: item.line };
    return { positions: item.numbers(), line: item.line };
  });
}

/** More than one only where a message has a list of them, as DisplayTrajectory does. */
function trajectoriesIn(map: Located): Located[] {
  if (map.get('joint_names') !== undefined && map.get('points') !== undefined) return [map];
  const multi = map.get('multi_dof_joint_trajectory');
  const multiPoints = multi?.isMap() ? multi.get('points')?.value : undefined;
  if (multi !== undefined && multiPoints instanceof LocatedList && multiPoints.items.length > 0) {
    const single = map.get('joint_trajectory')?.get('points')?.value;
    if (single instanceof LocatedList && single.items.length > 0)
      throw multi.error('moves joints of several degrees of freedom beside others, which cannot be read together yet');
    return [multi];
  }
  for (const key of CONTAINERS) {
    const inner = map.get(key);
    const found = inner?.isMap()
      ? trajectoriesIn(inner)
      : inner?.isList()
        ? inner.items().flatMap((item) => (item.isMap() ? trajectoriesIn(item) : []))
        : [];
    if (found.length > 0) return found;
  }
  return [];
}

/**
 * Several trajectories of one message: those of the same joints follow one another, as MoveIt shows them; those of
 * other joints are of other robots and begin together.
 */
function together(trajectories: readonly PathFile[], root: Located): PathFile {
  const byNames = new Map<string, { readonly first: PathFile; readonly points: PathPoint[] }>();
  for (const next of trajectories) {
    const names = [...(next.jointNames ?? [])].sort().join('\n');
    const before = byNames.get(names);
    if (before === undefined) byNames.set(names, { first: next, points: [...next.points] });
    else goOn(before.first, before.points, next, root);
  }
  const joined = Array.from(byNames.values(), ({ first, points }): PathFile => ({ ...first, points }));
  const [first, ...also] = joined;
  if (also.length === 0) return first;
  const untimed = joined.find(({ kind }) => kind === 'path');
  if (untimed !== undefined)
    throw root.error(`holds trajectories of several robots, of which one has no times (line ${untimed.line}): they have no common clock`);
  const warning = `${root.file}: holds ${joined.length} trajectories of different joints; they are taken to begin together`;
  return { ...first, also, warnings: [warning] };
}

/** How far joint values may be apart that mean the same, in files of finitely many digits; relative above 1. */
const SAME = 1e-4;

/** Puts the points of `after` behind those of the trajectories before it. */
function goOn(before: PathFile, points: PathPoint[], after: PathFile, root: Located): void {
  const names = before.jointNames as readonly string[];
  const places = new Map((after.jointNames as readonly string[]).map((name, k) => [name, k]));
  const order = names.map((name) => places.get(name) ?? -1);
  const sorted = (values: readonly number[] | undefined) => values && order.map((k) => values[k] ?? Number.NaN);
  const last = points[points.length - 1];
  const [first, ...rest] = after.points;
  const joint = names.findIndex((_, k) => {
    const value = last.positions[k];
    return !(Math.abs((first.positions[order[k]] ?? Number.NaN) - value) <= SAME * Math.max(1, Math.abs(value)));
  });
  if (joint >= 0)
    throw root.error(
      `holds trajectories that do not follow one another: ${shownName(names[joint])} jumps at line ${first.line ?? after.line}`,
    );
  if (JSON.stringify(before.units) !== JSON.stringify(after.units)) throw root.error('holds trajectories in different units');
  if (before.kind !== after.kind) throw root.error('holds trajectories of which one has times and another has none');
  // times begin anew in each; where one ends and the next begins, the joints rest or go on
  const offset = (last.time ?? 0) - (first.time ?? 0);
  for (const { positions, velocities, accelerations, time, ...point } of rest)
    points.push({
      ...point,
      positions: sorted(positions) as number[],
      ...(velocities === undefined ? {} : { velocities: sorted(velocities) }),
      ...(accelerations === undefined ? {} : { accelerations: sorted(accelerations) }),
      ...(time === undefined ? {} : { time: time + offset }),
    });
}

function rosTrajectory(trajectory: Located): PathFile {
  const names = trajectory.field('joint_names');
  const wide = trajectory.field('points').items('a list of points')[0]?.get('transforms') !== undefined;
  if (wide) return poseTrajectory(trajectory);
  const given = trajectory.field('points').items('a list of points');
  if (given.length === 0) throw trajectory.field('points').error('is empty: the trajectory has no points');
  const points = given.map((point) => {
    if (cutShort(point.value) !== '') throw point.wrong(`a point${cutShort(point.value)}`);
    return rosPoint(point);
  });
  // Planners leave all times at 0 until they are computed: that is a path.
  const isUntimed = points.length > 1 && points.every(({ time, velocities }) => time === 0 && velocities === undefined);
  if (isUntimed) for (const point of points) delete point.time;
  const kind = points.some(({ time }) => time !== undefined) ? 'trajectory' : 'path';
  return { file: trajectory.file, jointNames: names.texts(), points, kind, line: names.line, ...readUnits(trajectory) };
}

function rosPoint(point: Located): { -readonly [K in keyof PathPoint]: PathPoint[K] } {
  const out: { -readonly [K in keyof PathPoint]: PathPoint[K] } = { positions: point.field('positions').numbers(), line: point.line };
  for (const what of ['velocities', 'accelerations'] as const) {
    const values = point.get(what)?.numbers() ?? [];
    if (values.length > 0) out[what] = values;
  }
  const time = point.get('time_from_start');
  if (time !== undefined) out.time = durationOf(time);
  return out;
}
