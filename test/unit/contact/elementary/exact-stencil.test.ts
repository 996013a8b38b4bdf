import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { exactStencil } from '../../../../src/contact/elementary/exact-stencil.ts';
import { Random } from '../../../../src/math/random.ts';
import { addRationals, compareRationals, divideRationals, rational, subtractRationals } from '../../../support/rational.ts';
import { rounds } from '../../../support/rounds.ts';
import { bruteStencil } from '../../../support/soft/brute-stencil.ts';
import { STENCIL_FAMILIES, type Stencil, type StencilKind, stencilOf } from '../../../support/soft/stencils.ts';

const KINDS: readonly StencilKind[] = ['vertex-face', 'edge-edge'];

function ask(kind: StencilKind, values: ArrayLike<number>): [hit: number, time: number] {
  const out = new Float64Array(2);
  exactStencil(kind, Float64Array.from(values), out);
  return [out[0], out[1]];
}

/** The points in another order, at both times. */
function ordered(values: ArrayLike<number>, order: readonly number[]): number[] {
  return [0, 12].flatMap((o) => order.flatMap((i) => [0, 1, 2].map((axis) => values[o + 3 * i + axis])));
}

const BACKWARDS = Array.from({ length: 24 }, (_, i) => (i + 12) % 24);

function some(count: number, seed: string): Stencil[] {
  const random = new Random(seed);
  return STENCIL_FAMILIES.flatMap((family) =>
    KINDS.flatMap((kind) => Array.from({ length: count }, () => stencilOf(family, kind, random))),
  );
}

describe('exact first contact of linearly moving points', () => {
  test.each(STENCIL_FAMILIES)('agrees with bisection in rationals: %s (seed exact-1)', (family) => {
    const random = new Random(`exact-1 ${family}`);
    const count = family === 'random' || family === 'small grid' || family === 'always parallel edges' ? rounds(300, 100) : rounds(40);
    let unknown = 0;
    for (let i = 0; i < count; i++) {
      const { kind, values } = stencilOf(family, KINDS[i % 2], random);
      const [hit, time] = ask(kind, values);
      const brute = bruteStencil(kind, values, i % 8 < 2 ? 40 : 20);
      const shown = `${kind} ${values.join(' ')}`;
      if (brute.verdict === 'unknown') unknown += 1;
      if (brute.verdict === 'free') expect([hit, time], shown).toEqual([0, 1]);
      if (brute.verdict === 'hit') {
        expect(hit, shown).toBe(1);
        expect(compareRationals(rational(time), brute.hi), shown).toBeLessThanOrEqual(0);
        expect(compareRationals(addRationals(rational(time), rational(2 ** -52)), brute.lo), shown).toBeGreaterThanOrEqual(0);
      }
    }
    expect(unknown).toBeLessThanOrEqual((family === 'near miss' || family === 'mixed sizes' ? 0.15 : 0.03) * count);
  });

  test('the time is the largest double that is not late (seed exact-2)', () => {
    const random = new Random('exact-2');
    for (let i = 0; i < rounds(120, 40); i++) {
      const scale = random.pick([1, 2 ** -20, 2 ** -60, 2 ** -500]);
      const from = scale * random.range(0.5, 1);
      const to = -random.range(0.5, 1);
      const [, time] = ask('vertex-face', [0, 0, from, -9, -9, 0, 9, -9, 0, 0, 9, 0, 0, 0, to, -9, -9, 0, 9, -9, 0, 0, 9, 0]);
      const exact = divideRationals(rational(from), subtractRationals(rational(from), rational(to)));
      expect(compareRationals(rational(time), exact)).toBeLessThanOrEqual(0);
      const neighbour = new Float64Array([time]);
      new BigUint64Array(neighbour.buffer)[0] += 1n;
      expect(compareRationals(rational(neighbour[0]), exact)).toBe(1);
    }
  });

  test('order of vertices, edges and axes does not matter, not even for the bits of the time (seed exact-3)', () => {
    const orders = {
      'vertex-face': [
        [0, 2, 3, 1],
        [0, 2, 1, 3],
      ],
      'edge-edge': [
        [1, 0, 2, 3],
        [0, 1, 3, 2],
        [2, 3, 0, 1],
      ],
    };
    for (const { kind, family, values } of some(30, 'exact-3')) {
      const answer = ask(kind, values);
      for (const order of orders[kind]) expect(ask(kind, ordered(values, order)), family).toEqual(answer);
      const turned = Array.from(values, (_, i) => (i % 3 === 2 ? -values[i - 2] : values[i + 1]));
      expect(ask(kind, turned), family).toEqual(answer);
    }
  });

  test('backwards in time a contact stays a contact, and a free step free (seed exact-4)', () => {
    let hits = 0;
    for (const { kind, family, values } of some(60, 'exact-4')) {
      const [hit, time] = ask(kind, values);
      const [again, other] = ask(
        kind,
        BACKWARDS.map((i) => values[i]),
      );
      expect(again, family).toBe(hit);
      if (hit === 1) {
        hits += 1;
        expect(time + other).toBeLessThanOrEqual(1);
      }
    }
    expect(hits).toBeGreaterThan(800);
  });

  test('a power of two as unit of length gives the same bits (seed exact-5)', () => {
    for (const { kind, family, values } of some(16, 'exact-5')) {
      if (family === 'huge and tiny' || family === 'mixed sizes') continue;
      const answer = ask(kind, values);
      for (const unit of [2 ** -900, 2 ** -3, 2 ** 200]) {
        expect(
          ask(
            kind,
            values.map((c) => c * unit),
          ),
          family,
        ).toEqual(answer);
      }
    }
  });

  test('an offset that is exact gives the same bits (seed exact-6)', () => {
    const random = new Random('exact-6');
    for (const kind of KINDS) {
      for (let i = 0; i < rounds(120, 40); i++) {
        const { values } = stencilOf('small grid', kind, random);
        const offset = [2 ** 40, -(2 ** 51), 12345];
        expect(
          ask(
            kind,
            values.map((c, k) => c + offset[k % 3]),
          ),
        ).toEqual(ask(kind, values));
      }
    }
  });

  test('what is not a number is refused', () => {
    expect(() => ask('vertex-face', new Float64Array(24).fill(Number.NaN))).toThrow('NaN');
  });
});

const folder = fileURLToPath(new URL('../../../../../shared/data/ccd-queries-dev/', import.meta.url));
const isPresent = existsSync(folder);
if (!isPresent) console.warn(`skipped: no queries in ${folder}`);

describe.skipIf(!isPresent)('public queries with ground truth', () => {
  test('all 2,179 are answered right', () => {
    const index: { total: number; files: { file: string; type: 'ee' | 'vf'; first: number; count: number }[] } = JSON.parse(
      readFileSync(`${folder}index.json`, 'utf8'),
    );
    const truth = readFileSync(`${folder}ground_truth.u8.bin`);
    const queries = new Float64Array(Uint8Array.from(readFileSync(`${folder}queries.f64le.bin`)).buffer);
    const wrong: string[] = [];
    let asked = 0;
    for (const { file, type, first, count } of index.files) {
      for (let i = first; i < first + count; i++) {
        const [hit] = ask(type === 'ee' ? 'edge-edge' : 'vertex-face', queries.subarray(24 * i, 24 * i + 24));
        if (hit !== truth[i]) wrong.push(`${file} ${i - first}: ${hit}`);
        asked += 1;
      }
    }
    expect(wrong).toEqual([]);
    expect(asked).toBe(2179);
  });
});
