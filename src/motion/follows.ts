import type { Motion } from './motion.ts';
import { poseAt } from './pose-at.ts';

/** How far, relative to their lengths, two poses may differ that mean the same. */
const SAME = 1e-9;

/** Whether a motion begins where another one ends, as those of consecutive segments must. */
export function follows(before: Motion, after: Motion): boolean {
  const a = poseAt(before, 1);
  const b = poseAt(after, 0);
  const size = Math.abs(a.position[0]) + Math.abs(a.position[1]) + Math.abs(a.position[2]) + before.travel(0) + after.travel(0);
  const apart = a.position.some((x, k) => Math.abs(x - b.position[k]) > SAME * size);
  const turned = Math.abs(a.quaternion.reduce((sum, x, k) => sum + x * b.quaternion[k], 0)) < 1 - SAME;
  return !apart && !turned;
}
