/**
 * Until when do two bodies keep their distance, whatever they are within their uncertainty? What pairs may be off by as
 * wholes [uncertain-pads.ts] is looked at here by node and direction [node-offs.ts]. Slower than the search by far: for
 * what that leaves open.
 */
import { DIRECTION, LEAF_REST, LEAF_SIZE, LEAF_STEP, measureLeaves, RHO_A, RHO_B, stepLeaves, TARGET } from '../../contact/triangle-gap.ts';
import { FRAME_SIZE, GAP, PAD, REST, S, STEP, setFrame, stepVolumes } from '../../contact/volume-gap.ts';
import { NODE_CHILD, NODE_R, NODE_RHO, NODE_U0 } from '../../hierarchy/fit-swept-sphere.ts';
import { splitsA } from '../../hierarchy/split-rule.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../hierarchy/triangle-tree.ts';
import type { ResolvedMotions } from '../content/scene-motions.ts';
import { KEPT_CLEARANCE, KEPT_SIZE, pad } from '../pairs/padding.ts';
import type { View } from '../pairs/view.ts';
import type { SceneEngine } from '../search/scene-engine.ts';
import type { NodeOffs } from './node-offs.ts';

/** Nodes looked at for one pair. */
const MOST_LOOKS = 20_000;
/** Nodes that gain less of a segment are split; leaves that gain less are given up. */
const WORTH = 2 ** -6;
const WORTH_LEAVES = 2 ** -24;

export class SharpTubes {
  private readonly engine: SceneEngine;
  private readonly offs: NodeOffs;
  private readonly frame: Float64Array = new Float64Array(FRAME_SIZE);
  private readonly leaf: Float64Array = new Float64Array(LEAF_SIZE);
  private readonly kept: Float64Array = new Float64Array(KEPT_SIZE);
  private readonly s: Float64Array = new Float64Array(3);
  private views: readonly [View, View] | null = null;
  private looks = 0;

  constructor(engine: SceneEngine, offs: NodeOffs) {
    this.engine = engine;
    this.offs = offs;
  }

  /** The path time until which the pair is proven to keep more than the clearance; the path's length: all of it. */
  provenUntil(pair: number, motions: ResolvedMotions, clearance: number): number {
    const { engine, kept } = this;
    kept[KEPT_CLEARANCE] = clearance;
    this.looks = 0;
    for (let segment = 0; segment < motions.segments; segment++) {
      engine.load(motions, segment);
      if (engine.budget.late) return segment;
      this.views = [engine.pairs.viewA(pair), engine.pairs.viewB(pair)];
      this.offs.begin(pair);
      const until = this.prove(0, 0, 0, 1);
      if (until < 1) return segment + until;
    }
    return motions.segments;
  }

  /** Until when two nodes are proven apart from t on, as far as `until`. */
  private prove(a: number, b: number, from: number, until: number): number {
    const [viewA, viewB] = this.views as readonly [View, View];
    const [nodesA, nodesB] = [viewA.nodes, viewB.nodes];
    const isLeaf = nodesA[(a << 4) + NODE_CHILD] < 0 && nodesB[(b << 4) + NODE_CHILD] < 0;
    let t = from;
    while (t < until) {
      if (++this.looks > MOST_LOOKS || this.engine.budget.isLate()) return t;
      this.engine.pairs.clock[0] = t;
      viewA.place();
      viewB.place();
      const step = isLeaf ? this.stepOfLeaves(a, b, t) : this.stepOfNodes(a, b, t);
      if (step >= Math.min(isLeaf ? WORTH_LEAVES : WORTH, this.offs.longest, 1 - t)) {
        t += step;
        continue;
      }
      if (isLeaf) return t;
      const inA = splitsA(nodesA, a, nodesB, b);
      const child = (inA ? nodesA[(a << 4) + NODE_CHILD] : nodesB[(b << 4) + NODE_CHILD]) | 0;
      const first = inA ? this.prove(child, b, t, until) : this.prove(a, child, t, until);
      return inA ? this.prove(child + 1, b, t, first) : this.prove(a, child + 1, t, first);
    }
    return until;
  }

  /** How long two nodes are apart, from where they are placed on; 0: not known. */
  private stepOfNodes(a: number, b: number, t: number): number {
    const { frame, kept, s, offs } = this;
    const [A, B] = this.views as readonly [View, View];
    const nodes = A.nodes;
    const f = a << 4;
    pad(frame, kept, A, B);
    const apart = frame[PAD];
    frame[REST] = -1;
    setFrame(frame, nodes, f, A.state, B.state);
    stepVolumes(frame, nodes, f, B.nodes, b << 4, 1);
    if (!(frame[GAP] > 0)) return 0;
    const state = A.state;
    // the direction is in the frame of the node: its two axes and their cross product
    const [x, y, z] = [frame[S], frame[S + 1], frame[S + 2]];
    const [px, py, pz, qx, qy, qz] = nodes.subarray(f + NODE_U0, f + NODE_U0 + 6);
    const ux = x * px + y * qx + z * (py * qz - pz * qy);
    const uy = x * py + y * qy + z * (pz * qx - px * qz);
    const uz = x * pz + y * qz + z * (px * qy - py * qx);
    for (let k = 0; k < 3; k++) s[k] = state[3 * k] * ux + state[3 * k + 1] * uy + state[3 * k + 2] * uz;
    const rest = Math.min(1 - t, offs.longest);
    frame[PAD] = apart + offs.of(a, b, s, rest);
    frame[REST] = rest;
    stepVolumes(frame, nodes, f, B.nodes, b << 4, 1);
    return frame[STEP] === Infinity ? rest : frame[STEP];
  }

  private stepOfLeaves(a: number, b: number, t: number): number {
    const { frame, leaf, kept, s, offs } = this;
    const [A, B] = this.views as readonly [View, View];
    const [nodesA, nodesB] = [A.nodes, B.nodes];
    const [leafA, leafB] = [-1 - nodesA[(a << 4) + NODE_CHILD], -1 - nodesB[(b << 4) + NODE_CHILD]];
    measureLeaves(leaf, A.leaves, leafA * LEAF_STRIDE, A.state, B.leaves, leafB * LEAF_STRIDE, B.state);
    s.set(leaf.subarray(DIRECTION, DIRECTION + 3));
    const rest = Math.min(1 - t, offs.longest);
    pad(frame, kept, A, B);
    leaf[RHO_A] = nodesA[(a << 4) + NODE_RHO] + nodesA[(a << 4) + NODE_R];
    leaf[RHO_B] = nodesB[(b << 4) + NODE_RHO] + nodesB[(b << 4) + NODE_R];
    leaf[TARGET] =
      A.leaves[leafA * LEAF_STRIDE + LEAF_RADIUS] + B.leaves[leafB * LEAF_STRIDE + LEAF_RADIUS] + (frame[PAD] + offs.of(a, b, s, rest));
    leaf[LEAF_REST] = rest;
    stepLeaves(leaf, A.state, B.state);
    return leaf[LEAF_STEP] === Infinity ? rest : leaf[LEAF_STEP];
  }
}
