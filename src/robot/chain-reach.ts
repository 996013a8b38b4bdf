/**
 * How fast, and how much faster, can the points of a link move in the frame of one of its ancestors? For points within
 * ρ of the link's origin and all of [0, 1], with r, α bounds on a joint's angular rate and its change, l, β on its
 * linear ones, S_j = Σ r over the joints between the ancestor and j, D_j a bound on the distance of the link's origin
 * from j's axis:
 *
 *   speed         λ₀ + λ₁ρ = Σⱼ rⱼ (Dⱼ + ρ) + lⱼ
 *   acceleration  a₀ + a₁ρ = Σⱼ (rⱼ (rⱼ + 2 Sⱼ) + αⱼ) (Dⱼ + ρ) + 2 lⱼ Sⱼ + βⱼ
 *
 * because ∂²p/∂qₖ∂qⱼ = aₖ × (aⱼ × (p − oⱼ)) for k ≤ j [docs/notes/chains.md]. Dⱼ is the smaller of the links' lengths
 * in between and the distance at t = 0 plus what the joints in between can add. With sums of r from the base on, Pⱼ,
 * all ancestors c come from one walk: Sⱼ = Pⱼ − P_c. Speeds alone: [Schwarzer et al. 2005].
 *
 * Where joints turn evenly, accelerations are bounded a second time, joint by joint from the ancestor down: axes that
 * follow each other stand at an angle that stays, so that what they turn by together is known, and less than the sum
 * ("From joint to joint" in the notes). The smaller one holds.
 */
import { STATE_P } from '../motion/motion.ts';
import type { Chain } from './chain.ts';
import { isSpinning } from './chain-spin.ts';
import {
  JOINT_ANGLE,
  JOINT_AXIS,
  JOINT_DEGREE,
  JOINT_RATE,
  JOINT_RATE_CHANGE,
  JOINT_REACH,
  JOINT_SPEED,
  JOINT_SPEED_CHANGE,
  JOINT_STRIDE,
} from './joint-motion.ts';

/** λ₀, λ₁, a₀, a₁ of one link in the frame of one ancestor. */
const REACH_SIZE = 4;
/** Pays for the roundings of each bound. */
const ROUND_UP = 1 + 2 ** -40;

/*
 * What joints below an ancestor do together, one block a link and ancestor: bounds on |ω|, |α|, |R̈| and |p̈| of the
 * link's origin; then its last axis, or several that are parallel: what it turns by, with its sign, and the link that
 * carries it.
 */
const OMEGA = 0;
const ALPHA = 1;
const BEND = 2;
const ORIGIN_BEND = 3;
const LAST_RATE = 4;
const CARRIER = 5;
const TURNS_SIZE = 6;
/** Radians; where joints turn by less, accelerations matter little. */
const WORTH_TURNS = 1;
/** Axes whose cross product is shorter count as parallel … */
const PARALLEL = 2 ** -20;
/** … and this pays for it, and for what angles in the world err by [docs/notes/chains.md]. */
const ANGLES_ERR = 2 ** -16;

export class ChainReach {
  /** REACH_SIZE doubles for link i in the frame of link c, at REACH_SIZE (i (n + 1) + c + 1); c = −1: the world. */
  readonly bounds: Float64Array;
  readonly isLong = false;
  private readonly chain: Chain;
  private readonly count: number;
  /** P: Σ r of the joints of a link and of all it stands on. */
  private readonly sums: Float64Array;
  /** How many joints of a link and of all it stands on turn many times. */
  private readonly spins: Int32Array;
  /** TURNS_SIZE doubles for link i below link c, at TURNS_SIZE (i (n + 1) + c + 1), where the link is `even`. */
  private readonly turns: Float64Array;
  /** The last axis that turns a link, in the world at t = 0. */
  private readonly axes: Float64Array;
  /** 1: all joints up to the link turn and slide evenly, 0: not so; −1: not known yet in this segment. */
  private readonly even: Int8Array;

  constructor(chain: Chain) {
    this.chain = chain;
    this.count = chain.states.length;
    this.bounds = new Float64Array(REACH_SIZE * this.count * (this.count + 1));
    this.sums = new Float64Array(this.count);
    this.spins = new Int32Array(this.count);
    this.turns = new Float64Array(TURNS_SIZE * this.count * (this.count + 1));
    this.axes = new Float64Array(3 * this.count);
    this.even = new Int8Array(this.count);
  }

  /** Where the bounds of a link in the frame of an ancestor are. */
  at(link: number, ancestor: number): number {
    return REACH_SIZE * (link * (this.count + 1) + ancestor + 1);
  }

  /** A new segment is loaded. */
  begin(): void {
    const { joints: J, parents } = this.chain;
    const { sums, spins } = this;
    this.even.fill(-1);
    for (let i = 0; i < sums.length; i++) {
      const up = parents[i];
      sums[i] = J[JOINT_STRIDE * i + JOINT_RATE] + (up >= 0 ? sums[up] : 0);
      spins[i] = (isSpinning(J, i) ? 1 : 0) + (up >= 0 ? spins[up] : 0);
    }
  }

  /** Whether a joint between the link and its ancestor turns many times in the segment loaded. */
  isSpinning(link: number, ancestor: number): boolean {
    return this.spins[link] > (ancestor >= 0 ? this.spins[ancestor] : 0);
  }

  /** Writes the bounds of a link for every ancestor; the link, and all it stands on, is placed at t = 0. */
  write(link: number): void {
    const { bounds, sums, chain } = this;
    const { joints: J, parents, states } = chain;
    const tip = states[link];
    const total = sums[link];
    if (total > WORTH_TURNS) this.turn(link);
    const even = this.even[link] === 1;
    let speed = 0;
    let acceleration = 0;
    let turning = 0;
    // of the link's origin against joint j: how far it can go, and how long the links in between are
    let way = 0;
    let length = 0;
    for (let j = link; j >= 0; ) {
      const o = JOINT_STRIDE * j;
      const up = parents[j];
      const r = J[o + JOINT_RATE];
      const l = J[o + JOINT_SPEED];
      const alpha = J[o + JOINT_RATE_CHANGE];
      const before = up >= 0 ? sums[up] : 0;
      let D = 0;
      if (length > 0 && r + alpha > 0) {
        const s = states[j];
        const dx = tip[STATE_P] - s[STATE_P];
        const dy = tip[STATE_P + 1] - s[STATE_P + 1];
        const dz = tip[STATE_P + 2] - s[STATE_P + 2];
        const P = up >= 0 ? states[up] : chain.baseState;
        const ux = J[o + JOINT_AXIS];
        const uy = J[o + JOINT_AXIS + 1];
        const uz = J[o + JOINT_AXIS + 2];
        const ax = P[0] * ux + P[1] * uy + P[2] * uz;
        const ay = P[3] * ux + P[4] * uy + P[5] * uz;
        const az = P[6] * ux + P[7] * uy + P[8] * uz;
        const cx = dy * az - dz * ay;
        const cy = dz * ax - dx * az;
        const cz = dx * ay - dy * ax;
        D = Math.min(length, Math.sqrt(cx * cx + cy * cy + cz * cz) + way + 2 ** -44 * length);
      }
      // as if the ancestor were the world; what that counts too much is taken off below
      acceleration += (r * (r + 2 * before) + alpha) * D + 2 * l * before + J[o + JOINT_SPEED_CHANGE];
      turning += alpha;
      speed += r * D + l;
      way += r * D + l;
      length += J[o + JOINT_REACH];
      const turned = total - before;
      const at = REACH_SIZE * (link * (this.count + 1) + up + 1);
      bounds[at] = speed * ROUND_UP;
      bounds[at + 1] = turned * ROUND_UP;
      // Σ over the joints of 2 rⱼ P_c Dⱼ + 2 lⱼ P_c = 2 P_c λ₀
      const bending = acceleration - 2 * before * speed;
      bounds[at + 2] = (bending > 0 ? bending : 0) + 2 ** -40 * acceleration;
      bounds[at + 3] = (turned * turned + turning) * ROUND_UP;
      if (even) {
        const k = TURNS_SIZE * (link * (this.count + 1) + up + 1);
        bounds[at + 2] = Math.min(bounds[at + 2], this.turns[k + ORIGIN_BEND] * ROUND_UP);
        bounds[at + 3] = Math.min(bounds[at + 3], this.turns[k + BEND] * ROUND_UP);
      }
      j = up;
    }
  }

  /** Writes the turns of a link, and of what it stands on, where they are not known yet. */
  private turn(link: number): void {
    // One piece: its numbers stay in local variables; calls in the middle would box them.
    const { even, axes, chain, count } = this;
    const { joints: J, parents, states } = chain;
    if (even[link] >= 0) return;
    const up = parents[link];
    if (up >= 0) this.turn(up);
    const o = JOINT_STRIDE * link;
    even[link] = (up < 0 || even[up] === 1) && J[o + JOINT_RATE_CHANGE] === 0 && J[o + JOINT_SPEED_CHANGE] === 0 ? 1 : 0;
    if (even[link] === 0) return;
    const rate = J[o + JOINT_DEGREE] === 0 ? 0 : J[o + JOINT_ANGLE + 1];
    const P = up >= 0 ? states[up] : chain.baseState;
    const x = J[o + JOINT_AXIS];
    const y = J[o + JOINT_AXIS + 1];
    const z = J[o + JOINT_AXIS + 2];
    const a = 3 * link;
    const b = 3 * up;
    if (rate !== 0) {
      axes[a] = P[0] * x + P[1] * y + P[2] * z;
      axes[a + 1] = P[3] * x + P[4] * y + P[5] * z;
      axes[a + 2] = P[6] * x + P[7] * y + P[8] * z;
    } else for (let k = 0; k < 3; k++) axes[a + k] = up >= 0 ? axes[b + k] : 0;
    if (up < 0) {
      this.turnFrom(link, -1, rate);
      return;
    }
    const S = states[link];
    const reach = J[o + JOINT_REACH];
    const l = J[o + JOINT_SPEED];
    // the parent's last axis against this link's origin, and against the axis of its own
    const dx = S[STATE_P] - P[STATE_P];
    const dy = S[STATE_P + 1] - P[STATE_P + 1];
    const dz = S[STATE_P + 2] - P[STATE_P + 2];
    const away = Math.min(reach, crossed(axes, b, dx, dy, dz) + l + ANGLES_ERR * reach);
    const sine = crossed(axes, b, axes[a], axes[a + 1], axes[a + 2]);
    const cosine = axes[b] * axes[a] + axes[b + 1] * axes[a + 1] + axes[b + 2] * axes[a + 2];
    this.turnFrom(link, up, rate);
    const T = this.turns;
    for (let c = up, top = parents[up]; c >= 0; c = top, top = c >= 0 ? parents[c] : -1) {
      const i = TURNS_SIZE * (link * (count + 1) + top + 1);
      const p = TURNS_SIZE * (up * (count + 1) + top + 1);
      const g = T[p + LAST_RATE];
      const carrier = T[p + CARRIER];
      const q = TURNS_SIZE * (carrier * (count + 1) + top + 1);
      const omegaQ = carrier === top ? 0 : T[q + OMEGA];
      const alphaQ = carrier === top ? 0 : T[q + ALPHA];
      const bendQ = carrier === top ? 0 : T[q + BEND];
      const omega = T[p + OMEGA];
      const r = Math.abs(rate);
      const swing = Math.min(T[p + BEND] * reach, bendQ * reach + (2 * omegaQ + Math.abs(g)) * Math.abs(g) * away);
      T[i + ORIGIN_BEND] = T[p + ORIGIN_BEND] + swing + 2 * omega * l;
      if (rate === 0) {
        T[i + OMEGA] = omega;
        T[i + ALPHA] = T[p + ALPHA];
        T[i + BEND] = T[p + BEND];
        T[i + LAST_RATE] = g;
        T[i + CARRIER] = carrier;
      } else if (g !== 0 && sine <= PARALLEL) {
        const sum = cosine > 0 ? g + rate : rate - g;
        const s = Math.abs(sum);
        T[i + OMEGA] = omegaQ + s + ANGLES_ERR * r;
        T[i + ALPHA] = alphaQ + omegaQ * s + ANGLES_ERR * r * (omega + r);
        const square = T[i + OMEGA] * T[i + OMEGA];
        T[i + BEND] = Math.min(bendQ + (2 * omegaQ + s) * s + ANGLES_ERR * r * (omega + r), T[i + ALPHA] + square);
        T[i + LAST_RATE] = sum;
        T[i + CARRIER] = carrier;
      } else {
        const both = Math.sqrt(Math.max(0, g * g + rate * rate + 2 * g * rate * cosine)) + ANGLES_ERR * (Math.abs(g) + r);
        T[i + OMEGA] = Math.min(omega + r, omegaQ + both);
        T[i + ALPHA] = T[p + ALPHA] + r * Math.min(omega, omegaQ + Math.abs(g) * (sine + ANGLES_ERR));
        T[i + BEND] = Math.min(T[p + BEND] + (2 * omega + r) * r, T[i + ALPHA] + T[i + OMEGA] * T[i + OMEGA]);
        T[i + LAST_RATE] = rate;
        T[i + CARRIER] = up;
      }
    }
  }

  /** The turns of a link in its parent's frame. */
  private turnFrom(link: number, up: number, rate: number): void {
    const { turns: T } = this;
    const i = TURNS_SIZE * (link * (this.count + 1) + up + 1);
    T[i + OMEGA] = Math.abs(rate);
    T[i + ALPHA] = 0;
    T[i + BEND] = rate * rate;
    T[i + ORIGIN_BEND] = 0;
    T[i + LAST_RATE] = rate;
    T[i + CARRIER] = up;
  }
}

/** |axis × (x, y, z)| */
function crossed(axes: Float64Array, o: number, x: number, y: number, z: number): number {
  const cx = axes[o + 1] * z - axes[o + 2] * y;
  const cy = axes[o + 2] * x - axes[o] * z;
  const cz = axes[o] * y - axes[o + 1] * x;
  return Math.sqrt(cx * cx + cy * cy + cz * cz);
}
