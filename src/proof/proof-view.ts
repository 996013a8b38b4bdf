/** What there is to draw of a proof, as plain data. */

/** Path times from which to which, and how wide the narrowest leaf there is, in segments. */
export type CoveredTime = readonly [from: number, to: number, width: number];

/** A disc between two sets: centre, unit normal from a to b, radius, the number of the leaf among the pair's. */
export type SeparatingDisc = readonly [x: number, y: number, z: number, nx: number, ny: number, nz: number, radius: number, leaf: number];

/** How the time of one pair is covered. */
export interface CoveredPair {
  /** Name of the first body. */
  readonly a: string;
  /** Name of the second body. */
  readonly b: string;
  /** How many leaves it took. */
  readonly leaves: number;
  /** Stretches of time, each with the narrowest leaf in it; a pair of few leaves has one for each. */
  readonly boxes: readonly CoveredTime[];
  /**
   * For each instant of `times` the disc of the leaf that is narrowest there, in the world; null: there is none. Empty
   * for pairs that are not drawn.
   */
  readonly discs: readonly (SeparatingDisc | null)[];
}

/** What is drawn of a proof. */
export interface ProofView {
  /** Path time runs from 0 to this. */
  readonly segments: number;
  /** Instants of the discs, path time. */
  readonly times: readonly number[];
  /** Pairs, those of most leaves first. */
  readonly pairs: readonly CoveredPair[];
  /** Pairs that are not among them. */
  readonly more: number;
}
