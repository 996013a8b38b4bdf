/** Where a move ends: the tool's frame, in the world or in what moves, and the joints that do not follow it. */
import { checkRecord } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { checkedPose, type Pose } from '../../math/pose.ts';
import type { FixedFrame } from '../inverse/arm.ts';
import { inverseKinematics } from '../inverse/inverse.ts';
import type { Configuration } from '../robot-model.ts';
import type { Closure } from './closure.ts';
import { inFrame, isMoving } from './moving-frame.ts';
import type { FrameRows } from './pose-rows.ts';
import type { ArcMove, JointsMove, LineMove, PoseMove, SplineMove } from './tool-moves.ts';
import type { ToolTask } from './tool-task.ts';

/** A line that is to end with given joint values may end so far from them: radians, or lengths of the arm. */
const SAME_VALUES = 1e-6;

export interface MoveGoal {
  readonly frame: FixedFrame;
  /** Values of joints that do not follow. */
  readonly spare: Float64Array;
}

/** The frame of a move that stands; null: the world. */
function fixedFrame(task: ToolTask, frame: Pose | undefined, what: string): FixedFrame | null {
  return frame === undefined ? task.frame : checkedPose(frame, `${what}: frame`);
}

/** Where a line or an arc ends. */
export function goalOf(
  task: ToolTask,
  { rows }: Closure<FrameRows>,
  move: LineMove | ArcMove | SplineMove,
  start: Float64Array,
  what: string,
): MoveGoal {
  const [given, key] = endGiven(move);
  if (!isJoints(given)) {
    return { frame: placeIn(task, move.frame, given, `${what}: ${key}`), spare: spareEnd(task, move.spare, start, what) };
  }
  checkRecord(given, ['joints'], `${what}: line`);
  if (move.frame !== undefined || move.spare !== undefined)
    throw new InputError(`${what}: joint values say where it ends: no frame, and nothing spare`);
  const end = valuesGiven(what, () => task.robot.configuration(given.joints, start));
  return { frame: rows.frameAt(end), spare: end };
}

/** A pose that a way comes through or ends at, in the world or in what moves. */
export function placeIn(task: ToolTask, frame: LineMove['frame'], given: Pose, what: string): FixedFrame {
  const pose = checkedPose(given, what);
  return isMoving(frame) ? pose : inFrame(fixedFrame(task, frame, what), pose);
}

function endGiven(move: LineMove | ArcMove | SplineMove): readonly [LineMove['line'], string] {
  if ('spline' in move) return [move.spline[move.spline.length - 1], `spline: pose ${move.spline.length - 1}`];
  return 'arc' in move ? [move.arc, 'arc'] : [move.line, 'line'];
}

/** Joint values that a move gives, read by whoever knows them. */
function valuesGiven(what: string, read: () => Float64Array): Float64Array {
  try {
    return read();
  } catch (error) {
    throw error instanceof InputError ? new InputError(`${what}: ${error.message}`) : error;
  }
}

function spareEnd(task: ToolTask, spare: Readonly<Record<string, number>> | undefined, start: Float64Array, what: string): Float64Array {
  if (spare === undefined) return start;
  const { robot, slots, following } = task;
  checkRecord(
    spare,
    robot.joints.map(({ name }) => name),
    `${what}: spare`,
  );
  const end = valuesGiven(`${what}: spare`, () => task.lead(spare, start));
  for (const slot of slots)
    if (end[slot] !== start[slot]) throw new InputError(`${what}: spare: ${following.join(', ')} follow, and cannot be given`);
  if (floats(robot.joints, start, end)) throw new InputError(`${what}: spare: joints that float stay where they are`);
  return end;
}

/** A line to joint values must end with these, not with others that bring the tool there. */
export function checkEnd(
  { robot, slots }: ToolTask,
  { units }: Closure,
  move: LineMove | ArcMove | SplineMove,
  end: Float64Array,
  reached: Float64Array,
  what: string,
): void {
  if (!('line' in move) || !isJoints(move.line)) return;
  const other = slots.find((slot) => Math.abs(reached[slot] - end[slot]) > SAME_VALUES * units[slot]);
  if (other === undefined) return;
  const name = robot.joints.find(({ slot }) => slot === other)?.name;
  throw new InputError(
    `${what}: the line ends with other joint values than those given: '${name}' at ${reached[other].toPrecision(6)}, not ${end[other].toPrecision(6)}`,
  );
}

/** Where a move straight in joint values ends. */
export function jointsGoal(task: ToolTask, move: JointsMove | PoseMove, start: Float64Array, what: string): Float64Array {
  const { robot } = task;
  const end = 'joints' in move ? valuesGiven(what, () => task.lead(move.joints, start)) : configurationAt(task, move, start, what);
  if (floats(robot.joints, start, end)) throw new InputError(`${what}: joints that float stay where they are in a path of moves`);
  return end;
}

/** Where the joints bring the tool to a pose, nearest to where they are. */
function configurationAt(task: ToolTask, move: PoseMove, start: Float64Array, what: string): Float64Array {
  const { robot, options, link, following, looped, turns } = task;
  const pose = inFrame(fixedFrame(task, move.frame, what), checkedPose(move.pose, `${what}: pose`));
  const goal = { link: robot.links[link].name, pose, at: options.at, ...(!turns && { free: ['orientation'] as const }) };
  const { solutions, best } = inverseKinematics(robot, goal, {
    near: start,
    rest: start,
    joints: following,
    solutions: 8,
    attempts: 60,
  });
  const found = solutions.find((values) => looped === null || looped.leads(start, values));
  if (found !== undefined) return found;
  if (solutions.length > 0) throw new InputError(`${what}: the joints that are driven do not lead there straight with the loops closed`);
  throw new InputError(
    `${what}: no joint values were found that bring the tool there: it came within ${best.length.toPrecision(3)} in length and ${best.angle.toPrecision(3)} radians`,
  );
}

/** Whether a joint that floats goes anywhere. */
function floats(joints: ToolTask['robot']['joints'], start: Float64Array, end: Float64Array): boolean {
  return joints.some(({ kind, slot }) => kind.orientation >= 0 && [0, 1, 2, 3, 4, 5, 6].some((k) => start[slot + k] !== end[slot + k]));
}

function isJoints(goal: LineMove['line']): goal is { readonly joints: Configuration } {
  return goal !== null && typeof goal === 'object' && 'joints' in goal;
}
