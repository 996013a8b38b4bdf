import type { ClearanceRules } from '../../robot/clearance-rules.ts';

/** What a checker asks of every state and motion. */
export interface MotionCheckerOptions {
  /** As in `scene.firstContact`. Default: the scene's. */
  readonly clearance?: number | ClearanceRules;
  /** As in `scene.firstContact`. Default: the scene's. */
  readonly tolerance?: number;
  /** For each question: what is not proven by then is a no. Default: no limit. */
  readonly maxMilliseconds?: number;
}

export const CHECKER_OPTIONS: readonly string[] = ['clearance', 'tolerance', 'maxMilliseconds'];
