/**
 * Conservative advancement of the nodes and leaves of two bodies of a scene [Tang et al. 2013, eq. 2], with the
 * directional bound of links [robot/directional-bound.ts]: from an instant t with the gap g along n, apart until t + g
 * / (μ_A(n) + μ_B(−n)).
 * Guarantee: up to the time reached they keep more than the clearance apart; gaps and their rounding as in
 * scene-search.ts.
 * Nodes are looked at where the last kept pose stands, t₀ ≤ t: what is proven from there holds on [t₀, …] ∋ t too.
 */

import type { Budget } from '../../contact/budget.ts';
import { SpinningPair, spinOf } from '../../contact/many-turns/spinning-pair.ts';
import { TURNING } from '../../contact/moving-pair.ts';
import { DIRECTION, DISTANCE, LEAF_REST, LEAF_SIZE, LEAF_STEP, measureLeaves, RHO_A, TARGET } from '../../contact/triangle-gap.ts';
import { FRAME_SIZE, GAP, LENGTH, PAD, REST, setFrame, stepVolumes } from '../../contact/volume-gap.ts';
import { NODE_CHILD, NODE_R, NODE_RHO, NODE_SIZE } from '../../hierarchy/fit-swept-sphere.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../hierarchy/triangle-tree.ts';
import { STATE_P } from '../../motion/motion.ts';
import { MANY_TURNS } from '../../motion/spin.ts';
import type { Chain } from '../../robot/chain.ts';
import type { SceneCounts } from '../../scene/search/scene-search.ts';
import { LIMIT, RESERVE, type StartPairs } from '../../scene/search/start-pairs.ts';
import { approachLeaves } from '../advancement/approach-bound.ts';
import { CLOSING, type ClosingSide, ClosingSpeed, INSTANT, RHOS, UNIT } from './closing-speed.ts';
import type { PoseGrid } from './hca-pose-grid.ts';

/** Node pairs are advanced until they are nearer than this times the larger node's side, or as near as leaves are. */
const NEAR = 0.25;
/** Where bodies turn many times: steps of less than a turn after which a pair of nodes is given up for its children. */
const MOST_SHORT = 4096;
const SHORTEN: number = 1 - 2 ** -30;

/**
 * Places in `times`: the time from which to advance and then reached; the earliest contact known; where the bodies are
 * placed.
 */
export const REACHED = 0;
export const BEST = 1;
const PLACED = 2;

/** Lengths below this have no squares. */
const SMALLEST: number = 2 ** -400;

/** Views know their own. */
const NO_REFERENCE = new Float64Array(3);

export type LeafEnd = 'contact' | 'free' | 'budget' | 'precision' | 'limit';

/** Slots of what is kept between looks: the clearance, and what the start rule adds to it. */
const KEPT_CLEARANCE = 0;
const KEPT_CONCERN = 1;

export class HcaPair {
  readonly times: Float64Array = new Float64Array(3);
  private readonly clock: Float64Array;
  private readonly grid: PoseGrid;
  private readonly counts: SceneCounts;
  private readonly frame: Float64Array = new Float64Array(FRAME_SIZE);
  private readonly leaf: Float64Array = new Float64Array(LEAF_SIZE);
  private readonly speeds: ClosingSpeed = new ClosingSpeed();
  /** Clearance, and what else gaps leave out. */
  private readonly kept: Float64Array = new Float64Array(2);
  /** By `set`; nothing is asked before. */
  private a!: ClosingSide;
  private b!: ClosingSide;
  private stateA!: Float64Array;
  private stateB!: Float64Array;
  /** In whose frame the two are judged, and how it is turned at the placed instant; null: the world. */
  private chain: Chain | null = null;
  private ancestor = -1;
  private turned: Float64Array | null = null;
  private limit = 0;
  private reserve = 0;
  /** Made when a body first turns many times. */
  private spinning: SpinningPair | undefined;
  private spins = false;

  constructor(clock: Float64Array, grid: PoseGrid, counts: SceneCounts) {
    this.clock = clock;
    this.grid = grid;
    this.counts = counts;
    this.frame[REST] = -1;
  }

  /** The pair to look at; start: settled for it; concern: what bears on the start, while it is open. */
  set(a: ClosingSide, b: ClosingSide, start: StartPairs, clearance: number, concern: number): void {
    this.a = a;
    this.b = b;
    this.ancestor = a.table?.ancestor ?? -1;
    this.chain = this.ancestor < 0 ? null : a.view.chain;
    this.turned = null;
    this.limit = start.numbers[LIMIT];
    this.reserve = start.numbers[RESERVE];
    this.kept[KEPT_CLEARANCE] = clearance;
    this.kept[KEPT_CONCERN] = concern;
    this.times[PLACED] = Number.NaN;
    this.spins = Math.max(spinOf(a.view), spinOf(b.view)) > MANY_TURNS;
    if (!this.spins) return;
    this.spinning ??= new SpinningPair();
    this.spinning.begin(a.view, b.view, a.view.tree.radius, b.view.tree.radius);
    this.spinning.forget();
  }

  /**
   * Advances the time reached to one until which two nodes are certainly apart; Infinity: to the end, or past the best.
   */
  advanceNodes(a: number, b: number, onB: boolean, budget: Budget): void {
    const { times, frame, speeds, grid } = this;
    const { numbers } = speeds;
    const nodesA = this.a.view.nodes;
    const nodesB = this.b.view.nodes;
    const size = Math.max(nodesA[(a << 4) + NODE_SIZE], nodesB[(b << 4) + NODE_SIZE]);
    const near = Math.max(NEAR * Math.sqrt(size), this.reserve);
    let short = 0;
    for (;;) {
      const t = times[REACHED];
      if (grid.step > 0) this.placeAtIndex(grid.indexOf(t));
      else this.place();
      this.measureNodes(a, b, onB);
      const gap = frame[GAP];
      if (!(gap > 0 && frame[LENGTH] > SMALLEST)) return;
      const from = times[PLACED];
      if (onB) speeds.setDirection(frame, nodesB, b << 4, this.stateB, -1);
      else speeds.setDirection(frame, nodesA, a << 4, this.stateA, 1);
      numbers[RHOS] = nodesA[(a << 4) + NODE_RHO];
      numbers[RHOS + 1] = nodesB[(b << 4) + NODE_RHO];
      this.addSpeeds();
      const distance = (gap / frame[LENGTH]) * SHORTEN;
      const closing = numbers[CLOSING];
      if (closing * (1 - from) <= distance) {
        times[REACHED] = Infinity;
        return;
      }
      const next = this.spins ? this.outlast(a, b, from + distance / closing) : from + distance / closing;
      if (!(next > t)) return;
      if (next >= times[BEST]) {
        times[REACHED] = Infinity;
        return;
      }
      times[REACHED] = next;
      // nodes that do not outlast a turn have smaller ones that may
      if (this.spins && next - t < (this.spinning as SpinningPair).turnTime && ++short > MOST_SHORT) return;
      // no better from the same pose again
      if (distance <= near || (grid.step > 0 && grid.indexOf(next) * grid.step <= from)) return;
      // spent here, the search ends when it looks at the next pair; what was reached stays proven
      if (budget.spent()) return;
    }
  }

  /**
   * Advances the time reached to the contact of two leaves, nodes a and b; 'free': none before the best; 'limit': too
   * many steps.
   */
  advanceLeaves(a: number, b: number, budget: Budget, most: number): LeafEnd {
    const { times, leaf, speeds } = this;
    const { numbers } = speeds;
    const viewA = this.a.view;
    const viewB = this.b.view;
    const rhoA = viewA.nodes[(a << 4) + NODE_RHO] + viewA.nodes[(a << 4) + NODE_R];
    const rhoB = viewB.nodes[(b << 4) + NODE_RHO] + viewB.nodes[(b << 4) + NODE_R];
    const radii = this.leafRadii(a, b);
    for (let step = 0; ; step++) {
      const t = times[REACHED];
      this.place();
      this.measureLeaves(a, b);
      if (leaf[DISTANCE] <= this.limit) return 'contact';
      for (let k = 0; k < 3; k++) numbers[UNIT + k] = leaf[DIRECTION + k];
      numbers[RHOS] = rhoA;
      numbers[RHOS + 1] = rhoB;
      this.addSpeeds();
      leaf[RHO_A] = numbers[CLOSING];
      leaf[TARGET] = radii + this.reserve + this.frame[PAD];
      leaf[LEAF_REST] = 1 - t;
      approachLeaves(leaf, this.stateA, this.stateB, true, 0);
      if (this.spins) this.outlastLeaves(a, b, radii);
      const next = t + leaf[LEAF_STEP];
      if (next >= times[BEST] || next === Infinity) return 'free';
      if (budget.spent()) return 'budget';
      if (!(next > t)) return 'precision';
      times[REACHED] = next;
      if (step >= most) return 'limit';
    }
  }

  /** The time given, until which two nodes are apart, or a later one that holds over whole turns. */
  private outlast(a: number, b: number, until: number): number {
    const { times, kept } = this;
    const spinning = this.spinning as SpinningPair;
    const t = times[REACHED];
    if (!(until - t < spinning.enough)) return until;
    this.place();
    spinning.place(t, NO_REFERENCE, this.stateA, this.stateB);
    const pad = this.frame[PAD];
    const rounding = pad - kept[KEPT_CLEARANCE] - kept[KEPT_CONCERN];
    spinning.stepNodes(this.a.view.nodes, a << 4, this.b.view.nodes, b << 4, pad, rounding);
    this.counts.nodes += spinning.tests;
    spinning.tests = 0;
    return Math.max(until, t + spinning.step[0]);
  }

  /** The same for leaves, nodes a and b, in leaf[LEAF_STEP]; both stand at the time reached. */
  private outlastLeaves(a: number, b: number, radii: number): void {
    const { leaf, kept } = this;
    const spinning = this.spinning as SpinningPair;
    if (!(leaf[LEAF_STEP] < spinning.enough)) return;
    const A = this.a.view;
    const B = this.b.view;
    spinning.place(this.times[REACHED], NO_REFERENCE, this.stateA, this.stateB);
    const rounding = this.frame[PAD] - kept[KEPT_CLEARANCE] - kept[KEPT_CONCERN];
    const la = (-1 - A.nodes[(a << 4) + NODE_CHILD]) * LEAF_STRIDE;
    const lb = (-1 - B.nodes[(b << 4) + NODE_CHILD]) * LEAF_STRIDE;
    spinning.stepLeaves(A.leaves, la, B.leaves, lb, leaf[TARGET] - radii, rounding);
    this.counts.nodes += spinning.tests;
    spinning.tests = 0;
    if (spinning.step[0] > leaf[LEAF_STEP]) leaf[LEAF_STEP] = spinning.step[0];
  }

  /** Whether two nodes come within what gaps leave out, at the time reached. */
  meets(a: number, b: number, onB: boolean): boolean {
    this.place();
    this.measureNodes(a, b, onB);
    return !(this.frame[GAP] > 0);
  }

  /** From now on only what is nearer than this meets. */
  narrow(distance: number): void {
    this.kept[KEPT_CONCERN] = distance - this.kept[KEPT_CLEARANCE];
  }

  /** Distance of two leaves, nodes a and b, at the time reached. */
  leafDistance(a: number, b: number): number {
    this.place();
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

  /** Both bodies at the time reached itself. */
  private place(): void {
    const { clock, times, chain } = this;
    const t = times[REACHED];
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

  /** Both bodies' bounds along the unit vector set, from the placed instant on. */
  private addSpeeds(): void {
    this.speeds.numbers[INSTANT] = this.times[PLACED];
    this.speeds.add(this.a, this.stateA, this.b, this.stateB, this.turned);
  }

  /** What node and leaf gaps leave out at the placed instant: clearance, what concerns the start, rounding. */
  private pad(): void {
    const { stateA: A, stateB: B, kept } = this;
    const a = this.a.view;
    const b = this.b.view;
    const dx = A[STATE_P] - B[STATE_P];
    const dy = A[STATE_P + 1] - B[STATE_P + 1];
    const dz = A[STATE_P + 2] - B[STATE_P + 2];
    const size = a.tree.radius + b.tree.radius + kept[KEPT_CLEARANCE] + Math.sqrt(dx * dx + dy * dy + dz * dz);
    this.frame[PAD] = kept[KEPT_CLEARANCE] + kept[KEPT_CONCERN] + (a.adding + b.adding) + TURNING * (1 + a.turn + b.turn) * size;
  }
}
