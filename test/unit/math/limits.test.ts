import { describe, expect, test } from 'vitest';
import { AllPairs } from '../../../src/broad/all-pairs.ts';
import { elementary } from '../../../src/contact/elementary/elementary.ts';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { convexBox, convexSphere } from '../../../src/convex/polyhedra.ts';
import { limitHint } from '../../../src/math/limits.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';

const MOST = /2\^300, about 2e90, is the most/;

test('a limit is told where it was the fault, and only there', () => {
  expect(limitHint(1e91)).toMatch(MOST);
  expect(limitHint(-1e91)).toMatch(MOST);
  expect(limitHint([1, 2, 1e91])).toMatch(MOST);
  expect(limitHint(new Float64Array([1e91]))).toMatch(MOST);
  expect(limitHint(2 ** 300)).toBe('');
  for (const other of [Number.NaN, Number.POSITIVE_INFINITY, 'text', null, undefined, {}, -1, 0]) expect(limitHint(other, true)).toBe('');
  expect(limitHint(1e-91)).toBe('');
  expect(limitHint(1e-91, true)).toMatch(/2\^-300, about 5e-91, is the least/);
});

describe('refused for their size', () => {
  const stencil = Array.from({ length: 24 }, (_, i) => (i === 5 ? 1e91 : i));
  test.each<[string, () => unknown]>([
    ['elementary', () => elementary('vertex-face', stencil)],
    ['its clearance', () => elementary('vertex-face', stencil.map(Math.sqrt), { clearance: 1e91 })],
    ['a mesh', () => new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1e91, 0], [0, 1, 2])],
    ['a size', () => box(1e91)],
    ['a hull', () => convexBox([1, 1e91, 1])],
    ['a tolerance', () => firstContact({ shape: box(1) }, { shape: box(1) }, { tolerance: 1e91 })],
    ['a pose', () => firstContact({ shape: box(1), pose: { position: [1e91, 0, 0] } }, { shape: box(1) })],
    ['a clearance of a world', () => new World({ clearance: 1e91 })],
    ['a velocity', () => new World({ bodies: [{ name: 'a', shape: convexSphere(1), velocity: [1e91, 0, 0] }] })],
    ['a box of a broad phase', () => new AllPairs().add([0, 0, 0, 1e91, 1, 1])],
  ])('%s', (_, make) => expect(make).toThrow(MOST));
});
