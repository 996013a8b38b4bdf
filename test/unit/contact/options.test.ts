import { describe, expect, test } from 'vitest';
import type { PairFirstContactOptions } from '../../../src/contact/options.ts';
import { firstContact, PairQuery } from '../../../src/contact/pair-query.ts';
import { InputError } from '../../../src/math/input-error.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { METHODS, methodNamed } from '../../../src/methods/index.ts';
import { translationMotion } from '../../../src/motion/rigid-motion.ts';

const a = { shape: box(1), motion: translationMotion({ position: [-5, 0, 0] }, [10, 0, 0]) };
const b = { shape: box(1) };
const bad: [string, unknown][] = [
  ['method', 'fastest'],
  ['method', 7],
  ['mode', 'all'],
  ['start', 'gently'],
  ['contacts', 'some'],
  ['tolerance', 0],
  ['tolerance', -1],
  ['tolerance', Number.NaN],
  ['tolerance', Infinity],
  ['tolerance', '0.1'],
  ['clearance', -1e-9],
  ['clearance', Number.NaN],
  ['clearance', Infinity],
  ['maxIterations', -1],
  ['maxIterations', Number.NaN],
  ['maxIterations', '5'],
  ['maxMilliseconds', -1],
  ['maxMilliseconds', Number.NaN],
];

describe('a bad option is an InputError that names it', () => {
  test.each(bad)('%s = %j', (name, value) => {
    const options = { [name]: value } as PairFirstContactOptions;
    expect(() => firstContact(a, b, options)).toThrow(InputError);
    expect(() => firstContact(a, b, options)).toThrow(name);
  });

  test('a misspelt one, and what is known', () => {
    expect(() => firstContact(a, b, { tolerence: 1 } as PairFirstContactOptions)).toThrow(/'tolerence'.*tolerance/);
  });

  test('undefined means the default', () => {
    const plain = firstContact(a, b);
    const undefineds = { method: undefined, tolerance: undefined, clearance: undefined, start: undefined, maxIterations: undefined };
    expect(firstContact(a, b, undefineds)).toEqual(plain);
  });

  test('a query survives its errors', () => {
    const query = new PairQuery(a, b);
    const before = query.firstContact();
    expect(() => query.firstContact({}, { tolerance: -1 })).toThrow(InputError);
    expect(query.firstContact()).toEqual(before);
  });
});

describe('bodies', () => {
  test('without a mesh, or with something else', () => {
    for (const mesh of [undefined, null, {}, 'bunny.obj', [0, 0, 0]]) {
      expect(() => firstContact({ shape: mesh } as unknown as { shape: TriangleMesh }, b)).toThrow(InputError);
      expect(() => firstContact(b, { shape: mesh } as unknown as { shape: TriangleMesh })).toThrow(InputError);
    }
    expect(() => firstContact(undefined as unknown as { shape: TriangleMesh }, b)).toThrow(InputError);
  });

  test('with a pose instead of a motion', () => {
    const motion = { position: [0, 0, 0] } as unknown as typeof a.motion;
    expect(() => firstContact({ shape: box(1), motion }, b)).toThrow(/motion/);
  });

  test('a solid that is not closed', () => {
    const open = new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], undefined, { solid: true, name: 'flag' });
    expect(() => firstContact({ shape: open }, b)).toThrow(/flag.*not closed/);
  });

  test('two single points, with a tolerance', () => {
    const point = new TriangleMesh([0, 0, 0, 0, 0, 0, 0, 0, 0]);
    const apart = { shape: point, motion: translationMotion({ position: [1, 0, 0] }, [1, 0, 0]) };
    expect(firstContact(apart, { shape: point }, { tolerance: 1e-3 }).status).toBe('free');
  });

  test('names: of the body, else of the mesh', () => {
    const named = firstContact({ ...a, name: 'hammer' }, { shape: box(1, [0, 0, 0], 'anvil') });
    expect(named.poses.map(({ body }) => body)).toEqual(['hammer', 'anvil']);
  });
});

describe('the default tolerance', () => {
  test('is 1e-6 of the smaller bounding radius', () => {
    for (const [sizeA, sizeB] of [
      [1, 100],
      [100, 1],
      [1e-6, 1e6],
    ]) {
      const motion = translationMotion({ position: [-500 * Math.max(sizeA, sizeB), 0, 0] }, [0, 1, 0]);
      const { tolerance } = firstContact({ shape: box(sizeA), motion }, { shape: box(sizeB) });
      const radius = (Math.min(sizeA, sizeB) * Math.sqrt(3)) / 2;
      expect(tolerance / (1e-6 * radius)).toBeGreaterThan(0.5);
      expect(tolerance / (1e-6 * radius)).toBeLessThan(1.5);
    }
  });

  test('the same answer, reused or not, for every method', () => {
    const query = new PairQuery(a, b);
    for (const method of METHODS) {
      const fresh = firstContact(a, b, { method: methodNamed(method) });
      for (let i = 0; i < 3; i++) expect(query.firstContact({}, { method: methodNamed(method) })).toEqual(fresh);
    }
  });
});
