import { expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { brokenBy } from './uncertain-chains.ts';

test('no leaf is proven that some motion within what the file says breaks, and little is given away (seed 3512)', () => {
  const random = new Random(3512);
  const shares: number[] = [];
  for (let round = 0; round < 30; round++) {
    const { proven, told, worst } = brokenBy(random);
    expect(proven).toBeLessThanOrEqual(worst + 1e-12);
    shares.push((told - proven) / (told - worst));
  }
  shares.sort((a, b) => a - b);
  // by how much more than what was found to be possible a leaf pays
  expect(shares[15]).toBeLessThan(1.8);
  expect(shares[0]).toBeGreaterThan(0.999);
});
