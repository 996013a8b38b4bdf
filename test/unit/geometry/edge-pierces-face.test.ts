import { describe, expect, it } from 'vitest';
import { exactSide } from '../../../src/geometry/determinant.ts';
import { edgePiercesFace } from '../../../src/geometry/edge-pierces-face.ts';
import { exactIntegers } from '../../../src/geometry/exact-integers.ts';
import { Random } from '../../../src/math/random.ts';

/** Signs of integer volumes are exact in doubles as long as the coordinates are small. */
function sign(p: number[], q: number[], r: number[], s: number[]): number {
  const [a, b, c] = [q, r, s].map((v) => v.map((x, k) => x - p[k]));
  return Math.sign(a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]));
}

function pierces([p, q, a, b, c]: number[][]): boolean {
  if (sign(a, b, c, p) * sign(a, b, c, q) >= 0) return false;
  const sides = [sign(p, q, a, b), sign(p, q, b, c), sign(p, q, c, a)];
  return sides[0] !== 0 && sides.every((side) => side === sides[0]);
}

describe('an edge through a face', () => {
  it.each([1, 2, 3])('is told exactly on small grids, degenerate ones included, seed %i', (seed) => {
    const random = new Random(seed);
    let through = 0;
    for (let i = 0; i < 5000; i++) {
      const points = Array.from({ length: 5 }, () => Array.from({ length: 3 }, () => Math.floor(5 * random.next()) - 2));
      const expected = pierces(points);
      through += expected ? 1 : 0;
      // an exact change of unit must not matter, nor one that leaves the range of products
      for (const unit of [1, 2 ** 90, 2 ** -330]) expect(edgePiercesFace(Float64Array.from(points.flat(), (x) => x * unit))).toBe(expected);
    }
    expect(through).toBeGreaterThan(80);
  });

  it('is told where doubles cannot: an end a hair below the plane', () => {
    const face = [0, 0, 0, 3, 0, 1 / 3, 0, 3, 1 / 7];
    const above = (z: number): Float64Array => Float64Array.from([1, 1, z, 1, 1, 5, ...face]);
    const onPlane = 1 / 9 + 1 / 21;
    expect(edgePiercesFace(above(onPlane + 2 ** -52))).toBe(false);
    expect(edgePiercesFace(above(onPlane - 2 ** -50))).toBe(true);
  });

  it('is told as integers tell it in a turned plane, where all volumes are roundings, seed 4', () => {
    const random = new Random(4);
    const told = [0, 0];
    for (let i = 0; i < 3000; i++) {
      const points = new Float64Array(15);
      for (let p = 0; p < 15; p += 3) {
        const [x, y] = [random.integer(4) / 7, random.integer(4) / 7];
        // now and then an end above or below the plane by a rounding
        const z = p < 6 ? random.pick([0, 0, 1e-16, -1e-16, 1e-3]) : 0;
        const v = (12 * y - 5 * z) / 13;
        points.set([(3 * x - 4 * v) / 5, (4 * x + 3 * v) / 5, (5 * y + 12 * z) / 13], p);
      }
      const n = exactIntegers(points, 0, points, 6, 9);
      const [p, q, a, b, c] = [0, 3, 9, 12, 15].map((o) => [n[o], n[o + 1], n[o + 2]]);
      const sides = [exactSide(p, q, a, b), exactSide(p, q, b, c), exactSide(p, q, c, a)];
      const expected =
        exactSide(a, b, c, p) * exactSide(a, b, c, q) < 0 && sides[0] !== 0 && sides[1] === sides[0] && sides[2] === sides[0];
      expect(edgePiercesFace(points), points.join(' ')).toBe(expected);
      told[expected ? 1 : 0]++;
    }
    expect(Math.min(...told)).toBeGreaterThan(50);
  });
});
