/** What the interval method knows about bodies and pairs, whoever moves them. */

import type { Spinning } from '../../contact/many-turns/spinning-pair.ts';
import type { Outcome } from '../../contact/outcome.ts';
import type { ObbTree } from '../../hierarchy/obb-tree.ts';
import type { IntervalMotion } from '../../motion/motion.ts';

export interface IntervalBody {
  readonly tree: ObbTree;
  readonly bounds: IntervalMotion;
  /** A state as in motion.ts, relative to the same reference as the bounds. */
  readonly state: Float64Array;
  /** Writes the state at the time in state[STATE_TIME]. */
  writeState(): void;
  /** Bound on the way of any of its points over [0, 1]; 0: it never moves. */
  readonly travel: number;
  /** What it moves by in the frame of its pair, and the reference for that: asked for where it turns many times. */
  readonly spinner: Spinning;
  readonly reference: Float64Array;
}

export interface IntervalPair {
  /** Numbers of bodies. */
  readonly a: number;
  readonly b: number;
  readonly clearance: number;
  /** Bound on the error of distances, steps and bounds while the bodies' extents meet. */
  readonly rounding: number;
  /** A computed distance up to here is contact. */
  readonly limit: number;
  /** Leaves are advanced to this beyond the clearance. */
  readonly reserve: number;
  /** The pair is judged from here on, where it is known to be farther apart than the limit. */
  readonly from: number;
}

export interface SolverOptions {
  /** Level of refinement: every box test looks at 2^level sub-intervals. Default: by the ways of the bodies. */
  readonly refinement?: number;
  /** Newton culling. Default: true. */
  readonly newton?: boolean;
  /** 'independent' solves one equation after the other: for comparison only. */
  readonly solver?: 'simultaneous' | 'independent';
}

export interface IntervalOutcome extends Outcome {
  /** The pair in contact, −1 for none. */
  pair: number;
}

/** Work done, in counts. */
export interface IntervalStats {
  /** Pairs of boxes tested, once for every sub-interval looked at. */
  boxTests: number;
  /** Pairs of leaves handed to the solver, and their equations. */
  leafPairs: number;
  equations: number;
  /** Evaluations of an equation over an interval of time. */
  evaluations: number;
  /** Evaluations that the Newton step ended or halved. */
  newtonCulls: number;
  /** Intervals of time looked at, by the traversal and by the solver. */
  traversals: number;
  intervals: number;
  /** Bounds computed of a body over an interval. */
  bodyBounds: number;
  /** Exact distances of two leaves. */
  distances: number;
  /** Instants at which a body was placed. */
  poses: number;
}

export function noIntervalWork(): IntervalStats {
  return {
    boxTests: 0,
    leafPairs: 0,
    equations: 0,
    evaluations: 0,
    newtonCulls: 0,
    traversals: 0,
    intervals: 0,
    bodyBounds: 0,
    distances: 0,
    poses: 0,
  };
}
