/** What is said between a plan that is raced and its workers. */
import type { PathSoFar, PlanProgress, PlanRequest } from '../goals/plan-options.ts';
import type { Plan } from '../plan-result.ts';

/** What a worker is asked. */
export interface RaceTask {
  /** The request without what does not travel. */
  readonly request: Omit<PlanRequest, 'batch' | 'signal' | 'onProgress' | 'onPath' | 'maxMilliseconds'>;
  /** When it must end, by `sharedMilliseconds`. */
  readonly until: number;
}

/** What a worker tells in the middle of its work. */
export interface RaceNews {
  /** Work so far, counted. */
  readonly work: number;
  readonly progress?: PlanProgress;
  readonly path?: PathSoFar;
}

/** What became of one seed. */
export interface RaceAnswer {
  /** The plan without motions, which are made again from the states. */
  readonly plan: Omit<Plan, 'path'>;
  readonly work: number;
  /** Whether it found what was asked for, and did not end for any other reason. */
  readonly reached: boolean;
}
