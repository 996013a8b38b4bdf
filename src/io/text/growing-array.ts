import { doubled } from '../../math/enlarged.ts';

/** Numbers in the order they were pushed, without knowing beforehand how many. */
class GrowingArray<T extends Float64Array | Uint32Array> {
  private items: T;
  length = 0;

  constructor(items: T) {
    this.items = items;
  }

  push3(x: number, y: number, z: number): void {
    if (this.length + 3 > this.items.length) this.items = doubled(this.items);
    this.items[this.length++] = x;
    this.items[this.length++] = y;
    this.items[this.length++] = z;
  }

  /** A view: valid until the next push. */
  get view(): T {
    return this.items.subarray(0, this.length) as T;
  }
}

export class GrowingFloat64Array extends GrowingArray<Float64Array> {
  constructor() {
    super(new Float64Array(768));
  }
}

export class GrowingUint32Array extends GrowingArray<Uint32Array> {
  constructor() {
    super(new Uint32Array(768));
  }
}
