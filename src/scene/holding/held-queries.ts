/** The questions of a scene over the phases of a path on which bodies are taken and laid down, put together. */

import { milliseconds } from '../../contact/budget.ts';
import type { InitialPair, PairSide } from '../../contact/result.ts';
import { entryOf, setEntry } from '../../math/entries.ts';
import type { LinkPose } from '../../robot/link-poses.ts';
import { joinPair } from '../pair-intervals.ts';
import { ownTimesAt, summedStats } from '../scene-answer.ts';
import type { ResolvedMotions } from '../scene-motions.ts';
import type { ContactIntervalOptions, SceneFirstContactOptions } from '../scene-options.ts';
import type {
  Arrival,
  Clearance,
  ContactInterval,
  ContactIntervals,
  PairIntervals,
  SceneFirstContact,
  SceneStats,
} from '../scene-result.ts';
import type { Phase } from './held-phases.ts';

type Wishes = Pick<SceneFirstContactOptions, 'tolerance' | 'start' | 'arrive' | 'leave' | 'maxMilliseconds'>;

/** What is asked of each phase: what was asked of the path's ends, of its first and last one only. */
function* wishesOf<Options extends Wishes>(phases: readonly Phase[], options: Options): Generator<readonly [Phase, Options]> {
  const deadline = milliseconds() + (options.maxMilliseconds ?? Infinity);
  for (const [k, phase] of phases.entries()) {
    const { start, arrive = [], leave = [] } = options;
    const rest = deadline - milliseconds();
    yield [
      phase,
      {
        ...options,
        ...(k === 0 ? {} : { start: start === undefined ? undefined : 'strict' }),
        arrive: [...phase.arrive, ...(k === phases.length - 1 ? arrive : [])],
        leave: [...phase.leave, ...(k === 0 ? leave : [])],
        ...(rest === Infinity ? {} : { maxMilliseconds: Math.max(0, rest) }),
      },
    ];
  }
}

export function heldFirstContact(phases: readonly Phase[], motions: ResolvedMotions, options: SceneFirstContactOptions): SceneFirstContact {
  const arrivals: Arrival[] = [];
  const initial: InitialPair[] = [];
  let stats: SceneStats | null = null;
  let answer: SceneFirstContact | null = null;
  for (const [{ scene, motions: own, first }, asked] of wishesOf(phases, options)) {
    answer = scene.firstContact(own, asked);
    for (const { time, ...arrival } of answer.arrivals ?? []) arrivals.push({ ...arrival, time: time === null ? null : first + time });
    for (const pair of answer.initial) {
      const left = typeof pair.left === 'number' ? { left: first + pair.left } : {};
      initial.push({ ...pair, ...left, ...(first > 0 ? { since: first } : {}) });
    }
    stats = stats === null ? answer.stats : summedStats(stats, answer.stats);
    // what already touches when something is taken or laid down, touches then
    if (answer.status === 'overlap' && first > 0) answer = { ...answer, status: 'contact' };
    answer = { ...answer, time: first + answer.time, segment: first + answer.segment };
    if (answer.status !== 'free') break;
  }
  const last = answer as SceneFirstContact;
  return {
    ...last,
    initial,
    arrivals,
    stats: stats as SceneStats,
    ...(motions.seconds === null ? {} : { ownTimes: ownTimesAt(motions, last.time) }),
  };
}

export function heldClearance(phases: readonly Phase[], options: Wishes): Clearance {
  let least: Clearance | null = null;
  const exempt = new Map<string, readonly [PairSide, PairSide]>();
  let lower = Infinity;
  let complete = true;
  for (const [{ scene, motions, first }, asked] of wishesOf(phases, options)) {
    const own = scene.clearance(motions, asked);
    complete &&= own.complete;
    for (const pair of own.exempt) exempt.set(JSON.stringify(pair), pair);
    lower = Math.min(lower, own.gap[0]);
    if (least === null || own.gap[1] < least.gap[1]) least = { ...own, time: first + own.time };
  }
  const found = least as Clearance;
  return { ...found, gap: [Math.min(lower, found.gap[1]), found.gap[1]], exempt: [...exempt.values()], complete };
}

export function heldIntervals(phases: readonly Phase[], options: ContactIntervalOptions): ContactIntervals {
  const intervals: ContactInterval[] = [];
  const pairs: PairIntervals[] = [];
  let complete = true;
  for (const [{ scene, motions, first }, asked] of wishesOf(phases, options)) {
    const found = scene.contactIntervals(motions, asked);
    complete &&= found.complete;
    for (const pair of found.pairs ?? []) joinPair(pairs, pair, first);
    for (const { from, to, pairs, first: begin } of found.intervals) {
      const before = intervals.at(-1);
      if (before !== undefined && before.to === first && from === 0) {
        const seen = new Map([...before.pairs, ...pairs].map((pair) => [JSON.stringify(pair), pair]));
        intervals[intervals.length - 1] = { ...before, to: first + to, pairs: [...seen.values()] };
      } else
        intervals.push({
          from: first + from,
          to: first + to,
          pairs,
          first: { ...begin, time: first + begin.time, segment: first + begin.segment },
        });
    }
  }
  return { intervals, complete, ...(options.byPair ? { pairs } : {}) };
}

/** The phase of a path time, and the time in it. */
export function phaseAt(phases: readonly Phase[], time: number): readonly [Phase, number] {
  const phase = phases.find(({ last }) => time <= last) ?? phases[phases.length - 1];
  return [phase, time - phase.first];
}

/** Of the bodies that robots take, beside the others. */
export function heldBodyPoses(phases: readonly Phase[], time: number): Record<string, LinkPose> {
  const [{ scene, motions, places }, own] = phaseAt(phases, time);
  const links = scene.linkPoses(motions, own);
  const out: Record<string, LinkPose> = { ...scene.bodyPoses(motions, own) };
  for (const [body, place] of places) setEntry(out, body, 'robot' in place ? entryOf(entryOf(links, place.robot), body) : place);
  return out;
}
