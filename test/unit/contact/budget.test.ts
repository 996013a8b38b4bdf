import { afterEach, describe, expect, test } from 'vitest';
import { Budget, deadlineIn, leftUntil, MOST_UNITS, setClock } from '../../../src/contact/budget.ts';
import { treeOf } from '../../../src/hierarchy/tree-of.ts';
import { firstContact, PairQuery, rigidMotion, Scene, TriangleMesh } from '../../../src/index.ts';
import { box } from '../../../src/mesh/primitives.ts';
import { methodNamed } from '../../../src/methods/index.ts';

afterEach(() => setClock(undefined));

/** A clock that goes on by so much at every look; how often it was looked at. */
function ticking(step: number): { looks: number } {
  const seen = { looks: 0 };
  setClock(() => step * seen.looks++);
  return seen;
}

describe('a budget', () => {
  test('counts iterations one by one, and stays over', () => {
    const budget = new Budget();
    budget.start(2, Infinity);
    expect([budget.spent(), budget.spent(), budget.spent(), budget.spent()]).toEqual([false, false, true, true]);
    expect(budget.reason).toBe('iterations');
    expect(budget.late).toBe(false);
  });

  test('without a limit of milliseconds the clock is never asked', () => {
    const seen = ticking(1);
    const budget = new Budget();
    budget.start(1e9, Infinity);
    for (let i = 0; i < 1000; i++) budget.spent() || budget.isLate();
    expect(budget.isOver()).toBe(false);
    expect([deadlineIn(Infinity), leftUntil(Infinity), seen.looks]).toEqual([Infinity, Infinity, 0]);
  });

  test('looks at once, then after twice as many units each time, never more than the most', () => {
    const seen = ticking(0);
    const budget = new Budget();
    budget.start(1e9, 1);
    const pauses: number[] = [];
    for (let unit = 0, last = 0, looks = seen.looks; unit < 10 * MOST_UNITS; unit++) {
      budget.spent();
      if (seen.looks > looks) {
        pauses.push(unit - last);
        last = unit;
        looks = seen.looks;
      }
    }
    expect(pauses.slice(0, 8)).toEqual([0, 2, 4, 8, 16, 32, 64, 64]);
  });

  test('where units take long, every one is followed by a look', () => {
    const seen = ticking(0.3);
    const budget = new Budget();
    budget.start(1e9, 30);
    let units = 0;
    while (!budget.isLate()) units++;
    expect(units).toBeLessThanOrEqual(100);
    expect(units).toBeGreaterThan(95);
    expect(seen.looks).toBe(units + 3);
    expect([budget.reason, budget.spent(), budget.late]).toEqual(['milliseconds', true, true]);
  });

  test('heavy work takes many units at once', () => {
    const seen = ticking(0);
    const budget = new Budget();
    budget.start(1e9, 1);
    for (let i = 0; i < 10; i++) budget.isLate(MOST_UNITS);
    expect(seen.looks).toBe(12);
  });

  test('iterations that are over are no reason to be late', () => {
    const budget = new Budget();
    budget.start(0, Infinity);
    expect([budget.spent(), budget.isLate(), budget.late]).toEqual([true, false, false]);
  });
});

describe('what is proven when the time is over stays', () => {
  const way = rigidMotion({ position: [-3, 0, 0] }, { position: [3, 0, 0], quaternion: [0, 0, 1, 0] });

  test.each(['auto', 'hca', 'c2a', 'interval'] as const)('%s: never later than the contact, and farther with more time', (method) => {
    const query = new PairQuery({ shape: box(0.5) }, { shape: box(0.5) });
    const whole = query.firstContact({ a: way }, { method: methodNamed(method) });
    expect(whole.status).toBe('contact');
    let before = 0;
    let cut = 0;
    for (let allowed = 0; allowed < 1e6; allowed = Math.ceil(1.2 * allowed) + 1) {
      ticking(1);
      const { status, time, reason, complete } = query.firstContact(
        { a: way },
        { method: methodNamed(method), maxMilliseconds: allowed, contacts: 'first' },
      );
      if (status === 'contact') {
        expect(time).toBe(whole.time);
        break;
      }
      expect([status, reason, complete]).toEqual(['unresolved', 'milliseconds', false]);
      expect(time).toBeLessThanOrEqual(whole.time);
      expect(time).toBeGreaterThanOrEqual(before);
      before = method === 'interval' || method === 'c2a' || method === 'auto' ? time : 0;
      cut++;
    }
    expect(cut).toBeGreaterThan(2);
  });

  test('a tree that was begun is gone on with at the next question', () => {
    const n = 30;
    const positions = Array.from({ length: (n + 1) * (n + 1) }, (_, i) => [
      i % (n + 1),
      Math.floor(i / (n + 1)),
      ((i * 7) % 5) / 50,
    ]).flat();
    const indices = Array.from({ length: n * n }, (_, i) => {
      const a = i + Math.floor(i / n);
      return [a, a + 1, a + n + 1];
    }).flat();
    const field = () => new TriangleMesh(positions, indices);
    const ask = (shape: TriangleMesh, maxMilliseconds?: number) =>
      firstContact({ shape: box(1), motion: way }, { shape }, { maxMilliseconds, contacts: 'first' });
    const shape = field();
    let calls = 0;
    let answer = ask(shape, 0);
    expect(answer).toMatchObject({ status: 'unresolved', reason: 'milliseconds', time: 0, contacts: [], complete: false });
    for (; answer.status === 'unresolved' && calls < 1000; calls++) {
      ticking(1);
      answer = ask(shape, 20 + 2 * calls);
    }
    expect(calls).toBeGreaterThan(1);
    setClock(undefined);
    expect(answer).toEqual(ask(field()));
    expect(treeOf(shape).nodes).toEqual(treeOf(field()).nodes);
  });

  test('a pair that may touch at the end is not free when there was no time to look at it', () => {
    const scene = new Scene({ bodies: [{ name: 'crate', shape: box(1) }], obstacles: [{ name: 'table', shape: box([4, 4, 1]) }] });
    const motions = { crate: rigidMotion({ position: [0, 0, 5] }, { position: [0, 0, 1] }) };
    const statuses = new Set<string>();
    for (let allowed = 0; allowed < 1e5; allowed = Math.ceil(1.2 * allowed) + 1) {
      ticking(1);
      const { status } = scene.firstContact(motions, { arrive: [['crate', 'table']], tolerance: 1e-6, maxMilliseconds: allowed });
      statuses.add(status);
      // it passes through the table first
      const through = { crate: rigidMotion({ position: [0, 0, 5] }, { position: [0, 0, -5] }) };
      ticking(1);
      expect(scene.firstContact(through, { arrive: [['crate', 'table']], tolerance: 1e-6, maxMilliseconds: allowed }).status).not.toBe(
        'free',
      );
    }
    expect(statuses).toEqual(new Set(['unresolved', 'free']));
  });

  test('a question without a budget is not cut by the one before', () => {
    const scene = new Scene({ bodies: [{ name: 'crate', shape: box(1) }], obstacles: [{ name: 'table', shape: box([4, 4, 1]) }] });
    const motions = { crate: rigidMotion({ position: [0, 0, 5] }, { position: [0, 0, 2] }) };
    const distance = scene.distanceAt(motions, 1);
    expect(scene.clearance(motions, { maxMilliseconds: 0 }).gap[0]).toBe(0);
    expect(scene.distanceAt(motions, 1)).toEqual(distance);
    expect(scene.isFree({ crate: { position: [0, 0, 5] } })).toBe(true);
    expect(scene.firstContact(motions).status).toBe('free');
  });
});

test('can be renewed, but not once it is over', () => {
  const budget = new Budget();
  budget.start(3, Infinity);
  expect(budget.spent()).toBe(false);
  budget.renew(5);
  let granted = 0;
  while (granted < 100 && !budget.spent()) granted++;
  expect(granted).toBe(5);
  budget.renew(5);
  expect(budget.spent()).toBe(true);
});
