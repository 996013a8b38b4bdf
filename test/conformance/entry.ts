import type { AskedScene } from './library-side.ts';

/** Two answers to one question. */
export interface Answers {
  readonly given: unknown;
  readonly scene: unknown;
}

/** Who may be asked about a cell. */
export interface Entry {
  /** Segments of the path that it is asked about. Default 1: rows have no more. */
  readonly segments?: number;
  /** As files say it: what the scene moves goes by the clock, what is intended is where a part is laid down. Default false. */
  readonly inFiles?: boolean;
  /** Null: this cell tells nothing of it. Throws what it refuses with. */
  compare(it: AskedScene): Promise<Answers | null>;
}
