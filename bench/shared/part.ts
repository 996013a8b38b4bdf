import type { Figure } from '../rigid/rigid-figures.ts';
import type { Effort } from '../robots/robot-measure.ts';
import type { Table } from './table.ts';

/** What a part of the bench is to do. */
export interface PartContext {
  readonly effort: Effort;
  /** Queries a set. */
  readonly queries: number;
  /** A run for tests: few angles, depths and settings of each. */
  readonly quick: boolean;
  readonly root: string;
  /** Where the scenes with references lie. */
  readonly sharedScenes: string;
  /** Where the native peers' sources lie; null: without peers. */
  readonly peers: string | null;
}

export interface PartResult {
  readonly tables: readonly Table[];
  readonly figures?: readonly Figure[];
  /** Written as CSV only. */
  readonly raw?: readonly Table[];
}

/** All of a list, or in quick mode the first and the last. */
export function some<T>(all: readonly T[], quick: boolean): readonly T[] {
  return quick && all.length > 2 ? [all[0], all[all.length - 1]] : all;
}

export function progress(what: string, since: number): void {
  console.error(`${what}: ${((performance.now() - since) / 1000).toFixed(1)} s`);
}
