import { describe, expect, test, vi } from 'vitest';
import { PairQuery } from '../../../src/contact/pair-query.ts';
import { ConvexHierarchy } from '../../../src/convex/convex-hierarchy.ts';
import { convexBox, convexSphere } from '../../../src/convex/polyhedra.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import { bounce as answers } from '../../../src/world/answer/bounce.ts';
import type { WorldBody } from '../../../src/world/world-options.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';
import { ball, bounce, expectTime, GRAVITY, told } from './falling-balls.ts';

describe('bodies that are not convex', () => {
  /** An open box of inner width 2 and height 2, its bottom at 0. */
  const walls: readonly [Vec3, Vec3][] = [
    [
      [3, 3, 0.5],
      [0, 0, -0.25],
    ],
    [
      [0.5, 3, 2],
      [1.25, 0, 1],
    ],
    [
      [0.5, 3, 2],
      [-1.25, 0, 1],
    ],
    [
      [2, 0.5, 2],
      [0, 1.25, 1],
    ],
    [
      [2, 0.5, 2],
      [0, -1.25, 1],
    ],
  ];
  const pieces = walls.map(([size, centre]) => convexBox(size, centre));
  const shapes: [string, WorldBody['shape']][] = [
    ['a hierarchy of convex pieces', new ConvexHierarchy(pieces)],
    [
      'a mesh',
      new TriangleMesh(
        pieces.flatMap(({ mesh }) => Array.from(mesh.indices).flatMap((v) => Array.from(mesh.positions.subarray(3 * v, 3 * v + 3)))),
      ),
    ],
  ];

  test.each(shapes)('%s: a ball falls into a bowl and lands on its bottom', (_, shape) => {
    const bowl: WorldBody = { name: 'bowl', shape, fixed: true };
    const world = new World({ bodies: [bowl, ball('ball', [0.1, 0.2, 5.5])], gravity: GRAVITY, tolerance: 1e-6 });
    const { events } = world.advance(1.2);
    expect(told(events)).toEqual([['contact', 'bowl', 'ball']]);
    expectTime(events[0], 1);
    expect(events[0].normal[2]).toBeCloseTo(1, 6);
  });

  test.each(shapes)('%s: a ball bounces about inside and never gets through', (_, shape) => {
    const bowl: WorldBody = { name: 'bowl', shape, fixed: true };
    const world = new World({ bodies: [bowl, ball('ball', [0.1, 0.2, 1], { velocity: [3, 2, 0] })], gravity: GRAVITY, tolerance: 1e-6 });
    let count = 0;
    for (let t = 0.05; t < 3; t += 0.05) {
      world.advance(t, (event) => {
        expect(event.status).toBe('contact');
        count++;
        return bounce(world, event, 'bowl');
      });
      const [x, y, z] = world.state('ball').position;
      expect(z).toBeGreaterThanOrEqual(0.5);
      expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(0.5);
    }
    expect(count).toBeGreaterThan(10);
  });

  test.each(shapes)('%s: unwrapped only where its hull is near', (_, shape) => {
    const bowl: WorldBody = { name: 'bowl', shape, fixed: true };
    const past = ball('past', [-20, 0, 2.6], { velocity: [10, 0, 0] });
    const world = new World({ bodies: [bowl, past] });
    expect(world.advance(4).events).toEqual([]);
    expect(world.stats.unwrapped).toBe(0);
    const into = new World({ bodies: [bowl, ball('into', [0, 0, 6], { velocity: [0, 0, -10] })] });
    expect(into.advance(0.5).events).toEqual([]);
    expect(into.stats.unwrapped).toBeGreaterThan(0);
  });

  test('one inside another, a solid mesh, at the start', () => {
    const solid: WorldBody = { name: 'solid', shape: box([4, 4, 4]), fixed: true };
    const { events } = new World({ bodies: [solid, ball('ball', [0, 0, 0])] }).advance(1);
    expect(told(events)).toEqual([['overlap', 'solid', 'ball']]);
  });

  test('a sheet that flies through a solid is told once, also while it is wholly inside', () => {
    const sheet = new TriangleMesh([0, 0, 0, 0, 0.2, 0, 0, 0, 0.2]);
    const solid: WorldBody = { name: 'solid', shape: convexBox(1), fixed: true };
    const thrown: WorldBody = { name: 'sheet', shape: sheet, pose: { position: [-2, 0, 0] }, velocity: [1, 0, 0] };
    const { events } = new World({ bodies: [solid, thrown] }).advance(4);
    expect(told(events)).toEqual([['contact', 'solid', 'sheet']]);
    expectTime(events[0], 1.5);
  });

  test('a steered mesh far from everything is looked at as seldom as its distance allows', () => {
    const [, shape] = shapes[1];
    const state = (t: number) => ({
      pose: { position: [0.5 * Math.cos(t), 0, 1] as const },
      velocity: [-0.5 * Math.sin(t), 0, 0] as const,
    });
    const crane: WorldBody = { name: 'crane', shape: convexSphere(0.1), steering: { state, acceleration: 0.5, angularAcceleration: 0 } };
    const world = new World({ bodies: [{ name: 'bowl', shape, fixed: true }, crane], tolerance: 1e-6 });
    expect(world.advance(10).events).toEqual([]);
    expect(world.stats.checks).toBeLessThan(5000);
  });

  test.each([
    ['glides along the bottom', 2e-6, 0, []],
    ['comes down on it', 2e-6, -1e-5, [0.2]],
    ['is met as it is lifted', 0.02, 0, [0.2]],
  ])('a crate in a bowl that is steered %s, and is looked at as seldom as the limits allow', (_, height, fall, times) => {
    const [, shape] = shapes[1];
    const lift = height === 0.02 ? 1 : 0;
    const state = (t: number) => ({
      pose: { position: [1e-3 * t, 0, 0.5 * lift * t * t] as const },
      velocity: [1e-3, 0, lift * t] as const,
    });
    const bowl: WorldBody = { name: 'bowl', shape, steering: { state, acceleration: 1.001, angularAcceleration: 0 } };
    const crate = {
      name: 'crate',
      shape: convexBox(0.2, [0, 0, 0.1]),
      pose: { position: [-0.5, 0, height] },
      velocity: [2, 0, fall],
    } as const;
    const world = new World({ bodies: [bowl, crate], tolerance: 1e-9 });
    const { events, complete } = world.advance(0.4, undefined, { maxIterations: 20_000 });
    expect(complete).toBe(true);
    expect(events.length).toBe(times.length);
    events.forEach((event, i) => {
      expect(event.time).toBeCloseTo(times[i], 3);
      expect(event.time).toBeLessThanOrEqual(times[i] * (1 + 1e-9));
    });
    expect(world.stats.checks).toBeLessThan(2000);
  });
});

test('a crate that turns on the top of a post: no search goes far beyond the next look', () => {
  const asked = vi.spyOn(PairQuery.prototype, 'firstContact');
  const world = new World({
    bodies: [
      {
        name: 'post',
        shape: convexBox([0.16, 0.06, 0.22]),
        fixed: true,
        pose: { position: [0, 0, -0.11], quaternion: [0, 0, -0.14, Math.sqrt(1 - 0.14 ** 2)] },
      },
      {
        name: 'crate',
        shape: box([0.33, 0.3, 0.27]),
        pose: { position: [-0.056, -0.054, 0.135 + 2e-7] },
        velocity: [0, -0.2, 0.01],
        angularVelocity: [5, -7.5, -0.5],
      },
    ],
  });
  const answer = answers(0.2, 0.2);
  expect(world.advance(0.01, answer).complete).toBe(true);
  // what is asked to prove it again has no tolerance
  const own = asked.mock.results.filter((_, i) => asked.mock.calls[i][1]?.tolerance !== undefined);
  const iterations = own.reduce((sum, { value }) => sum + value.stats.iterations, 0);
  asked.mockRestore();
  expect(world.stats.events).toBeGreaterThan(5);
  // 515,000 where each was asked for all of the crate's horizon
  expect(iterations).toBeGreaterThan(0);
  expect(iterations).toBeLessThan(60_000);
  expect(world.stats.checks).toBeLessThan(200);
});
