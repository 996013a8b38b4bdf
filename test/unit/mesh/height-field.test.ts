import { expect, test } from 'vitest';
import { InputError } from '../../../src/math/input-error.ts';
import { Random } from '../../../src/math/random.ts';
import { type HeightFieldOptions, heightField } from '../../../src/mesh/height-field.ts';
import { inspectMesh } from '../../../src/mesh/inspect-mesh.ts';

test('heights stand over their grid, and the surface looks up', () => {
  const mesh = heightField([0, 1, 2, 3, 4, 5], { columns: 3, rows: 2, spacing: [0.5, 2], origin: [10, 20] });
  expect([...mesh.positions]).toEqual([10, 20, 0, 10.5, 20, 1, 11, 20, 2, 10, 22, 3, 10.5, 22, 4, 11, 22, 5]);
  expect([...mesh.indices]).toEqual([0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4]);
  expect([mesh.solid, mesh.name]).toEqual([false, 'heights']);
  expect(inspectMesh(mesh)).toMatchObject({ closed: false, oriented: true, boundaryEdges: 6 });
});

test('with ground it is a closed solid of the volume below its triangles, seed 1', () => {
  const random = new Random(1);
  for (let i = 0; i < 40; i++) {
    const [columns, rows] = [2 + random.integer(8), 2 + random.integer(8)];
    const heights = Float64Array.from({ length: columns * rows }, () => random.integer(64) / 16);
    const mesh = heightField(heights, { columns, rows, spacing: [0.5, 0.25], base: -2 });
    let wanted = 0;
    // below a triangle: its area times the mean of its heights over the base
    for (let y = 0; y + 1 < rows; y++)
      for (let x = 0; x + 1 < columns; x++) {
        const [a, b, c, d] = [0, 1, columns + 1, columns].map((o) => heights[y * columns + x + o] + 2);
        wanted += ((a + b + c + a + c + d) / 3) * 0.0625;
      }
    const { closed, oriented, manifold, volume, bounds } = inspectMesh(mesh);
    expect([closed, oriented, manifold, mesh.solid]).toEqual([true, true, true, true]);
    expect(Math.abs((volume ?? 0) - wanted)).toBeLessThan(1e-12 * wanted);
    expect(bounds).toEqual({ min: [0, 0, -2], max: [0.5 * (columns - 1), 0.25 * (rows - 1), Math.max(...heights)] });
  }
});

test.each<[string, unknown, unknown, RegExp]>([
  ['one column', [1, 2], { columns: 1, rows: 2, spacing: 1 }, /columns must be an integer ≥ 2, got 1/],
  ['half a row', [1, 2, 3], { columns: 2, rows: 1.5, spacing: 1 }, /rows must be an integer ≥ 2/],
  ['heights for others', [1, 2, 3], { columns: 2, rows: 2, spacing: 1 }, /^heights: 3 heights for 2 × 2/],
  ['no heights', undefined, { columns: 2, rows: 2, spacing: 1 }, /^heights: undefined heights/],
  ['no spacing', [1, 2, 3, 4], { columns: 2, rows: 2 }, /spacing must be one or two lengths > 0/],
  ['a spacing of 0', [1, 2, 3, 4], { columns: 2, rows: 2, spacing: [1, 0] }, /spacing must be/],
  ['an origin of three', [1, 2, 3, 4], { columns: 2, rows: 2, spacing: 1, origin: [0, 0, 0] }, /origin must be two finite numbers/],
  ['NaN', [1, 2, Number.NaN, 4], { columns: 2, rows: 2, spacing: 1 }, /height 2 is NaN/],
  ['a base above', [1, 2, 3, 4], { columns: 2, rows: 2, spacing: 1, base: 1 }, /base must lie below all heights \(1\), got 1/],
  ['a misspelt key', [1, 2, 3, 4], { columns: 2, rows: 2, step: 1 }, /unknown key 'step'/],
])('%s', (_what, heights, options, says) => {
  expect(() => heightField(heights as number[], options as HeightFieldOptions)).toThrow(InputError);
  expect(() => heightField(heights as number[], options as HeightFieldOptions)).toThrow(says);
});
