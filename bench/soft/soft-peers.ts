// What others measured, to stand beside our own numbers: other machines, other programs, the same public queries.

/**
 * Elementary tests on 296,665 public queries, 19,187 with exact first times: a prototype in plain JavaScript (Node 20, Neoverse-N1) and, on the same
 * machine, native Tight-Inclusion [Wang et al. 2021]. Mean nanoseconds, from the easiest set to the hardest.
 */
export interface ElementaryPeer {
  readonly name: string;
  readonly free: readonly [from: number, to: number];
  readonly hits: readonly [from: number, to: number];
  readonly falsePositives: number;
  /** Median from the best set to the worst, and the largest. */
  readonly early: readonly [from: number, to: number, most: number];
}

export const ELEMENTARY_PEERS: readonly ElementaryPeer[] = [
  { name: 'prototype: cubic, separating directions', free: [49, 90], hits: [319, 354], falsePositives: 0, early: [1e-14, 2e-11, 1.1e-9] },
  { name: 'conservative advancement, 1e-6', free: [62, 280], hits: [464, 8055], falsePositives: 428, early: [9e-7, 5e-2, 0.98] },
  { name: 'advancement and cubic, 1e-9', free: [60, 274], hits: [441, 1028], falsePositives: 390, early: [9e-10, 2e-4, 5e-3] },
  { name: 'inclusion bisection', free: [263, 2689], hits: [8e3, 551e3], falsePositives: 249, early: [6e-7, 3e-2, 0.98] },
  { name: 'Tight-Inclusion, native, 1e-6', free: [734, 7555], hits: [0.33e6, 65e6], falsePositives: 222, early: [7e-7, 4e-2, 0.25] },
];

/** The prototype with a clearance: mean nanoseconds. */
export const CLEARANCE_PEER: Pick<ElementaryPeer, 'free' | 'hits'> = { free: [66, 186], hits: [177, 1171] };

/** [Caby & Crosnier, Table 1]: milliseconds of a detection without prediction, 866 MHz Pentium III with graphics card, by triangles of the hull. */
export const CABY_TABLE_1: Readonly<Record<number, { readonly box: number; readonly clipped: number }>> = {
  400: { box: 0.61, clipped: 0.85 },
  1600: { box: 1.48, clipped: 2.21 },
};
