import { doubled } from '../math/enlarged.ts';

/** Slots of a stack's numbers, two each. */
export const POPPED = 0;
export const PUSHED = 2;

/**
 * Node pairs of a depth-first search, each with two numbers. Grows by doubling and keeps what it has. The numbers go in
 * and out through memory, because a double passed to a call that is not inlined is boxed.
 */
export class PairStack {
  /** The pair popped last. */
  a = 0;
  b = 0;
  /** Two of the pair popped last, from POPPED on, and two of the pair about to be pushed, from PUSHED on. */
  readonly numbers: Float64Array = new Float64Array(4);

  private values: Float64Array = new Float64Array(256);
  private pairs: Int32Array = new Int32Array(256);
  private size = 0;

  clear(): void {
    this.size = 0;
  }

  push(a: number, b: number): void {
    const n = 2 * this.size++;
    if (n === this.pairs.length) {
      this.values = doubled(this.values);
      this.pairs = doubled(this.pairs);
    }
    this.pairs[n] = a;
    this.pairs[n + 1] = b;
    this.values[n] = this.numbers[PUSHED];
    this.values[n + 1] = this.numbers[PUSHED + 1];
  }

  pop(): boolean {
    if (this.size === 0) return false;
    const n = 2 * --this.size;
    this.a = this.pairs[n];
    this.b = this.pairs[n + 1];
    this.numbers[POPPED] = this.values[n];
    this.numbers[POPPED + 1] = this.values[n + 1];
    return true;
  }
}
