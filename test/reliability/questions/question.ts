import type { Random } from '../../../src/math/random.ts';

/**
 * A kind of question that is asked again and again: by the fuzzer, the soak and the hashes. A case is plain data that survives JSON, so
 * that it can be made smaller, written to a file and asked in every engine; it is made with + − × ÷ √ and a seed only.
 */
export interface Question<Case = unknown> {
  readonly kind: string;
  make(random: Random): Case;
  /** What the library says: plain data. Throws an InputError where it refuses. */
  answer(given: Case): unknown;
  /** What contradicts the answer: another method, a change that must not matter, brute force. Null: nothing found. */
  doubt(given: Case): string | null | Promise<string | null>;
}

/** Kinds of all cases in one list: what a case is, only its own kind knows. */
// biome-ignore lint/suspicious/noExplicitAny: a list of kinds with cases of their own
export type AnyQuestion = Question<any>;

/** The first sentence of several doubts, each looked for only where those before it found nothing. */
export function firstDoubt(...doubts: readonly (() => string | null)[]): string | null {
  for (const doubt of doubts) {
    const found = doubt();
    if (found !== null) return found;
  }
  return null;
}
