/**
 * How far is a frame from the pose it should have? Residuals along the axes of that pose: the origin's way in multiples
 * of a length, the turn as a rotation vector. Turning about one axis free, the rotation vector is the shortest that
 * brings the axes together; in both cases the gradient of |e|²/2 by an angular velocity ω is −e·ω, exactly, so that the
 * rows of e = log R are those of ω.
 */
import { checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { checkedPose, type Pose, type Quat, type Vec3 } from '../../math/pose.ts';
import { writeMatrix } from '../../math/quat.ts';
import { angleOf } from '../../math/trig.ts';
import type { RobotModel } from '../robot-model.ts';
import type { Arm } from './arm.ts';
import type { Residuals } from './least-squares.ts';

/**
 * What of a goal's pose does not matter: its place along x, y or z of the pose's own axes, the turn about one of them
 * (rx, ry, rz), all of its place, or all of its orientation.
 */
export type FreeAxis = 'x' | 'y' | 'z' | 'rx' | 'ry' | 'rz' | 'position' | 'orientation';

/** How far from its goal a frame may be. */
export interface PoseTolerance {
  /** In the unit of length. Default: 1e-9 of the arm's length. */
  readonly length?: number;
  /** In radians. Default 1e-9. */
  readonly angle?: number;
}

/** A pose that a link is to have. */
export interface PoseGoal {
  /** Name of the link. */
  readonly link: string;
  /** Where the link, or the frame `at` of it, is to be in the world. */
  readonly pose: Pose;
  /** A frame fixed in the link, such as the point of a tool, that is meant in its place. Default: the link's own. */
  readonly at?: Pose;
  /** What does not matter. Default: nothing, place and orientation are wanted as they are. */
  readonly free?: readonly FreeAxis[];
  /** What is near enough. Default: next to nothing. */
  readonly tolerance?: PoseTolerance;
}

const GOAL_KEYS: readonly string[] = ['link', 'pose', 'at', 'free', 'tolerance'];
const TOLERANCE_KEYS: readonly string[] = ['length', 'angle'];
const FREE_AXES: readonly FreeAxis[] = ['x', 'y', 'z', 'rx', 'ry', 'rz', 'position', 'orientation'];
const TURNS: readonly FreeAxis[] = ['rx', 'ry', 'rz'];
/** Share of a tolerance that is aimed at, so that rounding does not matter. */
const WITHIN = 0.99;

/** A goal, checked. */
export interface CheckedGoal {
  readonly link: number;
  readonly pose: { readonly position: Vec3; readonly quaternion: Quat };
  readonly at: { readonly position: Vec3; readonly quaternion: Quat };
  /** Axes of the pose along which the place matters. */
  readonly along: readonly number[];
  /** About which axes of it the turn matters: none, all, or all but one. */
  readonly about: readonly number[];
  readonly tolerance: PoseTolerance;
}

export function checkedGoal(robot: RobotModel, goal: PoseGoal): CheckedGoal {
  const what = `robot '${robot.name}': inverse: goal`;
  checkRecord(goal, GOAL_KEYS, what);
  const { free = [], tolerance = {} } = goal;
  const link = robot.link(goal.link).index;
  if (goal.pose === undefined) throw new InputError(`${what}: needs a pose`);
  const pose = checkedPose(goal.pose, `${what}: pose`);
  const at = checkedPose(goal.at, `${what}: at`);
  const isKnown = Array.isArray(free) && Array.from(free).every((axis) => FREE_AXES.includes(axis));
  if (!isKnown) throw new InputError(`${what}: free must be a list of some of ${FREE_AXES.join(', ')}; got ${shownValue(free)}`);
  const along = [0, 1, 2].filter((k) => !free.includes('position') && !free.includes(FREE_AXES[k]));
  const turns = TURNS.filter((axis) => free.includes(axis));
  if (turns.length === 2)
    throw new InputError(`${what}: free turns about two axes (${turns.join(', ')}) say nothing; give one of them, or 'orientation'`);
  const about = free.includes('orientation') || turns.length === 3 ? [] : [0, 1, 2].filter((k) => !free.includes(TURNS[k]));
  if (along.length + about.length === 0) throw new InputError(`${what}: everything is free, nothing is wanted`);
  checkRecord(tolerance, TOLERANCE_KEYS, `${what}: tolerance`);
  for (const key of ['length', 'angle'] as const) {
    const value = tolerance[key];
    if (value !== undefined && !(typeof value === 'number' && value > 0))
      throw new InputError(`${what}: tolerance: ${key} must be a number above 0, got ${shownValue(value)}`);
  }
  return { link, pose, at, along, about, tolerance };
}

export class PoseResiduals implements Residuals {
  readonly rows: number;
  /** How near is near enough, in the unit of length and in radians. */
  readonly lengthTolerance: number;
  readonly angleTolerance: number;
  /** |e|² below which both are kept. */
  readonly good: number;
  /** Whether more than rounding is allowed: then the goal may be met where it cannot be met exactly. */
  readonly isLoose: boolean;
  /** 1: residuals are those beyond the tolerance; 0: all. */
  slack = 0;
  private readonly arm: Arm;
  private readonly along: readonly number[];
  private readonly about: readonly number[];
  private readonly goal: Float64Array = new Float64Array(9);
  private readonly position: Vec3;
  /** Residual of one unit of length, in radians. */
  private readonly perLength: number;
  private readonly turn: Float64Array = new Float64Array(3);

  /** unit: the length that weighs as much as a radian; least: the tolerance of rounding, taken where none is given. */
  constructor(arm: Arm, goal: CheckedGoal, unit: number, least: Required<PoseTolerance>) {
    const { along, about, tolerance, pose } = goal;
    this.arm = arm;
    this.along = along;
    this.about = about;
    this.rows = along.length + about.length;
    this.position = pose.position;
    writeMatrix(pose.quaternion, this.goal, 0);
    this.lengthTolerance = tolerance.length ?? least.length;
    this.angleTolerance = tolerance.angle ?? least.angle;
    this.perLength = 1 / unit;
    const nearer = Math.min(this.lengthTolerance * this.perLength, this.angleTolerance);
    this.good = nearer * nearer;
    this.isLoose = this.lengthTolerance > least.length || this.angleTolerance > least.angle;
  }

  write(values: Float64Array, e: Float64Array, at: number): void {
    this.arm.place(values);
    this.writeAt(this.arm.tip, e, at);
  }

  /** The residuals of a frame. */
  writeAt(tip: Float64Array, e: Float64Array, at: number): void {
    const { along, about, goal: G, position, turn } = this;
    const x = position[0] - tip[9];
    const y = position[1] - tip[10];
    const z = position[2] - tip[11];
    let r = at;
    for (let i = 0; i < along.length; i++, r++) {
      const k = along[i];
      e[r] = (G[k] * x + G[3 + k] * y + G[6 + k] * z) * this.perLength;
    }
    if (this.slack > 0) shrink(e, at, r, this.lengthTolerance * this.perLength * WITHIN);
    if (about.length === 0) return;
    const turns = r;
    if (about.length === 3) writeTurn(tip, G, turn);
    else writeTilt(tip, G, 3 - about[0] - about[1], turn);
    for (let i = 0; i < about.length; i++, r++) {
      const k = about[i];
      e[r] = G[k] * turn[0] + G[3 + k] * turn[1] + G[6 + k] * turn[2];
    }
    if (this.slack > 0) shrink(e, turns, r, this.angleTolerance * WITHIN);
  }

  writeRows(J: Float64Array, at: number, count: number): void {
    const { arm, along, about, goal: G } = this;
    let o = at * count;
    for (let i = 0; i < along.length; i++, o += count) {
      const k = along[i];
      arm.addRow(G[k], G[3 + k], G[6 + k], false, this.perLength, J, o);
    }
    for (let i = 0; i < about.length; i++, o += count) {
      const k = about[i];
      arm.addRow(G[k], G[3 + k], G[6 + k], true, 1, J, o);
    }
  }

  /** How far the frame is from its goal, in the unit of length and in radians. */
  miss(tip: Float64Array): { readonly length: number; readonly angle: number } {
    const e = new Float64Array(this.rows);
    this.writeAt(tip, e, 0);
    const norm = (from: number, to: number): number => Math.sqrt(e.subarray(from, to).reduce((sum, x) => sum + x * x, 0));
    const places = this.along.length;
    return { length: norm(0, places) / this.perLength, angle: norm(places, this.rows) };
  }
}

/** The vector from `from` to `to`, shorter by so much. */
function shrink(e: Float64Array, from: number, to: number, by: number): void {
  let square = 0;
  for (let r = from; r < to; r++) square += e[r] * e[r];
  const size = Math.sqrt(square);
  const k = size > by ? 1 - by / size : 0;
  for (let r = from; r < to; r++) e[r] *= k;
}

/** The rotation vector of G Rᵀ, of at most half a turn, in the world. */
function writeTurn(R: Float64Array, G: Float64Array, out: Float64Array): void {
  // E = G Rᵀ; its skew part is sin θ a, its trace 1 + 2 cos θ
  const e00 = G[0] * R[0] + G[1] * R[1] + G[2] * R[2];
  const e01 = G[0] * R[3] + G[1] * R[4] + G[2] * R[5];
  const e02 = G[0] * R[6] + G[1] * R[7] + G[2] * R[8];
  const e10 = G[3] * R[0] + G[4] * R[1] + G[5] * R[2];
  const e11 = G[3] * R[3] + G[4] * R[4] + G[5] * R[5];
  const e12 = G[3] * R[6] + G[4] * R[7] + G[5] * R[8];
  const e20 = G[6] * R[0] + G[7] * R[1] + G[8] * R[2];
  const e21 = G[6] * R[3] + G[7] * R[4] + G[8] * R[5];
  const e22 = G[6] * R[6] + G[7] * R[7] + G[8] * R[8];
  let x = (e21 - e12) / 2;
  let y = (e02 - e20) / 2;
  let z = (e10 - e01) / 2;
  const cos = (e00 + e11 + e22 - 1) / 2;
  const sin = Math.sqrt(x * x + y * y + z * z);
  const angle = angleOf(sin, cos);
  if (cos < -0.5) {
    // near half a turn the skew part has lost the axis; the symmetric one, cos θ + (1 − cos θ) a aᵀ, has it
    const sx = e00 - cos;
    const sy = e11 - cos;
    const sz = e22 - cos;
    const xy = (e01 + e10) / 2;
    const xz = (e02 + e20) / 2;
    const yz = (e12 + e21) / 2;
    const byX = sx >= sy && sx >= sz;
    const byY = !byX && sy >= sz;
    const ax = byX ? sx : byY ? xy : xz;
    const ay = byX ? xy : byY ? sy : yz;
    const az = byX ? xz : byY ? yz : sz;
    const sign = ax * x + ay * y + az * z < 0 ? -1 : 1;
    x = sign * ax;
    y = sign * ay;
    z = sign * az;
  }
  const size = Math.sqrt(x * x + y * y + z * z);
  const k = size > 0 ? angle / size : 0;
  out[0] = k * x;
  out[1] = k * y;
  out[2] = k * z;
}

/** The shortest rotation vector that brings column k of R onto that of G. */
function writeTilt(R: Float64Array, G: Float64Array, k: number, out: Float64Array): void {
  writeTiltOf(R[k], R[3 + k], R[6 + k], G[k], G[3 + k], G[6 + k], out);
}

/** The shortest rotation vector that brings the unit vector a onto b. */
export function writeTiltOf(ax: number, ay: number, az: number, bx: number, by: number, bz: number, out: Float64Array): void {
  let x = ay * bz - az * by;
  let y = az * bx - ax * bz;
  let z = ax * by - ay * bx;
  const angle = angleOf(Math.sqrt(x * x + y * y + z * z), ax * bx + ay * by + az * bz);
  if (x === 0 && y === 0 && z === 0) {
    // half a turn, about anything across b
    if (Math.abs(bx) <= Math.abs(by)) {
      y = -bz;
      z = by;
    } else {
      x = bz;
      z = -bx;
    }
  }
  const size = Math.sqrt(x * x + y * y + z * z);
  const s = angle / size;
  out[0] = s * x;
  out[1] = s * y;
  out[2] = s * z;
}
