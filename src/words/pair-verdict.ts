import type { PairFirstContact } from '../contact/result.ts';
import { apartText, reasonText } from './reason-text.ts';
import { shown, shownDown, shownUp } from './shown-number.ts';

/** The answer in a few words. */
export function headlineOf({ status, time }: PairFirstContact): string {
  if (status === 'free') return 'No contact on the way';
  if (status === 'contact') return `First contact at t = ${shownDown(time, 6)}`;
  if (status === 'overlap') return 'In contact from the start';
  return `Undecided after t = ${shownDown(time, 6)}`;
}

/** What the answer proves, one sentence each; times and lengths are rounded to the safe side. */
export function proofOf(result: PairFirstContact, clearance: number): string[] {
  const { status, time, gap, tolerance, rounding, initial } = result;
  const left = initial[0]?.left;
  const apart = apartText(clearance);
  const sentences: string[] = [];
  if (typeof left === 'number') {
    sentences.push(`The bodies start in contact and are not judged until t = ${shownUp(left, 8)}, where they are proven apart.`);
  }
  const since = typeof left === 'number' ? ' after that' : '';
  if (status === 'free') {
    sentences.push(`At every time of the motion${since}, the bodies are ${apart}.`);
  } else if (status === 'contact') {
    sentences.push(`At every time before t = ${shownDown(time, 8)}${since}, the bodies are ${apart}.`);
    if (gap !== null) sentences.push(`At that time their distance is at most ${shownUp(gap[1])}; the tolerance is ${shown(tolerance, 4)}.`);
    sentences.push('So the time is never late, and early only as far as the tolerance explains.');
  } else if (status === 'overlap') {
    const limit = gap === null ? '' : ` Their distance there is at most ${shownUp(gap[1])}.`;
    const what = clearance > 0 ? `are within the clearance of ${shown(clearance, 4)}` : 'touch or overlap';
    sentences.push(`At the start the bodies ${what}, as far as doubles can tell.${limit}`);
  } else {
    sentences.push(`At every time before t = ${shownDown(time, 8)}${since}, the bodies are ${apart}.`);
    sentences.push(`Nothing is claimed about what follows: ${reasonText(result.reason ?? 'precision', 'the bodies')}.`);
  }
  sentences.push(`Rounding is accounted for: it changes no distance here by more than ${shownUp(rounding, 2)}.`);
  return sentences;
}
