import { ExtendedTriangle } from 'three-mesh-bvh';
import { describe, expect, test } from 'vitest';
import {
  distanceError,
  featureOfA,
  featureOfB,
  SEPARATION_SIZE,
  triangleDistance,
  triangleSeparation,
} from '../../../src/geometry/triangle-triangle.ts';
import { exactDistance } from '../../support/exact-distance.ts';
import { FAMILIES, seeded } from './triangle-families.ts';

const U = 2 ** -53;

/** Largest coordinate from a's first corner: what the errors are relative to. */
function size(a: Float64Array, b: Float64Array): number {
  return distanceError(a, 0, b, 0) / (64 * U);
}

function separation(a: Float64Array, b: Float64Array): Float64Array {
  const out = new Float64Array(SEPARATION_SIZE);
  triangleSeparation(a, 0, b, 0, out, 0);
  return out;
}

function supportGap(a: Float64Array, b: Float64Array, n: Float64Array): number {
  let high = Number.NEGATIVE_INFINITY;
  let low = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 9; k += 3) {
    high = Math.max(high, n[0] * (a[k] - a[0]) + n[1] * (a[k + 1] - a[1]) + n[2] * (a[k + 2] - a[2]));
    low = Math.min(low, n[0] * (b[k] - a[0]) + n[1] * (b[k + 1] - a[1]) + n[2] * (b[k + 2] - a[2]));
  }
  return low - high;
}

/** The corners that carry a feature, repeated to make a triangle. */
function carrier(t: Float64Array, feature: number): Float64Array {
  const corner = (k: number): number[] => [...t.subarray(3 * k, 3 * k + 3)];
  if (feature < 3) return Float64Array.of(...corner(feature), ...corner(feature), ...corner(feature));
  if (feature < 6) return Float64Array.of(...corner(feature - 3), ...corner((feature - 2) % 3), ...corner((feature - 2) % 3));
  return t;
}

function permuted(t: Float64Array, p: readonly number[]): Float64Array {
  return Float64Array.from({ length: 9 }, (_, k) => t[3 * p[Math.floor(k / 3)] + (k % 3)]);
}

const SEED = 20250611;

describe.each(Object.entries(FAMILIES))('triangleSeparation, %s', (_name, make) => {
  test(`distance, direction, points and features against exact arithmetic (seed ${SEED})`, () => {
    const random = seeded(SEED);
    for (let n = 0; n < 400; n++) {
      const { a, b } = make(random);
      const shown = `#${n} a=[${a}] b=[${b}]`;
      const out = separation(a, b);
      const m = size(a, b);
      const truth = exactDistance(a, b);
      expect(Math.abs(out[6] - truth), shown).toBeLessThanOrEqual(64 * U * m);
      const direction = out.subarray(8, 11);
      if (direction.some((x) => x !== 0)) {
        expect(Math.abs(Math.hypot(...direction) - 1), shown).toBeLessThanOrEqual(8 * U);
        expect(supportGap(a, b, direction), shown).toBeGreaterThanOrEqual(out[6] - 64 * U * m);
      } else {
        // Only touching or intersecting triangles may lack one.
        expect(truth, shown).toBeLessThanOrEqual(64 * U * m);
      }
      const far = Math.max(...a.map(Math.abs), ...b.map(Math.abs));
      for (const [t, o, feature] of [
        [a, 0, featureOfA(out[7])],
        [b, 3, featureOfB(out[7])],
      ] as const) {
        const p = [...out.subarray(o, o + 3)];
        expect(exactDistance(carrier(t, feature), [...p, ...p, ...p]), shown).toBeLessThanOrEqual(32 * U * m + 2 * U * far);
      }
    }
  });

  test(`swapping, permuting and moving change nothing beyond rounding (seed ${SEED + 1})`, () => {
    const random = seeded(SEED + 1);
    for (let n = 0; n < 200; n++) {
      const { a, b } = make(random);
      const shown = `#${n} a=[${a}] b=[${b}]`;
      const d = separation(a, b)[6];
      const bound = 64 * U * (size(a, b) + size(b, a));
      expect(Math.abs(separation(b, a)[6] - d), shown).toBeLessThanOrEqual(bound);
      const pa = permuted(a, [2, 0, 1]);
      const pb = permuted(b, [1, 0, 2]);
      expect(Math.abs(separation(pa, pb)[6] - d), shown).toBeLessThanOrEqual(64 * U * (size(a, b) + size(pa, pb)));
      const move = (t: Float64Array): Float64Array => t.map((x, k) => x + [3, -7, 11][k % 3]);
      const largest = 11 + Math.max(...a.map(Math.abs), ...b.map(Math.abs));
      expect(Math.abs(separation(move(a), move(b))[6] - d), shown).toBeLessThanOrEqual(2 * bound + 4 * U * largest);
    }
  });

  test(`a power of two as unit of length keeps every bit (seed ${SEED + 2})`, () => {
    const random = seeded(SEED + 2);
    for (let n = 0; n < 100; n++) {
      const { a, b } = make(random);
      const plain = separation(a, b);
      for (const e of [-330, -40, 30, 32, 270]) {
        const f = 2 ** e;
        const scaled = separation(
          a.map((x) => x * f),
          b.map((x) => x * f),
        );
        for (let k = 0; k < 7; k++) scaled[k] /= f;
        expect([...scaled], `#${n} times 2^${e} a=[${a}] b=[${b}]`).toEqual([...plain]);
      }
    }
  });
});

describe('triangleDistance', () => {
  const triangle = (...x: number[]): Float64Array => Float64Array.from(x);
  const result = (a: Float64Array, b: Float64Array): number[] => {
    const out = new Float64Array(8);
    triangleDistance(a, 0, b, 0, out, 0);
    return [...out];
  };
  const floor = triangle(0, 0, 0, 4, 0, 0, 0, 4, 0);

  test('vertex over a face', () => {
    expect(result(floor, triangle(1, 1, 2, 1, 2, 5, 2, 1, 5))).toEqual([1, 1, 0, 1, 1, 2, 2, 6 + 8 * 0]);
    expect(result(triangle(1, 1, 5, 1, 1, 2, 2, 1, 5), floor)).toEqual([1, 1, 2, 1, 1, 0, 2, 1 + 8 * 6]);
  });

  test('vertices, edges and a common point', () => {
    expect(result(floor, triangle(4, 0, 3, 9, 0, 4, 9, 1, 4)).slice(6)).toEqual([3, 1 + 8 * 0]);
    expect(result(floor, triangle(2, -1, 1, 2, 1, 1, 2, 0, 5)).slice(6)).toEqual([1, 3 + 8 * 3]);
    const through = result(floor, triangle(1, 1, -1, 1, 1, 1, 9, 9, 9));
    expect(through.slice(0, 7)).toEqual([1, 1, 0, 1, 1, 0, 0]);
    expect(through[7]).toBe(6 + 8 * 3);
  });

  test('touching triangles get a direction where one separates them', () => {
    const out = separation(floor, triangle(1, 1, 0, 1, 2, 5, 2, 1, 5));
    expect([...out.subarray(6, 11)]).toEqual([0, expect.any(Number), 0, 0, 1]);
    const resting = separation(floor, triangle(1, 1, 0, 5, 1, 0, 1, 5, 0));
    expect([resting[6], Math.abs(resting[10])]).toEqual([0, 1]);
  });

  test('points and segments', () => {
    const point = (x: number, y: number, z: number): Float64Array => triangle(x, y, z, x, y, z, x, y, z);
    expect(result(point(0, 0, 0), point(3, 4, 0))[6]).toBe(5);
    expect(result(point(1, 2, 3), point(1, 2, 3))[6]).toBe(0);
    expect(result(point(1, 1, 7), floor)[6]).toBe(7);
    expect(result(triangle(0, 0, 1, 9, 0, 1, 9, 0, 1), triangle(0, 2, 1, 0, 2, 1, 9, 2, 1))[6]).toBe(2);
  });

  test('writes eight numbers and no more; the arrays may be one', () => {
    const all = new Float64Array(30).fill(-5);
    all.set(floor, 1);
    all.set([1, 1, 2, 1, 2, 5, 2, 1, 5], 10);
    triangleDistance(all, 1, all, 10, all, 19);
    expect(all[19 + 6]).toBe(2);
    expect([...all.subarray(27)]).toEqual([-5, -5, -5]);
    expect(all[0]).toBe(-5);
  });

  test('subnormal and largest coordinates', () => {
    const tiny = 2 ** -1074;
    expect(result(triangle(0, 0, 0, tiny, 0, 0, 0, tiny, 0), triangle(0, 0, 3 * tiny, tiny, 0, 4 * tiny, 0, tiny, 4 * tiny))[6]).toBe(
      3 * tiny,
    );
    const big = 2 ** 300;
    const far = result(
      floor.map((x) => x * big),
      triangle(1, 1, 2, 1, 2, 5, 2, 1, 5).map((x) => x * big),
    );
    expect(far[6]).toBe(2 * big);
  });

  test('NaN never passes for a distance', () => {
    const broken = floor.slice();
    broken[4] = Number.NaN;
    expect(result(broken, triangle(1, 1, 2, 1, 2, 5, 2, 1, 5))[6]).toBeNaN();
    expect(result(triangle(1, 1, 2, 1, 2, 5, 2, 1, 5), broken)[6]).toBeNaN();
  });

  test(`agrees with three-mesh-bvh on random pairs (seed ${SEED + 3})`, () => {
    const random = seeded(SEED + 3);
    // three ships no types, so its triangle's corners are named here.
    type Corner = { fromArray(from: Float64Array, offset: number): void };
    const peer = (t: Float64Array): ExtendedTriangle => {
      const e = new ExtendedTriangle() as ExtendedTriangle & Record<'a' | 'b' | 'c', Corner>;
      e.a.fromArray(t, 0);
      e.b.fromArray(t, 3);
      e.c.fromArray(t, 6);
      e.needsUpdate = true;
      return e;
    };
    for (let n = 0; n < 300; n++) {
      const { a, b } = FAMILIES.random(random);
      expect(result(a, b)[6]).toBeCloseTo(peer(a).distanceToTriangle(peer(b)), 9);
    }
  });
});
