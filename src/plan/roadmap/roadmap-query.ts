/**
 * A path of a roadmap: the shortest proven one between start and goal through its graph, made shorter, certified as a
 * whole. Where the graph has none trees look for one, and what they find becomes part of the roadmap.
 */
import { Random } from '../../math/random.ts';
import type { SceneFirstContact } from '../../scene/answers/scene-result.ts';
import { freeEnds } from '../goals/free-ends.ts';
import { DEFAULT_MILLISECONDS } from '../goals/plan-options.ts';
import { Pace } from '../pace.ts';
import { type Piece, Route } from '../path/route.ts';
import { Shortener } from '../path/shorten.ts';
import type { Plan, PlanReason } from '../plan-result.ts';
import type { Stage } from '../search/halt.ts';
import { inTheWayText, type StoppedSteps } from '../search/in-the-way.ts';
import { Leg } from '../search/leg.ts';
import { settle } from '../search/settle.ts';
import { Slider } from '../search/slide.ts';
import { throatsOf } from '../search/throats.ts';
import type { States } from '../space/state-space.ts';
import { GraphSearch } from './graph-search.ts';
import { REFUTED, SOMEBODY } from './lazy-graph.ts';
import { provenPath } from './proven-path.ts';
import type { RoadmapData } from './roadmap-data.ts';
import type { RoadmapRequest } from './roadmap-options.ts';

/** Parts of the space's extent: how far apart states on a cut are looked at. */
const CUT_STEP = 0.006;
/** A path that was made shorter than this part of itself becomes part of the roadmap. */
const WORTH = 0.999;
/** A path that is proven already will do where it is longer than the shortest may be by this part at most. */
const SLACK = 0.1;

interface Settled {
  readonly route: Route;
  readonly certificate: SceneFirstContact;
}

export class RoadmapQuery {
  private readonly data: RoadmapData;
  private readonly request: RoadmapRequest;
  private readonly pace: Pace;
  private readonly random: Random;
  private readonly before: { readonly states: number; readonly proofs: number; readonly refuted: number; readonly milliseconds: number };
  private samples = 0;
  private foundLength = 0;
  /** What stopped the trees that looked for the leg at hand last; null: none did. */
  private stopped: StoppedSteps | null = null;

  constructor(data: RoadmapData, request: RoadmapRequest, afterTurn: () => void) {
    const { filter, prover, graph } = data;
    this.data = data;
    this.request = request;
    this.random = new Random(request.seed ?? 0);
    this.before = { states: filter.states, proofs: prover.proofs, refuted: prover.refuted, milliseconds: prover.milliseconds };
    const progress = () => ({ nodes: graph.kept, states: filter.states - this.before.states, length: null });
    this.pace = new Pace(request, request.maxMilliseconds ?? DEFAULT_MILLISECONDS, data.checker, progress, afterTurn);
  }

  async run(): Promise<Plan> {
    const { data, pace } = this;
    const problem = data.problemOf(this.request);
    const { fault, legs } = freeEnds(problem, data.filter, (state) => data.firstContact([state, state]));
    if (fault !== null) return this.none(fault.reason, fault.why, fault.pair && { pair: fault.pair });
    const routes: Settled[] = [];
    let at = problem.start;
    for (let k = 0; k < legs.length; k++) {
      const goals = legs[k].map(({ state }) => state);
      const settled = await pace.run(this.leg(at, goals));
      if (settled === null) {
        const inTheWay = this.stopped?.told((states) => data.firstContact(states, 'first')) ?? [];
        const why = `${this.tried(k, legs.length)}${inTheWayText(inTheWay)}`;
        return this.none(pace.reason ?? 'samples', why, inTheWay.length > 0 ? { inTheWay } : {});
      }
      routes.push(settled);
      at = settled.route.pieces[settled.route.pieces.length - 1].to;
    }
    data.dropOldGuests();
    const goal = legs[legs.length - 1].find(({ state }) => state.every((value, k) => value === at[k]))?.goal ?? -1;
    return this.answer(routes, goal, problem.start);
  }

  /** The path of one leg has its certificate; of several all of it is certified once more. */
  private answer(routes: readonly Settled[], goal: number, start: States): Plan {
    const { prover, layout } = this.data;
    const states = prover.unrolled([start, ...routes.flatMap(({ route }) => route.pieces.map(({ to }) => to))]);
    const known = routes.length === 1 && this.data.seen === this.data.scene.obstacles ? routes[0].certificate : null;
    const { certificate, fails } = known === null ? prover.certificate(states) : { certificate: known, fails: -1 };
    if (certificate === null || fails >= 0)
      return this.none('samples', `the path found was not certified (${certificate?.status ?? 'it cannot be followed'})`);
    const length = routes.reduce((sum, { route }) => sum + route.length, 0);
    return { status: 'found', path: layout.motions(states), states, length, goal, certificate, stats: this.stats() };
  }

  /** The route between two states; null: there is none, or it was halted. */
  private *leg(start: States, goals: readonly States[]): Generator<Stage, Settled | null> {
    const { data, pace, request } = this;
    const { graph, judge } = data;
    this.stopped = null;
    let shortener = (request.shorten ?? true) ? new Shortener(data.space, data.filter, this.random) : null;
    for (;;) {
      const from = data.guest(start);
      const to = goals.map((goal) => data.guest(goal));
      for (const node of to) if (node !== from) graph.connect(from, node);
      const slack = request.learn === false ? 0 : SLACK;
      const path = yield* provenPath(new GraphSearch(graph, from, to), judge, pace.halt, Infinity, slack);
      if (path === null) {
        if (pace.halt.over || request.learn === false || !(yield* this.grown(start, goals))) return null;
        continue;
      }
      const route = this.routeOf(path, from);
      const { length } = route;
      const { repairs } = data;
      const isTight = route.pieces.length === 1 || route.pieces.every(({ edge }) => data.tight.has(edge));
      const found = yield* settle(route, isTight ? null : shortener, data.prover, CUT_STEP * data.space.extent, pace.halt);
      if (!('status' in found)) {
        this.distrust(found);
        // a cut that was proven by itself and not as part of the path: it would be made again
        if (found.edge < 0) shortener = null;
        continue;
      }
      // the cell changed: what was certified may not be so now
      if (repairs !== data.repairs) continue;
      this.foundLength += length;
      if (request.learn !== false && route.length < WORTH * length) data.learn(route.states, true, true);
      return { route, certificate: found };
    }
  }

  /** Trees look for a path; its states become part of the roadmap. */
  private *grown(start: States, goals: readonly States[]): Generator<Stage, boolean> {
    const { data, pace } = this;
    const slider = data.layout.hasLoops ? null : new Slider(data.space, data.layout, (states) => data.firstContact(states, 'first'));
    const leg = new Leg(data.space, data.filter, data.prover, this.random, pace.halt, {
      shorten: false,
      constraints: null,
      slider,
      throats: throatsOf(data.layout, data.space, data.filter),
    });
    const { repairs } = data;
    this.stopped = leg.connect.stopped;
    const route = yield* leg.run(start, goals);
    this.samples += leg.connect.samples;
    // what was proven before the cell changed is not proven now
    if (route !== null) data.learn(route.states, repairs === data.repairs);
    return route !== null;
  }

  private routeOf(path: readonly number[], from: number): Route {
    const { graph, space } = this.data;
    const pieces: Piece[] = [];
    let node = from;
    for (const edge of path) {
      const next = graph.other(edge, node);
      const piece = {
        from: graph.stateOf(node),
        to: graph.stateOf(next),
        length: graph.lengths[edge],
        edge,
        verdict: 'free' as const,
      };
      // what stands in the roadmap twice is passed once
      if (piece.length > 0) pieces.push(piece);
      node = next;
    }
    const here = graph.stateOf(from);
    const still: Piece = { from: here, to: here, length: 0, edge: -1, verdict: 'free' };
    return new Route(space, pieces.length > 0 ? pieces : [still]);
  }

  /** What a certificate refuted: files may say what is not so, and opposite angles turn either way. */
  private distrust({ edge }: Piece): void {
    if (edge < 0) return;
    this.data.graph.verdicts[edge] = REFUTED;
    this.data.graph.by[edge] = SOMEBODY;
  }

  private none(reason: PlanReason, why: string, who: Pick<Plan, 'pair' | 'inTheWay'> = {}): Plan {
    const found = { status: 'none' as const, reason, why, ...who };
    return { ...found, path: null, states: [], length: 0, goal: -1, certificate: null, stats: this.stats() };
  }

  private tried(leg: number, legs: number): string {
    const { samples, states, nodes, proofs, refuted } = this.stats();
    const which = legs > 1 ? ` on leg ${leg + 1} of ${legs}` : '';
    const { reason } = this.pace;
    const end =
      reason === 'milliseconds' ? 'the time ran out' : reason === 'cancelled' ? 'it was cancelled' : 'nothing is left to be tried';
    return `no path found${which}: ${end} with ${nodes} states in the roadmap, after ${samples} random states, ${states} looked at, ${refuted} of ${proofs} motions refuted`;
  }

  private stats(): Plan['stats'] {
    const { before, data, pace } = this;
    const { prover, filter, graph } = data;
    return {
      milliseconds: pace.milliseconds,
      proofMilliseconds: prover.milliseconds - before.milliseconds,
      samples: this.samples,
      states: filter.states - before.states,
      nodes: graph.kept,
      proofs: prover.proofs - before.proofs,
      refuted: prover.refuted - before.refuted,
      foundLength: this.foundLength,
    };
  }
}
