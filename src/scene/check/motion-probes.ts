/**
 * Looks for any contact of a motion at single instants, the cheapest way to a no: the end, halves, quarters and so on,
 * those that showed something most often first. Of the edges of a planner that hit, 60 % do at their end, 75 to 90 % at one of the first four instants
 * (docs/notes/yes-no.md). A contact found is proven; that none is found proves nothing. When to look is a matter of
 * speed only: at once as long as looks at that instant found something often enough, else now and then.
 */
import type { Budget } from '../../contact/budget.ts';
import type { NearPairs } from '../pairs/near-pairs.ts';
import type { PairSet } from '../pairs/pair-set.ts';
import type { ScenePairs } from '../pairs/scene-pairs.ts';
import type { SceneOutcome } from '../scene-outcome.ts';
import { PairLimits } from './pair-limits.ts';
import { StateSearch } from './state-search.ts';

/** Of so many instants it is remembered how often they showed something. */
const REMEMBERED = 12;
const LOOK = 0;
const SEARCH = 1;
/** How far ahead of a search is looked, as a share of the motion. */
const AHEAD = 1 / 64;
/** A look must save so many times its cost: free motions are not to pay for those that hit. */
const WORTH = 2;
/** How likely a look is thought to show what a search found without it. */
const HOPE = 0.5;
/** Unlikely looks come after so many times their cost. */
const EVERY = 8;

export class MotionProbes {
  readonly search: StateSearch;
  /** How close a pair may come, by pair; Infinity: it is not looked at. */
  limits: PairLimits;
  /** Instants, as `looked`, that were looked at before the search of each motion. */
  before = 0;
  private readonly pairs: ScenePairs;
  private readonly own: PairLimits;
  /** One bit for each of the first instants that were looked at; and the first of the others. */
  private looked = 0;
  private later = REMEMBERED;
  /** The last look in between was ahead of the search. */
  private wasAhead = false;
  /** How often a look at the first, second, … instant found something, of late. */
  private readonly found: Float64Array = new Float64Array(REMEMBERED).fill(0.5);
  /** What a look costs, and a search that finds a contact, in entries of a queue; as those before, about. */
  private readonly costs: Float64Array = Float64Array.of(10, 500);

  /** Where the budget is late, nothing is found. */
  constructor(pairs: ScenePairs, near: NearPairs | null, budget: Budget) {
    this.pairs = pairs;
    this.search = new StateSearch(pairs, near, budget);
    this.own = new PairLimits(pairs);
    this.limits = this.own;
  }

  /** All pairs keep one distance but for some that are not looked at. */
  keep(clearance: number, exempt: PairSet): void {
    this.own.keep(clearance, exempt);
    this.limits = this.own;
  }

  /** A new motion, of which some instants have been looked at already. */
  begin(): void {
    this.looked = this.before;
    this.later = REMEMBERED;
    this.wasAhead = false;
  }

  /** What was looked at since the motion began came before its search. */
  keepLooks(): void {
    this.before = this.looked;
  }

  /** After how many more entries of the search's queue the next look pays; 0: one is likely to save the search. */
  get pause(): number {
    return this.likeliest() >= 0 ? 0 : Math.ceil(EVERY * this.costs[LOOK]);
  }

  /** The instant that most likely saves a search; −1: none does often enough. */
  private likeliest(): number {
    const { costs, found, looked } = this;
    let best = -1;
    let most = (WORTH * costs[LOOK]) / costs[SEARCH];
    for (let k = 0; k < REMEMBERED; k++) {
      if (((looked >> k) & 1) === 1 || !(found[k] > most)) continue;
      best = k;
      most = found[k];
    }
    return best;
  }

  /** A search found a contact, after so many entries of its queue. */
  searched(entries: number): void {
    const { costs, found, looked } = this;
    costs[SEARCH] += (entries - costs[SEARCH]) / 8;
    // an instant that nobody looked at might have shown it: else what is once thought unlikely is never tried again
    for (let k = 0; k < REMEMBERED; k++) if (((looked >> k) & 1) === 0 && found[k] < HOPE) found[k] += (HOPE - found[k]) / 8;
  }

  /** True: a contact at the instant that is most likely to show one, which the outcome then tells. The clock stands as before. */
  next(outcome: SceneOutcome): boolean {
    const likely = this.likeliest();
    return this.lookAt(likely >= 0 ? likely : this.firstLeft(), outcome);
  }

  /**
   * The same where no look is likely to help, in turn a little beyond the instant up to which a search has come, where
   * it is slow before a contact, and at an instant that is left, so that it stays known how often these show something.
   */
  between(outcome: SceneOutcome): boolean {
    this.wasAhead = !this.wasAhead;
    if (!this.wasAhead) return this.lookAt(this.firstLeft(), outcome);
    const { clock } = this.pairs;
    const now = clock[0];
    clock[0] = now + AHEAD < 1 ? now + AHEAD : 1;
    return this.look(outcome, now) >= 0;
  }

  private firstLeft(): number {
    for (let k = 0; k < REMEMBERED; k++) if (((this.looked >> k) & 1) === 0) return k;
    return this.later++;
  }

  private lookAt(number: number, outcome: SceneOutcome): boolean {
    const { clock } = this.pairs;
    const { found } = this;
    const now = clock[0];
    if (number < REMEMBERED) this.looked |= 1 << number;
    clock[0] = instant(number);
    const isHit = this.look(outcome, now) >= 0;
    const k = number < REMEMBERED ? number : REMEMBERED - 1;
    found[k] += ((isHit ? 1 : 0) - found[k]) / 16;
    return isHit;
  }

  /** Looks at the instant in the clock, and sets it back. */
  private look(outcome: SceneOutcome, now: number): number {
    const { clock, moving } = this.pairs;
    const { costs, search } = this;
    search.take();
    const pair = search.find(this.limits);
    // an entry of a search takes about as long as three tests here, placing a body as two
    costs[LOOK] += (search.tests / 3 + (2 * moving.length) / 3 - costs[LOOK]) / 16;
    if (pair >= 0) {
      outcome.status = 'contact';
      outcome.time = clock[0];
      outcome.pair = pair;
      outcome.leafA = search.leafA;
      outcome.leafB = search.leafB;
    }
    clock[0] = now;
    return pair;
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
