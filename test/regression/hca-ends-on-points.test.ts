import { expect, test } from 'vitest';
import { METHODS } from '../../src/contact/options.ts';
import { firstContact } from '../../src/contact/pair-query.ts';
import { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { translation } from '../../src/motion/rigid-motion.ts';
import { patient } from '../contact/patient-motion.ts';

// hca advanced a pair of nodes until they were nearer than a share of the larger node's side. Where both are points there is no
// side, the gap is never at most 0, and the advancement never ended; nor did it look at its budget.
test.each(METHODS)('%s ends where both nodes are points', (method) => {
  const points = new TriangleMesh([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 5, 0, 0, 5, 0], undefined, { name: 'points' });
  const motion = patient(translation({ position: [-3, 0, 0] }, [6, 0, 0]), 100_000);
  const result = firstContact({ mesh: points, motion }, { mesh: points }, { method, tolerance: 1e-3 });
  expect(result.status).toBe('contact');
  expect(result.time).toBeGreaterThanOrEqual(0.5 - 1e-3 / 6);
  expect(result.time).toBeLessThanOrEqual(0.5);
});
