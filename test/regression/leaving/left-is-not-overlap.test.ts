import { expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { translationMotion } from '../../../src/motion/rigid-motion.ts';

// Where rounding exceeds the tolerance (a mesh far from its own origin), a pair that had just been proven apart (beyond τ + 2ε) was within 24ε, told
// as overlap at a time other than 0, and the rest of a motion that only leads away was not looked at.
test('a pair that left is judged from there, not told as overlap', () => {
  const far = 1e8;
  const cube = box(1);
  const mesh = new TriangleMesh(
    cube.positions.map((x, i) => (i % 3 === 0 ? x + far : x)),
    cube.indices,
  );
  const motion = translationMotion({ position: [1 - far, 0, 0] }, [1, 0, 0]);
  const { status, initial } = firstContact({ shape: mesh, motion }, { shape: cube }, { start: 'leaving' });
  expect(typeof initial[0].left).toBe('number');
  expect(status).not.toBe('overlap');
});
