/**
 * The least distance along a path, enclosed: [lower, upper] with every tested pair farther than `lower` all the way,
 * proven by first-contact queries with that clearance, and two bodies within `upper` at `time`. A few instants give a
 * first upper bound; then bisection, because each query either proves a clearance or finds a closer instant.
 */
import { DEFAULT_ITERATIONS } from '../contact/options.ts';
import { setOf } from './pairs/pair-set.ts';
import type { ClosestInScene } from './scene-distance.ts';
import type { SceneEngine } from './scene-engine.ts';
import type { ResolvedMotions } from './scene-motions.ts';

export interface ClearanceBounds {
  lower: number;
  upper: number;
  time: number;
  pair: number;
  leafA: number;
  leafB: number;
}

/** Instants a segment at which the first upper bound is looked for. */
const SAMPLES = 8;
/** No more queries than this; each halves what is unknown. */
const MOST_QUERIES = 40;

export interface ClearanceSearch {
  /** How much of `upper` may stay unknown. */
  readonly accuracy: number;
  /** Distances beyond this are not told apart. */
  readonly enough: number;
  readonly tolerance: number;
  /** Pairs that are left out. */
  readonly exempt: readonly number[];
  /** Entries of the queue, of all its queries together; when they are spent, the bounds are told as far as they are. */
  readonly maxIterations?: number;
}

export function pathClearance(engine: SceneEngine, motions: ResolvedMotions, search: ClearanceSearch): ClearanceBounds {
  const { accuracy, enough, tolerance, exempt } = search;
  const { budget } = engine;
  let entries = search.maxIterations ?? DEFAULT_ITERATIONS.auto * motions.segments;
  const skip = setOf(exempt);
  const out: ClearanceBounds = { lower: 0, upper: enough, time: 0, pair: -1, leafA: -1, leafB: -1 };
  const { found } = engine.distance;
  for (let k = 0; k <= SAMPLES * motions.segments; k++) {
    const time = k / SAMPLES;
    if (budget.isOver()) return out;
    engine.placeAt(motions, time);
    if (budget.late) return out;
    engine.findClosest(out.upper, 0, skip);
    if (found.pair < 0) continue;
    take(out, time, found);
    if (out.upper === 0) return out;
  }
  const { outcome } = engine;
  for (let query = 0; query < MOST_QUERIES && out.upper - out.lower > accuracy * out.upper; query++) {
    // nothing near at any instant looked at: then nothing may be near at all
    const whole = out.pair < 0 ? out.upper : out.upper * (1 - accuracy);
    const clearance = query === 0 ? whole : out.lower + (out.upper - out.lower) / 2;
    const close = 0.1 * Math.max(out.upper - clearance, 0.1 * accuracy * out.upper);
    if (budget.isOver() || !(entries > 0)) break;
    engine.firstContact(motions, close, { clearance, maxIterations: entries }, 0, skip);
    entries -= engine.search.counts.iterations;
    if (outcome.status === 'free') {
      out.lower = clearance;
      continue;
    }
    if (outcome.status === 'unresolved') break;
    engine.placeAt(motions, outcome.time);
    if (budget.late) break;
    engine.findClosest(out.upper, 0, skip);
    if (outcome.leafA < 0) {
      // inside a solid there is no distance to tell
      take(out, outcome.time, { distance: 0, lower: 0, pair: outcome.pair, leafA: -1, leafB: -1 });
      break;
    }
    if (found.pair < 0 || !(found.distance < out.upper)) break;
    take(out, outcome.time, found);
    if (out.upper <= tolerance) break;
  }
  if (out.lower > out.upper) out.lower = out.upper;
  return out;
}

function take(out: ClearanceBounds, time: number, { distance, pair, leafA, leafB }: ClosestInScene): void {
  out.upper = Math.max(0, distance);
  out.time = time;
  out.pair = pair;
  out.leafA = leafA;
  out.leafB = leafB;
}
