import { doubled } from '../math/enlarged.ts';

/** Slots of a queue's keys. */
export const KEY_POPPED = 0;
export const KEY_PUSHED = 1;
/** Key of the pair that sinks: an argument would be boxed. */
const KEY_SUNK = 2;

/**
 * The node pairs still to be looked at, in order of their certified contact-free time: a stack for pairs that may
 * touch now and a binary heap for the others. Grows by doubling and keeps what it has, so steady use allocates nothing.
 */
export class PairQueue {
  /**
   * Keys go in and out through memory, because a double passed to or from a call that is not inlined is boxed.
   * The key of the pair popped last, and that of the pair about to be pushed, in the KEY slots.
   */
  readonly keys: Float64Array = new Float64Array(3);
  /** The pair popped last: its nodes, and of which two bodies. */
  a = 0;
  b = 0;
  bodies = 0;
  /** The pair gained a long step when it was pushed: worth another look before it is split. */
  far = false;

  /** Heap and stack are looked into by what thins queues out. */
  heapKeys: Float64Array = new Float64Array(256);
  heapPairs: Int32Array = new Int32Array(768);
  heapSize = 0;
  /** Nothing is at the top of the heap, since it was popped. */
  hole = false;
  stackPairs: Int32Array = new Int32Array(384);
  stackSize = 0;

  clear(): void {
    this.hole = false;
    this.heapSize = 0;
    this.stackSize = 0;
  }

  get length(): number {
    return this.heapSize + this.stackSize - (this.hole ? 1 : 0);
  }

  /** A pair that may touch at the current key; `far`: it has not been looked at as a whole. */
  pushNow(a: number, b: number, bodies = 0, far = false): void {
    const n = this.stackSize;
    if (3 * n === this.stackPairs.length) this.stackPairs = doubled(this.stackPairs);
    this.stackPairs[3 * n] = a;
    this.stackPairs[3 * n + 1] = far ? ~b : b;
    this.stackPairs[3 * n + 2] = bodies;
    this.stackSize = n + 1;
  }

  /** A pair with the key in keys[KEY_PUSHED]. */
  pushLater(a: number, b: number, far: boolean, bodies = 0): void {
    const key = this.keys[KEY_PUSHED];
    if (this.hole) {
      // in the place of the pair popped last: most pairs that are looked at come back
      this.hole = false;
      this.keys[KEY_SUNK] = key;
      this.sink(a, far ? ~b : b, bodies);
      return;
    }
    let i = this.heapSize;
    if (i === this.heapKeys.length) {
      this.heapKeys = doubled(this.heapKeys);
      this.heapPairs = doubled(this.heapPairs);
    }
    this.heapSize = i + 1;
    const keys = this.heapKeys;
    const pairs = this.heapPairs;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const k = keys[parent];
      if (k <= key) break;
      keys[i] = k;
      pairs[3 * i] = pairs[3 * parent];
      pairs[3 * i + 1] = pairs[3 * parent + 1];
      pairs[3 * i + 2] = pairs[3 * parent + 2];
      i = parent;
    }
    keys[i] = key;
    pairs[3 * i] = a;
    pairs[3 * i + 1] = far ? ~b : b;
    pairs[3 * i + 2] = bodies;
  }

  /** Puts a pair, whose key is in KEY_SUNK, where nothing is, at the top of the heap, and lets it sink. */
  private sink(a: number, b: number, bodies: number): void {
    const key = this.keys[KEY_SUNK];
    const keys = this.heapKeys;
    const pairs = this.heapPairs;
    const n = this.heapSize;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= n) break;
      if (child + 1 < n && keys[child + 1] < keys[child]) child++;
      if (keys[child] >= key) break;
      keys[i] = keys[child];
      pairs[3 * i] = pairs[3 * child];
      pairs[3 * i + 1] = pairs[3 * child + 1];
      pairs[3 * i + 2] = pairs[3 * child + 2];
      i = child;
    }
    keys[i] = key;
    pairs[3 * i] = a;
    pairs[3 * i + 1] = b;
    pairs[3 * i + 2] = bodies;
  }

  /** The last pair of the heap takes the place that nobody took. */
  fill(): void {
    this.hole = false;
    const n = --this.heapSize;
    if (n === 0) return;
    const { heapKeys: keys, heapPairs: pairs } = this;
    this.keys[KEY_SUNK] = keys[n];
    this.sink(pairs[3 * n], pairs[3 * n + 1], pairs[3 * n + 2]);
  }

  /** As pop, in no order of keys: for what is left when the search is over. */
  take(): boolean {
    if (this.stackSize > 0) return this.pop();
    if (this.hole) this.fill();
    if (this.heapSize === 0) return false;
    const n = --this.heapSize;
    this.keys[KEY_POPPED] = this.heapKeys[n];
    this.a = this.heapPairs[3 * n];
    this.bodies = this.heapPairs[3 * n + 2];
    const b = this.heapPairs[3 * n + 1];
    this.far = b < 0;
    this.b = b < 0 ? ~b : b;
    return true;
  }

  /** False when nothing is left; a pair from the stack keeps the current key. */
  pop(): boolean {
    if (this.stackSize > 0) {
      const n = --this.stackSize;
      this.a = this.stackPairs[3 * n];
      const b = this.stackPairs[3 * n + 1];
      this.far = b < 0;
      this.b = b < 0 ? ~b : b;
      this.bodies = this.stackPairs[3 * n + 2];
      return true;
    }
    if (this.hole) this.fill();
    if (this.heapSize === 0) return false;
    const keys = this.heapKeys;
    const pairs = this.heapPairs;
    this.keys[KEY_POPPED] = keys[0];
    this.a = pairs[0];
    this.bodies = pairs[2];
    const b = pairs[1];
    this.far = b < 0;
    this.b = b < 0 ? ~b : b;
    this.hole = true;
    return true;
  }
}
