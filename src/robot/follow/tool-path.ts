/**
 * Moves of a tool as controllers make them: a frame of a link goes on lines and arcs, and the joints follow. The path
 * that comes out is polynomials of joint values, each with a proven bound on how far the true value is from it
 * [closure.ts]; scenes add what that moves the links by to what they pay for rounding, so that their answers are about
 * the lines and arcs themselves.
 */
import { checkHas, checkList, checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { checkedPose, checkNumbers, type Pose, type Quat, type Vec3 } from '../../math/pose.ts';
import { angleOf, PI } from '../../math/trig.ts';
import { cross, dot, length, normalise, plus, scaled, subtract } from '../../math/vec3.ts';
import { shortestArc } from '../../motion/shortest-arc.ts';
import { refuseLoops } from '../check-robot.ts';
import { chainOf, reachOf } from '../inverse/arm.ts';
import { JOINT_STRIDE } from '../joint-motion.ts';
import { loadPoses, loadScrew } from '../joint-template.ts';
import type { Configuration, RobotModel } from '../robot-model.ts';
import { type PathPiece, RobotPath } from '../robot-path.ts';
import { defaultAccuracy } from './accuracy.ts';
import { Closure } from './closure.ts';
import { endOf, piecesOf, type Stop } from './pieces.ts';
import { PoseRows } from './pose-rows.ts';
import { RESIDUAL_DEGREE } from './tree-frame.ts';
import { Way } from './way.ts';

/** Straight in joint values. */
export interface JointsMove {
  /** Where it ends; joints that are not named keep their values. */
  readonly joints: Configuration;
}

/** The frame's origin goes straight, and it turns evenly about one axis, by the shorter way. */
export interface LineMove {
  /** Where the frame ends, in the world. */
  readonly line: Pose;
  /** Values at its end of joints that do not follow, which go there evenly. Default: they keep their values. */
  readonly spare?: Readonly<Record<string, number>>;
}

/** The frame's origin goes along a circle, and it turns evenly about one axis, by the shorter way. */
export interface ArcMove {
  /** Where the frame ends, in the world. */
  readonly arc: Pose;
  /** A place in the world that its origin comes through. */
  readonly through: Vec3;
  /** As of a line. */
  readonly spare?: Readonly<Record<string, number>>;
}

/** One move of a tool. */
export type ToolMove = JointsMove | LineMove | ArcMove;

/** What is moved, from where, and how. */
export interface ToolPathOptions {
  /** Name of the link that carries the tool. */
  readonly link: string;
  /** A frame fixed in the link, such as the point of the tool, that goes on the lines. Default: the link's own. */
  readonly at?: Pose;
  /** Where it begins; this also says in which of several ways the joints follow. */
  readonly from: Configuration;
  /** One after the other. */
  readonly moves: readonly ToolMove[];
  /**
   * Joints that follow, by name, six at most. Default: all between the base and the link, which must be six or fewer,
   * those that float or move in a plane left out.
   */
  readonly joints?: readonly string[];
  /**
   * How far the tool may be from where the polynomials have it, in the unit of length. Default: 1e-6 / 16 of the
   * smallest link's radius, a sixteenth of the tolerance of a scene of this robot alone; a scene whose tolerance is not
   * well above it answers `unresolved`, for reason of precision.
   */
  readonly accuracy?: number;
}

const KEYS: readonly string[] = ['link', 'at', 'from', 'moves', 'joints', 'accuracy'];
const LINE_KEYS: readonly string[] = ['line', 'spare'];
const ARC_KEYS: readonly string[] = ['arc', 'through', 'spare'];
const UPRIGHT: Quat = [0, 0, 0, 1];
const ORIGIN: Vec3 = [0, 0, 0];
/** Where fewer than six joints follow, what they cannot change may be off by so many radians. */
const LEFT_TURN = 1e-7;

/**
 * A path on which a tool goes on lines and arcs, for all questions of a `Scene`: answers are about the lines
 * themselves, not about joints sampled on them. What cannot be followed is an InputError that names the move and how
 * far it went: out of reach, through a singularity, or turned in a way that no joint can.
 *
 * @example
 * ```ts
 * const path = toolPath(arm, { link: 'tool0', from: home, moves: [{ line: { position: [0.4, 0.1, 0.3] } }] });
 * const hit = scene.firstContact({ arm: path });
 * ```
 */
export function toolPath(robot: RobotModel, options: ToolPathOptions): RobotPath {
  if (!Array.isArray(robot?.joints)) throw new InputError(`toolPath: needs a Robot, got ${shownValue(robot)}`);
  refuseLoops(robot, 'toolPath');
  return new ToolPathBuilder(robot, options).build();
}

interface Frame {
  readonly position: Vec3;
  readonly quaternion: Quat;
}

class ToolPathBuilder {
  private readonly robot: RobotModel;
  private readonly what: string;
  private readonly moves: readonly ToolMove[];
  private readonly at: Frame;
  private readonly link: number;
  private readonly slots: readonly number[];
  private readonly closure: Closure<PoseRows>;
  private readonly accuracy: number;
  private readonly reach: number;
  private readonly waypoints: Float64Array[];
  private readonly pieces: PathPiece[] = [];
  private errors: Float64Array;

  constructor(robot: RobotModel, options: ToolPathOptions) {
    const what = `robot '${robot.name}': toolPath`;
    checkRecord(options, KEYS, what);
    checkHas(options, ['link', 'from', 'moves'], what);
    checkList(options.moves, `${what}: moves`);
    if (options.moves.length === 0) throw new InputError(`${what}: moves: needs at least one`);
    this.robot = robot;
    this.what = what;
    this.moves = options.moves;
    this.link = robot.link(options.link).index;
    this.at = checkedPose(options.at, `${what}: at`);
    this.slots = this.following(options.joints);
    this.reach = reachOf(robot, this.link, this.at).length;
    const { accuracy = defaultAccuracy(robot, this.reach) } = options;
    if (!(typeof accuracy === 'number' && accuracy > 0 && accuracy < Infinity))
      throw new InputError(`${what}: accuracy must be a number above 0, got ${shownValue(accuracy)}`);
    this.accuracy = accuracy;
    this.waypoints = [robot.configuration(options.from)];
    this.errors = new Float64Array(robot.size);
    this.closure = new Closure(robot, this.slots, (tree) => new PoseRows(tree, this.link, this.at, this.waypoints[0]));
  }

  build(): RobotPath {
    let from: Frame | undefined;
    this.moves.forEach((move, k) => {
      from = this.add(move, k, from);
    });
    return new RobotPath(this.robot, this.waypoints, null, undefined, undefined, this.pieces);
  }

  /** Adds a move's pieces; the frame where it ends, where that is known. */
  private add(move: ToolMove, k: number, from: Frame | undefined): Frame | undefined {
    const { robot } = this;
    const what = `${this.what}: moves[${k}]`;
    const start = this.waypoints[this.waypoints.length - 1];
    if (move !== null && typeof move === 'object' && 'joints' in move) {
      checkRecord(move, ['joints'], what);
      const end = robot.configuration(move.joints, start);
      if (robot.joints.some(({ kind, slot }) => kind.orientation >= 0 && differs(start, end, slot, 7)))
        throw new InputError(`${what}: joints that float stay where they are in a path of moves`);
      const coefficients = new Float64Array(6 * robot.size);
      for (let s = 0; s < robot.size; s++) {
        coefficients[6 * s] = start[s];
        coefficients[6 * s + 1] = end[s] - start[s];
      }
      this.closure.keepOrientations(coefficients);
      this.push({ coefficients, errors: this.errors }, end);
      this.errors = new Float64Array(robot.size);
      return undefined;
    }
    const { closure } = this;
    const isArc = move !== null && typeof move === 'object' && 'arc' in move;
    checkRecord(move, isArc ? ARC_KEYS : LINE_KEYS, what);
    checkHas(move, isArc ? ['arc', 'through'] : ['line'], what);
    const begin = from ?? closure.rows.frameAt(start);
    const goal = checkedPose(isArc ? (move as ArcMove).arc : (move as LineMove).line, `${what}: ${isArc ? 'arc' : 'line'}`);
    const way = isArc ? arcWay(begin, goal, (move as ArcMove).through, what) : lineWay(begin, goal);
    if (!closure.chooseRows(start))
      throw new InputError(`${what}: the joints ${this.names()} are singular at its start: they do not move the tool independently`);
    const end = this.spareEnd((move as LineMove).spare, start, what);
    const { pieces, stop, left } = piecesOf(closure, way, start, this.errors, end, this.accuracy);
    if (stop !== null) throw this.refusal(stop, closure, what, isArc ? 'arc' : 'line');
    if (left[0] > this.accuracy + 1e-9 * this.reach || left[1] > LEFT_TURN)
      throw new InputError(
        `${what}: the ${this.slots.length} joints ${this.names()} cannot keep the tool on it: off by up to ${left[0].toPrecision(3)} in length and ${left[1].toPrecision(3)} radians`,
      );
    for (const piece of pieces) this.push(piece, endOf(piece, closure));
    this.errors = pieces[pieces.length - 1].errors;
    return goal;
  }

  private push({ coefficients, errors }: PathPiece, end: Float64Array): void {
    this.pieces.push({ coefficients, errors });
    this.waypoints.push(end);
  }

  private refusal({ at, reason, values }: Stop, closure: Closure, what: string, kind: string): InputError {
    const share = `${(100 * at).toPrecision(4)} %`;
    const limits = this.robot.limitFaults(values);
    const beyond = limits.length > 0 ? `; there ${limits[0]}` : '';
    const singular = closure.conditionAt(values) < 1e-3;
    const why = singular
      ? 'the joints are singular there, or the end is out of reach'
      : reason === 'no-solution'
        ? 'no joint values reach beyond it'
        : 'the joints turn too fast there to be followed';
    return new InputError(`${what}: the ${kind} can be followed up to ${share} of it: ${why}${beyond}`);
  }

  private names(): string {
    return this.robot.joints
      .filter(({ slot }) => this.slots.includes(slot))
      .map(({ name }) => name)
      .join(', ');
  }

  /** Slots of the joints that follow. */
  private following(joints: readonly string[] | undefined): readonly number[] {
    const { robot, what } = this;
    if (joints !== undefined) checkList(joints, `${what}: joints`);
    const slots = new Map<number, string>();
    for (const i of chainOf(robot, this.link)) {
      const { joint } = robot.links[i];
      if (joint.kind.size === 0) continue;
      const { joint: source } = robot.source(joint);
      if (source.kind.size === 1) slots.set(source.slot, source.name);
    }
    const moving = [...slots.values()];
    for (const name of joints ?? [])
      if (!moving.includes(name))
        throw new InputError(
          `${what}: joints: ${shownValue(name)} is none that turns or slides the link; there are ${moving.join(', ') || 'none'}`,
        );
    const chosen = [...slots].filter(([, name]) => joints === undefined || joints.includes(name)).map(([slot]) => slot);
    const { length: count } = chosen;
    if (count === 0) throw new InputError(`${what}: no joint moves the link`);
    if (count > 6)
      throw new InputError(
        `${what}: ${count} joints move the link (${moving.join(', ')}), six can follow: name these in "joints"; the others are given`,
      );
    return chosen;
  }

  private spareEnd(spare: Readonly<Record<string, number>> | undefined, start: Float64Array, what: string): Float64Array {
    if (spare === undefined) return start;
    checkRecord(
      spare,
      this.robot.joints.map(({ name }) => name),
      `${what}: spare`,
    );
    const end = this.robot.configuration(spare, start);
    for (const slot of this.slots)
      if (end[slot] !== start[slot]) throw new InputError(`${what}: spare: ${this.names()} follow, and cannot be given`);
    if (this.robot.joints.some(({ kind, slot }) => kind.orientation >= 0 && differs(start, end, slot, 7)))
      throw new InputError(`${what}: spare: joints that float stay where they are`);
    return end;
  }
}

function differs(a: Float64Array, b: Float64Array, from: number, count: number): boolean {
  for (let k = from; k < from + count; k++) if (a[k] !== b[k]) return true;
  return false;
}

function lineWay(from: Frame, to: Frame): Way {
  const joints = new Float64Array(JOINT_STRIDE);
  loadPoses(joints, 0, from, to);
  return new Way(joints, RESIDUAL_DEGREE);
}

/** Around the centre, back upright, then the frame's own turn. */
function arcWay(from: Frame, to: Frame, through: Vec3, what: string): Way {
  checkNumbers(through, 3, `${what}: through`);
  const [a, b] = [subtract(through, from.position), subtract(to.position, from.position)];
  const normal = cross(a, b);
  const axis = normalise(normal);
  if (axis === undefined || length(normal) < 1e-9 * length(a) * length(b))
    throw new InputError(`${what}: start, through and end lie on one line: give a line, or another place to come through`);
  // the circle's centre: |a|² (b × n) − |b|² (a × n) over 2 |n|², from the start on
  const square = dot(normal, normal);
  const off = scaled(subtract(scaled(cross(b, normal), dot(a, a)), scaled(cross(a, normal), dot(b, b))), 1 / (2 * square));
  const centre = plus(from.position, off);
  const [u, v] = [scaled(off, -1), subtract(to.position, centre)];
  const sine = dot(cross(u, v), axis);
  const unsigned = angleOf(sine, dot(u, v));
  const angle = sine < 0 ? 2 * PI - unsigned : unsigned;
  const joints = new Float64Array(3 * JOINT_STRIDE);
  loadScrew(joints, 0, { position: centre, quaternion: UPRIGHT }, ORIGIN, axis, angle);
  loadScrew(joints, JOINT_STRIDE, { position: u, quaternion: UPRIGHT }, ORIGIN, axis, -angle);
  const [turnAxis, turn] = shortestArc(from.quaternion, to.quaternion);
  loadScrew(joints, 2 * JOINT_STRIDE, { position: ORIGIN, quaternion: from.quaternion }, ORIGIN, turnAxis, turn);
  return new Way(joints, RESIDUAL_DEGREE);
}
