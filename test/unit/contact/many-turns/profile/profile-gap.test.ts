import { afterEach, describe, expect, test } from 'vitest';
import { Budget, MOST_UNITS, NO_LIMITS, setClock } from '../../../../../src/contact/budget.ts';
import { ProfileGap } from '../../../../../src/contact/many-turns/profile/profile-gap.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../../../../src/hierarchy/triangle-tree.ts';
import { Random } from '../../../../../src/math/random.ts';
import { rounds } from '../../../../support/rounds.ts';

const times = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

/** Heights along z, the axis; distances from it in the plane of x and y. */
const ABOUT_Z = Float64Array.of(0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0);

/** Triangles of about that size; some are segments or points, some have a radius. */
function soup(random: Random, count: number, size: number): Float64Array {
  const leaves = new Float64Array(LEAF_STRIDE * count);
  for (let i = 0; i < count; i++) {
    const kind = random.integer(5);
    const at = [0, 1, 2].map(() => random.range(-2, 2));
    for (let c = 0; c < 3; c++) {
      const from = kind === 0 ? 0 : kind === 1 && c === 2 ? 1 : c;
      for (let k = 0; k < 3; k++)
        leaves[LEAF_STRIDE * i + 3 * c + k] = from < c ? leaves[LEAF_STRIDE * i + 3 * from + k] : at[k] + random.range(-size, size);
    }
    leaves[LEAF_STRIDE * i + LEAF_RADIUS] = random.next() < 0.3 ? random.range(0, 0.1) : 0;
  }
  return leaves;
}

/** Height and distance of points of a leaf: its corners, points of its edges, others. */
function placesOf(random: Random, leaves: Float64Array, leaf: number, count: number): [number, number][] {
  return times(count).map((i) => {
    let [u, v] = [random.next(), random.next()];
    if (u + v > 1) [u, v] = [1 - u, 1 - v];
    if (i < 3) [u, v] = [i === 1 ? 1 : 0, i === 2 ? 1 : 0];
    else if (i % 3 === 0) v = 0;
    const weights = [1 - u - v, u, v];
    const [x, y, z] = [0, 1, 2].map((k) => weights.reduce((sum, w, c) => sum + w * leaves[LEAF_STRIDE * leaf + 3 * c + k], 0));
    return [z, Math.hypot(x, y)];
  });
}

function gapOf(a: Float64Array, b: Float64Array, little: number, enough: number): number {
  const gap = new ProfileGap();
  gap.a.layOut(a, a.length / LEAF_STRIDE, ABOUT_Z, NO_LIMITS);
  gap.b.layOut(b, b.length / LEAF_STRIDE, ABOUT_Z, NO_LIMITS);
  return gap.find(little, enough, NO_LIMITS);
}

describe('a limit of time', () => {
  afterEach(() => setClock(undefined));

  test('whatever part of a look it ends in, that part ends then: laying out, planting, comparing', () => {
    const random = new Random('late profiles');
    const [a, b] = [soup(random, 400, 0.01), soup(random, 400, 0.01)];
    let looks = 0;
    const partsUntil = (most: number): readonly [number, boolean] => {
      looks = 0;
      // far below a tenth of a millisecond between two looks: as many units as there may be
      setClock(() => (++looks > most ? 1 : 0));
      const budget = new Budget();
      budget.start(Infinity, 0.5);
      const gap = new ProfileGap();
      if (!gap.a.layOut(a, 400, ABOUT_Z, budget)) return [1, budget.late];
      if (!gap.b.layOut(b, 400, ABOUT_Z, budget)) return [2, budget.late];
      return [gap.find(-Infinity, 10, budget) === 0 ? 3 : 4, budget.late];
    };
    expect(partsUntil(Infinity)).toEqual([4, false]);
    const all = looks;
    expect(all).toBeGreaterThan((2 * 400) / 4 / MOST_UNITS);
    const ended = times(all - 3).map((k) => partsUntil(k + 3));
    expect(ended.every(([part, late]) => late && part < 4)).toBe(true);
    expect(new Set(ended.map(([part]) => part))).toEqual(new Set([1, 2, 3]));
  });
});

describe('random leaves', () => {
  test.each([1, 2, 7, 40])("no two places are nearer than the gap, seed 'profiles', leaves: %d", (count) => {
    const random = new Random('profiles');
    let apart = 0;
    for (const _ of times(rounds(count === 1 ? 600 : 60))) {
      const [a, b] = [soup(random, count, 0.6 / count), soup(random, count, 0.6 / count)];
      const gap = gapOf(a, b, 1e-3, 10);
      if (gap === 0) continue;
      apart++;
      const listOf = (leaves: Float64Array) =>
        times(count).map((i) => ({ places: placesOf(random, leaves, i, 40), radius: leaves[LEAF_STRIDE * i + LEAF_RADIUS] }));
      const others = listOf(b);
      let least = Infinity;
      for (const one of listOf(a))
        for (const other of others)
          for (const [h, r] of one.places)
            for (const [k, s] of other.places) least = Math.min(least, Math.hypot(h - k, r - s) - one.radius - other.radius);
      expect(gap).toBeLessThanOrEqual(least + 1e-12);
    }
    expect(apart).toBeGreaterThan(count > 7 ? 0 : 5);
  });

  test("the tree leaves no pair out: as all leaves one by one, seed 'tree'", () => {
    const random = new Random('tree');
    let apart = 0;
    for (const _ of times(rounds(60, 20))) {
      const [a, b] = [soup(random, 30, 0.02), soup(random, 50, 0.02)];
      let least = 10;
      for (const i of times(30))
        for (const j of times(50)) {
          const one = (leaves: Float64Array, k: number) => leaves.subarray(LEAF_STRIDE * k, LEAF_STRIDE * (k + 1));
          least = Math.min(least, gapOf(one(a, i), one(b, j), 1e-9, 10));
        }
      const gap = gapOf(a, b, 1e-9, 10);
      // boxes of several leaves may say more than the directions tried of two
      expect(gap).toBeGreaterThanOrEqual(least);
      if (least === 0) expect(gap).toBe(0);
      else {
        apart++;
        expect(gap).toBeLessThan(1.5 * least + 1e-12);
      }
    }
    expect(apart).toBeGreaterThan(0);
  });
});

describe('cones, one in the other', () => {
  /** Facets between two circles. */
  function cone(radii: readonly [number, number], heights: readonly [number, number], sides: number, rings: number): Float64Array {
    const at = (i: number, j: number): number[] => {
      const angle = (2 * Math.PI * i) / sides;
      const r = radii[0] + ((radii[1] - radii[0]) * j) / rings;
      return [r * Math.cos(angle), r * Math.sin(angle), heights[0] + ((heights[1] - heights[0]) * j) / rings];
    };
    return Float64Array.from(
      times(rings * sides).flatMap((k) => {
        const [i, j] = [k % sides, Math.floor(k / sides)];
        const [p, q, r, s] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        return [...p, ...q, ...r, 0, ...p, ...r, ...s, 0];
      }),
    );
  }

  test.each([1, 4, 16])('the gap is that of corners and the middles of sides; rings: %d', (rings) => {
    const sides = 24;
    const inner = cone([0.2, 1], [0, 1], sides, rings);
    const middle = Math.cos(Math.PI / sides);
    const outer = cone([0.3 / middle, 1.1 / middle], [0, 1], sides, 3);
    // both slopes are 0.8 a height
    const exact = 0.1 / Math.hypot(1, 0.8);
    const gap = gapOf(inner, outer, 0.01, 1);
    expect(gap).toBeLessThanOrEqual(exact + 1e-12);
    expect(gap).toBeGreaterThan(0.99 * exact);
    expect(gapOf(inner, outer, 1.01 * exact, 1)).toBe(0);
    expect(gapOf(inner, outer, 0.01, 0.9 * exact)).toBe(0.9 * exact);
  });
});
