import { describe, expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { METHODS, methodNamed } from '../../../src/methods/index.ts';
import { restMotion, translationMotion } from '../../../src/motion/rigid-motion.ts';

const mesh = new TriangleMesh([0, 0, 0, 1, 0, 0, 0, 1, 0]);

// `overlap` proves d(0) ≤ c + ε₀. With start: 'leaving', a pair that began within the tolerance and was never proven apart was told as
// overlap although d(0) was far above that; and a budget that ran out while it was leaving was told as overlap too.
describe.each(METHODS)('%s, leaving', (method) => {
  test('a start near, but apart, that stays so is no overlap', () => {
    const near = { shape: mesh, motion: restMotion({ position: [0, 0, 0.005] }) };
    const result = firstContact(near, { shape: mesh }, { method: methodNamed(method), tolerance: 0.01, start: 'leaving' });
    expect(result.initial).toHaveLength(1);
    expect(result.initial[0]?.left).toBe(null);
    expect(result.status).not.toBe('overlap');
    expect(result.status).not.toBe('contact');
  });

  test('a spent budget is unresolved', () => {
    // slides inside the tolerance, then leaves
    const slow = { shape: mesh, motion: translationMotion({ position: [0, 0, 0.001] }, [0, 0, 1]) };
    const result = firstContact(
      slow,
      { shape: mesh },
      { method: methodNamed(method), tolerance: 0.01, start: 'leaving', maxIterations: 0 },
    );
    expect(result.status).toBe('unresolved');
    expect(result.reason).toBe('iterations');
  });
});
