import { expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { restMotion, translationMotion } from '../../../src/motion/rigid-motion.ts';

// Nothing moves and nothing is near: the step of the search for leaving was 0/0, the time NaN, and only the budget (50 million looks) ended it.
test.each([
  ['both at rest', restMotion()],
  ['both moving as one', translationMotion({}, [1, 0, 0])],
])('inside a solid, %s: never leaves', (_, motion) => {
  const { status, initial } = firstContact({ shape: box(4), motion }, { shape: box(0.2), motion }, { start: 'leaving', maxIterations: 20 });
  expect(status).toBe('overlap');
  expect(initial[0].left).toBe(null);
});
