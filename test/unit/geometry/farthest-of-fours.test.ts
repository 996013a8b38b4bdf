import { expect, test } from 'vitest';
import { farthestOfFours, inFours } from '../../../src/geometry/farthest-of-fours.ts';
import { Random } from '../../../src/math/random.ts';

test("the farthest of a few points, ties and equal points among them, by any unit (seed 'fours')", () => {
  const random = new Random('fours');
  for (let round = 0; round < 4000; round++) {
    const count = 1 + random.integer(30);
    const unit = 2 ** random.pick([-200, -20, 0, 0, 0, 30, 250]);
    // of a coarse grid many are equally far
    const coarse = random.next() < 0.3;
    const some = (): number => unit * (coarse ? random.integer(3) - 1 : random.range(-1, 1));
    const points = Array.from({ length: 3 * count }, some);
    const way = Array.from({ length: 5 }, () => (coarse ? random.integer(3) - 1 : random.range(-1, 1)));
    const height = (k: number): number => way[2] * points[k] + way[3] * points[k + 1] + way[4] * points[k + 2];
    const found = farthestOfFours(inFours(points), way, 2);
    const best = Math.max(...Array.from({ length: count }, (_, k) => height(3 * k)));
    expect(found, `round ${round}`).toBeLessThan(3 * count);
    expect(best - height(found), `round ${round}`).toBeLessThanOrEqual(2 ** -48 * 3 * unit);
    expect(found % 3).toBe(0);
  }
});
