import { expect, test } from 'vitest';
import { largestOf, leastOf } from '../../../src/math/extreme.ts';
import { Random } from '../../../src/math/random.ts';

test('the least and the largest are the ends of the list in order, also of more than a call takes, seed extreme', () => {
  const random = new Random('extreme');
  for (const count of [1, 2, 7, 300_000]) {
    const values = Float64Array.from({ length: count }, () => random.range(-1e9, 1e9));
    const sorted = values.slice().sort();
    expect([leastOf(values), largestOf(values)]).toEqual([sorted[0], sorted[count - 1]]);
  }
});

test('nothing is above everything, and what is no number is not passed over', () => {
  expect([leastOf([]), largestOf([])]).toEqual([Infinity, -Infinity]);
  for (const list of [
    [Number.NaN, 1],
    [1, Number.NaN],
    [1, Number.NaN, 0],
  ])
    expect([leastOf(list), largestOf(list)]).toEqual([NaN, NaN]);
});
