import type { Deformation } from '../../contact/deformation.ts';
import { checkByName, shownValue } from '../../math/check-record.ts';
import { entryOf, setEntry } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { shownName, shownNames } from '../../math/shown-name.ts';
import { BodyTrajectory } from '../../motion/body-trajectory.ts';
import { follows } from '../../motion/follows.ts';
import { HeldMotion } from '../../motion/held-motion.ts';
import type { Motion } from '../../motion/motion.ts';
import { refuseLoops } from '../../robot/check-robot.ts';
import type { Robot } from '../../robot/robot.ts';
import type { Configuration } from '../../robot/robot-model.ts';
import { type LinkMotions, RobotPath } from '../../robot/robot-path.ts';
import { MIXED_CLOCKS } from './scene-capabilities.ts';
import { ClockedPath, pathOnClock, type Timed, trajectoryOnClock, uniteClocks } from './scene-clock.ts';

/**
 * What one robot or body does. A robot: a path, a list of configurations (the path through them), or one configuration
 * (it stands there). A body: one motion, one a segment, or a `bodyTrajectory`, or `heldMotion` where robots carry it;
 * the motions of a soft body are made by `linearMotion`. Where one has seconds, all that move need them: they run by
 * one clock.
 */
export type SceneMotion =
  | LinkMotions
  | readonly Configuration[]
  | Configuration
  | Motion
  | readonly Motion[]
  | BodyTrajectory
  | HeldMotion
  | Deformation
  | readonly Deformation[];

/**
 * Motions by name: of every robot, of the bodies that move, and of every soft body. All that move have the same number
 * of segments.
 */
export type SceneMotions = Readonly<Record<string, SceneMotion>>;

/** Everything that moves, segment by segment. */
export interface ResolvedMotions {
  readonly segments: number;
  /** One a robot of the scene. */
  readonly robots: readonly LinkMotions[];
  /** One list a moving body; null: it stays at its pose. */
  readonly bodies: readonly (readonly Motion[] | null)[];
  /** One list a soft body. */
  readonly soft: readonly (readonly Deformation[])[];
  /** Seconds at the ends of the segments; null: nothing has seconds. */
  readonly seconds: readonly number[] | null;
  /** By name, of what moves by seconds: the time on its own path, at a path time. */
  readonly ownTimes: ReadonlyMap<string, (time: number) => number>;
  /** By name, of what moves by seconds: those of its own points. */
  readonly ownKnots: ReadonlyMap<string, readonly number[]>;
  /** By body, the trajectory of which its motions are an interval; null: they are none. Absent: none of them is one. */
  readonly wholes?: readonly (BodyTrajectory | null)[];
}

/** Who can be given a motion, by name. */
export interface MovingNames {
  readonly robots: readonly Robot[];
  readonly bodies: readonly string[];
  readonly obstacles: ReadonlySet<string>;
  readonly soft: readonly string[];
}

/** Motions, those of bodies that robots carry apart. */
export interface SeparatedMotions {
  readonly resolved: ResolvedMotions;
  readonly held: ReadonlyMap<string, HeldMotion>;
}

/** `defaults`: of bodies that are given none. */
export function separatedMotions(
  names: MovingNames,
  given: SceneMotions,
  ends?: 'hold' | 'error',
  defaults: SceneMotions = {},
): SeparatedMotions {
  checkByName(given, 'motions:');
  const motions = { ...defaults, ...given };
  const held = new Map<string, HeldMotion>();
  let bodies: ReadonlySet<string> | null = null;
  for (const name in motions) {
    const motion = entryOf(motions, name);
    if (!(motion instanceof HeldMotion)) continue;
    bodies ??= new Set(names.bodies);
    if (!bodies.has(name)) throw new InputError(`motions: '${name}' cannot be held; list what robots take under bodies`);
    held.set(name, motion);
  }
  if (held.size === 0) return { resolved: sceneMotions(names, motions, ends), held };
  const others: Record<string, SceneMotion> = {};
  for (const name of Object.keys(motions)) if (!held.has(name)) setEntry(others, name, entryOf(motions, name) as SceneMotion);
  return { resolved: sceneMotions(names, others, ends, heldSeconds(held)), held };
}

/** Seconds at which bodies are taken or laid down: knots of the clock. */
function heldSeconds(held: ReadonlyMap<string, HeldMotion>): number[] {
  const out: number[] = [];
  for (const { holds } of held.values())
    for (const { from, to } of holds) for (const moment of [from, to]) if (typeof moment === 'object') out.push(moment.second);
  return out;
}

function sceneMotions(
  names: MovingNames,
  given: SceneMotions,
  ends: 'hold' | 'error' = 'hold',
  moments: readonly number[] = [],
): ResolvedMotions {
  checkNames(names, given);
  const { robots, bodies, soft } = names;
  const paths = robots.map((robot) => linkMotions(robot, entryOf(given, robot.name)));
  const lists = bodies.map((name) => bodyMotions(name, entryOf(given, name)));
  const deformations = soft.map((name) => softMotions(name, entryOf(given, name)));
  const clocked = onOneClock(names, paths, lists, ends, moments);
  let segments = 1;
  for (const path of clocked.robots) segments = Math.max(segments, path.segments);
  for (const list of clocked.bodies) segments = Math.max(segments, list?.length ?? 0);
  for (const list of deformations) segments = Math.max(segments, list.length);
  for (const path of clocked.robots)
    if (path.segments !== segments && !stands(path))
      throw new InputError(
        `motions: the path of '${path.robot.name}' has ${path.segments} segments, another one has ${segments}; they must be the same, or have seconds (robot.trajectory)`,
      );
  clocked.bodies.forEach((list, i) => {
    if (list !== null) requireOneEach(bodies[i], list.length, segments);
  });
  deformations.forEach((list, i) => {
    requireOneEach(soft[i], list.length, segments);
  });
  return Object.assign(clocked, { segments, soft: deformations });
}

function checkNames({ robots, bodies, obstacles, soft }: MovingNames, given: SceneMotions): void {
  let known: Set<string> | undefined;
  for (const name in given) {
    // Most scenes have one robot: looking at it costs less than a set.
    if (robots.length > 0 && robots[0].name === name) continue;
    known ??= new Set([...robots.map((robot) => robot.name), ...bodies, ...soft]);
    if (known.has(name)) continue;
    const there = shownNames(known) || 'none';
    const why = obstacles.has(name) ? 'it is an obstacle; list it under bodies to let it move' : `there are ${there}`;
    throw new InputError(`motions: nothing named ${shownName(name)} moves; ${why}`);
  }
}

function requireOneEach(name: string, count: number, segments: number): void {
  if (count !== segments) throw new InputError(`motions: '${name}' has ${count} motions for ${segments} segments; give one each`);
}

type Clocked = Pick<ResolvedMotions, 'robots' | 'bodies' | 'seconds' | 'ownTimes' | 'ownKnots' | 'wholes'>;

const NO_TIMES: ReadonlyMap<string, never> = new Map<string, never>();

/** As they are where nothing has seconds. */
function onOneClock(
  names: MovingNames,
  paths: readonly LinkMotions[],
  lists: readonly (readonly Motion[] | BodyTrajectory | null)[],
  ends: 'hold' | 'error',
  moments: readonly number[],
): Clocked {
  const timed: Timed[] = [];
  const untimed: string[] = [];
  const note = (name: string, times: readonly number[] | null | undefined) => {
    if (times) timed.push({ name, times });
    else untimed.push(name);
  };
  for (const path of paths) if (!stands(path)) note(path.robot.name, path.times);
  lists.forEach((list, i) => {
    if (list !== null) note(names.bodies[i], list instanceof BodyTrajectory ? list.times : null);
  });
  for (const name of names.soft) untimed.push(name);
  if (timed.length === 0)
    return {
      robots: paths,
      bodies: lists.map((list) => (list instanceof BodyTrajectory ? list.motions : list)),
      seconds: null,
      ownTimes: NO_TIMES,
      ownKnots: NO_TIMES,
    };
  if (untimed.length > 0) throw mixedClocks(names, timed[0].name, untimed[0]);
  const seconds = uniteClocks(timed, ends, moments);
  const ownKnots = new Map(timed.map(({ name, times }) => [name, times]));
  const ownTimes = new Map<string, (time: number) => number>();
  const robots = paths.map((path) => {
    if (stands(path)) return path;
    const { path: clocked, ownTime } = pathOnClock(path, seconds);
    ownTimes.set(path.robot.name, ownTime);
    return clocked;
  });
  const bodies = lists.map((list, i) => {
    if (!(list instanceof BodyTrajectory)) return list;
    const { list: clocked, ownTime } = trajectoryOnClock(list, seconds);
    ownTimes.set(names.bodies[i], ownTime);
    return clocked;
  });
  const wholes = lists.map((list) => (list instanceof BodyTrajectory ? list.whole : null));
  return { robots, bodies, seconds, ownTimes, ownKnots, wholes };
}

function mixedClocks({ bodies, soft }: MovingNames, timed: string, untimed: string): InputError {
  const instead = soft.includes(untimed)
    ? `motions of soft bodies have none: give '${timed}' a path without seconds, or one that stands`
    : bodies.includes(untimed)
      ? `give it some by bodyTrajectory([{ time, pose }, …])`
      : `give it some by robot.trajectory([{ time, positions }, …]), in a path file by a time for each waypoint`;
  return new InputError(`motions: '${timed}' ${MIXED_CLOCKS} '${untimed}' has none; ${instead}`);
}

/** The motions of some segments of a path, each as it can be given again. */
export function motionsBetween(names: MovingNames, resolved: ResolvedMotions, first: number, last: number): Record<string, SceneMotion> {
  const { segments, seconds, wholes } = resolved;
  if (!(Number.isInteger(first) && Number.isInteger(last) && first >= 0 && first < last && last <= segments))
    throw new InputError(
      `between: segments must be whole numbers with 0 ≤ first < last ≤ ${segments}, got ${shownValue(first)}, ${shownValue(last)}`,
    );
  const out: Record<string, SceneMotion> = {};
  names.robots.forEach(({ name }, i) => {
    setEntry(out, name, pathBetween(resolved, i, first, last));
  });
  names.bodies.forEach((name, i) => {
    const all = resolved.bodies[i];
    if (!all) return;
    const list = all.slice(first, last);
    const timed = (times: readonly number[]): BodyTrajectory =>
      new BodyTrajectory(list, times.slice(first, last + 1), wholes?.[i] ?? new BodyTrajectory(all, times));
    setEntry(out, name, seconds === null ? list : timed(seconds));
  });
  names.soft.forEach((name, i) => {
    setEntry(out, name, resolved.soft[i].slice(first, last));
  });
  return out;
}

/** The path of a robot on some segments; of one that stands, its own. */
export function pathBetween({ robots, seconds }: ResolvedMotions, robot: number, first: number, last: number): LinkMotions {
  const path = robots[robot];
  return stands(path) ? path : new ClockedPath(path, null, seconds?.slice(first, last + 1) ?? null, first, last);
}

/** True for a path without seconds from one configuration to the same. */
function stands(path: LinkMotions): boolean {
  if (!(path instanceof RobotPath) || path.times !== null || path.pieces !== null || path.waypoints.length !== 2) return false;
  const [from, to] = path.waypoints;
  return from === to || from.every((value, slot) => value === to[slot]);
}

function linkMotions(robot: Robot, given: SceneMotion | undefined): LinkMotions {
  if (given === undefined)
    throw new InputError(`motions: robot '${robot.name}' has none; give a path, or a configuration to let it stand there`);
  if (typeof (given as LinkMotions)?.load === 'function') {
    const motions = given as LinkMotions;
    if (motions.robot !== robot)
      throw new InputError(`motions: robot '${robot.name}' is given a path of another robot, '${motions.robot.name}'`);
    const fixed =
      motions.independent && !robot.posable
        ? robot.links.find(({ joint, shapes }) => joint.kind.size === 0 && shapes.length > 0)
        : undefined;
    if (fixed !== undefined)
      throw new InputError(
        `motions: robot '${robot.name}': link '${fixed.name}' is fixed and would not be tested; make the robot with posable: true to give it poses`,
      );
    if (motions instanceof RobotPath && motions.pieces === null && !stands(motions)) refuseLoops(robot, 'motions');
    return motions;
  }
  if (Array.isArray(given) && given.length > 0 && typeof given[0] === 'object') return robot.path(given as readonly Configuration[]);
  const standing = robot.configuration(given as Configuration);
  return new RobotPath(robot, [standing, standing]);
}

function bodyMotions(name: string, given: SceneMotion | undefined): readonly Motion[] | BodyTrajectory | null {
  if (given === undefined) return null;
  if (given instanceof BodyTrajectory) return given;
  const list = Array.isArray(given) ? (given as readonly Motion[]) : [given as Motion];
  if (list.some((motion) => (motion as Partial<Deformation> | null)?.deforming === true))
    throw new InputError(`motions: '${name}' is rigid, but its motion deforms; list it under soft instead of bodies`);
  for (const motion of list)
    if (typeof motion?.writeState !== 'function')
      throw new InputError(
        isPose(motion)
          ? `motions: '${name}' is given a pose; restMotion(pose) stands still there, rigidMotion(pose0, pose1) moves from one to another`
          : `motions: '${name}' needs a motion made by rigidMotion(pose0, pose1) or the like, or one a segment`,
      );
  if (list.length === 0) throw new InputError(`motions: '${name}' has an empty list of motions`);
  for (let k = 1; k < list.length; k++)
    if (!follows(list[k - 1], list[k]))
      throw new InputError(`motions: motion ${k} of '${name}' does not begin where the one before it ends`);
  return list;
}

function isPose(given: unknown): boolean {
  return typeof given === 'object' && given !== null && ('position' in given || 'quaternion' in given);
}

function softMotions(name: string, given: SceneMotion | undefined): readonly Deformation[] {
  const list = (Array.isArray(given) ? given : [given]) as readonly Deformation[];
  if (list.length === 0 || list.some((motion) => motion?.deforming !== true))
    throw new InputError(`motions: '${name}' is soft and needs a motion made by linearMotion(positions0, positions1), or one a segment`);
  for (let k = 1; k < list.length; k++)
    if (!list[k].follows(list[k - 1]))
      throw new InputError(`motions: motion ${k} of '${name}' does not begin where the one before it ends`);
  return list;
}
