import type { Reason, Status } from '../contact/result.ts';

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
