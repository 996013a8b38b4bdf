/**
 * Joints of loops that follow those that are driven. Guarantee: pieces of a path hold the one solution that continues
 * its start, as proof.ts says; a configuration is continued from another one by such pieces, unless it comes with
 * values of the joints that follow, and then Newton's steps begin at these.
 */
import { InputError } from '../../math/input-error.ts';
import { length } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { chainOf } from '../inverse/arm.ts';
import type { Closing, RobotModel } from '../robot-model.ts';
import type { PathPiece } from '../robot-path.ts';
import { defaultAccuracy, tooFine } from './accuracy.ts';
import { Closure } from './closure.ts';
import { LOOP } from './closure-rows.ts';
import { LoopRows, type TreeLoop } from './loop-rows.ts';
import { LoopedPoseRows } from './looped-pose-rows.ts';
import { endOf, piecesOf, type Stop } from './pieces.ts';
import type { PoseRows } from './pose-rows.ts';
import { bestRows, invert } from './proof/small-matrix.ts';
import type { Tree } from './tree-frame.ts';

/** A loop that is as open is closed, as a share of its length. */
const CLOSED = 1e-12;
/** How far links may be off where only the end of a way counts, as a share of a loop's length. */
const LOOSE = 1e-3;
/** A loop that is less open, as a share of its length, is meant to be closed there. */
const NEARLY = 0.1;
/** Joints that follow are not farther than this from where they were said to be: radians, or shares of a length. */
const NEAR = 0.5;
/** Values of joints that follow, where given, may differ by this from what they are: radians, or shares of a length. */
export const MATCH = 1e-3;
/** What cutting does to a polynomial, relative to its coefficients. */
const CUT_ERROR: number = 2 ** -48;

export interface NamedLoop extends TreeLoop {
  readonly name: string;
}

export class LoopCloser {
  readonly closure: Closure<LoopRows>;
  readonly accuracy: number;
  private readonly robot: RobotModel;
  private readonly loops: readonly NamedLoop[];
  /** Columns below this share of the largest are none, too: models are written with so many digits. */
  private readonly tolerance: number;
  private readonly unit: number;

  /** Unknown: slots of the joints that follow. Tolerance: a share of a loop's length. */
  constructor(robot: RobotModel, loops: readonly NamedLoop[], unknown: readonly number[], tolerance: number, accuracy?: number) {
    this.robot = robot;
    this.loops = loops;
    this.tolerance = tolerance;
    const reaches = reachesOf(robot);
    this.closure = new Closure(robot, unknown, (tree) => new LoopRows(tree, loops, new Float64Array(robot.size), reaches));
    this.unit = this.closure.rows.unit(0);
    this.accuracy = accuracy ?? defaultAccuracy(robot, this.unit);
  }

  /** The first closed configuration, from one that nearly is; says what is wrong with loops and driven joints. */
  assemble(values: Float64Array, driven: readonly string[], what: string): Float64Array {
    const { closure } = this;
    const out = values.slice();
    closure.chooseRows(out);
    const isSquare = closure.chosen.length === closure.count;
    // a second time by the rows that are best where it is closed
    const isSolved =
      isSquare &&
      (closure.open(out).size <= CLOSED || (closure.solve(out, null, 0) && closure.chooseRows(out) && closure.solve(out, null, 0)));
    const { row, size } = closure.open(out);
    if (isSolved && size <= this.tolerance) {
      this.checkRank(out, driven, what);
      return out;
    }
    const open = closure.open(values);
    if (open.size <= NEARLY && !isSquare) throw this.loose(values, what);
    const own = this.loops[closure.rows.group(isSolved ? row : open.row)];
    const far = (isSolved ? size : open.size) * closure.rows.unit(row);
    throw new InputError(
      isSolved
        ? `${what}: loop '${own.name}' does not close: the joints that follow leave it open by ${far.toPrecision(3)}${this.contradict(out) ? `; the driven joints ${driven.join(', ')} contradict each other there` : ''}`
        : `${what}: loop '${own.name}' does not close at the start: it is open by ${far.toPrecision(3)} there, and no values of ${this.names()} nearby close it; give "closed", a configuration in which it nearly is`,
    );
  }

  /** A configuration closed: continued from `from`, or, null, by what it says of the joints that follow. */
  closed(values: Float64Array, from: Float64Array | null, what: string): Float64Array {
    const { closure } = this;
    // the same place after a whole turn has other values
    const isDriving = (s: number): boolean => !closure.slots.includes(s) && this.loops.some((_, k) => closure.rows.has(k, s));
    const isThere = from === null || values.every((x, s) => x === from[s] || !isDriving(s));
    if (isThere && closure.open(values).size <= CLOSED) return values;
    const out = values.slice();
    if (from !== null) {
      const course = new Float64Array(6 * out.length);
      for (let s = 0; s < out.length; s++) {
        course[6 * s] = from[s];
        course[6 * s + 1] = out[s] - from[s];
      }
      const { pieces, stop } = this.pieces(course, from, new Float64Array(out.length), LOOSE * this.unit);
      if (stop !== null) throw new InputError(`${what}: ${this.why(stop, 'on the way there')}`);
      const end = endOf(pieces[pieces.length - 1], closure);
      for (const s of closure.slots) out[s] = end[s];
    } else closure.chooseRows(out);
    const start = out.slice();
    const isSolved = closure.chosen.length === closure.count && closure.solve(out, null, 0);
    const isNear = closure.slots.every((s) => Math.abs(out[s] - start[s]) <= NEAR * closure.units[s]);
    const { row, size } = closure.open(out);
    if (isSolved && isNear && size <= this.tolerance) return out;
    const { name } = this.loops[closure.rows.group(row)];
    throw new InputError(`${what}: loop '${name}' does not close near the values given for ${this.names()}`);
  }

  private tried(values: Float64Array, from: Float64Array | null): Float64Array | null {
    try {
      return this.closed(values, from, '');
    } catch (error) {
      if (error instanceof InputError) return null;
      throw error;
    }
  }

  /**
   * The pieces of one segment, from a configuration known up to errors; the loops stay as closed as is asked for.
   * `off`: how far given values can be from those of the course.
   */
  follow(
    course: Float64Array,
    start: Float64Array,
    errors: Float64Array,
    clock: number,
    what: string,
    accuracy: number = this.accuracy,
    off: Float64Array | null = null,
  ): FollowedLoop {
    const { pieces, stop, left } = this.pieces(course, start, errors, accuracy, clock, off);
    if (stop !== null) throw new InputError(`${what}: ${this.why(stop, 'of it')}`);
    this.checkOpen(left[LOOP], what);
    return { pieces, open: left[LOOP] };
  }

  /** Throws where loops open by more than is allowed. */
  checkOpen(open: number, what: string): void {
    if (open > this.tolerance * this.unit)
      throw new InputError(`${what}: the joints ${this.names()} cannot keep the loops closed: they open by up to ${open.toPrecision(3)}`);
  }

  /** Rows of the loops beside those of a frame, for a closure of which more than what follows is unknown. */
  rowsWith(tree: Tree, pose: PoseRows): LoopedPoseRows {
    const rows = new LoopRows(tree, this.loops, new Float64Array(this.robot.size), reachesOf(this.robot));
    return new LoopedPoseRows(rows, pose, tree.unknown.length, this.closure.count);
  }

  /** Slots of what moves a link: the joints above it, and those of loops that have some of these. */
  moving(link: number): ReadonlySet<number> {
    const { robot, loops, closure } = this;
    const slots = robot.joints.flatMap(({ slot, kind }) => (kind.size === 1 ? [slot] : []));
    const out = new Set(chainOf(robot, link).map((i) => robot.source(robot.links[i].joint).joint.slot));
    for (let count = -1; count !== out.size; ) {
      count = out.size;
      loops.forEach((_, k) => {
        const own = slots.filter((slot) => closure.rows.has(k, slot));
        if (own.some((slot) => out.has(slot))) for (const slot of own) out.add(slot);
      });
    }
    return out;
  }

  /** How far given values can be from their polynomials: cut out of a course, by seconds that are rounded. */
  writeGiven({ rows: { given }, slots, orientations }: Closure, course: Float64Array, clock: number): void {
    for (let s = 0; s < given.length; s++) {
      let [sum, rate] = [0, 0];
      for (let m = 0; m < 6; m++) {
        sum += Math.abs(course[6 * s + m]);
        rate += m * Math.abs(course[6 * s + m]);
      }
      given[s] = CUT_ERROR * (sum + clock * rate);
    }
    for (const s of [...slots, ...orientations]) given[s] = 0;
  }

  private pieces(
    course: Float64Array,
    start: Float64Array,
    errors: Float64Array,
    accuracy: number,
    clock = 0,
    off: Float64Array | null = null,
  ): ReturnType<typeof piecesOf> {
    const { closure } = this;
    this.writeGiven(closure, course, clock);
    if (off !== null) for (let s = 0; s < off.length; s++) if (!closure.slots.includes(s)) closure.rows.given[s] += off[s];
    // not what the last path left: the same question has the same answer
    closure.chooseRows(start);
    return piecesOf(closure, null, start, errors, course, accuracy);
  }

  /** All joints of the loops unknown. */
  private whole(): Closure<LoopRows> {
    const { closure, robot } = this;
    const slots = robot.joints.flatMap(({ slot, kind }) =>
      kind.size === 1 && this.loops.some((_, k) => closure.rows.has(k, slot)) ? [slot] : [],
    );
    const none = new Float64Array(robot.links.length);
    return new Closure(robot, slots, (tree) => new LoopRows(tree, this.loops, new Float64Array(robot.size), none));
  }

  /** All loops as least squares take them. */
  closing(passive: readonly string[]): Closing {
    const whole = this.whole();
    const { count: n, rows, slots } = whole;
    const driving = [...slots].map((slot) => this.nameOf(slot)).filter((name) => !passive.includes(name));
    let at = new Float64Array(0);
    return {
      passive,
      driving,
      rows: rows.count,
      write(values, e, o) {
        at = values.slice();
        whole.squareOf(at);
        whole.scaledResidual().forEach((x, row) => {
          e[o + row] = -x;
        });
      },
      writeRows(J, o, count, ofSlot, units) {
        const all = whole.scaledJacobian(at);
        for (let row = 0; row < rows.count; row++)
          for (let j = 0; j < n; j++) {
            const variable = ofSlot[slots[j]];
            if (variable >= 0) J[(o + row) * count + variable] = (all[row * n + j] * units[variable]) / whole.units[slots[j]];
          }
      },
      moving: (link) => this.moving(link),
      near: (values) => this.tried(values, null),
      continued: (values, before) => this.tried(values, before),
    };
  }

  /** Values of all joints of the loops that bring these nearest to closed, by least squares from those given. */
  nearest(values: Float64Array): Float64Array {
    const whole = this.whole();
    const { count: n, rows, slots, units } = whole;
    const best = values.slice();
    let [least, damping] = [whole.squareOf(best), 1e-2];
    const [normal, inverse, work] = [0, 1, 2].map(() => new Float64Array(n * n));
    for (let step = 0; step < 400 && least > 1e-26 && damping < 1e9; step++) {
      const J = whole.scaledJacobian(best);
      const r = whole.scaledResidual();
      for (let i = 0; i < n; i++)
        for (let j = 0; j < n; j++) {
          let x = i === j ? damping : 0;
          for (let k = 0; k < rows.count; k++) x += J[k * n + i] * J[k * n + j];
          normal[i * n + j] = x;
        }
      if (!invert(normal, n, inverse, work)) break;
      const trial = best.slice();
      for (let i = 0; i < n; i++) {
        let x = 0;
        for (let j = 0; j < n; j++) for (let k = 0; k < rows.count; k++) x += inverse[i * n + j] * J[k * n + j] * r[k];
        trial[slots[i]] -= x * units[slots[i]];
      }
      const square = whole.squareOf(trial);
      damping *= square < least ? 0.3 : 4;
      if (!(square < least)) continue;
      least = square;
      best.set(trial);
    }
    return best;
  }

  /** Nothing says what some joint does, or two that are driven contradict each other. */
  private checkRank(values: Float64Array, driven: readonly string[], what: string): void {
    const { closure } = this;
    const n = closure.count;
    const all = closure.scaledJacobian(values);
    if (bestRows(all, closure.rows.count, n, this.tolerance).length < n) throw this.loose(values, what);
    if (this.contradict(values))
      throw new InputError(
        `${what}: the driven joints ${driven.join(', ')} contradict each other: the loops leave fewer of them free; let one of them follow`,
      );
  }

  /** The loops leave fewer joints free than are driven. */
  private contradict(values: Float64Array): boolean {
    const whole = this.whole();
    return bestRows(whole.scaledJacobian(values), this.closure.rows.count, whole.count, this.tolerance).length > this.closure.count;
  }

  private loose(values: Float64Array, what: string): InputError {
    const { closure } = this;
    const n = closure.count;
    const columns = Array.from({ length: n }, (_, j) => j);
    const all = closure.scaledJacobian(values);
    const rank = bestRows(all, closure.rows.count, n, this.tolerance).length;
    // joints without which the others are as free
    const free = columns.filter((j) => {
      const others = columns.filter((k) => k !== j);
      const less = Float64Array.from(
        { length: closure.rows.count * (n - 1) },
        (_, e) => all[Math.floor(e / (n - 1)) * n + others[e % (n - 1)]],
      );
      return bestRows(less, closure.rows.count, n - 1, this.tolerance).length === rank;
    });
    const names = free.map((j) => this.nameOf(closure.slots[j])).join(', ');
    return new InputError(
      `${what}: nothing says where ${names} go: ${n} joints follow, the loops hold ${rank} of them there. Name ${n - rank} more as driven, or begin elsewhere ("closed") if it is singular there`,
    );
  }

  /** Why a motion ends where it does, and which loop that is. */
  private why({ at, reason, values }: Stop, whole: string): string {
    const { closure } = this;
    const { condition, unknown } = closure.weakestAt(values);
    const own = this.loops.filter((_, k) => unknown < 0 || closure.rows.has(k, closure.slots[unknown]));
    const names = own.map(({ name }) => `'${name}'`).join(', ');
    const share = `${(100 * at).toPrecision(4)} % ${whole}`;
    const because =
      condition < 0.02
        ? 'it is singular there, or does not reach farther'
        : reason === 'no-solution'
          ? 'beyond it nothing closes it'
          : (tooFine(this.accuracy, this.unit) ?? 'its joints turn too fast there to be followed');
    return `loop ${names} can be kept closed up to ${share}: ${because}`;
  }

  private names(): string {
    return [...this.closure.slots].map((slot) => this.nameOf(slot)).join(', ');
  }

  private nameOf(slot: number): string {
    return this.robot.joints.find((joint) => joint.slot === slot)?.name ?? '';
  }
}

export interface FollowedLoop {
  readonly pieces: readonly (PathPiece & { readonly from: number; readonly to: number })[];
  /** How far places that are to coincide and were not solved for can be apart. */
  readonly open: number;
}

/** By link: how far what moves with it is from its joint at most, slides left out. */
function reachesOf({ links }: RobotModel): Float64Array {
  const out = new Float64Array(links.length);
  for (const { index, parent, shapes, joint } of [...links].reverse()) {
    for (const { shape, pose } of shapes) out[index] = Math.max(out[index], farthest(shape) + length(pose?.position ?? [0, 0, 0]));
    if (parent >= 0) out[parent] = Math.max(out[parent], out[index] + length(joint.position));
  }
  return out;
}

function farthest({ positions, radii }: TriangleMesh): number {
  let most = 0;
  for (let v = 0; v < positions.length; v += 3) most = Math.max(most, length([positions[v], positions[v + 1], positions[v + 2]]));
  return most + (radii?.reduce((a, b) => Math.max(a, b), 0) ?? 0);
}
