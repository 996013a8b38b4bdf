import { expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { METHODS, methodNamed } from '../../../src/methods/index.ts';
import { rotationMotion } from '../../../src/motion/rigid-motion.ts';

// Angles below 2^-300 were taken as none, but about a centre 2e90 away one of 4e-91 moves the body by 0.8: through the wall, told as free.
test.each(METHODS)('%s: a tiny angle about a far centre is a way', (method) => {
  const mesh = new TriangleMesh([0, 0, 0, 0.1, 0, 0, 0, 0.1, 0]);
  const wall = new TriangleMesh([0.5, -1, -1, 0.5, 1, -1, 0.5, 0, 1]);
  const { status, time } = firstContact(
    { shape: mesh, motion: rotationMotion({}, [0, 0, 1], 4e-91, [0, 2e90, 0]) },
    { shape: wall },
    { method: methodNamed(method) },
  );
  expect(status).toBe('contact');
  expect(time).toBeCloseTo(0.5, 5);
});
