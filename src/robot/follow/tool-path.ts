/**
 * Moves of a tool as controllers make them: a frame of a link goes on lines and arcs, and the joints follow
 * [tool-trail.ts]. Scenes add what their polynomials may be off by to what they pay for rounding, so that their
 * answers are about the lines and arcs themselves.
 */
import { shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import type { Pose } from '../../math/pose.ts';
import type { FixedFrame } from '../inverse/arm.ts';
import type { RobotModel } from '../robot-model.ts';
import type { RobotPath } from '../robot-path.ts';
import { blendSpeeds, blendTube, placed, type RunLine } from './blend.ts';
import { kindOf } from './check-move.ts';
import { checkEnd, goalOf, jointsGoal, placeIn } from './move-goal.ts';
import { FrameMotion, inFrame, isMoving, seenFrom } from './moving-frame.ts';
import { type MovePace, type Rate, rateOf, type TimedPart, timedParts } from './pace.ts';
import { cutParts, lasting, pilzBlend, profileOf, secondAt } from './pilz.ts';
import type { ArcMove, JointsMove, LineMove, PoseMove, SplineMove, ToolPathOptions, WaitMove } from './tool-moves.ts';
import { ToolTask } from './tool-task.ts';
import { ToolTrail } from './tool-trail.ts';
import { arcTrack, EVENLY, lineTrack, parabola, type SplineTrack, splineTrack } from './way.ts';

/** Lengths below it are rounding, relative to the reach. */
const ROUNDING = 1e-12;
/** Ways of the origin that may be rounding beside a turn, relative to what the reach makes of it. */
const BESIDE = 1e-6;

/**
 * A path on which a tool goes on lines and arcs, for all questions of a `Scene`: answers are about the lines
 * themselves, not about joints sampled on them. What cannot be followed is an InputError that names the move and how
 * far it went: out of reach, through a singularity, beyond the limits of a joint, or turned in a way that no joint can.
 *
 * @example
 * ```ts
 * const path = toolPath(arm, { link: 'tool0', from: home, moves: [{ line: { position: [0.4, 0.1, 0.3] } }] });
 * const hit = scene.firstContact({ arm: path });
 * ```
 */
export function toolPath(robot: RobotModel, options: ToolPathOptions): RobotPath {
  if (!Array.isArray(robot?.joints)) throw new InputError(`toolPath: needs a Robot, got ${shownValue(robot)}`);
  return new ToolPathBuilder(new ToolTask(robot, options)).build();
}

/** One line of several that go over into one another: how it goes by itself, and what adds the blend into the next. */
interface RunPace {
  readonly parts: readonly TimedPart[];
  readonly into: () => void;
}

class ToolPathBuilder {
  private readonly task: ToolTask;
  private readonly trail: ToolTrail;
  /** Where the tool is to be at the end so far; null: where the joints have it. */
  private reached: FixedFrame | null = null;

  constructor(task: ToolTask) {
    this.task = task;
    this.trail = new ToolTrail(task);
  }

  build(): RobotPath {
    for (let k = 0; k < this.task.options.moves.length; ) k = this.add(k);
    return this.trail.path();
  }

  /** Adds a move's pieces, of lines that go over into one another those of all of them; the next move's number. */
  private add(k: number): number {
    const move = this.task.options.moves[k];
    const kind = kindOf(move);
    const what = this.task.called(k);
    if (kind === 'wait') {
      const at = this.trail.last;
      this.trail.goStraight(at, at, [{ seconds: (move as WaitMove).wait, law: [0, 1, 0] }], k, kind);
      return k + 1;
    }
    if (kind === 'joints' || kind === 'pose') {
      this.addJoints(move as JointsMove | PoseMove, k, what);
      return k + 1;
    }
    if (kind === 'line' && !isMoving((move as LineMove).frame)) return this.addRun(k);
    this.addMoving(move as LineMove | ArcMove | SplineMove, k, what);
    return k + 1;
  }

  /** The tool's frame at the end so far. */
  private get here(): FixedFrame {
    return this.reached ?? this.trail.closure.rows.frameAt(this.trail.last);
  }

  /** The goal of a way; where only places count, turned as it begins. */
  private turned({ quaternion }: FixedFrame, to: FixedFrame): FixedFrame {
    return this.task.turns ? to : { position: to.position, quaternion };
  }

  private addJoints(move: JointsMove | PoseMove, k: number, what: string): void {
    const { task, trail } = this;
    const start = trail.last;
    const end = jointsGoal(task, move, start, what);
    const extent = { length: farthestOf(task, start, end), turn: 0, leastLength: 0 };
    const rate = task.startsAt === null ? null : rateOf(move, task.options.jointPace, extent, what);
    if (rate?.cruise === Infinity) return trail.skip(k);
    trail.goStraight(start, end, partsOf(rate), k, 'joints' in move ? 'joints' : 'pose');
    this.reached = null;
  }

  private rateOf(move: MovePace, pace: MovePace | undefined, length: number, turn: number, what: string): Rate | null {
    if (this.task.startsAt === null) return null;
    const { reach, accuracy } = this.task;
    const extent = {
      length: length > ROUNDING * Math.max(reach, accuracy) ? length : 0,
      turn: turn > ROUNDING ? turn : 0,
      leastLength: Math.max(accuracy, BESIDE * turn * reach),
    };
    return rateOf(move, pace, extent, what);
  }

  /** Whether a move takes no time because it does nothing; an InputError where joints move that do not follow. */
  private isStill(rate: Rate | null, start: Float64Array, end: Float64Array, k: number): boolean {
    if (rate?.cruise !== Infinity) return false;
    const { slots, robot } = this.task;
    const moves = robot.joints.find(
      ({ slot, size }) => !slots.includes(slot) && start.subarray(slot, slot + size).some((x, i) => x !== end[slot + i]),
    );
    if (moves !== undefined)
      throw new InputError(`${this.task.called(k)}: the tool stays, and joint '${moves.name}' moves: give it seconds`);
    this.trail.skip(k);
    return true;
  }

  /** The lines from number k on that go over into one another. */
  private addRun(first: number): number {
    const { task, trail } = this;
    const { moves, pace } = task.options;
    const run: RunLine[] = [];
    let from = this.here;
    let start = trail.last;
    for (let k = first; k < moves.length; k++) {
      const what = task.called(k);
      const move = moves[k] as LineMove;
      const to = goalOf(task, trail.closure, move, start, what);
      const frame = this.turned(from, to.frame);
      const track = lineTrack(from, frame);
      const blend = move.blend ?? 0;
      run.push({
        ...{ move: k, to: frame, track, start, end: to.spare, blend },
        rate: this.rateOf(move, pace, track.length, track.turn, what),
      });
      [from, start] = [frame, to.spare];
      if (blend === 0) break;
    }
    for (const [i, { blend, move }] of run.entries())
      for (const own of blend > 0 ? [run[i], run[i + 1]] : [])
        if (!(blend <= 0.5 * own.track.length))
          throw new InputError(
            `${task.called(move)}: blend: ${blend} is more than half of ${own.move === move ? 'it' : `moves[${own.move}]`}, which is ${own.track.length.toPrecision(6)} long`,
          );
    const paces = task.blends === 'pilz' && run.length > 1 ? this.mixedPaces(run) : this.parabolaPaces(run);
    run.forEach((line, i) => {
      const { track, rate, blend, move } = line;
      if (this.isStill(rate, line.start, line.end, move)) return;
      const { parts, into } = paces[i];
      if (parts.length > 0) trail.goAlong(track, null, parts, line, task.called(move), 'line');
      if (blend > 0) into();
      this.reached = line.to;
    });
    const ends = run[run.length - 1];
    checkEnd(task, trail.closure, moves[ends.move] as LineMove, ends.end, trail.last, task.called(ends.move));
    return ends.move + 1;
  }

  /** How lines go that go over into one another along parabolas. */
  private parabolaPaces(run: readonly RunLine[]): readonly RunPace[] {
    const speeds = blendSpeeds(run);
    return run.map((line, i) => {
      const { track, rate, blend } = line;
      const before = i === 0 ? 0 : run[i - 1].blend;
      const [enter, leave] = [before / track.length || 0, 1 - (blend / track.length || 0)];
      const into = (): void => this.addBlend(line, run[i + 1], speeds[i + 1]);
      if (leave <= enter) return { parts: [], into };
      if (rate === null) return { parts: [{ seconds: 1, law: blend === 0 && before === 0 ? EVENLY : [enter, leave - enter, 0] }], into };
      return { parts: timedParts(rate, enter, leave, speeds[i] / (track.length || 1), speeds[i + 1] / (track.length || 1)), into };
    });
  }

  /** How lines go that are mixed, each from rest to rest [pilz.ts]. */
  private mixedPaces(run: readonly RunLine[]): readonly RunPace[] {
    const { task } = this;
    const named = (i: number): string => `${task.called(run[i].move)}: blend`;
    const profiles = run.map((line, i) => profileOf(line, named(Math.min(i, run.length - 2))));
    return run.map((line, i) => {
      const own = profiles[i];
      const enter = i === 0 ? 0 : secondAt(own, run[i - 1].blend / line.track.length);
      const leave = line.blend === 0 ? lasting(own) : secondAt(own, 1 - line.blend / line.track.length);
      return { parts: cutParts(own, enter, leave), into: () => this.addMixed(line, run[i + 1], own, profiles[i + 1], named(i)) };
    });
  }

  private addMixed(line: RunLine, next: RunLine, own: readonly TimedPart[], after: readonly TimedPart[], what: string): void {
    const { task, trail } = this;
    const { start, end, move } = line;
    for (const { seconds, law, blocks, tube, left, done } of pilzBlend(line, next, own, after, task.accuracy, task.reach || 1, what)) {
      const course = new Float64Array(6 * start.length);
      for (let s = 0; s < start.length; s++)
        for (let m = 0; m < 6; m++)
          course[6 * s + m] = (m === 0 ? end[s] : 0) - (end[s] - start[s]) * left[m] + (next.end[s] - end[s]) * done[m];
      trail.follow(blocks, tube, course, seconds, { move, kind: 'blend' }, law, what);
    }
  }

  /** From a line into the next, over as much of both, along a parabola. */
  private addBlend(line: RunLine, next: RunLine, speed: number): void {
    const { task, trail } = this;
    const { blend, track, start, end, to: corner, move } = line;
    const what = `${task.called(move)}: blend`;
    const [enter, leave] = [1 - blend / track.length, blend / next.track.length];
    const entry = placed(track, enter);
    const exit = placed(next.track, leave);
    const course = new Float64Array(6 * start.length);
    for (let s = 0; s < start.length; s++) {
      const at = start[s] + enter * (end[s] - start[s]);
      const way = end[s] - at;
      course.set([at, 2 * way, leave * (next.end[s] - end[s]) - way], 6 * s);
    }
    const tube = blendTube(task.blends, entry, corner, exit, task.startsAt !== null, what);
    trail.follow(parabola(entry, corner, exit), tube, course, (2 * blend) / speed, { move, kind: 'blend' }, EVENLY, what);
  }

  /** A line in something that moves, an arc, or a spline. */
  private addMoving(move: LineMove | ArcMove | SplineMove, k: number, what: string): void {
    const { task, trail } = this;
    const motion = isMoving(move.frame) ? new FrameMotion(move.frame, `${what}: frame`) : null;
    const start = trail.last;
    const from = motion === null ? this.here : seenFrom(motion.frameAt(trail.second), this.here);
    const { frame, spare: end } = goalOf(task, trail.closure, move, start, what);
    const to = this.turned(from, frame);
    const through = (given: Pose, which: string): FixedFrame => this.turned(from, placeIn(task, move.frame, given, `${what}: ${which}`));
    const line = { move: k, start, end };
    if ('spline' in move) {
      const between = move.spline.slice(0, -1).map((pose, i) => through(pose, `spline: pose ${i}`));
      const track = splineTrack([from, ...between, to], what);
      const { speed, turnSpeed } = task.options.pace ?? {};
      const rate = this.rateOf(move, { speed, turnSpeed }, track.length, track.turn, what);
      trail.goAlong(track, motion, spansOf(track, rate), line, what, 'spline');
    } else {
      const track = 'arc' in move ? arcTrack(from, to, through({ position: move.through }, 'through').position, what) : lineTrack(from, to);
      const rate = this.rateOf(move, task.options.pace, track.length, track.turn, what);
      if (this.isStill(rate, start, end, k)) return;
      trail.goAlong(track, motion, partsOf(rate), line, what, 'arc' in move ? 'arc' : 'line');
    }
    this.reached = motion === null ? to : inFrame(motion.frameAt(trail.second), to);
    checkEnd(task, trail.closure, move, end, trail.last, what);
  }
}

/** How far the joint goes that goes farthest, slides in their unit; 0: all of it is rounding. */
function farthestOf({ robot, reach, accuracy, options: { slideUnit = 1 } }: ToolTask, start: Float64Array, end: Float64Array): number {
  let most = 0;
  for (const { kind, slot, size } of robot.joints)
    for (let part = 0; part < size; part++) {
      const way = Math.abs(end[slot + part] - start[slot + part]);
      const [least, unit] = part === kind.angle ? [ROUNDING, 1] : [ROUNDING * Math.max(reach, accuracy), slideUnit];
      if (way > least) most = Math.max(most, way / unit);
    }
  return most;
}

/** The parts of a spline between its frames, evenly. */
function spansOf({ knots }: SplineTrack, rate: Rate | null): readonly TimedPart[] {
  return knots.slice(1).map((knot, i) => {
    const share = knot - knots[i];
    return { seconds: rate === null ? 1 : share / rate.cruise, law: [knots[i], share, 0] };
  });
}

/** The whole of a move, from rest to rest. */
function partsOf(rate: Rate | null): readonly TimedPart[] {
  return rate === null ? [{ seconds: 1, law: EVENLY }] : timedParts(rate, 0, 1, 0, 0);
}
