/**
 * From one state to any of several others: trees that grow until they meet, the path made shorter, and what is left of
 * it proven. Whatever a proof refutes is taken back: a cut brings back what it cut short, an edge of a tree is cut off
 * and the search goes on; after that the filter looks closer, and in the end edges are proven before they are taken.
 */

import type { Random } from '../../math/random.ts';
import type { SceneFirstContact } from '../../scene/answers/scene-result.ts';
import type { EdgeFilter } from '../edges/edge-filter.ts';
import type { Prover } from '../edges/prover.ts';
import { type Piece, Route } from '../path/route.ts';
import { Shortener } from '../path/shorten.ts';
import type { StateSpace, States } from '../space/state-space.ts';
import { Connect, type ConnectWish, type Meeting } from './connect.ts';
import type { Halt, Stage } from './halt.ts';
import { proven, settle } from './settle.ts';
import type { Throats } from './throats.ts';

/** What is asked of every leg. */
export interface LegWish extends ConnectWish {
  readonly shorten: boolean;
  /** Where trees that do not meet may find a throat; null: nowhere. */
  readonly throats: Throats | null;
}

/** The longest edge, of the space's room; how far apart states are looked at on edges and on cuts, of its extent. */
const RANGE = 0.05;
const STEP = 0.01;
const CUT_STEP = 0.006;
/** What a refuted edge does to the step, and from which step on edges are proven at once. */
const CLOSER = 0.7;
const CLOSEST = 0.25;
/** After so many random states in vain ways through throats are looked for in turns with the trees. */
const PATIENCE = 1000;
/** How many random states either way from a throat is given: of the first one, and more for each one more. */
const THROAT_TRIES = 1500;
const MORE_TRIES = 100;
/** What is reached by so few random states is in a room, not in a throat. */
const EASY = 100;

export class Leg {
  readonly connect: Connect;
  /** Proof of the route that was found. */
  certificate: SceneFirstContact | null = null;
  /** How long the path was when it was found. */
  foundLength = 0;
  /** Trees to and from throats. */
  readonly sides: Connect[] = [];
  private readonly space: StateSpace;
  private readonly filter: EdgeFilter;
  private readonly prover: Prover;
  private readonly random: Random;
  private readonly shortener: Shortener;
  private readonly halt: Halt;
  private readonly wish: LegWish;
  /** An edge of a tree was refuted. */
  private doubts = false;
  private readonly edges: { range: number; step: number; prove: boolean };

  constructor(space: StateSpace, filter: EdgeFilter, prover: Prover, random: Random, halt: Halt, wish: LegWish) {
    this.space = space;
    this.filter = filter;
    this.prover = prover;
    this.random = random;
    this.halt = halt;
    this.wish = wish;
    this.edges = { range: RANGE * space.room, step: STEP * space.extent, prove: false };
    this.connect = new Connect(space, filter, prover, random, this.edges, wish);
    this.shortener = new Shortener(space, filter, random);
  }

  /** The route, all of its pieces proven; null: halted before there was one. */
  *run(start: States, goals: readonly States[]): Generator<Stage, Route | null> {
    const { connect, halt } = this;
    connect.start.add(start, 0, -1);
    for (const goal of goals) connect.goal.add(goal, 0, -1);
    for (let k = 0; k < goals.length; k++) {
      yield 'search';
      if (halt.over) return null;
      const straight = connect.straight(k);
      if (straight === null) continue;
      const route = yield* this.routeOf(straight);
      if (route !== null) return route;
    }
    const { throats } = this.wish;
    const around = throats === null ? null : this.throughThroats(throats, start, goals);
    while (!halt.over && halt.samples > 0) {
      halt.samples--;
      const meeting = connect.grow();
      yield 'search';
      if (meeting === null && around !== null && connect.samples >= PATIENCE) {
        const step = around.next();
        if (step.done && step.value !== null) return step.value;
      }
      if (meeting === null) continue;
      const route = yield* this.routeOf(meeting);
      if (route !== null) return route;
      if (connect.goal.isEmpty || connect.start.isEmpty) return null;
    }
    return null;
  }

  /** Which root of the goal's tree a route ends in. */
  goalOf(route: Route): number {
    const { to } = route.pieces[route.pieces.length - 1];
    const { goal } = this.connect;
    for (let node = 0; node < goal.count && goal.parents[node] < 0; node++) {
      const at = goal.at(node);
      if (to.every((value, k) => value === goal.states[at + k])) return node;
    }
    return -1;
  }

  /** Ways to a throat and on from there: a tree in it that stands still goes along its walls, and so out of it. */
  private *throughThroats(throats: Throats, start: States, goals: readonly States[]): Generator<Stage, Route | null> {
    const { halt, space, filter, prover, random, edges, sides } = this;
    const wish = { ...this.wish, shorten: false, throats: null };
    for (let tries = THROAT_TRIES; ; ) {
      yield 'search';
      const throat = throats.find(random, edges.range);
      if (throat === null) continue;
      const pieces: Piece[] = [];
      let from = start;
      for (const to of [[throat], goals]) {
        const own: Halt = {
          get over() {
            return halt.over;
          },
          samples: tries,
        };
        const leg = new Leg(space, filter, prover, random, own, wish);
        sides.push(leg.connect);
        const route = yield* leg.run(from, to);
        if (route === null) break;
        if (to !== goals && leg.connect.samples < EASY) break;
        for (const piece of route.pieces) pieces.push({ ...piece, edge: -1 });
        from = throat;
        if (to !== goals) continue;
        const whole = new Route(space, pieces);
        this.foundLength = whole.length;
        return yield* this.certified(whole);
      }
      tries += MORE_TRIES;
    }
  }

  /** The pieces from root to root where two trees met. */
  private *routeOf({ start, goal }: Meeting): Generator<Stage, Route | null> {
    const { connect } = this;
    const there = connect.start.branch(start).reverse();
    const back = connect.goal.branch(goal);
    const pieces: Piece[] = [];
    for (let k = 1; k < there.length; k++) pieces.push(this.piece(connect.start, there[k - 1], there[k], 2 * there[k]));
    // the meeting's state is in both trees
    for (let k = 1; k < back.length; k++) pieces.push(this.piece(connect.goal, back[k - 1], back[k], 2 * back[k - 1] + 1));
    const moving = pieces.filter(({ length }) => length > 0);
    const route = new Route(this.space, moving.length > 0 ? moving : pieces.slice(0, 1));
    this.foundLength = route.length;
    // where edges were refuted before, there is no use in making one shorter that may be refuted too
    for (const piece of this.doubts ? route.pieces : []) {
      yield 'prove';
      if (proven(piece, this.prover)) {
        this.noteProven(piece);
        continue;
      }
      this.refute(piece);
      return null;
    }
    return yield* this.certified(route);
  }

  private piece(tree: Connect['start'], a: number, b: number, edge: number): Piece {
    const { space } = this;
    const state = (node: number): States => tree.states.slice(tree.at(node), tree.at(node) + space.size);
    const from = state(a);
    const to = state(b);
    const verdict = tree.proven[edge >> 1] === 1 ? 'free' : 'open';
    return { from, to, length: space.distance(from, 0, to, 0), edge, verdict };
  }

  /** Makes it shorter and has it certified; null: an edge of a tree is refuted, and cut off. */
  private *certified(route: Route): Generator<Stage, Route | null> {
    const { space, edges, prover, halt, shortener } = this;
    const step = Math.min(CUT_STEP * space.extent, edges.step);
    const found = yield* settle(route, this.wish.shorten ? shortener : null, prover, step, halt);
    for (const piece of route.pieces) if (piece.verdict === 'free') this.noteProven(piece);
    if ('status' in found) {
      this.certificate = found;
      return route;
    }
    this.refute(found);
    return null;
  }

  /** A whole edge of a tree need not be proven again. */
  private noteProven({ edge, from, to }: Piece): void {
    if (edge < 0) return;
    const tree = edge & 1 ? this.connect.goal : this.connect.start;
    const node = edge >> 1;
    const parent = tree.parents[node];
    const isAt = (states: States, at: number): boolean => states.every((value, k) => value === tree.states[at + k]);
    const [first, last] = edge & 1 ? [to, from] : [from, to];
    if (isAt(first, tree.at(parent)) && isAt(last, tree.at(node))) tree.proven[node] = 1;
  }

  private refute({ edge }: Piece): void {
    const { edges, space, connect } = this;
    this.doubts = true;
    if (edge >= 0) (edge & 1 ? connect.goal : connect.start).cut(edge >> 1);
    if (edges.step < CLOSEST * STEP * space.extent) edges.prove = true;
    else edges.step *= CLOSER;
  }
}
