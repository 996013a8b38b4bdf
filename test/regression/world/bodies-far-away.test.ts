// A scene of moving bodies alone was told from the world's origin: far from it, nothing could be proven. And lists of motions may not jump.
import { expect, test } from 'vitest';
import { box } from '../../../src/mesh/primitives.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { Scene } from '../../../src/scene/scene.ts';

const bodies = [
  { name: 'a', shape: box(1) },
  { name: 'b', shape: box(1) },
];

test.each([0, 2 ** 20, 2 ** 24])('offset %d', (x) => {
  const motions = {
    a: rigidMotion({ position: [x, 0, 0] }, { position: [x + 3, 0, 0] }),
    b: rigidMotion({ position: [x + 3, 0, 0] }, { position: [x + 3, 0, 0] }),
  };
  const hit = new Scene({ bodies }).firstContact(motions);
  expect(hit.status).toBe('contact');
  expect(hit.time).toBeCloseTo(2 / 3, 6);
  expect(hit.rounding).toBeLessThan(1e-10);
});

test('a motion begins where the one before it ends', () => {
  const to = { position: [1, 0, 0] as const };
  const jump = [rigidMotion({}, to), rigidMotion({ position: [2, 0, 0] }, to)];
  const rest = [
    rigidMotion({ position: [9, 0, 0] }, { position: [9, 0, 0] }),
    rigidMotion({ position: [9, 0, 0] }, { position: [9, 0, 0] }),
  ];
  expect(() => new Scene({ bodies }).firstContact({ a: jump, b: rest })).toThrow(/motion 1 of 'a' does not begin/);
});
