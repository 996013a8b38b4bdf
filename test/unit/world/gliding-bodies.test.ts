import { describe, expect, test } from 'vitest';
import { convexPrism } from '../../../src/convex/polyhedra.ts';
import type { Quat, Vec3 } from '../../../src/math/pose.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';

const coin = convexPrism(32, 0.01, 0.002);
const TILT = Math.PI / 6;
/** Faces that look along the axis of z, tilted against it. */
const tilted: Quat = [Math.sin(TILT / 2), 0, 0, Math.cos(TILT / 2)];

/** Two coins, one above the other, that turn together as if they were one body: they keep `gap` for ever. */
function turningTogether(gap: number, rate: number, order: readonly [number, number] = [0, 1], unit = 1): World {
  const shape = unit === 1 ? coin : convexPrism(32, 0.01 * unit, 0.002 * unit);
  const apart = ((0.002 + gap) / Math.cos(TILT)) * unit;
  const world = new World({ gravity: [0, 0, -9.8 * unit] });
  for (const k of order) {
    const position: Vec3 = [0, 0, k * apart];
    world.add({ name: `coin ${k}`, shape, pose: { position, quaternion: tilted }, angularVelocity: [0, 0, rate] });
  }
  return world;
}

describe('two coins that keep some tolerances and turn together', () => {
  test.each([
    ['upper first', [1, 0], 1],
    ['lower first', [0, 1], 1],
    ['in millimetres', [0, 1], 1000],
  ] as const)('are looked at by what they do against each other, not by how fast their rims move: %s', (_, order, unit) => {
    const world = turningTogether(5e-8, 20, order, unit);
    expect(world.advance(0.1).events).toEqual([]);
    // a plane that stands is met by the rim of a face after 5e-8 / (20 · 0.01) s: 400,000 looks
    expect(world.stats.checks).toBeLessThan(4000);
  });

  test('looks grow with the root of how near they are', () => {
    const [near, far] = [1e-7, 1e-5].map((gap) => {
      const world = turningTogether(gap, 20);
      world.advance(0.05);
      return world.stats.checks;
    });
    expect(near / far).toBeLessThan(20);
  });
});

describe('two coins of which one comes down', () => {
  test.each([0.001, 0.05])('touch when they should, at %d of the length a second', (speed) => {
    const gap = 2e-4;
    const world = turningTogether(gap, 20);
    const normal: Vec3 = [0, -Math.sin(TILT), Math.cos(TILT)];
    // straight down along the axis: the faces close with speed · cos TILT, wherever they have turned to
    world.set('coin 1', { velocity: [0, 0, -speed] });
    const { events } = world.advance(1, undefined, {});
    const [first] = events;
    expect(first.status).toBe('contact');
    const exact = gap / (speed * normal[2]);
    expect(first.time).toBeLessThanOrEqual(exact);
    expect(first.time).toBeGreaterThan(exact - 2e-8 / (speed * normal[2]));
  });
});
