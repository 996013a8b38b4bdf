// A body answered with too little speed, 0 to 1e-5 of its size a second, was told to overlap once and then fell through the floor in silence; `bounce` let what
// overlapped through and told nobody, and something slow that follows a motion went through a sleeping body.
import { describe, expect, test } from 'vitest';
import { convexBox, convexSphere } from '../../../src/convex/polyhedra.ts';
import type { Vec3 } from '../../../src/math/pose.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { translationMotion } from '../../../src/motion/rigid-motion.ts';
import { bounce } from '../../../src/world/answer/bounce.ts';
import type { WorldEvent } from '../../../src/world/world-event.ts';
import type { OnOverlap, WorldBody } from '../../../src/world/world-options.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';

const GRAVITY: Vec3 = [0, 0, -9.81];
const floor: WorldBody = { name: 'floor', shape: convexBox([10, 10, 1], [0, 0, -0.5]), fixed: true };
const ball: WorldBody = { name: 'ball', shape: convexSphere(0.1), pose: { position: [0, 0, 1] } };
const SPEEDS = [0, 1e-14, 1e-12, 1e-10, 1e-8, 1e-6, 1e-5];

function answered(speed: number, onOverlap: OnOverlap | undefined, until: number, bodies = [floor, ball], tolerance?: number) {
  const world = new World({ gravity: GRAVITY, bodies, onOverlap, tolerance });
  const overlaps: WorldEvent[] = [];
  const { complete } = world.advance(until, (event) => {
    if (event.status !== 'contact') overlaps.push(event);
    return { ball: { velocity: [0, 0, speed] } };
  });
  expect(complete).toBe(true);
  return { world, overlaps };
}

describe.each(SPEEDS)('a ball on a floor, answered with %d', (speed) => {
  test('is told each time it is twice as deep', () => {
    const { world, overlaps } = answered(speed, undefined, 3);
    expect(world.state('ball').position[2]).toBeLessThan(-10);
    expect(world.passing).toEqual([]);
    expect(overlaps.length).toBeGreaterThan(15);
    expect(overlaps.length).toBeLessThan(40);
    let told = 1e-7;
    for (const { depth } of overlaps) {
      expect(depth).toBeLessThan(4.5 * told);
      told = Math.max(told, depth);
    }
    // until the nearer way out is below
    expect(told).toBeGreaterThan(0.25);
  });

  test('is held for an hour', () => {
    const { world, overlaps } = answered(speed, 'hold', 3600);
    expect(overlaps).toHaveLength(1);
    expect(Math.abs(world.state('ball').position[2] - 0.1)).toBeLessThan(1e-8);
    expect(world.state('ball')).toMatchObject({ heldBy: 'floor', velocity: [0, 0, 0], acceleration: [0, 0, 0] });
    expect(world.passing).toEqual([['floor', 'ball']]);
    // whoever sets it in motion gives it its weight back
    world.set('ball', { velocity: [0, 0, 1] });
    expect(world.state('ball').acceleration).toEqual(GRAVITY);
    world.advance(3600.1);
    expect(world.state('ball').heldBy).toBeUndefined();
    expect(world.passing).toEqual([]);
    expect(world.state('ball').position[2]).toBeCloseTo(0.1 + 0.1 - 0.5 * 9.81 * 0.01, 8);
  });
});

test('other schedules, meshes and a clearance: told more than once, or held', () => {
  const mesh: WorldBody = { name: 'floor', shape: box([10, 10, 1], [0, 0, -0.5]), fixed: true };
  for (const schedule of ['certified', 'estimate', 'fixed'] as const)
    for (const [below, clearance] of [
      [floor, 0],
      [floor, 0.01],
      [mesh, 0],
    ] as const)
      for (const onOverlap of ['tell', 'hold'] as const) {
        const world = new World({ gravity: GRAVITY, bodies: [below, ball], onOverlap, schedule, clearance, tolerance: 1e-4 });
        let overlaps = 0;
        world.advance(1.7, ({ status }) => {
          if (status === 'overlap') overlaps++;
          return { ball: { velocity: [0, 0, 1e-9] } };
        });
        const what = `${schedule} ${below === mesh ? 'mesh' : 'hull'} ${clearance} ${onOverlap}`;
        if (onOverlap === 'tell') {
          expect(world.state('ball').position[2], what).toBeLessThan(-1);
          expect(overlaps, what).toBeGreaterThan(schedule === 'certified' ? 7 : 1);
        } else {
          expect(overlaps, what).toBeGreaterThan(0);
          expect(Math.abs(world.state('ball').position[2] - 0.1 - clearance), what).toBeLessThan(1e-3);
        }
      }
});

test('bounce: what starts in the floor, or is driven into it, does not fall through', () => {
  const start: WorldBody = { ...ball, pose: { position: [0, 0, 0.05] } };
  const world = new World({ gravity: GRAVITY, bodies: [floor, start], tolerance: 1e-3 });
  expect(world.advance(3600, bounce(0, 0.3)).complete).toBe(true);
  expect(world.state('ball').position[2]).toBe(0.05);
  expect(world.state('ball').heldBy).toBe('floor');
  // upwards it comes out, and lands
  world.set('ball', { velocity: [0, 0, 3] });
  world.advance(3610, bounce(0, 0.3));
  expect(world.state('ball').position[2]).toBeGreaterThan(0.1);
  expect(world.state('ball').position[2]).toBeLessThan(0.105);
});

test('bounce: a slow thing that stops for nobody pushes a sleeper along', () => {
  const shape = convexBox(0.2);
  const motion = translationMotion({ position: [-0.21, 0, 0.15] }, [0.03, 0, 0]);
  const bodies: WorldBody[] = [
    floor,
    { name: 'box', shape, pose: { position: [0, 0, 0.1001] } },
    { name: 'pusher', shape, motion, duration: 6 },
  ];
  const world = new World({ gravity: GRAVITY, bodies, tolerance: 1e-3 });
  world.advance(1.5, bounce(0.2, 0.3));
  expect(world.state('box').acceleration).toEqual([0, 0, 0]);
  world.advance(6, bounce(0.2, 0.3));
  expect(world.state('pusher').position[0]).toBeCloseTo(-0.18, 9);
  expect(world.state('box').position[0]).toBeGreaterThan(0.0199);
});
