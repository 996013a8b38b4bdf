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
