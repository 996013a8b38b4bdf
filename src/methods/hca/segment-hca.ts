/** `hca` as scenes ask it: made ready in the time there is, and kept from question to question. */
import type { Budget } from '../../contact/budget.ts';
import type { SceneGround, SegmentSearch, StageStats } from '../../scene/search/scene-method.ts';
import { giveUp, type SceneOutcome } from '../../scene/search/scene-outcome.ts';
import type { StartPairs } from '../../scene/search/start-pairs.ts';
import { objectsInTime } from '../culling/prepare-culling.ts';
import { SceneHca, type TemporalOptions } from './hca-search.ts';

export class SegmentHca implements SegmentSearch {
  private readonly ground: SceneGround;
  private made: SceneHca | null = null;
  private temporal: TemporalOptions | undefined;
  /** The one that was begun for this question. */
  private begun: SceneHca | null = null;

  static of(ground: SceneGround): SegmentHca {
    return new SegmentHca(ground);
  }

  private constructor(ground: SceneGround) {
    this.ground = ground;
  }

  begin(options: { readonly temporal?: TemporalOptions }): void {
    this.temporal = options.temporal;
    this.begun = null;
  }

  run(from: number, clearance: number, start: StartPairs, budget: Budget, outcome: SceneOutcome): void {
    this.begun ??= this.ready();
    if (this.begun === null) giveUp(from, budget, outcome);
    else this.begun.run(from, clearance, start, budget, outcome);
  }

  get stages(): readonly StageStats[] {
    return this.begun?.stages ?? [];
  }

  /** null: it is late. */
  private ready(): SceneHca | null {
    const { pairs, near, search, budget } = this.ground;
    const objects = objectsInTime(pairs, budget);
    if (objects === null) return null;
    this.made ??= new SceneHca(pairs, near, search.counts, objects);
    this.made.leaving = search.leaving;
    this.made.inspect = search.inspect;
    this.made.begin(this.temporal);
    return this.made;
  }
}
