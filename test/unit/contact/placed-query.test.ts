import { describe, expect, test } from 'vitest';
import type { Body } from '../../../src/contact/deformation.ts';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { distance, overlap, withinTolerance } from '../../../src/contact/placed-query.ts';
import { triangleDistance } from '../../../src/geometry/triangle-triangle.ts';
import { InputError } from '../../../src/math/input-error.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { Random } from '../../../src/math/random.ts';
import { box, capsule, sphere } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { translationMotion } from '../../../src/motion/rigid-motion.ts';
import { randomSoup, randomVector } from '../../property/random-pairs.ts';
import { bruteMotion, minus, norm, placed } from '../../support/brute-force.ts';

const SEED = 'placed';

/** Distances of all pairs of triangles, row by row of a. */
function allDistances(a: Body, b: Body): number[][] {
  const place = ({ shape: mesh, pose = {} }: Body): { corners: Float64Array; radius: (k: number) => number } => {
    const at = bruteMotion({ kind: 'rest', pose }).at(0, [0, 0, 0]);
    const corners = Float64Array.from(
      Array.from(mesh.indices).flatMap((v) => placed(at, Array.from(mesh.positions.subarray(3 * v, 3 * v + 3)) as unknown as Vec3)),
    );
    return { corners, radius: (k) => mesh.radii?.[k] ?? 0 };
  };
  const A = place(a);
  const B = place(b);
  const out = new Float64Array(8);
  return Array.from({ length: a.shape.triangleCount }, (_, i) =>
    Array.from({ length: b.shape.triangleCount }, (_, j) => {
      triangleDistance(A.corners, 9 * i, B.corners, 9 * j, out, 0);
      return out[6] - A.radius(i) - B.radius(j);
    }),
  );
}

function scenes(count: number): { a: Body; b: Body; all: number[][]; least: number }[] {
  const random = new Random(SEED);
  return Array.from({ length: count }, () => {
    const radius = random.pick([0, 0, 0.1]);
    const place = (name: string, away: number): Body => ({
      shape: randomSoup(random, name, { most: 40, radius, degenerate: 0.2 }),
      pose: { position: randomVector(random, away), quaternion: random.quaternion() },
    });
    const a = place('a', random.pick([0.2, 1, 4]));
    const b = place('b', 0.2);
    const all = allDistances(a, b);
    return { a, b, all, least: Math.min(...all.flat()) };
  });
}

const SCENES = scenes(60);

describe(`against all pairs (seed '${SEED}')`, () => {
  test('there is something of everything', () => {
    expect(SCENES.filter(({ least }) => least > 0).length).toBeGreaterThan(10);
    expect(SCENES.filter(({ least }) => least <= 0).length).toBeGreaterThan(10);
  });

  test('the distance, and the triangles and points that realise it', () => {
    for (const { a, b, all, least } of SCENES) {
      const found = distance(a, b);
      // bodies that penetrate are 0 apart; how deep is not asked
      if (least <= 0) {
        expect(found.distance).toBeLessThanOrEqual(found.rounding);
        expect(found.gap[0]).toBeLessThanOrEqual(found.distance);
        continue;
      }
      expect(Math.abs(found.distance - least)).toBeLessThanOrEqual(found.rounding);
      expect(found.rounding).toBeLessThan(1e-10);
      expect(found.gap[0]).toBeLessThanOrEqual(Math.max(0, least) + 1e-14);
      expect(found.gap[0]).toBeGreaterThanOrEqual(Math.max(0, least) - 3 * found.rounding);
      const { closest } = found;
      if (closest === undefined) throw new Error('no closest points');
      expect(Math.abs(all[closest.triangleA][closest.triangleB] - least)).toBeLessThanOrEqual(2 * found.rounding);
      // points on the surfaces, radii included
      expect(Math.abs(norm(minus(closest.pointA, closest.pointB)) - least)).toBeLessThan(1e-12);
    }
  });

  test.each([
    [0, 0.3],
    [0.25, 0],
    [0.1, 0.01],
  ])('with an error allowed: absolute %d, relative %d', (absoluteError, relativeError) => {
    for (const { a, b, least } of SCENES) {
      const found = distance(a, b, { absoluteError, relativeError });
      const allowed = Math.max(absoluteError, relativeError * Math.max(0, found.distance));
      expect(found.distance).toBeGreaterThanOrEqual(least - found.rounding);
      expect(found.distance).toBeLessThanOrEqual(Math.max(0, least) + allowed + found.rounding);
      expect(found.gap[0]).toBeLessThanOrEqual(Math.max(0, least) + 1e-14);
    }
  });

  test('with a cutoff', () => {
    for (const { a, b, least } of SCENES) {
      if (least <= 0) continue;
      const below = distance(a, b, { cutoff: 0.9 * least });
      expect(below.distance).toBe(0.9 * least);
      expect(below.closest).toBe(undefined);
      expect(below.gap[0]).toBeLessThanOrEqual(0.9 * least);
      const above = distance(a, b, { cutoff: 1.1 * least });
      expect(Math.abs(above.distance - least)).toBeLessThanOrEqual(above.rounding);
    }
  });

  test('overlap: none, the first, and all', () => {
    for (const { a, b, all, least } of SCENES) {
      const { rounding } = distance(a, b);
      const found = overlap(a, b, 'all');
      const key = ([i, j]: readonly [number, number]): number => i * 1000 + j;
      const sure = all.flatMap((row, i) => row.flatMap((d, j) => (d <= 0 ? [key([i, j])] : [])));
      const maybe = all.flatMap((row, i) => row.flatMap((d, j) => (d <= 3 * rounding ? [key([i, j])] : [])));
      const told = found.map(key);
      expect(new Set(told).size).toBe(told.length);
      expect(maybe).toEqual(expect.arrayContaining(told));
      expect(told).toEqual(expect.arrayContaining(sure));
      const first = overlap(a, b);
      expect(first.length).toBe(told.length > 0 ? 1 : 0);
      if (first.length > 0) expect(told).toContain(key(first[0]));
      if (least > 1e-9) expect(told).toEqual([]);
    }
  });

  test('withinTolerance', () => {
    for (const { a, b, least } of SCENES) {
      for (const tolerance of [0, 0.01, 0.5, 2]) {
        if (Math.abs(least - tolerance) < 1e-9) continue;
        expect(withinTolerance(a, b, tolerance)).toBe(least <= tolerance);
      }
    }
  });

  test('a and b swapped', () => {
    for (const { a, b } of SCENES.slice(0, 20)) {
      const one = distance(a, b);
      const other = distance(b, a);
      expect(Math.abs(one.distance - other.distance)).toBeLessThanOrEqual(one.rounding + other.rounding);
      expect(overlap(a, b, 'all').length).toBe(overlap(b, a, 'all').length);
    }
  });
});

describe('analytic', () => {
  test('two spheres, apart and one in the other', () => {
    const apart = distance({ shape: sphere(1) }, { shape: sphere(2), pose: { position: [3, 4, 0] } });
    expect(apart.distance).toBeCloseTo(2, 12);
    const inside = distance({ shape: sphere(1) }, { shape: sphere(2), pose: { position: [1, 0, 0] } });
    expect([inside.distance, inside.gap]).toEqual([0, [0, 0]]);
    expect(overlap({ shape: sphere(1) }, { shape: sphere(2), pose: { position: [2.5, 0, 0] } })).toEqual([[0, 0]]);
    expect(overlap({ shape: sphere(1) }, { shape: sphere(2), pose: { position: [3.001, 0, 0] } })).toEqual([]);
  });

  test('a capsule above a box', () => {
    const found = distance({ shape: capsule([-5, 0, 0], [5, 0, 0], 0.25), pose: { position: [0, 0, 2] } }, { shape: box(2) });
    expect(found.distance).toBeCloseTo(0.75, 12);
    expect(withinTolerance({ shape: sphere(0.5) }, { shape: box(2), pose: { position: [0, 0, 5] } }, 3.49)).toBe(false);
    expect(withinTolerance({ shape: sphere(0.5) }, { shape: box(2), pose: { position: [0, 0, 5] } }, 3.51)).toBe(true);
  });

  test('touching boxes overlap', () => {
    expect(overlap({ shape: box(2) }, { shape: box(2), pose: { position: [2, 0, 0] } }, 'all').length).toBeGreaterThan(0);
    expect(distance({ shape: box(2) }, { shape: box(2), pose: { position: [2, 0, 0] } }).distance).toBe(0);
  });

  test('a surface inside another does not overlap', () => {
    expect(overlap({ shape: box(1) }, { shape: box(4) })).toEqual([]);
    expect(distance({ shape: box(1) }, { shape: box(4) }).distance).toBeCloseTo(1.5, 12);
  });

  test('far from the origin nothing is lost', () => {
    const far: Vec3 = [2 ** 40, -(2 ** 41), 2 ** 39];
    const found = distance({ shape: box(2), pose: { position: far } }, { shape: box(2), pose: { position: [far[0] + 3, far[1], far[2]] } });
    expect(found.distance).toBeCloseTo(1, 10);
    expect(found.rounding).toBeLessThan(1e-10);
  });

  test.each([1e-80, 1e-9, 1e9, 1e80])('in units of %d', (unit) => {
    const found = distance({ shape: box(2 * unit) }, { shape: box(2 * unit), pose: { position: [3 * unit, 0, 0] } });
    expect(found.distance / unit).toBeCloseTo(1, 10);
    expect(found.gap[0] / unit).toBeCloseTo(1, 8);
  });
});

describe('garbage', () => {
  const one: Body = { shape: new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0]) };

  test.each(['absoluteError', 'relativeError', 'cutoff'])('%s', (name) => {
    for (const value of [-1, Number.NaN]) {
      expect(() => distance(one, one, { [name]: value })).toThrow(InputError);
      expect(() => distance(one, one, { [name]: value })).toThrow(name);
    }
  });

  test('tolerance and pose', () => {
    expect(() => withinTolerance(one, one, -1)).toThrow(/tolerance/);
    expect(() => withinTolerance(one, one, Number.NaN)).toThrow(InputError);
    expect(() => distance(one, { ...one, pose: { position: [Number.NaN, 0, 0] } })).toThrow(InputError);
    expect(() => overlap(one, { ...one, pose: { quaternion: [0, 0, 0, 3] } })).toThrow(/quaternion/);
  });
});

test('the poses of a result are poses', () => {
  const motion = translationMotion({ position: [0, 0, 3] }, [0, 0, -3]);
  const { poses, tolerance } = firstContact({ shape: box(1), motion }, { shape: box(1) });
  expect(distance({ shape: box(1), pose: poses[0] }, { shape: box(1), pose: poses[1] }).distance).toBeLessThanOrEqual(tolerance);
});
