import type { PairSide } from '../../contact/result.ts';
import { RobotPath } from '../../robot/robot-path.ts';
import { type MovesAt, movesOf } from '../../words/move-place.ts';
import { apartText, reasonText } from '../../words/reason-text.ts';
import { initialOf, isNeverJudged, isUntested, missedOf, notJudged, ownPlaces } from '../../words/scene-judgement.ts';
import { missedText, notJudgedText, whereText } from '../../words/scene-verdict.ts';
import { counted, shown, shownDown, shownUp } from '../../words/shown-number.ts';
import { escaped } from '../html-text.ts';
import type { CellReportInput } from './cell-report-input.ts';
import { nameOf } from './cell-samples.ts';

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

/** Who, and when on the path, in one or two sentences of HTML. */
export function cellLead(input: CellReportInput): string {
  const { result, scene, unit = 'm' } = input;
  const { status, pair, segment, fraction } = result;
  const kept = result.clearance;
  const meet = kept > 0 ? `comes closer than ${shownDown(kept)} ${escaped(unit)}` : 'touches';
  const near = `come within ${shownUp(Math.max(kept, result.gap?.[1] ?? kept + result.tolerance))} ${escaped(unit)} of each other`;
  const who = pair === null ? 'Two of them' : pairHtml(pair, input);
  const moves = movesIn(input);
  const where =
    moves === undefined
      ? `between waypoints ${segment} and ${segment + 1}, ${shown(100 * fraction, 3)}&nbsp;% of the way`
      : escaped(whereText(result.time, scene.clock(input.motions).segments, ownPlaces(result), moves));
  if (isUntested(result)) return 'There is nothing here that could touch anything else, so that nothing is proven.';
  if (status === 'free') {
    const least = input.clearance;
    const closest =
      least === undefined || least.pair === null || least.gap[0] <= 0
        ? ''
        : ` The closest are ${pairHtml(least.pair, input)}, which keep at least <b>${shownDown(least.gap[0])} ${escaped(unit)}</b>.`;
    const all = scene.robots.length + scene.bodies.length > 1 ? 'Nothing that moves' : 'The robot';
    const other = notJudged(result).length > 0 ? ' else' : '';
    return `${all} provably ${typeof input.options.clearance === 'object' ? `keeps every clearance${other}` : kept > 0 ? `keeps ${shownDown(kept)} ${escaped(unit)} from everything${other}` : `touches nothing${other}`} on all ${counted(scene.clock(input.motions).segments, 'segment')} of its path${exceptHtml(input)}.${closest}${missedHtml(input)}`;
  }
  const except = exceptHtml(input);
  if (status === 'contact') return `${who} ${near} ${where}. Nothing ${meet} before${except}: that is proven.`;
  if (status === 'overlap' && pair !== null && result.gap === null)
    return `Of ${who}, one is inside the other already where the path begins.`;
  if (status === 'overlap') return `${who} ${kept > 0 ? 'are within the clearance' : 'touch or overlap'} already where the path begins.`;
  return `Up to there everything is proven free${except}, ${where}. What follows was not decided.`;
}

/** Where on programs of tool moves the robots are; undefined: none has one. */
function movesIn({ motions }: Pick<CellReportInput, 'motions'>): MovesAt | undefined {
  return movesOf(Object.fromEntries(Object.entries(motions).flatMap(([name, one]) => (one instanceof RobotPath ? [[name, one]] : []))));
}

/** What is not proven apart from the start on, as the table of pairs in contact at the start has it; '': nothing. */
function exceptHtml(input: CellReportInput): string {
  const exempt = input.result.initial.filter(({ left }) => left !== undefined);
  if (exempt.length === 0) return '';
  const named = exempt.slice(0, MOST_NAMED).map(({ a, b, left }) => {
    const until = typeof left === 'number' ? `until t = ${shownUp(left, 6)}` : 'never proven apart';
    return `${escaped(nameOf(a, input.scene))} and ${escaped(nameOf(b, input.scene))} (${until})`;
  });
  const more = exempt.length > MOST_NAMED ? ` and ${counted(exempt.length - MOST_NAMED, 'more pair')}` : '';
  return `, but for what starts in contact: ${named.join(', ')}${more}`;
}

/** Pairs that a sentence names. */
const MOST_NAMED = 3;

/** What should have touched and does not, one sentence each. */
function missedHtml({ result, scene, motions }: CellReportInput): string {
  const clock = scene.clock(motions);
  const names = { severalRobots: scene.robots.length > 1, moves: movesIn({ motions }) };
  return missedOf(result)
    .map((one) => {
      const own = ownPlaces({ ownTimes: clock.ownTimesAt(one.at), configurations: result.configurations });
      return ` <b class="hit">${escaped(missedText(one, clock.segments, names, own))}</b>.`;
    })
    .join('');
}

function pairHtml([a, b]: readonly [PairSide, PairSide], { scene }: CellReportInput): string {
  return `<b class="a">${escaped(nameOf(a, scene))}</b> and <b class="b">${escaped(nameOf(b, scene))}</b>`;
}

/** What the answer proves, one sentence each; times and lengths are rounded to the safe side. */
export function cellProof(input: CellReportInput): string[] {
  const { result, clearance: least, unit = 'm' } = input;
  const { status, time, tolerance, rounding, initial } = result;
  const gap = initialOf(result)?.gap ?? result.gap;
  const kept = result.clearance;
  const apart = typeof input.options.clearance === 'object' ? 'farther apart than its own clearance' : apartText(kept, ` ${unit}`);
  const exempt = initial.filter(({ left }) => left !== undefined);
  const since = exempt.length > 0 ? ', those that start in contact from where they were proven apart on' : '';
  const sentences: string[] = [];
  if (isUntested(result)) return ['Nothing: no pair was tested.'];
  if (status === 'free') sentences.push(`At every time of the path, every pair is ${apart}${since}.`);
  if (status === 'contact') {
    sentences.push(`At every time before t = ${shownDown(time, 8)}, every pair is ${apart}${since}.`);
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
  if (status === 'unresolved') {
    sentences.push(`At every time before t = ${shownDown(time, 8)}, every pair is ${apart}${since}.`);
    sentences.push(`Nothing is claimed about what follows: ${reasonText(result.reason ?? 'precision')}.`);
  }
  if (exempt.some(isNeverJudged)) sentences.push('Pairs that start in contact and were never proven apart were not judged at all.');
  if (least !== undefined && least.gap[0] > 0)
    sentences.push(`Along the whole path, no two come closer than ${shownDown(least.gap[0])} ${unit}.`);
  if (rounding > 0)
    sentences.push(`Rounding is accounted for: it changes the distance of the two by no more than ${shownUp(rounding, 2)} ${unit}.`);
  else sentences.push('Rounding is accounted for in every bound.');
  return sentences;
}
