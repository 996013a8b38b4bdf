import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { type Piece, Route } from '../../../../src/plan/path/route.ts';
import { StateSpace } from '../../../../src/plan/space/state-space.ts';
import { rounds } from '../../../support/rounds.ts';

const axes = [0, 1].map((at) => ({ kind: 'line' as const, at, weight: 1, low: -10, high: 10, name: `${at}` }));
const space = new StateSpace(new Float64Array(2), axes);

function routeThrough(states: readonly Float64Array[], prove: (piece: Piece) => boolean): Route {
  const pieces = states.slice(1).map((to, k): Piece => {
    const from = states[k];
    return { from, to, length: space.distance(from, 0, to, 0), instead: null, edge: k, verdict: 'open' };
  });
  return new Route(space, pieces, prove);
}

const whole = (route: Route, from: Float64Array, to: Float64Array): void => {
  expect([...route.pieces[0].from]).toEqual([...from]);
  expect([...route.pieces[route.pieces.length - 1].to]).toEqual([...to]);
  route.pieces.forEach((piece, k) => {
    if (k > 0) expect([...piece.from]).toEqual([...route.pieces[k - 1].to]);
    expect(piece.length).toBeCloseTo(space.distance(piece.from, 0, piece.to, 0), 9);
  });
};

describe('a route', () => {
  test('stays in one piece whatever is cut and taken back, and never gets longer by a cut', () => {
    const random = new Random('route');
    for (let round = 0; round < rounds(60); round++) {
      const states = Array.from({ length: 8 }, () => new Float64Array([random.range(-5, 5), random.range(-5, 5)]));
      const refuted = (): boolean => random.next() < 0.2;
      const route = routeThrough(states, (piece) => {
        if (piece.verdict === 'open') piece.verdict = refuted() ? 'hit' : 'free';
        return piece.verdict === 'free';
      });
      for (let k = 0; k < 40; k++) {
        const before = route.length;
        const [a, b] = [random.next() * before, random.next() * before].sort((x, y) => x - y).map((way) => route.placeAt(way));
        if (a.piece < b.piece) {
          const from = route.stateAt(a);
          const to = route.stateAt(b);
          const done = route.cut(a, b, from, to, space.distance(from, 0, to, 0));
          if (done) expect(route.length).toBeLessThanOrEqual(before * (1 + 1e-12));
        }
        whole(route, states[0], states[7]);
      }
      // everything taken back: what is left are parts of what was given
      for (let k = 0; k < route.pieces.length; ) if (!route.takeBack(k)) k++;
      whole(route, states[0], states[7]);
      for (const { edge } of route.pieces) expect(edge === -1 || (edge >= 0 && edge < 7)).toBe(true);
    }
  });

  test('a refuted cut brings back what it cut short', () => {
    const states = [
      [0, 0],
      [1, 1],
      [2, 0],
      [3, 1],
    ].map((xy) => new Float64Array(xy));
    const route = routeThrough(states, () => false);
    const before = route.length;
    expect(route.cut({ piece: 0, share: 0 }, { piece: 2, share: 1 }, states[0], states[3], Math.sqrt(10))).toBe(true);
    expect(route.pieces.length).toBe(1);
    expect(route.takeBack(0)).toBe(true);
    expect(route.states.map((state) => [...state])).toEqual(states.map((state) => [...state]));
    expect(route.length).toBeCloseTo(before, 12);
    expect(route.takeBack(0)).toBe(false);
  });

  test('splitting a refuted cut takes it back instead', () => {
    const states = [
      [0, 0],
      [1, 1],
      [2, 0],
      [3, 1],
    ].map((xy) => new Float64Array(xy));
    const route = routeThrough(states, () => false);
    expect(route.cut({ piece: 0, share: 0 }, { piece: 1, share: 1 }, states[0], states[2], 2)).toBe(true);
    const from = route.stateAt({ piece: 0, share: 0.5 });
    expect(route.cut({ piece: 0, share: 0.5 }, { piece: 1, share: 1 }, from, states[3], 2.2)).toBe(false);
    expect(route.states.map((state) => [...state])).toEqual(states.map((state) => [...state]));
  });
});
