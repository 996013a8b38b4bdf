/** What a method of first contact is for scenes, the default as well as those that are imported. */
import type { Budget } from '../../contact/budget.ts';
import type { NamedMethod } from '../../contact/method.ts';
import type { MovingPair } from '../../contact/moving-pair.ts';
import { DEFAULT_ITERATIONS } from '../../contact/options.ts';
import type { NearPairs } from '../pairs/near-pairs.ts';
import type { ScenePairs } from '../pairs/scene-pairs.ts';
import type { SceneOutcome } from './scene-outcome.ts';
import type { SceneSearch } from './scene-search.ts';
import type { StartPairs } from './start-pairs.ts';

/** A way to find the first contact in a scene. All give the same guarantee and differ in speed only. */
export interface SceneMethod extends NamedMethod {
  /** Makes a search over a scene's pairs. Scenes that ask again by the same function keep what it made. */
  readonly scene: (ground: SceneGround) => SegmentSearch;
}

/** A search over all pairs of a scene, one segment of a path after the other. */
export interface SegmentSearch {
  /** A question begins, by the method with these options. Default: nothing is to be done. */
  begin?(options: object | undefined): void;
  /**
   * Searches [from, 1] of the segment that is loaded and fills in the outcome: free, contact, overlap at the start, or,
   * where the budget is over, unresolved. While the start is `open`, it has to be looked at and closed first, which the
   * ground's own search does for whoever asks it for the 'instant'.
   */
  run(from: number, clearance: number, start: StartPairs, budget: Budget, outcome: SceneOutcome): void;
  /** What its stages did in this question so far. Default: it has none. */
  readonly stages?: readonly StageStats[];
  /** Enclosures of a body's motion that it made in this question. Default 0. */
  readonly enclosures?: number;
}

/** What one stage of method 'hca' or 'interval' did. */
export interface StageStats {
  /** Which one: 'boxes', 'volumes', 'dynamic BVH' and so on. */
  readonly stage: string;
  /** How many candidates it looked at. */
  readonly tested: number;
  /** How many of those it ruled out. */
  readonly culled: number;
  /** How long it took; differs from run to run. */
  readonly milliseconds: number;
}

/** What a search over a scene works with. */
export interface SceneGround {
  /** Which pairs there are, and their bodies under the motions of the segment that is loaded. */
  readonly pairs: ScenePairs;
  /** Where not all pairs have numbers: finds those that come near; else null. */
  readonly near: NearPairs | null;
  /** The default's search: it counts the work, looks at starts for others, and knows when pairs leave. */
  readonly search: SceneSearch;
  /** How close counts as contact, pair by pair, and which pairs are not judged. */
  readonly start: StartPairs;
  /** What the question may take. */
  readonly budget: Budget;
  /** Number of the segment that is loaded. */
  readonly segment: number;
  /** A pair by itself, under the segment that is loaded. */
  pair(number: number): MovingPair;
}

/** The default: one best-first search over all pairs. */
export const AUTO: SceneMethod = { name: 'auto', maxIterations: DEFAULT_ITERATIONS, scene: ({ search }) => search };
