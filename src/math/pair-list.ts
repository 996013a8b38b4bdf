import { doubled } from './enlarged.ts';

/** Pairs of whole numbers from 0 on, one after the other: grows by doubling and keeps what it has. */
export class PairList {
  /** Pair k stands at 2 k; valid up to 2 × count. */
  pairs: Uint32Array = new Uint32Array(128);
  count = 0;

  clear(): void {
    this.count = 0;
  }

  push(a: number, b: number): void {
    const at = 2 * this.count++;
    if (at >= this.pairs.length) this.pairs = doubled(this.pairs);
    this.pairs[at] = a;
    this.pairs[at + 1] = b;
  }

  /** The smaller number first. */
  pushSorted(i: number, j: number): void {
    const at = 2 * this.count++;
    if (at >= this.pairs.length) this.pairs = doubled(this.pairs);
    this.pairs[at] = i < j ? i : j;
    this.pairs[at + 1] = i < j ? j : i;
  }

  /** Takes the last pair off; the caller reads it at 2 × count. */
  pop(): boolean {
    if (this.count === 0) return false;
    this.count--;
    return true;
  }
}
