/**
 * Bounds for two bodies of which neither turns nor bends its way, for whoever searches their nodes by time: linear in
 * time and in one frame for all of the motion, that of X, the body of more triangles, so that nothing is placed anew
 * from instant to instant. Rounding is inside the pad [docs/notes/rounding.md, "Straight ways"].
 */
import { NODE_CHILD } from '../../../hierarchy/fit-swept-sphere.ts';
import { splitsA } from '../../../hierarchy/split-rule.ts';
import type { SweptSphereTree } from '../../../hierarchy/swept-sphere-tree.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../../hierarchy/triangle-tree.ts';
import { KEY_PUSHED, type PairQueue } from '../../pair-queue.ts';
import type { MovedNodes } from './moved-nodes.ts';
import { stepLeafStraight } from './straight-leaf-volume.ts';
import { castLeaves, LEAF_CAST_SIZE, LEAF_TARGET } from './straight-leaves.ts';
import {
  OFFSET,
  OFFSET_0,
  OTHER_WAY,
  STRAIGHT_ADDING,
  STRAIGHT_CLEARANCE,
  STRAIGHT_EXTRA,
  STRAIGHT_PAD,
  STRAIGHT_REST,
  STRAIGHT_ROUNDING,
  STRAIGHT_SIZE,
  STRAIGHT_STEP,
  STRAIGHT_TIME,
  STRAIGHT_TURNING,
  stepStraight,
  TIME_0,
  VELOCITY,
  writeStraight,
} from './straight-volumes.ts';

/** As in best-first.ts, for pairs of which neither is a leaf; measured in docs/notes/first-contact.md. */
const FAR = 0.1;
const WORTH = 0.005;

export class StraightWays {
  /** Set by whoever asks: the time, clearance and what is kept beside it, what rounding is and grows by. */
  readonly w: Float64Array = new Float64Array(STRAIGHT_SIZE);
  readonly cast: Float64Array = new Float64Array(LEAF_CAST_SIZE);
  private treeX: SweptSphereTree | undefined;
  private treeY: SweptSphereTree | undefined;
  private onB = false;
  private readonly moved: MovedNodes;
  private tag = 0;

  /** The nodes that were moved may be shared with other pairs. */
  constructor(moved: MovedNodes) {
    this.moved = moved;
  }

  /** Two bodies as they are placed at w[STRAIGHT_TIME]; no other pair has the same tag. */
  begin(treeA: SweptSphereTree, treeB: SweptSphereTree, A: Float64Array, B: Float64Array, tag: number): void {
    const { w } = this;
    const onB = treeB.leafCount >= treeA.leafCount;
    this.onB = onB;
    this.treeX = onB ? treeB : treeA;
    this.treeY = onB ? treeA : treeB;
    this.tag = tag;
    writeStraight(w, onB ? B : A, onB ? A : B);
    w[TIME_0] = w[STRAIGHT_TIME];
    this.move();
  }

  /** To w[STRAIGHT_TIME]. */
  move(): void {
    const { w } = this;
    const passed = w[STRAIGHT_TIME] - w[TIME_0];
    const x = w[OFFSET_0] + passed * w[VELOCITY];
    const y = w[OFFSET_0 + 1] + passed * w[VELOCITY + 1];
    const z = w[OFFSET_0 + 2] + passed * w[VELOCITY + 2];
    w[OFFSET] = x;
    w[OFFSET + 1] = y;
    w[OFFSET + 2] = z;
    w[OFFSET + OTHER_WAY] = -x;
    w[OFFSET + OTHER_WAY + 1] = -y;
    w[OFFSET + OTHER_WAY + 2] = -z;
    w[STRAIGHT_REST] = 1 - w[STRAIGHT_TIME];
    w[STRAIGHT_ROUNDING] = w[STRAIGHT_ADDING] + w[STRAIGHT_TURNING] * Math.sqrt(x * x + y * y + z * z);
    w[STRAIGHT_PAD] = w[STRAIGHT_CLEARANCE] + w[STRAIGHT_EXTRA] + w[STRAIGHT_ROUNDING];
  }

  /** Looks again at the nodes popped; true: they are apart for longer, and back in the queue, or dropped at `until`. */
  gains(queue: PairQueue, until: number): boolean {
    const { w, moved, onB } = this;
    const { keys, a, b } = queue;
    const treeX = this.treeX as SweptSphereTree;
    const y = moved.placeOf(onB ? a : b, this.treeY as SweptSphereTree, w, this.tag);
    stepStraight(w, 0, treeX.nodes, (onB ? b : a) << 4, moved.nodes, y, y, 1);
    const step = w[STRAIGHT_STEP];
    if (!(step > WORTH)) return false;
    keys[KEY_PUSHED] = w[STRAIGHT_TIME] + step;
    if (keys[KEY_PUSHED] < until) queue.pushLater(a, b, step > FAR, queue.bodies);
    return true;
  }

  /** Splits the larger of the nodes popped; parts that are apart until `until` are dropped. `neverA`: b is split. */
  split(queue: PairQueue, until: number, neverA = false): void {
    const { w, moved, onB, tag } = this;
    const { keys, a, b, bodies } = queue;
    const treeX = this.treeX as SweptSphereTree;
    const treeY = this.treeY as SweptSphereTree;
    const nodesA = onB ? treeY.nodes : treeX.nodes;
    const nodesB = onB ? treeX.nodes : treeY.nodes;
    const childA = nodesA[(a << 4) + NODE_CHILD] | 0;
    const childB = nodesB[(b << 4) + NODE_CHILD] | 0;
    const splitA = !neverA && splitsA(nodesA, a, nodesB, b);
    const child = splitA ? childA : childB;
    const whole = splitA ? childB : childA;
    if (splitA !== onB) {
      const y = moved.placeOf(onB ? a : b, treeY, w, tag);
      if (whole < 0) stepLeafStraight(w, OTHER_WAY, moved.leaves, y, treeX.nodes, child << 4, (child + 1) << 4);
      else stepStraight(w, OTHER_WAY, moved.nodes, y, treeX.nodes, child << 4, (child + 1) << 4, 2);
    } else {
      const first = moved.placeOf(child, treeY, w, tag);
      const second = moved.placeOf(child + 1, treeY, w, tag);
      if (whole < 0) stepLeafStraight(w, 0, treeX.leaves, (-1 - whole) * LEAF_STRIDE, moved.nodes, first, second);
      else stepStraight(w, 0, treeX.nodes, (onB ? b : a) << 4, moved.nodes, first, second, 2);
    }
    for (let m = child; m < child + 2; m++) {
      const step = w[STRAIGHT_STEP + m - child];
      keys[KEY_PUSHED] = w[STRAIGHT_TIME] + step;
      if (step === 0) queue.pushNow(splitA ? m : a, splitA ? b : m, bodies);
      else if (keys[KEY_PUSHED] < until) queue.pushLater(splitA ? m : a, splitA ? b : m, whole >= 0 && step > FAR, bodies);
    }
  }

  /**
   * When two leaves may come within cast[LEAF_TARGET] beyond clearance, radii and rounding, which are added to it, into
   * cast[LEAF_ENTRY]; or, `onlyNow`, whether some direction keeps them apart by that now, into cast[LEAF_APART].
   */
  castLeaves(leafA: number, leafB: number, onlyNow: boolean): void {
    const { w, cast, onB } = this;
    const x = (onB ? leafB : leafA) * LEAF_STRIDE;
    const y = (onB ? leafA : leafB) * LEAF_STRIDE;
    const X = (this.treeX as SweptSphereTree).leaves;
    const Y = (this.treeY as SweptSphereTree).leaves;
    cast[LEAF_TARGET] += X[x + LEAF_RADIUS] + Y[y + LEAF_RADIUS] + w[STRAIGHT_CLEARANCE] + w[STRAIGHT_ROUNDING];
    castLeaves(cast, w, X, x, Y, y, onlyNow);
  }
}
