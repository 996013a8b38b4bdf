import { expect, test } from 'vitest';
import { decay, withinDeviations } from '../../../src/forecast/normal-probability.ts';
import { Random } from '../../../src/math/random.ts';

test('e^−x agrees with the engine to a few units in the last place, seed decay', () => {
  const random = new Random('decay');
  for (let i = 0; i < 20_000; i++) {
    const x = random.pick([1e-9, 1e-3, 1, 40, 700]) * random.next();
    expect(Math.abs(decay(x) / Math.exp(-x) - 1)).toBeLessThan(4 * 2 ** -52);
  }
  expect(decay(0)).toBe(1);
  expect(decay(745)).toBeGreaterThan(0);
  expect([decay(746), decay(1e300), decay(Number.POSITIVE_INFINITY)]).toEqual([0, 0, 0]);
});

test('probability within x standard deviations: Simpson’s rule on the density, and the ends', () => {
  for (const x of [1e-6, 0.01, 0.5, 1, 1.96, 3, 5, 8]) {
    const n = 4000;
    let sum = 0;
    for (let i = 0; i <= n; i++) sum += (i === 0 || i === n ? 1 : i % 2 === 1 ? 4 : 2) * Math.exp(-0.5 * ((x * i) / n) ** 2);
    const integral = (2 * sum * x) / (3 * n) / Math.sqrt(2 * Math.PI);
    expect(Math.abs(withinDeviations(x) / integral - 1)).toBeLessThan(1e-12);
  }
  expect(withinDeviations(0)).toBe(0);
  expect(withinDeviations(9)).toBe(1);
  expect(withinDeviations(Number.POSITIVE_INFINITY)).toBe(1);
});
