// The boxes of bodies were not grown by the clearance: a body that kept outside of another's box came nearer than the clearance untold.
import { expect, test } from 'vitest';
import { convexBox } from '../../../src/convex/polyhedra.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';
import { ball, expectTime, told } from '../../unit/world/falling-balls.ts';

test.each([
  ['pass', 1.05],
  ['keep clear', 1.15],
])('balls that %s: x = %d, clearance 0.1', (_, x) => {
  const wall = { name: 'wall', shape: convexBox(1), fixed: true };
  const world = new World({ bodies: [wall, ball('ball', [x, 0, 5], { velocity: [0, 0, -1] })], clearance: 0.1, tolerance: 1e-6 });
  const { events } = world.advance(10);
  expect(told(events)).toEqual(x < 1.1 ? [['contact', 'wall', 'ball']] : []);
  if (events.length === 0) return;
  // the centre is 0.6 from the upper edge
  const dx = x - 0.5;
  expectTime({ ...events[0], speed: Math.sqrt(0.36 - dx * dx) / 0.6 }, 4.5 - Math.sqrt(0.36 - dx * dx));
  expect(events[0].gap[0]).toBeGreaterThanOrEqual(0.1);
  expect(events[0].gap[1]).toBeLessThanOrEqual(0.1 + 1.01e-6);
});

test('two balls that pass each other side by side: boxes 0.05 apart', () => {
  const bodies = [ball('a', [0, 0, -3], { velocity: [0, 0, 1] }), ball('b', [1.05, 0, 3], { velocity: [0, 0, -1] })];
  const { events } = new World({ bodies, clearance: 0.1, tolerance: 1e-6 }).advance(6);
  expect(told(events)).toEqual([['contact', 'a', 'b']]);
  // 1.05² + (6 − 2 t)² = 1.1²
  expectTime(events[0], 3 - 0.5 * Math.sqrt(1.21 - 1.1025));
});
