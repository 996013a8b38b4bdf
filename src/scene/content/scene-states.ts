/** States of a scene as people write them, for questions about one instant or the straight way between two. */

import { checkByName } from '../../math/check-record.ts';
import { entryOf, setEntry } from '../../math/entries.ts';
import { InputError } from '../../math/input-error.ts';
import { checkedPose, type Pose } from '../../math/pose.ts';
import { shownNames } from '../../math/shown-name.ts';
import { BodyTrajectory } from '../../motion/body-trajectory.ts';
import { restMotion, rigidMotion } from '../../motion/rigid-motion.ts';
import type { Configuration } from '../../robot/robot-model.ts';
import { RobotPath } from '../../robot/robot-path.ts';
import type { MovingNames, SceneMotion } from './scene-motions.ts';

/**
 * Where everything is: a configuration of the scene's only robot, or by name the configuration of every robot and the
 * poses of bodies. Bodies that are not named stand at their poses.
 */
export type SceneState = Configuration | Readonly<Record<string, Configuration | Pose>>;

/** Joints that follow are where they are said to be: radians, or units of length. */
const SAME = 1e-3;

/** Everything straight from one state to another, or standing where they are one. */
export function motionsOfStates(names: MovingNames, from: SceneState, to: SceneState, what: string): Record<string, SceneMotion> {
  const a = byName(names, from, what);
  const b = from === to ? a : byName(names, to, what);
  const out: Record<string, SceneMotion> = {};
  // paths that keep loops closed have segments of their own
  const byClock = from !== to && names.robots.length + names.bodies.length > 1 && names.robots.some(({ loops }) => loops !== undefined);
  for (const robot of names.robots) {
    const start = robot.configuration(entryOf(a, robot.name) as Configuration);
    const end = from === to ? start : robot.configuration(entryOf(b, robot.name) as Configuration, start);
    const path = byClock
      ? robot.trajectory([start, end].map((positions, time) => ({ time, positions })))
      : from === to || robot.loops === undefined
        ? new RobotPath(robot, [start, end])
        : robot.path([start, end]);
    const last = path.waypoints[path.segments];
    if (robot.loops !== undefined && end.some((x, s) => Math.abs(x - last[s]) > SAME * Math.max(1, Math.abs(x))))
      throw new InputError(`${what}: robot '${robot.name}': what follows is elsewhere where its loops lead than the second state has it`);
    setEntry(out, robot.name, path);
  }
  for (const name of names.bodies) {
    const poses = [entryOf(a, name), entryOf(b, name)];
    if ((poses[0] === undefined) !== (poses[1] === undefined))
      throw new InputError(`${what}: '${name}' has a pose in one of the two states only`);
    if (poses[0] === undefined) continue;
    const [start, end] = poses.map((pose) => checkedPose(pose as Pose, `${what}: '${name}'`));
    const motion = from === to ? restMotion(start) : rigidMotion(start, end);
    setEntry(out, name, byClock ? new BodyTrajectory([motion], [0, 1]) : motion);
  }
  return out;
}

function byName({ robots, bodies }: MovingNames, state: SceneState, what: string): Readonly<Record<string, Configuration | Pose>> {
  const isList = Array.isArray(state) || ArrayBuffer.isView(state);
  if (!isList) checkByName(state, `${what}:`);
  const names = new Set([...robots.map(({ name }) => name), ...bodies]);
  const keys = Object.keys(state);
  const isNamed = !isList && keys.length > 0 && keys.every((key) => names.has(key));
  if (robots.length === 1 && !isNamed && !(keys.some((key) => names.has(key)) && !isList))
    return { [robots[0].name]: state as Configuration };
  const wrong = isList ? 'one list' : keys.find((key) => !names.has(key));
  if (wrong !== undefined)
    throw new InputError(`${what}: needs a configuration or a pose by name, of ${shownNames(names)}; got ${isList ? wrong : `'${wrong}'`}`);
  for (const { name } of robots) if (!Object.hasOwn(state, name)) throw new InputError(`${what}: robot '${name}' has no configuration`);
  return state as Readonly<Record<string, Configuration | Pose>>;
}
