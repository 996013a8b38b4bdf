/**
 * By how much the points of two nodes can be nearer along a direction, whatever is within its uncertainty: along s,
 * which is fixed where the two are looked at, a joint that is off by ε moves a point x by at most ε |s·(a × (x − o))|,
 * a its axis through o, and all of them together by some (Σε)² more [docs/notes/uncertainty.md].
 */
import { NODE_CHILD, NODE_CORNER, NODE_L0, NODE_L1, NODE_R, NODE_U0, NODE_U1 } from '../../hierarchy/fit-swept-sphere.ts';
import { STATE_P } from '../../motion/motion.ts';
import type { Chain } from '../../robot/chain.ts';
import { JOINT_AXIS, JOINT_RATE, JOINT_SPEED, JOINT_STRIDE } from '../../robot/joint-motion.ts';
import type { ScenePairs } from '../pairs/scene-pairs.ts';
import type { UncertainPads } from '../pairs/uncertain-pads.ts';
import type { View } from '../pairs/view.ts';

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

/** The pair at hand, in the segment that is loaded and where it is placed. */
export class NodeOffs {
  private readonly pairs: ScenePairs;
  private readonly pads: UncertainPads;
  /** Nodes but those of triangles are taken to be so much wider; and all is so much more. */
  private readonly wider: number;
  private readonly more: number;
  private readonly middle: Float64Array = new Float64Array(4);
  private sides: readonly [Side, Side] | null = null;
  /** What the pair may be off by as a whole. */
  whole = 0;
  /** The longest step over which the direction loses little. */
  longest = 1;

  constructor(pairs: ScenePairs, pads: UncertainPads, wider = 1, more = 1) {
    this.pairs = pairs;
    this.pads = pads;
    this.wider = wider;
    this.more = more;
  }

  begin(pair: number): void {
    const { pairs } = this;
    const [a, b] = [pairs.viewA(pair), pairs.viewB(pair)];
    const isOwn = a.chain !== null && a.chain === b.chain;
    this.whole = this.pads.of(pair);
    this.sides = [this.sideOf(a, isOwn), this.sideOf(b, isOwn)];
    const change = this.sides[0].change + this.sides[1].change;
    this.longest = change > 0 ? (LOST * this.whole) / change : 1;
  }

  /** How far the points of two nodes can be off along s over some time from where they are placed on. */
  of(a: number, b: number, s: Float64Array, rest: number): number {
    const [A, B] = this.sides as readonly [Side, Side];
    return this.more * (this.offBy(A, a, s, rest) + this.offBy(B, b, s, rest));
  }

  private sideOf(view: View, isOwn: boolean): Side {
    const { chain, link, radius } = view;
    const { moving, standing } = this.pairs;
    const { errors } = this.pads;
    if (chain === null) {
      const { name, number } =
        view.body < moving.length
          ? { name: moving[view.body].name, number: view.body }
          : { name: standing[view.body - moving.length].parts[0].name, number: -1 };
      const turned = errors.turned(name);
      const always = (number < 0 ? errors.ofPlace(name, radius) : errors.ofBody(number, name, radius)) - turned * radius;
      return { view, joints: [], always: Math.max(0, always) * ROUND_UP + this.pads.more(view.body), turned, change: 0 };
    }
    const ancestor = isOwn ? view.ancestor : -1;
    const robot = moving[view.body].robot;
    const { angle, place, reach } = errors.joints[robot];
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
    const turned = isOwn ? 0 : errors.turned(name);
    // the base turns what is off already, and its middle goes where the joints take it
    const base = isOwn ? 0 : errors.ofPlace(name, 0) + turned * errors.ofLink(robot, link, BASE, radius);
    const always = places + 0.5 * angles * angles * away + angles * places + base;
    return {
      view,
      joints,
      always: always * ROUND_UP + this.pads.more(view.body),
      turned,
      change: (change + turned * (rates * away + speeds)) * ROUND_UP,
    };
  }

  private offBy(side: Side, node: number, s: Float64Array, rest: number): number {
    const { middle } = this;
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
    const wider = nodes[o + NODE_CHILD] < 0 ? 1 : this.wider;
    middle[3] = (nodes[o + NODE_R] + Math.sqrt(a * a + b * b)) * wider * ROUND_UP;
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
