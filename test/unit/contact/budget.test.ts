import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Budget, milliseconds } from '../../../src/contact/budget.ts';

/** A clock that only moves when told to. */
let now = 0;
let looks = 0;

beforeEach(() => {
  now = 1000;
  looks = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    looks++;
    return now;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** How many units it grants, at most `most`. */
function granted(budget: Budget, most = 2000): number {
  for (let n = 0; n < most; n++) if (budget.spent()) return n;
  return most;
}

test('what was never started has no limit, and its reason is one of the two', () => {
  const budget = new Budget();
  expect(granted(budget)).toBe(2000);
  expect(looks).toBe(0);
  expect(budget.reason).toBe('iterations');
});

test.each([0, 1, 2, 700])('%i iterations are granted, not one more; then it stays over', (iterations) => {
  const budget = new Budget();
  budget.reason = 'milliseconds';
  budget.start(iterations, Infinity);
  expect(granted(budget)).toBe(iterations);
  expect(budget.reason).toBe('iterations');
  expect([budget.spent(), budget.spent()]).toEqual([true, true]);
});

test('without a limit of time nobody looks at the clock', () => {
  const budget = new Budget();
  budget.start(Infinity, Infinity);
  expect(granted(budget)).toBe(2000);
  expect(looks).toBe(0);
});

test('no time at all is over at once, and stays over when the clock is set back', () => {
  const budget = new Budget();
  budget.start(Infinity, 0);
  expect(budget.spent()).toBe(true);
  expect(budget.reason).toBe('milliseconds');
  now = 0;
  expect([budget.spent(), budget.spent()]).toEqual([true, true]);
});

test('over at the deadline itself, not before', () => {
  const budget = new Budget();
  budget.start(Infinity, 5);
  now = 1004.999;
  expect(granted(budget, 1)).toBe(1);
  budget.start(Infinity, 5);
  now += 5;
  expect(granted(budget, 1)).toBe(0);
  expect(budget.reason).toBe('milliseconds');
});

test('the clock is looked at once at the start, then with the first unit and every 256th after it', () => {
  const budget = new Budget();
  budget.start(Infinity, 5);
  expect(looks).toBe(1);
  granted(budget, 1);
  expect(looks).toBe(2);
  granted(budget, 255);
  expect(looks).toBe(2);
  granted(budget, 1);
  expect(looks).toBe(3);
  now += 5;
  expect(granted(budget)).toBe(255);
  expect(budget.reason).toBe('milliseconds');
});

test('a new start forgets the old one', () => {
  const budget = new Budget();
  budget.start(3, 5);
  expect(granted(budget)).toBe(3);
  // the first unit looks at the clock again
  budget.start(10, 0);
  expect(granted(budget)).toBe(0);
  expect(budget.reason).toBe('milliseconds');
  budget.start(10, Infinity);
  now += 1000;
  expect(granted(budget)).toBe(10);
  expect(budget.reason).toBe('iterations');
});

test('iterations count before milliseconds where both are over', () => {
  const budget = new Budget();
  budget.start(0, 0);
  expect(budget.spent()).toBe(true);
  expect(budget.reason).toBe('iterations');
});

test('milliseconds are those of the clock', () => {
  now = 1234.5;
  expect(milliseconds()).toBe(1234.5);
});

test('can be renewed, but not once it is over', () => {
  const budget = new Budget();
  budget.start(3, Infinity);
  expect(budget.spent()).toBe(false);
  budget.renew(5);
  expect(granted(budget)).toBe(5);
  budget.renew(5);
  expect(budget.spent()).toBe(true);
});
