/** The steps of approach-bound.ts for two bodies where they are placed: what `hca` and `c2a` advance by. */
import { CLOCK_PLACED, type MovingPair } from '../../contact/moving-pair.ts';
import { LEAF_REST, RHO_A, RHO_B, TARGET } from '../../contact/triangle-gap.ts';
import { BASE_SPEED, REACH_F, REACH_M, STEP, TIME_LEFT } from '../../contact/volume-gap.ts';
import { NODE_RHO } from '../../hierarchy/fit-swept-sphere.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../hierarchy/triangle-tree.ts';
import { STATE_A0, STATE_A1 } from '../../motion/motion.ts';
import { approachLeaves, approachPlainly, approachVolumes, writeBaseSpeed, writeLeafReach, writeNodeReach } from './approach-bound.ts';

/** Lemma 4.1's step of two nodes, after the frame is set on one of them (`onA`) and stepVolumes, into frame[STEP]. */
export function approachNodes(pair: MovingPair, a: number, b: number, onA: boolean): void {
  const { frame, treeA, treeB } = pair;
  pair.stats.steps++;
  frame[TIME_LEFT] = 1 - pair.clock[CLOCK_PLACED];
  if (pair.together) approachTogether(pair, a);
  else {
    writeNodeReach(treeA.nodes, a << 4, pair.axisA, frame, onA ? REACH_F : REACH_M);
    writeNodeReach(treeB.nodes, b << 4, pair.axisB, frame, onA ? REACH_M : REACH_F);
    if (onA) writeBaseSpeed(frame, treeA.nodes, a << 4, pair.stateA, pair.stateB, bend(pair));
    else writeBaseSpeed(frame, treeB.nodes, b << 4, pair.stateB, pair.stateA, bend(pair));
    approachVolumes(frame);
  }
  if (pair.spins) pair.outlast(a, b, STEP);
}

/**
 * What bodies that do not move as Lemma 4.1 assumes may add to their speed until the end: 0 for rigid in-between
 * motions.
 */
function bend({ stateA, stateB, treeA, treeB, clock }: MovingPair): number {
  const acceleration = stateA[STATE_A0] + stateB[STATE_A0] + stateA[STATE_A1] * treeA.radius + stateB[STATE_A1] * treeB.radius;
  return acceleration * (1 - clock[CLOCK_PLACED]);
}

/** Lemma 4.1 asks for fixed axes; seen from a turning body, only the speed itself is bounded. */
function approachTogether({ frame, relative, treeA }: MovingPair, a: number): void {
  frame[BASE_SPEED] = relative.travel(treeA.nodes[(a << 4) + NODE_RHO]);
  approachPlainly(frame);
}

/** Lemma 4.2's step of two leaves, after measure, to where they may be within clearance + reserve: leaf[LEAF_STEP]. */
export function approachLeavesOf(pair: MovingPair, la: number, lb: number, reserve: Float64Array): void {
  const { leaf, treeA, treeB, together } = pair;
  pair.stats.steps++;
  leaf[TARGET] =
    treeA.leaves[la * LEAF_STRIDE + LEAF_RADIUS] +
    treeB.leaves[lb * LEAF_STRIDE + LEAF_RADIUS] +
    pair.clearance +
    reserve[0] +
    pair.roundingNow;
  leaf[LEAF_REST] = 1 - pair.clock[CLOCK_PLACED];
  if (together) leaf[RHO_A] = pair.relative.travel(treeA.radius);
  else {
    writeLeafReach(treeA.leaves, la * LEAF_STRIDE, pair.axisA, leaf, RHO_A);
    writeLeafReach(treeB.leaves, lb * LEAF_STRIDE, pair.axisB, leaf, RHO_B);
  }
  approachLeaves(leaf, pair.stateA, pair.stateB, together, together ? 0 : bend(pair));
  if (pair.spins) pair.outlastLeaves(la, lb, reserve);
}
