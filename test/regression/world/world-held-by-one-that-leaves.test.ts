// What is held goes as its holder does; put so far away that nobody watches the pair any more, the holder left it hanging in the air.
import { expect, test } from 'vitest';
import { convexBox } from '../../../src/convex/polyhedra.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';

test('a body whose holder is put elsewhere has its weight again', () => {
  const world = new World({
    gravity: [0, 0, -9.81],
    onOverlap: 'hold',
    bodies: [
      { name: 'plate', shape: convexBox([2, 2, 0.1]), acceleration: [0, 0, 0] },
      { name: 'box', shape: convexBox([0.2, 0.2, 0.2]), pose: { position: [0, 0, 0.14] } },
    ],
  });
  world.advance(0.5, () => undefined);
  expect(world.state('box').heldBy).toBe('plate');
  expect(world.state('box').position[2]).toBe(0.14);
  world.set('plate', { pose: { position: [50, 0, 0] } });
  expect(world.state('box').heldBy).toBe(undefined);
  world.advance(1);
  expect(world.state('box').position[2]).toBeCloseTo(0.14 - 0.5 * 9.81 * 0.25, 9);
});
