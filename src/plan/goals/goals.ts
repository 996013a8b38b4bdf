/** Where to go, as callers say it. */
import type { SceneState } from './scene-state.ts';

/** One of several goals will do. */
export interface AnyOf {
  /** The goals. */
  readonly anyOf: readonly SceneState[];
}

/** A state, the name of one, or one of several. */
export type Goal = SceneState | AnyOf;
