/**
 * The bounds of chain-reach.ts for robots of so many links that they cannot be kept for every two of them: what is
 * asked of a link and an ancestor is added up when it is asked, over the joints that move in the segment. A bound on a
 * link's whole way in the world, which rounding is measured by, comes from sums along the chain at once:
 *
 *   Σⱼ rⱼ (Λ − Λⱼ + ρ) + lⱼ ≤ P (Λ + ρ) + L,  Λ the lengths, P the rates and L the speeds of all joints up to the link
 */
import { STATE_P } from '../motion/motion.ts';
import type { Chain } from './chain.ts';
import { isSpinning } from './chain-spin.ts';
import { JOINT_AXIS, JOINT_RATE, JOINT_RATE_CHANGE, JOINT_REACH, JOINT_SPEED, JOINT_SPEED_CHANGE, JOINT_STRIDE } from './joint-motion.ts';

/** Pays for the roundings of sums over thousands of links. */
const ROUNDING = 2 ** -36;
const ROUND_UP: number = 1 + ROUNDING;

/** Per joint: origin and axis in the world at t = 0, then what the segment says of it. */
const ORIGIN = 0;
const AXIS = 3;
const RATE = 6;
const SPEED = 7;
const RATE_CHANGE = 8;
const SPEED_CHANGE = 9;
/** Sums over a joint and all it stands on: of lengths, rates and speeds. */
const LENGTHS = 10;
const RATES = 11;
const SPEEDS = 12;
const STRIDE = 13;

export class LongReach {
  /** λ₀, λ₁, a₀, a₁ of what was asked for last. */
  readonly bounds: Float64Array = new Float64Array(4);
  /** Nothing is kept for every two links. */
  readonly isLong = true;
  private readonly chain: Chain;
  private readonly numbers: Float64Array;
  /** From each link up, itself first, the next whose joint moves; −1: none. */
  private readonly movers: Int32Array;

  constructor(chain: Chain) {
    this.chain = chain;
    this.numbers = new Float64Array(STRIDE * chain.states.length);
    this.movers = new Int32Array(chain.states.length);
  }

  /** A new segment is loaded; the clock stands at 0. */
  begin(): void {
    const { chain, numbers: N, movers } = this;
    const { joints: J, parents, states, baseState } = chain;
    chain.placeAll();
    for (let i = 0; i < parents.length; i++) {
      const o = STRIDE * i;
      const j = JOINT_STRIDE * i;
      const up = parents[i];
      const P = up >= 0 ? states[up] : baseState;
      for (let k = 0; k < 3; k++) {
        N[o + ORIGIN + k] = states[i][STATE_P + k];
        N[o + AXIS + k] = P[3 * k] * J[j + JOINT_AXIS] + P[3 * k + 1] * J[j + JOINT_AXIS + 1] + P[3 * k + 2] * J[j + JOINT_AXIS + 2];
      }
      N[o + RATE] = J[j + JOINT_RATE];
      N[o + SPEED] = J[j + JOINT_SPEED];
      N[o + RATE_CHANGE] = J[j + JOINT_RATE_CHANGE];
      N[o + SPEED_CHANGE] = J[j + JOINT_SPEED_CHANGE];
      const before = STRIDE * up;
      N[o + LENGTHS] = J[j + JOINT_REACH] + (up >= 0 ? N[before + LENGTHS] : 0);
      N[o + RATES] = N[o + RATE] + (up >= 0 ? N[before + RATES] : 0);
      N[o + SPEEDS] = N[o + SPEED] + (up >= 0 ? N[before + SPEEDS] : 0);
      const moves = N[o + RATE] > 0 || N[o + SPEED] > 0 || N[o + RATE_CHANGE] > 0 || N[o + SPEED_CHANGE] > 0;
      movers[i] = moves ? i : up >= 0 ? movers[up] : -1;
    }
  }

  write(_link: number): void {}

  /** Whether a joint between a link and an ancestor turns more than once. */
  isSpinning(link: number, ancestor: number): boolean {
    const { movers } = this;
    const { parents, joints } = this.chain;
    for (let j = link === ancestor ? -1 : movers[link]; j > ancestor; j = parents[j] >= 0 ? movers[parents[j]] : -1)
      if (isSpinning(joints, j)) return true;
    return false;
  }

  /** Bounds the way of a link's points within rho of its origin, in the world. */
  farthest(link: number, rho: number): number {
    const { numbers: N } = this;
    const o = STRIDE * link;
    return (N[o + RATES] * (N[o + LENGTHS] + rho) + N[o + SPEEDS]) * ROUND_UP;
  }

  /** True when no joint moves the link. */
  rests(link: number): boolean {
    return this.movers[link] < 0;
  }

  /** Where the bounds of a link in the frame of an ancestor are, −1: the world; until the next are asked for. */
  at(link: number, ancestor: number): number {
    const { bounds, numbers: N, movers } = this;
    const { parents } = this.chain;
    const tip = STRIDE * link;
    const x = N[tip];
    const y = N[tip + 1];
    const z = N[tip + 2];
    const whole = N[tip + LENGTHS];
    let speed = 0;
    let acceleration = 0;
    let turning = 0;
    let turned = 0;
    for (let j = link === ancestor ? -1 : movers[link]; j > ancestor; j = parents[j] >= 0 ? movers[parents[j]] : -1) {
      const o = STRIDE * j;
      const r = N[o + RATE];
      const l = N[o + SPEED];
      const alpha = N[o + RATE_CHANGE];
      let D = 0;
      if (j !== link && r + alpha > 0) {
        const dx = x - N[o];
        const dy = y - N[o + 1];
        const dz = z - N[o + 2];
        const cx = dy * N[o + AXIS + 2] - dz * N[o + AXIS + 1];
        const cy = dz * N[o + AXIS] - dx * N[o + AXIS + 2];
        const cz = dx * N[o + AXIS + 1] - dy * N[o + AXIS];
        // a difference of two long sums
        const length = whole - N[o + LENGTHS] + ROUNDING * whole;
        const near = Math.sqrt(cx * cx + cy * cy + cz * cz) + speed + 2 ** -44 * whole;
        D = near < length ? near : length;
      }
      // of the joints below, the rates of all between them and the ancestor count
      acceleration += (r * r + alpha) * D + N[o + SPEED_CHANGE] + 2 * r * speed;
      turning += alpha;
      speed += r * D + l;
      turned += r;
    }
    bounds[0] = speed * ROUND_UP;
    bounds[1] = turned * ROUND_UP;
    bounds[2] = acceleration * ROUND_UP;
    bounds[3] = (turned * turned + turning) * ROUND_UP;
    return 0;
  }
}
