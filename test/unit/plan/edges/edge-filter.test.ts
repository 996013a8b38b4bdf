import { expect, test } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { EdgeFilter } from '../../../../src/plan/edges/edge-filter.ts';
import { StateSpace } from '../../../../src/plan/space/state-space.ts';
import { rounds } from '../../../support/rounds.ts';

const space = new StateSpace(new Float64Array(2), [
  { kind: 'line', at: 0, weight: 1, sweep: 4, low: -2, high: 2, name: 'slide' },
  { kind: 'circle', at: 1, weight: 1, sweep: 3, low: -Math.PI, high: Math.PI, name: 'wrist' },
]);

/** The states that a filter checks between two, where all are free. */
function checked(from: Float64Array, to: Float64Array, step: number): Float64Array[] {
  const states: Float64Array[] = [];
  const isFree = (state: ArrayLike<number>) => states.push(Float64Array.from(state)) > 0;
  expect(new EdgeFilter(space, { isFree, saidNo: null }).acceptsBetween(from, 0, to, 0, step)).toBe(true);
  return states;
}

test("no gap between checked states is longer than the step, none is checked in vain, and the middle comes first (seed 'gaps')", () => {
  const random = new Random('gaps');
  const counts = new Set<number>();
  for (let i = 0; i < rounds(400); i++) {
    const [from, to] = [0, 1].map(() => Float64Array.of(random.range(-2, 2), random.range(-1.5, 1.5)));
    const length = space.swept(from, 0, to, 0);
    const step = length / random.range(0.2, 40);
    const states = checked(from, to, step);
    counts.add(states.length);
    const at = [from, ...states, to].map((state) => space.swept(from, 0, state, 0)).sort((a, b) => a - b);
    for (let k = 1; k < at.length; k++) expect(at[k] - at[k - 1], `${length / step} steps`).toBeLessThanOrEqual(step * (1 + 1e-9));
    expect(states.length).toBe(Math.ceil(length / step) - 1);
    if (states.length > 0) expect(Math.abs(space.swept(from, 0, states[0], 0) - length / 2)).toBeLessThanOrEqual(step / 2 + 1e-9);
  }
  expect(counts.size).toBeGreaterThan(30);
});

test('the first state that is not free ends it', () => {
  let count = 0;
  const filter = new EdgeFilter(space, { isFree: () => ++count < 3, saidNo: null });
  expect(filter.acceptsBetween(Float64Array.of(-2, 0), 0, Float64Array.of(2, 0), 0, 0.1)).toBe(false);
  expect([count, filter.states]).toEqual([3, 3]);
});
