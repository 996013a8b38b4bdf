/**
 * `interval` for one pair of rigid bodies: settles the start of a MovingPair and hands it to the search by intervals,
 * in b's frame where the bodies move together. Guarantee: docs/guarantee.md.
 */

import type { Budget } from '../../contact/budget.ts';
import type { MovingPair } from '../../contact/moving-pair.ts';
import { type Outcome, undecided } from '../../contact/outcome.ts';
import type { StartRule } from '../../contact/start-rule.ts';
import type { ObbTree } from '../../hierarchy/obb-tree.ts';
import { type IntervalMotion, type Motion, STATE_SIZE } from '../../motion/motion.ts';
import { encloseMotion } from '../../motion/state-bounds.ts';
import {
  type IntervalBody,
  type IntervalOutcome,
  type IntervalPair,
  type IntervalStats,
  noIntervalWork,
  type SolverOptions,
} from './interval-body.ts';
import { IntervalSearch } from './interval-search.ts';
import { leafIn, obbTreeInTime } from './interval-trees.ts';

const ORIGIN: Float64Array = new Float64Array(3);

class RigidBody implements IntervalBody {
  readonly tree: ObbTree;
  readonly bounds: IntervalMotion;
  readonly state: Float64Array = new Float64Array(STATE_SIZE);
  readonly travel: number;
  readonly spinner: Motion;
  readonly reference: Float64Array;

  constructor(tree: ObbTree, motion: Motion, reference: Float64Array) {
    this.tree = tree;
    this.spinner = motion;
    this.reference = reference;
    this.bounds = encloseMotion(motion, reference);
    this.travel = motion.still ? 0 : motion.travel(tree.radius);
  }

  writeState(): void {
    this.spinner.writeState(this.reference, this.state);
  }
}

/** Keeps its scratch from query to query. */
export class RigidIntervalSearch {
  readonly stats: IntervalStats = noIntervalWork();
  private readonly engine: IntervalSearch = new IntervalSearch();
  private readonly found: IntervalOutcome = { status: 'free', time: 1, reason: 'iterations', leafA: -1, leafB: -1, pair: -1 };

  /**
   * After pair.begin and start.begin: fills in the outcome. The motions are those the pair places its bodies by;
   * together: in b's frame.
   */
  search(
    pair: MovingPair,
    motionA: Motion,
    motionB: Motion,
    together: boolean,
    start: StartRule,
    options: SolverOptions,
    budget: Budget,
    outcome: Outcome,
  ): void {
    if (start.settle(pair)) {
      outcome.status = 'overlap';
      outcome.time = start.from;
      outcome.leafA = start.closest.leafA;
      outcome.leafB = start.closest.leafB;
      return;
    }
    const { treeA, treeB, reference, clearance, rounding, stats } = pair;
    const { found, engine } = this;
    const boxesA = obbTreeInTime(treeA.mesh, budget);
    const boxesB = boxesA && obbTreeInTime(treeB.mesh, budget);
    if (boxesA === null || boxesB === null) {
      undecided(outcome, start.from, budget.reason);
      return;
    }
    const bodies = [new RigidBody(boxesA, motionA, reference), new RigidBody(boxesB, motionB, together ? ORIGIN : reference)];
    const only: IntervalPair = { a: 0, b: 1, clearance, rounding, limit: start.limit, reserve: start.reserve[0], from: start.from };
    Object.assign(this.stats, noIntervalWork());
    engine.search(bodies, [only], options, budget, found, this.stats);
    outcome.status = found.status;
    outcome.time = found.time;
    outcome.reason = found.reason;
    if (found.pair >= 0) {
      outcome.leafA = leafIn(treeA, bodies[0].tree, found.leafA);
      outcome.leafB = leafIn(treeB, bodies[1].tree, found.leafB);
    }
    stats.nodes += this.stats.boxTests;
    stats.triangles += this.stats.distances;
    stats.steps += this.stats.distances;
    stats.poses += this.stats.poses;
    stats.iterations += this.stats.intervals + this.stats.traversals;
  }
}
