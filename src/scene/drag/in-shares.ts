import { BodyTrajectory } from '../../motion/body-trajectory.ts';
import type { Motion } from '../../motion/motion.ts';
import { RobotPath } from '../../robot/robot-path.ts';
import type { SceneFirstContact } from '../answers/scene-result.ts';
import type { SceneMotions } from '../content/scene-motions.ts';
import type { Scene } from '../scene.ts';
import type { SceneFirstContactOptions } from '../search/scene-options.ts';

/**
 * First contact along a way, its times as shares of that. `byClock`: the motions have seconds, from 0 to 1, because
 * paths of robots with loops have segments of their own.
 */
export function inShares(scene: Scene, byClock: boolean, motions: SceneMotions, options: SceneFirstContactOptions): SceneFirstContact {
  if (!byClock) return scene.firstContact(motions, options);
  const clocked = Object.entries(motions).map(([name, motion]) => {
    const isBody = !scene.robots.some((robot) => robot.name === name) && !(motion instanceof BodyTrajectory);
    return [name, isBody ? new BodyTrajectory([motion as Motion], [0, 1]) : motion] as const;
  });
  const answer = scene.firstContact(Object.fromEntries(clocked), options);
  const times = clocked.flatMap(([, motion]) =>
    motion instanceof RobotPath || motion instanceof BodyTrajectory ? (motion.times ?? []) : [],
  );
  const knots = [...new Set([0, 1, ...times])].sort((a, b) => a - b);
  const shareOf = (time: number): number => {
    const k = Math.max(0, Math.min(knots.length - 2, Math.floor(time)));
    return knots[k] + (time - k) * (knots[k + 1] - knots[k]);
  };
  const time = answer.seconds ?? shareOf(answer.time);
  const initial = answer.initial.map((pair) =>
    pair.left === undefined ? pair : { ...pair, left: pair.left === null ? null : shareOf(pair.left) },
  );
  return { ...answer, time, fraction: time, initial };
}
