import { enlarged } from './box-store.ts';

/** Pairs of numbers, the smaller first, one after the other. */
export class PairList {
  pairs: Uint32Array = new Uint32Array(128);
  count = 0;

  push(i: number, j: number): void {
    const at = 2 * this.count++;
    if (at >= this.pairs.length) this.pairs = enlarged(this.pairs, new Uint32Array(2 * this.pairs.length));
    this.pairs[at] = i < j ? i : j;
    this.pairs[at + 1] = i < j ? j : i;
  }
}
