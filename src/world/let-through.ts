/**
 * Pairs that touch or overlap and were reported: when are they reported again?
 * Guarantee: nothing goes through anything unheard. A pair that was reported as overlapping, answered or not, is
 * reported again each time it is seen to have sunk twice as deep as it was at the least since (at first by two
 * tolerances more), so that a passage is reported a number of times that grows with the logarithm of its depth. Who
 * does not answer the report of a contact has let the pair through: it is reported again after it has been apart.
 */
import type { Watch } from './watch.ts';
import type { WorldEvent } from './world-event.ts';

/**
 * Reports a contact, and returns what became of it. Held: answered or not, the two are stopped against each other.
 * Consented: whoever was asked lets the pair through until it is apart again; let through: an overlap that nobody has
 * answered.
 */
export type Report = (watch: Watch, status: WorldEvent['status']) => 'answered' | 'held' | 'consented' | 'let through' | 'stopped';

/** In tolerances: what parts straight is out of the tolerance by then, and not reported again on its way out. */
const FIRST_STEP = 2;

/** After a check of a pair that was reported: whether it is so much deeper now that it is reported again. */
export function goesDeeper(watch: Watch, clearance: number): boolean {
  if (watch.consented) return false;
  const sunk = watch.sunk(clearance);
  watch.shallowest = Math.min(watch.shallowest, sunk);
  return sunk >= Math.max(2 * watch.shallowest, watch.shallowest + FIRST_STEP * (watch.band - clearance));
}

/** Notes what became of a pair that was reported; a stopped one is reported again as it is. */
export function noteReport(
  watch: Watch,
  status: WorldEvent['status'],
  outcome: Exclude<ReturnType<Report>, 'stopped'>,
  clearance: number,
): void {
  if (!watch.passing) watch.mark();
  watch.passing = (outcome !== 'answered' && outcome !== 'held') || status !== 'contact';
  watch.holds = outcome === 'held';
  watch.consented = outcome === 'consented';
  watch.shallowest = watch.sunk(clearance);
  watch.recheckTravel = 0;
}

/**
 * Distance to travel until a pair that was reported is checked again, at most `most`: short at first, longer and longer
 * while it does not go deeper, because one that slides along, or turns, must not be checked forever.
 */
export function nextTravel(watch: Watch, clearance: number, most: number): number {
  if (watch.consented) return most;
  watch.recheckTravel = Math.min(Math.max(2 * watch.recheckTravel, watch.band - clearance), most);
  return watch.recheckTravel;
}
