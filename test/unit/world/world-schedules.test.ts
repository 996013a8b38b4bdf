import { describe, expect, test } from 'vitest';
import { convexBox, convexSphere } from '../../../src/convex/polyhedra.ts';
import type { WorldEvent } from '../../../src/world/world-event.ts';
import type { WorldBody, WorldOptions } from '../../../src/world/world-options.ts';
import { ProvenWorld as World } from '../../support/proven-world.ts';
import { ball, bounce, expectTime, FLOOR, GRAVITY, told } from './falling-balls.ts';

describe('schedules that sample', () => {
  test('estimate, with rollback: the same contacts as certified on a simple scene', () => {
    const bodies = [FLOOR, ball('a', [0, 0, 5.5]), ball('b', [3, 0, 2.1], { velocity: [-2, 0, 2] }), ball('c', [-4, 0, 4])];
    const run = (schedule: WorldOptions['schedule']): WorldEvent[] => {
      const world = new World({ bodies, gravity: GRAVITY, schedule, tolerance: 1e-6 });
      let events: WorldEvent[] = [];
      world.advance(
        1.5,
        (event) => {
          events.push(event);
          return event.a === 'floor' ? bounce(world, event) : undefined;
        },
        {
          onRollback: (time) => {
            events = events.filter((event) => event.time <= time);
          },
        },
      );
      return events;
    };
    const known = run('certified');
    const estimated = run('estimate');
    expect(known.length).toBeGreaterThan(3);
    expect(told(estimated)).toEqual(told(known));
    estimated.forEach(({ time }, k) => {
      expect(time).toBeCloseTo(known[k].time, 4);
    });
  });

  test('fixed intervals miss a bullet, the others do not miss it', () => {
    const wall: WorldBody = { name: 'wall', shape: convexBox([0.01, 1, 1]), fixed: true };
    const bullet = ball('bullet', [-10.3, 0, 0], { shape: convexSphere(0.01), velocity: [700, 0, 0] });
    const run = (schedule: WorldOptions['schedule']): number => new World({ bodies: [wall, bullet], schedule }).advance(0.1).events.length;
    expect(run('fixed')).toBe(0);
    expect(run('certified')).toBe(1);
  });

  test('fixed intervals find what lasts, in order, with the time of the contact', () => {
    const bodies = [FLOOR, ball('a', [0, 0, 5.5]), ball('b', [3, 0, 2.3])];
    const world = new World({ bodies, gravity: GRAVITY, schedule: 'fixed', interval: 0.01, tolerance: 1e-6 });
    const events: WorldEvent[] = [];
    world.advance(1.1, (event) => {
      events.push(event);
      return bounce(world, event);
    });
    expect(events.map(({ b }) => b)).toEqual(['b', 'a']);
    expectTime(events[0], 0.6);
    expectTime(events[1], 1);
  });
});

describe('budgets of advance', () => {
  const falling = (schedule: 'certified' | 'estimate' | 'fixed') =>
    new World({
      gravity: [0, 0, -10],
      schedule,
      bodies: [
        { name: 'floor', shape: convexBox([4, 4, 1], [0, 0, -0.5]), fixed: true },
        { name: 'ball', shape: convexSphere(0.1), pose: { position: [0, 0, 2] } },
      ],
    });
  const bounce = () => ({ ball: { velocity: [0, 0, 3] as const } });

  test.each(['certified', 'estimate', 'fixed'] as const)('%s: what ran out is told, and going on leads to the same end', (schedule) => {
    const whole = falling(schedule);
    expect(whole.advance(2, bounce)).toEqual({ time: 2, complete: true, events: [] });
    const piecewise = falling(schedule);
    let rounds = 0;
    for (
      let last = piecewise.advance(2, bounce, { maxIterations: 3 });
      !last.complete;
      last = piecewise.advance(2, bounce, { maxIterations: 3 })
    ) {
      expect(last.reason).toBe('iterations');
      expect(last.time).toBeLessThan(2);
      if (++rounds > 10_000) throw new Error('it does not get on');
    }
    expect(rounds).toBeGreaterThan(1);
    expect(piecewise.state('ball')).toEqual(whole.state('ball'));
  });

  test('no milliseconds: nothing happens, and nothing is claimed', () => {
    const world = falling('certified');
    expect(world.advance(2, bounce, { maxMilliseconds: 0 })).toMatchObject({ time: 0, complete: false, reason: 'milliseconds' });
    expect(() => world.advance(2, bounce, { maxIterations: -1 })).toThrow(/maxIterations must be a whole number ≥ 0, got -1/);
  });
});
