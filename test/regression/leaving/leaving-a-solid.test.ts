import { describe, expect, test } from 'vitest';
import { firstContact } from '../../../src/contact/pair-query.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { METHODS, methodNamed } from '../../../src/methods/index.ts';
import { translationMotion } from '../../../src/motion/rigid-motion.ts';

// The distance to a solid is 0 also inside of it. start: 'leaving' asked only the surfaces: a body inside was told as overlap although it
// was on its way out, and one on its way in as having left when its surface was wholly inside.
describe.each(METHODS)('%s, leaving a solid', (method) => {
  const large = { shape: box(8) };
  const options = { method: methodNamed(method), tolerance: 1e-6, start: 'leaving' } as const;

  test('from wholly inside to wholly outside: free, left on the way', () => {
    // out when x = 4.5, after 4.5 of 9
    const result = firstContact({ shape: box(1), motion: translationMotion({}, [9, 0, 0]) }, large, options);
    expect(result.status).toBe('free');
    expect(result.initial).toHaveLength(1);
    expect(result.initial[0]?.left).toBeGreaterThan(0.5);
    expect(result.initial[0]?.left).toBeLessThan(0.51);
  });

  test('from the wall inwards: never left, and overlap only with time 0', () => {
    const result = firstContact({ shape: box(1), motion: translationMotion({ position: [4, 0, 0] }, [-4, 0, 0]) }, large, options);
    expect(result.initial[0]?.left).toBe(null);
    expect(result.status).toBe('overlap');
    expect(result.time).toBe(0);
  });
});
