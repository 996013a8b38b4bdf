import { expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { translationMotion } from '../../../src/motion/rigid-motion.ts';

// The chains of the convex hull keep their first and last points whatever they are. Where several contacts lie on the outermost line within
// the tolerance, one in the middle of a side was the last by a rounding, and stayed.
test.each([
  [0.1, 0.2],
  [0.2, 0.1],
  [-0.3, 0.25],
  [0, 0],
  [0.125, -0.4],
])('a square on a larger one touches at four corners, at %d, %d', (x, y) => {
  const motion = translationMotion({ position: [x, y, 2.5] }, [0, 0, -2]);
  const { contacts } = firstContact({ shape: box(1), motion }, { shape: box(2) }, { tolerance: 1e-6, contacts: 'minimal' });
  const corners = contacts.map(({ point }) => `${(point[0] - x).toFixed(3)} ${(point[1] - y).toFixed(3)}`);
  expect(corners.sort()).toEqual(['-0.500 -0.500', '-0.500 0.500', '0.500 -0.500', '0.500 0.500']);
});
