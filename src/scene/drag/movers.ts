/** What a person pulls, in coordinates in which a way is a list of numbers: bodies by poses, robots by joint values. */

import type { PairSide } from '../../contact/result.ts';
import { entryOf } from '../../math/entries.ts';
import type { Quat, Vec3 } from '../../math/pose.ts';
import { conjugate, multiply, normalised, rotate } from '../../math/quat.ts';
import { angleOf, sinCos } from '../../math/trig.ts';
import { cross, dot, length, plus, scaled, subtract } from '../../math/vec3.ts';
import { boundingRadius } from '../../mesh/bounding-radius.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { BodyTrajectory } from '../../motion/body-trajectory.ts';
import { poseAt } from '../../motion/pose-at.ts';
import { rigidMotion } from '../../motion/rigid-motion.ts';
import type { LoopedRobot } from '../../robot/follow/looped-robot.ts';
import type { LoopedWay } from '../../robot/follow/looped-way.ts';
import { jointRange } from '../../robot/joint-range.ts';
import type { LinkPose } from '../../robot/link-poses.ts';
import type { Robot } from '../../robot/robot.ts';
import type { RobotPath } from '../../robot/robot-path.ts';
import { linkBodies } from '../content/link-bodies.ts';
import type { SceneMotion } from '../content/scene-motions.ts';
import type { SideWay } from './resting.ts';

/** A step of a joint by which its lever is found. */
const JOINT_STEP = 2 ** -20;

/** Something that is pulled, in coordinates in which a way is a list of numbers. */
export interface Mover {
  readonly name: string;
  motion(): SceneMotion;
  /** Where it is at a share of the way, as one that stands there. */
  standing(t: number): SceneMotion;
  /** How it, or a link of it, goes along the way. */
  sideWay(side: PairSide): SideWay;
  /** To a share of the way. */
  go(t: number): void;
  /** What is left of the way to the target. */
  rest(): readonly number[];
  /** The way to the target that was asked for. */
  left(): readonly number[];
  /** Which coordinates give way to what is touched: 1, or 0. */
  yielding(): readonly number[];
  /** As much of a way as its limits leave. */
  within(way: readonly number[]): readonly number[];
  /** A new target, by the way to it. */
  aim(way: readonly number[]): void;
  /** By how much the two points in contact approach, a unit of each coordinate. */
  approach(point: Vec3, normal: Vec3, a: PairSide, b: PairSide): readonly number[];
}

/** A body: three coordinates of its place, and three of turning, in lengths on its own radius. */
export class PoseMover implements Mover {
  readonly name: string;
  private readonly poses: Map<string, LinkPose>;
  private readonly shape: TriangleMesh;
  private readonly radius: number;
  private target: LinkPose;
  private readonly asked: LinkPose;
  private readonly byClock: boolean;

  /** byClock: motions have seconds, from 0 to 1. */
  constructor(name: string, poses: Map<string, LinkPose>, target: LinkPose, shape: TriangleMesh, byClock: boolean) {
    this.byClock = byClock;
    this.name = name;
    this.poses = poses;
    this.target = target;
    this.asked = target;
    this.shape = shape;
    this.radius = boundingRadius(shape) || 1;
  }

  private get pose(): LinkPose {
    return this.poses.get(this.name) as LinkPose;
  }

  motion(): SceneMotion {
    const motion = rigidMotion(this.pose, this.target);
    return this.byClock ? new BodyTrajectory([motion], [0, 1]) : motion;
  }

  standing(t: number): SceneMotion {
    const there = poseAt(rigidMotion(this.pose, this.target), t);
    return rigidMotion(there, there);
  }

  sideWay(side: PairSide): SideWay {
    const motion = rigidMotion(this.pose, this.target);
    const rates = { velocity: subtract(this.target.position, this.pose.position), spin: scaled(motion.axis, motion.angle) };
    return { side, meshes: [this.shape], rates, chain: null, poseAt: (t) => poseAt(motion, t) };
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

  within(way: readonly number[]): readonly number[] {
    return way;
  }

  aim(way: readonly number[]): void {
    const { pose } = this;
    const turn: Vec3 = [way[3] / this.radius, way[4] / this.radius, way[5] / this.radius];
    const angle = length(turn);
    const half = new Float64Array(2);
    sinCos(angle / 2, half, 0);
    const factor = angle > 0 ? half[0] / angle : 0;
    const quaternion: Quat = normalised(multiply([turn[0] * factor, turn[1] * factor, turn[2] * factor, half[1]], pose.quaternion));
    this.target = { position: plus(pose.position, [way[0], way[1], way[2]]), quaternion };
  }

  approach(point: Vec3, normal: Vec3, a: PairSide, b: PairSide): readonly number[] {
    // the normal leads from a to b: a approaches along it, b against it
    const sign = (a.body === this.name ? 1 : 0) - (b.body === this.name ? 1 : 0);
    const lever = cross(subtract(point, this.pose.position), normal);
    return [...scaled(normal, sign), ...scaled(lever, sign / this.radius)];
  }
}

/**
 * A robot, by its joint values; those of floating bases stay as they are while it slides. No joint is led beyond its
 * limits; one that stands beyond them may come back, and goes no farther.
 */
export class JointMover implements Mover {
  readonly name: string;
  private readonly robot: Robot;
  private readonly configurations: Map<string, Float64Array>;
  private readonly asked: Float64Array;
  private target: Float64Array;
  private readonly ranges: JointRanges;
  private readonly byClock: boolean;
  /** The way to the target, of a robot with loops. */
  private looped: LoopedWay | null = null;
  /** Where links are in the configuration last asked for, and after a small step of each of its values. */
  private steps: { readonly at: Float64Array; readonly here: LinkPoses; readonly after: (LinkPoses | undefined)[] } | null = null;

  /** byClock: motions have seconds, from 0 to 1. */
  constructor(robot: Robot, configurations: Map<string, Float64Array>, target: Float64Array, ranges: JointRanges, byClock: boolean) {
    this.name = robot.name;
    this.robot = robot;
    this.configurations = configurations;
    this.ranges = ranges;
    this.byClock = byClock;
    this.asked = this.followable(target.map((x, i) => this.limited(x, i)));
    this.target = this.asked;
  }

  /** As much of the way to a target as loops can be kept closed on. */
  private followable(target: Float64Array): Float64Array {
    if (this.robot.loops === undefined) return target;
    this.looped = (this.robot as LoopedRobot).way(this.configuration, target);
    return this.looped.target;
  }

  private path(): RobotPath {
    const ends = [this.configuration, this.target];
    if (this.byClock) return this.looped?.path ?? this.robot.trajectory(ends.map((positions, time) => ({ time, positions })));
    return this.robot.path(ends);
  }

  private at(t: number): Float64Array {
    return this.looped?.at(t) ?? this.path().configurationAt(t);
  }

  private get configuration(): Float64Array {
    return this.configurations.get(this.name) as Float64Array;
  }

  private limited(x: number, i: number): number {
    const now = this.configuration[i];
    return Math.min(Math.max(this.ranges.upper[i], now), Math.max(Math.min(this.ranges.lower[i], now), x));
  }

  motion(): SceneMotion {
    return this.path();
  }

  standing(t: number): SceneMotion {
    return this.at(t);
  }

  sideWay(side: PairSide): SideWay {
    const { robot, configuration: from, target: to } = this;
    const link = side.link as string;
    const meshes = linkBodies(robot).flatMap((body) => (robot.links[body.link].name === link ? [body.mesh] : []));
    const poseOf = (t: number): LinkPose => entryOf(robot.linkPoses(this.at(t)), link);
    return { side, meshes, rates: null, chain: { robot, from, to }, poseAt: poseOf };
  }

  go(t: number): void {
    if (!(t > 0)) return;
    const { configuration: from, target: to } = this;
    const reached = this.at(t);
    // rounding leads beyond neither end
    const between = (x: number, i: number): number => Math.min(Math.max(from[i], to[i]), Math.max(Math.min(from[i], to[i]), x));
    this.configurations.set(
      this.name,
      reached.map((x, i) => (this.ranges.isFixed[i] ? x : between(x, i))),
    );
    // from here on it is another way
    if (this.looped !== null) this.target = this.followable(to.map((x, i) => (this.ranges.passive.includes(i) ? reached[i] : x)));
  }

  rest(): readonly number[] {
    return this.wayTo(this.target);
  }

  left(): readonly number[] {
    return this.wayTo(this.asked);
  }

  private wayTo(target: Float64Array): readonly number[] {
    const { configuration } = this;
    return Array.from(target, (x, i) => (this.ranges.isFixed[i] ? 0 : x - configuration[i]));
  }

  yielding(): readonly number[] {
    return Array.from(this.target, () => 1);
  }

  within(way: readonly number[]): readonly number[] {
    const { configuration } = this;
    return way.map((x, i) => (x === 0 ? 0 : this.limited(configuration[i] + x, i) - configuration[i]));
  }

  aim(way: readonly number[]): void {
    this.target = this.followable(this.configuration.map((x, i) => this.limited(x + way[i], i)));
  }

  approach(point: Vec3, normal: Vec3, a: PairSide, b: PairSide): readonly number[] {
    const { ranges } = this;
    const { at, here, after } = this.stepsHere();
    const out = new Array<number>(at.length).fill(0);
    for (const [side, sign] of [
      [a, 1],
      [b, -1],
    ] as const) {
      if (side.body !== this.name || side.link === undefined) continue;
      const from = entryOf(here, side.link);
      for (let i = 0; i < out.length; i++) {
        if (ranges.isFixed[i]) continue;
        after[i] ??= this.robot.linkPoses(at.map((x, k) => (k === i ? x + JOINT_STEP : x)));
        out[i] += (sign * dot(moved(point, from, entryOf(after[i] as LinkPoses, side.link)), normal)) / JOINT_STEP;
      }
    }
    return out;
  }

  private stepsHere(): { readonly at: Float64Array; readonly here: LinkPoses; readonly after: (LinkPoses | undefined)[] } {
    const at = this.configuration;
    if (this.steps?.at !== at) this.steps = { at, here: this.robot.linkPoses(at), after: [] };
    return this.steps;
  }
}

type LinkPoses = ReturnType<Robot['linkPoses']>;

/**
 * By value of a configuration: how far it may go, with all that follows it; values of a floating joint are no
 * coordinates.
 */
export interface JointRanges {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly isFixed: readonly boolean[];
  /** Places of values that follow others to keep loops closed, fixed ones too. */
  readonly passive: readonly number[];
}

export function jointRanges(robot: Robot): JointRanges {
  const lower = new Float64Array(robot.size).fill(-Infinity);
  const upper = new Float64Array(robot.size).fill(Infinity);
  const isFixed = new Array<boolean>(robot.size).fill(false);
  for (const { name, kind, slot, size } of robot.joints) {
    if (kind.orientation >= 0) isFixed.fill(true, slot, slot + size);
    if (size !== 1) continue;
    const range = jointRange(robot, name);
    lower[slot] = range.lower;
    upper[slot] = range.upper;
  }
  const passive = robot.closing?.().passive.map((name) => robot.joint(name).slot) ?? [];
  for (const slot of passive) [lower[slot], upper[slot], isFixed[slot]] = [-Infinity, Infinity, true];
  return { lower, upper, isFixed, passive };
}

/** How far a point of a link goes from one pose of it to another. */
function moved(point: Vec3, from: LinkPose, to: LinkPose): Vec3 {
  const local = rotate(conjugate(from.quaternion), subtract(point, from.position));
  return subtract(plus(rotate(to.quaternion, local), to.position), point);
}
