/**
 * A path in joint space as a trajectory in seconds: time-optimal along the path within limits, corners blended, and
 * certified as the spline that controllers run, because blends leave the polyline that was planned.
 *
 * Guarantee: every limit holds at every instant of the spline, by bounds of its polynomials, roundings included; it
 * stays within `deviation` of the polyline; 'certified' is `free` of `scene.firstContact` for this very spline.
 */

import { checkHas, checkRecord, shownValue } from '../../math/check-record.ts';
import { setEntry } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import type { RobotModel } from '../../robot/robot-model.ts';
import { RobotPath } from '../../robot/robot-path.ts';
import type { SceneFirstContact } from '../../scene/answers/scene-result.ts';
import type { SceneMotions } from '../../scene/content/scene-motions.ts';
import { FOLLOWS_A_TOOL, STRAIGHT_ONLY, TIMED_STANDING } from '../plan-capabilities.ts';
import { type Course, courseOf, largestBlends, type TimedCourse, timedCourse } from './along.ts';
import { certified } from './certified.ts';
import { type TimingLimits, type ValueLimits, valueLimits } from './limits.ts';
import { refuseFollowers, trajectoryOf, unhurried, waypointsOf, withFollowers } from './looped.ts';
import { noShares, noteShares, type Spline } from './spline.ts';
import { startSpeed } from './start-speed.ts';
import { TIMED_OPTIONS, type TimedOptions } from './timed-options.ts';
import type { TimedPath } from './timed-path.ts';
import { valueNumbers } from './value-numbers.ts';

/**
 * Times a path: as fast as its joints may go along it, by velocities, accelerations and, where given, jerks. Start and
 * end are at rest unless told otherwise. Of several robots the paths go together, waypoint by waypoint; the `path` of a
 * plan is taken as it is where only robots move.
 *
 * @example
 * ```ts
 * const { status, trajectory, seconds } = timed(robot.path([home, above, pick]), { acceleration: 10 }, { scene });
 * if (status === 'certified') console.log(`free for all of ${seconds} s`, trajectory.times);
 * ```
 */
export function timed(
  path: RobotPath | readonly RobotPath[] | SceneMotions,
  limits: TimingLimits = {},
  options: TimedOptions = {},
): TimedPath {
  checkRecord(options, TIMED_OPTIONS, 'timed');
  checkHas(limits, [], 'timed: limits');
  const paths = checkedPaths(path);
  const robots = paths.map(({ robot }) => robot);
  const { radius = options.scene === undefined ? 0 : Infinity } = options;
  refuseFollowers(paths, limits, radius);
  const given = paths.map(waypointsOf);
  const waypoints = given[0].map((_, k) => Float64Array.from(given.flatMap((own) => [...own[k]])));
  const moves = Array.from(waypoints[0], (x, j) => waypoints.some((q) => q[j] !== x));
  checkFloating(paths, moves);
  const bounds = valueLimits(robots, moves, limits);
  const around = valueNumbers(robots, radius, 'radius');
  if (!moves.some((is) => is)) return standing(paths, waypoints, bounds, options);
  const first = timedAlong(paths, courseOf(waypoints, bounds, around, 'nearly'), options);
  const isNearly = first.status !== 'certified' && first.status !== 'uncertified' && first.deviation.some((x) => x > 0);
  // what hits something may do so because waypoints were left out that stand beside the straight way
  return isNearly ? timedAlong(paths, courseOf(waypoints, bounds, around, 'exactly'), options) : first;
}

function timedAlong(paths: readonly RobotPath[], through: Course, options: TimedOptions): TimedPath {
  const course = withSpeeds(
    paths.map(({ robot }) => robot),
    through,
    options,
  );
  const sizes = largestBlends(course);
  const at = (spline: Spline): Record<string, RobotPath> => trajectoriesOf(paths, spline);
  const names = paths.map(({ robot }) => robot.name);
  const hasLoops = paths.some(({ robot }) => robot.loops !== undefined);
  const time = (): TimedCourse => (hasLoops ? followed(course, sizes, at) : timedOrThrow(course, sizes));
  const { timed: result, certificate, shrunk } = certified(course, sizes, names, at, options, time);
  const out = answer(result, course, at(result.spline), certificate, shrunk);
  return hasLoops ? withFollowers(out, paths) : out;
}

/** Corners are cut less where loops cannot be kept closed beside the path. */
function followed(course: Course, sizes: Float64Array, at: (spline: Spline) => Record<string, RobotPath>): TimedCourse {
  for (let halvings = 0; ; halvings++) {
    const timed = timedOrThrow(course, sizes);
    try {
      return unhurried(timed, at);
    } catch (error) {
      if (!(error instanceof InputError) || sizes.every((size) => size === 0)) throw error;
      sizes.set(sizes.map((size) => (halvings < HALVINGS ? size / 2 : 0)));
    }
  }
}

function checkedPaths(path: RobotPath | readonly RobotPath[] | SceneMotions): readonly RobotPath[] {
  if (typeof path !== 'object' || path === null) throw new InputError(`timed: a path of robot.path is needed, got ${shownValue(path)}`);
  const paths: readonly RobotPath[] = path instanceof RobotPath ? [path] : (Object.values(path) as RobotPath[]);
  if (paths.length === 0) throw new InputError('timed: there is no path; give robot.path(waypoints), or several');
  paths.forEach((one, k) => {
    if (!(one instanceof RobotPath))
      throw new InputError(`timed: only paths of robots can be timed, made by robot.path; '${Object.keys(path)[k]}' is ${shownValue(one)}`);
    const { name } = one.robot;
    if (one.tool !== null) throw new InputError(`timed: the joints of '${name}' ${FOLLOWS_A_TOOL}`);
    if (!one.straight && (one.robot.loops === undefined || one.times !== null))
      throw new InputError(`timed: the path of '${name}' ${STRAIGHT_ONLY}`);
    const [own, first] = [one, paths[0]].map((path) => waypointsOf(path).length);
    if (own !== first)
      throw new InputError(
        `timed: the path of '${name}' has ${own} waypoints, that of '${paths[0].robot.name}' has ${first}; paths go together waypoint by waypoint`,
      );
    if (paths.some(({ robot }, m) => m < k && robot.name === name)) throw new InputError(`timed: two paths are of a robot '${name}'`);
  });
  return paths;
}

/** A floating joint goes by the in-between motion, whose velocities jump at waypoints: it can stand, not move. */
function checkFloating(paths: readonly RobotPath[], moves: readonly boolean[]): void {
  let first = 0;
  for (const { robot } of paths) {
    for (const { kind, name, slot, size } of robot.joints)
      if (kind.orientation >= 0 && moves.slice(first + slot, first + slot + size).some((is) => is))
        throw new InputError(`timed: the floating joint '${name}' of '${robot.name}' moves; ${TIMED_STANDING}`);
    first += robot.size;
  }
}

/** Cuts of corners are halved so often before all of these are passed exactly. */
const HALVINGS = 4;

function withSpeeds([robot, ...others]: readonly RobotModel[], course: Course, { startVelocities, endVelocities }: TimedOptions): Course {
  if (startVelocities === undefined && endVelocities === undefined) return course;
  if (robot.loops !== undefined)
    throw new InputError(`timed: robot '${robot.name}' has loops: it starts and ends at rest; leave out startVelocities and endVelocities`);
  if (others.length > 0) throw new InputError('timed: startVelocities and endVelocities are for one robot, not several');
  if (course.limits.jerk !== null)
    throw new InputError('timed: with limits.jerk a path starts and ends at rest; leave out startVelocities and endVelocities');
  return {
    ...course,
    start: startVelocities === undefined ? 0 : startSpeed(robot, course, startVelocities, 'start'),
    end: endVelocities === undefined ? 0 : startSpeed(robot, course, endVelocities, 'end'),
  };
}

function timedOrThrow(course: Course, sizes: Float64Array): TimedCourse {
  const out = timedCourse(course, sizes);
  if (out !== null) return out;
  if (course.start > 0 || course.end > 0)
    throw new InputError(
      'timed: no motion along the path has the startVelocities and endVelocities that are wanted and keeps the limits; give smaller ones',
    );
  throw new InputError('timed: the limits are so large or small that rounding leaves nothing of them; check their units');
}

function trajectoriesOf(paths: readonly RobotPath[], { times, places, velocities, accelerations }: Spline): Record<string, RobotPath> {
  const out: Record<string, RobotPath> = {};
  let first = 0;
  for (const path of paths) {
    const { name, size } = path.robot;
    const own = (values: Float64Array): Float64Array => values.slice(first, first + size);
    const spline = { times, places: places.map(own), velocities: velocities.map(own), accelerations: accelerations?.map(own) ?? null };
    setEntry(out, name, trajectoryOf(path, spline));
    first += size;
  }
  return out;
}

function standing(paths: readonly RobotPath[], waypoints: readonly Float64Array[], limits: ValueLimits, options: TimedOptions): TimedPath {
  const rates = [0, 1].map(() => new Float64Array(waypoints[0].length));
  const spline: Spline = { times: [0, 1], places: [waypoints[0], waypoints[0]], velocities: rates, accelerations: null };
  const course = courseOf([waypoints[0], waypoints[0]], limits, new Float64Array(waypoints[0].length), 'exactly');
  const still: TimedCourse = { spline, shares: noShares(waypoints[0].length), blends: [], beyond: new Float64Array(waypoints[0].length) };
  const names = paths.map(({ robot }) => robot.name);
  const { certificate } = certified(
    course,
    new Float64Array(2),
    names,
    (s) => trajectoriesOf(paths, s),
    options,
    () => still,
  );
  return answer(still, course, trajectoriesOf(paths, spline), certificate, []);
}

function answer(
  { spline, shares, blends, beyond }: TimedCourse,
  { corners, limits }: Course,
  trajectories: Readonly<Record<string, RobotPath>>,
  certificate: SceneFirstContact | null,
  shrunk: readonly number[],
): TimedPath {
  const { names, moves, jerk } = limits;
  const slowest = slowestShares(spline, limits);
  const joints = names.flatMap((joint, j) =>
    moves[j]
      ? [
          {
            joint,
            velocity: shares.velocity[j],
            acceleration: shares.acceleration[j],
            jerk: jerk === null ? null : shares.jerk[j],
            slowest: slowest[j],
          },
        ]
      : [],
  );
  const deviation = names.map((_, j) => {
    if (!moves[j]) return 0;
    const straight = corners.off[j] + beyond[j] + ROUNDING * corners.points.reduce((most, q) => Math.max(most, Math.abs(q[j])), 0);
    return blends.reduce((most, { off }) => Math.max(most, off[j] + straight), straight);
  });
  return {
    status: certificate === null ? 'uncertified' : certificate.status === 'free' ? 'certified' : certificate.status,
    trajectory: Object.values(trajectories)[0],
    trajectories,
    seconds: spline.times[spline.times.length - 1],
    certificate,
    blends: blends.map(({ corner, enters, leaves, off }) => ({ waypoint: corners.waypoints[corner], enters, leaves, deviation: [...off] })),
    shrunk: shrunk.map((corner) => corners.waypoints[corner]),
    deviation,
    joints: joints.sort((a, b) => b.slowest - a.slowest),
  };
}

/** What rounding may put places off, relative to values. */
const ROUNDING = 2 ** -48;

/** One a value: in what share of the time it is nearest to one of its limits. */
function slowestShares(spline: Spline, limits: ValueLimits): Float64Array {
  const { times } = spline;
  const out = new Float64Array(limits.velocity.length);
  for (let k = 0; k + 1 < times.length; k++) {
    const shares = noShares(out.length);
    noteShares(spline, k, limits, shares);
    const nearest = shares.velocity.map((x, j) => Math.max(x, shares.acceleration[j], shares.jerk[j]));
    const j = nearest.reduce((best, x, i) => (x > nearest[best] ? i : best), 0);
    out[j] += (times[k + 1] - times[k]) / (times[times.length - 1] - times[0]);
  }
  return out;
}
