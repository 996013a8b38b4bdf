/**
 * What comes next: a binary heap of numbered items whose keys can be changed, for the schedule of a world
 * [Mirtich 1997, Fig. 11] and for shortest paths. Items with equal keys come in the order of their numbers, so that a
 * run can be repeated.
 */
export class KeyedQueue {
  private heap: Int32Array = new Int32Array(64);
  private keys: Float64Array = new Float64Array(64);
  /** Where an item stands in the heap; −1: it does not. */
  private place: Int32Array = new Int32Array(64).fill(-1);
  size = 0;

  /** The item with the least key; −1 when there is none. */
  get top(): number {
    return this.size === 0 ? -1 : this.heap[0];
  }

  /** The least key; Infinity when there is none. */
  get topKey(): number {
    return this.size === 0 ? Infinity : this.keys[this.heap[0]];
  }

  keyOf(item: number): number {
    return this.has(item) ? this.keys[item] : Infinity;
  }

  has(item: number): boolean {
    return item < this.place.length && this.place[item] >= 0;
  }

  /** Inserts the item or changes its key; a key of Infinity takes it out. */
  set(item: number, key: number): void {
    if (key === Infinity) {
      this.remove(item);
      return;
    }
    if (item >= this.place.length) this.grow(item + 1);
    this.keys[item] = key;
    let at = this.place[item];
    if (at < 0) at = this.size++;
    this.heap[at] = item;
    this.place[item] = at;
    this.sink(this.rise(at));
  }

  remove(item: number): void {
    if (!this.has(item)) return;
    const at = this.place[item];
    this.place[item] = -1;
    const last = this.heap[--this.size];
    if (last === item) return;
    this.heap[at] = last;
    this.place[last] = at;
    this.sink(this.rise(at));
  }

  /** Takes all of them out. */
  clear(): void {
    for (let at = 0; at < this.size; at++) this.place[this.heap[at]] = -1;
    this.size = 0;
  }

  private before(a: number, b: number): boolean {
    const { keys } = this;
    return keys[a] < keys[b] || (keys[a] === keys[b] && a < b);
  }

  private rise(from: number): number {
    const { heap, place } = this;
    const item = heap[from];
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.before(item, heap[parent])) break;
      heap[at] = heap[parent];
      place[heap[at]] = at;
      at = parent;
    }
    heap[at] = item;
    place[item] = at;
    return at;
  }

  private sink(from: number): void {
    const { heap, place, size } = this;
    const item = heap[from];
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && this.before(heap[child + 1], heap[child])) child++;
      if (!this.before(heap[child], item)) break;
      heap[at] = heap[child];
      place[heap[at]] = at;
      at = child;
    }
    heap[at] = item;
    place[item] = at;
  }

  private grow(needed: number): void {
    let capacity = this.place.length;
    while (capacity < needed) capacity *= 2;
    const { heap, keys, place } = this;
    this.heap = new Int32Array(capacity);
    this.keys = new Float64Array(capacity);
    this.place = new Int32Array(capacity).fill(-1);
    this.heap.set(heap);
    this.keys.set(keys);
    this.place.set(place);
  }
}
