/**
 * The least distance along a path, enclosed: [lower, upper] with every tested pair farther than `lower` all the way,
 * proven by first-contact queries with that clearance, and two bodies within `upper` at `time`. A few instants give a
 * first upper bound; then bisection, because each query either proves a clearance or finds a closer instant. What is
 * asked and who answers are apart, so that others can answer it too.
 */
import { DEFAULT_ITERATIONS } from '../../contact/options.ts';
import type { PairSide } from '../../contact/result.ts';
import type { ResolvedMotions } from '../content/scene-motions.ts';
import type { PairSet } from '../pairs/pair-set.ts';
import type { SceneEngine } from '../search/scene-engine.ts';
import type { Span } from '../search/span.ts';
import { pairOf } from './scene-answer.ts';

export interface ClearanceBounds {
  lower: number;
  upper: number;
  time: number;
  pair: readonly [PairSide, PairSide] | null;
}

/** Instants a segment at which the first upper bound is looked for. */
const SAMPLES = 8;
/**
 * An instant counts as closer when it is below this part of the closest before: where two keep their distance, rounding
 * would make one after the other a little closer, and of parallel faces all triangles would be measured each time.
 */
const NEARER: number = 1 - 2 ** -30;
/** No more queries than this; each halves what is unknown. */
const MOST_QUERIES = 40;

export interface ClearanceSearch {
  /** How much of `upper` may stay unknown. */
  readonly accuracy: number;
  /** Distances beyond this are not compared. */
  readonly enough: number;
  readonly tolerance: number;
  /**
   * Entries of the queue, of all its queries together; when they are spent, the bounds are as wide as they are then.
   */
  readonly maxIterations?: number;
}

/** The closest two at an instant. */
export interface Nearest {
  readonly distance: number;
  readonly time: number;
  readonly pair: readonly [PairSide, PairSide];
}

/** First contact with a clearance, and who is closest then, if they are closer than `below`. */
export interface ContactStep {
  readonly ask: 'contact';
  readonly clearance: number;
  readonly tolerance: number;
  readonly maxIterations: number;
  readonly below: number;
}

/** What is asked next: the first of the instants at which anything is closest, closer than `below`, or a contact. */
export type ClearanceStep = { readonly ask: 'instants'; readonly below: number } | ContactStep;

export interface ClearanceReply {
  readonly nearest: Nearest | null;
  /** What came of a contact that was asked for; of instants, 'unresolved': there was no time for all. */
  readonly status: 'free' | 'contact' | 'unresolved';
  /** Entries that were taken of those allowed. */
  readonly iterations: number;
}

export function* clearanceSteps(segments: number, search: ClearanceSearch): Generator<ClearanceStep, ClearanceBounds, ClearanceReply> {
  const { accuracy, enough, tolerance } = search;
  let entries = search.maxIterations ?? DEFAULT_ITERATIONS * segments;
  const out: ClearanceBounds = { lower: 0, upper: enough, time: 0, pair: null };
  const sampled = yield { ask: 'instants', below: enough };
  if (sampled.nearest !== null) take(out, sampled.nearest);
  if (out.upper === 0 || sampled.status === 'unresolved') return out;
  for (let query = 0; query < MOST_QUERIES && out.upper - out.lower > accuracy * out.upper; query++) {
    // nothing near at any instant looked at: then nothing may be near at all
    const whole = out.pair === null ? out.upper : out.upper * (1 - accuracy);
    const clearance = query === 0 ? whole : out.lower + (out.upper - out.lower) / 2;
    const close = 0.1 * Math.max(out.upper - clearance, 0.1 * accuracy * out.upper);
    if (!(entries > 0)) break;
    const reply = yield { ask: 'contact', clearance, tolerance: close, maxIterations: entries, below: out.upper };
    entries -= reply.iterations;
    if (reply.status === 'free') {
      out.lower = clearance;
      continue;
    }
    if (reply.status === 'unresolved' || reply.nearest === null) break;
    take(out, reply.nearest);
    if (out.upper <= tolerance) break;
  }
  if (out.lower > out.upper) out.lower = out.upper;
  return out;
}

function take(out: ClearanceBounds, { distance, time, pair }: Nearest): void {
  out.upper = Math.max(0, distance);
  out.time = time;
  out.pair = pair;
}

/** All of it by one engine. */
export function pathClearance(engine: SceneEngine, motions: ResolvedMotions, search: ClearanceSearch, skip: PairSet): ClearanceBounds {
  const steps = clearanceSteps(motions.segments, search);
  const whole = { first: 0, last: motions.segments };
  let step = steps.next();
  while (!step.done) {
    const { value } = step;
    if (value.ask === 'contact') step = steps.next(contactStep(engine, motions, skip, value, whole));
    else {
      const { found, late } = nearestInstants(engine, motions, skip, value.below, whole, toBeat);
      step = steps.next({ nearest: found.at(-1)?.nearest ?? null, status: late ? 'unresolved' : 'free', iterations: 0 });
    }
  }
  return step.value;
}

/** Whoever is closer at an instant than all before, and how close those were. */
export interface NearerInstant {
  readonly nearest: Nearest;
  readonly below: number;
}

/** How close a later instant must be to count, after this distance. */
export function toBeat(distance: number): number {
  return NEARER * Math.max(0, distance);
}

/** The same, of a part of the path: all that is closer at all, as it is not known what came before. */
function toBeatInPart(distance: number): number {
  return Math.max(0, distance);
}

/** The instants of a span, in order, at which anything is closer than before and than `below`. */
export function nearestInstants(
  engine: SceneEngine,
  motions: ResolvedMotions,
  skip: PairSet,
  below: number,
  { first, last }: Span,
  next: (distance: number) => number = toBeatInPart,
): { readonly found: readonly NearerInstant[]; readonly late: boolean } {
  const found: NearerInstant[] = [];
  const end = last < motions.segments ? SAMPLES * last - 1 : SAMPLES * last;
  let upper = below;
  for (let k = SAMPLES * first; k <= end && upper > 0; k++) {
    if (engine.budget.isOver()) return { found, late: true };
    if (k % SAMPLES === 0 && k > 0) engine.progress?.reached(k / SAMPLES);
    const nearest = nearestAt(engine, motions, skip, upper, k / SAMPLES);
    if (nearest === null) continue;
    found.push({ nearest, below: upper });
    upper = next(nearest.distance);
  }
  return { found, late: engine.budget.late };
}

/** The closest two at a path time, if they are closer than `below`; null also where it is late. */
export function nearestAt(engine: SceneEngine, motions: ResolvedMotions, skip: PairSet, below: number, time: number): Nearest | null {
  engine.placeAt(motions, time);
  if (engine.budget.late) return null;
  engine.findClosest(below, 0, skip);
  const { distance, pair, leafA, leafB } = engine.distance.found;
  return pair < 0 ? null : { distance, time, pair: pairOf(engine, pair, leafA, leafB) };
}

/** A query of the bisection on a span of the path. */
export function contactStep(engine: SceneEngine, motions: ResolvedMotions, skip: PairSet, step: ContactStep, span: Span): ClearanceReply {
  const { outcome, budget, search } = engine;
  const { clearance, tolerance, maxIterations, below } = step;
  if (budget.isOver()) return { status: 'unresolved', nearest: null, iterations: 0 };
  engine.firstContact(motions, tolerance, { clearance, maxIterations }, 0, skip, undefined, span);
  const { iterations } = search.counts;
  if (outcome.status === 'free' || outcome.status === 'unresolved') return { status: outcome.status, nearest: null, iterations };
  const { time, pair, leafA } = outcome;
  const nearest = nearestAt(engine, motions, skip, below, time);
  // inside a solid there is no distance to tell
  const inside = leafA < 0 && !budget.late ? { distance: 0, time, pair: pairOf(engine, pair, -1, -1) } : null;
  return { status: 'contact', nearest: inside ?? nearest, iterations };
}
