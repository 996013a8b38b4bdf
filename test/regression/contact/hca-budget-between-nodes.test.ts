import { expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { hca } from '../../../src/methods/index.ts';
import { rotationMotion } from '../../../src/motion/rigid-motion.ts';

// Two nodes are advanced by as many steps as it takes, and only leaves asked the budget: 500,000 poses with maxIterations 1.
test('hca: the advancement of nodes is inside the budget', () => {
  const x = 1000;
  const mesh = new TriangleMesh([x, 0, 0, x, 1e-3, 0, x, 0, 1e-3, x, 0, 0.01, x, 1e-3, 0.01, x, 0, 0.011]);
  const other = new TriangleMesh([x + 1, 0, 0, x + 1, 1e-3, 0, x + 1, 0, 1e-3]);
  const { stats } = firstContact(
    { shape: mesh, motion: rotationMotion({}, [0, 0, 1], 1e5) },
    { shape: other },
    { method: hca, maxIterations: 1 },
  );
  expect(stats.poses).toBeLessThan(1000);
});
