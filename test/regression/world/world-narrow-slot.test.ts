// A body in a slot narrower than the tolerance touched both walls, and was told of one and the other forever at one instant: what had been told was forgotten
// when its boxes parted for a moment. Now a contact is told again only from half of the way it has parted since.
import { expect, test } from 'vitest';
import { convexBox, convexSphere } from '../../../src/convex/polyhedra.ts';
import type { Schedule, WorldBody } from '../../../src/world/world-options.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';

const ball: WorldBody = { name: 'body', shape: convexSphere(0.5), velocity: [1, 0, 0], angularVelocity: [0, 0, 1] };
const block: WorldBody = { name: 'body', shape: convexBox(1), velocity: [1, 0, 0] };

test.each<[string, WorldBody, number, number | undefined, Schedule]>([
  ['a block', block, 2.5e-4, 1e-3, 'certified'],
  ['a block, by estimates', block, 2.5e-4, 1e-3, 'estimate'],
  ['a block, default tolerance', block, 2e-7, undefined, 'certified'],
  ['a spinning ball, default tolerance', ball, 2e-7, undefined, 'certified'],
])('%s', (_, body, free, tolerance, schedule) => {
  const walls: WorldBody[] = [-1, 1].map((side) => ({
    name: side < 0 ? 'left' : 'right',
    shape: convexBox(1, [side * (1 + free), 0, 0]),
    fixed: true,
  }));
  const world = new World({ schedule, bodies: [...walls, body], ...(tolerance === undefined ? {} : { tolerance }) });
  // time for 20 crossings of the slot
  const seconds = 40 * free;
  const atOnce = new Map<number, number>();
  let told = 0;
  const { time } = world.advance(seconds, (event) => {
    atOnce.set(event.time, (atOnce.get(event.time) ?? 0) + 1);
    expect(event.status).toBe('contact');
    const [x] = world.state('body').position;
    expect(Math.abs(x)).toBeLessThan(free);
    // towards the middle, away from the wall of the event
    const away = event.a === 'left' || event.b === 'left' ? 1 : -1;
    return ++told > 1000 ? 'stop' : { body: { velocity: [away, 0, 0] } };
  });
  expect(time).toBe(seconds);
  expect(Math.max(...atOnce.values())).toBeLessThanOrEqual(4);
  // no crossing takes longer than the whole slot, and none less than a quarter of it
  expect(told).toBeGreaterThanOrEqual(20);
  expect(told).toBeLessThan(200);
  // estimates may yet be set back from here
  if (schedule === 'certified') expect(Math.abs(world.state('body').position[0])).toBeLessThan(free);
});
