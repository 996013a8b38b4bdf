import { describe, expect, test } from 'vitest';
import { contactOf, type TriangleContact } from '../../../src/geometry/contact-features.ts';
import { distanceError } from '../../../src/geometry/triangle-triangle.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { rotate } from '../../../src/math/quat.ts';
import { Random } from '../../../src/math/random.ts';
import { exactDistance } from '../../support/exact-distance.ts';
import { rounds } from '../../support/rounds.ts';
import { FAMILIES, seeded } from './triangle-families.ts';

/** Shadows are widened by a sliver, of the tolerance. */
const BESIDE = 2 / 1024;
const floor = [0, 0, 0, 4, 0, 0, 0, 4, 0];

function contact(a: readonly number[], b: readonly number[], tolerance = 1e-3): TriangleContact {
  const c = contactOf(Float64Array.from(a), 0, Float64Array.from(b), 0, tolerance);
  if (c === null) throw new Error('no contact');
  return c;
}

/** A rotation and a shift that no coordinate survives unchanged. */
function moved(t: readonly number[]): number[] {
  const m = [2 / 3, -1 / 3, 2 / 3, 2 / 3, 2 / 3, -1 / 3, -1 / 3, 2 / 3, 2 / 3];
  return [0, 3, 6].flatMap((o) => [0, 3, 6].map((r) => m[r] * t[o] + m[r + 1] * t[o + 1] + m[r + 2] * t[o + 2] + 0.7));
}

const CASES: [what: string, b: number[], kind: string, a: number, bIndex: number, points: number][] = [
  ['corner over the inside', [1, 1, 0, 1, 2, 3, 2, 1, 3], 'face-vertex', 0, 0, 1],
  ['corner on corner', [4, 0, 0, 9, 0, 2, 9, -1, 2], 'vertex-vertex', 1, 0, 1],
  ['corner on an edge', [8, 1, 1, 2, 0, 0, 2, -1, 3], 'edge-vertex', 0, 1, 1],
  ['crossing edges', [2, -1, -1, 2, 1, 1, 2, -1, 5], 'edge-edge', 0, 0, 1],
  ['edge along an edge', [1, 0, 0, 3, 0, 0, 2, -1, 3], 'edge-edge', 0, 0, 2],
  ['edge on the face', [1, 1, 0, 1, 2, 3, 2, 1, 0], 'face-edge', 0, 2, 2],
  ['edge on the face, reaching over its border', [1, 1, 0, 9, 1, 0, 2, 1, 3], 'face-edge', 0, 0, 2],
  ['face in the face', [1, 1, 0, 2, 1, 0, 1, 2, 0], 'face-face', 0, 0, 3],
  ['faces overlapping as a hexagon', [3, 3, 0, -1, 3, 0, 3, -1, 0], 'face-face', 0, 0, 6],
];

describe.each([0, 5e-4])('contactOf at distance %s', (gap) => {
  test.each(CASES)('%s', (_what, b, kind, ia, ib, points) => {
    const lifted = b.map((x, k) => (k % 3 === 2 ? x + gap : x));
    for (const place of [(t: readonly number[]): number[] => [...t], moved]) {
      const c = contact(place(floor), place(lifted));
      expect([c.kind, c.a.index, c.b.index, c.points.length]).toEqual([kind, ia, ib, points]);
      const turned = contact(place(lifted), place(floor));
      expect(turned.kind).toBe(kind.split('-').reverse().join('-'));
      expect([turned.a.index, turned.b.index, turned.points.length]).toEqual([ib, ia, points]);
      expect(c.distance).toBeLessThanOrEqual(gap + 1e-14);
    }
    const c = contact(floor, lifted);
    // Corners and edges on edges may be parted sideways; all others straight up.
    if (kind.includes('face')) expect(Math.abs(c.normal[2])).toBeCloseTo(1, 9);
    if (gap > 0) expect(c.normal[2]).toBeGreaterThan(0.5);
    for (const p of c.points) {
      expect(p.b[2] - p.a[2]).toBeLessThanOrEqual(1e-3);
      expect(p.a[2]).toBeCloseTo(0, 12);
    }
  });
});

test("points of nearly flat contacts lie opposite each other, and each pair has its own distance (seed 'tilted')", () => {
  const random = new Random('tilted');
  const tolerance = 1e-3;
  let listed = 0;
  for (let i = 0; i < 400; i++) {
    const height = () => tolerance * (0.05 + 0.9 * random.next());
    const [x, y] = [3 * random.next() - 1, 3 * random.next() - 1];
    const tilted = [x, y, height(), x + 1 + random.next(), y, height(), x, y + 1 + random.next(), height()];
    const place = i % 2 === 0 ? (t: readonly number[]): number[] => [...t] : moved;
    const [a, b] = [place(floor), place(tilted)].map((t) => Float64Array.from(t));
    const found = contactOf(a, 0, b, 0, tolerance);
    if (found === null || found.points.length < 3) continue;
    listed++;
    const { normal, points, distance } = found;
    const error = distanceError(a, 0, b, 0);
    for (const { a: p, b: q, distance: own } of points) {
      const way = [0, 1, 2].map((k) => q[k] - p[k]);
      const along = way.reduce((sum, d, k) => sum + d * normal[k], 0);
      expect(Math.abs(Math.hypot(...way) - own)).toBeLessThanOrEqual(2 * error);
      expect(own).toBeGreaterThanOrEqual(distance - error);
      expect(Math.hypot(...way.map((d, k) => d - along * normal[k]))).toBeLessThanOrEqual(BESIDE * tolerance);
    }
    expect(new Set(points.map((p) => p.distance)).size).toBeGreaterThan(1);
  }
  expect(listed).toBeGreaterThan(100);
});

test('the stretch of two parallel edges ends where they do', () => {
  const c = contact(floor, [1, 0, 0, 3, 0, 0, 2, -1, 3]);
  expect(c.points.map((p) => p.a[0]).sort()).toEqual([expect.closeTo(1, 9), expect.closeTo(3, 9)]);
});

test('at a distance (radii, clearance) the slack says what takes part', () => {
  const a = Float64Array.from(floor);
  const above = Float64Array.of(1, 1, 0.5, 2, 1, 0.5, 1, 2, 0.5);
  expect(contactOf(a, 0, above, 0, 1, 1e-3)?.points).toHaveLength(3);
  const tilted = Float64Array.of(1, 1, 0.5, 2, 1, 0.6, 1, 2, 0.6);
  expect(contactOf(a, 0, tilted, 0, 1, 1e-3)?.kind).toBe('face-vertex');
  expect(contactOf(a, 0, tilted, 0, 1, 0.2)?.kind).toBe('face-face');
  expect(() => contactOf(a, 0, tilted, 0, 1, -1)).toThrow(InputError);
});

test('the corners of a contact polygon come in order', () => {
  const { points } = contact(floor, [3, 3, 0, -1, 3, 0, 3, -1, 0]);
  const turns = points.map((p, k) => {
    const [q, r] = [points[(k + 1) % 6].a, points[(k + 2) % 6].a];
    return Math.sign((q[0] - p.a[0]) * (r[1] - q[1]) - (q[1] - p.a[1]) * (r[0] - q[0]));
  });
  expect(new Set(turns).size).toBe(1);
});

test('an edge through a face is an edge-face contact with the face normal', () => {
  const c = contact(floor, [1, 1, -1, 1, 1, 20, 30, 1, 20]);
  expect([c.kind, c.distance]).toEqual(['face-edge', 0]);
  expect(c.points).toHaveLength(1);
  expect(Math.hypot(...c.normal)).toBeCloseTo(1, 12);
});

test('points, segments and copies have a normal too', () => {
  const point = [1, 1, 0, 1, 1, 0, 1, 1, 0];
  const segment = [0, 0, 0, 2, 0, 0, 2, 0, 0];
  for (const [a, b] of [
    [point, point],
    [segment, segment],
    [segment, [1, 0, 0, 5, 0, 0, 1, 0, 0]],
    [point, floor],
    [floor, floor],
    [segment, [1, -1, 0, 1, 1, 0, 1, 1, 0]],
  ]) {
    const c = contact(a, b);
    expect(c.distance).toBe(0);
    expect(Math.hypot(...c.normal)).toBeCloseTo(1, 12);
  }
  expect(contact(segment, [1, -1, 0, 1, 1, 0, 1, 1, 0]).normal.map(Math.abs)).toEqual([0, 0, 1]);
});

test('farther than the tolerance is no contact, and a tolerance is a number ≥ 0', () => {
  const a = Float64Array.from(floor);
  const b = Float64Array.of(1, 1, 1, 1, 2, 3, 2, 1, 3);
  expect(contactOf(a, 0, b, 0, 0.5)).toBeNull();
  expect(contactOf(a, 0, b, 0, 1)?.kind).toBe('face-vertex');
  expect(() => contactOf(a, 0, b, 0, -1)).toThrow(InputError);
  expect(() => contactOf(a, 0, b, 0, Number.NaN)).toThrow(InputError);
});

test.each(Object.entries(FAMILIES))(
  '%s: points on the triangles, unit normal that separates, within the tolerance (seed 3)',
  (_name, make) => {
    const random = seeded(3);
    for (let n = 0; n < 120; n++) {
      const { a, b } = make(random);
      const error = distanceError(a, 0, b, 0);
      const scale = (error / 64) * 2 ** 53;
      const tolerance = scale * 10 ** (-12 * random());
      const c = contactOf(a, 0, b, 0, tolerance);
      const shown = `#${n} tolerance ${tolerance} a=[${a}] b=[${b}]`;
      const truth = exactDistance(a, b);
      if (c === null) {
        expect(truth, shown).toBeGreaterThan(tolerance - error);
        continue;
      }
      expect(truth, shown).toBeLessThanOrEqual(tolerance + 2 * error);
      expect(Math.abs(Math.hypot(...c.normal) - 1), shown).toBeLessThan(1e-15 * 8);
      expect(c.points.length, shown).toBeGreaterThan(0);
      expect(c.points.length, shown).toBeLessThanOrEqual(6);
      const far = Math.max(...a.map(Math.abs), ...b.map(Math.abs));
      for (const p of c.points) {
        for (const [t, q] of [
          [a, p.a],
          [b, p.b],
        ] as const) {
          expect(exactDistance(t, [...q, ...q, ...q]), shown).toBeLessThanOrEqual(error + far * 2 ** -52);
        }
        // A stretch or polygon belongs to both shadows along the normal, so its pairs are about as close as the tolerance.
        expect(Math.hypot(p.b[0] - p.a[0], p.b[1] - p.a[1], p.b[2] - p.a[2]), shown).toBeLessThanOrEqual(4 * tolerance + 4 * error);
      }
    }
  },
);

/** Two needles beside each other, or one above a face: as thin as 1e-9, far above rounding, turned at random. */
function needlePair(random: Random, gap: number): readonly [Float64Array, Float64Array] {
  const needle = (z: number): number[] => {
    const [length, width] = [random.range(0.2, 2), 10 ** random.range(-9, -1)];
    const [x, y] = [random.range(-1, 1), random.range(-1, 1)];
    const [c, s] = ((angle) => [Math.cos(angle), Math.sin(angle)])(random.range(0, 6.3));
    const corner = (along: number, beside: number): number[] => [
      x + c * along - s * beside,
      y + s * along + c * beside,
      z + 10 ** random.range(-9, -2) * random.range(0, 1),
    ];
    return [...corner(0, 0), ...corner(length, random.range(-1, 1) * width), ...corner(length * random.range(-0.2, 1.2), width)];
  };
  const face = [-2, -2, 0, 3, -2, 0, -2, 3, 0];
  const pair = [random.next() < 0.4 ? face : needle(0).map((v, k) => (k % 3 === 2 ? -v : v)), needle(gap)];
  const [x, y, z, w] = random.quaternion();
  const turned = (t: readonly number[]): Float64Array => turnedBy([x, y, z, w], t);
  return [turned(pair[0]), turned(pair[1])];
}

function turnedBy(q: readonly [number, number, number, number], t: ArrayLike<number>): Float64Array {
  return Float64Array.from([0, 3, 6].flatMap((o) => rotate(q, [t[o], t[o + 1], t[o + 2]])));
}

/** The turn that takes a direction to the x axis. */
function towards([x, y, z]: readonly [number, number, number]): [number, number, number, number] {
  const w = 1 + x;
  const length = Math.hypot(z, y, w);
  return [0, z / length, -y / length, w / length];
}

const RADIUS = 0.3;

describe('needles at a clearance', () => {
  const cases = (seed: string, count: number) => {
    const random = new Random(seed);
    return Array.from({ length: count }, () => {
      const gap = random.range(0, 1) < 0.2 ? 0 : 10 ** random.range(-4, 0);
      const [a, b] = needlePair(random, gap);
      const slack = 10 ** random.range(-7, -2);
      return { a, b, slack };
    });
  };

  test("corners are at most the slack farther apart than the closest, and opposite each other (seed 'corners')", () => {
    let listed = 0;
    for (const { a, b, slack } of cases('corners', rounds(2000, 500))) {
      const distance = exactDistance(a, b);
      const error = distanceError(a, 0, b, 0);
      const found = contactOf(a, 0, b, 0, distance + slack + error, slack) as TriangleContact;
      if (found.points.length > 1) listed++;
      for (const { a: p, b: q, distance: own } of found.points) {
        const shown = `slack ${slack} a=[${a}] b=[${b}]`;
        const way = [0, 1, 2].map((k) => q[k] - p[k]);
        expect(Math.abs(Math.hypot(...way) - own), shown).toBeLessThanOrEqual(2 * error);
        expect(own, shown).toBeLessThanOrEqual(distance + slack + 3 * error);
        for (const [t, at] of [
          [a, p],
          [b, q],
        ] as const) {
          expect(exactDistance(t, [...at, ...at, ...at]), shown).toBeLessThanOrEqual(2 * error);
          // moved out by a radius along the normal it is where the inflated triangle ends
          const out = at.map((x, k) => x + (t === a ? RADIUS : -RADIUS) * found.normal[k]);
          expect(Math.abs(exactDistance(t, [...out, ...out, ...out]) - RADIUS), shown).toBeLessThanOrEqual(slack + 2 * error);
        }
        const along = way.reduce((sum, x, k) => sum + x * found.normal[k], 0);
        if (found.points.length > 1)
          expect(Math.hypot(...way.map((x, k) => x - along * found.normal[k])), shown).toBeLessThanOrEqual(slack + 2 * error);
      }
    }
    expect(listed).toBeGreaterThan(100);
  });

  test("the same corners in another frame (seed 'frames')", () => {
    let listed = 0;
    const random = new Random('turns');
    for (const { a, b, slack } of cases('frames', rounds(20_000, 2000))) {
      const here = contactOf(a, 0, b, 0, 9, slack) as TriangleContact;
      // random, or with the normal along an axis: there the largest coordinate is the length
      const turn = random.next() < 0.5 ? random.quaternion() : towards(here.normal);
      const there = contactOf(turnedBy(turn, a), 0, turnedBy(turn, b), 0, 9, slack) as TriangleContact;
      const shown = `slack ${slack} turn [${turn}] a=[${a}] b=[${b}]`;
      expect(there.points.length, shown).toBe(here.points.length);
      if (here.points.length < 2) continue;
      listed++;
      expect([there.kind, there.a, there.b], shown).toEqual([here.kind, here.a, here.b]);
      for (const { a: p, b: q } of here.points) {
        const wanted = [...rotate(turn, p), ...rotate(turn, q)];
        const miss = Math.min(...there.points.map((one) => Math.max(...[...one.a, ...one.b].map((x, k) => Math.abs(x - wanted[k])))));
        expect(miss, shown).toBeLessThan(slack / 8);
      }
    }
    expect(listed).toBeGreaterThan(100);
  });
});
