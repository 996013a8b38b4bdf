// ConvexQuery.firstContact gave up, 'unresolved' for its precision, on pairs so far apart that rounding there is above the tolerance, although they never come near.
import { expect, test } from 'vitest';
import { ConvexQuery } from '../../../src/convex/convex-query.ts';
import { convexBox } from '../../../src/convex/polyhedra.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';

const query = (): ConvexQuery => new ConvexQuery({ shape: convexBox(0.5) }, { shape: convexBox(0.5) });

test.each([1e4, 1e5, 1e6, 1e7])('%d away, lifted by 1 and turned by half a turn: free', (x) => {
  const motion = rigidMotion({ position: [x, 0, 0] }, { position: [x, 0, 1], quaternion: [0, 0, 1, 0] });
  const result = query().firstContact({ a: motion });
  expect(result.status).toBe('free');
  expect(result.time).toBe(1);
  // half a turn on, its faces are upright again; 1 higher they still face over x − 0.5
  const [low, high] = result.gap ?? [0, 0];
  const distance = Math.sqrt((x - 0.5) ** 2 + 0.25);
  expect(low).toBeLessThanOrEqual(distance * (1 + 1e-15));
  expect(high).toBeGreaterThanOrEqual(distance * (1 - 1e-15));
  expect(high - low).toBeLessThan(1e-11 * x);
});

test.each([1e4, 1e5, 1e6])('from %d away up to the other: contact', (x) => {
  const result = query().firstContact({ a: rigidMotion({ position: [x, 0, 0] }, {}) });
  expect(result.status).toBe('contact');
  const exact = (x - 0.5) / x;
  expect(result.time).toBeLessThanOrEqual(exact);
  // tolerance: 1e-6 of the radius ¼√3
  expect(result.time).toBeGreaterThan(exact - (1e-6 * 0.25 * Math.sqrt(3)) / x);
});
