import { jointTemplate } from '../../robot/joint-template.ts';
import type { Robot } from '../../robot/robot.ts';
import type { LinkMotions } from '../../robot/robot-path.ts';

/** One robot's part of a motion between two flat states: a path of one segment, filled anew for every question. */
export class FlatPath implements LinkMotions {
  readonly robot: Robot;
  readonly segments = 1;
  readonly independent = false;
  /** Where the robot's values begin in a state. */
  readonly slot: number;
  private from: ArrayLike<number> = [];
  private to: ArrayLike<number> = [];
  private fromAt = 0;
  private toAt = 0;

  constructor(robot: Robot, slot: number) {
    this.robot = robot;
    this.slot = slot;
  }

  /** From one state to another, each from its place in a list on. */
  set(from: ArrayLike<number>, fromAt: number, to: ArrayLike<number>, toAt: number): void {
    this.from = from;
    this.to = to;
    this.fromAt = fromAt + this.slot;
    this.toAt = toAt + this.slot;
  }

  load(_segment: number, joints: Float64Array): void {
    const { robot, from, to, fromAt, toAt } = this;
    const template = jointTemplate(robot);
    const { values } = template;
    for (let s = 0; s < robot.size; s++) {
      values[6 * s] = from[fromAt + s];
      values[6 * s + 1] = to[toAt + s] - from[fromAt + s];
    }
    // of a floating joint's quaternion, coefficient 1 is the end
    for (const { kind, slot } of robot.joints)
      if (kind.orientation >= 0) for (let k = 3; k < 7; k++) values[6 * (slot + k) + 1] = to[toAt + slot + k];
    template.load(1, joints);
  }
}
