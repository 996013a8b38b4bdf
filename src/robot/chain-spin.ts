/**
 * The joints of a link that turn many times, as the axes of a spin [motion/spin.ts]: what the link reaches whatever
 * their angles are, in the frame of an ancestor, and how fast that moves by all other joints. With r, l bounds on a
 * joint's angular and linear rate, and Lⱼ the lengths of the links between joint j and the link, which hold for any
 * angles in between:
 *
 *   σ₀ + σ₁ρ = Σⱼ lⱼ + Σ over joints that do not spin of rⱼ (Lⱼ + ρ)
 *
 * Guarantee: holds for all of [0, 1] [docs/notes/many-turns.md].
 */
import { STATE_P } from '../motion/motion.ts';
import {
  MOST_SPINS,
  ONE_TURN,
  SPIN_AXES,
  SPIN_AXIS_SIZE,
  SPIN_COUNT,
  SPIN_FROM,
  SPIN_ROUND_UP,
  SPIN_SPEED,
  SPIN_SPEED_OF_RHO,
  writeNoSpin,
} from '../motion/spin.ts';
import type { Chain } from './chain.ts';
import { JOINT_AXIS, JOINT_RATE, JOINT_REACH, JOINT_SPEED, JOINT_STRIDE } from './joint-motion.ts';

/** True for a joint that turns by more than so much, once around by default, in the segment loaded. */
export function isSpinning(joints: Float64Array, joint: number, from: number = ONE_TURN): boolean {
  return joints[JOINT_STRIDE * joint + JOINT_RATE] > from;
}

/** The same of any joint of a chain. */
export function anySpins({ joints, parents }: Chain): boolean {
  for (let i = 0; i < parents.length; i++) if (isSpinning(joints, i)) return true;
  return false;
}

/** The record of a link in the frame of an ancestor, at the instant in the chain's clock. */
export function writeChainSpin(chain: Chain, link: number, ancestor: number, out: Float64Array): void {
  const { joints: J, parents, states } = chain;
  writeNoSpin(0, out);
  let length = 0;
  for (let j = link; j >= 0 && j !== ancestor; j = parents[j]) {
    const o = JOINT_STRIDE * j;
    out[SPIN_SPEED] += J[o + JOINT_SPEED];
    if (isSpinning(J, j, out[SPIN_FROM]) && out[SPIN_COUNT] < MOST_SPINS) {
      const up = parents[j];
      // links are placed one by one: others may have moved what this one stands on
      chain.place(j);
      if (up >= 0) chain.place(up);
      const P = up >= 0 ? states[up] : chain.baseState;
      const at = SPIN_AXES + SPIN_AXIS_SIZE * out[SPIN_COUNT]++;
      for (let k = 0; k < 3; k++) {
        out[at + k] = states[j][STATE_P + k];
        out[at + 3 + k] = P[3 * k] * J[o + JOINT_AXIS] + P[3 * k + 1] * J[o + JOINT_AXIS + 1] + P[3 * k + 2] * J[o + JOINT_AXIS + 2];
      }
    } else {
      out[SPIN_SPEED] += J[o + JOINT_RATE] * length;
      out[SPIN_SPEED_OF_RHO] += J[o + JOINT_RATE];
    }
    length += J[o + JOINT_REACH];
  }
  out[SPIN_SPEED] *= SPIN_ROUND_UP;
  out[SPIN_SPEED_OF_RHO] *= SPIN_ROUND_UP;
}
