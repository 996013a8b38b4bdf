// A body of several pieces that lands on some of them at once was told with the points of the first one only: a table answered so tips over on one leg.
import { expect, test } from 'vitest';
import { ConvexHierarchy } from '../../../src/convex/convex-hierarchy.ts';
import { convexBox } from '../../../src/convex/polyhedra.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import type { WorldEvent } from '../../../src/world/world-event.ts';
import type { Shape } from '../../../src/world/world-shape.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';
import { expectTime, FLOOR, GRAVITY, told } from '../../unit/world/falling-balls.ts';

/** A top on two legs, each as wide as the top; the floor is at z = 0. */
const TABLE: readonly [Vec3, Vec3][] = [
  [
    [2, 1, 0.2],
    [0, 0, 0.5],
  ],
  [
    [0.2, 1, 0.4],
    [-0.9, 0, 0.2],
  ],
  [
    [0.2, 1, 0.4],
    [0.9, 0, 0.2],
  ],
];
const meshes = TABLE.map(([size, centre]) => box(size, centre));
const joined = new TriangleMesh(
  meshes.flatMap(({ positions }) => [...positions]),
  meshes.flatMap(({ indices }, k) => [...indices].map((v) => v + 8 * k)),
  { solid: true },
);
const shapes: [string, Shape, number][] = [
  ['convex pieces', new ConvexHierarchy(TABLE.map(([size, centre]) => convexBox(size, centre))), 8],
  // of the points of a mesh, those that hold it
  ['a mesh', joined, 4],
];

test.each(shapes)('a table of %s that falls on both legs', (_, shape, count) => {
  const table = { name: 'table', shape, pose: { position: [0, 0, 5] as const } };
  const world = new World({ bodies: [FLOOR, table], gravity: GRAVITY, tolerance: 1e-6 });
  const events: WorldEvent[] = [];
  world.advance(1.9, (event) => {
    events.push(event);
    return { table: { velocity: [0, 0, 4] } };
  });
  expect(told(events)).toEqual(Array(2).fill(['contact', 'floor', 'table']));
  expectTime(events[0], 1);
  // 4 t − 5 t² = 0 where it was told at the same distance
  expect(Math.abs(events[1].time - events[0].time - 0.8)).toBeLessThan(1.01e-6 / 4);
  for (const { contacts, normal, speed } of events) {
    expect(normal[2]).toBeCloseTo(1, 9);
    expect(contacts).toHaveLength(count);
    for (const point of contacts) {
      expect(point.speed).toBeCloseTo(speed, 9);
      expect(Math.abs(point.pointA[2])).toBeLessThan(1e-9);
      // within the feet
      expect(Math.abs(point.pointB[0])).toBeGreaterThan(0.8 - 1e-9);
      expect(Math.abs(point.pointB[0])).toBeLessThan(1 + 1e-9);
      expect(Math.abs(point.pointB[1])).toBeCloseTo(0.5, 9);
    }
    // all four outer corners
    const outer = contacts.filter(({ pointB: [x] }) => Math.abs(x) > 0.99).map(({ pointB: [x, y] }) => [Math.sign(x), Math.sign(y)].join());
    expect(outer.sort()).toEqual(['-1,-1', '-1,1', '1,-1', '1,1']);
  }
});
