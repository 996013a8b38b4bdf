/**
 * Until when do two bodies keep their distance, whatever they are within their uncertainty? What pairs may be off by as
 * wholes [uncertain-pads.ts] is looked at here by node and direction: along s, which is fixed where the two are looked
 * at, a joint that is off by ε moves a point x by at most ε |s·(a × (x − o))|, a its axis through o, and all of them
 * together by some (Σε)² more [docs/notes/uncertainty.md]. Slower than the search by far: for what that leaves open.
 */
import { DIRECTION, LEAF_REST, LEAF_SIZE, LEAF_STEP, measureLeaves, RHO_A, RHO_B, stepLeaves, TARGET } from '../../contact/triangle-gap.ts';
import { FRAME_SIZE, GAP, PAD, REST, S, STEP, setFrame, stepVolumes } from '../../contact/volume-gap.ts';
import { NODE_CHILD, NODE_CORNER, NODE_L0, NODE_L1, NODE_R, NODE_RHO, NODE_U0, NODE_U1 } from '../../hierarchy/fit-swept-sphere.ts';
import { splitsA } from '../../hierarchy/split-rule.ts';
import { LEAF_RADIUS, LEAF_STRIDE } from '../../hierarchy/triangle-tree.ts';
import { STATE_P } from '../../motion/motion.ts';
import type { Chain } from '../../robot/chain.ts';
import { JOINT_AXIS, JOINT_RATE, JOINT_SPEED, JOINT_STRIDE } from '../../robot/joint-motion.ts';
import type { ResolvedMotions } from '../content/scene-motions.ts';
import { KEPT_CLEARANCE, KEPT_SIZE, pad } from '../pairs/padding.ts';
import type { PlaceErrors, UncertainPads } from '../pairs/uncertain-pads.ts';
import type { View } from '../pairs/view.ts';
import type { SceneEngine } from '../search/scene-engine.ts';

/** Nodes looked at for one pair. */
const MOST_LOOKS = 20_000;
/** Nodes that gain less of a segment are split; leaves that gain less are given up. */
const WORTH = 2 ** -6;
const WORTH_LEAVES = 2 ** -24;
/** How much of what a pair may be off by as a whole the direction may lose over one step. */
const LOST = 0.05;
const ROUND_UP = 1 + 2 ** -30;

/** One side of the pair in the segment loaded: what moves it, and bounds on the whole of it. */
interface Side {
  readonly view: View;
  /** A joint each: what it is off by, its axis' link, and how far the body's points are from it at most. */
  readonly joints: readonly { readonly link: number; readonly angle: number; readonly away: number; readonly anyAxis: boolean }[];
  /** What does not depend on the direction. */
  readonly always: number;
  /** Turned about its own origin, or that of its base, by at most this. */
  readonly turned: number;
  /** How fast what depends on the direction can change. */
  readonly change: number;
}

export class SharpTubes {
  private readonly engine: SceneEngine;
  private readonly errors: PlaceErrors;
  private readonly pads: UncertainPads;
  private readonly frame: Float64Array = new Float64Array(FRAME_SIZE);
  private readonly leaf: Float64Array = new Float64Array(LEAF_SIZE);
  private readonly kept: Float64Array = new Float64Array(KEPT_SIZE);
  private readonly s: Float64Array = new Float64Array(3);
  private readonly middle: Float64Array = new Float64Array(4);
  private sides: readonly [Side, Side] | null = null;
  /** The longest step over which the direction loses little. */
  private longest = 1;
  private looks = 0;

  constructor(engine: SceneEngine, pads: UncertainPads) {
    this.engine = engine;
    this.errors = pads.errors;
    this.pads = pads;
  }

  /** The path time until which the pair is proven to keep more than the clearance; the path's length: all of it. */
  provenUntil(pair: number, motions: ResolvedMotions, clearance: number): number {
    const { engine, kept } = this;
    kept[KEPT_CLEARANCE] = clearance;
    this.looks = 0;
    const whole = this.pads.of(pair);
    for (let segment = 0; segment < motions.segments; segment++) {
      engine.load(motions, segment);
      if (engine.budget.late) return segment;
      const [a, b] = [engine.pairs.viewA(pair), engine.pairs.viewB(pair)];
      const isOwn = a.chain !== null && a.chain === b.chain;
      this.sides = [this.sideOf(a, isOwn), this.sideOf(b, isOwn)];
      const change = this.sides[0].change + this.sides[1].change;
      this.longest = change > 0 ? (LOST * whole) / change : 1;
      const until = this.prove(0, 0, 0, 1);
      if (until < 1) return segment + until;
    }
    return motions.segments;
  }

  private sideOf(view: View, isOwn: boolean): Side {
    const { chain, link, radius } = view;
    const { moving, standing } = this.engine.pairs;
    if (chain === null) {
      const { name, number } =
        view.body < moving.length
          ? { name: moving[view.body].name, number: view.body }
          : { name: standing[view.body - moving.length].parts[0].name, number: -1 };
      const turned = this.errors.turned(name);
      const always = (number < 0 ? this.errors.ofPlace(name, radius) : this.errors.ofBody(number, name, radius)) - turned * radius;
      return { view, joints: [], always: Math.max(0, always) * ROUND_UP + this.pads.more(view.body), turned, change: 0 };
    }
    const ancestor = isOwn ? view.ancestor : -1;
    const robot = moving[view.body].robot;
    const { angle, place, reach } = this.errors.joints[robot];
    let [rates, speeds] = [0, 0];
    for (let j = link; j !== ancestor && j >= 0; j = chain.parents[j]) {
      rates += chain.joints[JOINT_STRIDE * j + JOINT_RATE];
      speeds += chain.joints[JOINT_STRIDE * j + JOINT_SPEED];
    }
    const joints: { link: number; angle: number; away: number; anyAxis: boolean }[] = [];
    let [places, angles, change, away] = [0, 0, 0, radius];
    for (let j = link; j !== ancestor && j >= 0; j = chain.parents[j]) {
      places += place[j];
      angles += angle[j];
      change += angle[j] * (2 * rates * away + speeds);
      if (angle[j] > 0) joints.push({ link: j, angle: angle[j], away, anyAxis: chain.robot.links[j].joint.kind.orientation >= 0 });
      away += reach[j] + place[j];
    }
    const { name } = chain.robot;
    const turned = isOwn ? 0 : this.errors.turned(name);
    // the base turns what is off already, and its middle goes where the joints take it
    const base = isOwn ? 0 : this.errors.ofPlace(name, 0) + turned * this.errors.ofLink(robot, link, BASE, radius);
    const always = places + 0.5 * angles * angles * away + angles * places + base;
    return {
      view,
      joints,
      always: always * ROUND_UP + this.pads.more(view.body),
      turned,
      change: (change + turned * (rates * away + speeds)) * ROUND_UP,
    };
  }

  /** Until when two nodes are proven apart from t on, as far as `until`. */
  private prove(a: number, b: number, from: number, until: number): number {
    const { view: viewA } = (this.sides as readonly [Side, Side])[0];
    const { view: viewB } = (this.sides as readonly [Side, Side])[1];
    const [nodesA, nodesB] = [viewA.nodes, viewB.nodes];
    const isLeaf = nodesA[(a << 4) + NODE_CHILD] < 0 && nodesB[(b << 4) + NODE_CHILD] < 0;
    let t = from;
    while (t < until) {
      if (++this.looks > MOST_LOOKS || this.engine.budget.isLate()) return t;
      this.engine.pairs.clock[0] = t;
      viewA.place();
      viewB.place();
      const step = isLeaf ? this.stepOfLeaves(a, b, t) : this.stepOfNodes(a, b, t);
      if (step >= Math.min(isLeaf ? WORTH_LEAVES : WORTH, this.longest, 1 - t)) {
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
    const { frame, kept, s } = this;
    const [A, B] = this.sides as readonly [Side, Side];
    const nodes = A.view.nodes;
    const f = a << 4;
    pad(frame, kept, A.view, B.view);
    const apart = frame[PAD];
    frame[REST] = -1;
    setFrame(frame, nodes, f, A.view.state, B.view.state);
    stepVolumes(frame, nodes, f, B.view.nodes, b << 4, 1);
    if (!(frame[GAP] > 0)) return 0;
    const state = A.view.state;
    // the direction is in the frame of the node: its two axes and their cross product
    const [x, y, z] = [frame[S], frame[S + 1], frame[S + 2]];
    const [px, py, pz, qx, qy, qz] = nodes.subarray(f + NODE_U0, f + NODE_U0 + 6);
    const ux = x * px + y * qx + z * (py * qz - pz * qy);
    const uy = x * py + y * qy + z * (pz * qx - px * qz);
    const uz = x * pz + y * qz + z * (px * qy - py * qx);
    for (let k = 0; k < 3; k++) s[k] = state[3 * k] * ux + state[3 * k + 1] * uy + state[3 * k + 2] * uz;
    const rest = Math.min(1 - t, this.longest);
    frame[PAD] = apart + this.offBy(A, a, rest) + this.offBy(B, b, rest);
    frame[REST] = rest;
    stepVolumes(frame, nodes, f, B.view.nodes, b << 4, 1);
    return frame[STEP] === Infinity ? rest : frame[STEP];
  }

  private stepOfLeaves(a: number, b: number, t: number): number {
    const { frame, leaf, kept, s } = this;
    const [A, B] = this.sides as readonly [Side, Side];
    const [nodesA, nodesB] = [A.view.nodes, B.view.nodes];
    const [leafA, leafB] = [-1 - nodesA[(a << 4) + NODE_CHILD], -1 - nodesB[(b << 4) + NODE_CHILD]];
    measureLeaves(leaf, A.view.leaves, leafA * LEAF_STRIDE, A.view.state, B.view.leaves, leafB * LEAF_STRIDE, B.view.state);
    s.set(leaf.subarray(DIRECTION, DIRECTION + 3));
    const rest = Math.min(1 - t, this.longest);
    pad(frame, kept, A.view, B.view);
    leaf[RHO_A] = nodesA[(a << 4) + NODE_RHO] + nodesA[(a << 4) + NODE_R];
    leaf[RHO_B] = nodesB[(b << 4) + NODE_RHO] + nodesB[(b << 4) + NODE_R];
    leaf[TARGET] =
      A.view.leaves[leafA * LEAF_STRIDE + LEAF_RADIUS] +
      B.view.leaves[leafB * LEAF_STRIDE + LEAF_RADIUS] +
      (frame[PAD] + this.offBy(A, a, rest) + this.offBy(B, b, rest));
    leaf[LEAF_REST] = rest;
    stepLeaves(leaf, A.view.state, B.view.state);
    return leaf[LEAF_STEP] === Infinity ? rest : leaf[LEAF_STEP];
  }

  /** How far the points of a node can be off along s over some time from where they are placed on. */
  private offBy(side: Side, node: number, rest: number): number {
    const { s, middle } = this;
    const { view, joints, turned } = side;
    const { chain } = view;
    const long = Math.sqrt(s[0] * s[0] + s[1] * s[1] + s[2] * s[2]);
    this.surround(view, node);
    const radius = middle[3];
    let off = side.always + rest * side.change;
    for (const { link, angle, away, anyAxis } of joints) {
      const { states } = chain as Chain;
      const O = states[link];
      const [dx, dy, dz] = [middle[0] - O[STATE_P], middle[1] - O[STATE_P + 1], middle[2] - O[STATE_P + 2]];
      const far = Math.sqrt(dx * dx + dy * dy + dz * dz) + radius;
      if (anyAxis || !(long > 0)) {
        off += angle * Math.min(away, far);
        continue;
      }
      const [ax, ay, az] = axisOf(chain as Chain, link);
      const wx = s[1] * az - s[2] * ay;
      const wy = s[2] * ax - s[0] * az;
      const wz = s[0] * ay - s[1] * ax;
      const along = Math.abs(wx * dx + wy * dy + wz * dz) + Math.sqrt(wx * wx + wy * wy + wz * wz) * radius;
      off += angle * Math.min(away, far, along / long);
    }
    if (turned > 0) off += turned * (this.fromBase(view) + radius);
    return off * ROUND_UP;
  }

  /** How far the middle of the node at hand is from what it turns about where that stands elsewhere. */
  private fromBase(view: View): number {
    const { middle } = this;
    const state = view.chain === null ? view.state : view.chain.baseState;
    const [x, y, z] = [middle[0] - state[STATE_P], middle[1] - state[STATE_P + 1], middle[2] - state[STATE_P + 2]];
    return Math.sqrt(x * x + y * y + z * z);
  }

  /** Middle and radius of a sphere around a node, where its body is placed. */
  private surround({ nodes, state: S }: View, node: number): void {
    const { middle } = this;
    const o = node << 4;
    const [a, b] = [0.5 * nodes[o + NODE_L0], 0.5 * nodes[o + NODE_L1]];
    const x = nodes[o + NODE_CORNER] + a * nodes[o + NODE_U0] + b * nodes[o + NODE_U1];
    const y = nodes[o + NODE_CORNER + 1] + a * nodes[o + NODE_U0 + 1] + b * nodes[o + NODE_U1 + 1];
    const z = nodes[o + NODE_CORNER + 2] + a * nodes[o + NODE_U0 + 2] + b * nodes[o + NODE_U1 + 2];
    for (let k = 0; k < 3; k++) middle[k] = S[3 * k] * x + S[3 * k + 1] * y + S[3 * k + 2] * z + S[STATE_P + k];
    middle[3] = (nodes[o + NODE_R] + Math.sqrt(a * a + b * b)) * ROUND_UP;
  }
}

/** The base of a robot itself, as for `ofLink`. */
const BASE = -2;

/** The axis of a joint in the world; it goes through the origin of its link. */
function axisOf({ joints, parents, states, baseState }: Chain, link: number): readonly [number, number, number] {
  const P = parents[link] >= 0 ? states[parents[link]] : baseState;
  const o = JOINT_STRIDE * link + JOINT_AXIS;
  const [x, y, z] = [joints[o], joints[o + 1], joints[o + 2]];
  return [P[0] * x + P[1] * y + P[2] * z, P[3] * x + P[4] * y + P[5] * z, P[6] * x + P[7] * y + P[8] * z];
}
