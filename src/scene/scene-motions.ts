import type { Deformation } from '../contact/deformation.ts';
import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import type { Motion } from '../motion/motion.ts';
import { poseAt } from '../motion/pose-at.ts';
import type { Robot } from '../robot/robot.ts';
import type { Configuration } from '../robot/robot-model.ts';
import { type LinkMotions, RobotPath, robotPath } from '../robot/robot-path.ts';
import { requireOneClock } from './require-one-clock.ts';

/**
 * What one robot or body does. A robot: a path, a list of configurations (the path through them), or one configuration
 * (it stands there). A body: one motion, or one a segment; those of a soft body are made by `linearMotion`.
 */
export type SceneMotion =
  | LinkMotions
  | readonly Configuration[]
  | Configuration
  | Motion
  | readonly Motion[]
  | Deformation
  | readonly Deformation[];

/** Everything that moves, segment by segment. */
export interface ResolvedMotions {
  readonly segments: number;
  /** One a robot of the scene. */
  readonly robots: readonly LinkMotions[];
  /** One list a moving body; null: it stays at its pose. */
  readonly bodies: readonly (readonly Motion[] | null)[];
  /** One list a soft body. */
  readonly soft: readonly (readonly Deformation[])[];
}

export function sceneMotions(
  robots: readonly Robot[],
  bodies: readonly string[],
  obstacles: ReadonlySet<string>,
  soft: readonly string[],
  given: Readonly<Record<string, SceneMotion>>,
): ResolvedMotions {
  if (given === null || typeof given !== 'object')
    throw new InputError(`motions: must be an object with a motion by name, got ${shownValue(given)}`);
  for (const name in given) {
    if (robots.some((robot) => robot.name === name) || bodies.includes(name) || soft.includes(name)) continue;
    const names = [...robots.map((robot) => robot.name), ...bodies, ...soft];
    const why = obstacles.has(name) ? 'it is an obstacle; list it under bodies to let it move' : `there are ${names.join(', ') || 'none'}`;
    throw new InputError(`motions: nothing named '${name}' moves; ${why}`);
  }
  const paths: LinkMotions[] = [];
  for (const robot of robots) paths.push(linkMotions(robot, given[robot.name]));
  const lists: (readonly Motion[] | null)[] = [];
  for (const name of bodies) lists.push(bodyMotions(name, given[name]));
  const deformations = soft.map((name) => softMotions(name, given[name]));
  requireOneClock(paths.filter((path) => !stands(path)));
  let segments = 1;
  for (const path of paths) segments = Math.max(segments, path.segments);
  for (const list of lists) segments = Math.max(segments, list?.length ?? 0);
  for (const list of deformations) segments = Math.max(segments, list.length);
  for (const path of paths)
    if (path.segments !== segments && !stands(path))
      throw new InputError(
        `motions: the path of '${path.robot.name}' has ${path.segments} segments, another one has ${segments}; they must be the same`,
      );
  for (let i = 0; i < lists.length; i++) {
    const list = lists[i];
    if (list !== null && list.length !== segments)
      throw new InputError(`motions: '${bodies[i]}' has ${list.length} motions for ${segments} segments; give one each`);
  }
  deformations.forEach((list, i) => {
    if (list.length !== segments)
      throw new InputError(`motions: '${soft[i]}' has ${list.length} motions for ${segments} segments; give one each`);
  });
  return { segments, robots: paths, bodies: lists, soft: deformations };
}

/** True for a path that is one configuration. */
function stands(path: LinkMotions): boolean {
  return path instanceof RobotPath && path.waypoints.length === 2 && path.waypoints[0] === path.waypoints[1];
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
    return motions;
  }
  if (Array.isArray(given) && given.length > 0 && typeof given[0] === 'object') return robotPath(robot, given as readonly Configuration[]);
  const standing = robot.configuration(given as Configuration);
  return new RobotPath(robot, [standing, standing]);
}

function bodyMotions(name: string, given: SceneMotion | undefined): readonly Motion[] | null {
  if (given === undefined) return null;
  const list = Array.isArray(given) ? (given as readonly Motion[]) : [given as Motion];
  if (list.some((motion) => (motion as Partial<Deformation> | null)?.deforming === true))
    throw new InputError(`motions: '${name}' is rigid, but its motion deforms; list it under soft instead of bodies`);
  for (const motion of list)
    if (typeof motion?.writeState !== 'function')
      throw new InputError(`motions: '${name}' needs a motion made by rigidMotion(pose0, pose1) or the like, or one a segment`);
  if (list.length === 0) throw new InputError(`motions: '${name}' has an empty list of motions`);
  for (let k = 1; k < list.length; k++)
    if (!follows(list[k - 1], list[k]))
      throw new InputError(`motions: motion ${k} of '${name}' does not begin where the one before it ends`);
  return list;
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

/** How far, relative to their lengths, two poses may differ that mean the same. */
const SAME = 1e-9;

function follows(before: Motion, after: Motion): boolean {
  const a = poseAt(before, 1);
  const b = poseAt(after, 0);
  const size = Math.abs(a.position[0]) + Math.abs(a.position[1]) + Math.abs(a.position[2]) + before.travel(0) + after.travel(0);
  const apart = a.position.some((x, k) => Math.abs(x - b.position[k]) > SAME * size);
  const turned = Math.abs(a.quaternion.reduce((sum, x, k) => sum + x * b.quaternion[k], 0)) < 1 - SAME;
  return !apart && !turned;
}
