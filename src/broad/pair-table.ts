/**
 * A map from unordered pairs of numbers below 2³¹ to a whole number: chained hashing in two flat arrays.
 * A pair keeps its slot until it is deleted, so a slot may be remembered, and slots can be walked in order; the places
 * of deleted pairs are used again.
 */
import { enlarged } from '../math/enlarged.ts';

/** No slot, no further slot. */
export const NO_SLOT = -1;
/** Per slot: smaller number (−1 where the slot is empty), larger number, value, next slot of the bucket. */
export const SLOT_STRIDE = 4;
export const SLOT_J = 1;
export const SLOT_VALUE = 2;
const SLOT_NEXT = 3;

export class PairTable {
  slots: Int32Array = new Int32Array(SLOT_STRIDE * 64);
  /** Pairs stored. */
  size = 0;
  /** Slots are below this. */
  top = 0;
  private heads: Int32Array = new Int32Array(64).fill(NO_SLOT);
  private free = NO_SLOT;

  /** The slot of a pair, or NO_SLOT. */
  find(a: number, b: number): number {
    const { slots } = this;
    const i = a < b ? a : b;
    const j = a < b ? b : a;
    let slot = this.heads[bucket(i, j) & (this.heads.length - 1)];
    while (slot !== NO_SLOT) {
      const at = SLOT_STRIDE * slot;
      if (slots[at] === i && slots[at + SLOT_J] === j) return slot;
      slot = slots[at + SLOT_NEXT];
    }
    return NO_SLOT;
  }

  /** Stores a pair that is not there yet; its slot. */
  insert(a: number, b: number, value: number): number {
    const i = a < b ? a : b;
    const j = a < b ? b : a;
    let slot = this.free;
    if (slot !== NO_SLOT) this.free = this.slots[SLOT_STRIDE * slot + SLOT_NEXT];
    else {
      slot = this.top++;
      if (SLOT_STRIDE * slot >= this.slots.length) this.slots = enlarged(this.slots, new Int32Array(2 * this.slots.length));
      if (slot >= this.heads.length) this.spread();
    }
    const { slots, heads } = this;
    const at = SLOT_STRIDE * slot;
    const head = bucket(i, j) & (heads.length - 1);
    slots[at] = i;
    slots[at + SLOT_J] = j;
    slots[at + SLOT_VALUE] = value;
    slots[at + SLOT_NEXT] = heads[head];
    heads[head] = slot;
    this.size++;
    return slot;
  }

  deleteSlot(slot: number): void {
    const { slots, heads } = this;
    const at = SLOT_STRIDE * slot;
    const head = bucket(slots[at], slots[at + SLOT_J]) & (heads.length - 1);
    const next = slots[at + SLOT_NEXT];
    if (heads[head] === slot) heads[head] = next;
    else {
      let before = SLOT_STRIDE * heads[head];
      while (slots[before + SLOT_NEXT] !== slot) before = SLOT_STRIDE * slots[before + SLOT_NEXT];
      slots[before + SLOT_NEXT] = next;
    }
    slots[at] = -1;
    slots[at + SLOT_NEXT] = this.free;
    this.free = slot;
    this.size--;
  }

  has(a: number, b: number): boolean {
    return this.find(a, b) !== NO_SLOT;
  }

  /** The value of a pair; 0 where it is not stored. */
  get(a: number, b: number): number {
    const slot = this.find(a, b);
    return slot === NO_SLOT ? 0 : this.slots[SLOT_STRIDE * slot + SLOT_VALUE];
  }

  set(a: number, b: number, value: number): void {
    const slot = this.find(a, b);
    if (slot === NO_SLOT) this.insert(a, b, value);
    else this.slots[SLOT_STRIDE * slot + SLOT_VALUE] = value;
  }

  /** True where the pair was stored. */
  delete(a: number, b: number): boolean {
    const slot = this.find(a, b);
    if (slot === NO_SLOT) return false;
    this.deleteSlot(slot);
    return true;
  }

  /** Visits pairs in the order of the slots; the visitor may delete the pair it is shown. */
  forEach(visit: (i: number, j: number, value: number) => void): void {
    for (let slot = 0; slot < this.top; slot++) {
      const at = SLOT_STRIDE * slot;
      if (this.slots[at] !== -1) visit(this.slots[at], this.slots[at + SLOT_J], this.slots[at + SLOT_VALUE]);
    }
  }

  clear(): void {
    this.heads.fill(NO_SLOT);
    this.size = 0;
    this.top = 0;
    this.free = NO_SLOT;
  }

  /** Twice the buckets. Called when every slot below is in use but the newest, which is not in a bucket yet. */
  private spread(): void {
    const { slots } = this;
    const heads = new Int32Array(2 * this.heads.length).fill(NO_SLOT);
    for (let slot = 0; slot < this.top - 1; slot++) {
      const at = SLOT_STRIDE * slot;
      const head = bucket(slots[at], slots[at + SLOT_J]) & (heads.length - 1);
      slots[at + SLOT_NEXT] = heads[head];
      heads[head] = slot;
    }
    this.heads = heads;
  }
}

function bucket(i: number, j: number): number {
  const mixed = Math.imul(i, 0x9e3779b1) ^ Math.imul(j, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
