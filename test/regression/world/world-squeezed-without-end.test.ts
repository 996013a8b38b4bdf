// A body between a wall that stands and one that comes, which nobody can stop: each of the two pairs took it from the other, sixteen times at one
// instant, and all over again as soon as the wall had moved by a tolerance. What was given up was not forgotten: a slice of time did not end.
import { describe, expect, test } from 'vitest';
import { convexBox } from '../../../src/convex/polyhedra.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { bounce } from '../../../src/world/answer/bounce.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';

const SPEED = 5;

describe.each([
  ['a mesh', box([0.3, 0.3, 0.3])],
  ['a convex body', convexBox([0.3, 0.3, 0.3])],
] as const)('%s', (_, shape) => {
  test('is held by one of two walls that squeeze it, told as it goes deeper, and the clock goes on', () => {
    const wall = convexBox([0.1, 2, 2]);
    const state = (t: number) => ({ pose: { position: [SPEED * t - 0.25, 0, 0] as const }, velocity: [SPEED, 0, 0] as const });
    const world = new World({
      bodies: [
        { name: 'standing', shape: wall, pose: { position: [0.21, 0, 0] }, fixed: true },
        { name: 'coming', shape: wall, steering: { state, acceleration: 2 ** -10, angularAcceleration: 0 } },
        { name: 'body', shape },
      ],
      gravity: [0, 0, -9.81],
    });
    const overlaps: string[] = [];
    const answer = bounce(0.2, 0.2);
    const { complete } = world.advance(
      0.02,
      (event, now) => {
        if (event.status === 'overlap') overlaps.push([event.a, event.b].sort().join(' '));
        return answer(event, now);
      },
      { maxIterations: 10_000 },
    );
    expect(complete).toBe(true);
    expect(world.passing.length).toBeGreaterThan(0);
    // told each time it is twice as deep: a logarithm of 0.04 m in tolerances
    expect(new Set(overlaps)).toContain('body coming');
    expect(overlaps.length).toBeLessThan(50);
    expect(world.stats.checks).toBeLessThan(8000);
  });
});
