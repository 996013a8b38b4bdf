import { describe, expect, test } from 'vitest';
import { NO_PAIRS, setOf } from '../../../../src/scene/pairs/pair-set.ts';
import type { View } from '../../../../src/scene/pairs/view.ts';
import type { SceneOutcome } from '../../../../src/scene/search/scene-outcome.ts';
import {
  ALL_LEAVE,
  EFFECTIVE,
  EPSILON,
  EXEMPT,
  LIMIT,
  NONE_LEAVE,
  PROVABLE,
  RESERVE,
  StartPairs,
} from '../../../../src/scene/search/start-pairs.ts';

// All numbers are powers of two or small sums of them, so that what is expected is exact. The pair is number 1 of three.
const PAIR = 1;
const CLEARANCE = 1;
const TOLERANCE = 2 ** -10;
const THREE = { count: 3, listsAll: true, topFrom: 3, isTop: () => false };

interface Bounds {
  readonly sphere?: readonly number[];
  readonly adding?: number;
  readonly turn?: number;
  readonly way?: number;
  readonly radius?: number;
  readonly solid?: boolean;
}

/** As much of a body as the rule looks at. */
function view({ sphere = [0, 0, 0, 0], adding = 0, turn = 0, way = 0, radius = 0, solid = false }: Bounds = {}): View {
  return { sphere, adding, turn, way, radius, tube: 0, mesh: { solid } } as unknown as View;
}

/** ε = 2⁻³¹ + 2⁻³² + 2 · 2⁻⁴² · (1 + 1 + 2) · (1/4 + 3/4 + c). */
const A = view({ adding: 2 ** -31, turn: 1, radius: 0.25, way: 512 });
const B = view({ adding: 2 ** -32, turn: 2, radius: 0.75, way: 512 });
const E = 2 ** -31 + 2 ** -32 + 2 ** -41 * 4 * 2;

function begun({ leaving = false, open = true, tolerance = TOLERANCE, exempt = [] as readonly number[] } = {}): StartPairs {
  const start = new StartPairs(THREE);
  start.begin(CLEARANCE, tolerance, leaving ? ALL_LEAVE : NONE_LEAVE, open, setOf(exempt));
  return start;
}

function settled(start: StartPairs, a = A, b = B, pair = PAIR): unknown {
  start.settle(pair, a, b);
  const { numbers } = start;
  return {
    epsilon: numbers[EPSILON],
    limit: numbers[LIMIT],
    reserve: numbers[RESERVE],
    effective: numbers[EFFECTIVE],
    provable: numbers[PROVABLE],
  };
}

/** What settle tells of a pair whose contact is told `usable` beyond the clearance. */
const told = (effective: number, usable = effective / 2, provable = 1): unknown => ({
  epsilon: E,
  limit: CLEARANCE + usable - E,
  reserve: usable / 2,
  effective,
  provable,
});

/** Two leaves of the pair met at the start. */
function meet(start: StartPairs, distance: number, leafA = 3, leafB = 4, pair = PAIR): void {
  start.settle(pair, A, B);
  start.observe(pair, distance, leafA, leafB);
}

const NOTHING_YET: SceneOutcome = { status: 'free', time: 0.5, reason: 'iterations', pair: -7, leafA: -7, leafB: -7 };

function closed(start: StartPairs): { isSettled: boolean; outcome: SceneOutcome } {
  const outcome = { ...NOTHING_YET };
  return { isSettled: start.close(outcome), outcome };
}

describe('settle', () => {
  test('contact is told at half the tolerance, and leaves stop at a quarter', () => {
    expect(settled(begun())).toEqual(told(TOLERANCE));
  });

  test('slow bodies: at 2⁻¹² of their ways together', () => {
    const slow = (way: number, { adding, turn, radius }: View) => view({ adding, turn, radius, way });
    expect(settled(begun(), slow(2 ** -4, A), slow(2 ** -4, B))).toEqual(told(TOLERANCE, 2 ** -15));
    expect(settled(begun(), slow(2 ** -4, A), slow(0, B))).toEqual(told(TOLERANCE, 2 ** -16));
    expect(settled(begun(), slow(0, A), slow(0, B))).toEqual(told(TOLERANCE, 8 * E));
  });

  test('a tolerance below 8 ε is not provable', () => {
    expect(settled(begun({ tolerance: 8 * E }))).toEqual(told(8 * E, 8 * E));
    expect(settled(begun({ tolerance: 7.5 * E }))).toEqual(told(7.5 * E, 8 * E, 0));
  });

  test('once for a pair, until another one or another segment', () => {
    const start = begun();
    settled(start);
    const still = view();
    expect(settled(start, still, still)).toEqual(told(TOLERANCE));
    start.nextSegment();
    expect(settled(start, still, still)).not.toEqual(told(TOLERANCE));
    expect(settled(start, A, B, 0)).toEqual(told(TOLERANCE));
    start.begin(CLEARANCE, TOLERANCE / 2, NONE_LEAVE, true, NO_PAIRS);
    expect(settled(start, A, B, 0)).toEqual(told(TOLERANCE / 2));
    // the very first pair, and the one after it, are settled too
    expect(settled(begun(), A, B, 0)).toEqual(told(TOLERANCE));
    const first = begun();
    settled(first);
    first.begin(CLEARANCE, TOLERANCE / 2, NONE_LEAVE, true, NO_PAIRS);
    expect(settled(first)).toEqual(told(TOLERANCE / 2));
  });
});

describe('observe', () => {
  test('up to clearance + 2 (τ + ε) a pair bears on its own τ′', () => {
    const start = begun();
    expect(start.concern).toBe(2 * TOLERANCE);
    const last = CLEARANCE + 2 * (TOLERANCE + E);
    meet(start, last + E);
    expect(start.records.size).toBe(0);
    meet(start, last);
    expect([...start.records.values()]).toEqual([
      { pair: PAIR, distance: last, leafA: 3, leafB: 4, epsilon: E, overlaps: false, left: undefined },
    ]);
    expect(settled(start)).toEqual(told(TOLERANCE));
  });

  test('τ′ = min(τ, (d − ε − c) / 2) of the closest leaves', () => {
    const start = begun();
    const half = TOLERANCE / 2;
    meet(start, CLEARANCE + TOLERANCE + E);
    expect(settled(start)).toEqual(told(half));
    meet(start, CLEARANCE + TOLERANCE + E, 5, 6);
    meet(start, CLEARANCE + 1.5 * TOLERANCE, 7, 8);
    expect(start.records.get(PAIR)).toMatchObject({ leafA: 3, leafB: 4 });
    meet(start, CLEARANCE + half + E, 9, 10);
    expect(start.records.get(PAIR)).toMatchObject({ distance: CLEARANCE + half + E, leafA: 9, leafB: 10, overlaps: false });
    expect(settled(start)).toEqual(told(half / 2));
    // other pairs keep the tolerance
    expect(settled(start, A, B, 2)).toEqual(told(TOLERANCE));
    expect(start.flags[PAIR]).not.toBe(EXEMPT);
  });

  test('overlap up to 24 ε beyond the clearance: nothing more needs to be known of that pair', () => {
    const start = begun();
    meet(start, CLEARANCE + 25 * E);
    expect(start.records.get(PAIR)?.overlaps).toBe(false);
    expect(start.flags[PAIR]).not.toBe(EXEMPT);
    meet(start, CLEARANCE + 24 * E);
    expect(start.records.get(PAIR)?.overlaps).toBe(true);
    expect(start.flags[PAIR]).toBe(EXEMPT);
  });

  test('inside: an overlap without leaves', () => {
    const start = begun();
    start.observeInside(PAIR, E, 1, 5);
    const record = { pair: PAIR, distance: 0, leafA: -1, leafB: -1, epsilon: E, overlaps: true, inside: { side: 1, triangle: 5 } };
    expect(start.records.get(PAIR)).toEqual({ ...record, left: undefined });
    expect(start.flags[PAIR]).toBe(EXEMPT);
  });

  test('near: within clearance + τ, but for ε; apart: by τ, or 26 ε where that is more', () => {
    const start = begun();
    meet(start, CLEARANCE + TOLERANCE + 2 * E);
    const record = start.records.get(PAIR)!;
    expect(start.isNear(record)).toBe(false);
    expect(start.isNear({ ...record, distance: CLEARANCE + TOLERANCE + E })).toBe(true);
    expect(start.apart({ ...record, epsilon: E })).toBe(CLEARANCE + TOLERANCE);
    expect(begun({ tolerance: 16 * E }).apart({ ...record, epsilon: E })).toBe(CLEARANCE + 26 * E);
  });
});

describe('close', () => {
  test('nothing near: not settled', () => {
    const start = begun();
    meet(start, CLEARANCE + TOLERANCE);
    expect(closed(start).isSettled).toBe(false);
    expect(start.open).toBe(false);
    expect(start.records.get(PAIR)?.left).toBe(undefined);
  });

  test('a pair of which it is not known whether one is inside the other: unresolved', () => {
    const start = begun();
    for (const doubtful of [0, 2]) {
      start.doubtful = doubtful;
      const { isSettled, outcome } = closed(start);
      expect(isSettled).toBe(true);
      expect(outcome).toEqual({ ...NOTHING_YET, status: 'unresolved', time: 0, reason: 'precision', pair: doubtful });
    }
  });

  test('overlap: of the pair that is deepest, the first of equals; before what is in doubt', () => {
    const start = begun();
    start.doubtful = 0;
    meet(start, CLEARANCE + E, 1, 2, 0);
    meet(start, CLEARANCE, 3, 4, 1);
    meet(start, CLEARANCE, 5, 6, 2);
    const { isSettled, outcome } = closed(start);
    expect(isSettled).toBe(true);
    expect(outcome).toEqual({ ...NOTHING_YET, status: 'overlap', time: 0, pair: 1, leafA: 3, leafB: 4 });
  });

  test('leaving: pairs within clearance + τ are exempt until they left', () => {
    const start = begun({ leaving: true });
    meet(start, CLEARANCE, 1, 2, 0);
    meet(start, CLEARANCE + TOLERANCE + E, 3, 4, 1);
    meet(start, CLEARANCE + TOLERANCE + 2 * E, 5, 6, 2);
    expect(closed(start).isSettled).toBe(false);
    expect([0, 1, 2].map((pair) => start.records.get(pair)?.left)).toEqual([null, null, undefined]);
    expect([0, 1, 2].map((pair) => start.flags[pair] === EXEMPT)).toEqual([true, true, false]);
  });

  test('leaving: an overlap beyond clearance + τ is exempt too', () => {
    // τ below ε: 20 ε away overlaps and is not near
    const start = begun({ leaving: true, tolerance: 8 * E });
    meet(start, CLEARANCE + 16 * E);
    expect(start.isNear(start.records.get(PAIR)!)).toBe(false);
    expect(closed(start).isSettled).toBe(false);
    expect(start.records.get(PAIR)?.left).toBe(null);
  });

  test('strict: near is not exempt', () => {
    const start = begun();
    meet(start, CLEARANCE + TOLERANCE);
    closed(start);
    expect(start.records.get(PAIR)?.left).toBe(undefined);
    expect(start.flags[PAIR]).not.toBe(EXEMPT);
  });

  test('a pair that left is judged with the whole tolerance', () => {
    const start = begun({ leaving: true });
    meet(start, CLEARANCE + TOLERANCE / 2 + E);
    expect(settled(start)).toEqual(told(TOLERANCE / 4));
    closed(start);
    expect(settled(start)).toEqual(told(TOLERANCE));
    start.leave(PAIR, 0.25);
    expect(start.records.get(PAIR)?.left).toBe(0.25);
    expect(start.flags[PAIR]).not.toBe(EXEMPT);
    expect(settled(start)).toEqual(told(TOLERANCE));
  });

  test('leaving makes the bounds of the pair be looked at again, and so does the end of the start', () => {
    const still = view();
    const start = begun({ leaving: true });
    meet(start, CLEARANCE);
    settled(start);
    closed(start);
    expect(settled(start, still, still)).not.toEqual(told(TOLERANCE));
    start.leave(PAIR, 0.25);
    expect(settled(start)).toEqual(told(TOLERANCE));
  });
});

describe('begin', () => {
  test('forgets the query before', () => {
    const start = begun({ exempt: [2] });
    meet(start, CLEARANCE + TOLERANCE);
    start.enter(0, view({ solid: true }), view());
    start.doubtful = 0;
    start.gaveUp = true;
    expect([...start.flags].map((flag) => flag === EXEMPT)).toEqual([false, false, true]);
    start.begin(CLEARANCE, TOLERANCE, ALL_LEAVE, false, setOf([0]));
    expect([...start.flags].map((flag) => flag === EXEMPT)).toEqual([true, false, false]);
    expect([start.records.size, start.solids.length, start.doubtful, start.gaveUp, start.open]).toEqual([0, 0, -1, false, false]);
    expect(settled(start)).toEqual(told(TOLERANCE));
    start.begin(CLEARANCE, TOLERANCE, ALL_LEAVE, true, NO_PAIRS);
    expect(start.open).toBe(true);
    expect([...start.flags]).toEqual([...new StartPairs(THREE).flags]);
  });

  test('of a new one nothing is open, in doubt or given up', () => {
    const { open, gaveUp, doubtful, flags, concern } = new StartPairs(THREE);
    expect({ open, gaveUp, doubtful, concern, flags: [...flags] }).toEqual({
      open: false,
      gaveUp: false,
      doubtful: -1,
      concern: 0,
      flags: [0, 0, 0],
    });
  });

  test('enter: pairs with a solid on either side, unless exempt', () => {
    const start = begun({ exempt: [2] });
    const [plain, solid] = [view(), view({ solid: true })];
    start.enter(0, plain, plain);
    start.enter(0, solid, plain);
    start.enter(1, plain, solid);
    start.enter(2, solid, solid);
    expect(start.solids).toEqual([0, 1]);
  });
});

describe('neverMeet', () => {
  /** The least distance of middles from which on two bodies never meet, found by halving. */
  function reachOf(start: StartPairs, a: Bounds, b: Bounds): number {
    let [low, high] = [0, 1024];
    while (high - low > 2 ** -40) {
      const middle = (low + high) / 2;
      const from = [1, -1, 2, a.sphere?.[3] ?? 0];
      const to = [1 + (2 / 7) * middle, -1 - (3 / 7) * middle, 2 + (6 / 7) * middle, b.sphere?.[3] ?? 0];
      if (start.neverMeet(PAIR, view({ ...a, sphere: from }), view({ ...b, sphere: to }))) high = middle;
      else low = middle;
    }
    return high;
  }

  test('reach: radii, ways, clearance, 2τ and rounding, a little more for the spheres', () => {
    const start = begun({ tolerance: 2 ** -4 });
    const a = { sphere: [0, 0, 0, 3], adding: 2 ** -3, turn: 2 ** 36, way: 5, radius: 0.5 };
    const b = { sphere: [0, 0, 0, 7], adding: 2 ** -2, turn: 2 ** 37, way: 11, radius: 2 };
    const rounding = 2 * (2 ** -3 + 2 ** -2) + 2 ** -40 * (1 + 2 ** 36 + 2 ** 37) * 2.5;
    const reach = (3 + 7 + 5 + 11 + CLEARANCE + 2 ** -3 + rounding) * (1 + 2 ** -20);
    expect(Math.abs(reachOf(start, a, b) - reach)).toBeLessThan(1e-10);
    // the 1 that bodies which do not turn have
    const large = reachOf(start, { radius: 2 ** 35 }, { radius: 2 ** 35 });
    expect(Math.abs(large - (CLEARANCE + 2 ** -3 + 2 ** -4) * (1 + 2 ** -20))).toBeLessThan(1e-10);
  });

  test('at the reach itself they may meet', () => {
    const start = new StartPairs(THREE);
    start.begin(0, 0, NONE_LEAVE, true, NO_PAIRS);
    const at = (x: number) => start.neverMeet(PAIR, view({ sphere: [x, 0, 0, 1] }), view());
    expect([at(1 + 2 ** -20), at(1 + 2 ** -19)]).toEqual([false, true]);
  });

  test('where squares of lengths vanish nothing is said', () => {
    const start = new StartPairs(THREE);
    start.begin(0, 0, NONE_LEAVE, true, NO_PAIRS);
    const far = (radius: number) => start.neverMeet(PAIR, view({ sphere: [1, 0, 0, radius] }), view());
    const smallest = 2 ** -400 / (1 + 2 ** -20);
    expect(smallest * (1 + 2 ** -20)).toBe(2 ** -400);
    expect([far(0), far(smallest), far(2 ** -400)]).toEqual([false, false, true]);
  });
});
