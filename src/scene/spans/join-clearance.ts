/** What spans of a path answered to the steps of a clearance, as the answer of the whole. */
import { type ClearanceReply, type NearerInstant, toBeat } from '../answers/path-clearance.ts';

/**
 * The last instant at which anything is closer than at all before, of the instants of all spans in order. Not `exact`:
 * its span did not know how close others were before it, and of several at the same distance may have told another two;
 * `below` says how close they were.
 */
export function joinInstants(
  instants: readonly NearerInstant[],
  below: number,
): { readonly last: NearerInstant | null; readonly exact: boolean } {
  let upper = below;
  let last: NearerInstant | null = null;
  let exact = true;
  for (const { nearest, below: known } of instants) {
    // in contact: nothing is looked at beyond that
    if (upper === 0) break;
    if (!(nearest.distance < upper)) continue;
    exact = known === upper;
    last = { nearest, below: upper };
    upper = toBeat(nearest.distance);
  }
  return { last, exact };
}

/** Spans in order; as if they shared the iterations, all of them allowed to each. */
export function joinSteps(spans: readonly ClearanceReply[], maxIterations: number): ClearanceReply {
  let iterations = 0;
  for (const span of spans) {
    iterations += span.iterations;
    // the search along the whole path would have ended here
    if (iterations > maxIterations) return { status: 'unresolved', nearest: null, iterations };
    if (span.status !== 'free') return { ...span, iterations };
  }
  return { status: 'free', nearest: null, iterations };
}
