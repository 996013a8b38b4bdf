/**
 * The bodies of one robot in a binary tree along its chains, with bounds on how fast the links below a node move in the
 * frame of any link that they hang on: which links can come near each other, or near something else, at all?
 * Guarantee: over `width` of a segment from the instant at which `update` found everything placed, no point of a body
 * below a node goes faster in the frame of c than `speed(node, c)`; the node's box holds spheres around its bodies at
 * that instant.
 *
 * As chain-reach.ts has it for one link, with all origins below the node in a ball (x, R) at that instant, e the
 * deepest link that all of them hang on or are, ρ the largest of their radii:
 *
 *   v₀(k) = v₀ + Σ r D + l over the joints from e up to below k, D = min(length, |x off axis k| + R + v₀(k) width)
 *   speed = v + Σ r (D + ρ) + l, v₀ and v the largest of both below e: of the children, in the frame of e
 */
import { SMALLEST } from '../../contact/moving-pair.ts';
import { shapeOf } from '../../hierarchy/split-triangles.ts';
import { STATE_P } from '../../motion/motion.ts';
import type { Chain } from '../../robot/chain.ts';
import { JOINT_AXIS, JOINT_RATE, JOINT_REACH, JOINT_SPEED, JOINT_STRIDE } from '../../robot/joint-motion.ts';

/** Box of the spheres, box of the origins, then the slots below; doubles a node. */
const ORIGINS = 6;
const RHO = 12;
const ORIGIN_SPEED = 13;
const POINT_SPEED = 14;
const LENGTH = 15;
const STRIDE = 16;

/** More than the roundings of the sums here, and of those that views have. */
const ROUND_UP: number = 1 + 2 ** -30;

/** One body of the robot: its number in the scene, its link, and how far its points are from the link's origin. */
export interface GroupedBody {
  readonly body: number;
  readonly link: number;
  readonly radius: number;
}

export class LinkGroups {
  /** Per node: first of two adjacent children, or −1 − k for the k-th of `bodies`. Parents come first. */
  readonly child: Int32Array;
  readonly bodies: readonly GroupedBody[];
  /** Boxes of the nodes at `NODE · STRIDE`: min x y z, max x y z. */
  readonly numbers: Float64Array;
  /** Most that any of the robot's links turns in the segment, in radians, and that rounding moves a point. */
  turn = 0;
  error = 0;
  /** How far any of its points can go at most, roughly: what rounding is measured by. */
  farthest = 0;
  private readonly chain: Chain;
  /** The link that all of a node hang on or are; −1: the base. */
  private readonly roots: Int32Array;
  /** The next link that a joint moves in the segment, from each link up, itself first; −1: none. */
  private readonly movers: Int32Array;
  /** Σ of the lengths of the joints of a link and of all it stands on. */
  private readonly lengths: Float64Array;
  private readonly turned: Float64Array;
  /** Speeds in the world that were asked for, NaN: not yet. */
  private readonly inWorld: Float64Array;
  /** v₀ of the last walk. */
  private readonly walked: Float64Array = new Float64Array(1);
  private width = 1;

  constructor(chain: Chain, bodies: readonly GroupedBody[]) {
    const { treeParents } = chain;
    const order = alongChains(treeParents);
    this.chain = chain;
    this.bodies = bodies.toSorted((a, b) => order[a.link] - order[b.link]);
    this.child = bodies.length === 0 ? new Int32Array(0) : shapeOf(bodies.length, (from, to) => (from + to) >> 1).child;
    this.numbers = new Float64Array(STRIDE * this.child.length);
    this.roots = new Int32Array(this.child.length);
    this.inWorld = new Float64Array(this.child.length);
    this.movers = new Int32Array(treeParents.length);
    this.lengths = new Float64Array(treeParents.length);
    this.turned = new Float64Array(treeParents.length);
  }

  /** A new segment is loaded. */
  begin(): void {
    const { chain, movers, lengths, turned } = this;
    const { joints: J, parents } = chain;
    this.turn = this.error = this.farthest = 0;
    let speeds = 0;
    for (let i = 0; i < parents.length; i++) {
      const o = JOINT_STRIDE * i;
      const up = parents[i];
      movers[i] = J[o + JOINT_RATE] + J[o + JOINT_SPEED] > 0 ? i : up >= 0 ? movers[up] : -1;
      lengths[i] = J[o + JOINT_REACH] + (up >= 0 ? lengths[up] : 0);
      turned[i] = J[o + JOINT_RATE] + (up >= 0 ? turned[up] : 0);
      speeds += J[o + JOINT_SPEED];
    }
    for (const { link, radius } of this.bodies) {
      this.turn = Math.max(this.turn, turned[link] * ROUND_UP);
      this.error = Math.max(this.error, chain.error(link, radius));
      this.farthest = Math.max(this.farthest, (turned[link] * (lengths[link] + radius) + speeds) * ROUND_UP);
    }
  }

  /** Everything is placed; spheres: middle and radius of one around each body of the scene. */
  update(spheres: Float64Array, width: number): void {
    const { child, bodies, numbers: N, roots, lengths, chain } = this;
    this.width = width;
    this.inWorld.fill(Number.NaN);
    for (let node = child.length - 1; node >= 0; node--) {
      const o = STRIDE * node;
      const c = child[node];
      if (c < 0) {
        const { body, link, radius } = bodies[-1 - c];
        const state = chain.states[link];
        roots[node] = link;
        for (let k = 0; k < 3; k++) {
          N[o + k] = spheres[4 * body + k] - spheres[4 * body + 3];
          N[o + 3 + k] = spheres[4 * body + k] + spheres[4 * body + 3];
          N[o + ORIGINS + k] = N[o + ORIGINS + 3 + k] = state[STATE_P + k];
        }
        N[o + RHO] = radius;
        N[o + ORIGIN_SPEED] = N[o + POINT_SPEED] = N[o + LENGTH] = 0;
        continue;
      }
      const a = STRIDE * c;
      const b = a + STRIDE;
      for (let at = 0; at < 12; at += 6) {
        for (let k = at; k < at + 3; k++) {
          N[o + k] = Math.min(N[a + k], N[b + k]);
          N[o + 3 + k] = Math.max(N[a + 3 + k], N[b + 3 + k]);
        }
      }
      const root = this.commonRoot(c, c + 1);
      roots[node] = root;
      N[o + RHO] = Math.max(N[a + RHO], N[b + RHO]);
      N[o + POINT_SPEED] = N[o + ORIGIN_SPEED] = N[o + LENGTH] = 0;
      for (let half = c; half < c + 2; half++) {
        N[o + POINT_SPEED] = Math.max(N[o + POINT_SPEED], this.speed(half, root));
        N[o + ORIGIN_SPEED] = Math.max(N[o + ORIGIN_SPEED], this.walked[0]);
        const below = lengthTo(lengths, roots[half]) - lengthTo(lengths, root);
        N[o + LENGTH] = Math.max(N[o + LENGTH], (N[STRIDE * half + LENGTH] + below) * ROUND_UP);
      }
    }
  }

  /** The deepest link that all of two nodes hang on or are; −1: the base. */
  commonRoot(a: number, b: number): number {
    const { parents } = this.chain;
    let i = this.roots[a];
    let j = this.roots[b];
    while (i !== j) {
      if (i > j) i = parents[i];
      else j = parents[j];
    }
    return i;
  }

  /** Bounds the speed of all points of a node's bodies in the frame of a link that its root hangs on, or is. */
  speed(node: number, ancestor: number): number {
    const { numbers: N, chain, lengths, movers, width } = this;
    const { joints: J, parents, states, baseState } = chain;
    const o = STRIDE * node;
    const root = this.roots[node];
    const rho = N[o + RHO];
    let origins = N[o + ORIGIN_SPEED];
    let points = N[o + POINT_SPEED];
    const x = 0.5 * (N[o + ORIGINS] + N[o + ORIGINS + 3]);
    const y = 0.5 * (N[o + ORIGINS + 1] + N[o + ORIGINS + 4]);
    const z = 0.5 * (N[o + ORIGINS + 2] + N[o + ORIGINS + 5]);
    const dx = N[o + ORIGINS + 3] - N[o + ORIGINS];
    const dy = N[o + ORIGINS + 4] - N[o + ORIGINS + 1];
    const dz = N[o + ORIGINS + 5] - N[o + ORIGINS + 2];
    const ball = 0.5 * Math.sqrt(dx * dx + dy * dy + dz * dz) + this.error;
    const whole = N[o + LENGTH] + lengthTo(lengths, root);
    for (let k = root >= 0 ? movers[root] : -1; k > ancestor; k = parents[k] >= 0 ? movers[parents[k]] : -1) {
      const at = JOINT_STRIDE * k;
      const r = J[at + JOINT_RATE];
      const l = J[at + JOINT_SPEED];
      let D = 0;
      if (r > 0) {
        const s = states[k];
        const P = parents[k] >= 0 ? states[parents[k]] : baseState;
        const u = at + JOINT_AXIS;
        const ax = P[0] * J[u] + P[1] * J[u + 1] + P[2] * J[u + 2];
        const ay = P[3] * J[u] + P[4] * J[u + 1] + P[5] * J[u + 2];
        const az = P[6] * J[u] + P[7] * J[u + 1] + P[8] * J[u + 2];
        const ex = x - s[STATE_P];
        const ey = y - s[STATE_P + 1];
        const ez = z - s[STATE_P + 2];
        const cx = ey * az - ez * ay;
        const cy = ez * ax - ex * az;
        const cz = ex * ay - ey * ax;
        // a difference of two long sums
        const length = whole - lengths[k] + 2 ** -36 * whole;
        D = Math.min(length, (Math.sqrt(cx * cx + cy * cy + cz * cz) + ball + origins * width) * ROUND_UP + SMALLEST);
      }
      origins += r * D + l;
      points += r * (D + rho) + l;
    }
    this.walked[0] = origins * ROUND_UP;
    return points * ROUND_UP;
  }

  /** The same in the world, kept until the next `update`. */
  worldSpeed(node: number): number {
    const { inWorld } = this;
    if (Number.isNaN(inWorld[node])) inWorld[node] = this.speed(node, -1);
    return inWorld[node];
  }
}

function lengthTo(lengths: Float64Array, link: number): number {
  return link < 0 ? 0 : lengths[link];
}

/** A number for each link by which what hangs on a link follows it at once: its chains one after the other. */
function alongChains(parents: Int32Array): Int32Array {
  const first = new Int32Array(parents.length).fill(-1);
  const next = new Int32Array(parents.length).fill(-1);
  const out = new Int32Array(parents.length);
  const pending: number[] = [];
  for (let i = parents.length - 1; i >= 0; i--) {
    const up = parents[i];
    if (up < 0) pending.push(i);
    else {
      next[i] = first[up];
      first[up] = i;
    }
  }
  for (let number = 0; pending.length > 0; number++) {
    const link = pending.pop() as number;
    out[link] = number;
    const children: number[] = [];
    for (let c = first[link]; c >= 0; c = next[c]) children.push(c);
    while (children.length > 0) pending.push(children.pop() as number);
  }
  return out;
}

/** Doubles a node in `numbers`. */
export const GROUP_STRIDE: number = STRIDE;
