/**
 * The shortest path through a lazy graph over all that is not refuted: A* [Hart et al. 1968], guided by the distance
 * to the nearest goal. What it finds depends on lengths and numbers of nodes alone; so the shortest path that is proven
 * in the end is the same whatever was known before. Made for one question, asked again whenever an edge was refuted.
 */
import { KeyedQueue } from '../../math/keyed-queue.ts';
import { type LazyGraph, NOBODY, type PROVEN, REFUTED, UNKNOWN } from './lazy-graph.ts';

/** The straight length is shortened by more than rounding, so that no triangle of computed lengths breaks it. */
const SAFE: number = 1 - 2 ** -40;

export class GraphSearch {
  private readonly graph: LazyGraph;
  private readonly start: number;
  private readonly goals: readonly number[];
  private readonly queue: KeyedQueue = new KeyedQueue();
  /** By node: length from the start, edge by which it was reached, straight length to a goal (NaN: not known). */
  private cost: Float64Array = new Float64Array(0);
  private via: Int32Array = new Int32Array(0);
  private ahead: Float64Array = new Float64Array(0);
  /** 1: reached for good. */
  private closed: Uint8Array = new Uint8Array(0);

  constructor(graph: LazyGraph, start: number, goals: readonly number[]) {
    this.graph = graph;
    this.start = start;
    this.goals = goals;
  }

  /**
   * The edges from the start to a goal, in order, of which as much is known at least; null: there is no path shorter
   * than the bound, or no time. Probe: asked about every edge by which a node is reached for good, refutes it where it
   * says no [Cohen et al. 2014], unless the time is over; so one search does for many where most edges are not free.
   */
  find(bound: number, known: typeof UNKNOWN | typeof PROVEN = UNKNOWN, probe: ((edge: number) => boolean) | null = null): number[] | null {
    const { graph, queue, start, goals } = this;
    const { a, b, edges, lengths, verdicts, blocked } = graph;
    this.prepare();
    const { cost, via } = this;
    queue.clear();
    cost[start] = 0;
    const first = this.straight(start);
    if (first < bound) queue.set(start, first);
    while (queue.size > 0) {
      const node = queue.top;
      if (probe !== null && via[node] >= 0 && !probe(via[node])) {
        // a no that is not remembered hangs on the clock: there is no time for another
        if (verdicts[via[node]] !== REFUTED) return null;
        this.reachAgain(node, bound);
        continue;
      }
      if (goals.includes(node)) return this.traced(node);
      queue.remove(node);
      this.closed[node] = 1;
      for (const edge of edges[node]) {
        if (verdicts[edge] === REFUTED || verdicts[edge] < known) continue;
        const next = a[edge] === node ? b[edge] : a[edge];
        const length = cost[node] + lengths[edge];
        if (!(length < cost[next] || (length === cost[next] && this.isBefore(node, next)))) continue;
        if (blocked[next] !== NOBODY || (graph.isGuest(next) && next !== start && !goals.includes(next))) continue;
        const whole = length + this.straight(next);
        if (!(whole < bound)) continue;
        const shorter = length < cost[next];
        cost[next] = length;
        via[next] = edge;
        if (shorter) queue.set(next, whole);
      }
    }
    return null;
  }

  /** Reaches a node by the next best of the nodes that are reached for good. */
  private reachAgain(node: number, bound: number): void {
    const { graph, cost, via, closed, queue } = this;
    cost[node] = Infinity;
    via[node] = -1;
    for (const edge of graph.edges[node]) {
      const other = graph.other(edge, node);
      if (graph.verdicts[edge] === REFUTED || closed[other] === 0) continue;
      const length = cost[other] + graph.lengths[edge];
      if (!(length < cost[node] || (length === cost[node] && this.isBefore(other, node)))) continue;
      cost[node] = length;
      via[node] = edge;
    }
    const whole = cost[node] + this.straight(node);
    queue.set(node, whole < bound ? whole : Infinity);
  }

  lengthOf(path: readonly number[]): number {
    return path.reduce((sum, edge) => sum + this.graph.lengths[edge], 0);
  }

  private prepare(): void {
    const { count } = this.graph;
    if (this.cost.length < count) {
      this.cost = new Float64Array(2 * count);
      this.via = new Int32Array(2 * count);
      this.ahead = new Float64Array(2 * count).fill(NaN);
      this.closed = new Uint8Array(2 * count);
    }
    this.cost.fill(Infinity);
    this.via.fill(-1);
    this.closed.fill(0);
  }

  /** Whether to reach `next` by `node`: of equally long paths the one by the smaller number counts. */
  private isBefore(node: number, next: number): boolean {
    const { cost, via, graph } = this;
    // what is no farther than its neighbour could lead in a circle
    return via[next] >= 0 && cost[node] < cost[next] && node < graph.other(via[next], next);
  }

  private straight(node: number): number {
    const known = this.ahead[node];
    if (known === known) return known;
    const { space, states } = this.graph;
    let least = Infinity;
    for (const goal of this.goals) least = Math.min(least, space.distance(states, this.graph.at(node), states, this.graph.at(goal)));
    this.ahead[node] = least * SAFE;
    return this.ahead[node];
  }

  private traced(goal: number): number[] {
    const out: number[] = [];
    for (let node = goal; node !== this.start; node = this.graph.other(out[out.length - 1], node)) out.push(this.via[node]);
    return out.reverse();
  }
}
