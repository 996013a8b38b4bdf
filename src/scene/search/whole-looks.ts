/**
 * Which pairs of a scene have long been searched, so that their bodies are looked at as wholes: do they turn about one
 * axis, and are apart whatever the angle [contact/many-turns/profile/turning-wholes.ts]?
 */
import type { Budget } from '../../contact/budget.ts';
import { TurningWholes } from '../../contact/many-turns/profile/turning-wholes.ts';
import { firstLookAtWholes, WHOLES_PAUSE } from '../../contact/methods/best-first.ts';
import { doubled } from '../../math/enlarged.ts';
import type { View } from '../pairs/view.ts';

export class WholeLooks {
  /** Work of the last look. */
  work = 0;
  private readonly wholes: TurningWholes = new TurningWholes();
  /** Entries of each pair, and after how many it is looked at; until when it is proven apart. */
  private entries: Int32Array = new Int32Array(16);
  private due: Float64Array = new Float64Array(16);
  private until: Float64Array = new Float64Array(16);

  /** Nothing is known of any pair, of numbers below `count`. */
  begin(count: number): void {
    if (count > this.entries.length) {
      this.entries = new Int32Array(count);
      this.due = new Float64Array(count);
      this.until = new Float64Array(count);
      return;
    }
    this.entries.fill(0);
    this.until.fill(0);
  }

  /** Until when the pair is proven apart by a look before; 0: nothing is known. */
  apartUntil(pair: number): number {
    return this.until[pair] ?? 0;
  }

  /** True: the pair is proven apart at t, by a look before. */
  isApart(pair: number, t: number): boolean {
    return this.until[pair] > t;
  }

  /** Counts an entry of a pair. True: it should be looked at. */
  isDue(pair: number, a: View, b: View): boolean {
    // where pairs get their numbers as they are met, more of them
    while (pair >= this.entries.length) {
      this.entries = doubled(this.entries);
      this.due = doubled(this.due);
      this.until = doubled(this.until);
    }
    const { entries, due } = this;
    if (entries[pair]++ === 0) due[pair] = firstLookAtWholes(a.tree.leafCount + b.tree.leafCount);
    if (entries[pair] < due[pair]) return false;
    due[pair] *= WHOLES_PAUSE;
    return true;
  }

  /** Looks at two bodies as they are placed at t0. Returns until when they are apart, which is kept; t0: unknown. */
  look(pair: number, a: View, b: View, t0: number, reference: Float64Array, pad: number, rounding: number, budget: Budget): number {
    const { wholes } = this;
    const end = t0 + wholes.step(a, b, a.tree, b.tree, t0, reference, a.state, b.state, pad, rounding, budget);
    this.work = wholes.work;
    this.until[pair] = end;
    return end;
  }
}
