/**
 * Questions about the way through states, told by these: paths of robots with loops have segments of their own, cannot
 * always be followed, and end where the loops lead, which may be elsewhere than a state says.
 */
import { entryOf } from '../../math/entries.ts';
import { leastOf } from '../../math/extreme.ts';
import { InputError } from '../../math/input-error.ts';
import type { LoopedPath, LoopedRobot } from '../../robot/follow/looped-robot.ts';
import type { SceneFirstContact } from '../../scene/answers/scene-result.ts';
import type { SceneMotions } from '../../scene/content/scene-motions.ts';
import type { Along } from '../edges/prover.ts';
import type { States } from '../space/state-space.ts';
import type { SceneLayout } from './plan-state.ts';

/** Joints that follow are where a state says: radians, or units of length. */
const SAME = 1e-6;

export function askAlong(layout: SceneLayout, states: readonly States[], ask: (motions: SceneMotions) => SceneFirstContact): Along {
  if (!layout.hasLoops) {
    const certificate = ask(layout.motions(states));
    return { certificate, time: certificate.time };
  }
  const motions = followed(layout, states);
  if (typeof motions === 'number') return { certificate: null, time: motions };
  const looped = layout.robots.filter(({ robot }) => robot.loops !== undefined);
  const strays = looped.map(({ robot, at }) => strayOf(entryOf(motions, robot.name) as LoopedPath, at, states));
  const first = leastOf(strays);
  if (first < Infinity) return { certificate: null, time: first };
  const certificate = ask(motions);
  const { name } = looped[0].robot;
  return {
    certificate,
    time: layout.byClock ? (certificate.seconds ?? 0) : (entryOf(motions, name) as LoopedPath).waypointAt(certificate.time),
  };
}

/** The motions, or the first segment of them that cannot be followed. */
function followed(layout: SceneLayout, states: readonly States[]): SceneMotions | number {
  const tried = (some: readonly States[]): SceneMotions | null => {
    try {
      return layout.motions(some);
    } catch (error) {
      if (error instanceof InputError) return null;
      throw error;
    }
  };
  const motions = tried(states);
  if (motions !== null) return motions;
  const fails = states.findIndex((state, k) => k > 0 && tried([states[k - 1], state]) === null);
  // each by itself can be, but not where the one before it ends
  return fails > 0 ? fails - 1 : Math.max(0, states.length - 2);
}

/** Where a path first is not where the states say, or a joint that follows beyond its limits. */
function strayOf(path: LoopedPath, at: number, states: readonly States[]): number {
  const away = path.given.findIndex((values, k) => values.some((x, s) => !isNear(x, states[k][at + s])));
  const beyond = (path.robot as LoopedRobot).strays(path);
  return leastOf([away < 0 ? Infinity : Math.max(0, away - 1), ...beyond.map(({ from }) => path.waypointAt(from))]);
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= SAME * Math.max(1, Math.abs(b));
}
