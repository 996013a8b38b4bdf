/** What a question is about: a scene, and motions in it by name. */
import { InputError, Scene, type SceneMotions } from 'inbetween';
import type { AskedPath } from '../ask/protocol.ts';
import type { Opened } from './opened.ts';

/** Who is asked, and what. */
export interface AskedMotions {
  readonly scene: Scene;
  readonly motions: SceneMotions;
}

export function askedMotions(opened: Opened, path: AskedPath): AskedMotions {
  if (!('number' in path)) return robotMotions(opened, path.robot, path.waypoints);
  const found = opened.paths[path.number];
  if (found === undefined) throw new InputError(`there is no path ${path.number}; there are ${opened.paths.length}`);
  return { scene: opened.scene, motions: found.motions };
}

/** One robot goes through waypoints, all else stands: other robots where they start, all bodies at their poses. */
export function robotMotions(opened: Opened, robot: string, waypoints: readonly (readonly number[])[]): AskedMotions {
  const { starts } = opened;
  const scene = standingScene(opened);
  if (!scene.robots.some(({ name }) => name === robot)) throw new InputError(`there is no robot called '${robot}'`);
  // a single waypoint is a motion that stays there
  const points = waypoints.length === 1 ? [waypoints[0], waypoints[0]] : waypoints;
  const robots = scene.robots.map((one, i) => [one.name, one.name === robot ? one.path(points) : starts[i]] as const);
  return { scene, motions: Object.fromEntries(robots) };
}

const standing: WeakMap<Scene, { readonly revision: number; readonly scene: Scene }> = new WeakMap();

/**
 * The same scene with all that stands while a robot is moved by hand, planned for or tried at random: what conveyors move
 * and grippers carry is an obstacle there, and touches what it stands on without that being reported.
 */
export function standingScene({ scene }: Opened): Scene {
  const known = standing.get(scene);
  if (known?.revision === scene.revision) return known.scene;
  const moving = new Set(Object.keys(scene.bodyMotions));
  const made =
    moving.size === 0
      ? scene
      : new Scene({
          ...scene.options,
          obstacles: [...scene.obstacles, ...scene.bodies.filter(({ name }) => moving.has(name))],
          bodies: scene.bodies.filter(({ name }) => !moving.has(name)),
          bodyMotions: {},
        });
  standing.set(scene, { revision: scene.revision, scene: made });
  return made;
}
