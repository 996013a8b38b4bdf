/** What long work is given from outside, and what it reports. */

/** Set from outside when time is over, or it was cancelled. */
export interface Halt {
  over: boolean;
  /** Random states that may still be tried. */
  samples: number;
}

/** What is being done: a path is looked for, made shorter, proven. */
export type Stage = 'search' | 'shorten' | 'prove';
