import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closingOf } from '../../../src/mesh/closing.ts';
import { box, sphere } from '../../../src/mesh/primitives.ts';
import { isOriented, requireClosed } from '../../../src/mesh/solid-parts.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';

const corner = fc.nat(5);
/** Octahedra and tetrahedra, with triangles turned, doubled, left out or added, on places some of which coincide. */
const closedByNumber = fc.constantFrom(
  [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5],
  [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2],
  [0, 2, 1, 0, 1, 2],
);
const soup = fc.tuple(closedByNumber, fc.array(fc.tuple(corner, corner, corner), { maxLength: 2 }), fc.nat(3));
const places = fc.array(fc.tuple(fc.nat(1), fc.nat(1), fc.nat(1)), { minLength: 6, maxLength: 6 });

function isClosed(mesh: TriangleMesh): boolean {
  try {
    requireClosed(mesh);
    return true;
  } catch {
    return false;
  }
}

test('closed and turning one way, as found with corners at the same place joined, seed 41', () => {
  const seen = { closed: 0, open: 0, turned: 0 };
  fc.assert(
    fc.property(soup, places, ([base, more, left], at) => {
      const indices = [...base.slice(left > 2 ? 3 : 0), ...more.flat()];
      const mesh = new TriangleMesh(at.flat(), indices);
      const { closed, oriented } = closingOf(mesh);
      expect(isClosed(mesh)).toBe(closed);
      if (closed) expect(isOriented(mesh)).toBe(oriented);
      seen[!closed ? 'open' : oriented ? 'closed' : 'turned']++;
    }),
    { seed: 41, numRuns: 3000 },
  );
  expect(Math.min(seen.closed, seen.open, seen.turned)).toBeGreaterThan(10);
});

test('boxes are closed, also with every corner written once a triangle', () => {
  const one = box(1);
  const soupOfOne = new TriangleMesh([...one.indices].flatMap((v) => [...one.positions.subarray(3 * v, 3 * v + 3)]));
  expect(isClosed(one) && isOriented(one)).toBe(true);
  expect(isClosed(soupOfOne) && isOriented(soupOfOne)).toBe(true);
  expect(isClosed(sphere(1))).toBe(closingOf(sphere(1)).closed);
});
