// A crate between two that nobody can stop was taken by each from the other, 128 times at every instant at which either was told: with a mesh among
// them a slice of 1/48 s took more than 20,000 looks.
import { expect, test } from 'vitest';
import { convexBox } from '../../../src/convex/polyhedra.ts';
import { rigidMotion } from '../../../src/motion/rigid-motion.ts';
import { bounce } from '../../../src/world/answer/bounce.ts';
import type { WorldBody } from '../../../src/world/world-options.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';

const plate = convexBox([0.2, 2, 2]);
const wall = { name: 'wall', shape: plate } as const;

test.each<[string, WorldBody]>([
  ['a wall', { ...wall, fixed: true }],
  ['another that comes', { ...wall, motion: rigidMotion({}, { position: [-0.3, 0, 0] }), duration: 1 }],
])('a crate that is crushed between a pusher and %s is told of both, in a few looks', (_, against) => {
  const pusher: WorldBody = {
    name: 'pusher',
    shape: plate,
    motion: rigidMotion({ position: [-1, 0, 0] }, { position: [-0.3, 0, 0] }),
    duration: 1,
  };
  const crate: WorldBody = { name: 'crate', shape: convexBox([0.3, 0.3, 0.3]), pose: { position: [-0.5, 0, 0] } };
  const world = new World({ bodies: [against, pusher, crate], tolerance: 1e-4 });
  const overlaps = new Set<string>();
  const answer = bounce(0, 0.2);
  const { complete } = world.advance(1, (event, now) => {
    if (event.status === 'overlap') overlaps.add([event.a, event.b].sort().join(' and '));
    return answer(event, now);
  });
  expect(complete).toBe(true);
  expect(overlaps).toContain('crate and pusher');
  expect(overlaps).toContain('crate and wall');
  expect(world.stats.checks).toBeLessThan(1200);
});

// It took the velocity of whichever was told last, and the other went through it.
test.each([
  ['rises', 0],
  ['rises', 0.2],
  ['rises', -0.2],
  ['stands', 0.2],
] as const)('a box on a lift that %s, held, goes along with it and with a pusher that leans by %d', (lift, lean) => {
  const [x, y, z] = [Math.sin(lean / 2), Math.cos(lean / 2), lift === 'rises' ? 2 : 0];
  const quaternion = [0, x, 0, y] as const;
  const world = new World({
    gravity: [0, 0, -9.81],
    tolerance: 1e-4,
    allowed: [['lift', 'pusher']],
    bodies: [
      { name: 'lift', shape: convexBox([4, 4, 0.2], [0, 0, -0.1]), motion: rigidMotion({}, { position: [0, 0, z] }), duration: 2 },
      {
        name: 'pusher',
        shape: convexBox([0.2, 2, 6]),
        motion: rigidMotion({ position: [-0.8, 0, 0], quaternion }, { position: [0.2, 0, 0], quaternion }),
        duration: 2,
      },
      { name: 'box', shape: convexBox([0.5, 0.5, 0.5]), pose: { position: [0, 0, 0.251] } },
    ],
  });
  const told: string[] = [];
  world.advance(1.9, ({ status }) => {
    told.push(status);
    return 'hold';
  });
  expect(new Set(told)).toEqual(new Set(['contact']));
  expect([told.length <= 4, world.passing]).toEqual([true, []]);
  expect(world.state('box').position[2]).toBeCloseTo(0.25 + (1.9 / 2) * z, 3);
});

test('two that nobody can stop are told, go through though they are to be held, and are no lost pair', () => {
  const pusher: WorldBody = {
    name: 'pusher',
    shape: plate,
    motion: rigidMotion({ position: [-1, 0, 0] }, { position: [1, 0, 0] }),
    duration: 1,
  };
  const world = new World({ bodies: [{ ...wall, fixed: true }, pusher], clearance: 0.1 });
  const told: string[] = [];
  world.advance(1, ({ status }) => {
    told.push(status);
    return 'hold';
  });
  expect(told[0]).toBe('contact');
  expect(told).toContain('overlap');
});
