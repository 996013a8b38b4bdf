/** What a path of moves is to be, checked: the tool, the joints that follow it, the moves and how they go. */
import { checkHas, checkList, checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { checkedPose } from '../../math/pose.ts';
import { refuseLoops } from '../check-robot.ts';
import { chainOf, type FixedFrame, reachOf } from '../inverse/arm.ts';
import type { Configuration, RobotModel } from '../robot-model.ts';
import { defaultAccuracy } from './accuracy.ts';
import { checkMove } from './check-move.ts';
import type { LoopedRobot } from './looped-robot.ts';
import { isMoving } from './moving-frame.ts';
import { checkPace, PACE_KEYS } from './pace.ts';
import type { BlendKind, ToolPathOptions } from './tool-moves.ts';

const KEYS: readonly string[] = [
  ...['link', 'at', 'from', 'moves', 'joints', 'frame', 'pace', 'jointPace'],
  ...['startsAt', 'blends', 'limits', 'accuracy', 'free', 'slideUnit'],
];
const BLEND_KINDS: readonly BlendKind[] = ['parabola', 'pilz', 'triangle'];

export class ToolTask {
  readonly robot: RobotModel;
  readonly options: ToolPathOptions;
  /** How messages begin. */
  readonly what: string;
  readonly link: number;
  readonly at: FixedFrame;
  /** What poses are in; null: the world. */
  readonly frame: FixedFrame | null;
  /** The robot, where it has loops. */
  readonly looped: LoopedRobot | null;
  /** Slots of the joints that follow the tool, and of those that follow by loops. */
  readonly slots: readonly number[];
  /** Names of those that follow the tool. */
  readonly following: readonly string[];
  /** Whether the tool is turned as poses say; else only its place counts. */
  readonly turns: boolean;
  /** How far the tool is from the base at most. */
  readonly reach: number;
  readonly accuracy: number;
  readonly blends: BlendKind;
  /** Seconds at which it begins; null: it has none. */
  readonly startsAt: number | null;

  constructor(robot: RobotModel, options: ToolPathOptions) {
    const what = `robot '${robot.name}': toolPath`;
    checkRecord(options, KEYS, what);
    checkHas(options, ['link', 'from', 'moves'], what);
    const { slideUnit = 1 } = options;
    const { moves, pace, jointPace, startsAt = 0, blends = 'parabola', limits = 'refuse', free = [] } = options;
    checkList(moves, `${what}: moves`);
    if (moves.length === 0) throw new InputError(`${what}: moves: needs at least one`);
    this.robot = robot;
    this.options = options;
    this.what = what;
    moves.forEach((move, k) => {
      checkMove(move, moves[k + 1], this.called(k));
    });
    this.link = robot.link(options.link).index;
    this.at = checkedPose(options.at, `${what}: at`);
    this.frame = options.frame === undefined ? null : checkedPose(options.frame, `${what}: frame`);
    this.looped = loopedOf(robot);
    if (!(Array.isArray(free) && free.every((one) => one === 'orientation')))
      throw new InputError(`${what}: free must be a list of nothing but 'orientation', got ${shownValue(free)}`);
    this.turns = free.length === 0;
    const following = followingSlots(robot, this.looped, this.link, options.joints, what);
    this.following = [...following.values()];
    const slots = new Set([...following.keys(), ...(this.looped?.passive ?? []).map((name) => robot.joint(name).slot)]);
    this.slots = robot.joints.flatMap(({ slot }) => (slots.has(slot) ? [slot] : []));
    this.reach = reachOf(robot, this.link, this.at).length;
    const { accuracy = this.looped?.closer.accuracy ?? defaultAccuracy(robot, this.reach) } = options;
    if (!(typeof accuracy === 'number' && accuracy > 0 && accuracy < Infinity))
      throw new InputError(`${what}: accuracy must be a number above 0, got ${shownValue(accuracy)}`);
    if (!(typeof startsAt === 'number' && Math.abs(startsAt) < 2 ** 50))
      throw new InputError(`${what}: startsAt must be a number of seconds, got ${shownValue(startsAt)}`);
    if (!(typeof slideUnit === 'number' && slideUnit > 0 && slideUnit < Infinity))
      throw new InputError(`${what}: slideUnit must be a length above 0, got ${shownValue(slideUnit)}`);
    if (options.startsAt !== undefined && !isTimed(options))
      throw new InputError(`${what}: startsAt: has no times, but is to begin at ${startsAt} s: give it a pace, or moves their seconds`);
    if (!BLEND_KINDS.includes(blends)) throw new InputError(`${what}: blends must be ${BLEND_KINDS.join(', ')}, got ${shownValue(blends)}`);
    if (limits !== 'refuse' && limits !== 'ignore')
      throw new InputError(`${what}: limits must be 'refuse' or 'ignore', got ${shownValue(limits)}`);
    for (const [name, given, keys] of [
      ['pace', pace, ['speed', 'turnSpeed', 'acceleration']],
      ['jointPace', jointPace, ['speed', 'acceleration']],
    ] as const) {
      if (given === undefined) continue;
      checkRecord(given, keys, `${what}: ${name}`);
      checkPace(given, `${what}: ${name}`);
    }
    this.accuracy = accuracy;
    this.blends = blends;
    this.startsAt = isTimed(options) ? startsAt : null;
  }

  called(k: number): string {
    return `${this.what}: moves[${k}]`;
  }

  /** A configuration as it is given; loops are closed on the way to it. */
  lead(values: Configuration, start: Float64Array): Float64Array {
    return this.looped === null ? this.robot.configuration(values, start) : this.looped.lead(values, start);
  }
}

/** Robots in workers have loops, and nothing that closes them. */
function loopedOf(robot: RobotModel): LoopedRobot | null {
  if (robot.loops === undefined) return null;
  if (!('closer' in robot)) refuseLoops(robot, 'toolPath: in a worker');
  return robot as LoopedRobot;
}

function isTimed({ pace, jointPace, moves }: ToolPathOptions): boolean {
  return (
    [pace, jointPace].some((given) => given !== undefined) ||
    moves.some((move) => 'wait' in move || PACE_KEYS.some((key) => Object.hasOwn(move, key)) || ('frame' in move && isMoving(move.frame)))
  );
}

/** Slots and names of the joints that follow the tool. */
function followingSlots(
  robot: RobotModel,
  looped: LoopedRobot | null,
  link: number,
  joints: readonly string[] | undefined,
  what: string,
): ReadonlyMap<number, string> {
  if (joints !== undefined) checkList(joints, `${what}: joints`);
  const slots = new Map<number, string>();
  for (const i of chainOf(robot, link)) {
    const { joint } = robot.links[i];
    if (joint.kind.size === 0) continue;
    const { joint: source } = robot.source(joint);
    if (source.kind.size === 1) slots.set(source.slot, source.name);
  }
  if (looped !== null) {
    const moved = looped.closer.moving(link);
    slots.clear();
    for (const { slot, name, kind } of robot.joints)
      if (kind.size === 1 && moved.has(slot) && !looped.passive.includes(name)) slots.set(slot, name);
  }
  const moving = [...slots.values()];
  for (const name of joints ?? [])
    if (!moving.includes(name))
      throw new InputError(
        `${what}: joints: ${shownValue(name)} is none that turns or slides the link; there are ${moving.join(', ') || 'none'}`,
      );
  const chosen = new Map([...slots].filter(([, name]) => joints === undefined || joints.includes(name)));
  const { size: count } = chosen;
  if (count === 0) throw new InputError(`${what}: no joint moves the link`);
  if (count > 6)
    throw new InputError(
      `${what}: ${count} joints move the link (${moving.join(', ')}), six can follow: name these in "joints"; the others are given`,
    );
  return chosen;
}
