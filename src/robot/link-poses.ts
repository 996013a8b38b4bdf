import { setEntry } from '../math/entries.ts';
import type { Quat, Vec3 } from '../math/pose.ts';
import { fromMatrix } from '../math/quat.ts';
import { STATE_P } from '../motion/motion.ts';
import type { Chain } from './chain.ts';

/** Where a link is in the world. */
export interface LinkPose {
  /** Of the link's origin, in the unit of length. */
  readonly position: Vec3;
  /** How the link is turned, x y z w, w the real part. */
  readonly quaternion: Quat;
}

/**
 * Where every link of a chain stands at the instant in its clock, by name; reference: the point its places are given
 * from.
 */
export function linkPoses(chain: Chain, reference: ArrayLike<number>): Record<string, LinkPose> {
  const out: Record<string, LinkPose> = {};
  for (const { name, index } of chain.robot.links) {
    chain.place(index);
    const state = chain.states[index];
    setEntry(out, name, {
      position: [state[STATE_P] + reference[0], state[STATE_P + 1] + reference[1], state[STATE_P + 2] + reference[2]],
      quaternion: fromMatrix(state, 0),
    });
  }
  return out;
}
