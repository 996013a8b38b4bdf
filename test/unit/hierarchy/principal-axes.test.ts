import { describe, expect, test } from 'vitest';
import { mergeMoments, orthonormalAxes, principalAxes } from '../../../src/hierarchy/principal-axes.ts';
import { Random } from '../../../src/math/random.ts';

type Point = readonly number[];

/** [weight, centroid, xx xy xz yy yz zz about it] of points that weigh 1 each, by their definition. */
function momentsOf(points: readonly Point[]): number[] {
  const centre = [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
  const second = (i: number, j: number): number => points.reduce((sum, p) => sum + (p[i] - centre[i]) * (p[j] - centre[j]), 0);
  return [points.length, ...centre, second(0, 0), second(0, 1), second(0, 2), second(1, 1), second(1, 2), second(2, 2)];
}

/** Σ ((p − centre)·u)² */
function spreadAlong(points: readonly Point[], u: ArrayLike<number>): number {
  const [, x, y, z] = momentsOf(points);
  return points.reduce((sum, p) => sum + ((p[0] - x) * u[0] + (p[1] - y) * u[1] + (p[2] - z) * u[2]) ** 2, 0);
}

/** How far the rows are from orthonormal and right-handed. */
function askew(u: Float64Array): number {
  const row = (i: number): number[] => [...u.subarray(3 * i, 3 * i + 3)];
  const dot = (a: number[], b: number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const [a, b, c] = [row(0), row(1), row(2)];
  const across = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
  return Math.max(
    Math.abs(dot(a, a) - 1),
    Math.abs(dot(b, b) - 1),
    Math.abs(dot(c, c) - 1),
    Math.abs(dot(a, b)),
    Math.abs(dot(a, c)),
    Math.abs(dot(b, c)),
    ...across.map((x, k) => Math.abs(x - c[k])),
  );
}

/** Points of a cloud with these extents along random axes; `far` from the origin. */
function cloud(random: Random, extents: readonly number[], far: number): Point[] {
  const axes = new Float64Array(9);
  orthonormalAxes(...random.direction(), ...random.direction(), axes);
  const aside = random.direction().map((x) => far * x);
  return Array.from({ length: 40 }, () => {
    const along = extents.map((extent) => extent * random.range(-1, 1));
    return [0, 1, 2].map((k) => aside[k] + along[0] * axes[k] + along[1] * axes[3 + k] + along[2] * axes[6 + k]);
  });
}

describe('axes', () => {
  test('are orthonormal whatever they are made of: parallel, zero, huge, tiny, not numbers, seed axes-1', () => {
    const random = new Random('axes-1');
    const axes = new Float64Array(9);
    const sizes = [0, 1, 1e-160, 1e150, 1e200, 5e-324, NaN, Infinity];
    for (let i = 0; i < 500; i++) {
      const [a, aside] = [random.direction(), random.direction()];
      const size = random.pick(sizes);
      const part = random.pick([0, 1e-16, 1e-8, 1]);
      const b = a.map((x, k) => random.pick([1, -3]) * x + part * aside[k]);
      const own = random.pick(sizes);
      orthonormalAxes(a[0] * size, a[1] * size, a[2] * size, b[0] * own, b[1] * own, b[2] * own, axes);
      expect(askew(axes)).toBeLessThanOrEqual(2 ** -47);
      // the first goes along a, where both are of a size whose square is a double
      if (size === 1 && (own === 0 || own === 1)) expect(axes[0] * a[0] + axes[1] * a[1] + axes[2] * a[2]).toBeCloseTo(1, 14);
    }
  });

  test('of a cloud are those along which it extends most and least, of a hundred others too, seed axes-2', () => {
    const random = new Random('axes-2');
    const axes = new Float64Array(9);
    for (const extents of [
      [1, 0.5, 0.1],
      [1, 0.9, 0.8],
      [1, 0.3, 1e-9],
      [1, 1e-7, 1e-9],
      [1, 0, 0],
      [1e-60, 1e-61, 0],
      [1e60, 1e59, 1e58],
    ]) {
      const points = cloud(random, extents, 0);
      principalAxes(Float64Array.of(9, ...momentsOf(points)), 1, axes);
      expect(askew(axes)).toBeLessThanOrEqual(2 ** -47);
      const [first, second, third] = [0, 3, 6].map((o) => spreadAlong(points, axes.subarray(o, o + 3)));
      // a guess that only tightness depends on: to a hundredth
      expect(first).toBeGreaterThanOrEqual(0.99 * second);
      expect(second).toBeGreaterThanOrEqual(0.99 * third - 1e-28 * first);
      for (let k = 0; k < 100; k++) {
        const other = spreadAlong(points, random.direction());
        expect(other).toBeLessThanOrEqual(1.01 * first);
        expect(other).toBeGreaterThanOrEqual(0.99 * third - 1e-28 * first);
      }
    }
    principalAxes(new Float64Array(10), 0, axes);
    expect([...axes]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  });

  test('moments of two parts together are those of all, wherever they are written, seed axes-3', () => {
    const random = new Random('axes-3');
    for (const far of [0, 1, 1000]) {
      const points = cloud(random, [1, 0.5, 0.2], far);
      const parts = [points.slice(0, 13), points.slice(13)];
      const whole = momentsOf(points);
      for (const to of [0, 10, 20]) {
        const m = Float64Array.of(...momentsOf(parts[0]), ...momentsOf(parts[1]), ...new Array(10).fill(0));
        mergeMoments(m, to, 0, 10);
        whole.forEach((x, k) => {
          expect(Math.abs(m[to + k] - x)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(x)));
        });
      }
    }
    // what weighs nothing meets half way
    const nothing = Float64Array.of(0, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 3, 2, 1, 0, 0, 0, 0, 0, 0);
    mergeMoments(nothing, 0, 0, 10);
    expect([...nothing.subarray(0, 4)]).toEqual([0, 2, 2, 2]);
  });
});
