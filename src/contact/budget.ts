/** Limits on the work of one query. Milliseconds are looked at once in a while only, because asking the clock costs. */
declare const performance: { now(): number };

const LOOKS_BETWEEN = 256;

/** Milliseconds, for statistics only: no answer depends on them. */
export function milliseconds(): number {
  return performance.now();
}

export class Budget {
  reason: 'iterations' | 'milliseconds' = 'iterations';
  private left = Infinity;
  private deadline = Infinity;
  private looks = 0;
  /** Once over, it stays so. */
  private over = false;

  start(iterations: number, allowed: number): void {
    this.left = iterations;
    this.deadline = allowed === Infinity ? Infinity : performance.now() + allowed;
    this.looks = 0;
    this.over = false;
  }

  /** Looks at the clock now, and takes nothing: for long work beside what is counted. True when the time is over. */
  late(): boolean {
    if (!this.over && this.deadline !== Infinity && performance.now() >= this.deadline) {
      this.reason = 'milliseconds';
      this.over = true;
    }
    return this.over;
  }

  /** Takes one unit; true when nothing was left. */
  spent(): boolean {
    if (this.over) return true;
    if (--this.left < 0) {
      this.reason = 'iterations';
      this.over = true;
      return true;
    }
    if (this.deadline !== Infinity && this.looks++ % LOOKS_BETWEEN === 0 && performance.now() >= this.deadline) {
      this.reason = 'milliseconds';
      this.over = true;
      return true;
    }
    return false;
  }
}
