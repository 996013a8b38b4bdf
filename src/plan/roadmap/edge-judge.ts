/**
 * What becomes of an edge that a path wants: states on it are looked at, then all of it is to be proven. Says who is in
 * the way, so that a change of the cell makes unknown again only what it can change.
 */
import type { PairSide } from '../../contact/result.ts';
import type { EdgeFilter } from '../edges/edge-filter.ts';
import type { Prover } from '../edges/prover.ts';
import { type LazyGraph, LIKELY, MOVERS, PROVEN, REFUTED, SOMEBODY, UNKNOWN } from './lazy-graph.ts';

export class EdgeJudge {
  /** Names of obstacles that were in the way, by number. */
  readonly names: string[] = [];
  private readonly graph: LazyGraph;
  private readonly filter: EdgeFilter;
  private readonly prover: Prover;
  private readonly step: number;
  private readonly movers: ReadonlySet<string>;
  private readonly lastPair: () => readonly [PairSide, PairSide] | null;

  /** step: how far apart states on an edge are looked at; lastPair: who was in the way in the last no. */
  constructor(
    graph: LazyGraph,
    filter: EdgeFilter,
    prover: Prover,
    step: number,
    movers: ReadonlySet<string>,
    lastPair: () => readonly [PairSide, PairSide] | null,
  ) {
    this.graph = graph;
    this.filter = filter;
    this.prover = prover;
    this.step = step;
    this.movers = movers;
    this.lastPair = lastPair;
  }

  /** Are states on the edge free? False: it is refuted. */
  looksFree(edge: number): boolean {
    const { graph } = this;
    const { a, b, states, verdicts } = graph;
    if (verdicts[edge] !== UNKNOWN) return verdicts[edge] !== REFUTED;
    if (!this.filter.acceptsBetween(states, graph.at(a[edge]), states, graph.at(b[edge]), this.step)) return this.refuted(edge);
    verdicts[edge] = LIKELY;
    return true;
  }

  /** Is all of it free? True is proven. */
  isFree(edge: number): boolean {
    const { graph } = this;
    const { a, b, states, verdicts } = graph;
    if (verdicts[edge] >= PROVEN) return verdicts[edge] === PROVEN;
    if (!this.prover.isFree(states, graph.at(a[edge]), states, graph.at(b[edge]))) return this.refuted(edge);
    verdicts[edge] = PROVEN;
    return true;
  }

  /** The number of an obstacle's name. */
  numberOf(name: string): number {
    const known = this.names.indexOf(name);
    return known >= 0 ? known : this.names.push(name) - 1;
  }

  /** Who was in the way in the last answer that was no. */
  culprit(): number {
    const pair = this.lastPair();
    if (pair === null) return SOMEBODY;
    const standing = pair.find(({ body }) => !this.movers.has(body));
    return standing === undefined ? MOVERS : this.numberOf(standing.body);
  }

  /** A no that hangs on the clock is not remembered. */
  private refuted(edge: number): false {
    if (this.prover.late) return false;
    this.graph.verdicts[edge] = REFUTED;
    this.graph.by[edge] = this.culprit();
    return false;
  }
}
