/**
 * The latest instant found before a contact at which everything is proven to be safe. `excess(t)`: by how much what is
 * proven to be free at t is more than what is asked for; safe is what is above 0, and only an instant that was asked
 * is given. Distances that close in are almost linear in time shortly before a contact, so that few instants are asked.
 */

/** Share of a segment: how long before the contact the first instant asked is. */
const FIRST_STEP = 2 ** -20;
/** What is left between the instant given and a later one that is not safe, at most; relative beyond 1. */
const CLOSE = 2 ** -40;
/** Instants asked between the two: twice as many as halving would take. */
const MOST_ASKED = 80;

/** null: none was found, or `isOver` came first. */
export function latestSafe(time: number, excess: (at: number) => number, isOver: () => boolean): number | null {
  if (isOver()) return null;
  const start = Math.ceil(time) - 1;
  let high = time;
  let aboveHigh = Math.min(0, excess(high));
  let low = start;
  let aboveLow = 0;
  for (let step = FIRST_STEP; ; ) {
    if (isOver()) return null;
    low = Math.max(start, time - step);
    aboveLow = excess(low);
    if (aboveLow > 0 || low === start) break;
    // as far back as the line through the two leads, and a quarter more
    const rise = aboveLow - aboveHigh;
    const wanted = rise > 0 ? (1.25 * (high - low) * -aboveLow) / rise : Infinity;
    high = low;
    aboveHigh = aboveLow;
    step = Math.min(1024 * step, Math.max(4 * step, time - low + wanted));
  }
  while (!(aboveLow > 0)) {
    if (low <= 0 || isOver()) return null;
    high = low;
    aboveHigh = Math.min(0, aboveLow);
    aboveLow = excess(--low);
  }
  // the Illinois method, and halves where it is slow
  let [weightLow, weightHigh] = [aboveLow, -aboveHigh];
  let side = 0;
  for (let k = 0; k < MOST_ASKED && high - low > CLOSE * Math.max(1, high) && !isOver(); k++) {
    const share = k % 4 === 3 || !(weightLow + weightHigh < Infinity) ? 0.5 : weightLow / (weightLow + weightHigh);
    const middle = low + (high - low) * Math.min(1 - 2 ** -10, Math.max(2 ** -10, share));
    if (middle <= low || middle >= high) break;
    const above = excess(middle);
    if (above > 0) {
      low = middle;
      weightLow = above;
      if (side === 1) weightHigh /= 2;
      side = 1;
    } else {
      high = middle;
      weightHigh = -above;
      if (side === -1) weightLow /= 2;
      side = -1;
    }
  }
  return low;
}
