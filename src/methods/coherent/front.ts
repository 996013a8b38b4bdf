/**
 * Where a search over pairs of nodes ended, kept for the next motion: a tree of node pairs, each with how far apart its
 * two stayed over the whole motion. A node pair is always split in the same way, so records need no names.
 *
 * Guarantee: a value is a lower bound of the distance at every time of the motion it was noted in, plus the way that
 * motions had changed until then. `begin` takes by how much, at any time, the next motion differs from the last one;
 * so value − way bounds the distance at every time of the motion at hand, whatever came between. A jump makes all
 * values useless, never wrong.
 */
import { doubled } from '../../math/enlarged.ts';

/** Records beyond which all are forgotten when the next search begins. */
const MOST_RECORDS = 2 ** 16;
/** On sums of lengths, far more than they round. */
export const ROUND_UP: number = 1 + 2 ** -40;
/** Parts that stay apart for so many more changes like the last one become one pair again. */
const MERGED_AFTER = 2;

/** Slots of `ways`: the way so far; what a value must be; from what value on parts are merged. */
const WAY = 0;
const BAR = 1;
const MERGE = 2;
/** Slots of a record, as integers: its first part, 0 where it has none; its nodes; whether a's is the one split. */
export const RECORD = 4;
export const RECORD_A = 1;
export const RECORD_B = 2;
export const RECORD_SPLIT = 3;
/** In: a distance that the two of a record keep all through the motion. */
export const PROVEN = 3;

export class Front {
  /** Doubles go through memory, which boxes none. */
  readonly ways: Float64Array = new Float64Array(4);
  values: Float64Array = new Float64Array(256);
  /** The RECORD slots of all; the first part of two records that are free is the next free one. */
  records: Int32Array = new Int32Array(256 * RECORD);
  private count = 0;
  private freed = 0;
  /** Records whose parts were looked at, parents before their parts. */
  private opened: Int32Array = new Int32Array(256);
  private openedCount = 0;

  /** All that was known is forgotten. */
  clear(): void {
    this.count = this.freed = this.openedCount = 0;
    this.ways[WAY] = 0;
  }

  /** Records of pairs that have none, one after the other. */
  get size(): number {
    return this.count;
  }

  /** Too much is known of places long left behind. */
  get isFull(): boolean {
    return this.count > MOST_RECORDS;
  }

  /** A record for a pair of which nothing is known. */
  add(records: number): number {
    const first = this.count;
    const end = first + records;
    if (end > this.values.length) {
      this.values = doubled(this.values);
      this.records = doubled(this.records);
    }
    this.values.fill(-Infinity, first, end);
    this.records.fill(0, RECORD * first, RECORD * end);
    this.count = end;
    return first;
  }

  /**
   * A motion begins that at any time differs from the last one by `moved` at most: bodies farther apart than `distance`
   * need no look.
   */
  begin(moved: number, distance: number): void {
    const { ways } = this;
    ways[WAY] = (ways[WAY] + moved) * ROUND_UP;
    ways[BAR] = (ways[WAY] + distance) * ROUND_UP;
    ways[MERGE] = moved > 0 ? ways[BAR] + MERGED_AFTER * moved : Infinity;
  }

  /** What a value must be at least to prove its two apart. */
  get bar(): number {
    return this.ways[BAR];
  }

  /** Notes the distance in ways[PROVEN]. */
  note(record: number): void {
    const { ways, values } = this;
    const value = (ways[WAY] + ways[PROVEN]) * (2 - ROUND_UP);
    if (value > values[record] && value > 0) values[record] = value;
  }

  /** The parts of a record are looked at, to be followed by `close`. */
  visit(record: number): void {
    if (this.openedCount === this.opened.length) this.opened = doubled(this.opened);
    this.opened[this.openedCount++] = record;
  }

  /** The first of the two parts of a record: those of its node a or b, from `child` on. */
  split(record: number, splitA: boolean, child: number): number {
    this.visit(record);
    const known = this.records[RECORD * record];
    if (known > 0) return known;
    let first = this.freed;
    if (first > 0) {
      this.freed = this.records[RECORD * first];
      this.values[first] = this.values[first + 1] = -Infinity;
    } else first = this.add(2);
    const { records } = this;
    const o = RECORD * record;
    records[o] = first;
    records[o + RECORD_SPLIT] = splitA ? 1 : 0;
    for (let k = 0; k < 2; k++) {
      const part = RECORD * (first + k);
      records[part] = 0;
      records[part + RECORD_A] = splitA ? child + k : records[o + RECORD_A];
      records[part + RECORD_B] = splitA ? records[o + RECORD_B] : child + k;
    }
    return first;
  }

  /** A search ends: what is known of both parts is known of the pair, and far parts are given up. */
  close(): void {
    const { opened, values, records, ways } = this;
    for (let i = this.openedCount - 1; i >= 0; i--) {
      const record = opened[i];
      const first = records[RECORD * record];
      if (first === 0) continue;
      const least = values[first] < values[first + 1] ? values[first] : values[first + 1];
      if (least > values[record]) values[record] = least;
      if (!(least > ways[MERGE]) || records[RECORD * first] > 0 || records[RECORD * first + RECORD] > 0) continue;
      records[RECORD * record] = 0;
      records[RECORD * first] = this.freed;
      this.freed = first;
    }
    this.openedCount = 0;
  }
}
