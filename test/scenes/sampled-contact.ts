import type { RobotScene } from '../../scenes/robots/robot-scene.ts';
import { type FirstContact, valuesBetween } from '../../scenes/robots/robot-walks.ts';
import { meetingPairs } from './placed-links.ts';

/** First contact by looking at so many instants: blind between them, but independent of the library's continuous queries. */
export function sampledContact(scene: RobotScene, samples: number): FirstContact {
  const [robot] = scene.robots;
  return (from, to) => {
    if (meetingPairs(scene, from).length > 0) return { status: 'overlap', time: 0 };
    if (from === to) return { status: 'free', time: 1 };
    for (let k = 1; k <= samples; k++) {
      if (meetingPairs(scene, valuesBetween(robot, from, to, k / samples)).length > 0)
        return { status: 'contact', time: (k - 1) / samples };
    }
    return { status: 'free', time: 1 };
  };
}
