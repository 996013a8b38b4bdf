import { summarize } from '../shared/statistics.ts';

/** What a part of the bench of deforming bodies is to do. */
export interface SoftContext {
  /** Rounds over everything that is compared. */
  readonly rounds: number;
  /** A look whether it runs: small meshes, few settings. */
  readonly quick: boolean;
  /** Where the data of others lie. */
  readonly data: string;
}

/** Something to be timed: one call of `run` does it `count` times. */
export interface Work {
  readonly count: number;
  run(): void;
}

/** A work that takes longer than this in all, in milliseconds, gets no further round. */
const PATIENCE = 20_000;
/** Blocks of a round, of which the fastest counts. */
const BLOCKS = 3;
/** Rounds of long works are single runs. */
const LONG = 50;

/**
 * Milliseconds for doing each once: the works in turn, `rounds` times; of each round the fastest block counts, of the rounds the median.
 * Interleaving spreads the noise of the machine over the works, minima take away most of it, medians what is left.
 */
export function timed(works: readonly Work[], rounds: number): number[] {
  const perRound: number[][] = works.map(() => []);
  const spent = works.map(() => 0);
  for (const [w, work] of works.entries()) {
    // until the compiler has settled
    for (const end = performance.now() + (rounds > 1 ? 100 : 0); performance.now() < end && spent[w] < LONG; ) spent[w] += once(work);
    spent[w] = 0;
  }
  for (let round = 0; round < rounds; round++) {
    for (const [w, work] of works.entries()) {
      if (round > 0 && spent[w] > PATIENCE) continue;
      let fastest = Number.POSITIVE_INFINITY;
      for (let block = 0; block < BLOCKS && (block === 0 || (rounds > 1 && fastest < LONG)); block++)
        fastest = Math.min(fastest, once(work));
      spent[w] += fastest;
      perRound[w].push(fastest / work.count);
    }
  }
  return perRound.map((values) => summarize(values).median);
}

function once(work: Work): number {
  const start = performance.now();
  work.run();
  return performance.now() - start;
}

/** The slope of a straight line through the logarithms: y grows as xᵉ. */
export function growthExponent(points: readonly (readonly [x: number, y: number])[]): number {
  const logs = points.filter(([x, y]) => x > 0 && y > 0).map(([x, y]) => [Math.log(x), Math.log(y)]);
  const [mx, my] = [0, 1].map((k) => logs.reduce((sum, p) => sum + p[k], 0) / logs.length);
  const covariance = logs.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0);
  return covariance / logs.reduce((sum, [x]) => sum + (x - mx) * (x - mx), 0);
}
