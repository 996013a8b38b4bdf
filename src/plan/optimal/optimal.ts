/**
 * Makes a path shorter for as long as it is let, towards the shortest there is: random states by which the best path
 * could become shorter [Gammell et al. 2014], batch by batch into one lazy graph whose shortest paths tend to the
 * shortest of all [Karaman and Frazzoli 2011; Gammell et al. 2015]. Edges are asked for only where they are part of a
 * path that would be shorter than the best; each better path is pulled tight. All that is given is proven, and no path
 * is longer than the one before.
 */
import type { Random } from '../../math/random.ts';
import type { SceneFirstContact } from '../../scene/answers/scene-result.ts';
import type { Constraints } from '../constraints/constraints.ts';
import type { EdgeFilter } from '../edges/edge-filter.ts';
import type { Prover } from '../edges/prover.ts';
import { type Piece, Route } from '../path/route.ts';
import { Shortener } from '../path/shorten.ts';
import { EdgeJudge } from '../roadmap/edge-judge.ts';
import { GraphSearch } from '../roadmap/graph-search.ts';
import { LazyGraph, neighbourCount, PROVEN, REFUTED } from '../roadmap/lazy-graph.ts';
import { provenPath } from '../roadmap/proven-path.ts';
import type { Halt, Stage } from '../search/halt.ts';
import { settle } from '../search/settle.ts';
import type { StateSpace, States } from '../space/state-space.ts';
import { InformedStates } from './informed-states.ts';
import { Straightener } from './straighten.ts';

/** States of a batch. */
const BATCH = 64;
/** After each batch, so often parts of the path are straightened. */
const STRAIGHTEN = 24;
/** A path must be shorter by this part of the best to count. */
const WORTH = 2 ** -12;
/** Parts of the space's extent: how far apart states are looked at, on edges and on cuts. */
const STEP = 0.01;
const CUT_STEP = 0.006;

export interface OptimalOptions {
  /** Ends it where the path is no longer than the straight way times this. */
  readonly goodEnough: number;
  /** What must hold all along the way; null: nothing. */
  readonly constraints: Constraints | null;
  /** Told of every better path. */
  readonly onRoute: (route: Route, certificate: SceneFirstContact) => void;
}

export class Optimal {
  /** Random states that were tried. */
  samples = 0;
  readonly graph: LazyGraph;
  private readonly space: StateSpace;
  private readonly filter: EdgeFilter;
  private readonly prover: Prover;
  private readonly random: Random;
  private readonly halt: Halt;
  private readonly options: OptimalOptions;
  private readonly judge: EdgeJudge;
  private readonly shortener: Shortener;
  private readonly straightener: Straightener;

  constructor(space: StateSpace, filter: EdgeFilter, prover: Prover, random: Random, halt: Halt, options: OptimalOptions) {
    this.space = space;
    this.filter = filter;
    this.prover = prover;
    this.random = random;
    this.halt = halt;
    this.options = options;
    this.graph = new LazyGraph(space);
    this.judge = new EdgeJudge(this.graph, filter, prover, STEP * space.extent, new Set(), () => null);
    this.shortener = new Shortener(space, filter, random);
    this.straightener = new Straightener(space, filter, prover, random, CUT_STEP * space.extent);
  }

  /** Begins with a route of proven pieces from its start to any of the goals; gives the best there was at the end. */
  *run(first: Route, goals: readonly States[]): Generator<Stage, Route> {
    const { graph, halt, space, random } = this;
    const { constraints, goodEnough } = this.options;
    const [start] = first.states;
    const informed = new InformedStates(space, start, goals);
    const from = graph.add(start, 0, 0);
    const to = goals.map((goal) => graph.add(goal, 0, this.neighbours()));
    const fixed = new Set([from, ...to]);
    const search = new GraphSearch(graph, from, to);
    const enough = goodEnough * informed.by(start, 0);
    const state = new Float64Array(space.size);
    let best = first;
    this.take(best, fixed);
    while (!halt.over && halt.samples > 0 && best.length > enough) {
      const { length } = best;
      for (let k = 0; k < BATCH && halt.samples > 0 && !halt.over; k++) {
        halt.samples--;
        this.samples++;
        yield 'search';
        // anywhere in the set, so that none is left out, and near the best path, where it soon pays
        const drawn =
          k % 2 === 0
            ? informed.sample(random, length, state)
            : informed.near(random, best.stateAt(best.placeAt(random.next() * length)), length, state);
        if (!drawn) continue;
        space.complete(state, 0, start, 0);
        const kept = constraints === null ? state : constraints.project(state);
        if (kept === null || space.beyond(kept, 0) !== undefined || !this.filter.accepts(kept, 0)) continue;
        graph.add(kept, 0, this.neighbours());
      }
      const path = yield* provenPath(search, this.judge, halt, length * (1 - WORTH), 0, (edge) => this.judge.looksFree(edge));
      if (path !== null) {
        const route = this.routeOf(path, from);
        const found = yield* settle(route, this.shortener, this.prover, CUT_STEP * space.extent, halt);
        if ('status' in found) {
          best = route;
          this.options.onRoute(best, found);
        } else this.distrust(found);
      }
      for (let k = 0; k < STRAIGHTEN && !halt.over && best.pieces.length > 1; k++) {
        const found = yield* this.straightener.attempt(best, halt);
        if (found === null) continue;
        best = found.route;
        this.options.onRoute(best, found.certificate);
      }
      if (!(best.length < length)) continue;
      this.take(best, fixed);
      for (let node = 0; node < graph.count; node++)
        if (!fixed.has(node) && informed.by(graph.states, graph.at(node)) >= best.length) graph.retire(node);
    }
    return best;
  }

  /** The states of a proven route come into the graph. */
  private take({ pieces }: Route, fixed: ReadonlySet<number>): void {
    const { graph } = this;
    const nodeOf = (state: States): number => {
      for (const node of fixed) if (graph.stateOf(node).every((value, k) => value === state[k])) return node;
      return graph.add(state, 0, this.neighbours());
    };
    let before = nodeOf(pieces[0].from);
    for (const { to } of pieces) {
      const node = nodeOf(to);
      if (node !== before) graph.verdicts[graph.connect(before, node)] = PROVEN;
      before = node;
    }
  }

  private routeOf(path: readonly number[], from: number): Route {
    const { graph } = this;
    let node = from;
    const pieces = path.map((edge): Piece => {
      const next = graph.other(edge, node);
      const piece = {
        from: graph.stateOf(node),
        to: graph.stateOf(next),
        length: graph.lengths[edge],
        edge,
        verdict: 'free' as const,
      };
      node = next;
      return piece;
    });
    return new Route(this.space, pieces);
  }

  private distrust({ edge }: Piece): void {
    if (edge >= 0) this.graph.verdicts[edge] = REFUTED;
  }

  private neighbours(): number {
    return neighbourCount(this.graph.kept, this.space.dimension);
  }
}
