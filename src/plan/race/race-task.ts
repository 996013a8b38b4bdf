/** What is said between a plan that is raced and its workers. */
import type { PathSoFar, PlanProgress, PlanRequest } from '../plan-options.ts';
import type { Plan } from '../plan-result.ts';

/** Who plans with several seeds at once: a `Batch` of the same scene is one. */
export interface PlanBatch {
  /** Whose paths are planned: the scene that `plan` is given. */
  readonly scene: unknown;
  /** How many workers there are, and seeds are tried. */
  readonly size: number;
  /**
   * Has a worker do something about the scene.
   * @internal
   */
  task<T>(service: string, payload: unknown, options: RaceOptions): Promise<{ readonly value: T }>;
}

export interface RaceOptions {
  readonly onTold: (told: unknown) => void;
  readonly signal: RaceSignal;
}

/** What is needed of an AbortSignal. */
export interface RaceSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options: { readonly once: true }): void;
}

/** A request without what does not travel. */
export type RaceRequest = Omit<PlanRequest, 'batch' | 'signal' | 'onProgress' | 'onPath'>;

/** What a worker tells in the middle of its work. */
export interface RaceNews {
  /** Work so far, counted. */
  readonly work: number;
  readonly progress?: PlanProgress;
  readonly path?: PathSoFar;
}

/** What became of one seed. */
export interface RaceAnswer {
  /** Its motions are made again from the states. */
  readonly plan: Omit<Plan, 'path'>;
  readonly work: number;
  /** It found what was asked for, and did not end for any other reason. */
  readonly reached: boolean;
}
