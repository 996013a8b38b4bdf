/** What of a search belongs to the robot, not to the goal: kept with the robot, made anew where it differs. */
import { Chain } from '../chain.ts';
import type { RobotModel } from '../robot-model.ts';
import { Arm, type FixedFrame } from './arm.ts';
import { Variables } from './variables.ts';

interface KeptArm {
  readonly link: number;
  readonly at: FixedFrame;
  readonly unit: number;
  readonly joints: ReadonlySet<string>;
  readonly resting: Float64Array;
  readonly variables: Variables;
  readonly arm: Arm;
}

class RobotParts {
  /** All joints at 0 or the limits nearest to it. */
  readonly neutral: Float64Array;
  /** Forward kinematics as everything else has it. */
  readonly chain: Chain;
  private readonly robot: RobotModel;
  private last: KeptArm | null = null;

  constructor(robot: RobotModel) {
    this.robot = robot;
    this.neutral = robot.neutral();
    new Variables(robot, new Set(robot.joints.map(({ name }) => name)), 1).clamp(this.neutral);
    this.chain = new Chain(robot);
  }

  variables(joints: ReadonlySet<string>, unit: number): Variables {
    const { last } = this;
    return last !== null && last.unit === unit && isSameSet(joints, last.joints) ? last.variables : new Variables(this.robot, joints, unit);
  }

  /** The arm of a frame of a link, moved by these variables; other values are those of `resting`. */
  arm(link: number, at: FixedFrame, joints: ReadonlySet<string>, unit: number, variables: Variables, resting: Float64Array): Arm {
    const { last, robot } = this;
    const isSame =
      last !== null &&
      last.variables === variables &&
      last.link === link &&
      isSameFrame(at, last.at) &&
      robot.joints.every(({ name, slot, size }) => joints.has(name) || isSamePart(resting, last.resting, slot, size));
    if (isSame) return last.arm;
    const arm = new Arm(robot, link, at, variables, resting);
    this.last = { link, at, unit, joints, resting, variables, arm };
    return arm;
  }
}

const kept: WeakMap<RobotModel, RobotParts> = new WeakMap();

export function robotParts(robot: RobotModel): RobotParts {
  let parts = kept.get(robot);
  if (parts === undefined) {
    parts = new RobotParts(robot);
    kept.set(robot, parts);
  }
  return parts;
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size !== b.size) return false;
  for (const name of a) if (!b.has(name)) return false;
  return true;
}

function isSameFrame(a: FixedFrame, b: FixedFrame): boolean {
  return isSamePart(a.position, b.position, 0, 3) && isSamePart(a.quaternion, b.quaternion, 0, 4);
}

function isSamePart(a: ArrayLike<number>, b: ArrayLike<number>, from: number, count: number): boolean {
  for (let k = from; k < from + count; k++) if (a[k] !== b[k]) return false;
  return true;
}
