import type { ClearanceRules } from '../../robot/clearance-rules.ts';

/** What a checker asks of every state and motion. */
export interface MotionCheckerOptions {
  /** As in `scene.firstContact`. Default: the scene's. */
  readonly clearance?: number | ClearanceRules;
  /** As in `scene.firstContact`. Default: the scene's. */
  readonly tolerance?: number;
}

export const CHECKER_OPTIONS: readonly string[] = ['clearance', 'tolerance'];
