import { expect, test } from 'vitest';
import { pointCloud } from '../../../src/cloud/point-cloud.ts';
import { Random } from '../../../src/math/random.ts';
import { inspectMesh } from '../../../src/mesh/inspect-mesh.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { drawnShape } from '../../../src/report/drawn-shape.ts';
import { randomCloud } from '../../property/random-clouds.ts';

test('many balls are octahedra within them, turned outwards', () => {
  const lattice = Float64Array.from({ length: 3 * 2000 }, (_, i) => (i % 3 === 0 ? Math.floor(i / 3) : 0));
  const { positions, indices } = drawnShape(pointCloud(lattice, { radius: 0.25 }));
  const drawn = inspectMesh(new TriangleMesh(positions, indices));
  expect(drawn).toMatchObject({
    triangles: 16_000,
    closed: true,
    oriented: true,
    components: 2000,
    bounds: { min: [-0.25, -0.25, -0.25], max: [1999.25, 0.25, 0.25] },
  });
  // (4/3) r³ each
  expect(drawn.volume).toBeCloseTo((2000 * 4 * 0.25 ** 3) / 3, 6);
});

test('of very many an even sample, and points without radius can be seen, seed 1', () => {
  const { positions, indices } = drawnShape(pointCloud(randomCloud(new Random(1), 'ball', 200_000)));
  expect(indices.length).toBe(24 * 25_000);
  const { bounds, volume } = inspectMesh(new TriangleMesh(positions, indices));
  for (let k = 0; k < 3; k++) {
    expect(Math.abs(bounds.min[k] + 1)).toBeLessThan(0.01);
    expect(Math.abs(bounds.max[k] - 1)).toBeLessThan(0.01);
  }
  expect(volume ?? 0).toBeGreaterThan(0);
});
