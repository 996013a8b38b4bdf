/**
 * Paths of a robot in joint space. Time runs 0 … n over n segments. Between waypoints every joint value goes linearly,
 * never modulo 2π, a floating base by the in-between motion; a trajectory's values run as ROS controllers execute it:
 * linear, cubic where both points give velocities, quintic where both give accelerations too.
 */

import { checkRecord, shownValue } from '../math/check-record.ts';
import { entryOf } from '../math/entries.ts';
import { InputError } from '../math/input-error.ts';
import { limitHint } from '../math/limits.ts';
import { checkedPose, type Pose, type Quat, type Vec3 } from '../math/pose.ts';
import { multiply, normalised } from '../math/quat.ts';
import { sinCos } from '../math/trig.ts';
import { shortestArc } from '../motion/shortest-arc.ts';
import { writeHermite } from './hermite.ts';
import { JOINT_STRIDE } from './joint-motion.ts';
import { jointTemplate, loadPoses } from './joint-template.ts';
import type { Configuration, RobotModel } from './robot-model.ts';

/** One point of a timed trajectory, as in a ROS JointTrajectory. */
export interface TrajectoryPoint {
  /** Seconds from the start, increasing. */
  readonly time: number;
  /** Joint values there; joints not named keep their values of the point before, at first 0. */
  readonly positions: Configuration;
  /**
   * Per second, one a value, or by joint name and then of all joints; of floating ones they are not used. Default:
   * none, the joints go linearly.
   */
  readonly velocities?: Configuration;
  /** Per second squared, in the same way; they count where velocities are given too. Default: none. */
  readonly accelerations?: Configuration;
}

const NONE: readonly null[] = [];

/** A segment whose joints neither go straight nor by rates: each value is a polynomial, and the true one near it. */
export interface PathPiece {
  /** By powers of t in [0, 1], six for each value of a configuration. */
  readonly coefficients: Float64Array;
  /** For each value: the true one is within so much of its polynomial at every t, proven. */
  readonly errors: Float64Array;
  /** Which part of which move of a tool it is. Default: of none. */
  readonly of?: PieceOf;
}

/** What a piece is part of: a move by its own kind, the blend after it, or the way from a waypoint to the next. */
export type PieceKind = 'path' | 'joints' | 'pose' | 'line' | 'arc' | 'spline' | 'wait' | 'blend';

/** A part of a move of a tool, or of the way between two waypoints of a robot with loops. */
export interface PieceOf {
  /** The move's number, from 0; that of the waypoint it begins at. */
  readonly move: number;
  /** What it does. */
  readonly kind: PieceKind;
  /** Shares of the move, or of the blend, at its ends. */
  readonly from: number;
  /** The share at its end. */
  readonly to: number;
}

/** A frame that a path leads along lines. */
export interface ToolFrame {
  /** Name of the link. */
  readonly link: string;
  /** The frame in it. */
  readonly at: { readonly position: Vec3; readonly quaternion: Quat };
}

/** A motion of all links of one robot, in segments of one unit of time each. */
export interface LinkMotions {
  /** Whose links they are. */
  readonly robot: RobotModel;
  /** How many segments there are; path time runs from 0 to this. */
  readonly segments: number;
  /** Every link stands on the world by itself, not on its parent. */
  readonly independent: boolean;
  /** Seconds of every waypoint, one more than segments; null or left out where there is no timing. */
  readonly times?: readonly number[] | null;
  /**
   * The path of which it is an interval: a robot that is late is still before it. Left out: it is no interval.
   * @internal
   */
  readonly whole?: LinkMotions;
  /** Writes the joint motions of a segment into blocks that hold the robot's template. */
  load(segment: number, joints: Float64Array): void;
  /**
   * As load, for the part of the segment between two shares of it, 0 ≤ from ≤ to ≤ 1. Left out: in a scene all seconds
   * must be these.
   */
  loadPart?(segment: number, from: number, to: number, joints: Float64Array): void;
  /**
   * Writes the polynomials of a part of a segment, six coefficients by powers of t for each value of a configuration,
   * then by how much each value may be off; returns the degree. Left out: every segment is searched by itself.
   * @internal
   */
  writePolynomials?(segment: number, from: number, to: number, out: Float64Array, o: number): number;
  /** Joint values at a path time in [0, segments]. Left out: answers do not tell them. */
  configurationAt?(time: number): Float64Array;
}

/**
 * A path of one robot in joint space, made by `robot.path` or `robot.trajectory`. Path time runs from 0 to n over n
 * segments, whatever seconds they last. Linear in joint values, never modulo 2π; a trajectory is cubic or quintic where
 * its points give rates; a floating base goes by the in-between motion.
 */
export class RobotPath implements LinkMotions {
  /** Whose path it is; a scene takes it under the name of this robot only. */
  readonly robot: RobotModel;
  /** The configurations it leads through, in order; one more than segments. */
  readonly waypoints: readonly Float64Array[];
  /** Seconds of every waypoint, or null where the path has no timing. */
  readonly times: readonly number[] | null;
  /** False: a link moves with its parent. */
  readonly independent = false;
  /** @internal */
  readonly velocities: readonly (Float64Array | null)[];
  /** @internal */
  readonly accelerations: readonly (Float64Array | null)[];
  /** One a segment where the joints follow something else, such as a line of the tool; null: they lead. */
  readonly pieces: readonly PathPiece[] | null;
  /** The frame that is led, of a path of tool moves; null: none. */
  readonly tool: ToolFrame | null;
  /** @internal It is all there is. */
  declare readonly whole?: undefined;

  /**
   * Use `robot.path` or `robot.trajectory`, which check what they are given; nothing is checked here. Rates are per
   * second, one array a waypoint, null where there are none.
   */
  constructor(
    robot: RobotModel,
    waypoints: readonly Float64Array[],
    times: readonly number[] | null = null,
    velocities: readonly (Float64Array | null)[] = NONE,
    accelerations: readonly (Float64Array | null)[] = NONE,
    pieces: readonly PathPiece[] | null = null,
    tool: ToolFrame | null = null,
  ) {
    this.robot = robot;
    this.waypoints = waypoints;
    this.times = times;
    this.velocities = velocities;
    this.accelerations = accelerations;
    this.pieces = pieces;
    this.tool = tool;
  }

  /** How many segments it has; path time runs from 0 to this. */
  get segments(): number {
    return this.waypoints.length - 1;
  }

  load(segment: number, joints: Float64Array): void {
    this.loadPart(segment, 0, 1, joints);
  }

  loadPart(segment: number, from: number, to: number, joints: Float64Array): void {
    const degree = this.writePart(segment, from, to);
    const template = jointTemplate(this.robot);
    template.load(degree, joints);
    if (this.pieces !== null) template.loadErrors(this.pieces[segment].errors, joints);
  }

  /** @internal */
  writePolynomials(segment: number, from: number, to: number, out: Float64Array, o: number): number {
    const degree = this.writePart(segment, from, to);
    const { values, robot, pieces } = this;
    const errors = o + 6 * robot.size;
    for (let k = 0; k < values.length; k += 6) for (let m = 0; m <= degree; m++) out[o + k + m] = values[k + m];
    for (let s = 0; s < robot.size; s++) out[errors + s] = pieces?.[segment].errors[s] ?? 0;
    return degree;
  }

  private writePart(segment: number, from: number, to: number): number {
    const degree = this.writeValues(segment);
    if (from !== 0 || to !== 1) this.cutValues(segment, from, to, degree);
    return degree;
  }

  /** Coefficients of all joint values, for the segment at hand; shared by all paths of the robot. */
  private get values(): Float64Array {
    return jointTemplate(this.robot).values;
  }

  /** Joint values at a path time in [0, segments]; beyond it those of the nearer end. */
  configurationAt(time: number): Float64Array {
    const segment = Math.max(0, Math.min(this.segments - 1, Math.floor(time)));
    const t = Math.max(0, Math.min(1, time - segment));
    if (t === 1) return this.waypoints[segment + 1].slice();
    const degree = this.writeValues(segment);
    const out = new Float64Array(this.robot.size);
    const { values } = this;
    for (let s = 0; s < out.length; s++) {
      let x = values[6 * s + degree];
      for (let m = degree - 1; m >= 0; m--) x = x * t + values[6 * s + m];
      out[s] = x;
    }
    for (const { kind, slot } of this.robot.joints)
      if (kind.orientation >= 0) this.writeOrientation(segment, slot + kind.orientation, t, out);
    return out;
  }

  /** Seconds at a path time in [0, segments]; the time itself where the path has no timing. */
  secondsAt(time: number): number {
    if (this.times === null) return time;
    const segment = Math.max(0, Math.min(this.segments - 1, Math.floor(time)));
    return this.times[segment] + (time - segment) * (this.times[segment + 1] - this.times[segment]);
  }

  /**
   * What a controller is sent, and `robot.trajectory` takes to make it again; null where the path has no timing, or
   * follows something else.
   */
  get points(): readonly TrajectoryPoint[] | null {
    const { times, waypoints, velocities, accelerations } = this;
    if (times === null || this.pieces !== null) return null;
    return waypoints.map((positions, k) => {
      const [v, a] = [velocities[k] ?? null, accelerations[k] ?? null];
      return { time: times[k], positions, ...(v === null ? {} : { velocities: v }), ...(a === null ? {} : { accelerations: a }) };
    });
  }

  /** Whether all values run straight from waypoint to waypoint; false of a trajectory whose points give rates. */
  get straight(): boolean {
    if (this.pieces !== null) return false;
    return this.times === null || !this.velocities.some((v, k) => k > 0 && v !== null && (this.velocities[k - 1] ?? null) !== null);
  }

  /**
   * All values of a segment by powers of t, six each; of a floating joint's orientation, its start and end.
   * @internal
   */
  coefficientsOf(segment: number): Float64Array {
    const degree = this.writeValues(segment);
    return this.values.map((x, k) => (k % 6 > degree ? 0 : x));
  }

  /** Coefficients by powers of t, six a value; returns the degree. */
  private writeValues(segment: number): number {
    const { values, waypoints, pieces } = this;
    if (pieces !== null) {
      values.set(pieces[segment].coefficients);
      return 5;
    }
    const q0 = waypoints[segment];
    const q1 = waypoints[segment + 1];
    const v0 = this.velocities[segment] ?? null;
    const v1 = this.velocities[segment + 1] ?? null;
    const smooth = v0 !== null && v1 !== null && this.times !== null;
    for (let s = 0; s < q0.length; s++) {
      values[6 * s] = q0[s];
      values[6 * s + 1] = q1[s] - q0[s];
    }
    let degree = 1;
    if (smooth) {
      const times = this.times as readonly number[];
      degree = this.writeSmooth(segment, v0, v1, times[segment + 1] - times[segment]);
    }
    for (const { kind, slot } of this.robot.joints) if (kind.orientation >= 0) this.keepFloating(q0, q1, slot, degree);
    return degree;
  }

  /** The same polynomials in t' with t = from + t'·(to − from); of an orientation, its start and end. */
  private cutValues(segment: number, from: number, to: number, degree: number): void {
    const { values } = this;
    const span = to - from;
    for (let o = 0; o < 6 * this.robot.size; o += 6) {
      for (let i = 0; i < degree; i++) for (let m = degree - 1; m >= i; m--) values[o + m] += from * values[o + m + 1];
      let power = 1;
      for (let m = 1; m <= degree; m++) {
        power *= span;
        values[o + m] *= power;
      }
    }
    const ends = [from, to].map(() => new Float64Array(this.robot.size));
    for (const { kind, slot } of this.robot.joints) {
      if (kind.orientation < 0) continue;
      const at = slot + kind.orientation;
      [from, to].forEach((t, m) => {
        this.writeOrientation(segment, at, t, ends[m]);
        for (let k = 0; k < 4; k++) values[6 * (at + k) + m] = ends[m][at + k];
      });
    }
  }

  /** Cubic or quintic Hermite polynomials in t = seconds / T. */
  private writeSmooth(segment: number, v0: Float64Array, v1: Float64Array, T: number): number {
    const { values } = this;
    const a0 = this.accelerations[segment] ?? null;
    const a1 = this.accelerations[segment + 1] ?? null;
    const quintic = a0 !== null && a1 !== null;
    for (let s = 0; s < v0.length; s++) {
      const o = 6 * s;
      const way = values[o + 1];
      if (quintic) writeHermite(values, o, way, T * v0[s], T * v1[s], T * T * a0[s], T * T * a1[s]);
      else writeHermite(values, o, way, T * v0[s], T * v1[s], null, null);
    }
    return quintic ? 5 : 3;
  }

  /** Coefficients of a floating joint: 0 is the start, 1 the way; of the quaternion, 1 is the end. */
  private keepFloating(q0: Float64Array, q1: Float64Array, slot: number, degree: number): void {
    const { values } = this;
    for (let k = 0; k < 7; k++) {
      const o = 6 * (slot + k);
      values[o + 1] = k < 3 ? q1[slot + k] - q0[slot + k] : q1[slot + k];
      for (let m = 2; m <= degree; m++) values[o + m] = 0;
    }
  }

  private writeOrientation(segment: number, slot: number, t: number, out: Float64Array): void {
    const q0 = quaternionOf(this.waypoints[segment], slot);
    const [axis, angle] = shortestArc(q0, quaternionOf(this.waypoints[segment + 1], slot));
    out.set(turnedBy(q0, axis, angle * t), slot);
  }
}

/**
 * Every link between given poses in the world by an in-between motion of its own: for mechanisms solved elsewhere. Made
 * by `robot.posed`.
 */
export class PosedLinks implements LinkMotions {
  /** Whose links they are. */
  readonly robot: RobotModel;
  /** True: every link moves by itself, not with its parent. */
  readonly independent = true;
  /** Seconds of every instant, or null where they have none. */
  readonly times: readonly number[] | null;
  /** @internal */
  readonly poses: readonly (readonly FullPose[])[];

  /**
   * Poses of all links at two instants at least: in the order of `robot.links`, or by name; and seconds, one an instant
   * and increasing, where there are some.
   */
  constructor(
    robot: RobotModel,
    poses: readonly (readonly Pose[] | Readonly<Record<string, Pose>>)[],
    times: readonly number[] | null = null,
  ) {
    this.robot = robot;
    if (!Array.isArray(poses) || poses.length < 2) throw new InputError(`robot '${robot.name}': poses of at least two instants are needed`);
    this.poses = poses.map((instant, k) =>
      robot.links.map(({ name, index }) => {
        const pose = Array.isArray(instant) ? instant[index] : entryOf(instant as Record<string, Pose>, name);
        if (pose === undefined) throw new InputError(`robot '${robot.name}': instant ${k} has no pose of link '${name}'`);
        return checkedPose(pose, `robot '${robot.name}': instant ${k}, link '${name}'`);
      }),
    );
    const isIncreasing =
      times === null || (times.length === poses.length && times.every((t, k) => Number.isFinite(t) && !(t <= times[k - 1])));
    if (!isIncreasing) throw new InputError(`robot '${robot.name}': one second an instant is needed, increasing, got ${shownValue(times)}`);
    this.times = times;
  }

  /** How many segments there are, one less than instants; path time runs from 0 to this. */
  get segments(): number {
    return this.poses.length - 1;
  }

  load(segment: number, joints: Float64Array): void {
    this.loadPart(segment, 0, 1, joints);
  }

  loadPart(segment: number, from: number, to: number, joints: Float64Array): void {
    const begin = this.poses[segment];
    const end = this.poses[segment + 1];
    for (let i = 0; i < begin.length; i++)
      loadPoses(joints, JOINT_STRIDE * i, betweenPoses(begin[i], end[i], from), betweenPoses(begin[i], end[i], to));
  }
}

type FullPose = { readonly position: Vec3; readonly quaternion: Quat };

/** Where the in-between motion is at a share of the way; the poses themselves at its ends. */
function betweenPoses(a: FullPose, b: FullPose, t: number): FullPose {
  if (t === 0 || t === 1) return t === 0 ? a : b;
  const [axis, angle] = shortestArc(a.quaternion, b.quaternion);
  const along = (k: 0 | 1 | 2): number => a.position[k] + t * (b.position[k] - a.position[k]);
  return { position: [along(0), along(1), along(2)], quaternion: turnedBy(a.quaternion, axis, angle * t) };
}

function turnedBy(quaternion: Quat, axis: Vec3, angle: number): Quat {
  const half = new Float64Array(2);
  sinCos(angle / 2, half, 0);
  return normalised(multiply([axis[0] * half[0], axis[1] * half[0], axis[2] * half[0], half[1]], quaternion));
}

/** How a waypoint is read; the one before it is the rest. */
type Reading = (values: Configuration, before?: Float64Array) => Float64Array;

/** The path through configurations, straight in joint space from each to the next. */
export function robotPath(robot: RobotModel, configurations: readonly Configuration[], read?: Reading): RobotPath {
  const what = `robot '${robot.name}': path`;
  if (!Array.isArray(configurations)) throw new InputError(`${what} must be a list of configurations`);
  if (configurations.length < 2) throw new InputError(`${what} needs at least two configurations, got ${configurations.length}`);
  const waypoints: Float64Array[] = [];
  for (const q of configurations) waypoints.push(read?.(q, waypoints.at(-1)) ?? robot.configuration(q, waypoints.at(-1)));
  return new RobotPath(robot, waypoints);
}

const POINT_KEYS: readonly string[] = ['time', 'positions', 'velocities', 'accelerations'];

/** A timed trajectory as a ROS joint trajectory controller executes it. */
export function robotTrajectory(robot: RobotModel, points: readonly TrajectoryPoint[], read?: Reading): RobotPath {
  const what = `robot '${robot.name}': trajectory`;
  if (!Array.isArray(points) || points.length < 2) throw new InputError(`${what} needs at least two points`);
  const waypoints: Float64Array[] = [];
  const times: number[] = [];
  for (const [k, point] of (points as readonly TrajectoryPoint[]).entries()) {
    checkRecord(point, POINT_KEYS, `${what}: point ${k}`);
    const before = waypoints.at(-1);
    waypoints.push(read?.(point.positions, before) ?? robot.configuration(point.positions, before));
    if (typeof point.time !== 'number' || !(Math.abs(point.time) < 2 ** 50))
      throw new InputError(`${what}: point ${k} has time ${shownValue(point.time)}; it must be a number of seconds below 2^50, about 1e15`);
    if (k > 0 && !(point.time > times[k - 1]))
      throw new InputError(`${what}: point ${k} is at ${point.time} s, not after the one before it, at ${times[k - 1]} s`);
    times.push(point.time);
  }
  const velocities = points.map(({ velocities: v }, k) => checkedRates(v, robot, `${what}: point ${k}: velocities`));
  const accelerations = points.map(({ accelerations: a }, k) => checkedRates(a, robot, `${what}: point ${k}: accelerations`));
  return new RobotPath(robot, waypoints, times, velocities, accelerations);
}

/** Products with squared seconds stay finite. */
const LARGEST_RATE: number = 2 ** 300;

/** By joint name all must be there, but for those that float, whose rates are not used: nobody guesses the others. */
function checkedRates(rates: Configuration | undefined, robot: RobotModel, what: string): Float64Array | null {
  if (rates === undefined) return null;
  if (rates === null || typeof rates !== 'object')
    throw new InputError(`${what}: must be a list or by joint name, got ${shownValue(rates)}`);
  const listed = Array.isArray(rates) || ArrayBuffer.isView(rates) ? Array.from(rates as ArrayLike<number>) : null;
  if (listed?.length === 0) return null;
  if (listed !== null && listed.length !== robot.size)
    throw new InputError(`${what}: ${robot.size} values are needed, got ${listed.length}`);
  if (listed === null) for (const name of Object.keys(rates)) robot.joint(name);
  const out = new Float64Array(robot.size);
  for (const { name, slot, size, kind } of robot.joints) {
    if (listed === null && kind.orientation >= 0) continue;
    const given: unknown = listed?.slice(slot, slot + size) ?? entryOf(rates as Readonly<Record<string, unknown>>, name);
    const own: readonly unknown[] = Array.isArray(given) ? given : [given];
    if (own.length !== size) throw new InputError(`${what}: joint '${name}' takes ${size} values, got ${shownValue(given)}`);
    out.set(
      own.map((x) => {
        if (typeof x === 'number' && Math.abs(x) <= LARGEST_RATE) return x;
        throw new InputError(`${what}: joint '${name}' needs a finite number, got ${shownValue(x)}${limitHint(x)}`);
      }),
      slot,
    );
  }
  return out;
}

function quaternionOf(q: Float64Array, slot: number): Quat {
  return [q[slot], q[slot + 1], q[slot + 2], q[slot + 3]];
}
