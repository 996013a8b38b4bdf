/** States that were reached, each from the one before it. Parts of it can be cut off again. */
import { NearestStates } from '../space/nearest-states.ts';
import type { StateSpace, States } from '../space/state-space.ts';

export class SearchTree {
  /** One after another. */
  states: States;
  /** Node from which each was reached; −1: a root. */
  readonly parents: number[] = [];
  /** 1: the motion from its parent is proven free. */
  readonly proven: number[] = [];
  /** How many there are, those cut off among them. */
  count = 0;
  /** Steps that led nowhere, less a number for each that led on. */
  stuck = 0;
  private readonly space: StateSpace;
  private readonly nearby: NearestStates;
  private readonly spread: Float64Array;
  private readonly children: number[][] = [];

  constructor(space: StateSpace) {
    this.space = space;
    this.states = new Float64Array(64 * space.size);
    this.nearby = new NearestStates(space.spread);
    this.spread = new Float64Array(space.spread);
  }

  /** Takes a state; gives its number. */
  add(states: States, i: number, parent: number): number {
    const { space, nearby } = this;
    const { size } = space;
    if ((this.count + 1) * size > this.states.length) {
      const more = new Float64Array(2 * this.states.length);
      more.set(this.states);
      this.states = more;
    }
    for (let k = 0; k < size; k++) this.states[this.count * size + k] = states[i + k];
    const room = nearby.room();
    space.writeSpread(states, i, nearby.points, room);
    nearby.add();
    this.parents.push(parent);
    this.proven.push(0);
    this.children.push([]);
    if (parent >= 0) this.children[parent].push(this.count);
    return this.count++;
  }

  nearest(states: States, i: number): number {
    this.space.writeSpread(states, i, this.spread, 0);
    return this.nearby.nearest(this.spread);
  }

  /** All of it was cut off. */
  get isEmpty(): boolean {
    return this.nearby.isEmpty;
  }

  /** Where a node's state stands in `states`. */
  at(node: number): number {
    return node * this.space.size;
  }

  /** Nodes from one to its root. */
  branch(node: number): number[] {
    const out: number[] = [];
    for (let at = node; at >= 0; at = this.parents[at]) out.push(at);
    return out;
  }

  /** Takes a node out, and all that was reached from it. */
  cut(node: number): void {
    const stack = [node];
    while (stack.length > 0) {
      const next = stack.pop() as number;
      this.nearby.remove(next);
      for (const child of this.children[next]) stack.push(child);
      this.children[next] = [];
    }
    const parent = this.parents[node];
    if (parent >= 0) this.children[parent] = this.children[parent].filter((child) => child !== node);
  }
}
