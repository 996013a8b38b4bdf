import { describe, expect, test } from 'vitest';
import { featureWeights } from '../../../src/geometry/feature-weights.ts';
import { Random } from '../../../src/math/random.ts';
import { exactDistance } from '../../support/exact-distance.ts';
import { rounds } from '../../support/rounds.ts';

const weightsAt = (corners: readonly number[], p: readonly number[]): number[] =>
  featureWeights(Float64Array.from(corners), corners.length / 3, Float64Array.from(p), 0);

const made = (corners: readonly number[], weights: readonly number[]): number[] =>
  [0, 1, 2].map((k) => weights.reduce((sum, w, i) => sum + w * corners[3 * i + k], 0));

/** As a triangle, whose distance is known in exact arithmetic. */
const filled = (x: readonly number[]): number[] => [...x, ...x.slice(-3), ...x.slice(-3)].slice(0, 9);

describe('known weights', () => {
  test.each<[what: string, corners: number[], point: number[], weights: number[]]>([
    ['a vertex', [1, 2, 3], [1, 2, 3], [1]],
    ['a quarter of an edge', [0, 0, 0, 4, 0, 0], [1, 0, 0], [0.75, 0.25]],
    ['beyond the end of an edge', [0, 0, 0, 4, 0, 0], [5, 1, 0], [0, 1]],
    ['an edge without length', [1, 1, 1, 1, 1, 1], [1, 1, 1], [0.5, 0.5]],
    ['inside a face', [0, 0, 0, 4, 0, 0, 0, 4, 0], [1, 2, 0], [0.25, 0.25, 0.5]],
    ['above a face', [0, 0, 0, 4, 0, 0, 0, 4, 0], [1, 2, 7], [0.25, 0.25, 0.5]],
    ['a corner of a face', [0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 4, 0], [0, 0, 1]],
    ['beside a face', [0, 0, 0, 4, 0, 0, 0, 4, 0], [2, -1, 0], [0.5, 0.5, 0]],
    ['a face that is a segment', [0, 0, 0, 1, 1, 1, 4, 4, 4], [2, 2, 2], [0.5, 0, 0.5]],
    ['a face that is a point', [3, 3, 3, 3, 3, 3, 3, 3, 3], [3, 3, 3], [1 / 3, 1 / 3, 1 / 3]],
  ])('%s', (_, corners, point, weights) => {
    weightsAt(corners, point).forEach((w, i) => {
      expect(w).toBeCloseTo(weights[i], 14);
    });
  });
});

describe("of edges and faces of all shapes, seed 'weights'", () => {
  const random = new Random('weights');
  const shapes = Array.from({ length: rounds(4000) }, () => {
    const size = random.pick([1, 1, 2 ** -300, 2 ** 290, 1e-3]);
    const far = random.pick([0, 0, 10, 1e6]);
    const count = 2 + random.integer(2);
    const offset = [0, 1, 2].map(() => far * random.range(-1, 1));
    const corners = Array.from({ length: 3 * count }, () => random.range(-1, 1));
    // a corner near the line through the other two, or near one of them, or the same
    const thin = random.pick([1, 1, 1e-4, 1e-9, 1e-16, 0]);
    const s = random.pick([0, 1, random.next(), 1e-12]);
    if (count === 3 && thin < 1)
      for (let k = 0; k < 3; k++) corners[6 + k] = corners[k] + s * (corners[3 + k] - corners[k]) + thin * corners[6 + k];
    else if (thin < 1) for (let k = 0; k < 3; k++) corners[3 + k] = corners[k] + thin * corners[3 + k];
    const raw = [random.next(), random.next(), random.next()].slice(0, count).map((x) => (random.integer(4) === 0 ? 0 : x + 1e-9));
    const sum = raw.reduce((a, b) => a + b) || 1;
    const scatter = random.pick([0, 0, 1e-16, 1e-3, 1]);
    const point = made(
      corners,
      raw.map((x) => x / sum),
    ).map((x) => x + scatter * random.range(-1, 1));
    const placed = (x: readonly number[]): number[] => x.map((c, k) => size * (c + offset[k % 3]));
    return { corners: placed(corners), point: placed(point) };
  });

  test('each is in [0, 1], they add up to exactly 1, and make the nearest point', () => {
    for (const { corners, point } of shapes) {
      const weights = weightsAt(corners, point);
      for (const w of weights) expect(w >= 0 && w <= 1).toBe(true);
      expect(weights.reduce((a, b) => a + b)).toBe(1);
      // relative to the point, so that adding up loses nothing to where it is
      const near = corners.map((x, k) => x - point[k % 3]);
      const largest = Math.max(...near.map(Math.abs), Number.MIN_VALUE);
      const off = Math.hypot(...made(near, weights).map((x) => x / largest));
      const least = exactDistance(filled(point), filled(corners)) / largest;
      expect(off).toBeLessThanOrEqual(least + 64 * 2 ** -53);
    }
  });

  test('do not depend on a unit that is a power of two, nor on where they are', () => {
    for (const { corners, point } of shapes) {
      const weights = weightsAt(corners, point);
      const scale = (x: number): number => x * 2 ** -7;
      expect(weightsAt(corners.map(scale), point.map(scale))).toEqual(weights);
    }
    const moved = (x: readonly number[]): number[] => x.map((c, k) => c + [4096, -512, 2 ** 20][k % 3]);
    for (let i = 0; i < 200; i++) {
      const corners = Array.from({ length: 9 }, () => random.integer(100));
      const point = Array.from({ length: 3 }, () => random.integer(100));
      expect(weightsAt(moved(corners), moved(point))).toEqual(weightsAt(corners, point));
    }
  });
});
