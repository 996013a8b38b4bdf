/**
 * The joints as they follow the tool, way by way: waypoints, pieces between them and seconds, and where they cannot
 * follow, why. Pieces are polynomials of joint values, each with a proven bound on how far the true value is from it
 * [closure.ts].
 */

import { InputError } from '../../math/input-error.ts';
import { limitFindings } from '../limit-findings.ts';
import type { RobotModel } from '../robot-model.ts';
import { type PathPiece, type PieceKind, RobotPath } from '../robot-path.ts';
import { tooFine } from './accuracy.ts';
import type { RunLine } from './blend.ts';
import { Closure } from './closure.ts';
import { LOOP, PLACE, TURN } from './closure-rows.ts';
import type { LoopedRobot } from './looped-robot.ts';
import type { FrameMotion } from './moving-frame.ts';
import type { TimedPart } from './pace.ts';
import { endOf, type Piece, piecesOf, type Stop } from './pieces.ts';
import { type FrameRows, PoseRows } from './pose-rows.ts';
import type { ToolTask } from './tool-task.ts';
import { joined, type Law, partOf, shareAt, type Track, Way } from './way.ts';

/** Where fewer than six joints follow, what they cannot change may be off by so many radians. */
const LEFT_TURN = 1e-7;
/** How much more than a way's own slack its pieces may be off by: arms make more of it. */
const SLACK_FACTOR = 100;
/** How much more than what is not known of their start loops may be off by. */
const OFF_FACTOR = 10;
/** So many times a piece's errors hold what is proven of its end alone. */
const KNOT_BOX = 4;
/** Shares of a move that may take less than the clock tells apart. */
const SLIVER = 1e-9;
/** Shares of a way, to look whether it can be gone on. */
const FARTHER: readonly number[] = [0.003, 0.03];

export class ToolTrail {
  readonly closure: Closure<FrameRows>;
  private readonly task: ToolTask;
  private readonly waypoints: Float64Array[];
  private readonly pieces: PathPiece[] = [];
  /** Seconds of every waypoint; null: it has none. */
  private readonly times: number[] | null;
  private errors: Float64Array;
  /** Moves that do nothing. */
  private readonly skipped: Set<number> = new Set();

  constructor(task: ToolTask) {
    const { robot, startsAt } = task;
    this.task = task;
    this.waypoints = [robot.configuration(task.options.from)];
    this.times = startsAt === null ? null : [startsAt];
    this.errors = new Float64Array(robot.size);
    this.closure = closureOf(task, this.waypoints[0]);
  }

  /** Where the joints are at the end so far. */
  get last(): Float64Array {
    return this.waypoints[this.waypoints.length - 1];
  }

  get second(): number {
    return this.times === null ? 0 : this.times[this.times.length - 1];
  }

  /** All of it as a path. */
  path(): RobotPath {
    const { waypoints, times, pieces } = this;
    const { robot, what, at, options } = this.task;
    if (pieces.length === 0) throw new InputError(`${what}: nothing moves, and nothing waits`);
    this.checkComplete();
    const path = new RobotPath(robot, waypoints, times, undefined, undefined, pieces, { link: options.link, at });
    if (options.limits !== 'ignore') this.refuseLimits(path);
    return path;
  }

  /** Notes that a move does nothing, so that it has no pieces. */
  skip(move: number): void {
    this.skipped.add(move);
  }

  /** Every move has its pieces, in their order and each with a time of its own, or is known to do nothing. */
  private checkComplete(): void {
    const { task, pieces, skipped, times } = this;
    let last = -1;
    for (const [i, { of }] of pieces.entries()) {
      const move = of?.move ?? -1;
      for (let k = last + 1; k < move; k++) if (!skipped.has(k)) throw lost(task, k);
      if (move < last) throw lost(task, move);
      last = move;
      if (times !== null && !(times[i + 1] > times[i]) && of !== undefined && of.to - of.from > SLIVER)
        throw new InputError(`${task.called(move)}: takes no time that can be told at second ${times[i]}: make it slower`);
    }
    for (let k = last + 1; k < task.options.moves.length; k++) if (!skipped.has(k)) throw lost(task, k);
  }

  /**
   * The joints go straight, as laws say. What is not known of the start gets no more; where they go anywhere, they end
   * with the values given, and where they wait, `start` is `end`. Of loops those go straight that are driven.
   */
  goStraight(start: Float64Array, end: Float64Array, parts: readonly TimedPart[], move: number, kind: PieceKind): void {
    const { robot, looped } = this.task;
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
      if (looped !== null && start !== end) {
        this.followLoops(looped, coefficients, after, seconds, { move, kind }, law);
        continue;
      }
      this.push({ coefficients, errors: this.errors, of: { move, kind, from: law[0], to: shareAt(law, 1) } }, after, this.second + seconds);
    }
    if (start === end) return;
    if (looped === null) this.errors = new Float64Array(robot.size);
    else looped.checkFollowing(start, end, this.last, this.task.called(move));
  }

  /** Lets loops follow joints that go by polynomials, to where these end. */
  private followLoops(
    { closer }: LoopedRobot,
    course: Float64Array,
    end: Float64Array,
    seconds: number,
    of: { readonly move: number; readonly kind: PieceKind },
    law: Law,
  ): void {
    const { task } = this;
    const begin = this.second;
    const off = this.errors;
    const clock = this.clockOver(seconds);
    const accuracy = task.accuracy + OFF_FACTOR * closer.closure.rows.effect(off);
    const { pieces } = closer.follow(course, this.last, off, clock, task.called(of.move), accuracy, off);
    for (const piece of pieces) {
      const { coefficients, errors, from, to } = piece;
      const after = endOf(piece, closer.closure);
      if (to === 1) for (let s = 0; s < after.length; s++) if (!closer.closure.slots.includes(s)) after[s] = end[s];
      this.push(
        { coefficients, errors, of: { ...of, from: shareAt(law, from), to: shareAt(law, to) } },
        after,
        to === 1 ? begin + seconds : begin + to * seconds,
      );
      this.errors = errors;
    }
  }

  /** By how much seconds are rounded, as a share of so many of them. */
  private clockOver(seconds: number): number {
    const { second } = this;
    return this.times === null ? 1 : (Math.abs(second) + Math.abs(second + seconds)) / seconds;
  }

  /** Along a line, an arc or a spline, in something that moves or not, part by part. */
  goAlong(
    track: Track,
    motion: FrameMotion | null,
    parts: readonly TimedPart[],
    { move, start, end }: Pick<RunLine, 'move' | 'start' | 'end'>,
    what: string,
    kind: 'line' | 'arc' | 'spline',
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
  follow(
    blocks: Float64Array,
    tube: readonly [number, number],
    course: Float64Array,
    seconds: number,
    of: { readonly move: number; readonly kind: PieceKind },
    law: Law,
    what: string,
  ): void {
    const { closure, task } = this;
    const { accuracy, reach } = task;
    const begin = this.second;
    const way = new Way(blocks, tube);
    if (!closure.chooseRows(this.last))
      throw new InputError(
        `${what}: the joints ${task.following.join(', ')} are singular at its start: they do not move the tool independently`,
      );
    const slack = way.slack[0] + way.slack[1] * (reach || 1);
    task.looped?.closer.writeGiven(closure, course, this.clockOver(seconds));
    const { pieces, stop, left } = piecesOf(closure, way, this.last, this.errors, course, accuracy + SLACK_FACTOR * slack);
    for (const piece of pieces) {
      const { coefficients, errors, from, to } = piece;
      this.push(
        { coefficients, errors, of: { ...of, from: shareAt(law, from), to: shareAt(law, to) } },
        endOf(piece, closure),
        to === 1 ? begin + seconds : begin + to * seconds,
      );
    }
    if (stop !== null && tube[0] + tube[1] * (reach || 1) > accuracy)
      throw new InputError(
        `${what}: curves up to ${tube[0].toPrecision(3)} beside it${tube[1] > 0 ? `, turned by up to ${tube[1].toPrecision(3)} radians more,` : ''} cannot be proven to be followed: give a smaller radius, or the kind 'parabola'`,
      );
    // what cannot be kept is the reason, wherever else it ends
    if (left[PLACE] - way.slack[0] > accuracy + 1e-9 * reach || left[TURN] - way.slack[1] > LEFT_TURN)
      throw new InputError(
        `${what}: the ${task.following.length} joints ${task.following.join(', ')} cannot keep the tool on it: off by up to ${left[PLACE].toPrecision(3)} in length and ${left[TURN].toPrecision(3)} radians${task.options.free === undefined ? "; free: ['orientation'] leads its place alone" : ''}`,
      );
    if (stop !== null) throw this.refusal({ ...stop, at: shareAt(law, stop.at) }, this.goesOn(way, stop), what, of.kind);
    task.looped?.closer.checkOpen(left[LOOP], what);
    if (pieces.length > 0) this.errors = this.errorsAtEnd(pieces[pieces.length - 1], way);
  }

  /** What is not known of the end of a way; for loops proven there alone, since what is driven then drives others. */
  private errorsAtEnd(piece: Piece, way: Way): Float64Array {
    const { closure } = this;
    if (this.task.looped === null) return piece.errors;
    const isAlone = closure.isAlone(KNOT_BOX);
    const still = new Float64Array(piece.coefficients.length);
    endOf(piece, closure).forEach((x, s) => {
      still[6 * s] = x;
    });
    closure.keepOrientations(still);
    if (!isAlone || closure.estimate(still, way, 1, 1) === Infinity || !closure.prove(way, 1, 1, 0)) return piece.errors;
    const errors = piece.errors.slice();
    for (const s of closure.slots) {
      let rounding = 0;
      for (let m = 0; m < 6; m++) rounding += 2 ** -50 * Math.abs(piece.coefficients[6 * s + m]);
      // where the piece has no other solution, it is this one
      if (closure.errors[s] + rounding > KNOT_BOX * errors[s]) return piece.errors;
      errors[s] = Math.min(errors[s], closure.errors[s] + rounding);
    }
    return errors;
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
    const limits = this.task.robot.limitFaults(values);
    const beyond = limits.length > 0 ? `; there ${limits[0]}` : '';
    const singular = this.closure.conditionAt(values) < 1e-2;
    const why = goesOn
      ? singular
        ? 'the joints are singular there'
        : (tooFine(this.task.accuracy, this.task.reach) ?? 'the joints turn too fast there to be followed')
      : `what follows is out of reach${singular ? ', or beyond where the joints are singular' : ''}`;
    return new InputError(`${what}: the ${kind} can be followed up to ${share} of it: ${why}${this.fastest(what)}${beyond}`);
  }

  /** Which joint goes how fast where the pieces end. */
  private fastest(what: string): string {
    const piece = this.pieces[this.pieces.length - 1];
    const { of } = piece ?? {};
    if (of === undefined || what !== this.task.called(of.move)) return '';
    const { times, waypoints } = this;
    const lasts = times === null ? of.to - of.from : times[times.length - 1] - times[waypoints.length - 2];
    let [joint, most] = ['', 0];
    for (const { name, slot, size } of this.task.robot.joints) {
      if (size !== 1) continue;
      let rate = 0;
      for (let m = 1; m < 6; m++) rate += (m * piece.coefficients[6 * slot + m]) / lasts;
      if (Math.abs(rate) > most) [joint, most] = [name, Math.abs(rate)];
    }
    return joint === '' ? '' : `; joint '${joint}' goes at ${most.toPrecision(3)} ${times === null ? 'a move' : 'a second'} there`;
  }

  private refuseLimits(path: RobotPath): void {
    const [first] = [...limitFindings(path)].sort((a, b) => a.from - b.from);
    if (first === undefined) return;
    const { of } = this.pieces[Math.min(path.segments - 1, Math.floor(first.from))];
    const { from = 0, to = 1 } = of ?? {};
    const share = from + (first.from - Math.floor(first.from)) * (to - from);
    const { joint, limit, value, lower, upper } = first;
    const range = limit === 'position' ? `${lower} to ${upper}` : `${upper} a second${limit === 'velocity' ? '' : ' squared'}`;
    throw new InputError(
      `${this.task.called(of?.move ?? 0)}: ${limit === 'position' ? '' : `${limit} of `}joint '${joint}' is beyond its limits ${range} from ${(100 * share).toPrecision(4)} % of it on: ${value.toPrecision(6)} at the worst`,
    );
  }
}

/** By robot, what followed last: many paths of one tool need it once. */
const lastClosures: WeakMap<RobotModel, { readonly key: string; readonly closure: Closure<FrameRows> }> = new WeakMap();

function closureOf({ robot, link, at, slots, turns, looped }: ToolTask, start: Float64Array): Closure<FrameRows> {
  const floats = robot.joints.some(({ kind }) => kind.orientation >= 0);
  const key = [link, ...at.position, ...at.quaternion, turns, ...slots].join();
  const last = lastClosures.get(robot);
  if (last?.key === key) return last.closure;
  const closure = new Closure<FrameRows>(robot, slots, (tree) => {
    const rows = new PoseRows(tree, link, at, start, turns);
    return looped === null ? rows : looped.closer.rowsWith(tree, rows);
  });
  // what floats stays where it starts, and loops tell a closure what they know of their start
  if (looped === null && !floats) lastClosures.set(robot, { key, closure });
  return closure;
}

function lost(task: ToolTask, move: number): InputError {
  return new InputError(`${task.called(move)}: its pieces are missing; this is a fault of the library`);
}
