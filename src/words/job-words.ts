/** A run of a job in words: what becomes of items, counts, rates, spans of time. */
import { counted, shown, shownCount } from './shown-number.ts';

/**
 * 'missed': free, but what should touch does not. 'limits': free, but joints go beyond their limits. 'not-judged': free
 * as far as it was judged. 'left-out': a plan that was not solved, or is for another scene.
 */
export type Verdict = 'free' | 'contact' | 'overlap' | 'missed' | 'limits' | 'unresolved' | 'not-judged' | 'error' | 'left-out';

/** What matters most first. */
export const VERDICTS: readonly Verdict[] = [
  'error',
  'contact',
  'overlap',
  'missed',
  'limits',
  'unresolved',
  'not-judged',
  'left-out',
  'free',
];

export type VerdictCounts = Readonly<Record<Verdict, number>>;

export const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  error: 'not read or not answered',
  contact: 'contact',
  overlap: 'overlap at the start',
  missed: 'free, but without a wanted contact',
  limits: 'free, but beyond limits',
  unresolved: 'unresolved',
  'not-judged': 'free as far as judged',
  'left-out': 'left out',
  free: 'free',
};

/** How many of what, the worst first: '3 contact', '97 free'. */
export function verdictTexts(counts: VerdictCounts): readonly { readonly verdict: Verdict; readonly text: string }[] {
  return VERDICTS.flatMap((verdict) =>
    counts[verdict] === 0 ? [] : [{ verdict, text: `${shownCount(counts[verdict])} ${VERDICT_WORDS[verdict]}` }],
  );
}

/** '12 s', '3 min 20 s', '2 h 5 min'. */
export function spanText(seconds: number): string {
  if (seconds < 60) return `${seconds < 10 ? shown(seconds, 2) : Math.round(seconds)} s`;
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  if (hours >= 48) return `${Math.floor(hours / 24)} days ${hours % 24} h`;
  return hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min ${whole % 60} s`;
}

/** '1,234 items a second'. */
export function rateText(items: number, seconds: number): string {
  if (!(seconds > 0)) return '';
  const rate = items / seconds;
  return `${rate >= 100 ? shownCount(Math.round(rate)) : shown(rate, 3)} a second`;
}

/** '1,000 items: 3 contact, 997 free'. */
export function countsText(items: number, counts: VerdictCounts): string {
  const parts = verdictTexts(counts).map(({ text }) => text);
  return `${counted(items, 'item')}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}
