import { describe, expect, test } from 'vitest';
import { box, capsule, sphere, TriangleMesh } from '../../../src/index.ts';
import { drawnShape } from '../../../src/report/drawn-shape.ts';

const pointsOf = ({ positions }: { positions: Float64Array }) =>
  Array.from({ length: positions.length / 3 }, (_, i) => [...positions.subarray(3 * i, 3 * i + 3)]);

/** Volume inside a closed surface, with the sign of its orientation. */
function volume({ positions: p, indices }: { positions: Float64Array; indices: Uint32Array }): number {
  let sum = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => [...p.subarray(3 * indices[i + k], 3 * indices[i + k] + 3)]);
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

describe('what is drawn of round leaves', () => {
  test('meshes without radii are drawn as they are', () => {
    const mesh = box(1);
    expect(drawnShape(mesh).positions).toBe(mesh.positions);
  });

  test('a sphere: every point on it, and nearly its volume', () => {
    const shape = drawnShape(sphere(0.5, [1, 2, 3]));
    for (const [x, y, z] of pointsOf(shape)) expect(Math.hypot(x - 1, y - 2, z - 3)).toBeCloseTo(0.5, 12);
    expect(volume(shape) / ((4 / 3) * Math.PI * 0.5 ** 3)).toBeGreaterThan(0.93);
    expect(volume(shape) / ((4 / 3) * Math.PI * 0.5 ** 3)).toBeLessThan(1);
  });

  test('a capsule along any direction: every point at its radius from the segment, and nearly its volume', () => {
    for (const [x, y, z] of [
      [0, 0, 2],
      [2, 0, 0],
      [1, -1, 1],
    ]) {
      const shape = drawnShape(capsule([0, 0, 0], [x, y, z], 0.3));
      const long = Math.hypot(x, y, z);
      for (const p of pointsOf(shape)) {
        const t = Math.max(0, Math.min(1, (p[0] * x + p[1] * y + p[2] * z) / long ** 2));
        expect(Math.hypot(p[0] - t * x, p[1] - t * y, p[2] - t * z)).toBeCloseTo(0.3, 12);
      }
      const exact = Math.PI * 0.3 ** 2 * long + (4 / 3) * Math.PI * 0.3 ** 3;
      expect(volume(shape) / exact).toBeGreaterThan(0.93);
      expect(volume(shape) / exact).toBeLessThan(1);
    }
  });

  test('a thick triangle: a plate of two, as far out as its radius', () => {
    const shape = drawnShape(new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2], { radius: 0.1 }));
    expect(shape.indices).toHaveLength(6);
    expect(pointsOf(shape).map(([, , z]) => z)).toEqual([0.1, 0.1, 0.1, -0.1, -0.1, -0.1]);
  });
});
