/** The path of a robot for the same robot with something in its hand. */
import type { Robot } from '../../robot/robot.ts';
import { type LinkMotions, RobotPath } from '../../robot/robot-path.ts';

/** `own`: the robot without what it holds, whose path it is. */
export function carriedPath(robot: Robot, own: Robot, path: LinkMotions): LinkMotions {
  if (robot === own) return path;
  // one that stands goes with paths of any length
  return path instanceof RobotPath && path.pieces === null ? new RobotPath(robot, path.waypoints) : new CarriedPath(robot, path);
}

/** Links that follow at the end are fixed. */
export class CarriedPath implements LinkMotions {
  readonly robot: Robot;
  readonly segments: number;
  readonly independent = false;
  readonly times: readonly number[] | null;
  readonly loadPart?: LinkMotions['loadPart'];
  readonly configurationAt?: LinkMotions['configurationAt'];
  readonly writePolynomials?: LinkMotions['writePolynomials'];
  readonly path: LinkMotions;
  readonly whole?: LinkMotions;

  constructor(robot: Robot, path: LinkMotions) {
    this.robot = robot;
    this.path = path;
    this.segments = path.segments;
    this.times = path.times ?? null;
    this.whole = path.whole;
    this.loadPart = path.loadPart?.bind(path);
    this.configurationAt = path.configurationAt?.bind(path);
    this.writePolynomials = path.writePolynomials?.bind(path);
  }

  load(segment: number, joints: Float64Array): void {
    this.path.load(Math.min(segment, this.segments - 1), joints);
  }
}
