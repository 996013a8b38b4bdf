/** Frames that lines and arcs are in: one that stands, or something that moves by the clock under the tool. */
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { checkedPose, type Pose } from '../../math/pose.ts';
import { conjugate, fromMatrix, multiply, normalised, rotate } from '../../math/quat.ts';
import { plus, subtract } from '../../math/vec3.ts';
import { BodyTrajectory } from '../../motion/body-trajectory.ts';
import { RigidMotion } from '../../motion/rigid-motion.ts';
import type { FixedFrame } from '../inverse/arm.ts';
import { RobotPath } from '../robot-path.ts';
import type { MovingFrame } from './tool-moves.ts';
import { bodyBlocks, joined, linkBlocks, standing, Way } from './way.ts';

/** A frame in another one. */
export function inFrame(frame: FixedFrame | null, pose: FixedFrame): FixedFrame {
  if (frame === null) return pose;
  const quaternion = normalised(multiply(frame.quaternion, pose.quaternion));
  return { position: plus(frame.position, rotate(frame.quaternion, pose.position)), quaternion };
}

/** The same, seen from the frame. */
export function seenFrom(frame: FixedFrame, { position, quaternion }: FixedFrame): FixedFrame {
  const back = conjugate(frame.quaternion);
  return { position: rotate(back, subtract(position, frame.position)), quaternion: normalised(multiply(back, quaternion)) };
}

export function isMoving(frame: Pose | MovingFrame | undefined): frame is MovingFrame {
  return typeof frame === 'object' && frame !== null && 'on' in frame;
}

export class FrameMotion {
  private readonly on: BodyTrajectory | RobotPath;
  private readonly times: readonly number[];
  private readonly link: number;
  private readonly at: FixedFrame;

  constructor(frame: MovingFrame, what: string) {
    checkRecord(frame, ['on', 'link', 'at'], what);
    const { on, link, at } = frame;
    if (!(on instanceof BodyTrajectory || on instanceof RobotPath) || on.times === null)
      throw new InputError(`${what}: on must be a trajectory of a body or of another robot, in seconds, got ${shownValue(on)}`);
    if (on instanceof RobotPath === (link === undefined))
      throw new InputError(`${what}: link is ${link === undefined ? 'needed: which of the robot carries the frame' : 'for robots'}`);
    if (on instanceof BodyTrajectory && !on.motions.every((motion) => motion instanceof RigidMotion))
      throw new InputError(`${what}: on moves by code of its own; give it rigid motions`);
    this.on = on;
    this.times = on.times;
    this.link = on instanceof RobotPath ? on.robot.link(link as string).index : -1;
    this.at = checkedPose(at, `${what}: at`);
  }

  /** Seconds between two at which it begins another motion. */
  knots(from: number, to: number): readonly number[] {
    return this.times.filter((time) => time > from && time < to);
  }

  /** What it does between two seconds, without a knot between them. */
  blocks(from: number, to: number): Float64Array {
    const { on, times, link } = this;
    const middle = (from + to) / 2;
    const segment = Math.max(
      0,
      Math.min(
        times.length - 2,
        times.findLastIndex((time) => time <= middle),
      ),
    );
    const share = (second: number): number => Math.max(0, Math.min(1, (second - times[segment]) / (times[segment + 1] - times[segment])));
    const own =
      on instanceof BodyTrajectory
        ? bodyBlocks(on.motions[segment] as RigidMotion, share(from), share(to))
        : linkBlocks(on, link, segment, share(from), share(to));
    return joined([own, standing(this.at)]);
  }

  /** Where it is at a second. */
  frameAt(second: number): FixedFrame {
    const out = new Float64Array(12);
    new Way(this.blocks(second, second)).at(0, out);
    return { position: [out[9], out[10], out[11]], quaternion: fromMatrix(out, 0) };
  }
}
