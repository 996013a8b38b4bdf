/**
 * RRT-Connect [Kuffner & LaValle 2000]: a tree from the start and one from the goals; the smaller one grows towards a
 * random state, and the other one then towards what was added, as far as it gets. Edges are proposed by states along
 * them and proven only when a path wants them: one that fails is cut off with what hangs on it, and the search goes on.
 */

import type { Random } from '../../math/random.ts';
import type { Constraints } from '../constraints/constraints.ts';
import type { EdgeFilter } from '../edges/edge-filter.ts';
import type { Prover } from '../edges/prover.ts';
import type { StateSpace, States } from '../space/state-space.ts';
import { StoppedSteps } from './in-the-way.ts';
import { SearchTree } from './search-tree.ts';
import type { Slider } from './slide.ts';

/** Two trees that met: the node of each, with the same state. */
export interface Meeting {
  readonly start: number;
  readonly goal: number;
}

export interface ConnectOptions {
  /** The longest edge, by what it sweeps. */
  readonly range: number;
  /** How far apart states on an edge are looked at. */
  readonly step: number;
  /** Edges are proven before they are taken. */
  readonly prove: boolean;
}

/** What is asked of the trees. */
export interface ConnectWish {
  /** What must hold all along; null: nothing. */
  readonly constraints: Constraints | null;
  /** Who leads trees along what is in the way; null: nobody. */
  readonly slider: Slider | null;
}

const TRAPPED = -1;
/** A tree with so many more steps that lead nowhere than STEADY for each that does goes along what is in the way. */
const PATIENCE = 300;
const STEADY = 30;
/** First contacts for that, of each state that is looked at, half of their work: when patience ends, then more. */
const SLIDING = 1 / 40;
/** With constraints: the shortest step, as a part of the range, and what part of it must bring the target nearer. */
const SHORTEST = 0.1;
const WORTH = 0.1;

export class Connect {
  readonly start: SearchTree;
  readonly goal: SearchTree;
  readonly stopped: StoppedSteps;
  /** Random states that were tried. */
  samples = 0;
  private readonly space: StateSpace;
  private readonly filter: EdgeFilter;
  private readonly prover: Prover;
  private readonly random: Random;
  private readonly options: ConnectOptions;
  private readonly constraints: Constraints | null;
  private readonly slider: Slider | null;
  private readonly target: Float64Array;
  private readonly next: Float64Array;
  private reached = false;
  /** First contacts that slides took. */
  private slid = 0;
  /** States that had been looked at before. */
  private readonly begun: number;

  constructor(
    space: StateSpace,
    filter: EdgeFilter,
    prover: Prover,
    random: Random,
    options: ConnectOptions,
    { constraints, slider }: ConnectWish,
  ) {
    this.slider = slider;
    this.space = space;
    this.filter = filter;
    this.begun = filter.states;
    this.prover = prover;
    this.random = random;
    this.options = options;
    this.constraints = constraints;
    this.start = new SearchTree(space);
    this.stopped = new StoppedSteps(space);
    this.goal = new SearchTree(space);
    this.target = new Float64Array(space.size);
    this.next = new Float64Array(space.size);
  }

  /** One sample: a growing tree's step towards it, and the other tree's steps towards what came of it. */
  grow(): Meeting | null {
    const { space, random, target } = this;
    // the smaller one grows: a start or goal deep inside of something needs a tree of its own before the other helps
    const fromStart = this.start.count <= this.goal.count;
    const tree = fromStart ? this.start : this.goal;
    const other = fromStart ? this.goal : this.start;
    if (tree.stuck >= PATIENCE && (this.samples & 1) === 1) this.mix();
    else space.sample(random, target, 0);
    // states where the constraints hold are few: half of what is aimed at is among them
    if (this.constraints !== null && (this.samples & 1) === 1) target.set(this.constraints.project(target) ?? target);
    this.samples++;
    const added = this.extend(tree, target, 0);
    if (added === TRAPPED) return null;
    return this.join(tree, other, added, fromStart);
  }

  /**
   * A state of which every part is that of a node: where some of them hardly move, as what stands between floor and
   * ceiling hardly tilts, nearly all random states are far from all that can be reached.
   */
  private mix(): void {
    const { space, random, target, start, goal } = this;
    for (const { kind, at } of space.axes) {
      const one = Math.floor(random.next() * (start.count + goal.count));
      const tree = one < start.count ? start : goal;
      const from = tree.at(one < start.count ? one : one - start.count) + at;
      for (let k = 0; k < (kind === 'turn' ? 4 : 1); k++) target[at + k] = tree.states[from + k];
    }
  }

  /** The start straight to a root of the goal's tree. */
  straight(root: number): Meeting | null {
    const { start, goal, filter, options } = this;
    const at = goal.at(root);
    if (!filter.acceptsBetween(start.states, 0, goal.states, at, options.step)) return null;
    return { start: start.add(goal.states, at, 0), goal: root };
  }

  /** Tries to lead one tree to a node of the other. */
  join(tree: SearchTree, other: SearchTree, node: number, fromStart: boolean): Meeting | null {
    // from what was added last, not from the nearest: so every step comes nearer, and there is an end
    for (let last = -1; ; ) {
      const added = this.extend(other, tree.states, tree.at(node), last);
      last = added;
      if (added === TRAPPED) return null;
      if (this.reached) return fromStart ? { start: node, goal: added } : { start: added, goal: node };
    }
  }

  /** A step of at most the range from a node, or from the nearest; the new node, or TRAPPED. */
  private extend(tree: SearchTree, states: States, i: number, from = -1): number {
    const { space, filter, next, options } = this;
    const near = from >= 0 ? from : tree.nearest(states, i);
    if (near < 0) return TRAPPED;
    const at = tree.at(near);
    const way = space.swept(tree.states, at, states, i);
    this.reached = way <= options.range;
    space.between(tree.states, at, states, i, this.reached ? 1 : options.range / way, next, 0);
    if (way === 0) return near;
    const gap = from >= 0 ? way : Infinity;
    if (this.constraints !== null && !this.reached) return this.extendKept(tree, near, states, i, gap, this.constraints);
    if (filter.accepts(next, 0) && filter.acceptsBetween(tree.states, at, next, 0, options.step)) {
      const node = this.take(tree, near);
      if (node !== TRAPPED) tree.stuck = Math.max(0, tree.stuck - STEADY);
      if (node !== TRAPPED) return node;
    }
    this.stopped.note(filter.saidNo, tree.states, at, next, gap);
    // not on the way to the other tree: that would lean on everything that is between the two
    if (this.slider === null || this.constraints !== null || from >= 0 || ++tree.stuck < PATIENCE) return TRAPPED;
    if (this.slid > SLIDING * (tree.stuck / PATIENCE) * (filter.states - this.begun)) return TRAPPED;
    return this.slide(tree, near, states, i, this.slider);
  }

  /** A step along what is in the way. */
  private slide(tree: SearchTree, near: number, states: States, i: number, slider: Slider): number {
    const { space, next, options } = this;
    const at = tree.at(near);
    this.reached = false;
    const { asked } = slider;
    const found = slider.step(tree.states.slice(at, at + space.size), states.slice(i, i + space.size), options.range);
    this.slid += slider.asked - asked;
    if (found === null) return TRAPPED;
    next.set(found.state);
    if (!found.proven) return this.take(tree, near);
    const node = tree.add(next, 0, near);
    tree.proven[node] = 1;
    return node;
  }

  /** `next` becomes a node, if its edge need not be proven yet or is. */
  private take(tree: SearchTree, near: number): number {
    const { next, options } = this;
    if (options.prove && !this.prover.isFree(tree.states, tree.at(near), next, 0)) return TRAPPED;
    const node = tree.add(next, 0, near);
    if (options.prove) tree.proven[node] = 1;
    return node;
  }

  /**
   * A step whose end is brought back to where the constraints hold [Berenson et al. 2009]; shorter ones where that
   * leads away, or where a straight edge does not keep them.
   */
  private extendKept(tree: SearchTree, near: number, states: States, i: number, gap: number, constraints: Constraints): number {
    const { space, filter, next, options } = this;
    const at = tree.at(near);
    const way = space.swept(tree.states, at, states, i);
    let saidNo: EdgeFilter['saidNo'] = null;
    for (let range = options.range; range > SHORTEST * options.range; range *= 0.5) {
      space.between(tree.states, at, states, i, range / way, next, 0);
      const kept = constraints.project(next);
      if (kept === null) continue;
      const gone = space.swept(tree.states, at, kept, 0);
      const left = space.swept(kept, 0, states, i);
      if (!(gone > WORTH * range && gone < 2 * range && left < way - WORTH * range)) continue;
      if (space.beyond(kept, 0) !== undefined) continue;
      next.set(kept);
      if (filter.accepts(next, 0) && filter.acceptsBetween(tree.states, at, next, 0, Math.min(options.step, range / 4)))
        return this.take(tree, near);
      saidNo ??= filter.saidNo;
    }
    this.stopped.note(saidNo, tree.states, at, next, gap);
    return TRAPPED;
  }
}
