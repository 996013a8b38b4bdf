/**
 * Yes or no about states of a scene, for those that resolved what they ask. Guarantee: yes is proven: every pair is
 * farther apart than its clearance and the tolerance, and none is inside a solid. No is a contact found, or that there
 * is no proof within precision.
 */
import { isContained } from '../../contact/containment.ts';
import { type ClearanceClass, distancesOf, withMore } from '../pairs/clearance-rules.ts';
import { PairLimits } from '../search/pair-limits.ts';
import type { SceneEngine } from '../search/scene-engine.ts';
import type { StateSearch } from '../search/state-search.ts';

export class StateCheck {
  readonly engine: SceneEngine;
  readonly classes: readonly ClearanceClass[];
  readonly tolerance: number;
  protected readonly search: StateSearch;
  protected readonly stateLimits: PairLimits;

  constructor(engine: SceneEngine, classes: readonly ClearanceClass[], tolerance: number) {
    this.engine = engine;
    this.classes = classes;
    this.tolerance = tolerance;
    this.search = engine.probes.search;
    this.stateLimits = this.limits(tolerance);
  }

  /** Each pair its clearance and some more. */
  protected limits(more: number): PairLimits {
    const { engine, classes } = this;
    const limits = new PairLimits(engine.pairs);
    limits.keep(withMore(classes.length === 1 ? classes[0].clearance : distancesOf(engine.pairs, classes), more));
    limits.tightenTop();
    return limits;
  }

  /** Whether what is loaded is free at the instant in the clock. */
  stateIsFree(): boolean {
    const { search, engine } = this;
    engine.tidy();
    search.placeAll();
    const pair = search.find(this.stateLimits);
    engine.outcome.pair = pair >= 0 ? pair : this.findInside();
    engine.outcome.leafA = pair >= 0 ? search.leafA : -1;
    engine.outcome.leafB = pair >= 0 ? search.leafB : -1;
    return engine.outcome.pair < 0 && !engine.budget.late;
  }

  /** A pair of which one may be inside the other, a solid; surfaces are apart. −1: none is. */
  private findInside(): number {
    const { search, engine } = this;
    const { viewsA, viewsB } = engine.pairs;
    for (let i = 0; i < search.candidateCount; i++) {
      const pair = search.candidates[i];
      if ((viewsA[pair].mesh.solid || viewsB[pair].mesh.solid) && isContained(search.placed(pair)) !== false) return pair;
    }
    return -1;
  }
}
