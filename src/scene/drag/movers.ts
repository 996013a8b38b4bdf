/** What a person pulls, in coordinates in which a way is a list of numbers: bodies by poses, robots by joint values. */

import type { PairSide } from '../../contact/result.ts';
import { entryOf } from '../../math/entries.ts';
import type { Quat, Vec3 } from '../../math/pose.ts';
import { conjugate, multiply, normalised, rotate } from '../../math/quat.ts';
import { angleOf, sinCos } from '../../math/trig.ts';
import { cross, dot, length, scaled, subtract } from '../../math/vec3.ts';
import { poseAt } from '../../motion/pose-at.ts';
import { rigidMotion } from '../../motion/rigid-motion.ts';
import type { LinkPose } from '../../robot/link-poses.ts';
import type { Robot } from '../../robot/robot.ts';
import type { SceneMotion } from '../scene-motions.ts';

/** A step of a joint by which its lever is found. */
const JOINT_STEP = 2 ** -20;

/** Something that is pulled, in coordinates in which a way is a list of numbers. */
export interface Mover {
  readonly name: string;
  motion(): SceneMotion;
  /** To a share of the way. */
  go(t: number): void;
  /** What is left of the way to the target. */
  rest(): readonly number[];
  /** The way to the target that was asked for. */
  left(): readonly number[];
  /** Which coordinates give way to what is touched: 1, or 0. */
  yielding(): readonly number[];
  /** A new target, by the way to it. */
  aim(way: readonly number[]): void;
  /** By how much the two points in contact approach, a unit of each coordinate. */
  approach(point: Vec3, normal: Vec3, a: PairSide, b: PairSide): readonly number[];
}

/** A body: three coordinates of its place, and three of turning, in lengths on its own radius. */
export class PoseMover implements Mover {
  readonly name: string;
  private readonly poses: Map<string, LinkPose>;
  private readonly radius: number;
  private target: LinkPose;
  private readonly asked: LinkPose;

  constructor(name: string, poses: Map<string, LinkPose>, target: LinkPose, radius: number) {
    this.name = name;
    this.poses = poses;
    this.target = target;
    this.asked = target;
    this.radius = radius || 1;
  }

  private get pose(): LinkPose {
    return this.poses.get(this.name) as LinkPose;
  }

  motion(): SceneMotion {
    return rigidMotion(this.pose, this.target);
  }

  go(t: number): void {
    if (t === 0) return;
    this.poses.set(this.name, t === 1 ? this.target : poseAt(rigidMotion(this.pose, this.target), t));
  }

  rest(): readonly number[] {
    return this.wayTo(this.target);
  }

  left(): readonly number[] {
    return this.wayTo(this.asked);
  }

  private wayTo(target: LinkPose): readonly number[] {
    const { pose } = this;
    const turn = multiply(target.quaternion, conjugate(pose.quaternion));
    const sign = turn[3] < 0 ? -1 : 1;
    const axis: Vec3 = [sign * turn[0], sign * turn[1], sign * turn[2]];
    const sine = length(axis);
    const factor = sine > 0 ? (2 * angleOf(sine, sign * turn[3]) * this.radius) / sine : 0;
    return [...subtract(target.position, pose.position), ...scaled(axis, factor)];
  }

  /** A body is pushed aside and turns as it was wanted to. */
  yielding(): readonly number[] {
    return [1, 1, 1, 0, 0, 0];
  }

  aim(way: readonly number[]): void {
    const { pose } = this;
    const turn: Vec3 = [way[3] / this.radius, way[4] / this.radius, way[5] / this.radius];
    const angle = length(turn);
    const half = new Float64Array(2);
    sinCos(angle / 2, half, 0);
    const factor = angle > 0 ? half[0] / angle : 0;
    const quaternion: Quat = normalised(multiply([turn[0] * factor, turn[1] * factor, turn[2] * factor, half[1]], pose.quaternion));
    this.target = { position: [pose.position[0] + way[0], pose.position[1] + way[1], pose.position[2] + way[2]], quaternion };
  }

  approach(point: Vec3, normal: Vec3, a: PairSide, b: PairSide): readonly number[] {
    // the normal leads from a to b: a approaches along it, b against it
    const sign = (a.body === this.name ? 1 : 0) - (b.body === this.name ? 1 : 0);
    const lever = cross(subtract(point, this.pose.position), normal);
    return [...scaled(normal, sign), ...scaled(lever, sign / this.radius)];
  }
}

/** A robot, by its joint values; those of floating bases stay as they are while it slides. */
export class JointMover implements Mover {
  readonly name: string;
  private readonly robot: Robot;
  private readonly configurations: Map<string, Float64Array>;
  private target: Float64Array;
  private readonly asked: Float64Array;

  constructor(robot: Robot, configurations: Map<string, Float64Array>, target: Float64Array) {
    this.name = robot.name;
    this.robot = robot;
    this.configurations = configurations;
    this.target = target;
    this.asked = target;
  }

  private get configuration(): Float64Array {
    return this.configurations.get(this.name) as Float64Array;
  }

  motion(): SceneMotion {
    return this.robot.path([this.configuration, this.target]);
  }

  go(t: number): void {
    if (t > 0) this.configurations.set(this.name, this.robot.path([this.configuration, this.target]).configurationAt(t));
  }

  rest(): readonly number[] {
    return this.wayTo(this.target);
  }

  left(): readonly number[] {
    return this.wayTo(this.asked);
  }

  private wayTo(target: Float64Array): readonly number[] {
    const { configuration } = this;
    return Array.from(target, (x, i) => (this.isFixed(i) ? 0 : x - configuration[i]));
  }

  yielding(): readonly number[] {
    return Array.from(this.target, () => 1);
  }

  aim(way: readonly number[]): void {
    this.target = this.configuration.map((x, i) => x + way[i]);
  }

  approach(point: Vec3, normal: Vec3, a: PairSide, b: PairSide): readonly number[] {
    const { robot, configuration } = this;
    const out = new Array<number>(configuration.length).fill(0);
    const here = robot.linkPoses([...configuration]);
    for (const [side, sign] of [
      [a, 1],
      [b, -1],
    ] as const) {
      if (side.body !== this.name || side.link === undefined) continue;
      const from = entryOf(here, side.link);
      for (let i = 0; i < out.length; i++) {
        if (this.isFixed(i)) continue;
        const there = entryOf(robot.linkPoses(configuration.map((x, k) => (k === i ? x + JOINT_STEP : x))), side.link);
        out[i] += (sign * dot(moved(point, from, there), normal)) / JOINT_STEP;
      }
    }
    return out;
  }

  /** Values of a floating joint are no free coordinates. */
  private isFixed(i: number): boolean {
    return this.robot.joints.some(({ kind, slot, size }) => kind.orientation >= 0 && i >= slot && i < slot + size);
  }
}

/** How far a point of a link goes from one pose of it to another. */
function moved(point: Vec3, from: LinkPose, to: LinkPose): Vec3 {
  const local = rotate(conjugate(from.quaternion), subtract(point, from.position));
  return subtract(addTo(rotate(to.quaternion, local), to.position), point);
}

function addTo(a: Vec3, b: Vec3): Vec3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}
