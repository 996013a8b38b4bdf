import { expect, test } from 'vitest';
import { elementary } from '../../../src/contact/elementary/elementary.ts';
import { exactStencil } from '../../../src/contact/elementary/exact-stencil.ts';
import { compareRationals, rational } from '../../support/rational.ts';
import { bruteStencil } from '../../support/soft/brute-stencil.ts';

// The exact time of contact is a fraction of integers with more bits than a double's exponent reaches; as a quotient of doubles it was
// Infinity or NaN. Small whole coordinates are enough.
const STENCILS = [
  [0, -5, 12, 8, 3, -6, 12, 11, 3, -4, -9, 0, 0, 5, -3, -2, 3, 4, -3, 1, -7, 1, 6, 0],
  [7, -5, -6, 1, 8, 0, -8, -8, -12, -8, 4, -6, -14, 2, 8, -6, -6, 0, 6, -1, 16, 6, -10, 8],
];

test.each(STENCILS.map((values, i) => ({ i, values })))('edges $i: a time in [0, 1], where bisection in rationals has it', ({ values }) => {
  const out = new Float64Array(2);
  exactStencil('edge-edge', Float64Array.from(values), out);
  const brute = bruteStencil('edge-edge', values, 40);
  const { hit, time } = elementary('edge-edge', values);
  expect([out[0] === 1, hit]).toEqual([brute.verdict === 'hit', brute.verdict === 'hit']);
  expect(Number.isFinite(out[1]) && out[1] >= 0 && out[1] <= 1).toBe(true);
  if (brute.verdict !== 'hit') return expect([out[1], time]).toEqual([1, 1]);
  for (const t of [out[1], time]) {
    expect(compareRationals(rational(t), brute.hi)).toBeLessThanOrEqual(0);
    expect(compareRationals(rational(t + 1e-9), brute.lo)).toBeGreaterThanOrEqual(0);
  }
});
