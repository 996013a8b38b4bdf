/**
 * Every stretch of a path on which something is in contact. The beginning of each is a certified first contact; it ends at
 * the first instant found at which all tested pairs are proven apart by more than the tolerance, so that nothing in contact
 * is ever left out. Looked for in steps of FINEST of a segment: shorter gaps between two contacts may not be told.
 */
import type { SceneEngine } from './scene-engine.ts';
import type { SceneMotions } from './scene-motions.ts';
import type { SceneContactOptions } from './scene-options.ts';

export interface FoundInterval {
  readonly from: number;
  readonly to: number;
  /** Pairs seen in contact on it, the first one first. */
  readonly pairs: readonly number[];
}

const FINEST = 1 / 512;
const HALVINGS = 12;

/** `begun` is called with the outcome at each beginning. `exempt`: pairs that are not judged. */
export function contactIntervals(
  engine: SceneEngine,
  motions: SceneMotions,
  tolerance: number,
  options: SceneContactOptions,
  exempt: readonly number[],
  begun: () => void,
): readonly FoundInterval[] {
  const { outcome } = engine;
  const skip = new Set(exempt);
  const intervals: FoundInterval[] = [];
  let from = 0;
  while (from <= motions.segments) {
    engine.firstContact(motions, tolerance, options, from, exempt);
    begun();
    if (outcome.status !== 'contact' && outcome.status !== 'overlap') break;
    const begin = outcome.time;
    const pairs = new Set([outcome.pair]);
    const to = endOf(engine, motions, begin, (options.clearance ?? 0) + tolerance, skip, pairs);
    intervals.push({ from: begin, to, pairs: [...pairs] });
    if (to >= motions.segments) break;
    from = to;
  }
  return intervals;
}

function endOf(
  engine: SceneEngine,
  motions: SceneMotions,
  begin: number,
  apart: number,
  skip: ReadonlySet<number>,
  pairs: Set<number>,
): number {
  let before = begin;
  let after = begin;
  do {
    if (after >= motions.segments) return motions.segments;
    before = after;
    after = Math.min(motions.segments, after + FINEST);
  } while (!isApart(engine, motions, after, apart, skip, pairs));
  for (let k = 0; k < HALVINGS; k++) {
    const middle = before + (after - before) / 2;
    if (isApart(engine, motions, middle, apart, skip, pairs)) after = middle;
    else before = middle;
  }
  return after;
}

function isApart(
  engine: SceneEngine,
  motions: SceneMotions,
  time: number,
  apart: number,
  skip: ReadonlySet<number>,
  pairs: Set<number>,
): boolean {
  engine.placeAt(motions, time);
  const { found } = engine.distance;
  const seen = new Set(skip);
  let together = false;
  for (;;) {
    // rounding in favour of contact
    engine.findClosest(apart * (1 + 2 ** -20) + engine.largestRounding(), 0, seen);
    if (found.pair < 0) break;
    together = true;
    pairs.add(found.pair);
    seen.add(found.pair);
  }
  const inside = engine.findInside(seen);
  if (inside >= 0) pairs.add(inside);
  return !together && inside < 0;
}
