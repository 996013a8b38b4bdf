import type { InitialPair, PairSide, Reason } from '../contact/result.ts';
import type { ClearanceRules } from '../robot/clearance-rules.ts';
import type { Uncertainty } from '../robot/follow/uncertainty.ts';
import type { Arrival, SceneFirstContact } from '../scene/answers/scene-result.ts';
import type { MovesAt } from './move-place.ts';
import { reasonText } from './reason-text.ts';
import { safeText } from './safe-text.ts';
import {
  initialOf,
  isInside,
  isUntested,
  missedOf,
  notJudged,
  type OwnPlaces,
  overlaps,
  ownPlaces,
  waypointsAround,
} from './scene-judgement.ts';
import { counted, shown, shownDown, shownUp } from './shown-number.ts';

/** How to call things of one scene. */
export interface SceneNames {
  /** With one robot, links go by their own names. */
  readonly severalRobots: boolean;
  /** Pairs keep different distances. Default false. */
  readonly byGroups?: boolean;
  /** Motions are only nearly followed. Default false. */
  readonly uncertain?: boolean;
  /** Why nothing was tested, where that is so. */
  readonly untested?: string;
  /** Where on a program of tool moves a robot is. Default: it has waypoints. */
  readonly moves?: MovesAt;
  /** By the reason of an answer that is undecided, which budget that was and how to raise it. */
  readonly budgets?: Readonly<Partial<Record<Reason, string>>>;
}

/** A link by itself where the scene has one robot only. */
export function sideName({ body, link }: PairSide, severalRobots: boolean): string {
  return link === undefined ? body : severalRobots ? `${body}/${link}` : link;
}

/** Its name, safe for a terminal. */
export function sideText(side: PairSide, { severalRobots }: SceneNames): string {
  return safeText(sideName(side, severalRobots));
}

/** 'gripper and post'. */
export function pairText([a, b]: readonly [PairSide, PairSide], names: SceneNames): string {
  return `${sideText(a, names)} and ${sideText(b, names)}`;
}

/**
 * 'on the way from waypoint 3 to waypoint 4', 'at waypoint 3', or in which move of a tool; of several robots, where
 * each is on its own path.
 */
export function whereText(time: number, segments: number, own: OwnPlaces = [], moves?: MovesAt): string {
  const way = (t: number, name?: string): string => {
    const move = moves?.(name, t);
    if (move !== undefined) return move;
    const [before, after] = waypointsAround(t, Math.max(segments, t));
    return before === after ? `at waypoint ${before}` : `on the way from waypoint ${before} to waypoint ${after}`;
  };
  if (new Set(own.map(([, t]) => t)).size > 1) return `with ${own.map(([name, t]) => `${safeText(name)} ${way(t, name)}`).join(', ')}`;
  return way(own[0]?.[1] ?? time, own.length === 1 ? own[0][0] : undefined);
}

/** Behind a path time, ', in moves[2] (line), 37 % of it'; '' where it counts the waypoints of the file itself. */
export function moveText(time: number, segments: number, own: OwnPlaces, { moves }: SceneNames): string {
  return moves === undefined ? '' : `, ${whereText(time, segments, own, moves)}`;
}

/** 'gripper and part should touch at waypoint 3, and do not'; `own`: where that is on the robots' own paths. */
export function missedText({ a, b, at }: Arrival, segments: number, names: SceneNames, own?: OwnPlaces): string {
  return `${pairText([a, b], names)} should touch ${whereText(at, segments, own, names.moves)}, and do not`;
}

/** The answer in capitals. */
export function statusText(result: SceneFirstContact): string {
  if (isUntested(result)) return 'NOT JUDGED';
  const n = notJudged(result).length;
  if (n === 0 && result.status === 'free' && missedOf(result).length > 0) return 'FREE, but without a wanted contact';
  return n === 0 ? result.status.toUpperCase() : `FREE, but for ${notJudgedText(n)}`;
}

/** '2 pairs that never came apart and were not judged'. */
export function notJudgedText(n: number): string {
  return `${counted(n, 'pair')} that never came apart and ${n === 1 ? 'was' : 'were'} not judged`;
}

/** The answer in one sentence, without the name of the path. */
export function verdictText(result: SceneFirstContact, segments: number, names: SceneNames): string {
  const { status, time, pair, clearance } = result;
  const who = pair === null ? ['something', 'something'] : pair.map((side) => sideText(side, names));
  if (isUntested(result)) return names.untested ?? 'nothing was tested';
  if (status === 'free') {
    const other = notJudged(result).length > 0 ? ' else' : '';
    if (names.byGroups) return `everything${other} keeps its own clearance all the way`;
    return clearance > 0 ? `everything${other} keeps ${shown(clearance, 4)} apart all the way` : `nothing${other} touches on the way`;
  }
  if (status === 'contact') {
    const meets = clearance > 0 ? `comes within ${shown(clearance, 4)} of` : 'touches';
    return `${who[0]} ${meets} ${who[1]} ${whereText(time, segments, ownPlaces(result), names.moves)}`;
  }
  if (status === 'overlap') {
    if (isInside(result)) return `of ${who[0]} and ${who[1]}, one is inside the other at the start`;
    const own = initialOf(result);
    const near = clearance > 0 ? `are within ${shown(clearance, 4)}` : 'touch';
    return `${who[0]} and ${who[1]} ${own !== undefined && overlaps(own, result) ? 'overlap' : near} at the start`;
  }
  const until = time > 0 ? `proven free until t = ${shownDown(time, 8)}${moveText(time, segments, ownPlaces(result), names)}, then ` : '';
  const { reason = 'precision' } = result;
  const budget = names.budgets?.[reason];
  return `${until}${reasonText(reason)}${budget === undefined ? '' : ` (${budget})`}${pair === null ? '' : ` (${pairText(pair, names)})`}`;
}

/** How near a pair is at the start: 'overlap', 'one inside the other' or 'at most 0.001 apart'. */
export function startText(pair: InitialPair, result: SceneFirstContact): string {
  if (isInside(result) && pair === initialOf(result)) return 'one inside the other';
  return overlaps(pair, result) ? 'overlap' : `at most ${shownUp(pair.gap[1])} apart`;
}

/** The distance to be kept: '0.01', or by groups '0.02 (self 0.002, tool 0.005, 2 pairs of their own)'. */
export function keptText(clearance: number | ClearanceRules): string {
  if (typeof clearance === 'number') return shown(clearance, 4);
  const { default: otherwise = 0, pairs = [], ...groups } = clearance;
  const parts = Object.entries(groups).map(([group, distance]) => `${group} ${shown(distance, 4)}`);
  if (pairs.length > 0) parts.push(`${counted(pairs.length, 'pair')} of ${pairs.length === 1 ? 'its' : 'their'} own`);
  return parts.length === 0 ? shown(otherwise, 4) : `${shown(otherwise, 4)} (${parts.join(', ')})`;
}

/** How far a motion may be from the nominal one: '±0.002 rad, 1 joint of its own, wall ±0.02 m'; '': not at all. */
export function uncertaintyText({ angle = 0, length = 0, joints = {}, seconds = 0, places = {} }: Uncertainty): string {
  const ranges = [
    [angle, 'rad'],
    [length, 'm'],
    [seconds, 's'],
  ] as const;
  const own = Object.values(joints).filter((range) => range > 0).length;
  return [
    ...ranges.filter(([range]) => range > 0).map(([range, unit]) => `±${shown(range, 4)} ${unit}`),
    ...(own > 0 ? [`${counted(own, 'joint')} of ${own === 1 ? 'its' : 'their'} own`] : []),
    ...Object.entries(places).flatMap(([name, { length: far = 0, angle: turned = 0 }]) => {
      const by = [...(far > 0 ? [`±${shown(far, 4)} m`] : []), ...(turned > 0 ? [`±${shown(turned, 4)} rad`] : [])];
      return by.length === 0 ? [] : [`${safeText(name)} ${by.join(' ')}`];
    }),
  ].join(', ');
}
