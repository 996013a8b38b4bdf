import type { Answered, QuestionOptions, Reference } from './question.ts';

/** How an answer compares with a scene's reference bracket. */
export type Verdict = 'right' | 'missed' | 'late' | 'early' | 'false positive' | 'unresolved';
export const VERDICTS: readonly Verdict[] = ['right', 'missed', 'late', 'early', 'false positive', 'unresolved'];

/**
 * In units of time: the references are rounded to 1e-12 and found by bisection, and their lower end by steps that stop
 * at the touch distance.
 */
const LATE_SLACK = 1e-6;
const EARLY_SLACK = 1e-3;

/**
 * The references tell the first contact at clearance 0, within `touch`: why answers to these options cannot be judged
 * by them.
 */
export function whyNotJudged(options: QuestionOptions, touch: number | undefined): string | undefined {
  const { clearance, tolerance, mode, start } = options;
  if (clearance > 0) return `the references are for clearance 0, and --clearance is ${clearance}`;
  if (mode === 'any') return 'the references are for the first contact, and --mode any finds any';
  if (start === 'leaving') return 'the references are for the first contact, and --start leaving passes over the one at the start';
  if (tolerance === undefined || (touch !== undefined && tolerance <= touch)) return undefined;
  return `the references are for the scene's touch, ${touch ?? 'which it does not tell'}, and --tolerance is ${tolerance}`;
}

export function verdictOf({ status, time }: Pick<Answered, 'status' | 'time'>, ref: Reference): Verdict {
  if (status === 'unresolved') return 'unresolved';
  const hit = status === 'contact' || status === 'overlap';
  if (ref.collide && !hit) return 'missed';
  if (!ref.collide && hit) return 'false positive';
  if (hit && time > ref.hi + LATE_SLACK) return 'late';
  if (hit && time < ref.lo - EARLY_SLACK) return 'early';
  return 'right';
}
