// Balls over a floor, for tests of worlds: when they land is known.
import { expect } from 'vitest';
import { convexBox, convexSphere } from '../../../src/convex/polyhedra.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import type { World } from '../../../src/world/world.ts';
import type { WorldEvent } from '../../../src/world/world-event.ts';
import type { WorldBody } from '../../../src/world/world-options.ts';

// gravity 10, so that a fall of 5 takes a second
export const GRAVITY: Vec3 = [0, 0, -10];
export const FLOOR: WorldBody = { name: 'floor', shape: convexBox([100, 100, 1], [0, 0, -0.5]), fixed: true };
export function ball(name: string, position: Vec3, more: Partial<WorldBody> = {}): WorldBody {
  return { name, shape: convexSphere(0.5), pose: { position }, ...more };
}
export function told(events: readonly WorldEvent[]): [string, string, string][] {
  return events.map(({ status, a, b }) => [status, a, b]);
}

/** Never late, and early by no more than it takes to cross the tolerance. */
export function expectTime(event: WorldEvent, time: number, tolerance = 1e-6): void {
  expect(event.time).toBeLessThanOrEqual(time + 1e-12);
  expect(event.time).toBeGreaterThan(time - (1.01 * tolerance) / event.speed - 1e-12);
}

/** Every body that is not fixed is thrown back along the normal, as fast as it came. */
export function bounce(world: World, event: WorldEvent, fixed = 'floor'): Record<string, { velocity: Vec3 }> {
  const [name, n] = event.a === fixed ? [event.b, event.normal] : [event.a, event.normal.map((x) => -x)];
  const { velocity } = world.state(name);
  const speed = velocity[0] * n[0] + velocity[1] * n[1] + velocity[2] * n[2];
  return { [name]: { velocity: velocity.map((v, k) => v - 2 * speed * n[k]) as unknown as Vec3 } };
}
