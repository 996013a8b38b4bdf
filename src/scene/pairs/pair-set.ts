/**
 * Some of a scene's pairs of two bodies, by number: a set, or a rule where they are too many to be listed. Not asked
 * about a body and the tree over all that stands.
 */
export interface PairSet {
  has(pair: number): boolean;
}

export const NO_PAIRS: PairSet = { has: () => false };

/** What is in one of them or in both. */
export function eitherOf(a: PairSet, b: PairSet): PairSet {
  if (a === NO_PAIRS) return b;
  if (b === NO_PAIRS) return a;
  return { has: (pair) => a.has(pair) || b.has(pair) };
}

export function setOf(pairs: readonly number[]): PairSet {
  return pairs.length === 0 ? NO_PAIRS : new Set(pairs);
}

/** Every pair but one. */
export function allBut(pair: number): PairSet {
  return { has: (other) => other !== pair };
}
