import type { Reason, SceneSide } from '../index.ts';
import { shown, shownDown } from '../report/index.ts';
import { type PathCheck, waypointsAround } from './check-path.ts';
import { harmless } from './harmless-text.ts';

/** How to call things of one cell. */
export interface CheckNames {
  /** With one robot, links go by their own names. */
  readonly severalRobots: boolean;
  readonly clearance: number;
}

export const REASONS: Readonly<Record<Reason, string>> = {
  iterations: 'the budget of iterations ran out',
  milliseconds: 'the budget of milliseconds ran out',
  precision: 'the answer is finer than doubles can prove here',
  leaving: 'two bodies touch before they were proven apart since their start',
};

export function sideText({ body, link }: SceneSide, { severalRobots }: CheckNames): string {
  return harmless(link === undefined ? body : severalRobots ? `${body}/${link}` : link);
}

/** 'gripper and post'. */
export function pairText([a, b]: readonly [SceneSide, SceneSide], names: CheckNames): string {
  return `${sideText(a, names)} and ${sideText(b, names)}`;
}

/** 'on the way from waypoint 3 to waypoint 4', or 'at waypoint 3'. */
export function whereText(time: number, segments: number): string {
  const [before, after] = waypointsAround(time, segments);
  return before === after ? `at waypoint ${before}` : `on the way from waypoint ${before} to waypoint ${after}`;
}

/** The answer in one sentence, without the name of the path. */
export function verdictText({ result, path }: PathCheck, names: CheckNames): string {
  const { status, time, pair } = result;
  const { clearance } = names;
  const who = pair === null ? ['something', 'something'] : pair.map((side) => sideText(side, names));
  if (status === 'free') return clearance > 0 ? `everything keeps ${shown(clearance, 4)} apart all the way` : 'nothing touches on the way';
  if (status === 'contact') {
    const meets = clearance > 0 ? `comes within ${shown(clearance, 4)} of` : 'touches';
    return `${who[0]} ${meets} ${who[1]} ${whereText(time, path.segments)}`;
  }
  if (status === 'overlap') return `${who[0]} and ${who[1]} ${clearance > 0 ? `are within ${shown(clearance, 4)}` : 'touch'} at the start`;
  const until = time > 0 ? `proven free until t = ${shownDown(time, 8)}, then ` : '';
  return `${until}${REASONS[result.reason ?? 'precision']}${pair === null ? '' : ` (${pairText(pair, names)})`}`;
}
