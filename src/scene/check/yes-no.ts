/**
 * Yes or no about states and motions of a scene, for those that resolved what they ask. Guarantee: yes is proven, of a
 * state as `StateCheck` says, of a motion: `firstContact` would say 'free'. No is a contact found, or that there is no
 * proof within precision.
 */
import type { PairSide } from '../../contact/result.ts';
import { pairOf } from '../answers/scene-answer.ts';
import { searchesOf } from '../answers/scene-first-contact.ts';
import { StateCheck } from '../answers/state-check.ts';
import type { ResolvedMotions } from '../content/scene-motions.ts';
import type { ClearanceClass } from '../pairs/clearance-rules.ts';
import type { PairSet } from '../pairs/pair-set.ts';
import type { PairLimits } from '../search/pair-limits.ts';
import type { SceneEngine } from '../search/scene-engine.ts';
import type { EngineOptions } from '../search/scene-options.ts';

/** Looks at most before a search. */
const AT_ONCE = 8;

export class YesNo extends StateCheck {
  private readonly questions: readonly (readonly [EngineOptions, PairSet])[];
  private readonly motionLimits: PairLimits;

  constructor(engine: SceneEngine, classes: readonly ClearanceClass[], tolerance: number) {
    super(engine, classes, tolerance);
    this.questions = searchesOf(engine, { mode: 'any' }, classes);
    this.motionLimits = this.limits(0);
  }

  /** Whether a motion of one segment, with which chains and bodies are loaded, is free. */
  motionIsFree(motions: ResolvedMotions): boolean {
    const { engine } = this;
    engine.tidy();
    const { outcome, probes } = engine;
    // before anything is made ready for a search, as long as that is likely to save it
    probes.limits = this.motionLimits;
    probes.before = 0;
    probes.begin();
    for (let looks = 0; looks < AT_ONCE && probes.pause === 0; looks++) {
      if (probes.next(outcome)) return false;
      if (engine.budget.late) break;
      probes.goOnFromHere();
    }
    for (let i = 0; i < this.questions.length; i++) {
      const [options, others] = this.questions[i];
      engine.firstContact(motions, this.tolerance, options, 0, others);
      if (outcome.status !== 'free') return false;
    }
    outcome.pair = -1;
    return true;
  }

  /** How much of a motion of one segment is proven free, from its start on. */
  reach(motions: ResolvedMotions): number {
    const { engine } = this;
    engine.tidy();
    let share = 1;
    let [pair, leafA, leafB] = [-1, -1, -1];
    for (const [options, others] of this.questions) {
      engine.firstContact(motions, this.tolerance, { ...options, mode: 'first' }, 0, others);
      const { outcome } = engine;
      if (outcome.status === 'free' || outcome.time >= share) continue;
      share = outcome.time;
      ({ pair, leafA, leafB } = outcome);
    }
    Object.assign(engine.outcome, { pair, leafA, leafB });
    return share;
  }

  /** A lower bound of the least distance of what is loaded, at the instant in the clock, never above the cutoff. */
  distance(cutoff: number): number {
    this.engine.tidy();
    this.search.placeAll();
    const least = this.search.least(this.stateLimits, cutoff);
    return this.engine.budget.late ? 0 : least;
  }

  /** The two that the last no was about; null: there was none, or no pair is known. */
  get saidNo(): readonly [PairSide, PairSide] | null {
    const { pair, leafA, leafB } = this.engine.outcome;
    return pair < 0 ? null : pairOf(this.engine, pair, leafA, leafB);
  }
}
