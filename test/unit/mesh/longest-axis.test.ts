import { expect, test } from 'vitest';
import { Random } from '../../../src/math/random.ts';
import { longestAxis } from '../../../src/mesh/longest-axis.ts';

test('no axis has two of the vertices farther apart, and others do not count, seed longest-axis', () => {
  const random = new Random('longest-axis');
  for (let i = 0; i < 200; i++) {
    const size = [0, 1, 2].map(() => random.pick([0, 1e-9, 1, 5]));
    const positions = Float64Array.from({ length: 60 }, (_, k) => 1e6 + size[k % 3] * random.range(-1, 1));
    const vertices = Array.from({ length: 1 + random.integer(8) }, () => random.integer(20));
    const farthest = (axis: number): number =>
      Math.max(...vertices.flatMap((v) => vertices.map((w) => positions[3 * v + axis] - positions[3 * w + axis])));
    const axis = longestAxis(positions, vertices);
    for (let other = 0; other < 3; other++) {
      expect(farthest(axis)).toBeGreaterThanOrEqual(farthest(other));
      // the first of equals, so that the same is cut the same way everywhere
      if (other < axis) expect(farthest(axis)).toBeGreaterThan(farthest(other));
    }
  }
});
