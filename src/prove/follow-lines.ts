/**
 * Joints that follow, in a proof [docs/proof-format.md, "Closures"]: points of two frames that are to be in one place,
 * of a tool and what leads it, or of loops. Told is what is to be shown, wider than the library has it: whoever checks
 * it does so by other means.
 */
import { largestOf } from '../math/extreme.ts';
import { InputError } from '../math/input-error.ts';
import { fromMatrix, writeMatrix } from '../math/quat.ts';
import type { Closure } from '../robot/follow/closure.ts';
import { type PieceSource, pieceSources } from '../robot/follow/pieces.ts';
import { bestRows } from '../robot/follow/proof/small-matrix.ts';
import type { Way } from '../robot/follow/way.ts';
import { chainOf } from '../robot/inverse/arm.ts';
import { JOINT_A, JOINT_ANGLE, JOINT_B, JOINT_C, JOINT_DEGREE, JOINT_PLACE, JOINT_STRIDE } from '../robot/joint-motion.ts';
import type { RobotLoop, RobotModel } from '../robot/robot-model.ts';
import type { PathPiece, RobotPath } from '../robot/robot-path.ts';
import type { ProofLines } from './proof-lines.ts';

/**
 * Tubes are told so much wider than they were proven, and none is less than this share of the widest, so that a coarser
 * check gets by with fewer cuts.
 */
const WIDER = 2;
const EVEN = 0.25;
/** The same in blends that are known up to a tube: the check takes it row by row, which turns make more of. */
const WIDER_TUBE = 32;
/** Bounds on what is not solved: so much wider, and what rounding does to a length. */
const WIDER_OPEN = 4;
const ROUNDING = 1e-13;
/** Ways that are less known than this share of the arm are not covered: their check would not contract. */
const WIDEST = 1e-6;

/** A loop, by frames of the file; on the base: both hang on nothing else. */
interface LoopJoin {
  readonly a: number;
  readonly b: number;
  readonly keeps: RobotLoop['keeps'];
  readonly isOnBase: boolean;
}

/** Axes of the frame along which points are, beside its origin. */
const AXES: Readonly<Record<RobotLoop['keeps'], readonly number[]>> = { point: [], axis: [2], whole: [0, 1] };

/** The closures of one robot. */
export class FollowLines {
  private readonly robot: RobotModel;
  private readonly links: readonly number[];
  private readonly lines: ProofLines;
  private readonly valueFor: (slot: number) => number;
  private readonly name: string;
  /** The frame that leads the tool; −1: none does. */
  readonly guide: number;
  private readonly tool: number;
  private readonly loops: readonly LoopJoin[];
  /** By what follows and whether a tool is led: the number of the closure. */
  private readonly known: Map<string, number> = new Map();
  private readonly sources: readonly (PieceSource | undefined)[];

  /** Writes their frames. */
  constructor(lines: ProofLines, path: RobotPath, robot: RobotModel, links: readonly number[], valueFor: (slot: number) => number) {
    this.lines = lines;
    this.robot = robot;
    this.links = links;
    this.valueFor = valueFor;
    this.name = robot.name;
    const { tool } = path;
    this.sources = (path.pieces ?? []).map((piece) => this.sourceOf(piece));
    this.loops = (robot.loops ?? []).map(({ a, b, keeps }, k) => {
      const [first, second] = [a, b].map(({ link, at }, side) =>
        this.frame(`loop ${k} ${side === 0 ? 'a' : 'b'}`, link, at?.position, at?.quaternion),
      );
      const standsOn = (name: string): readonly number[] =>
        chainOf(
          robot,
          robot.links.findIndex((one) => one.name === name),
        );
      const above = new Set(standsOn(a.link));
      return { a: first, b: second, keeps, isOnBase: !standsOn(b.link).some((link) => above.has(link)) };
    });
    this.tool = tool === null ? -1 : this.frame('tool', tool.link, tool.at.position, tool.at.quaternion);
    this.guide = tool === null ? -1 : lines.frame({ name: `${robot.name}/way`, parent: -1, moves: 'guide' });
  }

  private frame(name: string, link: string, position: readonly number[] = [0, 0, 0], quaternion: readonly number[] = [0, 0, 0, 1]): number {
    const number = this.robot.links.findIndex((one) => one.name === link);
    return this.lines.frame({ name: `${this.name}/${name}`, parent: this.links[number], at: [...position, ...quaternion] });
  }

  private sourceOf(piece: PathPiece): PieceSource | undefined {
    const source = pieceSources.get(piece.coefficients);
    const kind = piece.of?.kind ?? 'path';
    const leads = kind === 'wait' || (this.robot.loops === undefined && (kind === 'joints' || kind === 'pose'));
    if (source === undefined && !leads)
      throw new InputError(`proof: the path of robot '${this.name}' was solved elsewhere: nothing shows here what its joints follow`);
    if (source !== undefined && slackOf(source) > WIDEST * unitOf(source))
      throw new InputError(`proof: blends with a tube around them are not covered yet (robot '${this.name}')`);
    return source;
  }

  /** Writes the closures, once all frames are written. */
  write(): void {
    for (const source of this.sources) {
      if (source === undefined) continue;
      const key = keyOf(source);
      if (this.known.has(key)) continue;
      this.known.set(key, this.lines.closures++);
      const { closure, way } = source;
      const { rows } = closure;
      let row = 0;
      const join = (a: number, b: number, keeps: RobotLoop['keeps']): object => {
        const at = pointsOf(keeps, rows.unit(row));
        row += 3 * at.length;
        return { a, b, at };
      };
      const joins = this.loops.map(({ a, b, keeps }) => join(a, b, keeps));
      if (way !== null) joins.push(join(this.tool, this.guide, rows.count - row < 6 ? 'point' : 'whole'));
      this.lines.line('closure', { unknown: [...closure.slots].map((slot) => this.valueFor(slot)), joins });
    }
  }

  /** By slot, how far values are told to be off in a segment. */
  errorsOf({ coefficients, errors, of }: PathPiece): readonly number[] {
    const source = pieceSources.get(coefficients);
    const out = Array.from(errors);
    if (source === undefined) return out;
    const { slots, units } = source.closure;
    const wider = of?.kind === 'blend' && slackOf(source) > ROUNDING * unitOf(source) ? WIDER_TUBE : WIDER;
    const widest = slots.reduce((most, slot) => Math.max(most, errors[slot] / units[slot]), 0);
    for (const slot of slots) out[slot] = wider * Math.max(errors[slot], EVEN * widest * units[slot]);
    return out;
  }

  /** How much farther than by what was proven bodies can be off by what is told of a segment, about. */
  wider(number: number, piece: PathPiece): number {
    const source = this.sources[number];
    if (source === undefined) return 0;
    const { rows } = source.closure;
    const told = rows.effect(Float64Array.from(this.errorsOf(piece)));
    return 1.2 * (told / rows.effect(piece.errors)) - 1;
  }

  /** What leads the tool in a part of a piece. */
  motion(number: number, from: number, to: number): readonly object[] {
    if (this.guide < 0) return [];
    const source = this.sources[number];
    if (source === undefined || source.way === null || from === to) return [[{ pose: [0, 0, 0, 0, 0, 0, 1] }]];
    const span = source.to - source.from;
    const end = from === 0 && to === 1 ? source.to : source.from + to * span;
    return [screwsOf(source.way, source.from + from * span, end, this.reach(source))];
  }

  /** How far points of the tool are from its origin. */
  private reach({ closure: { rows } }: PieceSource): number {
    return rows.unit(rows.count - 1) === 1 ? powerBelow(rows.unit(rows.count - 6)) : 0;
  }

  /** The closure that holds in a segment. */
  closed(number: number, piece: PathPiece): readonly object[] {
    const source = this.sources[number];
    if (source === undefined) return [];
    const { rows, open } = this.rowsOf(source, piece);
    return [{ closure: this.known.get(keyOf(source)), rows, open }];
  }

  /** Which rows are best to solve with, in the middle of a piece, and how far the others may be from 0. */
  private rowsOf({ closure, way, from, to }: PieceSource, piece: PathPiece): { rows: readonly number[]; open: number } {
    const { rows, count: n, units } = closure;
    const errors = this.errorsOf(piece);
    const { coefficients } = piece;
    let all: readonly (readonly number[])[] = [];
    let [best, open]: [readonly number[], number] = [[], 0];
    for (const t of [0, 1, 0.5]) {
      const values = Float64Array.from(units, (_, slot) => horner(coefficients, 6 * slot, t));
      rows.aim(way, from + t * (to - from));
      const residual = new Float64Array(rows.count);
      const J = new Float64Array(rows.count * n);
      rows.place(values, residual);
      rows.writeJacobian(J);
      const [slopes, far] = this.differences(closure, way, values, J, residual);
      all = slopes;
      const scaled = Float64Array.from(slopes.flatMap((own) => own.map((x, j) => x * units[closure.slots[j]])));
      best = bestRows(scaled, slopes.length, n, undefined, rows.ahead);
      open = largestOf([open, ...far]);
    }
    const solved = new Set(best);
    const moved = all.flatMap((own, row) =>
      solved.has(row) ? [] : [own.reduce((sum, x, j) => sum + Math.abs(x) * errors[closure.slots[j]], 0)],
    );
    // what is given may be off, too
    const given = errors.reduce((sum, x, slot) => (closure.slots.includes(slot) ? sum : sum + x), 0);
    const length = 1 + largestOf(all.flat().map(Math.abs));
    const slack = way === null ? 0 : way.slack[0] + length * way.slack[1];
    return { rows: best, open: WIDER_OPEN * (open + slack + largestOf([0, ...moved]) + given * length) + ROUNDING * length };
  }

  /** Derivatives of differences of points, three a point, and what is open, from the library's rows. */
  private differences(
    closure: Closure,
    way: Way | null,
    values: Float64Array,
    J: Float64Array,
    residual: Float64Array,
  ): [number[][], number[]] {
    const { count: n, rows } = closure;
    const own = (row: number): number[] => Array.from(J.subarray(row * n, row * n + n));
    const told: number[][] = [];
    const far: number[] = [];
    const base = new Float64Array(9);
    writeMatrix(this.robot.base.quaternion, base, 0);
    let row = 0;
    for (const { keeps, isOnBase } of this.loops)
      for (const end = row + 3 + 3 * AXES[keeps].length; row < end; row += 3) {
        const three = [own(row), own(row + 1), own(row + 2)];
        // the library's are as the world has them
        for (let e = 0; e < 3; e++)
          told.push(
            isOnBase ? three[0].map((_, k) => base[e] * three[0][k] + base[3 + e] * three[1][k] + base[6 + e] * three[2][k]) : three[e],
          );
        for (let e = 0; e < 3; e++) far.push(Math.abs(residual[row]) + Math.abs(residual[row + 1]) + Math.abs(residual[row + 2]));
      }
    const led = way === null ? 0 : rows.count - row;
    for (let e = 0; e < Math.min(led, 3); e++) {
      told.push(own(row + e));
      far.push(Math.abs(residual[row + e]));
    }
    if (led < 6) return [told, far];
    const R = new Float64Array(9);
    const { frameAt } = rows as unknown as {
      frameAt(values: Float64Array): { readonly quaternion: readonly [number, number, number, number] };
    };
    writeMatrix(frameAt.call(rows, values).quaternion, R, 0);
    const length = powerBelow(rows.unit(row));
    for (const axis of AXES.whole) {
      const v = [R[axis], R[3 + axis], R[6 + axis]].map((x) => length * x);
      for (let e = 0; e < 3; e++) {
        const [i, j] = [(e + 1) % 3, (e + 2) % 3];
        // ω × v
        told.push(own(row + e).map((x, k) => x + J[(row + 3 + i) * n + k] * v[j] - J[(row + 3 + j) * n + k] * v[i]));
        far.push(Math.abs(residual[row + e]) + length * (Math.abs(residual[row + 3 + i]) + Math.abs(residual[row + 3 + j])));
      }
    }
    return [told, far];
  }
}

/** The arm's length. */
function unitOf({ closure: { rows } }: PieceSource): number {
  return rows.unit(Math.max(0, rows.count - 6));
}

/** How far what leads the tool may be off, as a length. */
function slackOf(source: PieceSource): number {
  const [place, turn] = source.way?.slack ?? [0, 0];
  return place + turn * unitOf(source);
}

function keyOf({ closure, way }: PieceSource): string {
  return `${way === null ? '' : 'led '}${[...closure.slots].join(' ')}`;
}

/** The origin, and points along axes so far out. */
function pointsOf(keeps: RobotLoop['keeps'], length: number): number[][] {
  return [[0, 0, 0], ...AXES[keeps].map((axis) => [0, 1, 2].map((k) => (k === axis ? powerBelow(length) : 0)))];
}

/** The largest power of two that is not above a length. */
function powerBelow(length: number): number {
  let far = 1;
  while (far > length) far /= 2;
  while (2 * far <= length) far *= 2;
  return far;
}

function horner(coefficients: Float64Array, o: number, t: number): number {
  let x = coefficients[o + 5];
  for (let m = 4; m >= 0; m--) x = x * t + coefficients[o + m];
  return x;
}

/** The blocks of a way as screws on one another, from one share of it to another. */
function screwsOf({ joints: J, slack }: Way, from: number, to: number, far: number): readonly object[] {
  const part = from === 0 && to === 1 ? {} : { part: [from, to] };
  const out: object[] = [];
  for (let o = 0; o < J.length; o += JOINT_STRIDE) {
    const degree = J[o + JOINT_DEGREE];
    const powers = Array.from({ length: degree + 1 }, (_, m) =>
      Array.from(J.subarray(o + JOINT_PLACE + 3 * m, o + JOINT_PLACE + 3 * m + 3)),
    );
    const angle = Array.from(J.subarray(o + JOINT_ANGLE, o + JOINT_ANGLE + degree + 1));
    // turned by 0; and the axis of [u]× = B R⁻¹
    const R = Float64Array.from({ length: 9 }, (_, e) => J[o + JOINT_C + e] + J[o + JOINT_A + e]);
    const turned = (i: number, j: number): number => [0, 1, 2].reduce((sum, k) => sum + J[o + JOINT_B + 3 * i + k] * R[3 * j + k], 0);
    const axis = [turned(2, 1), turned(0, 2), turned(1, 0)];
    const turns = axis.some((x) => x !== 0) && angle.some((x) => x !== 0);
    const tube = o === 0 ? slack[0] + far * slack[1] : 0;
    out.push({
      pose: [...powers[0], ...fromMatrix(R, 0)],
      ...(degree > 0 ? { way: powers.slice(1) } : {}),
      ...(turns ? { axis, angle } : {}),
      ...part,
      ...(tube > 0 ? { tube } : {}),
    });
  }
  return out;
}
