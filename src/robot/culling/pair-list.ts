/** Pairs of numbers, (link, object) or (link, link): grows by doubling and keeps what it has. */
export class PairList {
  /** Pair k stands at 2 k; valid up to 2 × count. */
  pairs: Int32Array = new Int32Array(128);
  count = 0;

  clear(): void {
    this.count = 0;
  }

  push(a: number, b: number): void {
    const n = 2 * this.count++;
    if (n === this.pairs.length) {
      const larger = new Int32Array(2 * n);
      larger.set(this.pairs);
      this.pairs = larger;
    }
    this.pairs[n] = a;
    this.pairs[n + 1] = b;
  }

  /** Takes the last pair off; the caller reads it at 2 × count. */
  pop(): boolean {
    if (this.count === 0) return false;
    this.count--;
    return true;
  }
}
