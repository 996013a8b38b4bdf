/**
 * Looks for any contact of a motion at single instants, the cheapest way to a no: the end first, then halves, quarters
 * and so on. Of the edges of a planner that hit, 60 % do at their end, 75 to 90 % at one of the first four instants
 * [docs/notes/yes-no.md]. A contact found is proven; that none is found proves nothing.
 */
import type { SceneOutcome } from '../scene-outcome.ts';
import type { ScenePairs } from '../scene-pairs.ts';
import { StateSearch } from './state-search.ts';

export class MotionProbes {
  readonly search: StateSearch;
  /** How close a pair may come, by pair; Infinity: it is not looked at. */
  limits: Float64Array;
  /** At how many instants of each motion it was looked before it is given here. */
  before = 0;
  private readonly pairs: ScenePairs;
  private readonly own: Float64Array;
  private asked = 0;

  constructor(pairs: ScenePairs) {
    this.pairs = pairs;
    this.search = new StateSearch(pairs);
    this.own = new Float64Array(pairs.topFrom + pairs.movable);
    this.limits = this.own;
  }

  /** All pairs keep one distance but for some that are not looked at. */
  keep(clearance: number, exempt: readonly number[]): void {
    const { own, pairs } = this;
    own.fill(clearance);
    for (const pair of exempt) own[pair] = Infinity;
    for (let pair = 0; pair < pairs.topFrom; pair++) if (pairs.ignored[pair] === 1) own[pair] = Infinity;
    this.limits = own;
  }

  /** A new motion. */
  begin(): void {
    this.asked = this.before;
  }

  /** True: a contact at the next instant, which the outcome then tells. The clock stands as before. */
  next(outcome: SceneOutcome): boolean {
    const { clock } = this.pairs;
    const now = clock[0];
    clock[0] = instant(this.asked++);
    this.search.take();
    const pair = this.search.find(this.limits);
    if (pair >= 0) {
      outcome.status = 'contact';
      outcome.time = clock[0];
      outcome.pair = pair;
      outcome.leafA = this.search.leafA;
      outcome.leafB = this.search.leafB;
    }
    clock[0] = now;
    return pair >= 0;
  }
}

/** 1, then 1/2, 1/4, 3/4, 1/8, 5/8, …: the bits of the number from the last to the first [van der Corput 1935]. */
function instant(number: number): number {
  if (number === 0) return 1;
  let t = 0;
  let share = 0.5;
  for (let n = number; n > 0; n >>= 1) {
    if ((n & 1) === 1) t += share;
    share /= 2;
  }
  return t;
}
