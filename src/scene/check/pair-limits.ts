import type { ClearanceClass } from '../content/clearance-rules.ts';
import type { ScenePairs } from '../scene-pairs.ts';

/** How far apart each pair must be: its clearance and some more; Infinity where it is never tested. */
export function pairLimits(pairs: ScenePairs, classes: readonly ClearanceClass[], more: number): Float64Array {
  const { topFrom, standingFrom, movable, ignored } = pairs;
  const limits = new Float64Array(topFrom + movable);
  for (const { clearance, others } of classes) {
    const other = new Set(others);
    for (let pair = 0; pair < topFrom; pair++) if (!other.has(pair)) limits[pair] = ignored[pair] === 1 ? Infinity : clearance + more;
  }
  // against the tree over all that stands, the largest of any
  const standing = pairs.standing.length;
  for (let k = 0; k < movable; k++) {
    let most = -Infinity;
    for (let s = 0; s < standing; s++) {
      const limit = limits[standingFrom + k * standing + s];
      if (limit < Infinity) most = Math.max(most, limit);
    }
    limits[topFrom + k] = most === -Infinity ? Infinity : most;
  }
  return limits;
}
