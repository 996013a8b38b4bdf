import type { Clearance, SceneFirstContact } from '../scene/answers/scene-result.ts';
import { isUntested, type JudgedScene, missedOf, notJudged, ownPlaces } from './scene-judgement.ts';
import { moveText, pairText, type SceneNames, statusText, whereText } from './scene-verdict.ts';
import { counted, shown, shownCount, shownDown, shownUp } from './shown-number.ts';

/** What became of a path, the worst first; from 'not-judged' on they are free otherwise. */
export type PathOutcome = 'unread' | 'contact' | 'overlap' | 'unresolved' | 'untested' | 'not-judged' | 'missed' | 'limits' | 'free';

const OUTCOMES: Readonly<Record<PathOutcome, string>> = {
  unread: 'not read',
  contact: 'contact',
  overlap: 'overlap',
  unresolved: 'unresolved',
  untested: 'not judged, as nothing was tested',
  'not-judged': 'free, but with pairs not judged',
  missed: 'free, but without a wanted contact',
  limits: 'free, but beyond limits',
  free: 'free',
};

/** `brokenLimits`: how many limits that are an error the path does not keep. */
function pathOutcome(result: JudgedScene & Pick<SceneFirstContact, 'arrivals'>, brokenLimits: number): PathOutcome {
  if (result.status !== 'free') return result.status;
  if (isUntested(result)) return 'untested';
  if (notJudged(result).length > 0) return 'not-judged';
  return missedOf(result).length > 0 ? 'missed' : brokenLimits > 0 ? 'limits' : 'free';
}

/** How many paths ended how, the worst first. */
export function outcomeCounts(outcomes: readonly PathOutcome[]): readonly { readonly outcome: PathOutcome; readonly text: string }[] {
  return (Object.keys(OUTCOMES) as PathOutcome[]).flatMap((outcome) => {
    const n = outcomes.filter((one) => one === outcome).length;
    return n === 0 ? [] : [{ outcome, text: `${shownCount(n)} ${OUTCOMES[outcome]}` }];
  });
}

/** '3 paths: 1 contact, 2 free'. */
export function countsText(outcomes: readonly PathOutcome[]): string {
  const counts = outcomeCounts(outcomes).map(({ text }) => text);
  return `${counted(outcomes.length, 'path')}${counts.length === 0 ? '' : `: ${counts.join(', ')}`}`;
}

/** What is known of a path that was checked. */
export interface OverviewedPath {
  readonly result: SceneFirstContact;
  readonly segments: number;
  /** Seconds at the answer's time; null where the path has no timing. */
  readonly seconds: number | null;
  readonly clearance: Clearance | null;
  /** The waypoint up to which the clearance is. */
  readonly clearanceUntil: number;
  readonly brokenLimits: number;
}

/** One row of a table of paths, in plain text; '' where there is nothing to tell. */
export interface PathOverview {
  readonly outcome: PathOutcome;
  readonly verdict: string;
  readonly who: string;
  readonly when: string;
  readonly seconds: string;
  readonly clearance: string;
}

export function pathOverview(path: OverviewedPath, names: SceneNames, unit: string): PathOverview {
  const { result, segments, seconds, brokenLimits } = path;
  const { status, time, pair } = result;
  const isFree = status === 'free';
  const outcome = pathOutcome(result, brokenLimits);
  const when = {
    free: '',
    overlap: 'at the start',
    contact: `t = ${shownDown(time, 8)}, ${whereText(time, segments, ownPlaces(result), names.moves)}`,
    unresolved:
      time > 0 ? `proven free until t = ${shownDown(time, 8)}${moveText(time, segments, ownPlaces(result), names)}` : 'nothing is proven',
  };
  return {
    outcome,
    verdict: outcome === 'limits' ? `${statusText(result)}, but beyond limits` : statusText(result),
    who: isFree || pair === null ? '' : pairText(pair, names),
    when: when[status],
    seconds: isFree || seconds === null ? '' : `${shownDown(seconds, 8)} s`,
    clearance: clearanceText(path, names, unit),
  };
}

function clearanceText({ clearance, clearanceUntil, segments }: OverviewedPath, names: SceneNames, unit: string): string {
  if (clearance === null || clearance.pair === null) return '';
  const [lower, upper] = clearance.gap;
  const where = clearanceUntil < segments ? `, up to waypoint ${clearanceUntil}` : '';
  const range = lower > 0 ? `at least ${shownDown(lower)} ${unit}` : `at most ${shownUp(upper)} ${unit}`;
  return `${range}: ${pairText(clearance.pair, names)} at t = ${shown(clearance.time, 6)}${where}`;
}
