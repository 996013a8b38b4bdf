/**
 * States and the motions between neighbours, of which nothing is known until a path wants them [Bohlin and Kavraki
 * 2000]. Each state that comes is joined to the nearest of those before it, as many as keep the graph's shortest paths
 * near the shortest of all [Karaman and Frazzoli 2011, k-nearest RRG]; so the graph depends on the states and their
 * order alone.
 * Guests are states of one question: they see the others, nobody sees them but by an edge of their own.
 */
import { NearestStates } from '../space/nearest-states.ts';
import type { StateSpace, States } from '../space/state-space.ts';

/** What is known of a motion: nothing, that states on it are free, that all of it is free, that it is not. */
export const UNKNOWN = 0;
export const LIKELY = 1;
export const PROVEN = 2;
export const REFUTED = 3;

/** Who is in the way, other than an obstacle by its number: not known; two that move; nobody. */
export const SOMEBODY = -1;
export const MOVERS = -2;
export const NOBODY = -3;

export class LazyGraph {
  readonly space: StateSpace;
  /** One after another. */
  states: States;
  /** How many nodes there are, guests and those that are gone among them. */
  count = 0;
  /** How many of them are kept: neither guests nor gone. */
  kept = 0;
  /** By node: who is in the way there; NOBODY: it is free. */
  readonly blocked: number[] = [];
  /** By node: the numbers of its edges. */
  readonly edges: number[][] = [];
  /** By edge: both ends, the length, what is known, and who is in the way where it is refuted. */
  readonly a: number[] = [];
  readonly b: number[] = [];
  readonly lengths: number[] = [];
  readonly verdicts: number[] = [];
  readonly by: number[] = [];
  private readonly nearby: NearestStates;
  private readonly spread: Float64Array;
  /** The node of each point of `nearby`, and the other way round; −1: a guest. */
  private readonly nodes: number[] = [];
  private readonly points: number[] = [];
  private found: Int32Array = new Int32Array(64);
  /** Greatest first: the least is taken first, so that numbers of what is kept hang on its order alone. */
  private readonly freeNodes: number[] = [];
  private readonly freeEdges: number[] = [];

  constructor(space: StateSpace) {
    this.space = space;
    this.states = new Float64Array(64 * space.size);
    this.nearby = new NearestStates(space.spread);
    this.spread = new Float64Array(space.spread);
  }

  get edgeCount(): number {
    return this.a.length - this.freeEdges.length;
  }

  /** Takes a state that is free, and joins it to so many of those before it; gives its number. */
  add(states: States, i: number, neighbours: number): number {
    const { nearby, space } = this;
    const node = this.place(states, i);
    this.join(node, neighbours);
    const room = nearby.room();
    space.writeSpread(states, i, nearby.points, room);
    this.points[node] = nearby.count;
    this.nodes.push(node);
    nearby.add();
    this.kept++;
    return node;
  }

  /** A state of one question, joined to so many of the others. */
  addGuest(states: States, i: number, neighbours: number): number {
    const node = this.place(states, i);
    this.join(node, neighbours);
    return node;
  }

  /** A guest goes, and its edges with it; others may get its number. */
  dropGuest(node: number): void {
    for (const edge of this.edges[node]) {
      const other = this.other(edge, node);
      this.edges[other] = this.edges[other].filter((one) => one !== edge);
      this.a[edge] = -1;
      this.freeEdges.push(edge);
    }
    this.edges[node] = [];
    this.blocked[node] = MOVERS;
    this.freeNodes.push(node);
    for (const free of [this.freeNodes, this.freeEdges]) free.sort((one, other) => other - one);
  }

  /** Never again a neighbour of what comes. */
  retire(node: number): void {
    const point = this.points[node];
    if (point < 0) return;
    this.nearby.remove(point);
    this.points[node] = -1;
    this.kept--;
  }

  isGuest(node: number): boolean {
    return this.points[node] < 0;
  }

  /** Joins two nodes, unless they are; gives the edge. */
  connect(a: number, b: number): number {
    const { space, states } = this;
    const known = this.edges[a].find((edge) => this.other(edge, a) === b);
    if (known !== undefined) return known;
    const edge = this.freeEdges.pop() ?? this.a.length;
    // one direction for all times, so that the same question is asked whoever asks it
    this.a[edge] = Math.min(a, b);
    this.b[edge] = Math.max(a, b);
    this.lengths[edge] = space.distance(states, this.at(this.a[edge]), states, this.at(this.b[edge]));
    this.verdicts[edge] = UNKNOWN;
    this.by[edge] = NOBODY;
    this.edges[a].push(edge);
    this.edges[b].push(edge);
    return edge;
  }

  /** The other end of an edge. */
  other(edge: number, node: number): number {
    return this.a[edge] === node ? this.b[edge] : this.a[edge];
  }

  /** Where a node's state stands in `states`. */
  at(node: number): number {
    return node * this.space.size;
  }

  stateOf(node: number): States {
    return this.states.slice(this.at(node), this.at(node) + this.space.size);
  }

  private place(states: States, i: number): number {
    const { size } = this.space;
    const node = this.freeNodes.pop() ?? this.count++;
    if (this.count * size > this.states.length) {
      const more = new Float64Array(2 * this.states.length);
      more.set(this.states);
      this.states = more;
    }
    for (let k = 0; k < size; k++) this.states[node * size + k] = states[i + k];
    this.blocked[node] = NOBODY;
    this.edges[node] = [];
    this.points[node] = -1;
    return node;
  }

  private join(node: number, neighbours: number): void {
    const { space, spread, nearby } = this;
    space.writeSpread(this.states, this.at(node), spread, 0);
    if (this.found.length < neighbours) this.found = new Int32Array(2 * neighbours);
    const count = nearby.several(spread, neighbours, this.found);
    for (let k = 0; k < count; k++) this.connect(node, this.nodes[this.found[k]]);
  }
}

/**
 * To how many a state is joined where there are so many already: ⌈e (1 + 1/d) ln n⌉, with which shortest paths of the
 * graph tend to the shortest of all as n grows [Karaman and Frazzoli 2011]. ln n is bounded from above: between powers
 * of two log₂ is below its tangents, and 0.6931472 > ln 2.
 */
export function neighbourCount(states: number, dimension: number): number {
  const n = Math.max(2, states);
  const whole = 31 - Math.clz32(n);
  // log₂(2^w · m) = w + log₂ m ≤ w + (m − 1)/ln 2, and ≤ w + 1
  const log2 = whole + Math.min(1, 1.4426951 * (n / (1 << Math.min(30, whole)) - 1));
  return Math.ceil(2.718281829 * (1 + 1 / dimension) * 0.6931472 * log2);
}
