import { describe, expect, test } from 'vitest';
import { AllPairs } from '../../../src/broad/all-pairs.ts';
import { CoherentHash } from '../../../src/broad/hash/coherent-hash.ts';
import { SweepAndPrune } from '../../../src/broad/sweep/sweep-and-prune.ts';
import { convexBox, convexSphere } from '../../../src/convex/polyhedra.ts';
import { Gjk } from '../../../src/convex/trackers/gjk.ts';
import { translationMotion } from '../../../src/motion/rigid-motion.ts';
import type { WorldEvent } from '../../../src/world/world-event.ts';
import type { WorldBody, WorldOptions } from '../../../src/world/world-options.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';
import { ball, bounce, expectTime, FLOOR, GRAVITY, told } from './falling-balls.ts';

describe('a ball on a floor', () => {
  test('lands when free fall says, and bounces when its speed says', () => {
    const world = new World({ bodies: [FLOOR, ball('ball', [0, 0, 5.5])], gravity: GRAVITY, tolerance: 1e-6 });
    const events: WorldEvent[] = [];
    const { time } = world.advance(6, (event) => {
      events.push(event);
      return bounce(world, event);
    });
    expect(time).toBe(6);
    expect(told(events)).toEqual(Array(3).fill(['contact', 'floor', 'ball']));
    [1, 3, 5].forEach((t, k) => {
      expect(events[k].time).toBeCloseTo(t, 5);
    });
    expectTime(events[0], 1);
    expect(events[0].speed).toBeCloseTo(10, 5);
    expect(events[0].normal[2]).toBeCloseTo(1, 12);
    expect(events[0].gap[1]).toBeLessThanOrEqual(1.01e-6);
    expect(events[0].contacts).toHaveLength(1);
    expect(events[0].contacts[0].pointB[2]).toBeLessThanOrEqual(1.01e-6);
    expect(world.state('ball').position[2]).toBeCloseTo(5.5, 4);
  });

  test('a spinning cube lands on its corner', () => {
    // a half turn per second: after one second it stands as before, but its corner of length ½√3 turns through below
    const cube: WorldBody = {
      name: 'cube',
      shape: convexBox(1),
      pose: { position: [0, 0, 5 + Math.SQRT1_2] },
      angularVelocity: [0, Math.PI / 4, 0],
    };
    const world = new World({ bodies: [FLOOR, cube], gravity: GRAVITY, tolerance: 1e-9 });
    const { events } = world.advance(1.1);
    // 45° after one second: an edge, at ½√2 below the centre
    expect(told(events)).toEqual([['contact', 'floor', 'cube']]);
    expectTime(events[0], 1, 1e-9);
    expect(events[0].contacts).toHaveLength(2);
  });

  test.each([new AllPairs(), new CoherentHash(), new SweepAndPrune()])('broad phase %#: the same events', (broadPhase) => {
    const bodies = [FLOOR, ball('a', [0, 0, 5.5]), ball('b', [0.4, 0, 8]), ball('c', [9, 0, 1])];
    const run = (options: WorldOptions): WorldEvent[] => {
      const world = new World({ bodies, gravity: GRAVITY, ...options });
      const events: WorldEvent[] = [];
      world.advance(2, (event) => {
        events.push(event);
        return event.a === 'floor' ? bounce(world, event) : undefined;
      });
      return events;
    };
    const known = run({});
    expect(known.length).toBeGreaterThan(4);
    expect(told(run({ broadPhase }))).toEqual(told(known));
  });

  test('another tracker, the same events', () => {
    const bodies = [FLOOR, ball('a', [0, 0, 5.5])];
    const world = new World({ bodies, gravity: GRAVITY, tracker: (a, b) => new Gjk(a, b) });
    expectTime(world.advance(2).events[0], 1, 1e-6);
  });
});

describe('many', () => {
  test('contacts come in the order of time', () => {
    const heights = [3, 1, 4, 1.5, 9, 2.6, 5.3, 5.8, 9.7, 9.3];
    const bodies = heights.map((h, k) => ball(`ball ${k}`, [2 * k - 10, 0, 0.5 + h]));
    const { events } = new World({ bodies: [FLOOR, ...bodies], gravity: GRAVITY }).advance(2);
    const order = heights.map((h, k) => ({ k, time: Math.sqrt(h / 5) })).sort((p, q) => p.time - q.time);
    expect(events.map(({ b }) => b)).toEqual(order.map(({ k }) => `ball ${k}`));
    events.forEach((event, i) => {
      expectTime(event, order[i].time);
    });
  });

  test('a row of balls passes its speed on', () => {
    const bodies = [0, 1, 2, 3, 4].map((k) => ball(`ball ${k}`, [2 * k, 0, 0], k === 0 ? { velocity: [1, 0, 0] } : {}));
    const world = new World({ bodies });
    const events: WorldEvent[] = [];
    world.advance(10, (event) => {
      events.push(event);
      return { [event.a]: { velocity: world.state(event.b).velocity }, [event.b]: { velocity: world.state(event.a).velocity } };
    });
    expect(events.map(({ a, b }) => [a, b].sort())).toEqual([0, 1, 2, 3].map((k) => [`ball ${k}`, `ball ${k + 1}`]));
    events.forEach(({ time }, k) => {
      expect(time).toBeCloseTo(k + 1, 4);
    });
    expect(world.state('ball 4').velocity).toEqual([1, 0, 0]);
  });
});

describe('answers', () => {
  test('none: the pair goes through, is told once, and again after it has parted', () => {
    // up through the plate, and down again
    const plate: WorldBody = { name: 'plate', shape: convexBox([10, 10, 0.1]), fixed: true };
    const world = new World({ bodies: [plate, ball('ball', [0, 0, -2], { velocity: [0, 0, 10] })], gravity: GRAVITY });
    const { events } = world.advance(3);
    expect(told(events)).toEqual(Array(2).fill(['contact', 'plate', 'ball']));
    // −2 + 10 t − 5 t² = ∓0.55
    expectTime(events[0], 1 - Math.sqrt(1 - 1.45 / 5));
    expectTime(events[1], 1 + Math.sqrt(1 - 2.55 / 5));
  });

  test("'stop' ends there, and the contact comes again", () => {
    const world = new World({ bodies: [FLOOR, ball('ball', [0, 0, 5.5])], gravity: GRAVITY });
    const first = world.advance(9, () => 'stop');
    expect(first.time).toBeCloseTo(1, 5);
    expect(world.time).toBe(first.time);
    const again: number[] = [];
    world.advance(1.5, (event) => {
      again.push(event.time);
      return bounce(world, event);
    });
    expect(again).toHaveLength(1);
    expect(again[0]).toBeCloseTo(first.time, 9);
  });

  test('within an answer bodies can be set, added and removed', () => {
    const world = new World({ bodies: [FLOOR, ball('a', [0, 0, 5.5]), ball('b', [5, 0, 8.7])], gravity: GRAVITY });
    const seen: string[] = [];
    world.advance(1.6, (event) => {
      seen.push(event.b === 'floor' ? event.a : event.b);
      if (event.b === 'a') {
        world.remove('a');
        world.add(ball('c', [20, 0, 1.5]));
      } else world.set(event.b, { velocity: [0, 0, 3], acceleration: [0, 0, 0] });
      return undefined;
    });
    expect(seen).toEqual(['a', 'b', 'c']);
    expect(world.names).toEqual(['floor', 'b', 'c']);
    expect(world.state('b').velocity).toEqual([0, 0, 3]);
    expect(world.state('b').position[2]).toBeGreaterThan(0.5);
  });

  test('an answer that does not part them is asked for again, and never passed silently', () => {
    const world = new World({ bodies: [FLOOR, ball('ball', [0, 0, 5.5])], gravity: GRAVITY, tolerance: 1e-3 });
    const seen: WorldEvent[] = [];
    world.advance(1.2, (event) => {
      seen.push(event);
      return event.status === 'contact' ? { ball: { velocity: [0, 0, -1] } } : undefined;
    });
    expect(seen.length).toBeGreaterThan(5);
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set(['contact', 'overlap']));
    // from then on, each time twice as deep
    const deep = seen.slice(seen.findIndex(({ status }) => status === 'overlap'));
    expect(deep.map(({ status }) => status)).toEqual(deep.map(() => 'overlap'));
    expect(deep.length).toBeGreaterThan(3);
    for (let k = 2; k < deep.length; k++) expect(deep[k].depth).toBeGreaterThanOrEqual(2 * deep[k - 1].depth);
    // up to rounding: once they touch, they are told some times at one instant before they count as overlapping
    for (let k = 1; k < seen.length; k++) expect(seen[k].gap[0]).toBeLessThanOrEqual(seen[k - 1].gap[0] * (1 + 1e-9));
  });
});

describe('changes from outside', () => {
  test('set: a new velocity, a new place; remove and add', () => {
    const world = new World({ bodies: [FLOOR, ball('ball', [0, 0, 5.5])], gravity: GRAVITY });
    expect(world.advance(0.5).events).toEqual([]);
    world.set('ball', { velocity: [0, 0, 0] });
    // 1.25 fallen, 3.75 to go
    const { events } = world.advance(2);
    expectTime(events[0], 0.5 + Math.sqrt(0.75));
    world.set('ball', { pose: { position: [0, 0, 5.5] }, velocity: [0, 0, 0] });
    const again = world.advance(4).events;
    expect(told(again)).toEqual([['contact', 'floor', 'ball']]);
    expectTime(again[0], 3);
    world.remove('ball');
    expect(world.names).toEqual(['floor']);
    world.add(ball('ball', [0, 0, 5.5]));
    expectTime(world.advance(6).events[0], 5);
  });

  test('a place inside another body is told as overlap, once', () => {
    const world = new World({ bodies: [FLOOR, ball('ball', [0, 0, 5.5])] });
    world.set('ball', { pose: { position: [0, 0, 0.2] } });
    expect(told(world.advance(1).events)).toEqual([['overlap', 'floor', 'ball']]);
    expect(world.advance(2).events).toEqual([]);
  });

  test('bodies that start in one another are told at once, and again when they meet after they parted', () => {
    const bodies = [FLOOR, ball('ball', [0, 0, 0], { velocity: [0, 0, 10] })];
    const { events } = new World({ bodies, gravity: GRAVITY }).advance(3);
    expect(told(events)).toEqual([
      ['overlap', 'floor', 'ball'],
      ['contact', 'floor', 'ball'],
    ]);
    expect(events[0].time).toBe(0);
    expectTime(events[1], 1 + Math.sqrt(0.9));
  });

  test('ignored pairs, and only they, are never told', () => {
    const bodies = [FLOOR, ball('a', [0, 0, 5.5]), ball('b', [5, 0, 5.5])];
    const { events } = new World({ bodies, gravity: GRAVITY, allowed: [['a', 'floor']] }).advance(2);
    expect(told(events)).toEqual([['contact', 'floor', 'b']]);
  });

  test('a clearance is kept', () => {
    const { events } = new World({ bodies: [FLOOR, ball('ball', [0, 0, 5.7])], gravity: GRAVITY, clearance: 0.2 }).advance(2);
    expectTime(events[0], 1);
    expect(events[0].gap[0]).toBeGreaterThanOrEqual(0.2);
  });
});

describe('other ways to move', () => {
  test('along a motion, and staying where it ends', () => {
    const lift: WorldBody = {
      name: 'lift',
      shape: convexBox([4, 4, 1]),
      motion: translationMotion({ position: [0, 0, 0] }, [0, 0, 4]),
      duration: 2,
    };
    const hanging = ball('hanging', [1, 1, 4], { acceleration: [0, 0, 0] });
    const falling = ball('falling', [-1, -1, 50]);
    const world = new World({ bodies: [lift, hanging, falling], gravity: GRAVITY });
    const { events } = world.advance(4);
    expect(told(events)).toEqual([
      ['contact', 'lift', 'hanging'],
      ['contact', 'lift', 'falling'],
    ]);
    expectTime(events[0], 1.5);
    // to 5 above
    expectTime(events[1], 3);
    expect(world.state('lift').position).toEqual([0, 0, 4]);
    expect(world.state('lift').velocity).toEqual([0, 0, 0]);
  });

  test('steered: the limits bound what is not known, and the contact is where the state brings it', () => {
    const state = (t: number) => ({
      pose: { position: [0, 0, 3 + 2 * Math.cos(t)] as const },
      velocity: [0, 0, -2 * Math.sin(t)] as const,
    });
    const drone: WorldBody = { name: 'drone', shape: convexSphere(0.5), steering: { state, acceleration: 2, angularAcceleration: 0 } };
    const wall: WorldBody = { name: 'wall', shape: convexBox([1, 1, 1], [0, 0, 1.5]), fixed: true };
    const { events } = new World({ bodies: [drone, wall], tolerance: 1e-6 }).advance(3);
    // 3 + 2 cos t = 2.5
    expect(told(events)).toEqual([['contact', 'drone', 'wall']]);
    expectTime(events[0], Math.acos(-0.25), 1e-6);
  });

  test('steered beyond its limits: said, with its name', () => {
    const state = (t: number) => ({ pose: { position: [0, 0, 3 - 5 * t * t] as const }, velocity: [0, 0, -10 * t] as const });
    const drone: WorldBody = { name: 'drone', shape: convexSphere(0.5), steering: { state, acceleration: 2, angularAcceleration: 0 } };
    expect(() => new World({ bodies: [FLOOR, drone] }).advance(1)).toThrow(/drone.*acceleration of 2/);
  });
});
