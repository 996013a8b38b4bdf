import { describe, expect, test } from 'vitest';
import { cloth } from '../../scenes/soft/cloth.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { linearMotion } from '../../src/soft/linear-motion.ts';
import { StepQuery } from '../../src/soft/step-query.ts';
import { trianglesOverlap } from '../unit/geometry/triangle-overlap.ts';

describe.each(['inbetween', 'a', 'b'])('cloth, seed %s', (seed) => {
  test.each([true, false])('starts free of intersections, goes about an edge, touching %s', (touching) => {
    const { mesh, positions0, positions1, edgeLength } = cloth(900, { seed, touching });
    expect(Math.abs(mesh.triangleCount - 900)).toBeLessThan(30);
    expect(intersections(mesh)).toBe(0);
    let farthest = 0;
    for (let o = 0; o < positions0.length; o += 3)
      farthest = Math.max(farthest, Math.hypot(...[0, 1, 2].map((k) => positions1[o + k] - positions0[o + k])));
    expect(farthest / edgeLength).toBeGreaterThan(0.9);
    expect(farthest / edgeLength).toBeLessThan(1.2);
  });

  test('touches itself, or does not, at every size', () => {
    for (const size of [2000, 8000]) {
      for (const touching of [true, false]) {
        const { mesh, positions0, positions1 } = cloth(size, { seed, touching });
        const { status, contactCount } = new StepQuery([{ shape: mesh }]).contacts(linearMotion(positions0, positions1));
        expect(status).toBe(touching ? 'contact' : 'free');
        if (touching) expect(contactCount).toBeGreaterThan(size / 500);
      }
    }
  });

  test('is the same the next time', () => {
    expect(cloth(500, { seed })).toEqual(cloth(500, { seed }));
  });
});

test('seeds differ', () => {
  expect(cloth(500, { seed: 1 }).positions1).not.toEqual(cloth(500, { seed: 2 }).positions1);
});

/** Pairs of triangles without a common vertex that meet. */
function intersections({ positions, indices, triangleCount }: TriangleMesh): number {
  const corners = Array.from({ length: triangleCount }, (_, t) =>
    Float64Array.from({ length: 9 }, (_, k) => positions[3 * indices[3 * t + Math.floor(k / 3)] + (k % 3)]),
  );
  const [low, high] = [Math.min, Math.max].map((pick) => corners.map((p) => [0, 1, 2].map((k) => pick(p[k], p[3 + k], p[6 + k]))));
  let count = 0;
  for (let s = 0; s < triangleCount; s++) {
    for (let t = s + 1; t < triangleCount; t++) {
      if ([0, 1, 2].some((k) => low[s][k] > high[t][k] || low[t][k] > high[s][k])) continue;
      const others = indices.subarray(3 * t, 3 * t + 3);
      if (indices.subarray(3 * s, 3 * s + 3).some((v) => others.includes(v))) continue;
      if (trianglesOverlap(corners[s], 0, corners[t], 0)) count++;
    }
  }
  return count;
}
