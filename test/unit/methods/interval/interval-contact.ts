import { Budget } from '../../../../src/contact/budget.ts';
import type { Body } from '../../../../src/contact/deformation.ts';
import { MovingPair } from '../../../../src/contact/moving-pair.ts';
import type { Outcome } from '../../../../src/contact/outcome.ts';
import { OVERLAP_ROUNDING, StartRule } from '../../../../src/contact/start-rule.ts';
import { treeOf } from '../../../../src/hierarchy/tree-of.ts';
import { boundingRadius } from '../../../../src/mesh/bounding-radius.ts';
import type { IntervalStats, SolverOptions } from '../../../../src/methods/interval/interval-body.ts';
import { RigidIntervalSearch } from '../../../../src/methods/interval/interval-rigid.ts';
import type { Motion } from '../../../../src/motion/motion.ts';
import { restMotion } from '../../../../src/motion/rigid-motion.ts';
import type { Claim } from '../../../support/brute-force.ts';

export interface IntervalContact extends Claim {
  readonly reason: string;
  readonly stats: IntervalStats;
}

export interface IntervalQuery extends SolverOptions {
  readonly clearance?: number;
  readonly tolerance?: number;
  readonly maxIterations?: number;
}

/** The interval method by itself, without solids and without the listing of contacts. */
export function intervalContact(a: Body, b: Body, query: IntervalQuery = {}): IntervalContact {
  const {
    clearance = 0,
    tolerance = 1e-6 * Math.min(boundingRadius(a.shape), boundingRadius(b.shape)),
    maxIterations = 20_000_000,
  } = query;
  const pair = new MovingPair(treeOf(a.shape), treeOf(b.shape));
  const motionA = (a.motion as Motion | undefined) ?? restMotion();
  const motionB = (b.motion as Motion | undefined) ?? restMotion();
  pair.gapOnly = true;
  pair.begin(motionA, motionB, clearance);
  const start = new StartRule();
  start.begin(pair, 0, tolerance);
  const budget = new Budget();
  budget.start(maxIterations, Infinity);
  const outcome: Outcome = { status: 'free', time: 1, reason: 'iterations', leafA: -1, leafB: -1 };
  const search = new RigidIntervalSearch();
  const { motionA: placesA, motionB: placesB, together } = pair as unknown as { motionA: Motion; motionB: Motion; together: boolean };
  search.search(pair, placesA, placesB, together, start, query, budget, outcome);
  if (outcome.status === 'contact' && !start.provable) outcome.status = 'unresolved';
  let gap: readonly [number, number] | null = null;
  if (outcome.leafA >= 0) {
    pair.placeAt(outcome.time);
    gap = [
      outcome.status === 'contact' ? clearance : 0,
      Math.max(clearance, pair.leafDistance(outcome.leafA, outcome.leafB) + pair.rounding),
    ];
  }
  const rounding = outcome.status === 'overlap' ? OVERLAP_ROUNDING * pair.rounding : pair.rounding;
  return { status: outcome.status, time: outcome.time, reason: outcome.reason, gap, rounding, stats: search.stats };
}
