/** Node pairs of a depth-first search, each with two numbers. Grows by doubling and keeps what it has. */
export class PairStack {
  /** What the last pop took out. */
  a = 0;
  b = 0;
  first = 0;
  second = 0;

  private numbers: Float64Array = new Float64Array(256);
  private pairs: Int32Array = new Int32Array(256);
  private size = 0;

  clear(): void {
    this.size = 0;
  }

  push(a: number, b: number, first: number, second: number): void {
    const n = 2 * this.size++;
    if (n === this.pairs.length) {
      const numbers = new Float64Array(2 * n);
      numbers.set(this.numbers);
      this.numbers = numbers;
      const pairs = new Int32Array(2 * n);
      pairs.set(this.pairs);
      this.pairs = pairs;
    }
    this.pairs[n] = a;
    this.pairs[n + 1] = b;
    this.numbers[n] = first;
    this.numbers[n + 1] = second;
  }

  pop(): boolean {
    if (this.size === 0) return false;
    const n = 2 * --this.size;
    this.a = this.pairs[n];
    this.b = this.pairs[n + 1];
    this.first = this.numbers[n];
    this.second = this.numbers[n + 1];
    return true;
  }
}
