import type { BoxScene } from './bodies-boxes.ts';

/** What a part of the bench of many bodies is to do. */
export interface BodiesContext {
  /** A look whether it runs: few boxes, few frames. */
  readonly quick: boolean;
  /** Numbers of boxes. */
  readonly sizes: readonly number[];
  readonly scenes: readonly BoxScene[];
  /** Broad phases; null: all of them. */
  readonly methods: readonly string[] | null;
}
