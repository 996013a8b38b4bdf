import { slidePer } from './joint.ts';
import type { RobotModel } from './robot-model.ts';

/** What decimals of a file and rounding change of multiplier · value + offset, as a share of its terms. */
const ROUNDING: number = 2 ** -50;

/** Where the value of a joint may be, and whether a whole turn more is the same place of all links. */
export interface JointRange {
  /** Above `upper`: there is no such value. */
  readonly lower: number;
  readonly upper: number;
  readonly wraps: boolean;
}

/**
 * How far a joint that follows others may be beyond a limit by rounding alone: less is within it, so that no value that
 * stands in a file is beyond a limit of that file by its last bit. 0 where both numbers are.
 */
export function followerSlack(offset: number, limit: number): number {
  return Number.isFinite(limit) ? ROUNDING * (Math.abs(offset) + Math.abs(limit)) : 0;
}

/**
 * What the limits of a joint that has a value leave it, and those of all joints that follow it; of these, with what may
 * be rounding. `Robot.limitFaults` finds nothing at either end.
 */
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
    const slack = (limit: number): number => (joint.mimic === null ? 0 : followerSlack(offset, limit));
    const ends = [(least - slack(least) - offset) / multiplier, (most + slack(most) - offset) / multiplier];
    lower = Math.max(lower, Math.min(ends[0], ends[1]));
    upper = Math.min(upper, Math.max(ends[0], ends[1]));
  }
  return { lower, upper, wraps };
}
