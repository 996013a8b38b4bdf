/**
 * The shortest way through a lazy graph all of which is proven: the shortest that is not refuted is asked for, from
 * both ends inwards, because that is where things are close; what is refuted is left out, and again, until one holds.
 */
import type { Halt, Stage } from '../search/halt.ts';
import type { EdgeJudge } from './edge-judge.ts';
import type { GraphSearch } from './graph-search.ts';
import { PROVEN, UNKNOWN } from './lazy-graph.ts';

/**
 * The edges of the way, in order; null: there is none shorter than the bound, or it was halted. Slack: a way that is
 * proven already will do where it is longer by this part at most; 0: the shortest, whatever is known. Look: see
 * `GraphSearch.find`.
 */
export function* provenPath(
  search: GraphSearch,
  judge: EdgeJudge,
  halt: Halt,
  bound: number,
  slack = 0,
  probe: ((edge: number) => boolean) | null = null,
): Generator<Stage, number[] | null> {
  const known = slack > 0 ? search.find(bound, PROVEN) : null;
  const enough = known === null ? Infinity : search.lengthOf(known) / (1 + slack);
  while (!halt.over) {
    const path = search.find(bound, UNKNOWN, probe);
    if (path === null) return null;
    if (search.lengthOf(path) >= enough) return known;
    const order = inwards(path);
    let stands = true;
    for (const edge of order) {
      yield 'search';
      if (!judge.looksFree(edge)) stands = false;
    }
    for (let k = 0; stands && k < order.length && !halt.over; k++) {
      yield 'prove';
      stands = judge.isFree(order[k]);
    }
    if (halt.over) return null;
    if (stands) return path;
  }
  return null;
}

/** First, last, second, last but one … */
function inwards(path: readonly number[]): number[] {
  return path.map((_, k) => path[k % 2 === 0 ? k >> 1 : path.length - 1 - (k >> 1)]);
}
