import { expect, test } from 'vitest';
import { neighbourSpacing } from '../../../../src/io/index.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';

test('of a lattice, in any order', () => {
  const points = Array.from({ length: 900 }, (_, i) => [(i % 30) * 0.5, Math.floor(i / 30) * 2, 0]);
  expect(neighbourSpacing(points.flat())).toBe(0.5);
  expect(neighbourSpacing(Float32Array.from(new Random(1).shuffle(points).flat()))).toBe(0.5);
});

test('the same place is no neighbour, nor is what is no number', () => {
  expect(neighbourSpacing([0, 0, 0, 0, 0, 0, 3, 4, 0])).toBe(5);
  expect(neighbourSpacing([0, 0, 0, Number.NaN, 0, 0, 3, 4, 0])).toBe(5);
  expect(neighbourSpacing([1, 2, 3, 1, 2, 3])).toBe(0);
  expect(neighbourSpacing([Number.NaN, 2, 3])).toBe(0);
});

test('what it cannot take', () => {
  for (const positions of [null, [], [1, 2], [1, 2, 3, 4], 'abc'])
    expect(() => neighbourSpacing(positions as number[])).toThrow(InputError);
});
