/** The motions that a question is about, by name, as a scene takes them. */
import { InputError, restMotion, type SceneMotions } from 'inbetween';
import type { AskedPath } from '../ask/protocol.ts';
import type { Opened } from './opened.ts';

export function askedMotions(opened: Opened, path: AskedPath): SceneMotions {
  if ('number' in path) {
    const found = opened.paths[path.number];
    if (found === undefined) throw new InputError(`there is no path ${path.number}; there are ${opened.paths.length}`);
    return found.motions;
  }
  return robotMotions(opened, path.robot, path.waypoints);
}

/**
 * One robot goes through waypoints, all else stands: other robots where they start, bodies at their poses, also those
 * that conveyors move or grippers carry otherwise.
 */
export function robotMotions(opened: Opened, robot: string, waypoints: readonly (readonly number[])[]): SceneMotions {
  const { scene, starts } = opened;
  if (!scene.robots.some(({ name }) => name === robot)) throw new InputError(`there is no robot called '${robot}'`);
  // a single waypoint is a motion that stays there
  const way = waypoints.length === 1 ? [waypoints[0], waypoints[0]] : waypoints;
  const robots = scene.robots.map((one, i) => [one.name, one.name === robot ? one.path(way) : starts[i]] as const);
  return { ...Object.fromEntries(robots), ...standingBodies(opened, way.length - 1) };
}

/** Everything at its start. */
export function standingMotions(opened: Opened): SceneMotions {
  const { scene, starts } = opened;
  return { ...Object.fromEntries(scene.robots.map(({ name }, i) => [name, starts[i]])), ...standingBodies(opened, 1) };
}

/** Those that would move by themselves, one motion a segment. */
function standingBodies({ scene }: Opened, segments: number): SceneMotions {
  const moving = scene.bodies.filter(({ name }) => Object.hasOwn(scene.bodyMotions, name));
  return Object.fromEntries(
    moving.map(({ name, pose }) => {
      const rest = restMotion(pose ?? { position: [0, 0, 0] });
      return [name, Array.from({ length: segments }, () => rest)] as const;
    }),
  );
}
