import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shown, shownCount, shownDirection, shownDown, shownPoint, shownUp } from '../../../src/words/shown-number.ts';

describe('numbers for people', () => {
  test.each([
    [0.5, '0.5'],
    [1, '1'],
    [100, '100'],
    [123456, '123456'],
    [1234567.8, '1234568'],
    [1.5e9, '1.5e9'],
    [1e-9, '1e-9'],
    [0, '0'],
    [-0, '0'],
    [-2.5, '-2.5'],
  ])('%d is %s', (x, text) => {
    expect(shown(x)).toBe(text);
  });

  test('counts are grouped, points and directions bracketed', () => {
    expect([0, 999, 1000, 104800, 1234567].map(shownCount)).toEqual(['0', '999', '1,000', '104,800', '1,234,567']);
    expect(shownPoint([1, 2.5, -3])).toBe('(1, 2.5, -3)');
    expect(shownDirection([1, -0, -0.00001])).toBe('(1, 0, 0)');
  });

  test('bounds are rounded to the safe side, and not far (seed 7)', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(double, fc.integer({ min: 2, max: 12 }), (x, digits) => {
        const [low, high] = [Number(shownDown(x, digits)), Number(shownUp(x, digits))];
        expect(low).toBeLessThanOrEqual(x);
        expect(high).toBeGreaterThanOrEqual(x);
        const far = Math.abs(x) * 10 ** (1 - digits) * 1.01 + Number.MIN_VALUE * 10;
        if (Number.isFinite(high)) expect(high - x).toBeLessThanOrEqual(far);
        if (Number.isFinite(low)) expect(x - low).toBeLessThanOrEqual(far);
      }),
      { seed: 7, numRuns: 2000 },
    );
  });
});
