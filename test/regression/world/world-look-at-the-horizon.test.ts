// A pair that was due at the very time at which the box of one of its bodies ended was told as unresolved: its next look could not be later than that.
// Which of the two came first depended on their numbers, so on the order in which bodies were added and removed.
import { expect, test } from 'vitest';
import { convexBox, convexSphere } from '../../../src/convex/polyhedra.ts';
import type { WorldBody } from '../../../src/world/world-options.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';
import { expectTime, told } from '../../unit/world/falling-balls.ts';

const slope: WorldBody = {
  name: 'slope',
  shape: convexBox([40, 40, 1]),
  pose: { quaternion: [0, Math.sin(Math.PI / 8), 0, Math.cos(Math.PI / 8)] },
  fixed: true,
};
const ball: WorldBody = { name: 'ball', shape: convexSphere(0.5), pose: { position: [30, 0, 20] }, velocity: [-1, 0, -0.2] };
const dummy: WorldBody = { name: 'dummy', shape: convexBox(1, [100, 0, 0]), fixed: true };
const other: WorldBody = { name: 'other', shape: convexSphere(0.5), pose: { position: [0, 0, 15] }, velocity: [10, 0, 0] };

const orders: [string, () => World][] = [
  ['as given', () => new World({ bodies: [slope, ball] })],
  ['after one that was removed', () => removed(new World({ bodies: [dummy, slope, ball] }), 'dummy')],
  ['after one that was removed between', () => removed(new World({ bodies: [slope, dummy, ball] }), 'dummy')],
  ['among others', () => added(new World(), [slope, other, ball])],
];

test.each(orders)('a ball towards a slope, bodies %s: one contact', (_, make) => {
  const world = make();
  const { events } = world.advance(100);
  expect(told(events)).toEqual([['contact', 'slope', 'ball']]);
  // (50 − 1.2 t) / √2 = 1, along the slope's normal
  expectTime(events[0], (50 - Math.SQRT2) / 1.2);
  expect(world.stats.checks).toBeLessThan(200);
});

test('a body that flies past others along their boxes is told of nothing, whatever its speed', () => {
  for (let k = 0; k < 40; k++) {
    const flying: WorldBody = { ...ball, pose: { position: [-30, 0, 1.001 + k / 8] }, velocity: [1 + k / 7, 0, 0] };
    const world = removed(new World({ bodies: [dummy, { ...slope, pose: {} }, flying] }), 'dummy');
    expect(world.advance(60).events).toEqual([]);
  }
});

function removed(world: World, name: string): World {
  world.remove(name);
  return world;
}

function added(world: World, bodies: readonly WorldBody[]): World {
  for (const body of bodies) world.add(body);
  return world;
}
