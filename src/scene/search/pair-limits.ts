import type { PairDistances } from '../pairs/clearance-rules.ts';
import { NO_PAIRS, type PairSet } from '../pairs/pair-set.ts';
import type { ScenePairs } from '../pairs/scene-pairs.ts';

/** How far apart each pair must be; Infinity where it is not looked at. */
export class PairLimits {
  /** By number, where all pairs have one; those against the tree over all that stands have the largest. */
  readonly values: Float64Array;
  /** The largest that is not Infinity. */
  most: number = -Infinity;
  private readonly pairs: ScenePairs;
  private rule: (pair: number) => number = () => Infinity;

  constructor(pairs: ScenePairs) {
    this.pairs = pairs;
    this.values = new Float64Array(pairs.listsAll ? pairs.topFrom + pairs.movable : 0);
  }

  /** Limit of a pair that is tested. */
  at(pair: number): number {
    return this.values.length > 0 ? this.values[pair] : this.rule(pair);
  }

  /** All pairs keep one distance, or each its own, but for some that are not looked at. */
  keep(distances: number | PairDistances, exempt: PairSet = NO_PAIRS): void {
    const { values, pairs } = this;
    const own = typeof distances === 'number' ? null : distances;
    const most = typeof distances === 'number' ? distances : distances.most;
    this.most = most;
    this.rule = (pair) => (exempt.has(pair) ? Infinity : (own?.of(pair) ?? most));
    if (!pairs.listsAll) return;
    values.fill(most);
    for (let pair = 0; pair < pairs.topFrom; pair++) values[pair] = pairs.ignored[pair] === 1 ? Infinity : this.rule(pair);
  }

  /** Against the tree over all that stands a body keeps the largest of its own there, not the largest of any. */
  tightenTop(): void {
    const { values, pairs } = this;
    const { topFrom, standingFrom, movable, standing } = pairs;
    for (let k = 0; pairs.listsAll && k < movable; k++) {
      let most = -Infinity;
      for (let s = 0; s < standing.length; s++) {
        const limit = values[standingFrom + k * standing.length + s];
        if (limit < Infinity) most = Math.max(most, limit);
      }
      values[topFrom + k] = most === -Infinity ? Infinity : most;
    }
  }
}
