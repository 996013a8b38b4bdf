import { describe, expect, test } from 'vitest';
import { deformHull, hull, hullHeight, hullNormal, hullRim } from '../../../scenes/soft/deforming-hull.ts';
import { DRILL_DURATION, DRILL_LENGTH, drillMotion, drillPhase } from '../../../scenes/soft/drill-motion.ts';
import { rotate } from '../../../src/math/quat.ts';
import { inspectMesh } from '../../../src/mesh/inspect-mesh.ts';

describe('the deforming hull', () => {
  test.each([400, 1600, 16_000, 160_000])('%i triangles: one manifold sheet, seen from above, its rim the boundary', (triangles) => {
    const mesh = hull(triangles);
    const { oriented, manifold, components, boundaryEdges, degenerate } = inspectMesh(mesh);
    expect(mesh.triangleCount).toBe(triangles);
    expect({ oriented, manifold, components, degenerate }).toEqual({ oriented: true, manifold: true, components: 1, degenerate: 0 });
    expect(hullRim(triangles)).toHaveLength(boundaryEdges);
  });

  test('deforms smoothly: small moves in small times, nowhere beyond 7 mm', () => {
    const { positions } = hull(1600);
    const before = deformHull(positions, 1);
    const after = deformHull(positions, 1.001);
    for (let o = 0; o < positions.length; o++) {
      expect(Math.abs(before[o] - positions[o])).toBeLessThan(0.007);
      expect(Math.abs(after[o] - before[o])).toBeLessThan(4e-5);
    }
    expect(deformHull(positions, 1, after)).toBe(after);
    expect(Array.from(after)).toEqual(Array.from(before));
  });

  test('the normal is that of the height', () => {
    for (const [x, y] of [
      [0, 0],
      [0.1, -0.05],
      [-0.14, 0.09],
    ]) {
      const h = 1e-6;
      const slope = [(hullHeight(x + h, y) - hullHeight(x - h, y)) / (2 * h), (hullHeight(x, y + h) - hullHeight(x, y - h)) / (2 * h)];
      const n = hullNormal(x, y);
      expect(n[0] / n[2]).toBeCloseTo(-slope[0], 8);
      expect(n[1] / n[2]).toBeCloseTo(-slope[1], 8);
      expect(Math.hypot(...n)).toBeCloseTo(1, 14);
    }
  });
});

test('the drill comes down, presses as deep as asked along the normal, and leaves', () => {
  const at = drillMotion({ depth: 0.003, hover: 0.02 });
  const height = (time: number) => {
    const { position, quaternion } = at(time);
    const end = rotate(quaternion, [0, 0, -DRILL_LENGTH / 2]).map((x, k) => x + position[k]);
    return end[2] - hullHeight(end[0], end[1]);
  };
  expect(height(0)).toBeGreaterThan(0.019);
  expect(height(1)).toBeCloseTo(0, 12);
  for (const time of [1.5, 2, 2.75]) expect(height(time)).toBeCloseTo(-0.003, 4);
  expect(height(DRILL_DURATION)).toBeGreaterThan(0.019);
  expect([0, 1.2, 2, 3, 3.9].map(drillPhase)).toEqual(['approach', 'press', 'slide', 'retract', 'away']);
  for (let t = 0; t < DRILL_DURATION; t += 0.01) {
    const [a, b] = [at(t).position, at(t + 0.01).position];
    expect(Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2])).toBeLessThan(0.002);
  }
});
