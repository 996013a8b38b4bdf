import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import type { Axis } from '../../../../src/plan/space/axes.ts';
import { StateSpace } from '../../../../src/plan/space/state-space.ts';
import { rounds } from '../../../support/rounds.ts';

/** A value that stays, a length, an angle between limits, one that wraps, and a turn. */
const AXES: readonly Axis[] = [
  { kind: 'line', at: 1, weight: 0.5, sweep: 2, low: -1, high: 3, name: 'slide' },
  { kind: 'line', at: 2, weight: 1, sweep: 4, low: -2, high: 2, name: 'elbow' },
  { kind: 'circle', at: 3, weight: 1, sweep: 1, low: -Math.PI, high: Math.PI, name: 'wrist' },
  { kind: 'turn', at: 4, weight: 1, sweep: 3, low: 0, high: 0, name: 'body' },
];
const REST = new Float64Array([42, 0, 0, 0, 0, 0, 0, 1]);
const space = new StateSpace(REST, AXES);

function sampled(random: Random): Float64Array {
  const out = new Float64Array(8);
  space.sample(random, out, 0);
  return out;
}

/** Chord of the quaternions, for small turns. */
const turnBetween = (a: Float64Array, b: Float64Array): number => {
  const dot = Math.abs(a[4] * b[4] + a[5] * b[5] + a[6] * b[6] + a[7] * b[7]);
  return 2 * Math.acos(Math.min(1, dot));
};

describe('a space of states', () => {
  test('distances are those of the axes, weighted, and sweeps by how far each moves what it carries; symmetric; what does not move does not count', () => {
    const random = new Random('distance');
    for (let k = 0; k < rounds(300); k++) {
      const a = sampled(random);
      const b = sampled(random);
      const wrap = Math.abs(a[3] - b[3]);
      const expected = Math.sqrt(
        (0.5 * (a[1] - b[1])) ** 2 + (a[2] - b[2]) ** 2 + Math.min(wrap, 2 * Math.PI - wrap) ** 2 + turnBetween(a, b) ** 2,
      );
      expect(space.distance(a, 0, b, 0)).toBeCloseTo(expected, 6);
      expect(space.distance(b, 0, a, 0)).toBeCloseTo(space.distance(a, 0, b, 0), 12);
      const sweep = Math.sqrt(
        (0.5 * (a[1] - b[1])) ** 2 +
          (a[2] - b[2]) ** 2 +
          (0.25 * Math.min(wrap, 2 * Math.PI - wrap)) ** 2 +
          (0.75 * turnBetween(a, b)) ** 2,
      );
      expect(space.swept(a, 0, b, 0)).toBeCloseTo(sweep, 6);
      expect(space.swept(a, 0, b, 0)).toBeLessThanOrEqual(space.extent * (1 + 1e-12));
      expect(a[0]).toBe(42);
    }
  });

  test('angles beyond a whole turn add to the extent and not to the room; lengths add to both', () => {
    const spaceOf = (turns: boolean, most: number): StateSpace =>
      new StateSpace(new Float64Array(1), [{ kind: 'line', at: 0, weight: 1, sweep: 1, low: -most, high: most, turns, name: 'only' }]);
    expect(spaceOf(true, 3)).toMatchObject({ extent: 6, room: 6 });
    expect(spaceOf(true, 20)).toMatchObject({ extent: 40, room: 2 * Math.PI });
    expect(spaceOf(false, 20)).toMatchObject({ extent: 40, room: 40 });
  });

  test('what is between divides the way, and ends where it should', () => {
    const random = new Random('between');
    const out = new Float64Array(8);
    for (let k = 0; k < rounds(300); k++) {
      const a = sampled(random);
      const b = sampled(random);
      const whole = space.distance(a, 0, b, 0);
      for (const share of [0, 0.25, 0.5, 0.9, 1]) {
        space.between(a, 0, b, 0, share, out, 0);
        expect(space.distance(a, 0, out, 0)).toBeCloseTo(share * whole, 9);
        expect(space.distance(out, 0, b, 0)).toBeCloseTo((1 - share) * whole, 9);
      }
      expect([out[1], out[2]]).toEqual([b[1], b[2]]);
    }
  });

  test('seen from a, an angle goes on the short way round', () => {
    const a = new Float64Array([42, 0, 0, 3.1, 0, 0, 0, 1]);
    const b = new Float64Array([42, 0, 0, -3.1, 0, 0, 0, 1]);
    const out = new Float64Array(8);
    space.seenFrom(a, 0, b, 0, out, 0);
    expect(out[3]).toBeCloseTo(2 * Math.PI - 3.1, 12);
    expect(space.distance(a, 0, b, 0)).toBeCloseTo(2 * Math.PI - 6.2, 12);
  });

  test('points that stand for states are as far apart, or a little less where things turn', () => {
    const random = new Random('spread');
    const p = new Float64Array(space.spread);
    const q = new Float64Array(space.spread);
    for (let k = 0; k < rounds(300); k++) {
      const a = sampled(random);
      const b = sampled(random);
      space.writeSpread(a, 0, p, 0);
      space.writeSpread(b, 0, q, 0);
      const chord = Math.sqrt(p.reduce((sum, x, i) => sum + (x - q[i]) ** 2, 0));
      const way = space.swept(a, 0, b, 0);
      expect(chord).toBeLessThanOrEqual(way * (1 + 1e-9));
      // a chord is at least 2/π of its arc
      expect(chord).toBeGreaterThanOrEqual((2 / Math.PI) * way * (1 - 1e-9));
    }
  });

  test('a state beyond its limits is told', () => {
    const state = new Float64Array(REST);
    expect(space.beyond(state, 0)).toBeUndefined();
    state[2] = 2.5;
    expect(space.beyond(state, 0)).toMatchObject({ axis: { name: 'elbow' }, value: 2.5 });
  });
});

test('an axis that carries nothing with a size counts for little, and one that is alone for itself', () => {
  const alone = new StateSpace(new Float64Array(1), [{ kind: 'line', at: 0, weight: 1, sweep: 0, low: -1, high: 1, name: 'tip' }]);
  expect(alone.swept(Float64Array.of(-0.5), 0, Float64Array.of(0.5), 0)).toBe(1);
  const axes = [3, 0].map((sweep, at) => ({ kind: 'line' as const, at, weight: 1, sweep, low: -1, high: 1, name: `j${at}` }));
  const both = new StateSpace(new Float64Array(2), axes);
  expect(both.swept(Float64Array.of(0, 0), 0, Float64Array.of(0, 1), 0)).toBe(2 ** -10);
  const way = new Float64Array(2);
  both.writeWay(Float64Array.of(0, 0), 0, Float64Array.of(0.5, 0.25), 0, way);
  const out = new Float64Array(2);
  both.moved(Float64Array.of(0, 0), 0, way, 1, out, 0);
  expect([...out]).toEqual([0.5, 0.25]);
});
