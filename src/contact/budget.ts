/**
 * Limits on the work of one question, and the one clock of the core. Iterations are counted one by one, so that a limit
 * on them gives the same bits everywhere. The clock is looked at once in a while, because asking it costs: after as
 * many units as took some tenth of a millisecond before, never more than MOST_UNITS. So at most MOST_UNITS units run
 * on after the deadline, and whoever does work in a loop of unknown length must take a unit (`spent` or `isLate`) for
 * every piece of it [docs/notes/budgets.md].
 */
declare const performance: { now(): number; readonly timeOrigin: number };

/** Tells milliseconds from any origin; never backwards. */
export type Clock = () => number;

/** Units between two looks at the clock, at most; a unit is about a pair of nodes or of triangles: a microsecond. */
export const MOST_UNITS = 64;
/** Pairs less one that are only passed over in one unit; 2 to some power less one. */
export const PAIRS_A_UNIT = 15;
/** When a pause was shorter than this (milliseconds), the next one has twice as many units … */
const SHORT_PAUSE = 0.05;
/** … when it was longer than this, an eighth. */
const LONG_PAUSE = 0.25;

const systemClock: Clock = () => performance.now();
let clock: Clock = systemClock;

/** Milliseconds, for budgets and statistics: no other answer depends on them. */
export function milliseconds(): number {
  return clock();
}

/** The same from an origin that all workers of a machine share, for deadlines that travel. */
export function sharedMilliseconds(): number {
  return clock === systemClock ? performance.timeOrigin + clock() : clock();
}

/** What the clock will show after so many milliseconds; Infinity: no limit, and the clock is not asked. */
export function deadlineIn(allowed: number): number {
  return allowed === Infinity ? Infinity : clock() + allowed;
}

/** Milliseconds until then, at least 0. */
export function leftUntil(deadline: number): number {
  return deadline === Infinity ? Infinity : Math.max(0, deadline - clock());
}

/** For tests: every budget of this program goes by this clock from now on; undefined: by the system's again. */
export function setClock(given: Clock | undefined): void {
  clock = given ?? systemClock;
}

/** Limits of one question; without `start` there are none. */
export class Budget {
  reason: 'iterations' | 'milliseconds' = 'iterations';
  /** Time is over; it stays so. */
  late = false;
  private left = Infinity;
  private deadline = Infinity;
  private looked = 0;
  /** Units until the next look, and those between two. */
  private pause = 1;
  private units = 1;
  /** Once over, it stays so. */
  private over = false;

  /** So many iterations and milliseconds from now on. */
  start(iterations: number, allowed: number): void {
    this.startUntil(iterations, deadlineIn(allowed));
  }

  /** The same up to a time of the clock, `deadlineIn` some milliseconds. */
  startUntil(iterations: number, deadline: number): void {
    this.left = iterations;
    this.over = this.late = false;
    this.deadline = deadline;
    this.pause = this.units = 1;
    if (deadline !== Infinity) this.looked = clock();
  }

  /** So many iterations are left from now on, unless it is over. */
  renew(iterations: number): void {
    this.left = iterations;
  }

  /** Takes one iteration, and as many units of time; true when nothing was left. */
  spent(units = 1): boolean {
    if (this.over) return true;
    if (--this.left < 0) {
      this.reason = 'iterations';
      this.over = true;
      return true;
    }
    if (this.deadline === Infinity) return false;
    this.pause -= units;
    return this.pause <= 0 && this.look();
  }

  /** Takes units of time only, for work that is no iteration; true when time is over. */
  isLate(units = 1): boolean {
    if (this.deadline === Infinity) return false;
    this.pause -= units;
    return this.late || (this.pause <= 0 && this.look());
  }

  /** Looks at the clock now; true when time is over. */
  isOver(): boolean {
    return this.late || (this.deadline !== Infinity && this.look());
  }

  /** What is left of the time, in milliseconds; Infinity: there is no limit. */
  rest(): number {
    return leftUntil(this.deadline);
  }

  private look(): boolean {
    const now = clock();
    const took = now - this.looked;
    this.looked = now;
    if (took > LONG_PAUSE) this.units = this.units > 8 ? this.units >> 3 : 1;
    else if (took < SHORT_PAUSE && this.units < MOST_UNITS) this.units *= 2;
    this.pause = this.units;
    if (now < this.deadline) return false;
    this.reason = 'milliseconds';
    this.over = this.late = true;
    return true;
  }
}

/** For whoever is asked without limits. */
export const NO_LIMITS: Budget = new Budget();
