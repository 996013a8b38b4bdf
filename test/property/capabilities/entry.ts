import type { CapabilityRow } from '../../../src/math/scene-capability.ts';
import type { AskedScene } from './library-side.ts';

/** Two answers to one question. */
export interface Answers {
  readonly given: unknown;
  readonly scene: unknown;
}

/** Who may be asked about a cell. */
export interface Entry {
  readonly row: CapabilityRow;
  /** Segments of the path that it is asked about. Default 1: rows have no more. */
  readonly segments?: number;
  /** Whether what the scene moves goes by the clock: in files it does. Default false. */
  readonly isClocked?: boolean;
  /** Null: this cell tells nothing of it. Throws what it refuses with. */
  compare(it: AskedScene): Promise<Answers | null>;
}
export type ManyMotions = never;
