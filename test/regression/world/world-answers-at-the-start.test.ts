// What is told at the instant at which bodies are put somewhere. A contact that was let through then counted as answered, and was told again and again; an overlap that was answered by
// 'stop' did not come again; and one that was answered by a pose that parts the pair was not judged any more.
import { expect, test } from 'vitest';
import { convexBox } from '../../../src/convex/polyhedra.ts';
import type { WorldEvent } from '../../../src/world/world-event.ts';
import type { WorldBody, WorldOptions } from '../../../src/world/world-options.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';
import { ball, expectTime, FLOOR, told } from '../../unit/world/falling-balls.ts';

const wall = (x: number): WorldBody => ({ name: 'wall', shape: convexBox(1, [x, 0, 0]), fixed: true });
const block: WorldBody = { name: 'block', shape: convexBox(1), velocity: [1, 0, 0] };

test.each<WorldOptions['schedule']>(['certified', 'estimate'])('%s: a body within the tolerance of another when it begins', (schedule) => {
  const world = new World({ schedule, bodies: [wall(1 + 2e-7), block] });
  const events: WorldEvent[] = [];
  world.advance(1, (event) => {
    events.push(event);
    return events.length > 100 ? 'stop' : undefined;
  });
  expect(told(events)).toEqual([['contact', 'wall', 'block']]);
  expect(events[0].time).toBe(0);
  expect(events[0].gap[0]).toBeLessThanOrEqual(2e-7);
  expect(events[0].gap[1]).toBeGreaterThanOrEqual(2e-7 - 1e-15);
  expect(world.stats.checks).toBeLessThan(1000);
});

test('likewise when it is added later, and it can be thrown back', () => {
  const world = new World({ bodies: [wall(1 + 2e-7)] });
  world.advance(3);
  world.add(block);
  const times: number[] = [];
  world.advance(4, (event) => {
    times.push(event.time);
    return { block: { velocity: [-1, 0, 0] } };
  });
  expect(times).toEqual([3]);
  expect(world.state('block').position[0]).toBe(-1);
});

test.each([false, true])('a body that is thrown back by one wall and let through another at one time, the other first: %s', (swapped) => {
  const p: WorldBody = { name: 'p', shape: convexBox([1, 10, 1], [3, 0, 0]), fixed: true };
  const q: WorldBody = { name: 'q', shape: convexBox([10, 1, 1], [0, 3, 0]), fixed: true };
  const body: WorldBody = { ...block, velocity: [1, 1, 0] };
  const world = new World({ bodies: [...(swapped ? [q, p] : [p, q]), body], tolerance: 1e-6 });
  const events: WorldEvent[] = [];
  world.advance(10, (event) => {
    events.push(event);
    if (events.length > 40) return 'stop';
    return event.a === 'p' ? { block: { velocity: [-1, 1, 0] } } : undefined;
  });
  expect(told(events).sort()).toEqual([
    ['contact', 'p', 'block'],
    ['contact', 'q', 'block'],
  ]);
  for (const event of events) expectTime(event, 2);
  // x: 2 and 8 back
  expect(world.state('block').position[0]).toBeCloseTo(-6, 5);
  expect(world.state('block').position[1]).toBeCloseTo(10, 9);
});

test("'stop' on an overlap: it comes again, each time", () => {
  const world = new World({ bodies: [wall(0.5), block] });
  for (let k = 0; k < 3; k++) {
    const seen: string[] = [];
    const { time } = world.advance(0.1, ({ status }) => {
      seen.push(status);
      return 'stop';
    });
    expect(seen).toEqual(['overlap']);
    expect(time).toBe(0);
  }
  expect(told(world.advance(0.1).events)).toEqual([['overlap', 'wall', 'block']]);
  expect(world.time).toBe(0.1);
});

test('an overlap that is answered by another place is judged from there', () => {
  const world = new World({ bodies: [FLOOR, ball('ball', [0, 0, 0.3], { velocity: [0, 0, -1] })], tolerance: 1e-6 });
  const seen: [string, number][] = [];
  world.advance(1, (event) => {
    seen.push([event.status, event.time]);
    if (event.status === 'overlap') return { ball: { pose: { position: [0, 0, 0.5001] }, velocity: [0, 0, -1] } };
    expectTime(event, 1e-4);
    return { ball: { velocity: [0, 0, 1] } };
  });
  expect(seen.map(([status]) => status)).toEqual(['overlap', 'contact']);
  expect(seen[0][1]).toBe(0);
  expect(world.state('ball').position[2]).toBeCloseTo(1.4999, 5);
});
