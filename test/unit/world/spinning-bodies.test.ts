import { describe, expect, test } from 'vitest';
import { box } from '../../../src/mesh/primitives.ts';
import { rotationMotion } from '../../../src/motion/rigid-motion.ts';
import type { WorldEvent } from '../../../src/world/world-event.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';

const plate = box([1, 1, 0.1]);
// its corner is 0.14 beyond what the plate reaches, but its box is within the cube around that
const corner = { name: 'corner', shape: plate, pose: { position: [1.1, 1.1, 0] as const }, fixed: true };

describe('a body that spins beside another one', () => {
  test.each([1e3, 1e5])('thrown, at %d radians a second: few looks a second', (rate) => {
    const world = new World();
    world.add({ name: 'plate', shape: plate, angularVelocity: [0, 0, rate] });
    world.add(corner);
    expect(world.advance(1).events).toEqual([]);
    expect(world.time).toBe(1);
    expect(world.stats.checks).toBeLessThan(200);
  });

  test('along a given motion', () => {
    const world = new World();
    world.add({ name: 'plate', shape: plate, motion: rotationMotion({}, [0, 0, 1], 1e5), duration: 1 });
    world.add(corner);
    expect(world.advance(2).events).toEqual([]);
    expect(world.stats.checks).toBeLessThan(200);
  });

  test('drifts onto it after hundreds of turns: the contact is told when its rim can first reach it', () => {
    const world = new World();
    world.add({ name: 'plate', shape: plate, velocity: [0.2, 0.2, 0], angularVelocity: [0, 0, 3000] });
    world.add(corner);
    const told: WorldEvent[] = [];
    world.advance(1, (event) => {
      told.push(event);
      return 'stop';
    });
    expect(told[0].status).toBe('contact');
    // |(0.6, 0.6) − 0.2 t (1, 1)| = √½ at t = (0.6 − 0.5) / 0.2 and the rim passes every corner within a quarter turn
    expect(told[0].time).toBeGreaterThan(0.5 - 1e-6);
    expect(told[0].time).toBeLessThan(0.5 + (2 * Math.PI) / 3000);
  });
});
