import { expect, test } from 'vitest';
import { writeAreaVector } from '../../../src/geometry/area-vector.ts';
import { Random } from '../../../src/math/random.ts';
import { box } from '../../../src/mesh/primitives.ts';

test('closed surfaces have none in all, and a box three pairs of its sides, pointing out', () => {
  const { positions, indices, triangleCount } = box([2, 3, 5]);
  const out = new Float64Array(5).fill(9);
  const sums = [0, 0, 0];
  const sizes = [0, 0, 0];
  for (let i = 0; i < 3 * triangleCount; i += 3) {
    writeAreaVector(positions, indices, i, out, 1);
    const corner = [0, 1, 2].map((k) => positions[3 * indices[i] + k]);
    // the box is around the origin: outwards is away from it
    expect(out[1] * corner[0] + out[2] * corner[1] + out[3] * corner[2]).toBeGreaterThan(0);
    for (let k = 0; k < 3; k++) {
      sums[k] += out[1 + k];
      sizes[k] += Math.abs(out[1 + k]);
    }
  }
  // twice the area of two sides across each axis
  expect([sums, sizes, out[0], out[4]]).toEqual([[0, 0, 0], [4 * 15, 4 * 10, 4 * 6], 9, 9]);
});

test('twice the area by the lengths of its sides, and the same from every corner, seed area-vector', () => {
  const random = new Random('area-vector');
  const out = new Float64Array(3);
  for (let i = 0; i < 100; i++) {
    const positions = Float64Array.from({ length: 12 }, () => random.range(-1, 1));
    const corners = random.shuffle([0, 1, 2, 3]).slice(0, 3);
    const side = (a: number, b: number): number => Math.hypot(...[0, 1, 2].map((k) => positions[3 * a + k] - positions[3 * b + k]));
    const [a, b, c] = [side(corners[0], corners[1]), side(corners[1], corners[2]), side(corners[2], corners[0])];
    const half = (a + b + c) / 2;
    const heron = 2 * Math.sqrt(half * (half - a) * (half - b) * (half - c));
    const vectors = [0, 1, 2].map((shift) => {
      writeAreaVector(positions, Uint32Array.of(7, ...[0, 1, 2].map((k) => corners[(k + shift) % 3])), 1, out, 0);
      return [...out];
    });
    expect(Math.hypot(...vectors[0])).toBeCloseTo(heron, 10);
    for (const other of vectors) for (let k = 0; k < 3; k++) expect(other[k]).toBeCloseTo(vectors[0][k], 13);
  }
});
