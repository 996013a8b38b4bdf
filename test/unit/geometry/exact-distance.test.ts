import { expect, test } from 'vitest';
import { exactDistance, exactSquaredDistance } from '../../support/exact-distance.ts';
import { FAMILIES, seeded } from './triangle-families.ts';

/** Points of a triangle on a grid of barycentric coordinates. */
function samples(t: Float64Array, n: number): number[][] {
  const points: number[][] = [];
  for (let i = 0; i <= n; i++) {
    for (let j = 0; i + j <= n; j++) {
      points.push([0, 1, 2].map((c) => (i * t[c] + j * t[3 + c] + (n - i - j) * t[6 + c]) / n));
    }
  }
  return points;
}

test('the oracle is never above sampled distances, and close to the best (seed 5)', () => {
  const random = seeded(5);
  for (const make of Object.values(FAMILIES)) {
    for (let n = 0; n < 4; n++) {
      const { a, b } = make(random);
      let best = Number.POSITIVE_INFINITY;
      const pb = samples(b, 16);
      for (const p of samples(a, 16)) for (const q of pb) best = Math.min(best, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
      const d = exactDistance(a, b);
      const far = Math.max(...a.map(Math.abs), ...b.map(Math.abs));
      const edges = Math.max(...[a, b].map((t) => Math.max(...t.map((x, k) => Math.abs(x - t[(k + 3) % 9])))));
      expect(d).toBeLessThanOrEqual(best + 1e-14 * far);
      expect(best).toBeLessThanOrEqual(d + (edges * 2 * Math.sqrt(3)) / 16 + 1e-14 * far);
    }
  }
});

test('the oracle knows exact values', () => {
  const floor = [0, 0, 0, 1, 0, 0, 0, 1, 0];
  expect(exactDistance(floor, [3, 4, 0, 3, 4, 0, 3, 4, 0])).toBe(Math.sqrt(18));
  expect(exactSquaredDistance(floor, [0.25, 0.25, -1, 0.25, 0.25, 1, 5, 5, 5]).num).toBe(0n);
  expect(exactDistance(floor, [0.25, 0.25, 2 ** -1074, 0, 0, 1, 1, 0, 1])).toBe(2 ** -1074);
});
