import type { Status } from '../../contact/result.ts';
import type { ResolvedMotions } from '../content/scene-motions.ts';
import type { ScenePairs } from '../pairs/scene-pairs.ts';

/** A question about a scene, with its answer. */
export interface ProvenScene {
  /** What is tested, and what is not. */
  readonly pairs: ScenePairs;
  /** How everything moves. */
  readonly motions: ResolvedMotions;
  /** Everything takes over a segment. */
  readonly load: (segment: number) => void;
  /** The distance that a pair keeps, by its number, in the unit of length. */
  readonly clearanceOf: (pair: number) => number;
  /** How close counts as contact, in the unit of length. */
  readonly tolerance: number;
  /** What was found; path time. */
  readonly answer: { readonly status: Status; readonly time: number };
}

/** Proves answers about scenes: made by `recordProof` of `inbetween/prove`. */
export interface SceneProof {
  /** A question begins; throws an InputError where it cannot be proven. */
  begin(options: object): void;
  /** It was answered. */
  scene(proven: ProvenScene): void;
}
