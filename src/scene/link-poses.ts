import type { PlacedBody } from '../contact/result.ts';
import { fromMatrix } from '../math/quat.ts';
import { STATE_P } from '../motion/motion.ts';
import type { ScenePairs } from './scene-pairs.ts';

/** Where every link stands at the instant in the scene's clock, by robot and link. */
export function linkPoses({ chains, reference }: ScenePairs): Record<string, Record<string, PlacedBody>> {
  const out: Record<string, Record<string, PlacedBody>> = {};
  for (const chain of chains) {
    const poses: Record<string, PlacedBody> = {};
    for (const { name, index } of chain.robot.links) {
      chain.place(index);
      const state = chain.states[index];
      poses[name] = {
        body: name,
        position: [state[STATE_P] + reference[0], state[STATE_P + 1] + reference[1], state[STATE_P + 2] + reference[2]],
        quaternion: fromMatrix(state, 0),
      };
    }
    out[chain.robot.name] = poses;
  }
  return out;
}
