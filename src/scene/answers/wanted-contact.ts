/**
 * Contact that is wanted: pairs that may touch at the end of a path (`arrive`), at its start (`leave`), or at both, and
 * must not in between. Each such pair is judged by itself, by all stretches of the path on which it is in contact: the
 * last one is the arrival where it lasts to the end, the first one the leaving where it begins at the start, and every
 * other is a contact like any. Stretches begin with certified first contacts and end where the pair is proven apart;
 * gaps shorter than 1/512 of a segment may be missed [contact-intervals.ts].
 */
import type { InitialPair, PairSide } from '../../contact/result.ts';
import type { Vec3 } from '../../math/pose.ts';
import { angleOf } from '../../math/trig.ts';
import { cross, dot, length, subtract } from '../../math/vec3.ts';
import { STATE_OMEGA, STATE_P, STATE_V } from '../../motion/motion.ts';
import type { Robot } from '../../robot/robot.ts';
import { AllowedNames, ANYTHING } from '../content/allowed-names.ts';
import type { MovingNames, ResolvedMotions } from '../content/scene-motions.ts';
import { namedPairs } from '../pairs/clearance-rules.ts';
import { allBut } from '../pairs/pair-set.ts';
import type { ScenePairs } from '../pairs/scene-pairs.ts';
import type { SceneEngine } from '../search/scene-engine.ts';
import type { EngineOptions, SceneFirstContactOptions } from '../search/scene-options.ts';
import { ALL_LEAVE, NONE_LEAVE } from '../search/start-pairs.ts';
import { ContactIntervalSearch } from './contact-intervals.ts';
import { makeSceneAnswer, pairOf } from './scene-answer.ts';
import type { Arrival, ContactInterval, SceneFirstContact } from './scene-result.ts';

/** One pair of the engine, and at which ends of the path it may touch. */
export interface WantedPair {
  readonly pair: number;
  readonly arrive: boolean;
  readonly leave: boolean;
}

/** The pairs that are named to touch at an end of the path. Obstacles that are named have bodies of their own. */
export function wantedPairs(
  pairs: ScenePairs,
  { robots, obstacles, bodies }: MovingNames,
  { arrive = [], leave = [], start }: Pick<SceneFirstContactOptions, 'arrive' | 'leave' | 'start'>,
): readonly WantedPair[] {
  if (arrive.length + leave.length === 0) return [];
  const arrives = setOfNamed(pairs, new AllowedNames(robots, arrive, [...obstacles, ...bodies], 'arrive'));
  const leaves = setOfNamed(pairs, new AllowedNames(robots, leave, [...obstacles, ...bodies, ANYTHING], 'leave'));
  return [...new Set([...arrives, ...leaves])].map((pair) => ({
    pair,
    arrive: arrives.has(pair),
    leave: leaves.has(pair) || start === 'leaving',
  }));
}

/** Which pairs are let leave where they start in contact: all, or those that are named to. */
export function mayLeave({ start }: Pick<SceneFirstContactOptions, 'start'>, wanted: readonly WantedPair[]): (pair: number) => boolean {
  if (start === 'leaving') return ALL_LEAVE;
  if (wanted.length === 0) return NONE_LEAVE;
  const named = new Set(wanted.filter(({ leave }) => leave).map(({ pair }) => pair));
  return named.size === 0 ? NONE_LEAVE : (pair) => named.has(pair);
}

function setOfNamed(pairs: ScenePairs, named: AllowedNames): Set<number> {
  const out: number[] = [];
  namedPairs(pairs, named, (pair) => out.push(pair));
  return new Set(pairs.listsAll ? out.sort((a, b) => a - b) : out);
}

/** The earlier of two answers: about the pairs that may touch at an end of the path, and about all others. */
export function withWanted(
  others: SceneFirstContact,
  { arrivals, initial, hit }: Pick<WantedVerdict, 'arrivals' | 'initial' | 'hit'>,
): SceneFirstContact {
  const first = hit !== null && others.status !== 'overlap' && (others.status === 'free' || hit.time < others.time) ? hit : others;
  return { ...first, initial: [...others.initial, ...initial], arrivals };
}

/** Arrivals with one verdict for all pairs of a purpose: one that touches is enough; else all must be known not to. */
export function metTogether(arrivals: readonly Arrival[], purposes: readonly (readonly (readonly [string, string])[])[]): Arrival[] {
  const out = [...arrivals];
  for (const named of purposes) {
    const own = [...out.keys()].filter((k) => named.some((pair) => isNamed(out[k], pair)));
    const met = own.some((k) => out[k].met) ? { met: true } : own.every((k) => out[k].met === false) ? { met: false } : {};
    for (const k of own) {
      const { met: _, ...rest } = out[k];
      out[k] = { ...rest, ...met };
    }
  }
  return out;
}

function isNamed({ a, b }: Arrival, [x, y]: readonly [string, string]): boolean {
  const called = ({ body, link }: PairSide, name: string): boolean => name === (link ?? body) || name === `${body}/${link}`;
  return (called(a, x) && called(b, y)) || (called(a, y) && called(b, x));
}

export interface WantedVerdict {
  readonly arrivals: readonly Arrival[];
  /** Those that may leave and start in contact. */
  readonly initial: readonly InitialPair[];
  /** The first contact that is not wanted, or a doubt; null: none. */
  readonly hit: SceneFirstContact | null;
  /** All stretches that are not wanted, by pair. */
  readonly unwanted: readonly { readonly pair: number; readonly intervals: readonly ContactInterval[] }[];
  /** Whether every pair was looked through to the end. */
  readonly complete: boolean;
}

export function judgeWanted(
  engine: SceneEngine,
  robots: readonly Robot[],
  motions: ResolvedMotions,
  tolerance: number,
  options: EngineOptions,
  wanted: readonly WantedPair[],
): WantedVerdict {
  // One piece: one pass over the wanted pairs, with what all of them add up.
  const arrivals: Arrival[] = [];
  const initial: InitialPair[] = [];
  const unwanted: { pair: number; intervals: ContactInterval[] }[] = [];
  let complete = true;
  let hit: SceneFirstContact | null = null;
  for (const { pair, arrive, leave } of wanted) {
    // one method for all of them: where the distance is less than the tolerance, others may tell it otherwise
    const asked = { ...options, method: undefined, start: 'strict' as const };
    const brief = stretchesOfPair(engine, robots, motions, tolerance, briefly(asked), pair, leave);
    const { search } = brief;
    let { firsts } = brief;
    if (search.late && firsts.length === 0) firsts.push({ answer: notLookedAt(engine, robots, motions, asked, pair), approach: {} });
    const { intervals } = search;
    const last = intervals.length - 1;
    const arrives = arrive && last >= 0 && intervals[last].from > 0 && intervals[last].to >= motions.segments && !search.late;
    const leaves = leave && last >= 0 && intervals[0].from === 0;
    const isNear = last >= 0 && intervals[last].to >= motions.segments;
    const [a, b] = pairOf(engine, pair, -1, -1);
    if (leaves)
      initial.push({ a, b, gap: firsts[0].answer.gap ?? [0, 0], left: intervals[0].to < motions.segments ? intervals[0].to : null });
    if (arrive) {
      const first = arrives ? firsts[last] : null;
      arrivals.push({
        a,
        b,
        time: first?.answer.time ?? null,
        at: motions.segments,
        ...(search.late ? {} : isNear ? touchesAtEnd(engine, motions, tolerance, asked, pair) : { met: false }),
        ...(first?.answer.seconds === undefined ? {} : { seconds: first.answer.seconds }),
        ...(first?.approach ?? {}),
      });
    }
    const isWanted = (k: number): boolean => (k === 0 && leaves) || (k === last && arrives);
    const bumps = intervals.findIndex((_, k) => !isWanted(k));
    // contacts that are not wanted are listed as was asked for, if there is time left
    if (bumps >= 0 && asked.contacts !== briefly(asked).contacts && !search.late) {
      const full = stretchesOfPair(engine, robots, motions, tolerance, asked, pair, leave);
      if (!full.search.late) firsts = full.firsts;
    }
    unwanted.push({ pair, intervals: intervals.flatMap((one, k) => (isWanted(k) ? [] : [{ ...one, first: firsts[k].answer }])) });
    const doubt = search.late || firsts.length > intervals.length ? firsts[firsts.length - 1]?.answer : undefined;
    complete &&= !search.late && (doubt === undefined || doubt.status === 'free');
    // whether the last one lasts to the end is not known when it is late
    const open = search.late && arrive && bumps === last;
    const own =
      bumps >= 0
        ? open
          ? undecided(firsts[bumps].answer)
          : firsts[bumps].answer
        : doubt !== undefined && doubt.status !== 'free'
          ? undecided(doubt)
          : null;
    if (own !== null && (hit === null || own.time < hit.time)) hit = own;
  }
  return { arrivals, initial, hit, unwanted, complete };
}

interface StretchStart {
  readonly answer: SceneFirstContact;
  readonly approach: Pick<Arrival, 'speed' | 'angle'>;
}

/** All stretches on which one pair is in contact, and how each begins. */
function stretchesOfPair(
  engine: SceneEngine,
  robots: readonly Robot[],
  motions: ResolvedMotions,
  tolerance: number,
  asked: EngineOptions,
  pair: number,
  leave: boolean,
): { readonly search: ContactIntervalSearch; readonly firsts: StretchStart[] } {
  const search = new ContactIntervalSearch(engine, motions, tolerance, asked, new Map(), allBut(pair));
  const firsts: StretchStart[] = [];
  search.run(() => {
    // of what starts in contact and may, nobody is told where it touches
    const isLeaving = leave && engine.outcome.status === 'overlap';
    const answer = makeSceneAnswer(engine, robots, motions, isLeaving ? { ...asked, contacts: 'none' } : asked);
    firsts.push({ answer, approach: approachOf(engine, pair, motions, answer) });
  });
  return { search, firsts };
}

/** One contact says how fast and at which angle two come together: those of faces that lie flat take long to list. */
function briefly(options: EngineOptions): EngineOptions {
  return options.contacts === 'none' ? options : { ...options, contacts: 'first' };
}

/** Whether two that are within their clearance at the end touch, too; nothing where time was over. */
function touchesAtEnd(
  engine: SceneEngine,
  motions: ResolvedMotions,
  tolerance: number,
  options: EngineOptions,
  pair: number,
): Pick<Arrival, 'met'> {
  if (!options.clearance) return { met: true };
  const touching = new ContactIntervalSearch(engine, motions, tolerance, { ...options, clearance: 0 }, new Map(), allBut(pair));
  const met = !touching.isApart(motions.segments);
  return engine.budget.late ? {} : { met };
}

/** Time was over before the pair was looked at: nothing is known of it. */
function notLookedAt(
  engine: SceneEngine,
  robots: readonly Robot[],
  motions: ResolvedMotions,
  options: EngineOptions,
  pair: number,
): SceneFirstContact {
  engine.load(motions, 0);
  Object.assign(engine.outcome, { status: 'unresolved', reason: 'milliseconds', time: 0, pair, leafA: -1, leafB: -1 });
  return makeSceneAnswer(engine, robots, motions, options);
}

/** What was not looked through to the end is not proven. */
function undecided(answer: SceneFirstContact): SceneFirstContact {
  return answer.status === 'unresolved'
    ? answer
    : { ...answer, status: 'unresolved', reason: 'milliseconds', contacts: [], complete: false };
}

/** How fast the two points in contact approach at the answer's time, and by which angle off the normal. */
function approachOf(
  engine: SceneEngine,
  pair: number,
  { seconds }: ResolvedMotions,
  { contacts, segment, fraction }: SceneFirstContact,
): Pick<Arrival, 'speed' | 'angle'> {
  const contact = contacts.at(0);
  if (contact === undefined) return {};
  const moving = engine.pair(pair);
  moving.placeAt(fraction);
  const { reference } = moving;
  const at: Vec3 = [contact.point[0] - reference[0], contact.point[1] - reference[1], contact.point[2] - reference[2]];
  const velocity = (state: Float64Array): Vec3 => {
    const arm: Vec3 = [at[0] - state[STATE_P], at[1] - state[STATE_P + 1], at[2] - state[STATE_P + 2]];
    const turning = cross([state[STATE_OMEGA], state[STATE_OMEGA + 1], state[STATE_OMEGA + 2]], arm);
    return [state[STATE_V] + turning[0], state[STATE_V + 1] + turning[1], state[STATE_V + 2] + turning[2]];
  };
  const relative = subtract(velocity(moving.stateA), velocity(moving.stateB));
  const lasts = seconds === null ? 1 : seconds[segment + 1] - seconds[segment];
  const speed = length(relative);
  // the normal leads from a to b: head-on is along it
  return { speed: speed / lasts, angle: angleOf(length(cross(relative, contact.normal)), dot(relative, contact.normal)) };
}
