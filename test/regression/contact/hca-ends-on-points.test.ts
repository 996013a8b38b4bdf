import { expect, test } from 'vitest';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { METHODS, methodNamed } from '../../../src/methods/index.ts';
import { rotationMotion } from '../../../src/motion/rigid-motion.ts';
import { patientContact } from '../../unit/contact/patient-contact.ts';

// hca advanced a pair of nodes until they were nearer than a share of the larger node's side. Where both are points there is no
// side; the gap stayed above 0 while the step no longer changed t, and the advancement never ended, whatever the budget.
test.each(METHODS)('%s ends where both nodes are points', (method) => {
  const a = new TriangleMesh([1, 0, 0, 1, 0, 0, 1, 0, 0]);
  for (let i = 1; i <= 20; i++) {
    const y = i / 2048;
    const x = Math.sqrt(1 - y * y);
    const b = new TriangleMesh([x, y, 0, x, y, 0, x, y, 0, 9, 9, 9, 9, 9, 9, 9, 9, 9]);
    const result = patientContact(
      { shape: a, motion: rotationMotion({}, [0, 0, 1], 3) },
      { shape: b },
      { method: methodNamed(method), tolerance: 1e-6 },
      100_000,
    );
    expect(result.status).toBe('contact');
    expect(result.time).toBeGreaterThanOrEqual(Math.asin(y) / 3 - 1e-6);
    expect(result.time).toBeLessThanOrEqual(Math.asin(y) / 3);
  }
});
