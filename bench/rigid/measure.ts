import type { RigidQuery } from '../../scenes/index.ts';
import type { Answer, MotionKind, QueryOptions, Subject } from './subject.ts';

/** One way to answer the queries. */
export interface Variant {
  readonly name: string;
  readonly options: QueryOptions;
  readonly motion?: MotionKind;
}

/** The answers of one variant, in the order of the queries, each with its smallest time. */
export interface Measured {
  readonly variant: Variant;
  readonly answers: readonly Answer[];
}

/**
 * Runs all variants over all queries, `repeats` times in turn, and keeps the fastest time of each query: interleaving spreads
 * the noise of the machine over the variants, the minimum removes most of it.
 */
export function measureInterleaved(
  subject: Subject,
  queries: readonly RigidQuery[],
  variants: readonly Variant[],
  repeats: number,
): Measured[] {
  const best: Answer[][] = variants.map(() => []);
  for (let round = 0; round < repeats; round++) {
    for (const [v, { options, motion }] of variants.entries()) {
      for (const [q, query] of queries.entries()) {
        const answer = subject.answer(query, options, motion);
        const known = best[v][q];
        if (known === undefined || answer.milliseconds < known.milliseconds) best[v][q] = answer;
      }
    }
  }
  return variants.map((variant, v) => ({ variant, answers: best[v] }));
}

/** Lets the compiler settle: every variant runs until it has had its share of queries or of time. */
export function warmUp(subject: Subject, queries: readonly RigidQuery[], variants: readonly Variant[]): void {
  for (const { options, motion } of variants) {
    const end = performance.now() + WARM_UP_MILLISECONDS;
    for (let i = 0; i < WARM_UP_QUERIES && performance.now() < end; i++) subject.answer(queries[i % queries.length], options, motion);
  }
}

const WARM_UP_QUERIES = 1000;
const WARM_UP_MILLISECONDS = 500;

/** Two measurements of the same variants as one. */
export function merged(first: readonly Measured[], second: readonly Measured[]): Measured[] {
  return first.map(({ variant, answers }, v) => ({
    variant,
    answers: answers.map((answer, q) => {
      const other = second[v].answers[q];
      return other.milliseconds < answer.milliseconds ? other : answer;
    }),
  }));
}
