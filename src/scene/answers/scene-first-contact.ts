/** The first contact of a scene whose pairs keep different distances: class by class, and the earliest of all. */
import type { Robot } from '../../robot/robot.ts';
import type { ResolvedMotions } from '../content/scene-motions.ts';
import { type ClearanceClass, distancesOf } from '../pairs/clearance-rules.ts';
import { eitherOf, NO_PAIRS, type PairSet, setOf } from '../pairs/pair-set.ts';
import type { UncertainPads } from '../pairs/uncertain-pads.ts';
import type { SceneEngine } from '../search/scene-engine.ts';
import { AUTO } from '../search/scene-method.ts';
import type { AskedOptions, EngineOptions } from '../search/scene-options.ts';
import type { ProvenScene, SceneProof } from '../search/scene-proof.ts';
import { NONE_LEAVE } from '../search/start-pairs.ts';
import { ContactIntervalSearch } from './contact-intervals.ts';
import { type ClearanceBounds, type ClearanceSearch, pathClearance } from './path-clearance.ts';
import { makeSceneAnswer, pairOf, summedStats } from './scene-answer.ts';
import type { Clearance, ContactInterval, ContactIntervals, SceneFirstContact } from './scene-result.ts';
import { judgeWanted, mayLeave, type WantedPair, type WantedVerdict, withWanted } from './wanted-contact.ts';

/** A question with what it is about, resolved. */
export interface SceneQuestion {
  readonly engine: SceneEngine;
  readonly robots: readonly Robot[];
  readonly motions: ResolvedMotions;
  readonly tolerance: number;
  readonly options: AskedOptions;
  /** With what pairs keep beyond it where motions are only nearly followed. */
  readonly classes: readonly ClearanceClass[];
  /** Without, for the nominal motions; null: nothing else may happen. */
  readonly nominal: readonly ClearanceClass[] | null;
  readonly pads: UncertainPads | null;
}

/** The first contact of all that is asked, class by class; `first`: that of one class, of pairs that are not exempt. */
export function firstContactOf(
  { engine, robots, motions, tolerance, options, classes }: SceneQuestion,
  wanted: readonly WantedPair[],
  mayLeave: (pair: number) => boolean,
  first: (asked: EngineOptions, exempt: PairSet) => SceneFirstContact = (asked, exempt) => {
    engine.firstContact(motions, tolerance, asked, 0, exempt, mayLeave);
    return makeSceneAnswer(engine, robots, motions, asked);
  },
): SceneFirstContact {
  let answer: SceneFirstContact | null = null;
  const arriving = setOf(wanted.flatMap(({ arrive, pair }) => (arrive ? [pair] : [])));
  for (const [asked, others] of arriving === NO_PAIRS ? searchesOf(engine, options, classes) : questionsOf(options, classes)) {
    const judged = wanted.filter(({ arrive, pair }) => arrive && !others.has(pair));
    const apart = first(asked, eitherOf(others, arriving));
    const found =
      judged.length === 0 ? apart : withWanted(apart, judgeWanted(engine, robots, motions, tolerance, { ...asked, mode: 'first' }, judged));
    answer = answer === null ? found : earlier(answer, found);
    if (options.mode === 'any' && (found.status === 'contact' || found.status === 'overlap')) break;
  }
  return answer as SceneFirstContact;
}

/**
 * A question, and the same about the nominal motion where two may touch at an end of the path: within what these may be
 * off by it is not known of them whether they leave and touch again; of the nominal motion it is.
 */
export function questionsWithin(question: SceneQuestion, wanted: readonly WantedPair[]): readonly SceneQuestion[] {
  const { nominal, options } = question;
  if (nominal === null || (wanted.length === 0 && mayLeave(options, wanted) === NONE_LEAVE)) return [question];
  return [question, { ...question, classes: nominal, nominal: null, pads: null }];
}

/** What is wanted of pairs, and which may leave, by how they start nominally. */
export function nominalStarts(
  question: SceneQuestion,
  wanted: readonly WantedPair[],
): readonly [wanted: readonly WantedPair[], leave: (pair: number) => boolean] {
  const leave = nominalLeavers(question, wanted);
  return [question.nominal === null ? wanted : wanted.map((one) => ({ ...one, leave: one.leave && leave(one.pair) })), leave];
}

/**
 * Which pairs are let leave where they start in contact: those that nominally do. What is only near there may
 * start apart, and touch then.
 */
function nominalLeavers(question: SceneQuestion, wanted: readonly WantedPair[]): (pair: number) => boolean {
  const { options, nominal, engine } = question;
  const leave = mayLeave(options, wanted);
  if (nominal === null || leave === NONE_LEAVE) return leave;
  const out = new Set<number>();
  const leaving = wanted.map((one) => ({ ...one, arrive: false }));
  forEachStart({ ...question, classes: nominal, nominal: null }, leaving, () => {
    for (const pair of engine.leavers()) out.add(pair);
  });
  return (pair) => out.has(pair);
}

/** Hands an answer over to whoever proves it; `more`: what is different within an uncertainty. */
export function proveAnswer(
  proof: SceneProof,
  { engine, motions, tolerance, classes, options }: SceneQuestion,
  wanted: readonly WantedPair[],
  answer: SceneFirstContact,
  more: Partial<ProvenScene> = {},
): void {
  const { pairs } = engine;
  const { of: clearanceOf } = distancesOf(pairs, classes);
  // a question may be out of time; what it found is proven however long that takes
  engine.allowUntil(Infinity);
  const arriving = setOf(wanted.flatMap(({ arrive, pair }) => (arrive ? [pair] : [])));
  proof.scene({
    pairs,
    motions,
    load: (segment) => engine.load(motions, segment),
    clearanceOf,
    tolerance,
    mayLeave: mayLeave(options, wanted),
    mayArrive: (pair) => arriving.has(pair),
    answer,
    ...more,
  });
}

/** Is the motion free? True is proven. */
export function motionIsFreeOf(question: SceneQuestion, wanted: readonly WantedPair[]): boolean {
  if (wanted.length > 0) return firstContactOf(question, wanted, mayLeave(question.options, wanted)).status === 'free';
  const { engine, motions, tolerance, options, classes } = question;
  for (const [asked, others] of searchesOf(engine, options, classes)) {
    engine.firstContact(motions, tolerance, asked, 0, others);
    if (engine.outcome.status !== 'free') return false;
  }
  return true;
}

/**
 * The pairs that may start in contact and do, and when each is proven apart; Infinity: never, as for pairs that may
 * touch at the end.
 */
function leaversOf(
  question: SceneQuestion,
  wanted: readonly WantedPair[],
): { readonly leavers: ReadonlyMap<number, number>; readonly gaveUp: boolean } {
  const { engine, motions } = question;
  const out = new Map<number, number>();
  let gaveUp = false;
  forEachStart(question, wanted, () => {
    for (const [pair, left] of engine.leavingTimes(motions)) out.set(pair, left);
    gaveUp ||= engine.start.gaveUp;
  });
  for (const { pair, arrive } of wanted) if (arrive) out.set(pair, Infinity);
  return { leavers: out, gaveUp };
}

/** The same pairs only. */
function exemptOf(question: SceneQuestion, wanted: readonly WantedPair[]): readonly number[] {
  const out = new Set<number>();
  forEachStart(question, wanted, () => {
    for (const pair of question.engine.leavers()) out.add(pair);
  });
  for (const { pair, arrive } of wanted) if (arrive) out.add(pair);
  return [...out];
}

/** Looks at the start, class by class, where anything may leave. */
function forEachStart(question: SceneQuestion, wanted: readonly WantedPair[], done: () => void): void {
  const leave = nominalLeavers(question, wanted);
  if (leave === NONE_LEAVE) return;
  const { engine, motions, tolerance, classes } = question;
  const arriving = setOf(wanted.flatMap(({ arrive, pair }) => (arrive ? [pair] : [])));
  for (const { clearance, others } of classes) {
    engine.lookAtLeavers(motions, tolerance, clearance, eitherOf(others, arriving), leave);
    done();
  }
}

/** The least distance along the path, but for pairs that are let start in contact; `ask`: what is done with both. */
export function clearanceOf(
  question: SceneQuestion,
  wanted: readonly WantedPair[],
  wish: Omit<ClearanceSearch, 'tolerance'>,
  ask: (search: ClearanceSearch, exempt: PairSet, left: Clearance['exempt']) => Clearance = (search, exempt, left) =>
    clearanceAnswer(pathClearance(question.engine, question.motions, search, exempt), search, left),
): Clearance {
  const { engine, tolerance } = question;
  const exempt = exemptOf(question, wanted);
  const left = exempt.map((pair) => {
    const { leafA = -1, leafB = -1 } = engine.start.records.get(pair) ?? {};
    return pairOf(engine, pair, leafA, leafB);
  });
  return ask({ ...wish, tolerance }, setOf(exempt), left);
}

export function clearanceAnswer(
  { lower, upper, time, pair }: ClearanceBounds,
  { accuracy, tolerance }: ClearanceSearch,
  exempt: Clearance['exempt'],
): Clearance {
  const complete = upper - lower <= accuracy * upper || upper <= tolerance;
  return { gap: [lower, upper], time, pair, exempt, complete };
}

/** What is asked of each class. */
export function questionsOf(options: AskedOptions, classes: readonly ClearanceClass[]): readonly (readonly [EngineOptions, PairSet])[] {
  return classes.map(({ clearance, others }) => [Object.assign({}, options, { clearance }), others]);
}

/** The same where all that matters is the first contact of any: of all classes at once, if the method can do that. */
export function searchesOf(
  engine: SceneEngine,
  options: AskedOptions,
  classes: readonly ClearanceClass[],
): readonly (readonly [EngineOptions, PairSet])[] {
  if (classes.length === 1 || (options.method ?? AUTO) !== AUTO) return questionsOf(options, classes);
  const distances = distancesOf(engine.pairs, classes);
  return [[Object.assign({}, options, { clearance: distances.most, distances }), NO_PAIRS]];
}

/** What starts too close comes before all else, as within one class. */
export function earlier(a: SceneFirstContact, b: SceneFirstContact): SceneFirstContact {
  const rank = ({ status, time }: SceneFirstContact): number => (status === 'overlap' ? -1 : status === 'free' ? Infinity : time);
  const first = rank(b) < rank(a) ? b : a;
  const arrivals = [...(a.arrivals ?? []), ...(b.arrivals ?? [])];
  return {
    ...first,
    ...(first.pair === null ? { clearance: Math.min(a.clearance, b.clearance) } : {}),
    initial: [...a.initial, ...b.initial],
    ...(a.arrivals === undefined && b.arrivals === undefined ? {} : { arrivals }),
    stats: summedStats(a.stats, b.stats),
  };
}

/** What a question found in contact when, and which pairs were left out until when, or found while not wanted. */
export interface Stretches extends ContactIntervals {
  readonly question: SceneQuestion;
  readonly leavers: ReadonlyMap<number, number>;
  readonly unwanted: WantedVerdict['unwanted'];
}

/** The stretches on which something may be in contact, those that meet as one. */
export function intervalsOf(
  question: SceneQuestion,
  wanted: readonly WantedPair[],
): ContactIntervals & { readonly stretches: readonly Stretches[] } {
  const stretches = questionsWithin(question, wanted).map((one) => stretchesOf(one, wanted));
  const all = stretches.flatMap(({ intervals }) => intervals);
  return {
    intervals: stretches.length === 1 ? all : united(all),
    complete: stretches.every(({ complete }) => complete),
    stretches,
  };
}

function stretchesOf(question: SceneQuestion, asked: readonly WantedPair[]): Stretches {
  const { engine, robots, motions, tolerance, options, classes } = question;
  const [wanted] = nominalStarts(question, asked);
  const { leavers, gaveUp } = leaversOf(question, wanted);
  const all: ContactInterval[] = [];
  const unwanted: WantedVerdict['unwanted'][number][] = [];
  let complete = !gaveUp;
  for (const [own, others] of questionsOf(options, classes)) {
    const strict = { ...own, start: 'strict' as const };
    const firsts: SceneFirstContact[] = [];
    const search = new ContactIntervalSearch(engine, motions, tolerance, strict, leavers, others);
    search.run(() => firsts.push(makeSceneAnswer(engine, robots, motions, strict)));
    search.intervals.forEach((interval, i) => {
      all.push({ ...interval, first: firsts[i] });
    });
    const rest = firsts.length > search.intervals.length ? firsts[firsts.length - 1] : null;
    complete &&= !search.late && (rest === null || rest.status === 'free');
    const judged = wanted.filter(({ arrive, pair }) => arrive && !others.has(pair));
    if (judged.length === 0) continue;
    // those that may touch at the end must not before
    const verdict = judgeWanted(engine, robots, motions, tolerance, own, judged);
    for (const one of verdict.unwanted) {
      for (const interval of one.intervals) all.push(interval);
      if (one.intervals.length > 0) unwanted.push(one);
    }
    complete &&= verdict.complete;
  }
  return { intervals: classes.length === 1 && unwanted.length === 0 ? all : united(all), complete, question, leavers, unwanted };
}

export function united(intervals: readonly ContactInterval[]): ContactInterval[] {
  const out: ContactInterval[] = [];
  for (const next of [...intervals].sort((a, b) => a.from - b.from)) {
    const last = out.at(-1);
    if (last === undefined || next.from > last.to) out.push(next);
    else {
      const pairs = new Map([...last.pairs, ...next.pairs].map((pair) => [JSON.stringify(pair), pair]));
      out[out.length - 1] = { ...last, to: Math.max(last.to, next.to), pairs: [...pairs.values()] };
    }
  }
  return out;
}
