import { expect, test, vi } from 'vitest';
import { Budget } from '../../../src/contact/budget.ts';
import type { Closest } from '../../../src/contact/closest-leaves.ts';
import { findLeaving, GAVE_UP } from '../../../src/contact/leaving.ts';
import type { MovingPair } from '../../../src/contact/moving-pair.ts';
import { PairQueue } from '../../../src/contact/pair-queue.ts';

// Two bodies of which nothing is known but their distance at every instant, so that each step of the search has one right answer.

/** In place of the real search for the closest leaves: the worst answer that it may give with the slack it is asked for. */
vi.mock('../../../src/contact/closest-leaves.ts', () => ({
  findClosestLeaves(pair: KnownPair, _queue: PairQueue, cutoff: number, relative: number, absolute: number, out: Closest) {
    pair.slacks.push(absolute);
    const least = pair.distanceAt(pair.time);
    const found = least < cutoff;
    const distance = Math.min(least * (1 + relative) + absolute, cutoff);
    Object.assign(out, found ? { distance, leafA: 0, leafB: 0 } : { distance: cutoff, leafA: -1, leafB: -1 });
  },
}));
vi.mock('../../../src/contact/containment.ts', () => ({ isContained: (pair: KnownPair) => pair.insideAt(pair.time) }));

interface KnownPair {
  readonly budget: Budget;
  readonly fastest: number;
  readonly rounding: number;
  distanceAt(t: number): number;
  insideAt(t: number): boolean | undefined;
  placeAt(t: number): void;
  time: number;
  readonly asked: number[];
  /** How much farther away than the closest what is found may be, at each instant that was asked for. */
  readonly slacks: number[];
}

const APART = 2 ** -6;
const EPSILON = 2 ** -20;
/** Proven apart from here on. */
const CUTOFF = APART + 2 * EPSILON;

function known(distanceAt: (t: number) => number, { fastest = 1, insideAt = (_: number): boolean | undefined => false } = {}): KnownPair {
  const asked: number[] = [];
  return {
    budget: new Budget(),
    fastest,
    rounding: EPSILON,
    distanceAt,
    insideAt,
    asked,
    slacks: [],
    time: Number.NaN,
    placeAt(t) {
      this.time = t;
      asked.push(t);
    },
  };
}

function leavingOf(pair: KnownPair, iterations = Infinity): number {
  pair.budget.start(iterations, Infinity);
  return findLeaving(pair as unknown as MovingPair, new PairQueue(), APART, { distance: 0, leafA: -1, leafB: -1, lower: 0 });
}

test('apart from the start: left at 0, and nothing else is asked', () => {
  const pair = known(() => CUTOFF);
  expect(leavingOf(pair)).toBe(0);
  expect(pair.asked).toEqual([0]);
});

test('as fast as it may: one step, and the instant itself', () => {
  const pair = known((t) => t);
  expect(leavingOf(pair)).toBe(CUTOFF);
  expect(pair.asked.slice(0, 2)).toEqual([0, CUTOFF]);
});

test('what a distance lacks is divided by the bound on the speed', () => {
  const pair = known((t) => APART / 2 + t / 8, { fastest: 1 / 4 });
  leavingOf(pair);
  expect(pair.asked.slice(0, 2)).toEqual([0, (CUTOFF - APART / 2) * 4]);
});

test('no step is finer than 1/1024: from there it goes on', () => {
  // comes apart at 1/2 only, and then at once
  const pair = known((t) => (t < 0.5 ? CUTOFF - 2 ** -40 : 1));
  expect(leavingOf(pair)).toBe(0.5);
  expect(pair.asked.slice(0, 4)).toEqual([0, 1 / 1024, 2 / 1024, 3 / 1024]);
  expect(pair.asked.indexOf(0.5)).toBe(512);
});

test('within the last step the first proven instant is narrowed down, in 16 halvings', () => {
  // the first step goes to the end
  const leaves = 2 ** -3 + 2 ** -17;
  const pair = known((t) => (t < leaves ? 0 : 1), { fastest: CUTOFF });
  expect(leavingOf(pair)).toBe(2 ** -3 + 2 ** -16);
  expect(pair.asked).toHaveLength(2 + 16);
});

test('no finer than 2⁻²⁶', () => {
  // the last step has 2⁻¹² left: 14 halvings
  const last = 1 - 2 ** -12;
  const leaves = last + 2 ** -14 + 2 ** -30;
  const pair = known((t) => (t < last ? CUTOFF - last : t < leaves ? 0 : 1));
  expect(leavingOf(pair)).toBe(last + 2 ** -14 + 2 ** -26);
  expect(pair.asked).toHaveLength(3 + 14);
});

test('a step stops at the end, where it may still be found apart', () => {
  const pair = known((t) => (t < 1 ? 0 : 1), { fastest: CUTOFF / 8 });
  expect(leavingOf(pair)).toBe(1);
  expect(pair.asked[1]).toBe(1);
});

test('never: the end is asked once, then it is said', () => {
  const pair = known(() => 0, { fastest: CUTOFF / 8 });
  expect(leavingOf(pair)).toBe(Infinity);
  expect(pair.asked).toEqual([0, 1]);
});

test('never, without motion: nothing beyond the start is asked, and nothing of the budget taken', () => {
  const pair = known(() => 0, { fastest: 0 });
  expect(leavingOf(pair, 0)).toBe(Infinity);
  expect(pair.asked).toEqual([0]);
});

test('a unit of the budget for each step', () => {
  // two steps of 1/4, apart at the second
  const pair = () => known((t) => (t < 0.5 ? 0 : 1), { fastest: 4 * CUTOFF });
  expect(GAVE_UP).toBe(-1);
  expect(leavingOf(pair(), 0)).toBe(GAVE_UP);
  expect(leavingOf(pair(), 1)).toBe(GAVE_UP);
  expect(leavingOf(pair(), 2)).toBe(0.5);
});

test.each([true, undefined])('far from every surface but inside (%o): not apart', (inside) => {
  const pair = known(() => 1, { fastest: 1024, insideAt: (t) => (t < 3 / 1024 ? inside : false) });
  expect(leavingOf(pair)).toBe(3 / 1024);
});

test.each([0, 1])('time is over while distance %d is looked for at the start: given up, whatever was found', (distance) => {
  const pair = known(() => distance, { fastest: CUTOFF });
  endsAt(pair, 0);
  expect(leavingOf(pair)).toBe(GAVE_UP);
  expect(pair.asked).toEqual([0]);
});

test('time is over while an instant is narrowed down: the last that was proven counts, and no other is asked', () => {
  // apart at the end, and at 1/2 too; at 1/4 there is no time left
  const pair = known((t) => (t < 1 / 8 ? 0 : 1), { fastest: CUTOFF });
  endsAt(pair, 1 / 4);
  expect(leavingOf(pair)).toBe(1 / 2);
  expect(pair.asked).toEqual([0, 1, 1 / 2, 1 / 4]);
});

test('steps need the closest leaves, narrowing down any that are near', () => {
  const pair = known((t) => (t < 1 / 8 ? 0 : 1), { fastest: CUTOFF });
  leavingOf(pair);
  expect(pair.slacks).toEqual([0, 0, ...new Array(16).fill(Infinity)]);
});

/** Its time is over when it is placed at that instant. */
function endsAt(pair: KnownPair, instant: number): void {
  const { placeAt } = pair;
  pair.placeAt = function (t) {
    placeAt.call(this, t);
    if (t === instant) this.budget.late = true;
  };
}
