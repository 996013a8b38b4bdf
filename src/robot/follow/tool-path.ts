/**
 * Moves of a tool as controllers make them: a frame of a link goes on lines and arcs, and the joints follow. The path
 * that comes out is polynomials of joint values, each with a proven bound on how far the true value is from it
 * [closure.ts]; scenes add what that moves the links by to what they pay for rounding, so that their answers are about
 * the lines and arcs themselves.
 */
import { checkHas, checkList, checkRecord, shownValue } from '../../math/check-record.ts';
import { InputError } from '../../math/input-error.ts';
import { checkedPose, type Pose } from '../../math/pose.ts';
import { refuseLoops } from '../check-robot.ts';
import { chainOf, type FixedFrame, reachOf } from '../inverse/arm.ts';
import { inverseKinematics } from '../inverse/inverse.ts';
import type { Configuration, RobotModel } from '../robot-model.ts';
import { type PathPiece, type PieceKind, RobotPath } from '../robot-path.ts';
import { defaultAccuracy } from './accuracy.ts';
import { blendSpeeds, blendTube, placed, type RunLine } from './blend.ts';
import { checkMove, kindOf } from './check-move.ts';
import { Closure } from './closure.ts';
import { FrameMotion, inFrame, isMoving, seenFrom } from './moving-frame.ts';
import { checkPace, type MovePace, PACE_KEYS, type Rate, rateOf, type TimedPart, timedParts } from './pace.ts';
import { endOf, piecesOf, type Stop } from './pieces.ts';
import { PoseRows } from './pose-rows.ts';
import type { ArcMove, BlendKind, JointsMove, LineMove, PoseMove, ToolMove, ToolPathOptions, WaitMove } from './tool-moves.ts';
import { RESIDUAL_DEGREE } from './tree-frame.ts';
import { arcTrack, EVENLY, joined, type Law, lineTrack, parabola, type Track, Way } from './way.ts';

const KEYS: readonly string[] = [
  ...['link', 'at', 'from', 'moves', 'joints', 'frame', 'pace', 'jointPace'],
  ...['startsAt', 'blends', 'limits', 'accuracy'],
];
const BLEND_KINDS: readonly BlendKind[] = ['parabola', 'pilz', 'triangle'];
/** Where fewer than six joints follow, what they cannot change may be off by so many radians. */
const LEFT_TURN = 1e-7;
/** Lengths below it are rounding, relative to the reach. */
const ROUNDING = 1e-12;
/** How much more than a way's own slack its pieces may be off by: arms make more of it. */
const SLACK_FACTOR = 100;
/** Shares of a way, to look whether it can be gone on. */
const FARTHER: readonly number[] = [0.003, 0.03];
/** A line that is to end with given joint values may end so far from them: radians, or lengths of the arm. */
const SAME_VALUES = 1e-6;
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
  refuseLoops(robot, 'toolPath');
  return new ToolPathBuilder(robot, options).build();
}

class ToolPathBuilder {
  private readonly robot: RobotModel;
  private readonly what: string;
  private readonly moves: readonly ToolMove[];
  private readonly options: ToolPathOptions;
  private readonly at: FixedFrame;
  private readonly frame: FixedFrame | null;
  private readonly link: number;
  private readonly slots: readonly number[];
  private readonly closure: Closure<PoseRows>;
  private readonly accuracy: number;
  private readonly reach: number;
  private readonly waypoints: Float64Array[];
  private readonly pieces: PathPiece[] = [];
  /** Seconds of every waypoint; null: it has none. */
  private readonly times: number[] | null;
  private errors: Float64Array;
  /** Where the tool is to be at the end so far; null: where the joints have it. */
  private reached: FixedFrame | null = null;

  constructor(robot: RobotModel, options: ToolPathOptions) {
    const what = `robot '${robot.name}': toolPath`;
    checkRecord(options, KEYS, what);
    checkHas(options, ['link', 'from', 'moves'], what);
    checkList(options.moves, `${what}: moves`);
    if (options.moves.length === 0) throw new InputError(`${what}: moves: needs at least one`);
    this.robot = robot;
    this.what = what;
    this.options = options;
    this.moves = options.moves;
    this.moves.forEach((move, k) => {
      checkMove(move, this.moves[k + 1], this.called(k));
    });
    this.link = robot.link(options.link).index;
    this.at = checkedPose(options.at, `${what}: at`);
    this.frame = options.frame === undefined ? null : checkedPose(options.frame, `${what}: frame`);
    this.slots = this.following(options.joints);
    this.reach = reachOf(robot, this.link, this.at).length;
    const {
      accuracy = defaultAccuracy(robot, this.reach),
      pace,
      jointPace,
      startsAt = 0,
      blends = 'parabola',
      limits = 'refuse',
    } = options;
    if (!(typeof accuracy === 'number' && accuracy > 0 && accuracy < Infinity))
      throw new InputError(`${what}: accuracy must be a number above 0, got ${shownValue(accuracy)}`);
    if (!(typeof startsAt === 'number' && Math.abs(startsAt) < 2 ** 50))
      throw new InputError(`${what}: startsAt must be a number of seconds, got ${shownValue(startsAt)}`);
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
    const isTimed =
      [pace, jointPace].some((given) => given !== undefined) ||
      this.moves.some(
        (move) => 'wait' in move || PACE_KEYS.some((key) => Object.hasOwn(move, key)) || ('frame' in move && isMoving(move.frame)),
      );
    this.times = isTimed ? [startsAt] : null;
    this.accuracy = accuracy;
    this.waypoints = [robot.configuration(options.from)];
    this.errors = new Float64Array(robot.size);
    this.closure = new Closure(robot, this.slots, (tree) => new PoseRows(tree, this.link, this.at, this.waypoints[0]));
  }

  build(): RobotPath {
    const { moves, options } = this;
    for (let k = 0; k < moves.length; ) k = this.add(k);
    const { robot, waypoints, times, pieces } = this;
    if (pieces.length === 0) throw new InputError(`${this.what}: nothing moves, and nothing waits`);
    const path = new RobotPath(robot, waypoints, times, undefined, undefined, pieces, { link: options.link, at: this.at });
    if (options.limits !== 'ignore') this.refuseLimits(path);
    return path;
  }

  /** Adds a move's pieces, of lines that go over into one another those of all of them; the next move's number. */
  private add(k: number): number {
    const move = this.moves[k];
    const kind = kindOf(move);
    const what = this.called(k);
    if (kind === 'wait') {
      const at = this.last;
      this.addStraight(at, at, [{ seconds: (move as WaitMove).wait, law: [0, 1, 0] }], k, kind);
      return k + 1;
    }
    if (kind === 'joints' || kind === 'pose') {
      this.addJoints(move as JointsMove | PoseMove, k, what);
      return k + 1;
    }
    if (kind === 'line' && !isMoving((move as LineMove).frame)) return this.addRun(k);
    this.addMoving(move as LineMove | ArcMove, k, what);
    return k + 1;
  }

  private get last(): Float64Array {
    return this.waypoints[this.waypoints.length - 1];
  }

  private get second(): number {
    return this.times === null ? 0 : this.times[this.times.length - 1];
  }

  private called(k: number): string {
    return `${this.what}: moves[${k}]`;
  }

  private addJoints(move: JointsMove | PoseMove, k: number, what: string): void {
    const { robot } = this;
    const start = this.last;
    const end = 'joints' in move ? robot.configuration(move.joints, start) : this.configurationAt(move, start, what);
    if (robot.joints.some(({ kind, slot }) => kind.orientation >= 0 && differs(start, end, slot, 7)))
      throw new InputError(`${what}: joints that float stay where they are in a path of moves`);
    const farthest = start.reduce((most, x, s) => Math.max(most, Math.abs(end[s] - x)), 0);
    const rate = this.rateOf(move, this.options.jointPace, farthest, 0, what);
    if (rate?.cruise === Infinity) return;
    this.addStraight(start, end, partsOf(rate), k, 'joints' in move ? 'joints' : 'pose');
    this.errors = new Float64Array(robot.size);
    this.reached = null;
  }

  /** The joints go straight, as laws say; what is not known of the start gets no more. */
  private addStraight(start: Float64Array, end: Float64Array, parts: readonly TimedPart[], move: number, kind: PieceKind): void {
    const { robot } = this;
    for (const { seconds, law } of parts) {
      const coefficients = new Float64Array(6 * robot.size);
      const after = new Float64Array(robot.size);
      for (let s = 0; s < robot.size; s++) {
        const way = end[s] - start[s];
        coefficients[6 * s] = start[s] + way * law[0];
        for (let m = 1; m < 3; m++) coefficients[6 * s + m] = way * law[m];
        after[s] = shareAt(law, 1) === 1 ? end[s] : start[s] + way * shareAt(law, 1);
      }
      this.closure.keepOrientations(coefficients);
      for (const s of this.closure.orientations) after[s] = start[s];
      this.push({ coefficients, errors: this.errors, of: { move, kind, from: law[0], to: shareAt(law, 1) } }, after, this.second + seconds);
    }
  }

  /** Where the joints bring the tool to a pose, nearest to where they are. */
  private configurationAt(move: PoseMove, start: Float64Array, what: string): Float64Array {
    const { robot, options, link } = this;
    const pose = inFrame(this.fixedFrame(move.frame, what), checkedPose(move.pose, `${what}: pose`));
    const names = new Set(robot.joints.filter(({ slot }) => this.slots.includes(slot)).map(({ name }) => name));
    const goal = { link: robot.links[link].name, pose, at: options.at };
    const { solutions, best } = inverseKinematics(robot, goal, {
      near: start,
      rest: start,
      joints: [...names],
      solutions: 8,
      attempts: 60,
    });
    if (solutions.length > 0) return solutions[0];
    throw new InputError(
      `${what}: no joint values were found that bring the tool there: it came within ${best.length.toPrecision(3)} in length and ${best.angle.toPrecision(3)} radians`,
    );
  }

  private fixedFrame(frame: Pose | undefined, what: string): FixedFrame | null {
    return frame === undefined ? this.frame : checkedPose(frame, `${what}: frame`);
  }

  private rateOf(move: MovePace, pace: MovePace | undefined, length: number, turn: number, what: string): Rate | null {
    if (this.times === null) return null;
    const long = length > ROUNDING * this.reach ? length : 0;
    const { seconds, speed, turnSpeed, acceleration = pace?.acceleration } = move;
    if (seconds !== undefined) return rateOf({ seconds, acceleration }, long, turn, what);
    const own = speed ?? turnSpeed;
    return rateOf(own === undefined ? { ...pace, acceleration } : { speed, turnSpeed, acceleration }, long, turn, what);
  }

  /** The lines from number k on that go over into one another. */
  private addRun(first: number): number {
    const run: RunLine[] = [];
    let from = this.reached ?? this.closure.rows.frameAt(this.last);
    let start = this.last;
    for (let k = first; k < this.moves.length; k++) {
      const what = this.called(k);
      const move = this.moves[k] as LineMove;
      const to = this.goalOf(move, start, what);
      const track = lineTrack(from, to.frame);
      const blend = move.blend ?? 0;
      run.push({
        ...{ move: k, to: to.frame, track, start, end: to.spare, blend },
        rate: this.rateOf(move, this.options.pace, track.length, track.turn, what),
      });
      [from, start] = [to.frame, to.spare];
      if (blend === 0) break;
    }
    for (const [i, { blend, move }] of run.entries())
      for (const own of blend > 0 ? [run[i], run[i + 1]] : [])
        if (!(blend <= 0.5 * own.track.length))
          throw new InputError(
            `${this.called(move)}: blend: ${blend} is more than half of ${own.move === move ? 'it' : `moves[${own.move}]`}, which is ${own.track.length.toPrecision(6)} long`,
          );
    const speeds = blendSpeeds(run);
    run.forEach((line, i) => {
      const { track, rate, blend, move } = line;
      const before = i === 0 ? 0 : run[i - 1].blend;
      const [enter, leave] = [before / track.length || 0, 1 - (blend / track.length || 0)];
      const what = this.called(move);
      if (rate?.cruise === Infinity) return;
      const parts =
        rate === null
          ? [{ seconds: 1, law: (blend === 0 && before === 0 ? EVENLY : [enter, leave - enter, 0]) as Law }]
          : timedParts(rate, enter, leave, speeds[i] / (track.length || 1), speeds[i + 1] / (track.length || 1));
      if (leave > enter) this.followParts(track, null, parts, line, what, 'line');
      if (blend > 0) this.addBlend(line, run[i + 1], speeds[i + 1]);
      this.reached = line.to;
    });
    const ends = run[run.length - 1];
    this.checkEnd(this.moves[ends.move] as LineMove, ends.end, this.called(ends.move));
    return ends.move + 1;
  }

  /** From a line into the next, over as much of both. */
  private addBlend(line: RunLine, next: RunLine, speed: number): void {
    const { blend, track, start, end, to: corner, move } = line;
    const what = `${this.called(move)}: blend`;
    const [enter, leave] = [1 - blend / track.length, blend / next.track.length];
    const entry = placed(track, enter);
    const exit = placed(next.track, leave);
    const course = new Float64Array(6 * start.length);
    for (let s = 0; s < start.length; s++) {
      const at = start[s] + enter * (end[s] - start[s]);
      const way = end[s] - at;
      course.set([at, 2 * way, leave * (next.end[s] - end[s]) - way], 6 * s);
    }
    const { blends = 'parabola' } = this.options;
    const tube = blendTube(blends, entry, corner, exit, blend, this.times !== null, what);
    this.follow(parabola(entry, corner, exit), tube, course, (2 * blend) / speed, { move, kind: 'blend' }, EVENLY, what);
  }

  /** A line in something that moves, or an arc. */
  private addMoving(move: LineMove | ArcMove, k: number, what: string): void {
    const motion = isMoving(move.frame) ? new FrameMotion(move.frame, `${what}: frame`) : null;
    const start = this.last;
    const here = this.reached ?? this.closure.rows.frameAt(start);
    const from = motion === null ? here : seenFrom(motion.frameAt(this.second), here);
    const { frame: to, spare: end } = this.goalOf(move, start, what);
    const through =
      'arc' in move
        ? inFrame(
            motion === null ? this.fixedFrame(move.frame as Pose, what) : null,
            checkedPose({ position: move.through }, `${what}: through`),
          ).position
        : null;
    const track = through === null ? lineTrack(from, to) : arcTrack(from, to, through, what);
    const rate = this.rateOf(move, this.options.pace, track.length, track.turn, what);
    if (rate?.cruise === Infinity) return;
    this.followParts(track, motion, partsOf(rate), { move: k, start, end }, what, 'arc' in move ? 'arc' : 'line');
    this.reached = motion === null ? to : inFrame(motion.frameAt(this.second), to);
    this.checkEnd(move, end, what);
  }

  /** Where a line or an arc ends, in the world or in what moves, and the values of joints that do not follow. */
  private goalOf(
    move: LineMove | ArcMove,
    start: Float64Array,
    what: string,
  ): { readonly frame: FixedFrame; readonly spare: Float64Array } {
    const given = 'arc' in move ? move.arc : move.line;
    const moving = isMoving(move.frame);
    if (!isJoints(given)) {
      const pose = checkedPose(given, `${what}: ${'arc' in move ? 'arc' : 'line'}`);
      const frame = moving ? pose : inFrame(this.fixedFrame(move.frame as Pose | undefined, what), pose);
      return { frame, spare: this.spareEnd(move.spare, start, what) };
    }
    checkRecord(given, ['joints'], `${what}: line`);
    if (move.frame !== undefined || move.spare !== undefined)
      throw new InputError(`${what}: joint values say where it ends: no frame, and nothing spare`);
    const end = this.robot.configuration(given.joints, start);
    return { frame: this.closure.rows.frameAt(end), spare: end };
  }

  /** A line to joint values must end with these, not with others that bring the tool there. */
  private checkEnd(move: LineMove | ArcMove, end: Float64Array, what: string): void {
    if ('arc' in move || !isJoints(move.line)) return;
    const { units } = this.closure;
    const other = this.slots.find((slot) => Math.abs(this.last[slot] - end[slot]) > SAME_VALUES * units[slot]);
    if (other === undefined) return;
    const name = this.robot.joints.find(({ slot }) => slot === other)?.name;
    throw new InputError(
      `${what}: the line ends with other joint values than those given: '${name}' at ${this.last[other].toPrecision(6)}, not ${end[other].toPrecision(6)}`,
    );
  }

  private followParts(
    track: Track,
    motion: FrameMotion | null,
    parts: readonly TimedPart[],
    { move, start, end }: Pick<RunLine, 'move' | 'start' | 'end'>,
    what: string,
    kind: 'line' | 'arc',
  ): void {
    for (const part of parts) {
      const begin = this.second;
      const ends = [begin, ...(motion?.knots(begin, begin + part.seconds) ?? []), begin + part.seconds];
      for (let i = 0; i + 1 < ends.length; i++) {
        const [from, to] = [ends[i], ends[i + 1]];
        const law = ends.length === 2 ? part.law : partOf(part.law, (from - begin) / part.seconds, (to - begin) / part.seconds);
        const course = new Float64Array(6 * start.length);
        for (let s = 0; s < start.length; s++) {
          const way = end[s] - start[s];
          course.set([start[s] + way * law[0], way * law[1], way * law[2]], 6 * s);
        }
        const own = track.blocks(law);
        const blocks = motion === null ? own : joined([motion.blocks(from, to), own]);
        this.follow(blocks, [0, 0], course, to - from, { move, kind }, law, what);
      }
    }
  }

  /** Lets the joints follow one way to its end. */
  private follow(
    blocks: Float64Array,
    tube: readonly [number, number],
    course: Float64Array,
    seconds: number,
    of: { readonly move: number; readonly kind: PieceKind },
    law: Law,
    what: string,
  ): void {
    const { closure } = this;
    const begin = this.second;
    const way = new Way(blocks, RESIDUAL_DEGREE, tube);
    if (!closure.chooseRows(this.last))
      throw new InputError(`${what}: the joints ${this.names()} are singular at its start: they do not move the tool independently`);
    const slack = way.slack[0] + way.slack[1] * this.reach;
    const { pieces, stop, left } = piecesOf(closure, way, this.last, this.errors, course, this.accuracy + SLACK_FACTOR * slack);
    for (const piece of pieces) {
      const { coefficients, errors, from, to } = piece;
      this.push(
        { coefficients, errors, of: { ...of, from: shareAt(law, from), to: shareAt(law, to) } },
        endOf(piece, closure),
        to === 1 ? begin + seconds : begin + to * seconds,
      );
    }
    if (stop !== null && tube[0] > 0)
      throw new InputError(
        `${what}: curves up to ${tube[0].toPrecision(3)} beside it cannot be proven to be followed: give a smaller radius, or the kind 'parabola'`,
      );
    if (stop !== null) throw this.refusal({ ...stop, at: shareAt(law, stop.at) }, this.goesOn(way, stop), what, of.kind);
    if (left[0] - way.slack[0] > this.accuracy + 1e-9 * this.reach || left[1] - way.slack[1] > LEFT_TURN)
      throw new InputError(
        `${what}: the ${this.slots.length} joints ${this.names()} cannot keep the tool on it: off by up to ${left[0].toPrecision(3)} in length and ${left[1].toPrecision(3)} radians`,
      );
    if (pieces.length > 0) this.errors = pieces[pieces.length - 1].errors;
  }

  private push(piece: PathPiece, end: Float64Array, second: number): void {
    this.pieces.push(piece);
    this.waypoints.push(end);
    this.times?.push(second);
  }

  /** Whether joint values are found a little farther on. */
  private goesOn(way: Way, { at, values }: Stop): boolean {
    return FARTHER.some((more) => this.closure.solve(values.slice(), way, Math.min(1, at + more)));
  }

  private refusal({ at, values }: Stop, goesOn: boolean, what: string, kind: string): InputError {
    const share = `${(100 * at).toPrecision(4)} %`;
    const limits = this.robot.limitFaults(values);
    const beyond = limits.length > 0 ? `; there ${limits[0]}` : '';
    const singular = this.closure.conditionAt(values) < 1e-2;
    const why = goesOn
      ? singular
        ? 'the joints are singular there'
        : 'the joints turn too fast there to be followed'
      : `what follows is out of reach${singular ? ', or beyond where the joints are singular' : ''}`;
    return new InputError(`${what}: the ${kind} can be followed up to ${share} of it: ${why}${this.fastest(what)}${beyond}`);
  }

  /** Which joint goes how fast where the pieces end. */
  private fastest(what: string): string {
    const piece = this.pieces[this.pieces.length - 1];
    const { of } = piece ?? {};
    if (of === undefined || what !== this.called(of.move)) return '';
    const { times, robot, waypoints } = this;
    const lasts = times === null ? of.to - of.from : times[times.length - 1] - times[waypoints.length - 2];
    let [joint, most] = ['', 0];
    for (const { name, slot, size } of robot.joints) {
      if (size !== 1) continue;
      let rate = 0;
      for (let m = 1; m < 6; m++) rate += (m * piece.coefficients[6 * slot + m]) / lasts;
      if (Math.abs(rate) > most) [joint, most] = [name, Math.abs(rate)];
    }
    return joint === '' ? '' : `; joint '${joint}' goes at ${most.toPrecision(3)} ${times === null ? 'a move' : 'a second'} there`;
  }

  private refuseLimits(path: RobotPath): void {
    const [first] = [...path.limitFindings()].sort((a, b) => a.from - b.from);
    if (first === undefined) return;
    const { of } = this.pieces[Math.min(path.segments - 1, Math.floor(first.from))];
    const { from = 0, to = 1 } = of ?? {};
    const share = from + (first.from - Math.floor(first.from)) * (to - from);
    const { joint, limit, value, lower, upper } = first;
    const range = limit === 'position' ? `${lower} to ${upper}` : `${upper} a second${limit === 'velocity' ? '' : ' squared'}`;
    throw new InputError(
      `${this.called(of?.move ?? 0)}: ${limit === 'position' ? '' : `${limit} of `}joint '${joint}' is beyond its limits ${range} from ${(100 * share).toPrecision(4)} % of it on: ${value.toPrecision(6)} at the worst`,
    );
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

function isJoints(goal: LineMove['line']): goal is { readonly joints: Configuration } {
  return goal !== null && typeof goal === 'object' && 'joints' in goal;
}

function shareAt([a, b, c]: Law, t: number): number {
  return a + (b + c * t) * t;
}

/** A law from one share of its time to another. */
function partOf([a, b, c]: Law, from: number, to: number): Law {
  const span = to - from;
  return [shareAt([a, b, c], from), (b + 2 * c * from) * span, c * span * span];
}

/** The whole of a move, from rest to rest. */
function partsOf(rate: Rate | null): readonly TimedPart[] {
  return rate === null ? [{ seconds: 1, law: EVENLY }] : timedParts(rate, 0, 1, 0, 0);
}
