import type { InitialPair, PairSide, Reason, SceneFirstContact } from '../../index.ts';
import { shown, shownDown, shownUp } from '../../report/index.ts';
import { counted } from '../crowd-text.ts';
import { harmless } from '../terminal/harmless-text.ts';
import { notJudged, type PathCheck, waypointsAround } from './check-path.ts';

/** How to call things of one cell. */
export interface CheckNames {
  /** With one robot, links go by their own names. */
  readonly severalRobots: boolean;
  readonly clearance: number;
  /** What is not tested, and why. */
  readonly allowed?: string;
  /** By robot, how to find out which of its links need no test. */
  readonly acmCommands?: Readonly<Record<string, string>>;
}

const REASONS: Readonly<Record<Reason, string>> = {
  iterations: 'the budget of iterations ran out',
  milliseconds: 'the budget of milliseconds ran out',
  precision: 'the answer is finer than doubles can prove here',
  leaving: 'two bodies touch before they were proven apart since their start',
};

export function sideText({ body, link }: PairSide, { severalRobots }: CheckNames): string {
  return harmless(link === undefined ? body : severalRobots ? `${body}/${link}` : link);
}

/** 'gripper and post'. */
export function pairText([a, b]: readonly [PairSide, PairSide], names: CheckNames): string {
  return `${sideText(a, names)} and ${sideText(b, names)}`;
}

/** 'on the way from waypoint 3 to waypoint 4', or 'at waypoint 3'. */
export function whereText(time: number, segments: number): string {
  const [before, after] = waypointsAround(time, segments);
  return before === after ? `at waypoint ${before}` : `on the way from waypoint ${before} to waypoint ${after}`;
}

/** The answer in capitals. */
export function statusText({ status, ...rest }: SceneFirstContact): string {
  const n = notJudged({ status, ...rest }).length;
  return n === 0 ? status.toUpperCase() : `FREE, but for ${notJudgedText(n)}`;
}

/** '2 pairs that never came apart and were not judged'. */
export function notJudgedText(n: number): string {
  return `${counted(n, 'pair')} that never came apart and ${n === 1 ? 'was' : 'were'} not judged`;
}

/** The answer in one sentence, without the name of the path. */
export function verdictText({ result, path }: PathCheck, names: CheckNames): string {
  const { status, time, pair } = result;
  const { clearance } = names;
  const who = pair === null ? ['something', 'something'] : pair.map((side) => sideText(side, names));
  if (status === 'free') {
    const other = notJudged(result).length > 0 ? ' else' : '';
    return clearance > 0 ? `everything${other} keeps ${shown(clearance, 4)} apart all the way` : `nothing${other} touches on the way`;
  }
  if (status === 'contact') {
    const meets = clearance > 0 ? `comes within ${shown(clearance, 4)} of` : 'touches';
    return `${who[0]} ${meets} ${who[1]} ${whereText(time, path.segments)}`;
  }
  if (status === 'overlap') {
    if (isInside(result)) return `of ${who[0]} and ${who[1]}, one is inside the other at the start`;
    const own = initialOf(result);
    const near = clearance > 0 ? `are within ${shown(clearance, 4)}` : 'touch';
    return `${who[0]} and ${who[1]} ${own !== undefined && overlaps(own, result) ? 'overlap' : near} at the start`;
  }
  const until = time > 0 ? `proven free until t = ${shownDown(time, 8)}, then ` : '';
  return `${until}${REASONS[result.reason ?? 'precision']}${pair === null ? '' : ` (${pairText(pair, names)})`}`;
}

/** How near a pair is at the start: 'overlap', 'one inside the other' or '0.001 apart'. */
export function startText(pair: InitialPair, result: SceneFirstContact): string {
  if (isInside(result) && pair === initialOf(result)) return 'one inside the other';
  return overlaps(pair, result) ? 'overlap' : `at most ${shownUp(pair.gap[1])} apart`;
}

/** Of the pair that the answer is about. */
export function initialOf({ pair, initial }: SceneFirstContact): InitialPair | undefined {
  const key = JSON.stringify(pair);
  return initial.find(({ a, b }) => JSON.stringify([a, b]) === key);
}

/** No contact of surfaces is known: what overlaps is the inside of a solid. */
function isInside({ status, gap }: SceneFirstContact): boolean {
  return status === 'overlap' && gap === null;
}

/** A distance that is rounding, or as good as that, is no distance. */
function overlaps({ gap }: InitialPair, { rounding, tolerance }: SceneFirstContact): boolean {
  return gap[0] === 0 && gap[1] <= Math.max(rounding, tolerance / 1000);
}
