import { expect, test } from 'vitest';
import { KeyedList } from '../../../../src/broad/sweep/keyed-list.ts';
import { Random } from '../../../../src/math/random.ts';

function listOf(keys: readonly number[]): KeyedList {
  const list = new KeyedList();
  for (const [code, key] of keys.entries()) list.push(code, key);
  return list;
}

/** Sorted, ties with even numbers first, and still the same numbers with the same keys. */
function expectSorted(list: KeyedList, keys: readonly number[]): void {
  const codes = [...list.codes.subarray(0, list.count)];
  expect([...codes].sort((a, b) => a - b)).toEqual(keys.map((_, code) => code));
  expect([...list.keys.subarray(0, list.count)]).toEqual(codes.map((code) => keys[code]));
  const faults = codes.filter((code, p) => {
    const before = codes[p - 1] ?? code;
    return keys[before] > keys[code] || (keys[before] === keys[code] && (before & 1) > (code & 1));
  });
  expect(faults).toEqual([]);
}

test('both ways of sorting give the same order, seeds 1 to 40', () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = new Random(seed);
    const keys = Array.from({ length: random.integer(400) }, () => (seed % 2 === 0 ? random.integer(9) - 4 : random.range(-1, 1)));
    const merged = listOf(keys);
    merged.mergeSort(0, keys.length);
    expectSorted(merged, keys);
    const inserted = listOf(keys);
    expect(inserted.insertionSort(0, keys.length, Number.POSITIVE_INFINITY)).toBe(true);
    expectSorted(inserted, keys);
    const middle = random.integer(keys.length + 1);
    const halves = listOf(keys);
    halves.mergeSort(0, middle);
    halves.mergeSort(middle, keys.length);
    halves.merge(0, middle, keys.length);
    expectSorted(halves, keys);
  }
});

test('insertion counts its exchanges and gives up at the limit, with nothing lost', () => {
  const keys = [5, 4, 3, 2, 1, 0];
  const list = listOf(keys);
  expect(list.insertionSort(0, 6, 15)).toBe(true);
  expect(list.exchanges).toBe(15);
  const cut = listOf(keys);
  expect(cut.insertionSort(0, 6, 4)).toBe(false);
  expect([...cut.codes.subarray(0, 6)].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  cut.mergeSort(0, 6);
  expectSorted(cut, keys);
});
