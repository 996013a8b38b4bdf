import { expect, test } from 'vitest';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { methodNamed } from '../../../src/methods/index.ts';
import { ballisticMotion } from '../../../src/motion/ballistic-motion.ts';
import { Scene } from '../../../src/scene/scene.ts';

// The way of a falling body over the whole motion was taken for a bound on its speed, of which it is half: `hca` answered late.
test.each(['auto', 'hca', 'interval'] as const)('%s finds the plate that a body falls onto', (method) => {
  const plate = new TriangleMesh([-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0], [0, 1, 2, 0, 2, 3], { name: 'plate' });
  for (const height of [1, 2, 3, 4, 4.5]) {
    const scene = new Scene({ bodies: [{ name: 'crate', shape: box(0.2) }], obstacles: [{ name: 'plate', shape: plate }] });
    const crate = ballisticMotion({ pose: { position: [0, 0, height + 0.1] }, acceleration: [0, 0, -10] }, 1);
    const { status, time } = scene.firstContact({ crate }, { method: methodNamed(method), tolerance: 1e-6 });
    // 5 t² = height
    expect(status).toBe('contact');
    expect(time).toBeLessThanOrEqual(Math.sqrt(height / 5));
    expect(time).toBeGreaterThan(Math.sqrt(height / 5) - 1e-5);
  }
});
