// A box on a platform that rises, another falls on it: after many contacts at one instant the platform went through the box, and nobody was told.
// What a pair that touches may move before it is looked at again had doubled with every look, at one instant too, up to the size of a body.
import { describe, expect, test } from 'vitest';
import { convexBox } from '../../../src/convex/polyhedra.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { bounce } from '../../../src/world/answer/bounce.ts';
import type { World as AnyWorld } from '../../../src/world/world.ts';
import type { WorldEvent } from '../../../src/world/world-event.ts';
import type { WorldBody } from '../../../src/world/world-options.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';

const START = 0.06;

function lift(how: string): WorldBody {
  const body = { name: 'lift', shape: convexBox([2, 2, 0.1]) };
  const at = (t: number): Vec3 => [0, 0, START + t];
  if (how === 'motion') return { ...body, motion: rigidMotion({ position: at(0) }, { position: at(1) }), duration: 1 };
  return {
    ...body,
    steering: { acceleration: 0.01, angularAcceleration: 0, state: (t) => ({ pose: { position: at(t) }, velocity: [0, 0, 1] }) },
  };
}

function loaded(how: string): World {
  return new World({
    bodies: [
      lift(how),
      { name: 'box', shape: convexBox([0.4, 0.3, 0.2]), pose: { position: [0, 0, 0.35] } },
      { name: 'top', shape: convexBox([0.3, 0.3, 0.2]), pose: { position: [0, 0, 0.6] } },
    ],
    gravity: [0, 0, -9.81],
  });
}

/** How deep the box is in the lift, by the heights of both; nothing turns. */
function depth(world: AnyWorld): number {
  return world.state('lift').position[2] + 0.05 - (world.state('box').position[2] - 0.1);
}

describe.each(['motion', 'steered'])('a lift by %s', (how) => {
  test('bounce: the lift never goes through what lies on it', () => {
    const world = loaded(how);
    const events: WorldEvent[] = [];
    const answer = bounce(0, 0.2);
    for (let k = 1; k <= 8; k++) {
      const { complete } = world.advance(k / 48, (event, now) => {
        events.push(event);
        return answer(event, now);
      });
      expect(complete).toBe(true);
      expect(world.passing).toEqual([]);
      expect(depth(world)).toBeLessThan(1e-9);
    }
    // both go along: nobody has to be held
    expect(events.filter(({ status }) => status !== 'contact')).toEqual([]);
    expect(world.state('box').velocity[2]).toBeCloseTo(1, 1);
    expect(world.state('top').velocity[2]).toBeCloseTo(1, 1);
  });
});

test('two that touch and are sent another way again and again at one instant are looked at before they sink', () => {
  const world = new World({
    bodies: [
      { name: 'floor', shape: convexBox([4, 4, 0.1], [0, 0, -0.05]), fixed: true },
      { name: 'box', shape: convexBox([0.2, 0.2, 0.2]), pose: { position: [0, 0, 0.1] }, velocity: [0, 0, 1] },
      { name: 'clock', shape: convexBox([0.1, 0.1, 0.1]), pose: { position: [9, 0, 0] } },
      { name: 'wall', shape: convexBox([0.1, 0.1, 0.1]), pose: { position: [9.1, 0, 0] }, fixed: true },
    ],
  });
  // each time it looks as if the box parts; the last time it does not
  for (let k = 0; k < 60; k++) {
    world.set('box', { velocity: [0, 0, k < 59 ? 1 + k : 0.1], acceleration: [0, 0, -9.81] });
    world.advance(1e-15 * k);
  }
  const { events } = world.advance(0.2, (event) => (event.a === 'floor' || event.b === 'floor' ? 'stop' : undefined));
  expect(events).toEqual([]);
  expect(world.time).toBeLessThan(0.0205);
  expect(world.state('box').position[2]).toBeGreaterThan(0.1 - 1e-9);
});
