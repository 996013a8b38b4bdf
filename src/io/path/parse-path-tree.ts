import type { InputError } from '../../math/input-error.ts';
import { cutShort, type Located, LocatedList } from '../text/located-value.ts';
import type { PathFile, PathPoint } from './path-file.ts';

// Paths in JSON and YAML: a list of configurations, { joints, path }, or the ROS messages JointTrajectory,
// RobotTrajectory, DisplayTrajectory and the goals that contain one. The effort of a point is not looked at.

/** Where the messages that contain a trajectory keep it. */
const CONTAINERS: readonly string[] = ['joint_trajectory', 'trajectory', 'planned_trajectory', 'goal', 'result'];

const FORMS = 'a list of configurations, { "joints": [...], "path": [[...], ...] }, or a ROS trajectory { joint_names, points }';

/** Whether there is something that `parsePathTree` would read, right or wrong. */
export function holdsPath(root: Located): boolean {
  return root.isList() || (root.isMap() && (root.get('path') !== undefined || trajectoryIn(root) !== undefined));
}

export function parsePathTree(root: Located): PathFile {
  if (root.isList()) return { file: root.file, jointNames: null, points: configurations(root), kind: 'path', line: root.line };
  if (!root.isMap()) throw root.wrong(FORMS);
  const trajectory = trajectoryIn(root);
  if (trajectory !== undefined) return rosTrajectory(trajectory);
  const path = root.get('path');
  if (path === undefined) throw pathless(root);
  root.onlyKeys(['joints', 'path']);
  const joints = root.get('joints');
  const points = configurations(path);
  if (points.length === 0) throw path.error('has no points');
  return { file: root.file, jointNames: joints?.texts() ?? null, points, kind: 'path', line: (joints ?? path).line };
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

function trajectoryIn(map: Located): Located | undefined {
  if (map.get('joint_names') !== undefined && map.get('points') !== undefined) return map;
  const multi = map.get('multi_dof_joint_trajectory');
  const multiPoints = multi?.isMap() ? multi.get('points')?.value : undefined;
  if (multi !== undefined && multiPoints instanceof LocatedList && multiPoints.items.length > 0)
    throw multi.error('moves joints of several degrees of freedom, which cannot be read yet; leaving them out would lose motion');
  for (const key of CONTAINERS) {
    const inner = map.get(key);
    if (inner?.isMap()) {
      const found = trajectoryIn(inner);
      if (found !== undefined) return found;
    } else if (inner?.isList()) {
      const items = inner.items();
      if (items.length !== 1) throw inner.error(`holds ${items.length} trajectories; give one`);
      if (items[0].isMap()) return trajectoryIn(items[0]);
    }
  }
  return undefined;
}

function rosTrajectory(trajectory: Located): PathFile {
  const names = trajectory.field('joint_names');
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
  return { file: trajectory.file, jointNames: names.texts(), points, kind, line: names.line };
}

function rosPoint(point: Located): { -readonly [K in keyof PathPoint]: PathPoint[K] } {
  const out: { -readonly [K in keyof PathPoint]: PathPoint[K] } = { positions: point.field('positions').numbers(), line: point.line };
  for (const what of ['velocities', 'accelerations'] as const) {
    const values = point.get(what)?.numbers() ?? [];
    if (values.length > 0) out[what] = values;
  }
  const time = point.get('time_from_start');
  if (time !== undefined) out.time = time.isMap() ? duration(time) : time.number();
  return out;
}

/** ROS 1 says secs and nsecs, ROS 2 sec and nanosec. */
function duration(time: Located): number {
  const [seconds, nanoseconds] = time.get('secs') === undefined ? ['sec', 'nanosec'] : ['secs', 'nsecs'];
  time.onlyKeys([seconds, nanoseconds]);
  return time.field(seconds).integer() + (time.get(nanoseconds)?.integer() ?? 0) / 1e9;
}
