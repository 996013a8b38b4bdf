/**
 * Conservative advancement of the nodes and leaves of two bodies of a scene [Tang et al. 2013, eq. 2], with the directional
 * bound of links [robot/directional-bound.ts]: from an instant t with the gap g along n, apart until t + g / (μ_A(n) + μ_B(−n)).
 * Guarantee: up to the time reached they keep more than the clearance apart; gaps and their rounding as in scene-search.ts.
 * Nodes are looked at where the last kept pose stands, t₀ ≤ t: what is proven from there holds on [t₀, …] ∋ t too.
 */

import { approachLeaves } from '../contact/approach-bound.ts';
import type { Budget } from '../contact/budget.ts';
import { DIRECTION, DISTANCE, LEAF_REST, LEAF_SIZE, LEAF_STEP, measureLeaves, RHO_A, TARGET } from '../contact/triangle-gap.ts';
import { FRAME_SIZE, GAP, LENGTH, PAD, REST, S, setFrame, stepVolumes } from '../contact/volume-gap.ts';
import { NODE_CHILD, NODE_R, NODE_RHO, NODE_SIZE } from '../hierarchy/fit-swept-sphere.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../hierarchy/triangle-tree.ts';
import { STATE_A0, STATE_A1, STATE_BASE, STATE_DELTA, STATE_OMEGA, STATE_P } from '../motion/motion.ts';
import type { Chain } from '../robot/chain.ts';
import { ALONG, type DirectionalBound, SINCE, SPEED, type SpeedTable, WITHIN } from '../robot/directional-bound.ts';
import type { PoseGrid } from './hca-pose-grid.ts';
import type { SceneCounts } from './scene-search.ts';
import { LIMIT, RESERVE, type StartPairs, TURNING } from './start-pairs.ts';
import type { View } from './view.ts';

/** Node pairs are advanced until they are nearer than this times the larger node's side, or as near as leaves are. */
const NEAR = 0.25;
const SHORTEN: number = 1 - 2 ** -30;

/** Places in `times`: the time from which to advance and then reached; the earliest contact known; where the bodies are placed. */
export const REACHED = 0;
export const BEST = 1;
const PLACED = 2;

/** Places in `along`: n, unit, from a to b, in the world; the same in the ancestor's frame; μ of both; what gaps leave out beside rounding. */
const N = 0;
const M = 3;
const CLOSING = 6;
const CLEARANCE = 7;
const CONCERN = 8;

/** One body of a pair: as it moves against the other one. */
export interface PairSide {
  readonly view: View;
  /** Of a link. */
  readonly bound: DirectionalBound | null;
  readonly table: SpeedTable | null;
}

export type LeafEnd = 'contact' | 'free' | 'budget' | 'precision' | 'limit';

export class HcaPair {
  readonly times: Float64Array = new Float64Array(3);
  private readonly clock: Float64Array;
  private readonly grid: PoseGrid;
  private readonly counts: SceneCounts;
  private readonly frame: Float64Array = new Float64Array(FRAME_SIZE);
  private readonly leaf: Float64Array = new Float64Array(LEAF_SIZE);
  private readonly along: Float64Array = new Float64Array(9);
  private a!: PairSide;
  private b!: PairSide;
  private stateA!: Float64Array;
  private stateB!: Float64Array;
  /** In whose frame the two are judged, and how it is turned at the placed instant; null: the world. */
  private chain: Chain | null = null;
  private ancestor = -1;
  private turned: Float64Array | null = null;
  private limit = 0;
  private reserve = 0;

  constructor(clock: Float64Array, grid: PoseGrid, counts: SceneCounts) {
    this.clock = clock;
    this.grid = grid;
    this.counts = counts;
    this.frame[REST] = -1;
  }

  /** The pair to look at; start: settled for it; kept: clearance, and what concerns the start while it is open. */
  set(a: PairSide, b: PairSide, start: StartPairs, clearance: number, concern: number): void {
    this.a = a;
    this.b = b;
    this.ancestor = a.table?.ancestor ?? -1;
    this.chain = this.ancestor < 0 ? null : a.view.chain;
    this.turned = null;
    this.limit = start.numbers[LIMIT];
    this.reserve = start.numbers[RESERVE];
    this.along[CLEARANCE] = clearance;
    this.along[CONCERN] = concern;
    this.times[PLACED] = Number.NaN;
  }

  /** Advances the time reached to one until which two nodes are certainly apart; Infinity: to the end, or past the best. */
  advanceNodes(a: number, b: number, onB: boolean, budget: Budget): void {
    const { times, frame, along, grid } = this;
    const nodesA = this.a.view.nodes;
    const nodesB = this.b.view.nodes;
    const size = Math.max(nodesA[(a << 4) + NODE_SIZE], nodesB[(b << 4) + NODE_SIZE]);
    const near = Math.max(NEAR * Math.sqrt(size), this.reserve);
    for (;;) {
      const t = times[REACHED];
      if (grid.step > 0) this.placeAtIndex(grid.indexOf(t));
      else this.placeAt(t);
      this.measureNodes(a, b, onB);
      const gap = frame[GAP];
      if (!(gap > 0)) return;
      const from = times[PLACED];
      this.setDirection(onB ? nodesB : nodesA, (onB ? b : a) << 4, onB ? this.stateB : this.stateA, onB ? -1 : 1);
      this.addSpeeds(nodesA[(a << 4) + NODE_RHO], nodesB[(b << 4) + NODE_RHO]);
      const distance = (gap / frame[LENGTH]) * SHORTEN;
      const closing = along[CLOSING];
      if (closing * (1 - from) <= distance) {
        times[REACHED] = Infinity;
        return;
      }
      const next = from + distance / closing;
      if (!(next > t)) return;
      if (next >= times[BEST]) {
        times[REACHED] = Infinity;
        return;
      }
      times[REACHED] = next;
      // no better from the same pose again
      if (distance <= near || (grid.step > 0 && grid.indexOf(next) * grid.step <= from)) return;
      // spent here, the search ends when it looks at the next pair; what was reached stays proven
      if (budget.spent()) return;
    }
  }

  /** Advances the time reached to the contact of two leaves, nodes a and b; 'free': none before the best; 'limit': too many steps. */
  advanceLeaves(a: number, b: number, budget: Budget, most: number): LeafEnd {
    const { times, leaf, along } = this;
    const viewA = this.a.view;
    const viewB = this.b.view;
    const rhoA = viewA.nodes[(a << 4) + NODE_RHO] + viewA.nodes[(a << 4) + NODE_R];
    const rhoB = viewB.nodes[(b << 4) + NODE_RHO] + viewB.nodes[(b << 4) + NODE_R];
    const radii = this.leafRadii(a, b);
    for (let step = 0; ; step++) {
      const t = times[REACHED];
      this.placeAt(t);
      this.measureLeaves(a, b);
      if (leaf[DISTANCE] <= this.limit) return 'contact';
      along[N] = leaf[DIRECTION];
      along[N + 1] = leaf[DIRECTION + 1];
      along[N + 2] = leaf[DIRECTION + 2];
      this.addSpeeds(rhoA, rhoB);
      leaf[RHO_A] = along[CLOSING];
      leaf[TARGET] = radii + this.reserve + this.frame[PAD];
      leaf[LEAF_REST] = 1 - t;
      approachLeaves(leaf, this.stateA, this.stateB, true);
      const next = t + leaf[LEAF_STEP];
      if (next >= times[BEST] || next === Infinity) return 'free';
      if (budget.spent()) return 'budget';
      if (!(next > t)) return 'precision';
      times[REACHED] = next;
      if (step >= most) return 'limit';
    }
  }

  /** Whether two nodes come within what is kept free at t. */
  meets(a: number, b: number, onB: boolean, t: number): boolean {
    this.placeAt(t);
    this.measureNodes(a, b, onB);
    return !(this.frame[GAP] > 0);
  }

  /** Distance of two leaves, nodes a and b, at t. */
  leafDistance(a: number, b: number, t: number): number {
    this.placeAt(t);
    this.measureLeaves(a, b);
    return this.leaf[DISTANCE];
  }

  private measureNodes(a: number, b: number, onB: boolean): void {
    const { frame, stateA, stateB } = this;
    const nodesA = this.a.view.nodes;
    const nodesB = this.b.view.nodes;
    this.counts.nodes++;
    if (onB) {
      setFrame(frame, nodesB, b << 4, stateB, stateA);
      stepVolumes(frame, nodesB, b << 4, nodesA, a << 4, 1);
    } else {
      setFrame(frame, nodesA, a << 4, stateA, stateB);
      stepVolumes(frame, nodesA, a << 4, nodesB, b << 4, 1);
    }
  }

  private measureLeaves(a: number, b: number): void {
    const A = this.a.view;
    const B = this.b.view;
    const la = (-1 - A.nodes[(a << 4) + NODE_CHILD]) * LEAF_STRIDE;
    const lb = (-1 - B.nodes[(b << 4) + NODE_CHILD]) * LEAF_STRIDE;
    this.counts.triangles++;
    measureLeaves(this.leaf, A.leaves, la, this.stateA, B.leaves, lb, this.stateB);
  }

  private leafRadii(a: number, b: number): number {
    const A = this.a.view;
    const B = this.b.view;
    const la = (-1 - A.nodes[(a << 4) + NODE_CHILD]) * LEAF_STRIDE;
    const lb = (-1 - B.nodes[(b << 4) + NODE_CHILD]) * LEAF_STRIDE;
    return A.leaves[la + LEAF_RADIUS] + B.leaves[lb + LEAF_RADIUS];
  }

  /** Both bodies at the instant itself. */
  private placeAt(t: number): void {
    const { clock, times, chain } = this;
    if (clock[0] !== t) this.counts.poses++;
    clock[0] = t;
    this.a.view.place();
    this.b.view.place();
    if (chain !== null) {
      chain.place(this.ancestor);
      this.turned = chain.states[this.ancestor];
    }
    this.stateA = this.a.view.state;
    this.stateB = this.b.view.state;
    times[PLACED] = t;
    this.pad();
  }

  private placeAtIndex(index: number): void {
    const { grid, chain } = this;
    const before = grid.computed;
    if (chain !== null) this.turned = grid.linkState(chain, this.ancestor, index);
    this.stateA = grid.stateOf(this.a.view, index);
    this.stateB = grid.stateOf(this.b.view, index);
    if (grid.computed > before) this.counts.poses++;
    this.times[PLACED] = index * grid.step;
    this.pad();
  }

  /** What node and leaf gaps leave out at the placed instant: clearance, what concerns the start, rounding. */
  private pad(): void {
    const { stateA: A, stateB: B, along } = this;
    const a = this.a.view;
    const b = this.b.view;
    const dx = A[STATE_P] - B[STATE_P];
    const dy = A[STATE_P + 1] - B[STATE_P + 1];
    const dz = A[STATE_P + 2] - B[STATE_P + 2];
    const size = a.tree.radius + b.tree.radius + along[CLEARANCE] + Math.sqrt(dx * dx + dy * dy + dz * dz);
    this.frame[PAD] = along[CLEARANCE] + along[CONCERN] + (a.adding + b.adding) + TURNING * (1 + a.turn + b.turn) * size;
  }

  /** s of the nodes' gap, from node f to the other one, as a unit vector in the world; sign: −1 where f is b's. */
  private setDirection(nodes: Float64Array, f: number, R: Float64Array, sign: number): void {
    const { frame, along } = this;
    const unit = sign / frame[LENGTH];
    const p = frame[S] * unit;
    const q = frame[S + 1] * unit;
    const r = frame[S + 2] * unit;
    const ux = nodes[f];
    const uy = nodes[f + 1];
    const uz = nodes[f + 2];
    const vx = nodes[f + 3];
    const vy = nodes[f + 4];
    const vz = nodes[f + 5];
    const x = p * ux + q * vx + r * (uy * vz - uz * vy);
    const y = p * uy + q * vy + r * (uz * vx - ux * vz);
    const z = p * uz + q * vz + r * (ux * vy - uy * vx);
    along[N] = R[0] * x + R[1] * y + R[2] * z;
    along[N + 1] = R[3] * x + R[4] * y + R[5] * z;
    along[N + 2] = R[6] * x + R[7] * y + R[8] * z;
  }

  /** Σ of both bodies' bounds along n, from a to b, into along[CLOSING]. */
  private addSpeeds(rhoA: number, rhoB: number): void {
    const { along, turned: C } = this;
    if (C !== null) {
      along[M] = C[0] * along[N] + C[3] * along[N + 1] + C[6] * along[N + 2];
      along[M + 1] = C[1] * along[N] + C[4] * along[N + 1] + C[7] * along[N + 2];
      along[M + 2] = C[2] * along[N] + C[5] * along[N + 1] + C[8] * along[N + 2];
    } else {
      along[M] = along[N];
      along[M + 1] = along[N + 1];
      along[M + 2] = along[N + 2];
    }
    along[CLOSING] = 0;
    this.addSpeed(this.a, this.stateA, 1, rhoA);
    this.addSpeed(this.b, this.stateB, -1, rhoB);
  }

  private addSpeed({ view, bound, table }: PairSide, state: Float64Array, sign: number, rho: number): void {
    const { along } = this;
    if (view.still) return;
    if (bound !== null && table !== null) {
      const { numbers } = bound;
      numbers[ALONG] = sign * along[M];
      numbers[ALONG + 1] = sign * along[M + 1];
      numbers[ALONG + 2] = sign * along[M + 2];
      numbers[WITHIN] = rho;
      numbers[SINCE] = this.times[PLACED];
      bound.write(table);
      along[CLOSING] += numbers[SPEED];
    } else if (state[STATE_A0] === 0 && state[STATE_A1] === 0) {
      // Lemma 4.1
      const x = sign * along[N];
      const y = sign * along[N + 1];
      const z = sign * along[N + 2];
      const cx = y * state[STATE_OMEGA + 2] - z * state[STATE_OMEGA + 1];
      const cy = z * state[STATE_OMEGA] - x * state[STATE_OMEGA + 2];
      const cz = x * state[STATE_OMEGA + 1] - y * state[STATE_OMEGA];
      along[CLOSING] +=
        x * state[STATE_BASE] +
        y * state[STATE_BASE + 1] +
        z * state[STATE_BASE + 2] +
        Math.sqrt(cx * cx + cy * cy + cz * cz) * (rho + state[STATE_DELTA]);
    } else along[CLOSING] += view.lambda0 + view.lambda1 * rho;
  }
}
