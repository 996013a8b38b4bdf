// Bodies put on each other, touching to the last bit, cannot be proven apart: they were told as overlapping, without normal or points, and could not be kept apart.
// Now they are told as in contact, also where only their weight presses them together, and part again.
import { describe, expect, test } from 'vitest';
import { convexBox, convexSphere } from '../../../src/convex/polyhedra.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import type { WorldEvent } from '../../../src/world/world-event.ts';
import type { WorldBody } from '../../../src/world/world-options.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';
import { expectTime, FLOOR, GRAVITY, told } from '../../unit/world/falling-balls.ts';

const block = (gap: number, more: Partial<WorldBody> = {}): WorldBody => ({
  name: 'block',
  shape: convexBox(1),
  pose: { position: [0, 0, 0.5 + gap] },
  ...more,
});

describe.each([0, 1e-12, 1e-9])('a block %d above the floor', (gap) => {
  test.each<[string, Partial<WorldBody>]>([
    ['pressed by its weight', {}],
    ['moving down', { velocity: [0, 0, -1], acceleration: [0, 0, 0] }],
  ])('%s: a contact with its four corners, and thrown up it comes back in time', (_, more) => {
    const world = new World({ bodies: [FLOOR, block(gap, more)], gravity: GRAVITY, tolerance: 1e-6 });
    const events: WorldEvent[] = [];
    world.advance(0.5, (event) => {
      events.push(event);
      return events.length > 100 ? 'stop' : { block: { velocity: [0, 0, 2], acceleration: GRAVITY } };
    });
    expect(told(events)).toEqual(Array(2).fill(['contact', 'floor', 'block']));
    expect(events[0].time).toBeLessThan(1.01e-4);
    for (const { normal, contacts, depth } of events) {
      normal.forEach((x, k) => {
        expect(x).toBeCloseTo([0, 0, 1][k], 9);
      });
      expect(depth).toBe(0);
      const corners = contacts.map(({ pointB: [x, y] }) => `${x < 0 ? '-' : '+'}${y < 0 ? '-' : '+'}`);
      expect(corners.sort()).toEqual(['++', '+-', '-+', '--'].sort());
      for (const { pointA, pointB } of contacts) {
        expect(Math.abs(pointB[0])).toBeCloseTo(0.5, 9);
        expect(Math.abs(pointA[2])).toBeLessThan(1e-9);
        expect(Math.abs(pointB[2])).toBeLessThan(1.01e-6);
      }
    }
    // 2 t − 5 t² = 0
    expect(events[1].time - events[0].time).toBeLessThanOrEqual(0.4 + 1e-12 + gap);
    expect(events[1].time - events[0].time).toBeGreaterThan(0.4 - 1e-6);
    expect(world.stats.checks).toBeLessThan(500);
  });

  test('hopping for a second it never gets into the floor, and is never told as overlapping', () => {
    const world = new World({ bodies: [FLOOR, block(gap)], gravity: GRAVITY });
    const seen = new Map<string, number>();
    world.advance(1, ({ status, speed }) => {
      seen.set(status, (seen.get(status) ?? 0) + 1);
      expect(world.state('block').position[2]).toBeGreaterThan(0.5 - 1e-12);
      return { block: { velocity: [0, 0, 0.5 * speed + 0.02] } };
    });
    expect([...seen.keys()]).toEqual(['contact']);
    // hops of 2 · 0.04 / 10 seconds in the long run
    expect(seen.get('contact')).toBeGreaterThan(100);
    expect(seen.get('contact')).toBeLessThan(200);
  });

  test('taken away, or at rest without weight: nothing is told', () => {
    const up = new World({ bodies: [FLOOR, block(gap, { velocity: [0, 0, 1], acceleration: [0, 0, 0] })] });
    expect(up.advance(1).events).toEqual([]);
    expect(new World({ bodies: [FLOOR, block(gap)] }).advance(1).events).toEqual([]);
  });
});

test('balls racked so that they touch, hit by another: energy and momentum are kept', () => {
  const R = 0.5;
  const bodies: WorldBody[] = [];
  for (let row = 0; row < 5; row++)
    for (let k = 0; k <= row; k++)
      bodies.push({ name: `${row}.${k}`, shape: convexSphere(R), pose: { position: [row * R * Math.sqrt(3), (2 * k - row) * R, 0] } });
  bodies.push({ name: 'cue', shape: convexSphere(R), pose: { position: [-6, 0, 0] }, velocity: [10, 0, 0] });
  const world = new World({ bodies, tolerance: 1e-6 });
  const events: WorldEvent[] = [];
  world.advance(2, (event) => {
    events.push(event);
    if (events.length > 2000) return 'stop';
    const [a, b] = [world.state(event.a).velocity, world.state(event.b).velocity];
    const n = event.normal;
    const j = dot(a, n) - dot(b, n);
    return { [event.a]: { velocity: along(a, -j, n) }, [event.b]: { velocity: along(b, j, n) } };
  });
  expect(new Set(events.map(({ status }) => status))).toEqual(new Set(['contact']));
  // at rest they are told of nothing before the cue ball comes
  expect(told(events)[0]).toEqual(['contact', '0.0', 'cue']);
  expectTime(events[0], 0.5);
  expect(events.length).toBeLessThan(500);
  const velocities = world.names.map((name) => world.state(name).velocity);
  expect(velocities.reduce((sum, v) => sum + dot(v, v), 0)).toBeCloseTo(100, 9);
  expect(velocities.reduce((sum, v) => sum + v[0], 0)).toBeCloseTo(10, 9);
  // the two corners of the rack's last row fly off to the sides
  expect(world.state('4.0').velocity[1]).toBeLessThan(-0.1);
  expect(world.state('4.4').velocity[1]).toBeGreaterThan(0.1);
  for (const [i, p] of world.names.entries())
    for (const q of world.names.slice(i + 1)) {
      const away = along(world.state(p).position, -1, world.state(q).position);
      expect(Math.sqrt(dot(away, away))).toBeGreaterThan(2 * R - 1e-12);
    }
});

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function along(a: Vec3, s: number, n: Vec3): Vec3 {
  return [a[0] + s * n[0], a[1] + s * n[1], a[2] + s * n[2]];
}
