/** The first contact of a scene whose pairs keep different distances: class by class, and the earliest of all. */
import { leastOf } from '../../math/extreme.ts';
import type { Robot } from '../../robot/robot.ts';
import type { ResolvedMotions } from '../content/scene-motions.ts';
import { type ClearanceClass, distancesOf, paddedClasses } from '../pairs/clearance-rules.ts';
import { eitherOf, NO_PAIRS, type PairSet, setOf } from '../pairs/pair-set.ts';
import type { UncertainPads } from '../pairs/uncertain-pads.ts';
import type { SceneEngine } from '../search/scene-engine.ts';
import { AUTO } from '../search/scene-method.ts';
import type { AskedOptions, EngineOptions } from '../search/scene-options.ts';
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
  /** Without; null: motions are what is told. */
  readonly told: readonly ClearanceClass[] | null;
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
 * Which pairs are let leave where they start in contact: those that do as they are told. What is only near there may
 * start apart, and touch then.
 */
export function leaversTold(question: SceneQuestion, wanted: readonly WantedPair[]): (pair: number) => boolean {
  const { options, told, engine } = question;
  const leave = mayLeave(options, wanted);
  if (told === null || leave === NONE_LEAVE) return leave;
  const out = new Set<number>();
  forEachStart({ ...question, classes: told, told: null }, wanted, () => {
    for (const pair of engine.leavers()) out.add(pair);
  });
  return (pair) => out.has(pair);
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
export function leaversOf(
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
  const leave = leaversTold(question, wanted);
  if (leave === NONE_LEAVE) return;
  const { engine, motions, tolerance, classes } = question;
  const arriving = setOf(wanted.flatMap(({ arrive, pair }) => (arrive ? [pair] : [])));
  for (const { clearance, others } of classes) {
    engine.lookAtLeavers(motions, tolerance, clearance, eitherOf(others, arriving), leave);
    done();
  }
}

/** The least distance along the path, but for pairs that are let start in contact. */
export function clearanceOf(question: SceneQuestion, wanted: readonly WantedPair[], wish: Omit<ClearanceSearch, 'tolerance'>): Clearance {
  const { engine, motions, tolerance } = question;
  const { pads } = question;
  const exempt = exemptOf(question, wanted);
  const left = exempt.map((pair) => {
    const { leafA = -1, leafB = -1 } = engine.start.records.get(pair) ?? {};
    return pairOf(engine, pair, leafA, leafB);
  });
  const search = { ...wish, tolerance };
  if (pads === null) return clearanceAnswer(pathClearance(engine, motions, search, setOf(exempt)), search, left);
  // those that may be off by as much, each by themselves; at most as near as the motion told
  const each = paddedClasses(engine.pairs, [{ clearance: 0, others: NO_PAIRS }], pads).map(({ clearance: pad, others }) => {
    const bounds = pathClearance(engine, motions, search, eitherOf(setOf(exempt), others));
    return { ...clearanceAnswer(bounds, search, left), lower: Math.max(0, bounds.lower - pad) };
  });
  const nearest = each.reduce((a, b) => (b.gap[1] < a.gap[1] ? b : a));
  const lower = leastOf(each.map((one) => one.lower));
  const { gap, time, pair } = nearest;
  return { gap: [Math.min(lower, gap[1]), gap[1]], time, pair, exempt: left, complete: each.every(({ complete }) => complete) };
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

/** The stretches of all classes, those that meet as one. */
export function intervalsOf(
  { engine, robots, motions, tolerance, options, classes }: SceneQuestion,
  leavers: ReadonlyMap<number, number>,
  gaveUp: boolean,
  wanted: readonly WantedPair[],
): ContactIntervals & { readonly unwanted: WantedVerdict['unwanted'] } {
  const all: ContactInterval[] = [];
  const unwanted: WantedVerdict['unwanted'][number][] = [];
  let complete = !gaveUp;
  for (const [asked, others] of questionsOf(options, classes)) {
    const strict = { ...asked, start: 'strict' as const };
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
    const verdict = judgeWanted(engine, robots, motions, tolerance, asked, judged);
    for (const one of verdict.unwanted) {
      for (const interval of one.intervals) all.push(interval);
      if (one.intervals.length > 0) unwanted.push(one);
    }
    complete &&= verdict.complete;
  }
  return { intervals: classes.length === 1 && unwanted.length === 0 ? all : united(all), complete, unwanted };
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
