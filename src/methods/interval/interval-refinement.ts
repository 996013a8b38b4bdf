/**
 * Bounds on bodies, and on pairs of them, over the 2^level equal parts of an interval of time, for box tests: each
 * computed when first asked for, and then shared [Redon et al. 2004, §5.1.1].
 * Deviation: one level for all, that of the body with the longest way for its size, so that all parts can be taken in
 * the order of time, and because rates of two bodies over the same part cancel. A body that never moves has one set of
 * bounds for all parts.
 */
import type { IntervalBody, IntervalPair, IntervalStats } from './interval-body.ts';
import { BODY_SIZE, RELATIVE_SIZE, Span, writeBodyBounds, writeRelativeBounds } from './interval-bounds.ts';

export const FINEST_LEVEL = 5;
const MOST_PARTS: number = 1 << FINEST_LEVEL;
/** Parts are so short that no point goes farther than this times the body's radius in one. Measured. */
const WAY_OF_RADIUS = 0.25;

export class IntervalRefinement {
  parts = 1;
  /** Bounds of pairs, RELATIVE_SIZE doubles each, MOST_PARTS of them for each pair that was asked for. */
  relative: Float64Array = new Float64Array(0);
  private relativeStamps: Float64Array = new Float64Array(0);
  /** Where in `relative` a pair has its place, −1 for none yet; how many have one. */
  private places: Int32Array = new Int32Array(0);
  private placed = 0;
  private readonly stored: (Float64Array | undefined)[] = [];
  private readonly stamps: (Float64Array | undefined)[] = [];
  private readonly whole: Float64Array = new Float64Array(RELATIVE_SIZE);
  private readonly span: Span = new Span();
  private stamp = 0;
  private from = 0;
  private to = 1;
  private level = 0;
  private slot = 0;
  private bodies: readonly IntervalBody[] = [];
  private pairs: readonly IntervalPair[] = [];

  begin(bodies: readonly IntervalBody[], pairs: readonly IntervalPair[]): void {
    this.bodies = bodies;
    this.pairs = pairs;
    if (this.places.length < pairs.length) this.places = new Int32Array(pairs.length);
    for (let i = 0; i < bodies.length; i++) {
      // level k begins at slot 2^k
      const slots = bodies[i].travel === 0 ? 1 : 2 * MOST_PARTS;
      if (this.stamps[i]?.length === slots) continue;
      this.stored[i] = undefined;
      this.stamps[i] = new Float64Array(slots);
    }
  }

  /** From now on, bounds are over parts of [from, to]. */
  setInterval(from: number, to: number, least: number, chosen: number | undefined): void {
    this.from = from;
    this.to = to;
    this.stamp++;
    this.placed = 0;
    this.places.fill(-1);
    let level = least;
    for (let i = 0; i < this.bodies.length; i++) level = Math.max(level, levelOf(this.bodies[i], to - from));
    this.level = Math.min(FINEST_LEVEL, chosen === undefined ? level : Math.max(least, chosen));
    this.parts = 1 << this.level;
  }

  /** The time at which a part begins; `parts`: at which the last one ends. */
  startOf(part: number): number {
    return part === this.parts ? this.to : this.from + (this.to - this.from) * (part / this.parts);
  }

  /** Bounds of a pair over the whole interval. */
  wholeBounds(pair: IntervalPair, stats: IntervalStats): Float64Array {
    const { level } = this;
    this.level = 0;
    this.span.set(this.from, this.to);
    this.write(pair, 0, stats, this.whole, 0);
    this.level = level;
    return this.whole;
  }

  /** Where in `relative` the bounds of a pair over a part stand. */
  boundsOf(pair: number, part: number, stats: IntervalStats): number {
    let place = this.places[pair];
    if (place < 0) {
      place = this.placed++;
      this.places[pair] = place;
      if ((place + 1) * MOST_PARTS > this.relativeStamps.length) this.grow();
    }
    const at = place * MOST_PARTS + part;
    if (this.relativeStamps[at] !== this.stamp) {
      this.relativeStamps[at] = this.stamp;
      this.span.set(this.startOf(part), this.startOf(part + 1));
      this.write(this.pairs[pair], part, stats, this.relative, at * RELATIVE_SIZE);
    }
    return at * RELATIVE_SIZE;
  }

  private grow(): void {
    const { relative, relativeStamps } = this;
    const size = Math.max(MOST_PARTS, 2 * relativeStamps.length);
    this.relative = new Float64Array(size * RELATIVE_SIZE);
    this.relative.set(relative);
    this.relativeStamps = new Float64Array(size);
    this.relativeStamps.set(relativeStamps);
  }

  private write(pair: IntervalPair, part: number, stats: IntervalStats, out: Float64Array, o: number): void {
    const A = this.bodyBounds(pair.a, part, stats);
    const a = this.slot * BODY_SIZE;
    const B = this.bodyBounds(pair.b, part, stats);
    writeRelativeBounds(A, a, B, this.slot * BODY_SIZE, this.span, out, o);
  }

  /** The array with the body's bounds over the span, a part of the level at hand; they stand at `slot`. */
  private bodyBounds(index: number, part: number, stats: IntervalStats): Float64Array {
    const stamps = this.stamps[index] as Float64Array;
    this.slot = stamps.length === 1 ? 0 : (1 << this.level) + part;
    let stored = this.stored[index];
    if (stored === undefined) {
      stored = new Float64Array(stamps.length * BODY_SIZE);
      this.stored[index] = stored;
    }
    if (stamps[this.slot] !== this.stamp) {
      stamps[this.slot] = this.stamp;
      stats.bodyBounds++;
      writeBodyBounds(this.bodies[index].bounds, this.span, stored, this.slot * BODY_SIZE);
    }
    return stored;
  }
}

function levelOf(body: IntervalBody, width: number): number {
  let way = body.travel * width;
  let level = 0;
  while (level < FINEST_LEVEL && way > WAY_OF_RADIUS * body.tree.radius) {
    way /= 2;
    level++;
  }
  return level;
}
