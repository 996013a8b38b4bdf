import type { Configuration } from '../../robot/robot-model.ts';
import type { SceneMotions } from '../../scene/content/scene-motions.ts';
import type { Scene } from '../../scene/scene.ts';
import type { SceneFirstContactOptions } from '../../scene/search/scene-options.ts';
import type { JointNumbers } from './limits.ts';

/** How a path is timed, and against what it is certified. */
export interface TimedOptions
  extends Pick<
    SceneFirstContactOptions,
    'clearance' | 'tolerance' | 'start' | 'arrive' | 'leave' | 'ends' | 'maxIterations' | 'maxMilliseconds'
  > {
  /**
   * Corners may be cut where every joint is within this of the corner: radians, or units of length; for all or by joint
   * name. 0: it stops at every corner. Default: 0; with a scene Infinity, because every cut is certified.
   */
  readonly radius?: JointNumbers;
  /** Against what the trajectory is certified. Default: against nothing. */
  readonly scene?: Scene;
  /** How the others in the scene move, by name, as in `scene.firstContact`. Default: as the scene says. */
  readonly motions?: SceneMotions;
  /** Velocities at the start, per second; they must point along the path. Default: at rest. */
  readonly startVelocities?: Configuration;
  /** Velocities at the end, per second; they must point along the path. Default: at rest. */
  readonly endVelocities?: Configuration;
}

export const TIMED_OPTIONS: readonly string[] = [
  ...['clearance', 'tolerance', 'start', 'arrive', 'leave', 'ends', 'maxIterations', 'maxMilliseconds'],
  ...['radius', 'scene', 'motions', 'startVelocities', 'endVelocities'],
];
