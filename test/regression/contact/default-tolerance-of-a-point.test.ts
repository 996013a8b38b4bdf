import { expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { METHODS, methodNamed } from '../../../src/methods/index.ts';
import { translationMotion } from '../../../src/motion/rigid-motion.ts';

// A tree's volume around a single point has a radius of 2⁻¹⁰⁰⁰, not 0: the default tolerance was taken from that, and every contact of a
// point was finer than doubles can prove.
test.each(METHODS)('%s: a point against a box by default', (method) => {
  const point = new TriangleMesh([0, 0, 0, 0, 0, 0, 0, 0, 0]);
  const motion = translationMotion({ position: [-3, 0.1, 0.2] }, [4, 0, 0]);
  // not at its own origin: the volume's radius is then the rounding of its place
  const elsewhere = new TriangleMesh([1, 2, 3, 1, 2, 3, 1, 2, 3]);
  const shifted = translationMotion({ position: [-4, -1.9, -2.8] }, [4, 0, 0]);
  for (const [a, b] of [
    [{ shape: point, motion }, { shape: box(2) }],
    [{ shape: box(2) }, { shape: point, motion }],
    [{ shape: elsewhere, motion: shifted }, { shape: box(2) }],
  ]) {
    const result = firstContact(a, b, { method: methodNamed(method) });
    expect(result.status).toBe('contact');
    expect(result.time).toBeLessThanOrEqual(0.5);
    expect(result.time).toBeGreaterThan(0.5 - 1e-6);
  }
});

test('two single points have no size: the tolerance must be given', () => {
  const point = new TriangleMesh([0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(() => firstContact({ shape: point }, { shape: point })).toThrow(/tolerance/);
});
