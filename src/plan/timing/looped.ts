/**
 * Robots with loops among what is timed: joints that are driven are, the others follow the trajectory, proven. How fast
 * these go is known by their polynomials alone: where that is beyond limits of theirs, all of it goes slower.
 */
import { InputError } from '../../math/input-error.ts';
import type { LoopedPath } from '../../robot/follow/looped-robot.ts';
import { limitFindings } from '../../robot/limit-findings.ts';
import type { Robot } from '../../robot/robot.ts';
import { RobotPath } from '../../robot/robot-path.ts';
import type { TimedCourse } from './along.ts';
import type { JointNumbers, TimingLimits } from './limits.ts';
import type { Spline } from './spline.ts';
import type { TimedPath } from './timed-path.ts';

/** Joints that follow end where they do along the path: radians, or units of length. */
const SAME = 1e-6;
/** What goes beyond a limit is slowed down by so much more: limits of polynomials are met, not touched. */
const SLOWER = 1 + 2 ** -20;
/** So often: polynomials of a slower motion are others. */
const MOST_SLOWER = 4;

/** The waypoints of a path; what follows stays as at the first, nobody reads it. */
export function waypointsOf(path: RobotPath): readonly Float64Array[] {
  const passive = path.robot.closing?.().passive;
  if (passive === undefined) return path.waypoints;
  const slots = passive.map((name) => path.robot.joint(name).slot);
  const { given } = path as LoopedPath;
  return given.map((values) => {
    const out = values.slice();
    for (const slot of slots) out[slot] = given[0][slot];
    return out;
  });
}

/** Limits and radii are of joints that are driven. */
export function refuseFollowers(paths: readonly RobotPath[], { velocity, acceleration, jerk }: TimingLimits, radius?: JointNumbers): void {
  for (const [what, given] of Object.entries({
    'limits: velocity': velocity,
    'limits: acceleration': acceleration,
    'limits: jerk': jerk,
    radius,
  }))
    for (const { robot } of paths)
      for (const name of robot.closing?.().passive ?? [])
        if (typeof given === 'object' && given !== null && [name, `${robot.name}/${name}`].some((key) => Object.hasOwn(given, key)))
          throw new InputError(`timed: ${what}: joint '${name}' follows, to keep loops closed; name joints that are driven`);
}

/** The trajectory of a path's robot along a spline of its values. */
export function trajectoryOf(path: RobotPath, { times, places, velocities, accelerations }: Spline): RobotPath {
  const robot = path.robot as Robot;
  if (robot.loops === undefined) return new RobotPath(robot, places, times, velocities, accelerations ?? undefined);
  const points = times.map((time, k) => ({
    time,
    positions: places[k],
    velocities: velocities[k],
    ...(accelerations !== null && { accelerations: accelerations[k] }),
  }));
  const out = robot.trajectory(points);
  const [end, meant] = [out.waypoints[out.segments], path.waypoints[path.segments]];
  if (end.some((x, s) => Math.abs(x - meant[s]) > SAME * Math.max(1, Math.abs(meant[s]))))
    throw new InputError(`timed: robot '${robot.name}': where corners are cut its loops end closed in another way`);
  return out;
}

/** How much slower trajectories must go for limits of joints that follow; 1: no slower. */
function slowness(trajectories: readonly RobotPath[]): number {
  let most = 1;
  for (const path of trajectories) {
    const passive = path.robot.closing?.().passive;
    if (passive === undefined) continue;
    for (const { joint, limit, value, upper } of limitFindings(path))
      if (limit !== 'position' && passive.includes(joint)) {
        const beyond = Math.abs(value) / upper;
        most = Math.max(most, SLOWER * (limit === 'velocity' ? beyond : Math.sqrt(beyond)));
      }
  }
  return most;
}

/** A course in which what follows keeps its limits. */
export function unhurried(timed: TimedCourse, at: (spline: Spline) => Readonly<Record<string, RobotPath>>): TimedCourse {
  let out = timed;
  for (let k = 0; k < MOST_SLOWER; k++) {
    const factor = slowness(Object.values(at(out.spline)));
    if (factor === 1) break;
    out = slower(out, factor);
  }
  return out;
}

/** The same answer, which says that nothing bounds how far what follows is off where corners are cut. */
export function withFollowers(answer: TimedPath, paths: readonly RobotPath[]): TimedPath {
  const follows = paths.flatMap(({ robot }) => {
    const slots = new Set((robot.closing?.().passive ?? []).map((name) => robot.joint(name).slot));
    return Array.from({ length: robot.size }, (_, s) => slots.has(s));
  });
  const told = (deviation: readonly number[]): number[] => deviation.map((off, j) => (follows[j] ? Infinity : off));
  const blends = answer.blends.map((blend) => ({ ...blend, deviation: told(blend.deviation) }));
  return { ...answer, blends, deviation: told(answer.deviation) };
}

/** The same course in more seconds. */
function slower({ spline, shares, blends, beyond }: TimedCourse, factor: number): TimedCourse {
  const by = (list: Float64Array, power: number): Float64Array =>
    list.map((x) => (power === 1 ? x / factor : power === 2 ? x / factor / factor : x / factor / factor / factor));
  return {
    spline: {
      times: spline.times.map((t) => t * factor),
      places: spline.places,
      velocities: spline.velocities.map((v) => by(v, 1)),
      accelerations: spline.accelerations?.map((a) => by(a, 2)) ?? null,
    },
    shares: { velocity: by(shares.velocity, 1), acceleration: by(shares.acceleration, 2), jerk: by(shares.jerk, 3) },
    blends: blends.map((blend) => ({ ...blend, enters: blend.enters * factor, leaves: blend.leaves * factor })),
    beyond,
  };
}
