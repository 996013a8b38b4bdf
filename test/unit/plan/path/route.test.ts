import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { type Piece, Route } from '../../../../src/plan/path/route.ts';
import { StateSpace } from '../../../../src/plan/space/state-space.ts';
import { rounds } from '../../../support/rounds.ts';

const axes = [0, 1].map((at) => ({ kind: 'line' as const, at, weight: 1, sweep: 1, low: -10, high: 10, name: `${at}` }));
const space = new StateSpace(new Float64Array(2), axes);

function routeThrough(states: readonly Float64Array[]): Route {
  const pieces = states.slice(1).map((to, k): Piece => {
    const from = states[k];
    return { from, to, length: space.distance(from, 0, to, 0), edge: k, verdict: 'open' };
  });
  return new Route(space, pieces);
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
      const route = routeThrough(states);
      for (let k = 0; k < 40; k++) {
        const before = route.length;
        const [a, b] = [random.next() * before, random.next() * before].sort((x, y) => x - y).map((way) => route.placeAt(way));
        if (a.piece < b.piece) {
          const from = route.stateAt(a);
          const to = route.stateAt(b);
          route.cut(a, b, from, to, space.distance(from, 0, to, 0));
          expect(route.length).toBeLessThanOrEqual(before * (1 + 1e-12));
        }
        whole(route, states[0], states[7]);
        // some are judged meanwhile; a route of which one is refuted is as it was before that came into it
        const judged = random.integer(route.pieces.length);
        if (random.next() < 0.4) route.pieces[judged].verdict = 'free';
        else if (random.next() < 0.3) {
          const stays = route.pieces.filter(({ verdict }) => verdict === 'free').length;
          const length = route.length;
          const back = route.takeBack(judged);
          if (back !== null) expect(route.length).toBeGreaterThanOrEqual(length * (1 - 1e-12));
          if (back === null) expect(route.pieces.filter(({ verdict }) => verdict === 'free').length).toBe(stays);
        }
        whole(route, states[0], states[7]);
      }
      // everything taken back: what is left are parts of what was given
      for (let k = 0; k < route.pieces.length; ) if (route.takeBack(k) === null) k++;
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
    const route = routeThrough(states);
    const before = route.length;
    route.cut({ piece: 0, share: 0 }, { piece: 2, share: 1 }, states[0], states[3], Math.sqrt(10));
    expect(route.pieces.length).toBe(1);
    expect(route.takeBack(0)).toEqual([0, 2]);
    expect(route.states.map((state) => [...state])).toEqual(states.map((state) => [...state]));
    expect(route.length).toBeCloseTo(before, 12);
    expect(route.takeBack(0)).toBeNull();
  });

  test('a cut within a cut is taken back with what is left of that, and then that one by itself', () => {
    const states = [
      [0, 0],
      [1, 1],
      [2, 0],
      [3, 1],
    ].map((xy) => new Float64Array(xy));
    const shown = (route: Route) => route.states.map((state) => [...state]);
    for (const refuted of [0, 1]) {
      const route = routeThrough(states);
      route.cut({ piece: 0, share: 0 }, { piece: 1, share: 1 }, states[0], states[2], 2);
      const from = route.stateAt({ piece: 0, share: 0.5 });
      route.cut({ piece: 0, share: 0.5 }, { piece: 1, share: 1 }, from, states[3], Math.sqrt(5));
      expect(shown(route)).toEqual([
        [0, 0],
        [1, 0],
        [3, 1],
      ]);
      expect(route.takeBack(refuted)).toEqual([0, 1]);
      expect(shown(route)).toEqual([
        [0, 0],
        [2, 0],
        [3, 1],
      ]);
      expect(route.takeBack(1)).toBeNull();
      expect(route.takeBack(0)).toEqual([0, 1]);
      expect(shown(route)).toEqual(states.map((state) => [...state]));
    }
  });

  test('what is proven by itself stays when a cut into it is refuted', () => {
    const states = [
      [0, 0],
      [1, 1],
      [2, 0],
      [3, 1],
    ].map((xy) => new Float64Array(xy));
    const route = routeThrough(states);
    route.cut({ piece: 0, share: 0 }, { piece: 1, share: 1 }, states[0], states[2], 2);
    route.pieces[0].verdict = 'free';
    route.cut({ piece: 0, share: 0.5 }, { piece: 1, share: 1 }, route.stateAt({ piece: 0, share: 0.5 }), states[3], Math.sqrt(5));
    expect(route.takeBack(0)).toBeNull();
    expect(route.takeBack(1)).toEqual([1, 2]);
    expect(route.pieces.map(({ verdict }) => verdict)).toEqual(['free', 'free', 'open']);
    whole(route, states[0], states[3]);
  });
});
