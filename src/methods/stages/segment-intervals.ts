/** `interval` as scenes ask it: the start by the default's search, then the stages; kept for each choice of stages. */
import type { Budget } from '../../contact/budget.ts';
import { largestRounding } from '../../scene/search/largest-rounding.ts';
import type { SceneGround, SegmentSearch, StageStats } from '../../scene/search/scene-method.ts';
import { giveUp, type SceneOutcome } from '../../scene/search/scene-outcome.ts';
import type { StartPairs } from '../../scene/search/start-pairs.ts';
import { objectsInTime } from '../culling/prepare-culling.ts';
import type { LocalisationOptions } from '../culling/stages.ts';
import { GivenCulling, type GivenPairs } from './given-culling.ts';
import { SceneIntervals, type StageOptions } from './scene-intervals.ts';

export interface IntervalAsk {
  readonly stages?: StageOptions;
  /** What stage 2 need not look at. */
  readonly given?: GivenPairs;
}

export class SegmentIntervals implements SegmentSearch {
  private readonly ground: SceneGround;
  private readonly made: Map<string, SceneIntervals> = new Map();
  private asked: IntervalAsk = {};
  /** The ones that were begun for this question, and those that have run. */
  private begun: SceneIntervals | null = null;
  private ran: SceneIntervals | null = null;

  static of(ground: SceneGround): SegmentIntervals {
    return new SegmentIntervals(ground);
  }

  private constructor(ground: SceneGround) {
    this.ground = ground;
  }

  begin(options: IntervalAsk): void {
    this.asked = options;
    this.begun = this.ran = null;
  }

  run(from: number, clearance: number, start: StartPairs, budget: Budget, outcome: SceneOutcome): void {
    const { search, pairs, near } = this.ground;
    const intervals = this.begun ?? this.ready();
    if (intervals === null) return giveUp(from, budget, outcome);
    if (this.begun === null) intervals.begin();
    this.begun = intervals;
    intervals.forget();
    if (start.open) {
      search.run(from, clearance, start, budget, outcome, 'instant');
      if (outcome.status !== 'free') return;
    }
    intervals.run(from, clearance, largestRounding(pairs, near, clearance), start, search.leaving, outcome);
    this.ran = intervals;
    const { work } = intervals;
    const { counts } = search;
    counts.nodes += work.boxTests;
    counts.triangles += work.distances;
    counts.poses += work.poses;
    counts.iterations += work.intervals + work.traversals;
  }

  get stages(): readonly StageStats[] {
    return this.ran?.stages ?? [];
  }

  get enclosures(): number {
    return this.ran?.work.bodyBounds ?? 0;
  }

  /** null: it is late. */
  private ready(): SceneIntervals | null {
    const { ground, made } = this;
    const { pairs, near, budget } = ground;
    const { stages = {} } = this.asked;
    const isGiven = this.given !== undefined;
    const key = `${JSON.stringify(stages)}${isGiven ? ' given' : ''}`;
    let intervals = made.get(key);
    if (intervals === undefined) {
      const objects = objectsInTime(pairs, budget);
      if (objects === null) return null;
      const apart = (): ReadonlySet<number> => this.given?.[ground.segment] ?? new Set();
      const given: LocalisationOptions['volumeTest'] = (links, boxes) => new GivenCulling(links, boxes, apart);
      intervals = new SceneIntervals(pairs, near, objects, stages, budget, isGiven ? given : undefined);
      made.set(key, intervals);
    }
    return intervals;
  }

  /** By segment, pairs that are apart; a scene that was changed meanwhile looks itself. */
  private get given(): readonly ReadonlySet<number>[] | undefined {
    const { given } = this.asked;
    return given !== undefined && given.objects === this.ground.pairs.standingViews ? given.apart : undefined;
  }
}
