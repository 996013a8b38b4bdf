import { expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { METHODS, methodNamed } from '../../../src/methods/index.ts';
import { translationMotion } from '../../../src/motion/rigid-motion.ts';

// hca said "proven only up to t" by a negative time. At t = 0 that is −0, which is not below 0, so a budget spent on the first pair of
// leaves was told as contact at −0, far from any contact.
test.each(METHODS)('%s: a budget spent at the very start is unresolved, not contact', (method) => {
  const mesh = new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0]);
  const motion = translationMotion({ position: [0, 0, 5] }, [0.3, 0.3, -10]);
  for (let maxIterations = 0; maxIterations < 4; maxIterations++) {
    const result = firstContact({ shape: mesh, motion }, { shape: mesh }, { method: methodNamed(method), maxIterations });
    if (result.status === 'contact') {
      expect(result.time).toBeGreaterThan(0.49);
      continue;
    }
    expect(result.status).toBe('unresolved');
    expect(result.reason).toBe('iterations');
    expect(result.time).toBeGreaterThanOrEqual(0);
    expect(result.time).toBeLessThanOrEqual(0.5);
  }
});
