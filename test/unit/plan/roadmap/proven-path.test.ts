import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/math/random.ts';
import { EdgeFilter } from '../../../../src/plan/edges/edge-filter.ts';
import { Prover } from '../../../../src/plan/edges/prover.ts';
import { EdgeJudge } from '../../../../src/plan/roadmap/edge-judge.ts';
import { GraphSearch } from '../../../../src/plan/roadmap/graph-search.ts';
import { LazyGraph, neighbourCount, PROVEN, REFUTED, UNKNOWN } from '../../../../src/plan/roadmap/lazy-graph.ts';
import { provenPath } from '../../../../src/plan/roadmap/proven-path.ts';
import { StateSpace } from '../../../../src/plan/space/state-space.ts';
import { rounds } from '../../../support/rounds.ts';

const line = (at: number) => ({ kind: 'line' as const, at, weight: 1, sweep: 1, low: 0, high: 1, name: `x${at}` });
const space = new StateSpace(new Float64Array(2), [line(0), line(1)]);

/** A square with discs in it, and a graph over free states. */
class Discs {
  readonly graph: LazyGraph = new LazyGraph(space);
  readonly judge: EdgeJudge;
  readonly discs: readonly (readonly [x: number, y: number, r: number])[];
  asked = 0;

  constructor(seed: string, states: number) {
    const random = new Random(seed);
    this.discs = Array.from({ length: 12 }, () => [random.next(), random.next(), random.range(0.03, 0.12)] as const);
    const checker = {
      saidNo: null,
      isFree: (state: ArrayLike<number>) => this.clears(state, state),
      motionIsFree: (from: ArrayLike<number>, to: ArrayLike<number>) => {
        this.asked++;
        return this.clears(from, to);
      },
    };
    const prover = new Prover(space, checker, () => {
      throw new Error('no path is asked about');
    });
    this.judge = new EdgeJudge(this.graph, new EdgeFilter(space, checker), prover, 0.05, new Set(), () => null);
    const state = new Float64Array(2);
    while (this.graph.kept < states) {
      space.sample(random, state, 0);
      if (checker.isFree(state)) this.graph.add(state, 0, 6);
    }
  }

  /** No disc meets the segment, exactly. */
  clears(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
    return this.discs.every(([x, y, r]) => {
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
      const square = dx * dx + dy * dy;
      const t = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - a[0]) * dx + (y - a[1]) * dy) / square));
      return Math.hypot(a[0] + t * dx - x, a[1] + t * dy - y) > r;
    });
  }

  isFreeEdge(edge: number): boolean {
    return this.clears(this.graph.stateOf(this.graph.a[edge]), this.graph.stateOf(this.graph.b[edge]));
  }

  path(from: number, to: number, look = false): number[] | null {
    const looks = look ? (edge: number) => this.judge.looksFree(edge) : null;
    const work = provenPath(new GraphSearch(this.graph, from, [to]), this.judge, { over: false, samples: 0 }, Infinity, 0, looks);
    for (;;) {
      const step = work.next();
      if (step.done) return step.value;
    }
  }

  /** Bellman and Ford over all edges that are free. */
  shortest(from: number, to: number): number {
    const { graph } = this;
    const free = graph.lengths.map((_, edge) => edge).filter((edge) => this.isFreeEdge(edge));
    const way = new Float64Array(graph.count).fill(Infinity);
    way[from] = 0;
    for (let changed = true; changed; ) {
      changed = false;
      for (const edge of free) {
        for (const [a, b] of [
          [graph.a[edge], graph.b[edge]],
          [graph.b[edge], graph.a[edge]],
        ]) {
          if (!(way[a] + graph.lengths[edge] < way[b])) continue;
          way[b] = way[a] + graph.lengths[edge];
          changed = true;
        }
      }
    }
    return way[to];
  }
}

describe('the shortest proven path', () => {
  test('is the shortest over all edges that are free, of which few were asked', () => {
    let asked = 0;
    let edges = 0;
    for (let seed = 0; seed < rounds(12); seed++) {
      const discs = new Discs(`discs ${seed}`, 150);
      const { graph } = discs;
      const random = new Random(seed);
      for (let k = 0; k < 6; k++) {
        const [from, to] = [random.integer(150), random.integer(150)];
        const path = discs.path(from, to);
        const least = discs.shortest(from, to);
        expect(path === null ? Infinity : path.reduce((sum, edge) => sum + graph.lengths[edge], 0)).toBeCloseTo(least, 12);
        let node = from;
        for (const edge of path ?? []) {
          expect(graph.verdicts[edge]).toBe(PROVEN);
          expect(discs.isFreeEdge(edge)).toBe(true);
          node = graph.other(edge, node);
        }
        if (path !== null) expect(node).toBe(to);
      }
      asked += discs.asked;
      edges += graph.edgeCount;
      for (let edge = 0; edge < graph.a.length; edge++)
        if (graph.verdicts[edge] >= PROVEN) expect(graph.verdicts[edge] === PROVEN).toBe(discs.isFreeEdge(edge));
    }
    expect(asked).toBeLessThan(edges / 5);
  });

  test('is the same whatever is known before, edge by edge', () => {
    for (let seed = 0; seed < rounds(8); seed++) {
      const [a, b] = [new Discs(`known ${seed}`, 120), new Discs(`known ${seed}`, 120)];
      const random = new Random(seed);
      for (let k = 0; k < 200; k++) b.judge.isFree(random.integer(b.graph.edgeCount));
      for (let k = 0; k < 5; k++) {
        const [from, to] = [random.integer(120), random.integer(120)];
        expect(b.path(from, to, k % 2 === 0)).toEqual(a.path(from, to));
      }
    }
  });
});

describe('a lazy graph', () => {
  test('joins each state to the nearest before it; guests leave no trace', () => {
    const { graph } = new Discs('guests', 80);
    const before = graph.edges.map((list) => [...list]);
    const edges = graph.edgeCount;
    const random = new Random(5);
    const guests: number[] = [];
    for (let k = 0; k < 50; k++) {
      if (guests.length > 0 && random.next() < 0.5) graph.dropGuest(guests.splice(random.integer(guests.length), 1)[0]);
      else guests.push(graph.addGuest(Float64Array.of(random.next(), random.next()), 0, 5));
      for (const guest of guests) {
        expect(graph.isGuest(guest)).toBe(true);
        expect(graph.edges[guest].length).toBe(5);
        for (const edge of graph.edges[guest]) {
          expect(graph.isGuest(graph.other(edge, guest))).toBe(false);
          expect(graph.verdicts[edge]).toBe(UNKNOWN);
          graph.verdicts[edge] = REFUTED;
        }
        for (const edge of graph.edges[guest]) graph.verdicts[edge] = UNKNOWN;
      }
    }
    for (const guest of guests) graph.dropGuest(guest);
    expect(graph.edges.slice(0, 80)).toEqual(before.slice(0, 80));
    expect(graph.edgeCount).toBe(edges);
    for (let node = 10; node < 80; node++) {
      const own = graph.edges[node].filter((edge) => graph.b[edge] === node).map((edge) => graph.a[edge]);
      const far = (other: number) => space.distance(graph.states, graph.at(node), graph.states, graph.at(other));
      const nearest = Array.from({ length: node }, (_, k) => k).sort((i, j) => far(i) - far(j));
      expect(own.sort()).toEqual(nearest.slice(0, 6).sort());
    }
  });

  test('as many neighbours as the rule for shortest paths wants, or a few more', () => {
    for (const dimension of [1, 2, 3, 7, 14])
      for (let n = 2; n < 2 ** 20; n += 1 + (n >> 3)) {
        const exact = Math.E * (1 + 1 / dimension) * Math.log(n);
        const count = neighbourCount(n, dimension);
        expect(count).toBeGreaterThanOrEqual(exact);
        expect(count).toBeLessThan(1.09 * exact + 2);
      }
  });
});

test('a no that hangs on the clock ends the search; it was asked again for ever', () => {
  const { graph } = new Discs('late', 60);
  let asked = 0;
  const search = new GraphSearch(graph, 0, [graph.count - 1]);
  const late = (): boolean => {
    if (++asked > 1000) throw new Error('asked again and again');
    return false;
  };
  expect(search.find(Infinity, UNKNOWN, late)).toBe(null);
  expect(asked).toBe(1);
});
