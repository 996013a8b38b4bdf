import { describe, expect, test } from 'vitest';
import { type ElementaryOptions, edgeEdgeTouches, elementary, vertexFaceTouches } from '../../../../src/contact/elementary/elementary.ts';
import { exactStencil } from '../../../../src/contact/elementary/exact-stencil.ts';
import { HULL_TIME, HULL_UNTIL, hull } from '../../../../src/contact/elementary/origin-in-hull.ts';
import { triangleDistance } from '../../../../src/geometry/triangle-triangle.ts';
import { InputError } from '../../../../src/math/input-error.ts';
import { Random } from '../../../../src/math/random.ts';
import { rounds } from '../../../support/rounds.ts';
import { STENCIL_FAMILIES, type Stencil, type StencilFamily, type StencilKind, stencilOf } from '../../../support/soft/stencils.ts';

const KINDS: readonly StencilKind[] = ['vertex-face', 'edge-edge'];
const LARGEST = 2 ** 300;

function exactly(kind: StencilKind, values: ArrayLike<number>): { hit: boolean; time: number } {
  const out = new Float64Array(2);
  exactStencil(kind, Float64Array.from(values), out);
  return { hit: out[0] === 1, time: out[1] };
}

/** Stencils of all families and both kinds, none beyond what is allowed. */
function some(count: number, seed: string, families: readonly StencilFamily[] = STENCIL_FAMILIES): Stencil[] {
  const random = new Random(seed);
  return families
    .flatMap((family) => KINDS.flatMap((kind) => Array.from({ length: count }, () => stencilOf(family, kind, random))))
    .filter(({ values }) => values.every((x) => Math.abs(x) <= LARGEST));
}

/** The points in another order, at both times. */
function ordered(values: ArrayLike<number>, order: readonly number[]): number[] {
  return [0, 12].flatMap((o) => order.flatMap((i) => [0, 1, 2].map((axis) => values[o + 3 * i + axis])));
}

const ORDERS: Readonly<Record<StencilKind, readonly (readonly number[])[]>> = {
  'vertex-face': [
    [0, 2, 3, 1],
    [0, 3, 1, 2],
    [0, 2, 1, 3],
  ],
  'edge-edge': [
    [1, 0, 2, 3],
    [0, 1, 3, 2],
    [2, 3, 0, 1],
    [3, 2, 1, 0],
  ],
};

describe('against exact arithmetic', () => {
  test.each(STENCIL_FAMILIES)("%s: the same verdict, never late, hardly early (seed 'elementary')", (family) => {
    let hits = 0;
    for (const { kind, values } of some(rounds(300, 100), `elementary ${family}`, [family])) {
      const told = elementary(kind, values);
      const exact = exactly(kind, values);
      const shown = `${kind} ${values.join(' ')}`;
      expect(told.hit, shown).toBe(exact.hit);
      if (!told.hit) expect(told.time, shown).toBe(1);
      else {
        hits++;
        expect(told.time, shown).toBeGreaterThanOrEqual(0);
        expect(told.time, shown).toBeLessThanOrEqual(exact.time);
        expect(told.time, shown).toBeGreaterThanOrEqual(exact.time - 1e-8);
      }
    }
    expect(hits).toBeGreaterThan(5);
  });

  test("a vertex that falls on a large face: the time is that of the fall (seed 'fall')", () => {
    const random = new Random('fall');
    for (let i = 0; i < 300; i++) {
      const from = random.range(0.1, 1);
      const to = -random.range(0.1, 1);
      const [x, y] = [random.range(-1, 1), random.range(-1, 1)];
      const face = [-9, -9, 0, 9, -9, 0, 0, 9, 0];
      const { hit, time } = elementary('vertex-face', [x, y, from, ...face, x, y, to, ...face]);
      expect(hit).toBe(true);
      expect(time).toBeLessThanOrEqual((from / (from - to)) * (1 + 2 ** -51));
      expect(time).toBeGreaterThan(from / (from - to) - 1e-12);
      expect(elementary('vertex-face', [x, y, from, ...face, x, y, -to, ...face])).toEqual({ hit: false, time: 1 });
    }
  });
});

describe('asked differently', () => {
  test("order of corners, ends and edges, mirrored and turned axes: the same verdict, times within 1e-8 (seed 'elementary-order')", () => {
    for (const { kind, family, values } of some(40, 'elementary-order')) {
      const answer = elementary(kind, values);
      const turned = Array.from(values, (_, i) => (i % 3 === 2 ? -values[i - 2] : values[i + 1]));
      for (const other of [turned, ...ORDERS[kind].map((order) => ordered(values, order))]) {
        const told = elementary(kind, other);
        expect(told.hit, family).toBe(answer.hit);
        expect(Math.abs(told.time - answer.time), family).toBeLessThan(1e-8);
      }
    }
  });

  test("backwards a hit stays a hit; cut before its time, a step is free (seed 'elementary-back')", () => {
    for (const { kind, family, values } of some(40, 'elementary-back')) {
      const back = [...values.subarray(12), ...values.subarray(0, 12)];
      expect(elementary(kind, back).hit, family).toBe(elementary(kind, values).hit);
    }
    let cut = 0;
    for (const { kind, values } of some(60, 'elementary-cut', ['small grid', 'touching inside'])) {
      const { hit, time } = elementary(kind, values);
      // halves are exact: coordinates are whole numbers, or eighths of them
      for (const half of [0.5, 0.25]) {
        const shorter = Array.from(values, (x, i) => (i < 12 ? x : values[i - 12] + half * (x - values[i - 12])));
        const told = elementary(kind, shorter);
        if (!hit || time > half) expect(told.hit).toBe(false);
        else if (exactly(kind, values).time < half) {
          expect(told.hit).toBe(true);
          expect(Math.abs(told.time * half - time)).toBeLessThan(1e-8);
          cut++;
        }
      }
    }
    expect(cut).toBeGreaterThan(20);
  });

  test("scaled by a power of two, or moved exactly: the same bits (seed 'elementary-unit')", () => {
    for (const { kind, values } of some(60, 'elementary-unit', ['random', 'small grid', 'touching on the boundary', 'coplanar'])) {
      const answer = elementary(kind, values);
      for (const unit of [2 ** -80, 2 ** -7, 2 ** 30, 2 ** 80])
        expect(
          elementary(
            kind,
            values.map((x) => x * unit),
          ),
        ).toEqual(answer);
      // far beyond: the verdict
      for (const unit of [2 ** -320, 2 ** -250, 2 ** 250, 2 ** 290]) {
        const told = elementary(
          kind,
          values.map((x) => x * unit),
        );
        expect(told.hit).toBe(answer.hit);
        expect(Math.abs(told.time - answer.time)).toBeLessThan(1e-8);
      }
      if (!values.every((x) => Number.isInteger(64 * x))) continue;
      for (const offset of [2 ** 10, -(2 ** 40)])
        expect(
          elementary(
            kind,
            values.map((x) => x + offset),
          ),
        ).toEqual(answer);
    }
  });

  test("kernels read corners in place and stop where they are told (seed 'elementary-kernels')", () => {
    for (const { kind, values } of some(30, 'elementary-kernels')) {
      const { hit, time } = elementary(kind, values);
      const [before, after] = [values.slice(0, 12), values.slice(12)];
      // one feature's corners in arrays of their own, in other places
      const moved = (x: Float64Array): Float64Array => Float64Array.from([7, 7, ...x.subarray(0, kind === 'vertex-face' ? 3 : 6)]);
      const [a0, a1] = [moved(before), moved(after)];
      const touches = (until: number): boolean => {
        hull[HULL_UNTIL] = until;
        return kind === 'vertex-face'
          ? vertexFaceTouches(a0, a1, 2, before, after, 3, 6, 9)
          : edgeEdgeTouches(a0, a1, 2, 5, before, after, 6, 9);
      };
      expect(touches(Infinity)).toBe(hit);
      if (!hit) continue;
      expect(hull[HULL_TIME]).toBe(time);
      expect(touches(time)).toBe(false);
      expect(touches(time + 1e-5)).toBe(true);
    }
    hull[HULL_UNTIL] = Infinity;
  });
});

describe('a distance to be kept', () => {
  const PLAIN = STENCIL_FAMILIES.filter((family) => !['huge and tiny', 'mixed sizes', 'far away'].includes(family));
  const out = new Float64Array(8);

  /** Of the two features at one instant, as triangles with corners that coincide. */
  function distanceAt(kind: StencilKind, values: ArrayLike<number>, t: number): number {
    const pick = kind === 'vertex-face' ? [0, 0, 0, 1, 2, 3] : [0, 1, 1, 2, 3, 3];
    const x = Float64Array.from({ length: 18 }, (_, i) => {
      const o = 3 * pick[Math.floor(i / 3)] + (i % 3);
      return (1 - t) * values[o] + t * values[12 + o];
    });
    triangleDistance(x, 0, x, 9, out, 0);
    return out[6];
  }

  const spreadOf = (values: ArrayLike<number>): number => Array.from(values).reduce((most, x) => Math.max(most, Math.abs(x)), 0);

  test("farther apart before the time, no farther than clearance + tolerance at it (seed 'keep')", () => {
    const random = new Random('keep');
    let [hits, misses, late] = [0, 0, 0];
    for (const { kind, family, values } of some(25, 'keep', PLAIN)) {
      const spread = spreadOf(values);
      const clearance = spread * random.pick([1e-6, 0.01, 0.1, 0.5]);
      const tolerance = random.pick([undefined, 1e-3 * spread, 1e-8 * spread]);
      const { hit, time } = elementary(kind, values, { clearance, tolerance });
      const shown = `${family}: ${kind} ${values.join(' ')}; ${clearance} ${tolerance}`;
      const fine = 1e-12 * spread;
      for (let i = 0; i < 80 && time > 0; i++) expect(distanceAt(kind, values, (time * i) / 80), shown).toBeGreaterThan(clearance - fine);
      if (!hit) {
        misses++;
        expect(time).toBe(1);
        expect(distanceAt(kind, values, 1), shown).toBeGreaterThan(clearance - fine);
        continue;
      }
      hits++;
      // the default is 1e-6 of the spread, which is at most twice the largest coordinate
      const kept = Math.max(tolerance ?? 2e-6 * spread, 2 ** -32 * (2 * spread + clearance));
      expect(distanceAt(kind, values, time), shown).toBeLessThan(clearance + kept + fine);
      if (time > 0) late++;
      // only what starts within the clearance is told at 0, give or take what cannot be told apart
      else expect(distanceAt(kind, values, 0), shown).toBeLessThan(clearance + 2 ** -31 * (2 * spread + clearance));
    }
    expect(Math.min(hits, misses, late)).toBeGreaterThan(80);
  });

  test("never later than the contact itself, and earlier the more must be kept (seed 'keep-order')", () => {
    for (const { kind, family, values } of some(25, 'keep-order', PLAIN)) {
      const spread = spreadOf(values);
      const touch = elementary(kind, values);
      let last = touch;
      for (const clearance of [1e-4, 1e-2, 0.1, 1, 4].map((share) => share * spread)) {
        const told = elementary(kind, values, { clearance, tolerance: 1e-7 * spread });
        if (last.hit) expect(told.hit, family).toBe(true);
        if (last.hit) expect(told.time, family).toBeLessThanOrEqual(last.time);
        last = told;
      }
      // no two corners are farther apart than that
      expect(last).toEqual({ hit: true, time: 0 });
    }
  });

  test("in any power of two from 2^-320 to 2^280: the same bits (seed 'keep-unit')", () => {
    const random = new Random('keep-unit');
    for (const { kind, values } of some(20, 'keep-unit', ['random', 'small grid', 'touching inside', 'degenerate face or edge'])) {
      const [clearance, tolerance] = [random.pick([2 ** -9, 0.3]), random.pick([2 ** -12, 1e-6])];
      const answer = elementary(kind, values, { clearance, tolerance });
      for (const unit of [2 ** -320, 2 ** -240, 2 ** -20, 2 ** 90, 2 ** 280])
        expect(
          elementary(
            kind,
            values.map((x) => x * unit),
            { clearance: clearance * unit, tolerance: tolerance * unit },
          ),
        ).toEqual(answer);
    }
  });

  test('a sphere about the vertex reaches a falling face when it should', () => {
    const face = (z: number): number[] => [-9, -9, z, 9, -9, z, 0, 9, z];
    for (const clearance of [1e-3, 0.25, 0.5]) {
      const { hit, time } = elementary('vertex-face', [0, 0, 0, ...face(1), 0, 0, 0, ...face(0)], { clearance, tolerance: 1e-9 });
      expect(hit).toBe(true);
      expect(time).toBeLessThanOrEqual(1 - clearance);
      expect(time).toBeGreaterThan(1 - clearance - 2e-8);
      // it stops just short of that
      const short = face(clearance * (1 + 1e-5));
      expect(elementary('vertex-face', [0, 0, 0, ...face(1), 0, 0, 0, ...short], { clearance, tolerance: 1e-9 }).hit).toBe(false);
    }
  });

  test('a face that rolls about the vertex, just above the clearance all the way, comes to an end', () => {
    // lines tangent to a parabola with its centre of curvature at the vertex: their distance is 1 + m⁴/8 to the first orders
    const at = (m: number): number[] => [0, 0, 0, (m - 1) / 2, 1 + m / 2, -5, (m + 1) / 2, 1 - m / 2, -5, m / 2, 1, 5];
    for (const [below, tolerance] of [
      [4e-6, undefined],
      [1e-7, 1e-8],
      [1e-8, 1e-9],
    ] as const) {
      const clearance = 1 - below;
      const values = [...at(-0.9), ...at(0.9)];
      const { hit, time } = elementary('vertex-face', values, { clearance, tolerance });
      const kept = Math.max(tolerance ?? 1e-5, 2 ** -32 * 11);
      if (hit) expect(distanceAt('vertex-face', values, time)).toBeLessThan(clearance + kept);
      for (let i = 0; i <= 100; i++) expect(distanceAt('vertex-face', values, (time * i) / 100)).toBeGreaterThan(clearance - 1e-12);
    }
  });

  test("without a clearance the tolerance does not matter (seed 'keep-none')", () => {
    for (const { kind, values } of some(5, 'keep-none')) {
      const answer = elementary(kind, values);
      for (const options of [{ clearance: 0 }, { tolerance: 1 }, { clearance: undefined, tolerance: 0 }])
        expect(elementary(kind, values, options)).toEqual(answer);
    }
  });
});

describe('what is given', () => {
  const values = [0, 0, 1, -9, -9, 0, 9, -9, 0, 0, 9, 0, 0, 0, -1, -9, -9, 0, 9, -9, 0, 0, 9, 0];

  test('any list of 24 numbers, which stays as it is', () => {
    const answer = elementary('vertex-face', values);
    expect(answer).toEqual({ hit: true, time: answer.time });
    for (const same of [Float64Array.from(values), Float32Array.from(values), Int8Array.from(values)]) {
      const copy = Array.from(same);
      expect(elementary('vertex-face', same)).toEqual(answer);
      expect(elementary('vertex-face', same, { clearance: 0.5 }).hit).toBe(true);
      expect(Array.from(same)).toEqual(copy);
    }
    expect(JSON.parse(JSON.stringify(answer))).toEqual(answer);
  });

  test('coordinates up to 2^300 are taken, larger ones are not', () => {
    const large = values.map((x) => (x / 16) * LARGEST);
    expect(elementary('vertex-face', large).hit).toBe(true);
    expect(elementary('vertex-face', large, { clearance: LARGEST / 64 }).hit).toBe(true);
    expect(
      elementary(
        'edge-edge',
        values.map((x) => Math.sign(x) * LARGEST),
      ).hit,
    ).toBe(
      exactly(
        'edge-edge',
        values.map((x) => Math.sign(x) * LARGEST),
      ).hit,
    );
    expect(() =>
      elementary(
        'vertex-face',
        values.map((x) => x * LARGEST),
      ),
    ).toThrow(InputError);
  });

  test.each<[string, unknown, unknown, unknown]>([
    ['another kind', 'face-face', values, {}],
    ['no kind', undefined, values, {}],
    ['no stencil', 'vertex-face', undefined, {}],
    ['null', 'vertex-face', null, {}],
    ['a text', 'vertex-face', '012345678901234567890123', {}],
    ['23 numbers', 'vertex-face', values.slice(1), {}],
    ['25 numbers', 'edge-edge', [...values, 0], {}],
    ['NaN', 'edge-edge', values.with(5, Number.NaN), {}],
    ['Infinity', 'edge-edge', values.with(23, -Infinity), {}],
    ['a number as text', 'edge-edge', (values as unknown[]).with(0, '1'), {}],
    ['a hole', 'edge-edge', (values as unknown[]).with(0, undefined), {}],
    ['options null', 'vertex-face', values, null],
    ['options a number', 'vertex-face', values, 1],
    ['an unknown option', 'vertex-face', values, { clearence: 1 }],
    ['a negative clearance', 'vertex-face', values, { clearance: -1 }],
    ['a clearance of NaN', 'vertex-face', values, { clearance: Number.NaN }],
    ['an infinite clearance', 'vertex-face', values, { clearance: Infinity }],
    ['a clearance as text', 'vertex-face', values, { clearance: '1' }],
    ['a negative tolerance', 'vertex-face', values, { clearance: 1, tolerance: -1e-9 }],
    ['a tolerance of NaN', 'vertex-face', values, { tolerance: Number.NaN }],
  ])('%s: an InputError', (_what, kind, stencil, options) => {
    expect(() => elementary(kind as StencilKind, stencil as number[], options as ElementaryOptions)).toThrow(InputError);
  });
});
