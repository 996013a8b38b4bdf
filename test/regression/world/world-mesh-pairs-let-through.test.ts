// Pairs with a mesh. Their distance was sought only up to a cutoff that could lie below the band in which they count as touching: such a pair that had been let
// through was never found free again, and second contacts were missed; or one was looked at millions of times. A body wholly inside a solid was told again and
// again, because the surfaces alone are apart there.
import { describe, expect, test } from 'vitest';
import { convexBox, convexSphere } from '../../../src/convex/polyhedra.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { TriangleMesh } from '../../../src/mesh/triangle-mesh.ts';
import type { WorldBody } from '../../../src/world/world-options.ts';
import type { SteeredState } from '../../../src/world/world-path.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';
import { expectTime, told } from '../../unit/world/falling-balls.ts';

/** Two plates of thickness 0.1 at x = ∓2 k. */
function plates(k: number): TriangleMesh {
  const [a, b] = [box([0.1, 4 * k, 4 * k], [-2 * k, 0, 0]), box([0.1, 4 * k, 4 * k], [2 * k, 0, 0])];
  return new TriangleMesh([...a.positions, ...b.positions], [...a.indices, ...[...b.indices].map((v) => v + 8)]);
}

describe('a ball through two plates of one mesh', () => {
  test.each([0, 1e6, 1e7])('at x = %d', (x) => {
    const mesh = { name: 'plates', shape: plates(1), pose: { position: [x, 0, 0] as const }, fixed: true };
    const ball: WorldBody = { name: 'ball', shape: convexSphere(0.2), pose: { position: [x - 4, 0, 0] }, velocity: [1, 0, 0] };
    const { events } = new World({ bodies: [mesh, ball] }).advance(8);
    expect(told(events)).toEqual(Array(2).fill(['contact', 'plates', 'ball']));
    // −4 + t + 0.2 = ∓2 − 0.05; what doubles tell there comes on top
    expectTime(events[0], 1.75, 2e-7 + x * 2e-12);
    expectTime(events[1], 5.75, 2e-7 + x * 2e-12);
  });

  test.each([0, 1e3, 1e6])('at time %d', (t) => {
    const world = new World({ bodies: [{ name: 'plates', shape: plates(1), fixed: true }] });
    world.advance(t);
    world.add({ name: 'ball', shape: convexSphere(0.2), pose: { position: [-4, 0, 0] }, velocity: [100, 0, 0] });
    const { events } = world.advance(t + 1);
    expect(told(events)).toEqual(Array(2).fill(['contact', 'plates', 'ball']));
    for (const [k, due] of [0.0175, 0.0575].entries()) expect(Math.abs(events[k].time - t - due)).toBeLessThan(1e-8 + 1e-14 * t);
  });

  test.each([1, 0.1])('of radius %d, in plates a kilometre apart', (radius) => {
    const ball: WorldBody = { name: 'ball', shape: convexSphere(radius), pose: { position: [-505, 0, 0] }, velocity: [100, 0, 0] };
    const { events } = new World({ bodies: [{ name: 'plates', shape: plates(250), fixed: true }, ball] }).advance(12);
    expect(told(events)).toEqual(Array(2).fill(['contact', 'plates', 'ball']));
    expectTime(events[0], (4.95 - radius) / 100, 1e-6 * radius);
    expectTime(events[1], (1004.95 - radius) / 100, 1e-6 * radius);
  });
});

test.each([undefined, 1e-8])('a bead that goes through a large triangle and falls back through it, tolerance %s', (tolerance) => {
  const [x, r, apex] = [100, 6.8e-4, 0.02];
  const wall = { name: 'wall', shape: new TriangleMesh([x, -100, -100, x, 100, -100, x, 0, 150], [0, 1, 2]), fixed: true };
  const v = Math.sqrt(2 * (x + apex));
  const bead: WorldBody = { name: 'bead', shape: convexSphere(r), velocity: [v, 0, 0], acceleration: [-1, 0, 0] };
  const world = new World({ bodies: [wall, bead], ...(tolerance === undefined ? {} : { tolerance }) });
  const { events } = world.advance(1.2 * v);
  expect(told(events)).toEqual(Array(2).fill(['contact', 'wall', 'bead']));
  // ½ s² below the apex, s before and after it
  expect(Math.abs(events[0].time - v + Math.sqrt(2 * (apex + r)))).toBeLessThan(1e-7);
  expect(Math.abs(events[1].time - v - Math.sqrt(2 * (apex - r)))).toBeLessThan(1e-7);
  expect(world.stats.checks).toBeLessThan(3000);
});

test('a steered body between two far plates is looked at a few times', () => {
  const state = (t: number): SteeredState => ({ pose: { position: [0.1 * t, 0, 0] }, velocity: [0.1, 0, 0] });
  const cart = { name: 'cart', shape: convexBox(0.4), steering: { acceleration: 1, angularAcceleration: 0, state } };
  const world = new World({ bodies: [{ name: 'plates', shape: plates(1), fixed: true }, cart] });
  expect(world.advance(0.01).events).toEqual([]);
  expect(world.stats.checks).toBeLessThan(20);
});

describe('a body in a solid is told once', () => {
  test.each([0.2, 0.02])('a ball of radius %d goes in and out', (radius) => {
    const ball: WorldBody = { name: 'ball', shape: convexSphere(radius), pose: { position: [-2, 0.1, 0.05] }, velocity: [1, 0, 0] };
    const { events } = new World({ bodies: [{ name: 'block', shape: box(1), fixed: true }, ball] }).advance(5);
    expect(told(events)).toEqual([['contact', 'block', 'ball']]);
    expectTime(events[0], 1.5 - radius, 1.1e-6 * radius);
  });

  test('a box that starts there', () => {
    const world = new World({
      bodies: [
        { name: 'block', shape: box(4), fixed: true },
        { name: 'box', shape: convexBox(1), velocity: [1, 0, 0] },
      ],
    });
    const { events } = world.advance(5);
    expect(told(events)).toEqual([['overlap', 'block', 'box']]);
    expect(events[0].time).toBe(0);
    expect(world.stats.checks).toBeLessThan(2000);
  });
});
