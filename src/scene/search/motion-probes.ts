/**
 * Looks for any contact of a motion at single instants, the cheapest way to a no: the end first, then halves, quarters
 * and so on. Of the edges of a planner that hit, 60 % do at their end, 75 to 90 % at one of the first four instants
 * (docs/notes/yes-no.md). A contact found is proven; that none is found proves nothing. When to look is a matter of
 * speed only: at once as long as looks like this one found something often enough, else now and then.
 */
import type { Budget } from '../../contact/budget.ts';
import type { PairDistances } from '../pairs/clearance-rules.ts';
import type { NearPairs } from '../pairs/near-pairs.ts';
import type { PairSet } from '../pairs/pair-set.ts';
import type { ScenePairs } from '../pairs/scene-pairs.ts';
import { PairLimits } from './pair-limits.ts';
import type { SceneOutcome } from './scene-outcome.ts';
import { StateSearch } from './state-search.ts';

/** Looks at a motion whose hits `found` counts, the last with all later ones; and the place there of looks ahead. */
const REMEMBERED = 12;
const OF_THOSE_AHEAD = 12;
/** What a look ahead of the search saves of it, about. */
const LEFT_AHEAD = 0.5;
/** How soon a look that was left out as useless is thought worth a try again: in one of some ten motions. */
const FORGETTING = 1 / 2048;
const LOOK = 0;
const SEARCH = 1;
/** How far ahead of a search is looked, as a share of the motion. */
const AHEAD = 1 / 64;
/** A look must save so many times its cost: free motions are not to pay for those that hit. */
const WORTH = 2;
/** Once so many contacts were found, looks are at bodies that hit before; but for one in so many, at all. */
const ENOUGH_HITS = 8;
const ALL_PAIRS = 8;
/** Unlikely looks come after so many times their cost. */
const EVERY = 4;

export class MotionProbes {
  readonly search: StateSearch;
  /** How close a pair may come, by pair; Infinity: it is not looked at. */
  limits: PairLimits;
  /** At which of the instants the looks at each motion begin: those before have been looked at, or left out. */
  before = 0;
  private readonly pairs: ScenePairs;
  private readonly own: PairLimits;
  private asked = 0;
  private looks = 0;
  /** The last look was ahead of the search. */
  private wasAhead = false;
  /** How often the first, second, … look found something, of late, and at last those ahead. */
  private readonly found: Float64Array = new Float64Array(REMEMBERED + 1).fill(0.5);
  /** What a look costs, and a search that finds a contact, in entries of a queue; as those before, about. */
  private readonly costs: Float64Array = Float64Array.of(10, 500);

  /** Where the budget is late, nothing is found. */
  constructor(pairs: ScenePairs, near: NearPairs | null, budget: Budget) {
    this.pairs = pairs;
    this.search = new StateSearch(pairs, near, budget);
    this.own = new PairLimits(pairs);
    this.limits = this.own;
  }

  /** All pairs keep one distance, or each its own, but for some that are not looked at. */
  keep(distances: number | PairDistances, exempt: PairSet): void {
    this.own.keep(distances, exempt);
    this.limits = this.own;
  }

  /** A new motion, of which some instants have been looked at already. */
  begin(): void {
    this.asked = this.before;
    this.wasAhead = true;
    this.pass();
  }

  /** The next search of this motion begins with the instant at hand. */
  goOnFromHere(): void {
    this.before = this.asked;
  }

  /** Goes on to an instant at which a look may pay: edges of a roadmap, whose ends are free, never hit there. */
  private pass(): void {
    while (this.asked < REMEMBERED - 1 && this.isUseless(this.asked)) this.asked++;
  }

  /** True: looks like this one cost more than they save, and it is left out this time. */
  private isUseless(number: number): boolean {
    const { costs, found } = this;
    const saved = found[number] * costs[SEARCH] * (number === OF_THOSE_AHEAD ? LEFT_AHEAD : 1);
    if (saved >= costs[LOOK]) return false;
    found[number] += (0.5 - found[number]) * FORGETTING;
    return true;
  }

  /** After how many more entries of the search's queue the next look pays; 0: it is likely to save the search. */
  get pause(): number {
    const { costs, found } = this;
    const likely = found[this.asked < REMEMBERED ? this.asked : REMEMBERED - 1];
    return likely * costs[SEARCH] > WORTH * costs[LOOK] ? 0 : Math.ceil(EVERY * costs[LOOK]);
  }

  /** A search found a contact of a pair, after so many entries of its queue. */
  searched(entries: number, pair: number): void {
    this.search.noteHit(pair);
    this.costs[SEARCH] += (entries - this.costs[SEARCH]) / 8;
  }

  /**
   * Looks once more if that may pay; of looks that are not likely to help every other one is ahead of the search. True:
   * a contact, which the outcome then tells.
   */
  probe(outcome: SceneOutcome): boolean {
    this.wasAhead = this.pause !== 0 && !this.wasAhead;
    if (this.wasAhead) return !this.isUseless(OF_THOSE_AHEAD) && this.ahead(outcome);
    return !(this.asked >= REMEMBERED - 1 && this.isUseless(REMEMBERED - 1)) && this.next(outcome);
  }

  /** True: a contact at the next instant, which the outcome then tells. The clock stands as before. */
  next(outcome: SceneOutcome): boolean {
    const { clock } = this.pairs;
    const now = clock[0];
    const number = this.asked++;
    clock[0] = instant(number);
    if (this.look(outcome, now, number < REMEMBERED ? number : REMEMBERED - 1)) return true;
    this.pass();
    return false;
  }

  /** The same a little beyond the instant up to which a search has come, where it is slow before a contact. */
  private ahead(outcome: SceneOutcome): boolean {
    const { clock } = this.pairs;
    const now = clock[0];
    clock[0] = now + AHEAD < 1 ? now + AHEAD : 1;
    return this.look(outcome, now, OF_THOSE_AHEAD);
  }

  private look(outcome: SceneOutcome, now: number, number: number): boolean {
    const { clock } = this.pairs;
    this.search.placeAll();
    const likely = this.search.hitCount >= ENOUGH_HITS && ++this.looks % ALL_PAIRS !== 0;
    const pair = this.search.find(this.limits, likely);
    const { costs, found } = this;
    found[number] += ((pair >= 0 ? 1 : 0) - found[number]) / 16;
    // an entry of a search takes about as long as four tests here, placing a body as two
    costs[LOOK] += (this.search.tests / 4 + this.pairs.moving.length / 2 - costs[LOOK]) / 16;
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

/** 1, then 1/2, 1/4, 3/4, 1/8, 5/8, …: the bits of the number from the last to the first. */
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
