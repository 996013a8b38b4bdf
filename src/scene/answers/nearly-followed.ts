/** Questions about motions that are only nearly followed: of all that they may be, and of the nominal one. */
import { leastOf } from '../../math/extreme.ts';
import { type ClearanceClass, distancesOf } from '../pairs/clearance-rules.ts';
import { eitherOf, NO_PAIRS, type PairSet } from '../pairs/pair-set.ts';
import { paddedClasses, type UncertainPads } from '../pairs/uncertain-pads.ts';
import type { EngineOptions } from '../search/scene-options.ts';
import type { ProvenScene } from '../search/scene-proof.ts';
import { NodeOffs } from './node-offs.ts';
import { type ClearanceSearch, pathClearance } from './path-clearance.ts';
import { makeSceneAnswer, summedStats } from './scene-answer.ts';
import {
  clearanceAnswer,
  clearanceOf,
  earlier,
  firstContactOf,
  nominalStarts,
  questionsWithin,
  type SceneQuestion,
} from './scene-first-contact.ts';
import type { Clearance, SceneFirstContact } from './scene-result.ts';
import { SharpTubes } from './sharp-tubes.ts';
import { mayLeave, type WantedPair } from './wanted-contact.ts';

/** As `firstContactOf`. */
export function firstContactWithin(question: SceneQuestion, wanted: readonly WantedPair[]): SceneFirstContact {
  const { options } = question;
  const classes = question.nominal as readonly ClearanceClass[];
  const leave = mayLeave(options, wanted);
  const { answer: all, sharpened } = firstOfAll(question, wanted);
  const clearance = leastOf(classes.map((one) => one.clearance));
  // whether one is inside another is looked for in the nominal motion, where their surfaces are known to be apart
  if (all.status === 'free' && questionsWithin(question, wanted).length === 1 && !sharpened) return { ...all, clearance };
  const nominal = firstContactOf({ ...question, classes }, wanted, leave);
  return { ...nearlyFollowed(all, nominal, clearance), stats: summedStats(all.stats, nominal.stats) };
}

/** As `motionIsFreeOf`. */
export function motionIsFreeWithin(question: SceneQuestion, wanted: readonly WantedPair[]): boolean {
  const { options } = question;
  const classes = question.nominal as readonly ClearanceClass[];
  const { answer, sharpened } = firstOfAll(question, wanted);
  if (answer.status !== 'free' || (questionsWithin(question, wanted).length === 1 && !sharpened)) return answer.status === 'free';
  return firstContactOf({ ...question, classes }, wanted, mayLeave(options, wanted)).status === 'free';
}

/** As `clearanceOf`: at least of every motion within the uncertainty, at most of the nominal one. */
export function clearanceWithin(
  question: SceneQuestion,
  wanted: readonly WantedPair[],
  wish: Omit<ClearanceSearch, 'tolerance'>,
): Clearance {
  const { engine, motions } = question;
  const pads = question.pads as UncertainPads;
  return clearanceOf(question, wanted, wish, (search, exempt, left) => {
    // those that may be off by as much, each by themselves
    const each = paddedClasses(engine.pairs, [{ clearance: 0, others: NO_PAIRS }], pads).map(({ clearance: pad, others }) => {
      const bounds = pathClearance(engine, motions, search, eitherOf(exempt, others));
      return { ...clearanceAnswer(bounds, search, left), lower: Math.max(0, bounds.lower - pad) };
    });
    const { gap, time, pair } = each.reduce((a, b) => (b.gap[1] < a.gap[1] ? b : a));
    const lower = leastOf([...each.map((one) => one.lower), gap[1]]);
    return { gap: [lower, gap[1]], time, pair, exempt: left, complete: each.every(({ complete }) => complete) };
  });
}

/**
 * What a proof shows of an answer within the uncertainty. Who checks it takes boxes for nodes, and has bounds of its
 * own: there is to be some reserve, without which it ends earlier than the answer.
 */
export function provenWithin(question: SceneQuestion, answer: SceneFirstContact): Pick<ProvenScene, 'within' | 'answer' | 'clearanceOf'> {
  const { engine, motions } = question;
  const { pairs } = engine;
  // two points of the nominal motion show it
  const isOverlap = answer.status === 'overlap';
  const given = question.pads as UncertainPads;
  const { errors } = given;
  const nominal = question.nominal as readonly ClearanceClass[];
  const pads: UncertainPads = { ...given, of: (pair) => RESERVE * given.of(pair), most: () => RESERVE * given.most() };
  engine.allowUntil(Infinity);
  const classes = paddedClasses(pairs, nominal, pads);
  const { answer: all } = firstOfAll({ ...question, classes, pads }, [], new NodeOffs(pairs, pads, BOXES, RESERVE));
  const apart = all.status === 'free' ? motions.segments : all.status === 'overlap' ? 0 : all.time;
  const time = Math.min(apart, answer.safeUntil ?? (answer.status === 'free' ? motions.segments : answer.time));
  const isFree = answer.status === 'free' && all.status === 'free';
  const { of: clearanceOf } = distancesOf(pairs, nominal);
  return {
    clearanceOf,
    answer: isFree ? answer : { status: isOverlap ? 'overlap' : 'unresolved', time: isOverlap ? 0 : time, initial: [] },
    within: {
      offs: new NodeOffs(pairs, given, BOXES),
      link: (robot, link) => [errors.joints[robot].place[link], errors.joints[robot].angle[link]],
      place: (name, body, radius) => errors.placeOf(name, body, radius),
    },
  };
}

/** A box around a sphere is so much wider. */
const BOXES = Math.sqrt(3);
const RESERVE = 1.05;

/**
 * The first time at which any motion within the uncertainty may touch, and who. What pairs may be off by as wholes is
 * looked at more sharply where it decides.
 */
function firstOfAll(
  question: SceneQuestion,
  wanted: readonly WantedPair[],
  offs: NodeOffs = new NodeOffs(question.engine.pairs, question.pads as UncertainPads),
): { readonly answer: SceneFirstContact; readonly sharpened: boolean } {
  const { engine, motions, robots, tolerance, options } = question;
  const [judged, leave] = nominalStarts(question, wanted);
  const until = new Map<number, number>();
  const open: PairSet = { has: (pair) => until.has(pair) };
  const sharp = new SharpTubes(engine, offs);
  const first = (asked: EngineOptions, exempt: PairSet): SceneFirstContact => {
    let answer: SceneFirstContact | null = null;
    for (;;) {
      engine.firstContact(motions, tolerance, asked, 0, eitherOf(exempt, open), leave);
      const { status, pair, leafA, time } = engine.outcome;
      const found = makeSceneAnswer(engine, robots, motions, asked);
      if (status === 'free' || status === 'unresolved' || leafA < 0 || leave(pair) || until.size >= MOST_SHARP)
        return answer === null ? found : earlier(answer, found);
      if (answer !== null && answer.status !== 'free' && answer.time <= time) return earlier(answer, found);
      // as wholes they are proven apart until then: what is looked at sharply may end before, in time or in looks
      const proven = Math.max(status === 'contact' ? time : 0, sharp.provenUntil(pair, motions, nominalClearance(question, pair)));
      until.set(pair, proven);
      if (proven >= motions.segments) continue;
      engine.placeAt(motions, proven);
      Object.assign(engine.outcome, { status: 'unresolved', reason: 'uncertainty', time: proven, pair, leafA: -1, leafB: -1 });
      const then = makeSceneAnswer(engine, robots, motions, asked);
      answer = answer === null ? then : earlier(answer, then);
    }
  };
  const answer = firstContactOf({ ...question, options: { ...options, mode: 'first' } }, judged, leave, first);
  return { answer, sharpened: until.size > 0 };
}

/** Pairs that are looked at sharply: where there are more, motions are too near everything. */
const MOST_SHARP = 32;

/** The distance that a pair keeps beside its uncertainty. */
function nominalClearance({ nominal }: SceneQuestion, pair: number): number {
  return nominal?.find(({ others }) => !others.has(pair))?.clearance ?? 0;
}

/** `all`: until when everything that may be is free, and who may touch first. */
function nearlyFollowed(all: SceneFirstContact, nominal: SceneFirstContact, clearance: number): SceneFirstContact {
  const arrivals = nominal.arrivals === undefined ? {} : { arrivals: nominal.arrivals };
  if (all.status === 'free' && nominal.status === 'free') return { ...all, clearance, ...arrivals };
  const proven = all.status === 'overlap' ? 0 : all.time;
  // the nominal motion touches where all that may be is not judged: from when on that is, nothing is known of the
  // others
  const safeUntil = nominal.status !== 'free' && nominal.time < proven ? Math.min(nominal.time, unjudgedFrom(all)) : proven;
  if (nominal.status === 'contact' || nominal.status === 'overlap') return { ...nominal, safeUntil };
  // the nominal motion may not be known as far as all that may be
  const least = nominal.status === 'unresolved' && (all.status === 'free' || nominal.time < proven) ? nominal : all;
  const reason = least === nominal ? nominal.reason : (all.reason ?? 'uncertainty');
  return {
    ...least,
    ...{ status: 'unresolved', reason, safeUntil, clearance },
    ...{ gap: null, contacts: [], complete: false },
    ...arrivals,
  };
}

/** When the first pair that may touch at an end of the path may do so. */
function unjudgedFrom({ initial, arrivals = [] }: SceneFirstContact): number {
  return initial.length > 0 ? 0 : leastOf(arrivals.map(({ time }) => time ?? Infinity));
}
