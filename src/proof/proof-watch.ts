import type { ProofView } from './proof-view.ts';
import type { Question } from './question.ts';

/** Who hears of all leaves, in the order of the file; whether they hold is not known by then. */
export interface ProofWatch {
  /** A pair's leaves over a segment follow. */
  pair(where: ProofPlace): void;
  /** Over [t0, t1], in units of 2⁻¹²⁰ of the segment, nodes of both bodies are said to be apart along n. */
  leaf(question: Question, nodes: readonly [number, number], n: readonly bigint[], t0: bigint, t1: bigint): void;
  /** What was heard. */
  view(): ProofView;
}

/** What a stream of leaves is about. */
export interface ProofPlace {
  readonly segment: number;
  /** How many there are. */
  readonly segments: number;
  readonly pair: number;
  /** The names of both bodies. */
  readonly names: readonly [string, string];
}
