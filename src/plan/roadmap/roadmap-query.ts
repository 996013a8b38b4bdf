/**
 * A path of a roadmap: the shortest proven one between start and goal through its graph, made shorter, certified as a
 * whole. Where the graph has none trees look for one, and what they find becomes part of the roadmap.
 */
import type { PairSide } from '../../contact/result.ts';
import { Random } from '../../math/random.ts';
import { freeEnds } from '../goals/free-ends.ts';
import { Pace } from '../pace.ts';
import { certifiedPath } from '../path/certified-path.ts';
import { type Piece, Route } from '../path/route.ts';
import { settle } from '../path/settle.ts';
import { Shortener } from '../path/shorten.ts';
import { DEFAULT_MILLISECONDS } from '../plan-options.ts';
import type { Plan, PlanReason } from '../plan-result.ts';
import { Leg, type Stage } from '../search/leg.ts';
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
/** So often a path is looked for again whose certificate failed. */
const ATTEMPTS = 8;

export class RoadmapQuery {
  private readonly data: RoadmapData;
  private readonly request: RoadmapRequest;
  private readonly pace: Pace;
  private readonly random: Random;
  private readonly before: { readonly states: number; readonly proofs: number; readonly refuted: number; readonly milliseconds: number };
  private samples = 0;
  private foundLength = 0;
  private shorten: boolean;

  constructor(data: RoadmapData, request: RoadmapRequest, afterTurn: () => void) {
    const { filter, prover, graph } = data;
    this.data = data;
    this.request = request;
    this.shorten = request.shorten ?? true;
    this.random = new Random(request.seed ?? 0);
    this.before = { states: filter.states, proofs: prover.proofs, refuted: prover.refuted, milliseconds: prover.milliseconds };
    const tell = () => ({ nodes: graph.kept, states: filter.states - this.before.states, length: null });
    this.pace = new Pace(request, request.maxMilliseconds ?? DEFAULT_MILLISECONDS, tell, afterTurn);
  }

  async run(): Promise<Plan> {
    const { data, pace } = this;
    const problem = data.problemOf(this.request);
    const { fault, legs } = freeEnds(data.scene, problem, data.filter, data.kept);
    if (fault !== null) return this.none(fault.reason, fault.why, fault.pair);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const pieces: Piece[] = [];
      let at = problem.start;
      for (let k = 0; k < legs.length; k++) {
        const route = await pace.run(
          this.leg(
            at,
            legs[k].map(({ state }) => state),
          ),
        );
        if (route === null) return this.none(pace.reason ?? 'samples', this.tried(k, legs.length));
        pieces.push(...route.pieces);
        at = pieces[pieces.length - 1].to;
      }
      data.dropOldGuests();
      const begun = pace.milliseconds;
      const states = [problem.start, ...pieces.map(({ to }) => to)];
      const { certificate, ...found } = certifiedPath(data.scene, data.layout, data.space, states, data.kept);
      data.prover.milliseconds += pace.milliseconds - begun;
      if (certificate.status === 'free') {
        const goal = legs[legs.length - 1].find(({ state }) => state.every((value, k) => value === at[k]))?.goal ?? -1;
        return { status: 'found', ...found, goal, certificate, stats: this.stats() };
      }
      this.distrust(pieces[Math.min(pieces.length - 1, Math.floor(certificate.time))]);
    }
    return this.none('samples', `${ATTEMPTS} paths were found, none of which was certified as a whole`);
  }

  /** The route between two states; null: there is none, or it was halted. */
  private *leg(start: States, goals: readonly States[]): Generator<Stage, Route | null> {
    const { data, pace } = this;
    const { graph, judge } = data;
    for (;;) {
      const from = data.guest(start);
      const to = goals.map((goal) => data.guest(goal));
      for (const node of to) if (node !== from) graph.connect(from, node);
      const path = yield* provenPath(
        new GraphSearch(graph, from, to),
        judge,
        pace.halt,
        Infinity,
        this.request.learn === false ? 0 : SLACK,
      );
      if (path !== null) return yield* this.shortened(this.routeOf(path, from));
      if (pace.halt.over || this.request.learn === false || !(yield* this.grown(start, goals))) return null;
    }
  }

  /** Trees look for a path; its states become part of the roadmap. */
  private *grown(start: States, goals: readonly States[]): Generator<Stage, boolean> {
    const { data, pace } = this;
    const leg = new Leg(data.space, data.filter, data.prover, this.random, pace.halt, { shorten: false });
    const { repairs } = data;
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
      const piece = { from: graph.stateOf(node), to: graph.stateOf(next), length: graph.lengths[edge], instead: null, edge, proven: true };
      // what stands in the roadmap twice is passed once
      if (piece.length > 0) pieces.push(piece);
      node = next;
    }
    const here = graph.stateOf(from);
    const still: Piece = { from: here, to: here, length: 0, instead: null, edge: -1, proven: true };
    return new Route(space, pieces.length > 0 ? pieces : [still], (piece) => this.prove(piece));
  }

  private *shortened(route: Route): Generator<Stage, Route> {
    const { data, pace } = this;
    const { length } = route;
    this.foundLength += length;
    if (!this.shorten || route.pieces.length === 1 || route.pieces.every(({ edge }) => data.tight.has(edge))) return route;
    const { repairs } = data;
    const shortener = new Shortener(data.space, data.filter, this.random);
    const proven = yield* settle(route, shortener, (piece) => this.prove(piece), CUT_STEP * data.space.extent, pace.halt);
    if (this.request.learn !== false && proven && repairs === data.repairs && route.length < WORTH * length)
      data.learn(route.states, true, true);
    return route;
  }

  private prove(piece: Piece): boolean {
    piece.proven ||= this.data.prover.isFree(piece.from, 0, piece.to, 0);
    return piece.proven;
  }

  /** What the certificate of a whole path refuted: files may say what is not so, and opposite angles turn either way. */
  private distrust({ edge }: Piece): void {
    const { verdicts, by } = this.data.graph;
    if (edge >= 0) {
      verdicts[edge] = REFUTED;
      by[edge] = SOMEBODY;
    } else this.shorten = false;
  }

  private none(reason: PlanReason, why: string, pair?: readonly [PairSide, PairSide]): Plan {
    const found = { status: 'none' as const, reason, why, ...(pair === undefined ? {} : { pair }) };
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
