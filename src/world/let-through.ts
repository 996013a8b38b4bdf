/**
 * Pairs that touch or overlap and were told: when are they told again?
 * Guarantee: nothing goes through anything unheard. A pair that was told as overlapping, answered or not, is told again
 * each time it is seen to have sunk twice as deep as it was at the least since (at first by two tolerances more), so
 * that a passage is told a number of times that grows with the logarithm of its depth. Whoever was told a contact and
 * did not answer has let the pair through: it is told again after it has been apart.
 */
import type { Watch } from './watch.ts';
import type { WorldEvent } from './world-event.ts';

/**
 * Is told a contact, and says what became of it. Held: answered or not, the two are stopped against each other.
 * Consented: whoever was asked lets the pair through until it is apart again; let through: an overlap that nobody has
 * answered.
 */
export type Report = (watch: Watch, status: WorldEvent['status']) => 'answered' | 'held' | 'consented' | 'let through' | 'stopped';

/** In tolerances: what parts straight is out of the tolerance by then, and is not told again on its way out. */
const FIRST_STEP = 2;

/** After a look at a pair that was told: whether it is deeper now than that told. */
export function goesDeeper(watch: Watch, clearance: number): boolean {
  if (watch.consented) return false;
  const sunk = watch.sunk(clearance);
  watch.shallowest = Math.min(watch.shallowest, sunk);
  return sunk >= Math.max(2 * watch.shallowest, watch.shallowest + FIRST_STEP * (watch.band - clearance));
}

/** Notes what became of a pair that was told; a stopped one is told again as it is. */
export function noteTold(
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
  watch.againWay = 0;
}

/**
 * The way after which a pair that was told is looked at again, at most `most`: at first soon, and less and less so
 * while it does not go deeper, because one that slides along, or turns, must not be looked at forever.
 */
export function nextWay(watch: Watch, clearance: number, most: number): number {
  if (watch.consented) return most;
  watch.againWay = Math.min(Math.max(2 * watch.againWay, watch.band - clearance), most);
  return watch.againWay;
}
