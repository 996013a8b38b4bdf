import { doubled } from '../../math/enlarged.ts';

/** Pairs of leaves that may come into contact: flat arrays that grow, and are kept. */
export class LeafPairList {
  count = 0;
  /** Number of the pair of bodies, and the leaves in their trees. */
  pair: Int32Array = new Int32Array(64);
  leafA: Int32Array = new Int32Array(64);
  leafB: Int32Array = new Int32Array(64);
  /** The leaves are certainly apart before this time. */
  start: Float64Array = new Float64Array(64);

  clear(): void {
    this.count = 0;
  }

  push(pair: number, leafA: number, leafB: number, start: number): void {
    const at = this.count++;
    if (at === this.pair.length) this.grow();
    this.pair[at] = pair;
    this.leafA[at] = leafA;
    this.leafB[at] = leafB;
    this.start[at] = start;
  }

  private grow(): void {
    this.pair = doubled(this.pair);
    this.leafA = doubled(this.leafA);
    this.leafB = doubled(this.leafB);
    this.start = doubled(this.start);
  }
}
