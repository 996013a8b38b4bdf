import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import { exactSquaredDistance } from '../../support/exact-distance.ts';
import { FAMILIES, seeded } from './triangle-families.ts';
import { trianglesOverlap } from './triangle-overlap.ts';

describe.each(Object.entries(FAMILIES))('trianglesOverlap, %s', (_name, make) => {
  test('is exact, in both orders and in any unit of length (seed 11)', () => {
    const random = seeded(11);
    for (let n = 0; n < 500; n++) {
      const { a, b } = make(random);
      const truth = exactSquaredDistance(a, b).num === 0n;
      const shown = `#${n} a=[${a}] b=[${b}]`;
      expect(trianglesOverlap(a, 0, b, 0), shown).toBe(truth);
      expect(trianglesOverlap(b, 0, a, 0), shown).toBe(truth);
      if (n % 10 === 0) {
        for (const f of [2 ** -300, 2 ** 250]) {
          const scaled = trianglesOverlap(
            a.map((x) => x * f),
            0,
            b.map((x) => x * f),
            0,
          );
          expect(scaled, `${shown} times ${f}`).toBe(truth);
        }
      }
    }
  });
});

const floor = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);

test.each([
  ['corner on the face', [0.25, 0.25, 0, 0, 0, 1, 1, 0, 1], true],
  ['corner one subnormal above the face', [0.25, 0.25, 2 ** -1074, 0, 0, 1, 1, 0, 1], false],
  ['same triangle', [0, 0, 0, 1, 0, 0, 0, 1, 0], true],
  ['shared corner only', [0, 0, 0, -1, 0, 0, 0, -1, 0], true],
  ['in the plane, beside', [1, 1, 0, 2, 1, 0, 1, 2, 0], false],
  ['in the plane, inside', [0.1, 0.1, 0, 0.2, 0.1, 0, 0.1, 0.2, 0], true],
  ['point on an edge', [0.5, 0.5, 0, 0.5, 0.5, 0, 0.5, 0.5, 0], true],
  ['point just off the edge', [0.5, 0.5 + 2 ** -53, 0, 0.5, 0.5 + 2 ** -53, 0, 0.5, 0.5 + 2 ** -53, 0], false],
  ['segment through the face', [0.2, 0.2, -1, 0.2, 0.2, 1, 0.2, 0.2, 1], true],
  ['flat triangle along the edge', [-1, 0, 0, 2, 0, 0, 0.5, 0, 0], true],
] as const)('%s', (_what, b, truth) => {
  expect(trianglesOverlap(floor, 0, Float64Array.from(b), 0)).toBe(truth);
  expect(trianglesOverlap(Float64Array.from(b), 0, floor, 0)).toBe(truth);
});

test('infinite coordinates are an input error where they reach the exact test', () => {
  const broken = Float64Array.of(0, 0, 0, Number.POSITIVE_INFINITY, 0, 0, 0, 1, 0);
  expect(() => trianglesOverlap(floor, 0, broken, 0)).toThrow(InputError);
});
