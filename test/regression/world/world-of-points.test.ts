// Bodies of no size, points, were swept over no time: the clock stood still, or every double was looked at.
import { expect, test } from 'vitest';
import { convexHull } from '../../../src/convex/hull/convex-hull.ts';
import { convexBox, convexSphere } from '../../../src/convex/polyhedra.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { translationMotion } from '../../../src/motion/rigid-motion.ts';
import type { WorldBody } from '../../../src/world/world-options.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';
import { expectTime, GRAVITY, told } from '../../unit/world/falling-balls.ts';

const block: WorldBody = { name: 'block', shape: convexBox(1, [0, 0, -0.5]), fixed: true };
const point = (more: Partial<WorldBody>): WorldBody => ({ name: 'point', shape: convexHull([0, 0, 0]), ...more });

test.each<[string, Partial<WorldBody>, Vec3, number]>([
  ['thrown', { pose: { position: [0, 0, 1] }, velocity: [0, 0, -1] }, [0, 0, 0], 1],
  ['falling', { pose: { position: [0, 0, 5] } }, GRAVITY, 1],
  ['moved, and past its end', { motion: translationMotion({ position: [0, 0, 1] }, [0, 0, -1.5]), duration: 1.5 }, [0, 0, 0], 1],
])('a point, %s, hits a block', (_, body, gravity, time) => {
  for (const tolerance of [1e-3, 1e-9]) {
    const world = new World({ tolerance, gravity, bodies: [point(body), block] });
    const { events } = world.advance(3);
    expect(world.time).toBe(3);
    expect(told(events)).toEqual([['contact', 'point', 'block']]);
    expectTime(events[0], time, tolerance);
    expect(world.stats.checks + world.stats.sweeps).toBeLessThan(2000);
  }
});

test('two points in one place are told once, and hold up nobody', () => {
  const other = { ...point({}), name: 'other', fixed: true };
  const ball = { name: 'ball', shape: convexSphere(1), pose: { position: [0, 0, 7] as const }, velocity: [0, 0, -1] as const };
  const floor = { name: 'floor', shape: convexBox(1, [0, 0, 4.5]), fixed: true };
  const world = new World({ tolerance: 1e-3, bodies: [point({}), other, floor, ball] });
  const { events } = world.advance(1.5);
  expect(told(events)).toEqual([
    ['overlap', 'point', 'other'],
    ['contact', 'floor', 'ball'],
  ]);
  expectTime(events[1], 1, 1e-3);
  expect(world.time).toBe(1.5);
  expect(world.stats.checks + world.stats.sweeps).toBeLessThan(2000);
});
