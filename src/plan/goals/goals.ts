/** Where to go, as callers say it. */
import type { PoseGoal } from '../../robot/inverse/pose-goal.ts';
import type { PlanState } from './plan-state.ts';

/** A pose that a link is to have, by whatever configuration: see `inverseKinematics`. */
export interface LinkGoal extends PoseGoal {
  /** Name of the robot whose link it is. Default: the only robot. */
  readonly robot?: string;
}

/** One of several goals will do. */
export interface AnyOf {
  /** The goals. */
  readonly anyOf: readonly (PlanState | LinkGoal)[];
}

/** A state, the name of one, the pose of a link, or one of several. */
export type Goal = PlanState | LinkGoal | AnyOf;
