import { setEntry } from '../math/entries.ts';
import type { Quat, Vec3 } from '../math/pose.ts';
import { fromMatrix } from '../math/quat.ts';
import { STATE_P } from '../motion/motion.ts';
import { Chain } from './chain.ts';
import type { RobotModel } from './robot-model.ts';
import type { LinkMotions } from './robot-path.ts';

/** Where a link is in the world. */
export interface LinkPose {
  /** Where the link's origin is, in the unit of length. */
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

/** Where the links of robots are along their paths, by chains of its own: nothing that is tested has to be there. */
export class LinkPoser {
  private readonly robots: readonly RobotModel[];
  private readonly chains: (Chain | undefined)[] = [];

  constructor(robots: readonly RobotModel[]) {
    this.robots = robots;
  }

  /** Poses of a robot's links, by name, at a time of a path of so many segments; the robot's own may have fewer. */
  at(robot: number, path: LinkMotions, segments: number, time: number): Readonly<Record<string, LinkPose>> {
    const { position: reference } = this.robots[0].base;
    let chain = this.chains[robot];
    if (chain === undefined) {
      chain = new Chain(this.robots[robot]);
      chain.refer(Float64Array.from(reference));
      this.chains[robot] = chain;
    }
    const segment = Math.max(0, Math.min(Math.floor(time), segments - 1));
    chain.load(path, Math.min(segment, path.segments - 1));
    chain.clock[0] = time - segment;
    return linkPoses(chain, reference);
  }
}
