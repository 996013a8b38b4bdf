import { expect, test } from 'vitest';
import { KeyedQueue } from '../../../src/math/keyed-queue.ts';
import { Random } from '../../../src/math/random.ts';

/** The least key first, of equal keys the least item. */
function sorted(keys: ReadonlyMap<number, number>): [item: number, key: number][] {
  return [...keys].sort(([i, x], [j, y]) => x - y || i - j);
}

test("inserted, changed and removed in any order, the top is always that of sorting (seed 'queue')", () => {
  const random = new Random('queue');
  for (let round = 0; round < 20; round++) {
    const queue = new KeyedQueue();
    const keys = new Map<number, number>();
    const items = random.pick([1, 5, 60, 64, 65, 500]);
    for (let step = 0; step < 2000; step++) {
      const item = random.integer(items);
      if (random.next() < 0.25) {
        keys.delete(item);
        if (random.next() < 0.5) queue.remove(item);
        else queue.set(item, Infinity);
      } else {
        // few keys, so that many are equal
        const key = random.next() < 0.5 ? random.integer(4) : random.range(-1, 5);
        keys.set(item, key);
        queue.set(item, key);
      }
      let first: [number, number] = [-1, Infinity];
      for (const [i, key] of keys) if (key < first[1] || (key === first[1] && i < first[0])) first = [i, key];
      const told = [queue.top, queue.topKey, queue.size, queue.has(item), queue.keyOf(item)];
      const wanted = [...first, keys.size, keys.has(item), keys.get(item) ?? Infinity];
      // 160,000 calls of expect take a hundred times as long as what they look at
      if (told.some((value, k) => !Object.is(value, wanted[k]))) expect(told, `round ${round}, step ${step}`).toEqual(wanted);
    }
    const out: [number, number][] = [];
    while (queue.top >= 0) {
      out.push([queue.top, queue.topKey]);
      queue.remove(queue.top);
    }
    expect(out).toEqual(sorted(keys));
  }
});

test('an empty queue has no top; what is not in it can be removed and asked for', () => {
  const queue = new KeyedQueue();
  expect([queue.top, queue.topKey, queue.size]).toEqual([-1, Infinity, 0]);
  queue.remove(3);
  queue.remove(100_000);
  queue.set(7, Infinity);
  expect([queue.has(3), queue.has(100_000), queue.keyOf(100_000), queue.size]).toEqual([false, false, Infinity, 0]);
  queue.set(100_000, 2);
  queue.set(0, 2);
  expect([queue.top, queue.size]).toEqual([0, 2]);
});

test('a queue that is cleared is empty and can be used again', () => {
  const queue = new KeyedQueue();
  for (const [item, key] of [
    [3, 1],
    [70, 0],
    [5, 2],
  ])
    queue.set(item, key);
  queue.clear();
  expect([queue.top, queue.size, queue.has(3), queue.has(70)]).toEqual([-1, 0, false, false]);
  queue.set(5, 7);
  queue.set(3, 9);
  expect([queue.top, queue.topKey, queue.size]).toEqual([5, 7, 2]);
});
