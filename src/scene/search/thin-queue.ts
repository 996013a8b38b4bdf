/** What a scene does to its queue where a search begins anew, pair of bodies by pair of bodies. */
import { KEY_POPPED, KEY_PUSHED, type PairQueue } from '../../contact/pair-queue.ts';
import { doubled } from '../../math/enlarged.ts';

/** Takes time by what is in the queue, whatever else a scene has. */
export class QueueThinner {
  /** Pairs of bodies that had several entries, in the order of their numbers, and how many these are. */
  several: Int32Array = new Int32Array(16);
  count = 0;
  /** By pair: the earliest key of those that had several. */
  least: Float64Array = new Float64Array(16);
  /** By pair: how many entries; 0 between two calls. */
  private entries: Int32Array = new Int32Array(16);

  /** Takes out all pairs of bodies, of numbers below `room`, that have several entries. */
  thin(queue: PairQueue, room: number): void {
    if (this.entries.length < room) {
      this.entries = new Int32Array(room);
      this.least = new Float64Array(room);
    }
    if (queue.hole) queue.fill();
    const { entries } = this;
    const { heapKeys: keys, heapPairs: pairs, stackPairs: stacked, heapSize: size, stackSize: height } = queue;
    this.count = 0;
    for (let i = 0; i < size; i++) this.note(pairs[3 * i + 2], keys[i]);
    for (let i = 0; i < height; i++) this.note(stacked[3 * i + 2], queue.keys[KEY_POPPED]);
    keepThose(queue, (of) => {
      if (entries[of] > 1) return false;
      if (of >= 0) entries[of] = 0;
      return true;
    });
    for (let k = 0; k < this.count; k++) entries[this.several[k]] = 0;
    this.several.subarray(0, this.count).sort();
  }

  private note(pair: number, key: number): void {
    // no pair, but a time at which something else is to be done
    if (pair < 0) return;
    const { entries, least } = this;
    const before = entries[pair]++;
    if (before === 0 || key < least[pair]) least[pair] = key;
    if (before !== 1) return;
    if (this.count === this.several.length) this.several = doubled(this.several);
    this.several[this.count++] = pair;
  }
}

/** Takes out all pairs but those whose bodies may stay. */
export function keepThose(queue: PairQueue, stay: (bodies: number) => boolean): void {
  if (queue.hole) queue.fill();
  const { heapKeys: keys, heapPairs: pairs, stackPairs: stacked, heapSize: size, stackSize: height } = queue;
  queue.heapSize = queue.stackSize = 0;
  // what stays is put back into places that were looked at
  for (let i = 0; i < size; i++) {
    const b = pairs[3 * i + 1];
    const of = pairs[3 * i + 2];
    if (!stay(of)) continue;
    queue.keys[KEY_PUSHED] = keys[i];
    queue.pushLater(pairs[3 * i], b < 0 ? ~b : b, b < 0, of);
  }
  for (let i = 0; i < height; i++) {
    const b = stacked[3 * i + 1];
    const of = stacked[3 * i + 2];
    if (stay(of)) queue.pushNow(stacked[3 * i], b < 0 ? ~b : b, of, b < 0);
  }
}
