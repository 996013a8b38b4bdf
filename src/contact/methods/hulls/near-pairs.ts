/** The few pairs of leaves that may touch where two bodies are placed; whoever fills it knows that these are all. */
import type { MovingPair } from '../../moving-pair.ts';
import type { Outcome } from '../../outcome.ts';
import type { StartRule } from '../../start-rule.ts';

/** Pairs of leaves that are measured one by one at most. */
const MOST_PAIRS = 256;

export class NearPairs {
  /** Two leaves each. */
  private readonly pairs: Int32Array = new Int32Array(2 * MOST_PAIRS);
  private count = 0;

  clear(): void {
    this.count = 0;
  }

  /** False: there is no room. */
  add(leafA: number, leafB: number): boolean {
    const { pairs, count } = this;
    if (count === MOST_PAIRS) return false;
    pairs[2 * count] = leafA;
    pairs[2 * count + 1] = leafB;
    this.count++;
    return true;
  }

  /** Measures them; true: some of them touch, and the outcome tells the closest, or, of `any`, the first that does. */
  touch(pair: MovingPair, start: StartRule, outcome: Outcome, any: boolean): boolean {
    const { pairs, count } = this;
    let least = Infinity;
    for (let k = 0; k < count; k++) {
      const distance = pair.leafDistance(pairs[2 * k], pairs[2 * k + 1]);
      if (!(distance < least)) continue;
      least = distance;
      outcome.leafA = pairs[2 * k];
      outcome.leafB = pairs[2 * k + 1];
      if (any && start.touches(distance)) break;
    }
    if (!start.touches(least)) return false;
    outcome.status = 'contact';
    outcome.time = pair.time;
    return true;
  }

  /** After that, where the bodies still are: every pair whose distance is at most `within`, as forLeavesWithin does. */
  forEach(pair: MovingPair, within: number, visit: (leafA: number, leafB: number) => boolean): void {
    const { pairs, count } = this;
    const most = within + pair.roundingNow;
    for (let k = 0; k < count; k++) {
      if (pair.leafDistance(pairs[2 * k], pairs[2 * k + 1]) <= most && !visit(pairs[2 * k], pairs[2 * k + 1])) return;
    }
  }
}
