import type { ClearanceClass, PairDistances } from '../pairs/clearance-rules.ts';
import { NO_PAIRS, type PairSet } from '../pairs/pair-set.ts';
import type { ScenePairs } from '../pairs/scene-pairs.ts';

/** How far apart each pair must be; Infinity where it is not looked at. */
export class PairLimits {
  /** By number, where all pairs have one; those against the tree over all that stands have the largest of any. */
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
  keep(distances: number | PairDistances, exempt: PairSet): void {
    const { values, pairs } = this;
    const own = typeof distances === 'number' ? null : distances;
    this.most = typeof distances === 'number' ? distances : distances.most;
    this.rule = (pair) => (exempt.has(pair) ? Infinity : (own?.of(pair) ?? this.most));
    if (!pairs.listsAll) return;
    values.fill(this.most);
    if (own !== null) for (let pair = 0; pair < pairs.topFrom; pair++) values[pair] = own.of(pair);
    for (let pair = 0; pair < pairs.topFrom; pair++) if (pairs.ignored[pair] === 1) values[pair] = Infinity;
    if (exempt === NO_PAIRS) return;
    for (let pair = 0; pair < pairs.topFrom; pair++) if (exempt.has(pair)) values[pair] = Infinity;
  }

  /** Each pair its clearance and some more. */
  keepClasses(classes: readonly ClearanceClass[], more: number): void {
    const { values, pairs } = this;
    const { topFrom, standingFrom, movable, ignored } = pairs;
    const ruled = (pair: number): number => {
      // of several the last one that holds it
      for (let i = classes.length - 1; i >= 0; i--) if (!classes[i].others.has(pair)) return classes[i].clearance + more;
      return 0;
    };
    this.rule = ruled;
    this.most = classes.reduce((most, { clearance }) => Math.max(most, clearance + more), -Infinity);
    if (!pairs.listsAll) return;
    for (let pair = 0; pair < topFrom; pair++) values[pair] = ignored[pair] === 1 ? Infinity : ruled(pair);
    // against the tree over all that stands, the largest of any
    const standing = pairs.standing.length;
    for (let k = 0; k < movable; k++) {
      let most = -Infinity;
      for (let s = 0; s < standing; s++) {
        const limit = values[standingFrom + k * standing + s];
        if (limit < Infinity) most = Math.max(most, limit);
      }
      values[topFrom + k] = most === -Infinity ? Infinity : most;
    }
  }
}
