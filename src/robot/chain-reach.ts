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
 */
import { STATE_P } from '../motion/motion.ts';
import type { Chain } from './chain.ts';
import { isSpinning } from './chain-spin.ts';
import { JOINT_AXIS, JOINT_RATE, JOINT_RATE_CHANGE, JOINT_REACH, JOINT_SPEED, JOINT_SPEED_CHANGE, JOINT_STRIDE } from './joint-motion.ts';

/** λ₀, λ₁, a₀, a₁ of one link in the frame of one ancestor. */
const REACH_SIZE = 4;
/** Pays for the roundings of each bound. */
const ROUND_UP = 1 + 2 ** -40;

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

  constructor(chain: Chain) {
    this.chain = chain;
    this.count = chain.states.length;
    this.bounds = new Float64Array(REACH_SIZE * this.count * (this.count + 1));
    this.sums = new Float64Array(this.count);
    this.spins = new Int32Array(this.count);
  }

  /** Where the bounds of a link in the frame of an ancestor are. */
  at(link: number, ancestor: number): number {
    return REACH_SIZE * (link * (this.count + 1) + ancestor + 1);
  }

  /** A new segment is loaded. */
  begin(): void {
    const { joints: J, parents } = this.chain;
    const { sums, spins } = this;
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
      j = up;
    }
  }
}
