/** Motions of robots with loops, which the processor follows: straight in the joints that are driven. */
import { type CheckedMotions, sceneMotionsAt } from '../../batch/motion-rows.ts';
import { InputError } from '../../math/input-error.ts';
import { poseAt } from '../../motion/pose-at.ts';
import type { RigidMotion } from '../../motion/rigid-motion.ts';
import type { LoopedPath } from '../../robot/follow/looped-robot.ts';
import type { SceneFirstContact } from '../../scene/answers/scene-result.ts';
import { motionsOfStates, type SceneState } from '../../scene/content/scene-states.ts';
import type { Scene } from '../../scene/scene.ts';
import type { SceneFirstContactOptions } from '../../scene/search/scene-options.ts';

export function hasLoops({ robots }: Scene): boolean {
  return robots.some(({ loops }) => loops !== undefined);
}

/** As a share of the motion; what cannot be followed, or ends elsewhere than is said, is unresolved from its start. */
export function loopedContactAt(
  scene: Scene,
  rows: CheckedMotions,
  i: number,
  options: SceneFirstContactOptions,
): Pick<SceneFirstContact, 'status' | 'time'> {
  try {
    const given = Object.entries(sceneMotionsAt(scene, rows, i));
    const state = (end: 0 | 1): SceneState =>
      Object.fromEntries(
        given.map(([name, motion]) => [name, Array.isArray(motion) ? (motion[end] as Float64Array) : poseAt(motion as RigidMotion, end)]),
      );
    const names = { robots: scene.robots, bodies: scene.bodies.map(({ name }) => name), soft: [], obstacles: new Set<string>() };
    const motions = motionsOfStates(names, state(0), state(1), `motion ${i}`);
    const { status, time, seconds } = scene.firstContact(motions, options);
    if (seconds !== undefined) return { status, time: seconds };
    const [path] = Object.values(motions);
    return { status, time: (path as LoopedPath).waypointAt(time) };
  } catch (error) {
    if (error instanceof InputError) return { status: 'unresolved', time: 0 };
    throw error;
  }
}
