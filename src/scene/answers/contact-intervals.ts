/**
 * Every stretch of a path on which something is in contact. The beginning of each is a certified first contact; it ends
 * at the first instant found at which all judged pairs are proven apart by more than the tolerance, so that nothing in
 * contact is ever left out. Looked for in steps of FINEST of a segment: shorter gaps between two contacts may not be
 * told.
 * Pairs that start in contact and are let leave are judged from the time they left.
 */
import type { PairSide } from '../../contact/result.ts';
import type { ResolvedMotions } from '../content/scene-motions.ts';
import { eitherOf, NO_PAIRS, type PairSet } from '../pairs/pair-set.ts';
import type { SceneEngine } from '../search/scene-engine.ts';
import type { EngineOptions } from '../search/scene-options.ts';
import type { Span } from '../search/span.ts';
import { pairOf, sideWith } from './scene-answer.ts';

export interface FoundInterval {
  readonly from: number;
  readonly to: number;
  /** Pairs seen in contact on it, the first one first. */
  readonly pairs: readonly (readonly [PairSide, PairSide])[];
}

/** Where a search stands: at a path time, in contact or not. */
export interface IntervalPlace {
  readonly at: number;
  /** A stretch in contact is under way, and was followed up to there. */
  readonly under: boolean;
}

const START: IntervalPlace = { at: 0, under: false };
const FINEST = 1 / 512;
const HALVINGS = 12;

export class ContactIntervalSearch {
  readonly intervals: FoundInterval[] = [];
  /** True when the time allowed was over before the end. */
  late = false;
  private readonly engine: SceneEngine;
  private readonly motions: ResolvedMotions;
  private readonly tolerance: number;
  private readonly options: EngineOptions;
  /** Pairs that start in contact, and when they are proven apart; Infinity: never. */
  private readonly leavers: ReadonlyMap<number, number>;
  /** Pairs that are not judged at all. */
  private readonly never: PairSet;
  private followed = 0;
  private seen: Map<string, readonly [PairSide, PairSide]> = new Map();
  /** The numbers of the pairs in `seen`, where a pair has but one name on each side. */
  private readonly noted: Set<number> = new Set();
  /** No two obstacles share a body. */
  private readonly areApart: boolean;

  constructor(
    engine: SceneEngine,
    motions: ResolvedMotions,
    tolerance: number,
    options: EngineOptions,
    leavers: ReadonlyMap<number, number>,
    never: PairSet = NO_PAIRS,
  ) {
    this.engine = engine;
    this.motions = motions;
    this.tolerance = tolerance;
    this.options = options;
    this.leavers = never === NO_PAIRS ? leavers : new Map([...leavers].filter(([pair]) => !never.has(pair)));
    this.never = never;
    this.areApart = engine.pairs.standing.every(({ parts }) => parts.length === 1);
  }

  /** The pair that touches first; −1: none does, undefined: that is not decided. */
  firstPair(): number | undefined {
    const { outcome } = this.engine;
    const hit = this.nextHit(0, { first: 0, last: this.motions.segments });
    if (this.late || hit === null) return undefined;
    return hit ? outcome.pair : outcome.status === 'free' ? -1 : undefined;
  }

  /**
   * `begun` is called with the engine's outcome at each beginning, and at the end. Where only a span of the path is
   * asked for, it begins at that place, and returns where whoever goes on begins; the last interval is then open where
   * a stretch is under way, and the first one is what is left of one that was.
   */
  run(begun: () => void, span: Span = { first: 0, last: this.motions.segments }, place: IntervalPlace = START): IntervalPlace {
    const { engine, motions } = this;
    const { outcome } = engine;
    let { at, under } = place;
    this.seen = new Map();
    this.noted.clear();
    while (at <= motions.segments) {
      let begin = at;
      if (!under) {
        const hit = this.nextHit(at, span);
        if (hit === null) break;
        begun();
        // what the start of the path settles belongs to its first segment
        if (!hit || outcome.time < span.first) return { at: outcome.time, under: false };
        begin = outcome.time;
        this.seen = new Map();
        this.noted.clear();
        this.note(pairOf(engine, outcome.pair, outcome.leafA, outcome.leafB));
      }
      const to = this.endOf(begin, span.last);
      under = to === null;
      at = to ?? this.followed;
      this.intervals.push({ from: begin, to: at, pairs: [...this.seen.values()] });
      if (under || at >= Math.min(span.last, motions.segments) || this.late) break;
    }
    return { at, under };
  }

  /** Whether the engine found a contact from there on; null: the time is over. */
  private nextHit(begin: number, span: Span): boolean | null {
    const { engine, motions } = this;
    const { outcome } = engine;
    let from = begin;
    for (;;) {
      this.late = engine.budget.isOver();
      if (this.late) return null;
      // until the next pair joins those that are judged
      let next = Infinity;
      for (const left of this.leavers.values()) if (left > from && left < next) next = left;
      engine.firstContact(motions, this.tolerance, this.options, from, this.exemptAt(from), undefined, span);
      const isBefore = outcome.status !== 'free' && outcome.time < next;
      if (!(next <= motions.segments) || isBefore) return outcome.status === 'contact' || outcome.status === 'overlap';
      from = next;
    }
  }

  private exemptAt(time: number): PairSet {
    const { leavers, never } = this;
    const exempt = new Set<number>();
    for (const [pair, left] of leavers) if (left > time) exempt.add(pair);
    return eitherOf(exempt.size === 0 ? NO_PAIRS : exempt, never);
  }

  /** Null: it goes on beyond the last segment asked for, and was followed up to `followed`. */
  private endOf(begin: number, last: number): number | null {
    const { segments } = this.motions;
    let before = begin;
    let after = begin;
    let told = Math.floor(begin);
    do {
      this.late = this.engine.budget.isOver();
      if (this.late) return after;
      if (after >= told + 1) this.engine.progress?.reached(++told);
      if (after >= segments) return segments;
      this.followed = after;
      if (after >= last) return null;
      before = after;
      after = Math.min(segments, after + FINEST);
    } while (!this.isApart(after) || this.engine.budget.late);
    for (let k = 0; k < HALVINGS; k++) {
      const middle = before + (after - before) / 2;
      const apart = this.isApart(middle);
      // what is not proven in time is not taken
      if (this.engine.budget.late) break;
      if (apart) after = middle;
      else before = middle;
    }
    return after;
  }

  /**
   * Whether all judged pairs are apart at a time; notes those that are not. A pair that was noted on this stretch is
   * not asked for again where another one touches: pairs in flat contact are near each other in all of their leaves,
   * and would be at every instant.
   */
  isApart(time: number): boolean {
    const { engine, noted } = this;
    engine.placeAt(this.motions, time);
    const { found } = engine.distance;
    const exempt = this.exemptAt(time);
    // rounding in favour of contact
    const rounding = engine.largestRounding();
    const reach = ((this.options.clearance ?? 0) + this.tolerance) * (1 + 2 ** -20) + rounding;
    const now = new Set<number>();
    const skip: PairSet = { has: (pair) => now.has(pair) || exempt.has(pair) || (now.size > 0 && noted.has(pair)) };
    for (;;) {
      // which of the obstacles that share a body is nearest is a matter of leaves
      engine.findClosest(reach, 0, skip, this.areApart ? reach : rounding);
      if (found.pair < 0 || engine.budget.late) break;
      this.note(pairOf(engine, found.pair, found.leafA, found.leafB));
      now.add(found.pair);
    }
    const inside = engine.findInside(skip);
    if (inside >= 0) {
      const triangle = engine.triangleInside(inside);
      const side = engine.insideSide;
      this.note([sideWith(engine, inside, 0, side === 0 ? triangle : 0), sideWith(engine, inside, 1, side === 1 ? triangle : 0)]);
      now.add(inside);
    }
    if (this.areApart) for (const pair of now) noted.add(pair);
    return now.size === 0;
  }

  private note(pair: readonly [PairSide, PairSide]): void {
    this.seen.set(JSON.stringify(pair), pair);
  }
}
