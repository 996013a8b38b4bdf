/** Doubles in the order they were pushed, without knowing beforehand how many. */
export class GrowingFloat64Array {
  private items: Float64Array = new Float64Array(768);
  length = 0;

  push3(x: number, y: number, z: number): void {
    if (this.length + 3 > this.items.length) {
      const larger = new Float64Array(2 * this.items.length);
      larger.set(this.items);
      this.items = larger;
    }
    this.items[this.length++] = x;
    this.items[this.length++] = y;
    this.items[this.length++] = z;
  }

  /** A view: valid until the next push. */
  get view(): Float64Array {
    return this.items.subarray(0, this.length);
  }
}

export class GrowingUint32Array {
  private items: Uint32Array = new Uint32Array(768);
  length = 0;

  push3(a: number, b: number, c: number): void {
    if (this.length + 3 > this.items.length) {
      const larger = new Uint32Array(2 * this.items.length);
      larger.set(this.items);
      this.items = larger;
    }
    this.items[this.length++] = a;
    this.items[this.length++] = b;
    this.items[this.length++] = c;
  }

  /** A view: valid until the next push. */
  get view(): Uint32Array {
    return this.items.subarray(0, this.length);
  }
}
