import { expect, test } from 'vitest';
import { segmentDistance } from '../../bench/soft/segment-segment.ts';
import { exactDistance } from '../support/exact-distance.ts';
import { FAMILIES, seeded } from '../unit/geometry/triangle-families.ts';

function measured(a: readonly number[], b: readonly number[]): number[] {
  const out = new Float64Array(8);
  segmentDistance(Float64Array.from(a), 0, Float64Array.from(b), 0, out, 0);
  return [...out];
}

const flat = (s: ArrayLike<number>): number[] => [0, 1, 2, 3, 4, 5, 3, 4, 5].map((k) => s[k]);

test('known answers', () => {
  // crossing insides, parallel, collinear, end to end, points
  expect(measured([0, 0, 0, 2, 0, 0], [1, -1, 1, 1, 1, 1])).toEqual([1, 0, 0, 1, 0, 1, 1, 2 + 4 * 2]);
  expect(measured([0, 0, 0, 2, 0, 0], [1, 3, 0, 7, 3, 0])[6]).toBe(3);
  expect(measured([0, 0, 0, 2, 0, 0], [5, 0, 0, 9, 0, 0]).slice(6)).toEqual([3, 1 + 4 * 0]);
  expect(measured([0, 0, 0, 2, 0, 0], [1, 0, 0, 9, 0, 0])[6]).toBe(0);
  expect(measured([1, 1, 1, 1, 1, 1], [1, 1, 4, 1, 1, 4])[6]).toBe(3);
});

test.each(Object.entries(FAMILIES))('%s: within the bound of exact arithmetic (seed 21)', (_name, make) => {
  const random = seeded(21);
  for (let n = 0; n < 200; n++) {
    const { a, b } = make(random);
    const p = [...a.subarray(0, 6)];
    const q = [...b.subarray(0, 6)];
    const size = Math.max(...p.map((x, k) => Math.abs(x - p[k % 3])), ...q.map((x, k) => Math.abs(x - p[k % 3])));
    const out = measured(p, q);
    expect(Math.abs(out[6] - exactDistance(flat(p), flat(q))), `#${n} [${p}] [${q}]`).toBeLessThanOrEqual(64 * 2 ** -53 * size);
    expect(out[7] & 3).toBeLessThan(3);
    expect(out[7] >> 2).toBeLessThan(3);
  }
});
