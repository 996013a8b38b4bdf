import { slidePer } from './joint.ts';
import type { RobotModel } from './robot-model.ts';

/** Share of a follower's values that may be lost to rounding where its limit is divided by the multiplier. */
const INWARD: number = 2 ** -50;

/** Where the value of a joint may be, and whether a whole turn more is the same place of all links. */
export interface JointRange {
  /** Above `upper`: there is no such value. */
  readonly lower: number;
  readonly upper: number;
  readonly wraps: boolean;
}

/** What the limits of a joint that has a value leave it, and those of all joints that follow it. */
export function jointRange(robot: RobotModel, name: string, own = true): JointRange {
  let lower = Number.NEGATIVE_INFINITY;
  let upper = Number.POSITIVE_INFINITY;
  let wraps = true;
  for (const { joint } of robot.links) {
    if (joint.kind.size === 0 || (joint.name !== name && joint.mimic === null)) continue;
    const { joint: source, multiplier, offset } = robot.source(joint);
    if (source.name !== name) continue;
    if (slidePer(joint, Math.max(joint.kind.angle, 0)) !== 0 ? multiplier !== 0 : !Number.isInteger(multiplier)) wraps = false;
    if (!joint.kind.hasLimits || multiplier === 0 || (joint.name === name && !own)) continue;
    const { lower: least = -Infinity, upper: most = Infinity } = joint.limits;
    const inward = joint.mimic === null ? 0 : (INWARD * (Math.abs(offset) + finite(least) + finite(most))) / Math.abs(multiplier);
    const ends = [(least - offset) / multiplier, (most - offset) / multiplier];
    lower = Math.max(lower, Math.min(ends[0], ends[1]) + inward);
    upper = Math.min(upper, Math.max(ends[0], ends[1]) - inward);
  }
  return { lower, upper, wraps };
}

function finite(x: number): number {
  return Number.isFinite(x) ? Math.abs(x) : 0;
}
