import type { PairSide } from '../../contact/result.ts';
import { reasonText } from '../../words/reason-text.ts';
import { initialOf, isUntested, missedOf, notJudged } from '../../words/scene-judgement.ts';
import { notJudgedText } from '../../words/scene-verdict.ts';
import { shown, shownDown, shownUp } from '../../words/shown-number.ts';
import { type VerdictRow, verdictRowsOf } from '../../words/verdict-rows.ts';
import { escaped } from '../html-text.ts';
import type { CellReportInput } from './cell-report-input.ts';
import { nameOf } from './cell-samples.ts';
import { verdictNames } from './verdict-rows.ts';

/** The answer in a few words. */
export function cellHeadline({ result }: CellReportInput): string {
  const { status, time } = result;
  const open = notJudged(result).length;
  if (isUntested(result)) return 'Not judged: nothing was tested';
  if (open > 0) return `Free, but for ${notJudgedText(open)}`;
  if (status === 'free' && missedOf(result).length > 0) return 'Free, but without a wanted contact';
  if (status === 'free') return 'Free: no contact on the whole path';
  if (status === 'contact') return `Contact at t = ${shownDown(time, 6)}${secondsText(result)}`;
  if (status === 'overlap') return 'In contact from the start';
  return `Undecided after t = ${shownDown(time, 6)}`;
}

/** Where the path is timed, in parentheses. */
function secondsText({ seconds }: CellReportInput['result']): string {
  return seconds === undefined ? '' : ` (${shownDown(seconds, 5)} s)`;
}

/** The answer in one sentence of HTML, with how near those come that come closest. */
export function cellLead(input: CellReportInput): string {
  const { result, unit = 'm', clearance: least } = input;
  const [{ value }] = rowsOf(input);
  const closest =
    result.status !== 'free' || isUntested(result) || least === undefined || least.pair === null || least.gap[0] <= 0
      ? ''
      : ` The closest are ${pairHtml(least.pair, input)}, which keep at least <b>${shownDown(least.gap[0])} ${escaped(unit)}</b>.`;
  return `${escaped(value.charAt(0).toUpperCase() + value.slice(1))}.${closest}`;
}

/** What the proof leaves out, what is proven and what was tested. */
export function cellRows(input: CellReportInput): readonly (readonly [label: string, html: string])[] {
  return rowsOf(input)
    .slice(1)
    .map(({ label, value }) => [escaped(label), label === 'missed' ? `<b class="hit">${escaped(value)}</b>` : escaped(value)]);
}

function rowsOf(input: CellReportInput): readonly VerdictRow[] {
  return verdictRowsOf(input.result, verdictNames(input));
}

function pairHtml([a, b]: readonly [PairSide, PairSide], { scene }: CellReportInput): string {
  return `<b class="a">${escaped(nameOf(a, scene))}</b> and <b class="b">${escaped(nameOf(b, scene))}</b>`;
}

/** What else the answer proves, one sentence each; times and lengths are rounded to the safe side. */
export function cellProof(input: CellReportInput): string[] {
  const { result, clearance: least, unit = 'm' } = input;
  const { status, tolerance, rounding } = result;
  const gap = initialOf(result)?.gap ?? result.gap;
  const kept = result.clearance;
  const sentences: string[] = [];
  if (isUntested(result)) return ['Nothing: no pair was tested.'];
  if (status === 'contact') {
    if (gap !== null)
      sentences.push(`At that time the two are at most ${shownUp(gap[1])} ${unit} apart; the tolerance is ${shown(tolerance, 4)} ${unit}.`);
    sentences.push('So the time is never late, and early only as far as the tolerance explains.');
    if (result.safeUntil !== undefined)
      sentences.push(`Until t = ${shownDown(result.safeUntil, 8)} the same holds of every motion within the uncertainty.`);
  }
  if (status === 'overlap') {
    const limit = gap === null ? '' : ` Their distance there is at most ${shownUp(gap[1])} ${unit}.`;
    const what = kept > 0 ? `are within the clearance of ${shown(kept, 4)} ${unit}` : 'touch or overlap';
    sentences.push(`At the start the two ${what}, as far as doubles can tell.${limit}`);
  }
  if (status === 'unresolved') sentences.push(`Nothing is claimed about what follows: ${reasonText(result.reason ?? 'precision')}.`);
  if (least !== undefined && least.gap[0] > 0)
    sentences.push(`Along the whole path, no two come closer than ${shownDown(least.gap[0])} ${unit}.`);
  if (rounding > 0)
    sentences.push(`Rounding is accounted for: it changes the distance of the two by no more than ${shownUp(rounding, 2)} ${unit}.`);
  else sentences.push('Rounding is accounted for in every bound.');
  return sentences;
}
