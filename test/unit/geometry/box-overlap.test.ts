import { describe, expect, test } from 'vitest';
import { aabbsOverlap } from '../../../src/geometry/box-overlap.ts';
import { Random } from '../../../src/math/random.ts';
import { obbsOverlap } from './obbs-overlap.ts';

type Rotation = [number, number, number, number, number, number, number, number, number];

function randomRotation(random: Random): Rotation {
  for (;;) {
    const [x, y, z, w] = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), random.range(-1, 1)];
    const n = x * x + y * y + z * z + w * w;
    if (n < 0.1 || n > 1) continue;
    const s = 2 / n;
    return [
      1 - s * (y * y + z * z),
      s * (x * y - z * w),
      s * (x * z + y * w),
      s * (x * y + z * w),
      1 - s * (x * x + z * z),
      s * (y * z - x * w),
      s * (x * z - y * w),
      s * (y * z + x * w),
      1 - s * (x * x + y * y),
    ];
  }
}

/** Columns of R are the axes. */
function box(centre: number[], half: number[], R: Rotation): Float64Array {
  return new Float64Array([...centre, ...half, R[0], R[3], R[6], R[1], R[4], R[7]]);
}

const IDENTITY: Rotation = [1, 0, 0, 0, 1, 0, 0, 0, 1];
const placement = (R: Rotation, t: number[]): Float64Array => new Float64Array([...R, ...t]);
const apply = (R: Rotation, x: number[]): number[] => [0, 3, 6].map((k) => R[k] * x[0] + R[k + 1] * x[1] + R[k + 2] * x[2]);

describe('aabbsOverlap', () => {
  test('touching boxes overlap, others only when they do', () => {
    const a = new Float64Array([0, 0, 0, 1, 1, 1]);
    for (let axis = 0; axis < 3; axis++) {
      for (const [shift, expected] of [
        [1, true],
        [1 + 2 ** -52, false],
        [-1, true],
        [-1 - 2 ** -52, false],
        [0.5, true],
      ] as const) {
        const b = a.slice();
        b[axis] += shift;
        b[axis + 3] += shift;
        expect(aabbsOverlap(a, 0, b, 0)).toBe(expected);
        expect(aabbsOverlap(b, 0, a, 0)).toBe(expected);
      }
    }
  });
  test('not a number may overlap anything', () => {
    expect(aabbsOverlap(new Float64Array(6).fill(Number.NaN), 0, new Float64Array(6), 0)).toBe(true);
  });
});

describe('obbsOverlap', () => {
  test('never denies a common point (seed 11)', () => {
    const random = new Random(11);
    for (let run = 0; run < 4000; run++) {
      const [Ra, Rb, R] = [randomRotation(random), randomRotation(random), randomRotation(random)];
      const size = 10 ** random.range(-3, 3);
      const halfA = [random.range(0, 1), random.range(0, 1), random.pick([0, random.range(0, 1)])];
      const halfB = [size * random.range(0, 1), size * random.range(0, 1), size * random.pick([0, random.range(0, 1)])];
      const centreA = [random.range(-9, 9), random.range(-9, 9), random.range(-9, 9)];
      // A corner of each, or a point on a face, in the same place: they touch and no more.
      const at = (half: number[]): number[] => half.map((h) => h * random.pick([-1, 1, random.range(-1, 1)]));
      const common = apply(Ra, at(halfA)).map((x, k) => x + centreA[k]);
      const centreB = [random.range(-9, 9), random.range(-9, 9), random.range(-9, 9)];
      const pointB = apply(Rb, at(halfB)).map((x, k) => x + centreB[k]);
      const turned = apply(R, pointB);
      const t = common.map((x, k) => x - turned[k]);
      expect(obbsOverlap(box(centreA, halfA, Ra), 0, box(centreB, halfB, Rb), 0, placement(R, t), 0, 0)).toBe(true);
    }
  });

  test('agrees with a search for a separating plane (seed 12)', () => {
    const random = new Random(12);
    let apart = 0;
    for (let run = 0; run < 3000; run++) {
      const [Ra, Rb] = [randomRotation(random), randomRotation(random)];
      const half = (): number[] => [random.range(0.1, 1), random.range(0.1, 1), random.range(0.1, 1)];
      const [halfA, halfB] = [half(), half()];
      const centreB = [random.range(-2, 2), random.range(-2, 2), random.range(-2, 2)];
      const said = obbsOverlap(box([0, 0, 0], halfA, Ra), 0, box([0, 0, 0], halfB, Rb), 0, placement(IDENTITY, centreB), 0, 0);
      const axis = (M: Rotation, k: number): number[] => [M[k], M[3 + k], M[6 + k]];
      const reach = (L: number[], M: Rotation, h: number[]): number =>
        h.reduce((sum, hk, k) => sum + hk * Math.abs(axis(M, k).reduce((dot, x, i) => dot + x * L[i], 0)), 0);
      const gap = (L: number[]): number =>
        Math.abs(L[0] * centreB[0] + L[1] * centreB[1] + L[2] * centreB[2]) - reach(L, Ra, halfA) - reach(L, Rb, halfB);
      let widest = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < 3; i++) {
        widest = Math.max(widest, gap(axis(Ra, i)), gap(axis(Rb, i)));
        for (let j = 0; j < 3; j++) {
          const [p, q] = [axis(Ra, i), axis(Rb, j)];
          widest = Math.max(widest, gap([p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]));
        }
      }
      if (Math.abs(widest) < 1e-9) continue;
      expect(said).toBe(widest < 0);
      if (!said) apart++;
    }
    expect(apart).toBeGreaterThan(500);
  });

  test('each of the fifteen axes separates alone somewhere, and slack closes the gap', () => {
    const cube = box([0, 0, 0], [1, 1, 1], IDENTITY);
    const flat = placement(IDENTITY, [2 + 1e-9, 0, 0]);
    expect(obbsOverlap(cube, 0, cube, 0, flat, 0, 0)).toBe(false);
    expect(obbsOverlap(cube, 0, cube, 0, flat, 0, 1e-9)).toBe(true);
    // Two edges that cross at right angles, each turned by 45°: only their cross product separates them.
    const h = Math.SQRT1_2;
    const alongZ: Rotation = [h, -h, 0, h, h, 0, 0, 0, 1];
    const alongY: Rotation = [h, 0, h, 0, 1, 0, -h, 0, h];
    const a = box([0, 0, 0], [1, 1, 5], alongZ);
    const b = box([0, 0, 0], [1, 5, 1], alongY);
    expect(obbsOverlap(a, 0, b, 0, placement(IDENTITY, [2 * Math.SQRT2 + 1e-9, 0, 0]), 0, 0)).toBe(false);
    expect(obbsOverlap(a, 0, b, 0, placement(IDENTITY, [2 * Math.SQRT2 - 1e-9, 0, 0]), 0, 0)).toBe(true);
  });

  test('parallel and identical boxes, offsets in larger arrays, no numbers', () => {
    const many = new Float64Array(40).fill(Number.NaN);
    many.set(box([0, 0, 0], [1, 1, 0], IDENTITY), 3);
    many.set(box([0, 0, 0], [1, 1, 0], IDENTITY), 20);
    expect(obbsOverlap(many, 3, many, 20, placement(IDENTITY, [0, 0, 0]), 0, 0)).toBe(true);
    expect(obbsOverlap(many, 3, many, 20, placement(IDENTITY, [0, 0, 1e-6]), 0, 0)).toBe(false);
    expect(obbsOverlap(many, 3, many, 20, placement(IDENTITY, [Number.NaN, 0, 1]), 0, 0)).toBe(true);
    expect(obbsOverlap(many, 0, many, 20, placement(IDENTITY, [0, 0, 1]), 0, 0)).toBe(true);
  });
});
