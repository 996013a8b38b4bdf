/** Questions about motions that are only nearly followed: of all that they may be, and of the one told. */
import { leastOf } from '../../math/extreme.ts';
import { eitherOf, type PairSet } from '../pairs/pair-set.ts';
import type { EngineOptions } from '../search/scene-options.ts';
import { makeSceneAnswer, summedStats } from './scene-answer.ts';
import { earlier, firstContactOf, leaversTold, motionIsFreeOf, type SceneQuestion } from './scene-first-contact.ts';
import type { SceneFirstContact } from './scene-result.ts';
import { SharpTubes } from './sharp-tubes.ts';
import { mayLeave, type WantedPair } from './wanted-contact.ts';

/** As `firstContactOf`, where motions are what is told. */
export function firstContactWithin(question: SceneQuestion, wanted: readonly WantedPair[]): SceneFirstContact {
  const { told, options } = question;
  const leave = mayLeave(options, wanted);
  if (told === null) return firstContactOf(question, wanted, leave);
  const { answer: all, sharpened } = firstOfAll(question, wanted);
  const clearance = leastOf(told.map((one) => one.clearance));
  // whether one is inside another is looked for as it is told where their surfaces are known to be apart
  if (all.status === 'free' && all.arrivals === undefined && !sharpened) return { ...all, clearance };
  const nominal = firstContactOf({ ...question, classes: told }, wanted, leave);
  return { ...nearlyFollowed(all, nominal, clearance), stats: summedStats(all.stats, nominal.stats) };
}

/** As `motionIsFreeOf`, where motions are what is told. */
export function motionIsFreeWithin(question: SceneQuestion, wanted: readonly WantedPair[]): boolean {
  const { told, options } = question;
  if (told === null) return motionIsFreeOf(question, wanted);
  const { answer, sharpened } = firstOfAll(question, wanted);
  if (answer.status !== 'free' || !sharpened) return answer.status === 'free';
  return firstContactOf({ ...question, classes: told }, wanted, mayLeave(options, wanted)).status === 'free';
}

/**
 * The first time at which any motion within the uncertainty may touch, and who. What pairs may be off by as wholes is
 * looked at more sharply where it decides.
 */
function firstOfAll(
  question: SceneQuestion,
  wanted: readonly WantedPair[],
): { readonly answer: SceneFirstContact; readonly sharpened: boolean } {
  const { engine, motions, robots, tolerance, options, pads } = question;
  const leave = leaversTold(question, wanted);
  const until = new Map<number, number>();
  const open: PairSet = { has: (pair) => until.has(pair) };
  const sharp = pads === null ? null : new SharpTubes(engine, pads);
  const first = (asked: EngineOptions, exempt: PairSet): SceneFirstContact => {
    let answer: SceneFirstContact | null = null;
    for (;;) {
      engine.firstContact(motions, tolerance, asked, 0, eitherOf(exempt, open), leave);
      const { status, pair, leafA, time } = engine.outcome;
      const found = makeSceneAnswer(engine, robots, motions, asked);
      if (sharp === null || status === 'free' || status === 'unresolved' || leafA < 0 || leave(pair) || until.size >= MOST_SHARP)
        return answer === null ? found : earlier(answer, found);
      if (answer !== null && answer.status !== 'free' && answer.time <= time) return earlier(answer, found);
      const proven = sharp.provenUntil(pair, motions, toldClearance(question, pair));
      until.set(pair, proven);
      if (proven >= motions.segments) continue;
      engine.placeAt(motions, proven);
      Object.assign(engine.outcome, { status: 'unresolved', reason: 'uncertainty', time: proven, pair, leafA: -1, leafB: -1 });
      const then = makeSceneAnswer(engine, robots, motions, asked);
      answer = answer === null ? then : earlier(answer, then);
    }
  };
  const answer = firstContactOf({ ...question, options: { ...options, mode: 'first' } }, wanted, leave, first);
  return { answer, sharpened: until.size > 0 };
}

/** Pairs that are looked at sharply: where there are more, motions are too near everything. */
const MOST_SHARP = 32;

/** The distance that a pair keeps beside its uncertainty. */
function toldClearance({ told }: SceneQuestion, pair: number): number {
  return told?.find(({ others }) => !others.has(pair))?.clearance ?? 0;
}

/** `all`: until when everything that may be is free, and who may touch first. */
function nearlyFollowed(all: SceneFirstContact, told: SceneFirstContact, clearance: number): SceneFirstContact {
  const { arrivals } = told;
  if (all.status === 'free') return told.status === 'free' ? { ...all, clearance, ...(arrivals === undefined ? {} : { arrivals }) } : told;
  const safeUntil = all.status === 'overlap' ? 0 : all.time;
  if (told.status === 'contact' || told.status === 'overlap') return { ...told, safeUntil: Math.min(safeUntil, told.time) };
  // what is told may not be known as far as all that may be
  const least = told.status === 'unresolved' && told.time < safeUntil ? told : all;
  const reason = least === told ? told.reason : (all.reason ?? 'uncertainty');
  return {
    ...least,
    ...{ status: 'unresolved', reason, safeUntil: least === told ? told.time : safeUntil, clearance },
    ...{ gap: null, contacts: [], complete: false },
    ...(arrivals === undefined ? {} : { arrivals }),
  };
}
