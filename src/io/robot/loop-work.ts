/**
 * What closing the loops of a robot costs, counted before it is done: frames are placed and matrices of rows by joints
 * that follow are solved in each of some steps, and a few square matrices of these joints are kept.
 */
import type { RobotLoop } from '../../robot/robot-model.ts';
import type { WorkMeter } from '../work-meter.ts';
import type { UrdfModel } from './urdf-model.ts';

/** Units of work of a link on the way from a loop's frame to the root. */
const LINK_UNITS = 128;
/** Units of work for a row that is placed, in each step; an entry of a matrix is one unit. */
const ROW_UNITS = 256;
/** Units of a number in the square matrices that are kept. */
const KEPT_UNITS = 64;
/** Steps from a configuration that is nearly closed, and from any. */
const STEPS = 16;
const SEARCH_STEPS = 64;
const ROWS: Readonly<Record<string, number>> = { point: 3, axis: 5, whole: 6 };

export function spendOnLoops(
  { links, joints, file }: UrdfModel,
  loops: readonly RobotLoop[],
  driven: readonly string[],
  isSearched: boolean,
  work: WorkMeter,
): void {
  const above = new Map(joints.map((joint) => [joint.child, joint]));
  const following = new Set<string>();
  let rows = 0;
  for (const { a, b, keeps } of loops) {
    rows += ROWS[keeps] ?? 0;
    for (const side of [a, b])
      for (let joint = above.get(side?.link), count = 0; joint !== undefined && count < links.length; count++) {
        work.spend(LINK_UNITS, { file });
        following.add(joint.name);
        joint = above.get(joint.parent);
      }
  }
  for (const name of driven) following.delete(name);
  const n = following.size;
  work.spend((isSearched ? SEARCH_STEPS : STEPS) * rows * (ROW_UNITS + n * n) + KEPT_UNITS * n * n, { file });
}
