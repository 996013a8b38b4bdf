import { expect, test } from 'vitest';
import { pointTriangleDistance } from '../../../src/geometry/point-triangle.ts';
import { exactDistance } from '../../support/exact-distance.ts';
import { FAMILIES, seeded } from './triangle-families.ts';

function measured(p: readonly number[], t: ArrayLike<number>): number[] {
  const out = new Float64Array(5);
  pointTriangleDistance(Float64Array.from(p), 0, Float64Array.from(t), 0, out, 0);
  return [...out];
}

test('one point for each feature', () => {
  const t = [0, 0, 0, 4, 0, 0, 0, 4, 0];
  expect(measured([1, 1, -2], t)).toEqual([1, 1, 0, 2, 6]);
  expect(measured([-3, -4, 0], t)).toEqual([0, 0, 0, 5, 0]);
  expect(measured([9, -1, 0], t).slice(4)).toEqual([1]);
  expect(measured([-1, 9, 0], t).slice(4)).toEqual([2]);
  expect(measured([2, -3, 4], t)).toEqual([2, 0, 0, 5, 3]);
  expect(measured([5, 5, 0], t).slice(4)).toEqual([4]);
  expect(measured([-3, 2, 4], t)).toEqual([0, 2, 0, 5, 5]);
});

test.each(Object.entries(FAMILIES))('%s: within the bound of exact arithmetic (seed 31)', (_name, make) => {
  const random = seeded(31);
  for (let n = 0; n < 200; n++) {
    const { a, b } = make(random);
    const p = [...a.subarray(0, 3)];
    const size = Math.max(...b.map((x, k) => Math.abs(x - p[k % 3])));
    const out = measured(p, b);
    expect(Math.abs(out[3] - exactDistance([...p, ...p, ...p], b)), `#${n} [${p}] [${b}]`).toBeLessThanOrEqual(64 * 2 ** -53 * size);
  }
});
