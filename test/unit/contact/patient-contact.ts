import type { Body } from '../../../src/contact/deformation.ts';
import { MovingPair } from '../../../src/contact/moving-pair.ts';
import type { PairFirstContactOptions } from '../../../src/contact/options.ts';
import { firstContact } from '../../../src/contact/pair-query.ts';
import type { PairFirstContact } from '../../../src/contact/result.ts';

/** firstContact, but a search that does not end fails its test instead of hanging it. */
export function patientContact(a: Body, b: Body, options: PairFirstContactOptions = {}, most = 1_000_000): PairFirstContact {
  return withPatience(most, () => firstContact(a, b, options));
}

/** Runs with at most so many placements of a pair; every loop of every search places its pair. */
export function withPatience<T>(most: number, run: () => T): T {
  const { place } = MovingPair.prototype;
  let placements = 0;
  MovingPair.prototype.place = function (this: MovingPair): void {
    if (++placements > most) throw new Error(`the search has placed its pair more than ${most} times: it does not end`);
    place.call(this);
  };
  try {
    return run();
  } finally {
    MovingPair.prototype.place = place;
  }
}
