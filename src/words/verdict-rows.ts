/**
 * The verdict as rows: first the answer, then what its proof leaves out, what is proven, what was tested. Only
 * exceptions from before the answer's time are among them. Terminal, pages, viewer and annotations print these rows.
 */
import type { InitialPair } from '../contact/result.ts';
import type { Arrival, SceneClock, SceneFirstContact } from '../scene/answers/scene-result.ts';
import { apartText } from './reason-text.ts';
import { safeText } from './safe-text.ts';
import { isUntested, ownPlaces } from './scene-judgement.ts';
import { missedText, moveText, pairText, type SceneNames, startText, statusText, verdictText } from './scene-verdict.ts';
import { counted, shown, shownUp } from './shown-number.ts';

/** One line of a verdict. */
export interface VerdictRow {
  /** Capitals name the answer; others what the row is about. */
  readonly label: string;
  /** Plain text without line breaks, times and lengths rounded to the safe side. */
  readonly value: string;
}

/** How things and times are called. */
export interface VerdictNames extends SceneNames {
  /** By which clock the motions run. */
  readonly clock: Pick<SceneClock, 'segments' | 'secondsAt' | 'ownTimesAt'>;
  /** What is not tested, and why. Default: it is not said. */
  readonly allowed?: string;
}

/** The answer first; the last two are what is proven and what was tested. */
export function verdictRowsOf(result: SceneFirstContact, names: VerdictNames): readonly VerdictRow[] {
  const exempt = exemptPairs(result);
  const arrivals = tellingArrivals(result);
  return [
    { label: statusText(result), value: verdictText(result, names.clock.segments, names) },
    ...arrivals.map((arrival) => arrivalRow(arrival, result, names)),
    ...exempt.map((pair) => startRow(pair, result, names)),
    { label: 'proven', value: provenText(result, exempt.length > 0, arrivals.some(isException), names) },
    testedRow(result, names),
  ];
}

/** A pair that starts in contact, or when something is taken or laid down. */
export function startRow(pair: InitialPair, result: SceneFirstContact, names: VerdictNames): VerdictRow {
  const label = pair.since === undefined ? 'at start' : `at t = ${pair.since}`;
  return { label, value: `${pairText([pair.a, pair.b], names)}: ${startText(pair, result)}${leftText(pair, result, names)}` };
}

/** Pairs that are not judged from the beginning, as far as that is before the answer. */
function exemptPairs({ status, time, initial }: SceneFirstContact): readonly InitialPair[] {
  if (status === 'overlap') return [];
  return initial.filter(({ left, since = 0 }) => left !== undefined && (status === 'free' || since <= time));
}

/** Wanted contacts that come about, or do not, before the answer; of a free path all. */
function tellingArrivals({ status, time: end, arrivals = [] }: SceneFirstContact): readonly Arrival[] {
  if (status === 'free') return arrivals;
  return arrivals.filter(({ time, at, met }) => (time !== null && time <= end) || (met === false && at <= end));
}

function isException({ time }: Arrival): boolean {
  return time !== null;
}

function timeText(time: number, { clock }: VerdictNames, up = false): string {
  const round = up ? (x: number) => shownUp(x, 8) : (x: number) => shown(x, 6);
  const seconds = clock.secondsAt(time);
  return `t = ${round(time)}${seconds === null ? '' : ` (${round(seconds)} s)`}`;
}

/** When what is wanted to touch does so, how fast and how straight. */
function arrivalRow(arrival: Arrival, { configurations }: SceneFirstContact, names: VerdictNames): VerdictRow {
  const { a, b, time, at, met, speed, angle } = arrival;
  const { clock } = names;
  const who = pairText([a, b], names);
  const own = (t: number) => ownPlaces({ ownTimes: clock.ownTimesAt(t), configurations });
  if (met === false) return { label: 'missed', value: missedText(arrival, clock.segments, names, own(at)) };
  if (time === null) return { label: 'arrival', value: `${who}: ${met ? 'another one of its kind touches' : 'do not touch'}` };
  const perTime = clock.secondsAt(0) === null ? 'm a segment' : 'm/s';
  const how =
    speed === undefined || angle === undefined
      ? ''
      : `, ${shown(speed, 3)} ${perTime}, ${shown((angle * 180) / Math.PI, 3)}° off the normal`;
  return { label: 'arrival', value: `${who} at ${timeText(time, names)}${moveText(time, clock.segments, own(time), names)}${how}` };
}

function leftText({ left }: InitialPair, { status, time }: SceneFirstContact, names: VerdictNames): string {
  if (left === undefined) return '';
  if (left !== null && (status === 'free' || left <= time))
    return `; judged from ${timeText(left, names, true)} on, where they are proven apart`;
  return status === 'free' ? '; never proven apart, so never judged' : '; not proven apart up to there, so not judged';
}

function provenText(result: SceneFirstContact, starts: boolean, arrives: boolean, { byGroups, uncertain }: VerdictNames): string {
  const { status, time, clearance } = result;
  if (isUntested(result)) return 'nothing';
  if (status === 'overlap') return 'at the start, as far as doubles can tell';
  const apart = byGroups ? 'farther apart than its own clearance' : apartText(clearance);
  const which = [...(starts ? ['start in contact'] : []), ...(arrives ? ['are to touch'] : [])];
  const but = which.length > 0 ? `, but for the pairs that ${which.join(' or ')}` : '';
  const within = uncertain && status !== 'contact' ? ', of every motion within the uncertainty' : '';
  if (status === 'free') return `at every time all that is tested is ${apart}${but}${within}`;
  return time > 0 ? `at every time before, all that is tested is ${apart}${but}${within}` : 'nothing';
}

function testedRow({ stats, tolerance }: SceneFirstContact, { allowed }: VerdictNames): VerdictRow {
  const others = allowed === undefined ? '' : `; ${safeText(allowed)}`;
  return { label: 'tested', value: `${counted(stats.pairs, 'pair')}, tolerance ${shown(tolerance, 4)}${others}` };
}
