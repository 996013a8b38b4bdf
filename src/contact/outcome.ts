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
