import type { Reason, Status } from './result.ts';

/** What a method found, before it is reported as a result. Reused from query to query. */
export interface Outcome {
  status: Status;
  time: number;
  reason: Reason;
  /** The leaves (numbers in their trees) that are in contact. */
  leafA: number;
  leafB: number;
}

/** Nothing is decided from a time on; before a search too, which decides what it can. */
export function undecided(outcome: Outcome, time: number, reason: Reason = 'precision'): void {
  outcome.status = 'unresolved';
  outcome.reason = reason;
  outcome.time = time;
}
