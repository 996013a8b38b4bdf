/**
 * What a body does by the clock: conveyors, doors, carts, turntables. Motions between points in time, each in [0, 1] of
 * its own; a scene brings them onto one clock with the trajectories of robots.
 */
import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { checkedPose, type Pose } from '../math/pose.ts';
import { follows } from './follows.ts';
import type { Motion } from './motion.ts';
import { poseAt } from './pose-at.ts';
import { rigidMotion } from './rigid-motion.ts';

/** One point of a body's trajectory: where it is at a second, and how it gets there. */
export interface BodyTrajectoryPoint {
  /** Seconds, increasing from point to point. */
  readonly time: number;
  /** Where the body is then. Default: where the motion that leads here ends; the first point needs one. */
  readonly pose?: Pose;
  /**
   * How it gets here from the point before, as t runs from 0 to 1. Default: the in-between motion, straight and by the
   * shorter arc; for half a turn and more give a `rotationMotion`. The first point has none.
   */
  readonly motion?: Motion;
}

/** A body's motion with seconds, made by `bodyTrajectory`. Path time runs from 0 to n over n segments. */
export class BodyTrajectory {
  /** One a segment. */
  readonly motions: readonly Motion[];
  /** Seconds of every point, one more than motions. */
  readonly times: readonly number[];
  /**
   * The trajectory of which it is an interval: a body that is late is still before it. Null: it is no interval.
   * @internal
   */
  readonly whole: BodyTrajectory | null;

  /** Use `bodyTrajectory`, which checks what it is given; nothing is checked here. */
  constructor(motions: readonly Motion[], times: readonly number[], whole: BodyTrajectory | null = null) {
    this.motions = motions;
    this.times = times;
    this.whole = whole;
  }
}

const POINT_KEYS: readonly string[] = ['time', 'pose', 'motion'];

/**
 * What a body does by the clock. Before its first second it stands at its first pose, after its last at its last.
 * @example
 * const cart = bodyTrajectory([
 *   { time: 0, pose: { position: [0, 0, 0] } },
 *   { time: 4, pose: { position: [2, 0, 0] } },
 *   { time: 6, motion: rotationMotion({ position: [2, 0, 0] }, [0, 0, 1], 1.5 * Math.PI) },
 * ]);
 */
export function bodyTrajectory(points: readonly BodyTrajectoryPoint[]): BodyTrajectory {
  const what = 'trajectory of a body';
  if (!Array.isArray(points) || points.length < 2) throw new InputError(`${what}: needs a list of at least two points`);
  const motions: Motion[] = [];
  const times: number[] = [];
  let before: Pose = {};
  for (const [k, point] of (points as readonly BodyTrajectoryPoint[]).entries()) {
    const where = `${what}: point ${k}`;
    checkRecord(point, POINT_KEYS, where);
    const { time, motion } = point;
    if (typeof time !== 'number' || !(Math.abs(time) < 2 ** 50))
      throw new InputError(`${where}: has time ${shownValue(time)}; it must be a number of seconds below 2^50, about 1e15`);
    if (k > 0 && !(time > times[k - 1]))
      throw new InputError(`${where}: is at ${time} s, not after the one before it, at ${times[k - 1]} s`);
    times.push(time);
    if (motion === undefined && point.pose === undefined) throw new InputError(`${where}: needs a pose`);
    if (motion !== undefined && k === 0) throw new InputError(`${where}: is the first; no motion leads to it`);
    const pose = motion === undefined || point.pose !== undefined ? checkedPose(point.pose, `${where}: pose`) : poseAt(motion, 1);
    if (k > 0) {
      const leading = motion ?? rigidMotion(before, pose);
      if (typeof leading.writeState !== 'function')
        throw new InputError(`${where}: motion is none; make one by rotationMotion(…) or the like`);
      if (!follows(rigidMotion(before, before), leading))
        throw new InputError(`${where}: its motion does not begin where the point before is`);
      if (!follows(leading, rigidMotion(pose, pose))) throw new InputError(`${where}: its motion does not end at its pose`);
      motions.push(leading);
    }
    before = pose;
  }
  return new BodyTrajectory(motions, times);
}
