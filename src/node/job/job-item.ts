import type { Subject } from '../../batch/pool.ts';
import type { Ask, ItemKind } from './chunk.ts';

/** Items that follow each other, about one subject and asked the same. */
export interface JobSection {
  /** What it is about, as the person knows it: a cell, a scene, steps. */
  readonly name: string;
  readonly subject: Subject;
  readonly kind: ItemKind;
  readonly ask: Ask;
  readonly columns: readonly string[] | null;
}

/** One question of a job, or one that could not even be read. */
export interface JobItem {
  readonly id: string;
  /** The file that it came from, as the person knows it. */
  readonly file: string;
  /** Whether it is the only one of that file. */
  readonly isAlone: boolean;
  readonly section: JobSection;
  /** What its section's kind says; empty where it could not be read. */
  readonly data: Uint8Array;
  /** Why it could not be read. */
  readonly fault?: string;
}

export type { Subject } from '../../batch/pool.ts';
