/** What a scene does to its queue where a search begins anew, pair of bodies by pair of bodies. */
import { KEY_POPPED, KEY_PUSHED, type PairQueue } from '../../contact/pair-queue.ts';

/**
 * Takes out all pairs of bodies that have several. By bodies, `counts` says how many there were, `least` their earliest
 * key; of bodies beyond these lists all stay.
 */
export function thinQueue(queue: PairQueue, least: Float64Array, counts: Int32Array): void {
  if (queue.hole) queue.fill();
  const { heapKeys: keys, heapPairs: pairs, stackPairs: stacked } = queue;
  const size = queue.heapSize;
  const height = queue.stackSize;
  least.fill(Infinity);
  counts.fill(0);
  for (let i = 0; i < size + height; i++) {
    const of = i < size ? pairs[3 * i + 2] : stacked[3 * (i - size) + 2];
    if (of < 0 || of >= counts.length) continue;
    counts[of]++;
    least[of] = Math.min(least[of], i < size ? keys[i] : queue.keys[KEY_POPPED]);
  }
  queue.heapSize = queue.stackSize = 0;
  // what stays is put back into places that were looked at
  for (let i = 0; i < size; i++) {
    const b = pairs[3 * i + 1];
    const of = pairs[3 * i + 2];
    if (counts[of] > 1) continue;
    queue.keys[KEY_PUSHED] = keys[i];
    queue.pushLater(pairs[3 * i], b < 0 ? ~b : b, b < 0, of);
  }
  for (let i = 0; i < height; i++) {
    const b = stacked[3 * i + 1];
    const of = stacked[3 * i + 2];
    if (!(counts[of] > 1)) queue.pushNow(stacked[3 * i], b < 0 ? ~b : b, of, b < 0);
  }
}
