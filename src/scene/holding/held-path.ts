/** The questions of a scene over the phases of a path on which bodies are taken and laid down, put together. */

import { leftUntil } from '../../contact/budget.ts';
import type { InitialPair, PairSide } from '../../contact/result.ts';
import { InputError } from '../../math/input-error.ts';
import { joinPair } from '../answers/pair-intervals.ts';
import { ownTimesAt, summedStats } from '../answers/scene-answer.ts';
import type {
  Arrival,
  Clearance,
  ContactInterval,
  ContactIntervals,
  PairIntervals,
  SceneFirstContact,
  SceneStats,
} from '../answers/scene-result.ts';
import { metTogether } from '../answers/wanted-contact.ts';
import { PathProgress } from '../search/path-progress.ts';
import type { ContactIntervalOptions, SceneFirstContactOptions } from '../search/scene-options.ts';
import type { SceneProof } from '../search/scene-proof.ts';
import { HeldPhases, type Phase } from './held-phases.ts';

type Wishes = Pick<SceneFirstContactOptions, 'tolerance' | 'start' | 'arrive' | 'leave' | 'maxMilliseconds' | 'onProgress'>;

/**
 * Asks phase after phase until `ask` says false. Of each is asked what was asked of the path; of its ends, the first
 * and last one only. Returns the path time reached where the deadline came first: what is there was not looked at.
 */
function askEach<Options extends Wishes>(
  phases: HeldPhases,
  options: Options,
  deadline: number,
  ask: (phase: Phase, asked: Options) => boolean,
): number | null {
  const { start, arrive = [], leave = [], onProgress } = options;
  const progress = onProgress === undefined ? null : new PathProgress(onProgress, phases.resolved.segments);
  const walk = phases.walk();
  for (let k = 0; k < phases.count; k++) {
    if (leftUntil(deadline) === 0) return phases.ends[k];
    const phase = walk.next().value as Phase;
    const asked = {
      ...options,
      ...(k === 0 ? {} : { start: start === undefined ? undefined : 'strict' }),
      arrive: [...phase.purposes.flat(), ...(k === phases.count - 1 ? arrive : [])],
      leave: [...phase.leave, ...(k === 0 ? leave : [])],
      ...(deadline === Infinity ? {} : { maxMilliseconds: leftUntil(deadline) }),
      ...(progress === null ? {} : { onProgress: (done: number) => progress.reached(phase.first + done) }),
    };
    if (!ask(phase, asked)) break;
  }
  return null;
}

/** A path on which something is taken or laid down, with the questions about it. */
export class HeldPath extends HeldPhases {
  /** `unknown`: the answer at a path time from which on nothing is known. */
  firstContact(options: SceneFirstContactOptions, deadline: number, unknown: (time: number) => SceneFirstContact): SceneFirstContact {
    const arrivals: Arrival[] = [];
    const initial: InitialPair[] = [];
    let stats: SceneStats | null = null;
    let answer: SceneFirstContact | null = null;
    // where the nominal motion is free, but not all that it may be: the nominal one is looked at to the end
    let doubt: SceneFirstContact | null = null;
    const { resolved } = this;
    const late = askEach(this, options, deadline, (phase, asked) => {
      const { first } = phase;
      answer = phase.scene.firstContact(phase.motions, asked);
      for (const { time, at, ...arrival } of metTogether(answer.arrivals ?? [], phase.purposes))
        arrivals.push({ ...arrival, time: time === null ? null : first + time, at: first + at });
      for (const pair of answer.initial) {
        const left = typeof pair.left === 'number' ? { left: first + pair.left } : {};
        initial.push({ ...pair, ...left, ...(first > 0 ? { since: first } : {}) });
      }
      stats = stats === null ? answer.stats : summedStats(stats, answer.stats);
      // what already touches when something is taken or laid down, touches then
      if (answer.status === 'overlap' && first > 0) answer = { ...answer, status: 'contact' };
      const safe = answer.safeUntil === undefined ? {} : { safeUntil: first + answer.safeUntil };
      answer = { ...answer, time: first + answer.time, segment: first + answer.segment, ...safe };
      if (answer.reason === 'uncertainty') doubt ??= answer;
      return answer.status === 'free' || answer.reason === 'uncertainty';
    });
    if (late !== null) {
      answer = unknown(late);
      stats = stats === null ? answer.stats : summedStats(stats, answer.stats);
    }
    const found = answer as unknown as SceneFirstContact;
    const before = doubt as SceneFirstContact | null;
    const isHit = found.status === 'contact' || found.status === 'overlap';
    const last = before === null ? found : isHit ? { ...found, safeUntil: before.time } : before;
    return {
      ...last,
      initial,
      arrivals,
      stats: stats as unknown as SceneStats,
      ...(resolved.seconds === null ? {} : { ownTimes: ownTimesAt(resolved, last.time) }),
    };
  }

  /**
   * Hands an answer over to whoever proves it, phase by phase. Each is asked once more, with every obstacle a body of
   * its own: what bodies there are is then the same in all of them.
   */
  prove(proof: SceneProof, options: SceneFirstContactOptions, answer: SceneFirstContact): void {
    const { resolved, content, held, lying } = this;
    if (lying !== null)
      throw new InputError(`proof: '${lying.body}' held by '${lying.link}': what lies on a body that moves by itself is not covered`);
    const { status, time, segment } = answer;
    const hits = status === 'contact' || status === 'overlap';
    const again: SceneFirstContactOptions = { ...options, onProgress: undefined, maxMilliseconds: undefined, contacts: 'none' };
    askEach(this, again, Infinity, (phase, asked) => {
      const { first, last } = phase;
      const isLast =
        last === resolved.segments || (proof.only === undefined && status !== 'free' && (hits ? segment < last : time <= last));
      const ending = !isLast ? 'free' : hits && time === first ? 'overlap' : status;
      const handed: SceneProof = {
        begin: () => {},
        scene: (proven) =>
          proof.scene({
            ...proven,
            answer: { ...proven.answer, status: ending, time: ending === 'free' ? last - first : time - first },
            phase: { first, segments: resolved.segments, robots: content.robots, held: [...held.keys()], isLast },
          }),
      };
      phase.sceneApart.firstContact(phase.motions, { ...asked, proof: handed });
      return !isLast;
    });
  }

  clearance(options: Wishes & { readonly enough: number }, deadline: number): Clearance {
    let least: Clearance | null = null;
    const exempt = new Map<string, readonly [PairSide, PairSide]>();
    let lower = Infinity;
    let complete = true;
    const late = askEach(this, options, deadline, (phase, asked) => {
      const own = phase.scene.clearance(phase.motions, asked);
      complete &&= own.complete;
      for (const pair of own.exempt) exempt.set(JSON.stringify(pair), pair);
      lower = Math.min(lower, own.gap[0]);
      if (least === null || own.gap[1] < least.gap[1]) least = { ...own, time: phase.first + own.time };
      return true;
    });
    if (late !== null) {
      // nothing is known of the rest
      least ??= { gap: [0, options.enough], time: 0, pair: null, exempt: [], complete: false };
      lower = 0;
      complete = false;
    }
    const found = least as unknown as Clearance;
    return { ...found, gap: [Math.min(lower, found.gap[1]), found.gap[1]], exempt: [...exempt.values()], complete };
  }

  contactIntervals(options: ContactIntervalOptions, deadline: number): ContactIntervals {
    const intervals: ContactInterval[] = [];
    const pairs: PairIntervals[] = [];
    let complete = true;
    const late = askEach(this, options, deadline, (phase, asked) => {
      const { first } = phase;
      const found = phase.scene.contactIntervals(phase.motions, asked);
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
      return true;
    });
    return { intervals, complete: complete && late === null, ...(options.byPair ? { pairs } : {}) };
  }

  /** The phase of a path time; null: the deadline came first. */
  phaseAt(time: number, deadline: number = Infinity): Phase | null {
    const number = this.numberAt(time);
    const walk = this.walk();
    while (leftUntil(deadline) > 0) {
      const phase = walk.next().value as Phase;
      if (phase.number === number) return phase;
    }
    return null;
  }
}
