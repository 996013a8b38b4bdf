import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { pointInBall } from '../../../../src/plan/optimal/ball.ts';
import { InformedStates } from '../../../../src/plan/optimal/informed-states.ts';
import type { Axis } from '../../../../src/plan/space/axes.ts';
import { StateSpace } from '../../../../src/plan/space/state-space.ts';
import { rounds } from '../../../support/rounds.ts';

const line = (at: number, weight = 1): Axis => ({ kind: 'line', at, weight, sweep: weight, low: -3, high: 3, name: `x${at}` });
const circle = (at: number): Axis => ({ kind: 'circle', at, weight: 1, sweep: 1, low: -Math.PI, high: Math.PI, name: `a${at}` });
const turn = (at: number, weight = 1): Axis => ({ kind: 'turn', at, weight, sweep: weight, low: 0, high: 0, name: `q${at}` });

const SPACES: Readonly<Record<string, { readonly axes: readonly Axis[]; readonly size: number }>> = {
  'a line': { axes: [line(0)], size: 1 },
  'a plane': { axes: [line(0), line(1, 2)], size: 2 },
  'lines and angles': { axes: [line(0), circle(1), circle(2)], size: 3 },
  'four lines': { axes: [line(0), line(1), line(2), line(3)], size: 4 },
  'a body': { axes: [line(0, 0.5), line(1, 0.5), line(2, 0.5), turn(3)], size: 7 },
};

describe('a point in a ball', () => {
  test.each([1, 2, 3, 4, 7])('of %i dimensions: radius and directions as they should be', (dimension) => {
    const random = new Random(dimension);
    const point = new Float64Array(dimension + 1);
    const count = rounds(1500);
    let inner = 0;
    let largest = 0;
    const squares = new Float64Array(dimension);
    const means = new Float64Array(dimension);
    for (let k = 0; k < count; k++) {
      pointInBall(random, dimension, point);
      let square = 0;
      for (let i = 0; i < dimension; i++) {
        square += point[i] * point[i];
        squares[i] += point[i] * point[i];
        means[i] += point[i];
      }
      largest = Math.max(largest, square);
      if (square < 0.81) inner++;
    }
    expect(largest).toBeLessThanOrEqual(1 + 1e-12);
    // five standard deviations
    const slack = 5 / Math.sqrt(count);
    expect(Math.abs(inner / count - 0.9 ** dimension)).toBeLessThan(0.5 * slack);
    for (let i = 0; i < dimension; i++) {
      expect(Math.abs(squares[i] / count - 1 / (dimension + 2))).toBeLessThan(0.35 * slack);
      expect(Math.abs(means[i] / count)).toBeLessThan(slack / Math.sqrt(dimension + 2));
    }
  });
});

describe.each(Object.keys(SPACES))('states by which a path can become shorter: %s', (name) => {
  const { axes, size } = SPACES[name];
  const space = new StateSpace(new Float64Array(size), axes);
  const random = new Random(name);
  const any = () => {
    const out = new Float64Array(size);
    space.sample(random, out, 0);
    return out;
  };

  test('are such states, and where they are is as by drawing anywhere until one is', () => {
    for (const stretch of [1.02, 1.5, 3]) {
      const [start, goal] = [any(), any()];
      const length = stretch * space.distance(start, 0, goal, 0);
      const informed = new InformedStates(space, start, [goal]);
      const out = new Float64Array(size);
      const way = (state: Float64Array) => space.distance(start, 0, state, 0);
      const own: number[] = [];
      for (let k = 0; k < rounds(500); k++) {
        if (!informed.sample(random, length, out)) continue;
        expect(way(out) + space.distance(out, 0, goal, 0)).toBeLessThan(length);
        expect(space.beyond(out, 0)).toBeUndefined();
        own.push(way(out));
      }
      const others: number[] = [];
      for (let k = 0; k < rounds(6000) && others.length < 500; k++) {
        const state = any();
        if (way(state) + space.distance(state, 0, goal, 0) < length) others.push(way(state));
      }
      if (others.length < 100) continue;
      expect(own.length).toBeGreaterThan(150);
      // Kolmogorov and Smirnov, far out
      own.sort((a, b) => a - b);
      others.sort((a, b) => a - b);
      let most = 0;
      let below = 0;
      for (let k = 0; k < own.length; k++) {
        while (below < others.length && others[below] <= own[k]) below++;
        most = Math.max(most, Math.abs((k + 1) / own.length - below / others.length));
      }
      expect(most).toBeLessThan(2.2 * Math.sqrt(1 / own.length + 1 / others.length));
    }
  });

  test('none is left out, also of several goals', () => {
    const [start, a, b] = [any(), any(), any()];
    const informed = new InformedStates(space, start, [a, b]);
    const near = Math.min(space.distance(start, 0, a, 0), space.distance(start, 0, b, 0));
    const out = new Float64Array(size);
    let count = 0;
    for (let k = 0; k < 300; k++) if (informed.sample(random, 1.4 * near, out)) count++;
    expect(count).toBeGreaterThan(0);
    expect(informed.sample(random, 0.99 * near, out)).toBe(false);
  });
});
