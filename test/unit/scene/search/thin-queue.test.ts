import { expect, test } from 'vitest';
import { KEY_POPPED, KEY_PUSHED, PairQueue } from '../../../../src/contact/pair-queue.ts';
import { Random } from '../../../../src/math/random.ts';
import { keepThose, QueueThinner } from '../../../../src/scene/search/thin-queue.ts';

interface Entry {
  readonly a: number;
  readonly b: number;
  readonly pair: number;
  readonly far: boolean;
  readonly key: number;
}

const sorted = (entries: readonly Entry[]): Entry[] => [...entries].sort((x, y) => x.a - y.a);

function emptied(queue: PairQueue): Entry[] {
  const out: Entry[] = [];
  while (queue.pop()) out.push({ a: queue.a, b: queue.b, pair: queue.bodies, far: queue.far, key: queue.keys[KEY_POPPED] });
  return out;
}

test('pairs with several entries are taken out with their earliest keys, all others stay as they are (seed 3640)', () => {
  const random = new Random(3640);
  const thinner = new QueueThinner();
  for (let round = 0; round < 200; round++) {
    const queue = new PairQueue();
    const entries: Entry[] = [];
    const pairs = 1 + random.integer(40);
    const count = random.integer(60);
    for (let a = 0; a < count; a++) {
      const later = random.next() < 0.7;
      entries.push({
        a,
        b: random.integer(9),
        pair: random.integer(pairs + 1) - 1,
        far: random.next() < 0.5,
        key: later ? random.next() : -1,
      });
    }
    queue.keys[KEY_POPPED] = -1;
    for (const { a, b, pair, far, key } of entries) {
      queue.keys[KEY_PUSHED] = key;
      if (key < 0) queue.pushNow(a, b, pair, far);
      else queue.pushLater(a, b, far, pair);
    }
    // one is popped, and nothing is put into its place
    if (entries.length > 0 && random.next() < 0.5) {
      queue.pop();
      const { a } = queue;
      entries.splice(
        entries.findIndex((one) => one.a === a),
        1,
      );
    }
    const now = queue.keys[KEY_POPPED];
    const told = entries.map((entry) => (entry.key < 0 ? { ...entry, key: now } : entry));
    // lists grow, and are as they were for the next call
    thinner.thin(queue, pairs + 100 * random.integer(2));
    const ofPair = (pair: number) => told.filter((one) => one.pair === pair);
    const several = Array.from({ length: pairs }, (_, pair) => pair).filter((pair) => ofPair(pair).length > 1);
    expect(Array.from(thinner.several.subarray(0, thinner.count))).toEqual(several);
    for (const pair of several) expect(thinner.least[pair]).toBe(Math.min(...ofPair(pair).map(({ key }) => key)));
    expect(sorted(emptied(queue))).toEqual(sorted(told.filter(({ pair }) => !several.includes(pair))));
  }
});

test('those that may stay do, in their order, and what was popped is gone', () => {
  for (const others of [0, 1, 2, 7]) {
    const queue = new PairQueue();
    for (let i = 0; i <= others; i++) {
      queue.keys[KEY_PUSHED] = (i + 1) / 16;
      queue.pushLater(i, i, false, i);
    }
    queue.pop();
    keepThose(queue, (bodies) => bodies !== 1);
    expect(emptied(queue).map(({ a }) => a)).toEqual(Array.from({ length: others }, (_, i) => i + 1).filter((i) => i !== 1));
  }
});
