import type { Budget } from '../../contact/budget.ts';
import { undecided } from '../../contact/outcome.ts';
import type { Reason, Status } from '../../contact/result.ts';

/**
 * What a method found, before it is reported as a result. Reused from query to query; the time is that of one segment
 * while it searches.
 */
export interface SceneOutcome {
  status: Status;
  time: number;
  reason: Reason;
  pair: number;
  leafA: number;
  leafB: number;
}

/** The budget is over: free up to that time, and nothing else is known. */
export function giveUp(time: number, { reason }: Budget, outcome: SceneOutcome): void {
  undecided(outcome, time, reason);
  outcome.pair = outcome.leafA = outcome.leafB = -1;
}
