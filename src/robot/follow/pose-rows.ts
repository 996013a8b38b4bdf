/**
 * A frame of a link on a way: six rows, its place less the way's and ½ vee(E − Eᵀ) with E = R R_wayᵀ; or the first
 * three, where it may turn as it has to. How far their
 * derivatives can be from those along the polynomials, with σ = Σ |vₖ| of the joints that turn: columns of places
 * change by at most Σ |vₖ| (length from the later of both joints to the frame) + Σ of what slides, axes by σ; and the
 * derivative of ½ vee(E − Eᵀ) is (I + M) ω with |M| ≤ θ for a turn E by θ ≤ 1, θ ≤ θ(p) + σ.
 */
import type { Quat, Vec3 } from '../../math/pose.ts';
import { fromMatrix } from '../../math/quat.ts';
import { type FixedFrame, reachOf } from '../inverse/arm.ts';
import { Variables } from '../inverse/variables.ts';
import { type ClosureRows, PLACE, type RowKind, TURN } from './closure-rows.ts';
import { ROUND_UP, type Tree, TreeFrame } from './tree-frame.ts';
import type { Way } from './way.ts';

/** What a way's time and place are off by where a piece is cut out of it, relative to them. */
const CUT_ERROR: number = 2 ** -48;

/** A closure that leads a frame. */
export interface FrameRows extends ClosureRows {
  /** Where the frame is at a configuration. */
  frameAt(values: Float64Array): { readonly position: Vec3; readonly quaternion: Quat };
}

export class PoseRows implements FrameRows {
  readonly count: number;
  /** Places, turns. */
  readonly groups = 2;
  readonly units: Float64Array;
  /** None, unless others say so: what cutting does is in the rows. */
  readonly given: Float64Array;
  private readonly frame: TreeFrame;
  /** The arm's length. */
  private readonly length: number;
  private readonly ofVariable: Int32Array;
  private readonly all: Float64Array;
  private readonly target: Float64Array = new Float64Array(12);
  /** By how much the frame is turned against the way at most, over the piece at hand. */
  private theta = 0;
  private way: Way | null = null;

  /** The frame `at` of a link, with its turn or without; joints that float stay as in `rest`. */
  constructor(tree: Tree, link: number, at: FixedFrame, rest: Float64Array, turns: boolean) {
    this.count = turns ? 6 : 3;
    const { robot, unknown } = tree;
    const movers = tree.moversOf(link);
    const variables = variablesOf(tree, movers);
    this.length = reachOf(robot, link, at).length || 1;
    this.units = new Float64Array(robot.size).fill(1);
    this.given = new Float64Array(robot.size);
    for (const { turns, slot } of movers) if (turns === 0) this.units[slot] = this.length;
    this.frame = new TreeFrame(tree, link, -1, at, 0, variables, rest);
    this.ofVariable = Int32Array.from(unknown, (slot) => variables.ofSlot[slot]);
    this.all = new Float64Array(6 * variables.count);
  }

  frameAt(values: Float64Array): { readonly position: Vec3; readonly quaternion: Quat } {
    const { arm } = this.frame;
    arm.place(values);
    return { position: [arm.tip[9], arm.tip[10], arm.tip[11]], quaternion: fromMatrix(arm.tip, 0) };
  }

  group(row: number): number {
    return row < 3 ? 0 : 1;
  }

  unit(row: number): number {
    return row < 3 ? this.length : 1;
  }

  kind(row: number): RowKind {
    return row < 3 ? PLACE : TURN;
  }

  aim(way: Way | null, t: number): void {
    way?.at(t, this.target);
  }

  place(values: Float64Array, residual: Float64Array): void {
    const { target: X } = this;
    const { arm } = this.frame;
    arm.place(values);
    const T = arm.tip;
    for (let e = 0; e < 3; e++) residual[e] = T[9 + e] - X[9 + e];
    for (let e = 0; e < this.count - 3; e++) {
      const [i, j] = [3 * ((e + 1) % 3), 3 * ((e + 2) % 3)];
      let x = 0;
      for (let k = 0; k < 3; k++) x += T[j + k] * X[i + k] - T[i + k] * X[j + k];
      residual[3 + e] = x / 2;
    }
  }

  writeJacobian(out: Float64Array): void {
    const { all, ofVariable, frame } = this;
    const width = all.length / 6;
    const n = ofVariable.length;
    all.fill(0);
    for (let row = 0; row < this.count; row++) {
      const e = row % 3;
      frame.arm.addRow(e === 0 ? 1 : 0, e === 1 ? 1 : 0, e === 2 ? 1 : 0, row >= 3, 1, all, row * width);
      for (let j = 0; j < n; j++) out[row * n + j] = ofVariable[j] < 0 ? 0 : all[row * width + ofVariable[j]];
    }
  }

  begin(way: Way, from: number, to: number, off: Float64Array, rateOff: Float64Array): void {
    const { frame, given } = this;
    this.way = way;
    frame.begin();
    way.begin(from, to);
    const { growth } = frame;
    // given values are off by little where a piece begins within a move
    let [gone, turned] = [way.speed, way.rate];
    [off[0], off[1]] = way.slack;
    frame.movers.forEach(({ unknown, slides, turns, slot }, m) => {
      if (unknown >= 0) return;
      const far = Math.abs(slides) + Math.abs(turns) * frame.lengths[m];
      off[0] += 2 * given[slot] * far;
      off[1] += 2 * given[slot] * Math.abs(turns);
      gone += Math.abs(slides) * frame.reach + Math.abs(turns) * frame.lengths[m];
      turned += Math.abs(turns);
    });
    off[0] += CUT_ERROR * gone + growth.placeOff + way.growth.placeOff;
    off[1] += CUT_ERROR * (1 + turned) + growth.turnOff + way.growth.turnOff;
    frame.addRateOff(rateOff, 2, 0);
    this.addTurnRates(2 * growth.turnOff, rateOff);
  }

  grow(powers: Float64Array, sizes: Float64Array, rates: Float64Array): void {
    const { frame, way } = this;
    const { growth } = frame;
    frame.grow(powers);
    way?.growth.grow(powers, 0);
    sizes[0] = growth.length + (way?.growth.length ?? 0);
    sizes[1] = growth.turn * (way?.growth.turn ?? 1);
    frame.addRates(growth.turn, growth.length, rates, 2, 0);
    this.addTurnRates(growth.turn, rates);
  }

  private addTurnRates(turn: number, rates: Float64Array): void {
    for (const { unknown, turns } of this.frame.movers) if (unknown >= 0) rates[2 * unknown + 1] += Math.abs(turns) * turn;
  }

  settle(largest: Float64Array): boolean {
    if (this.count === 3) return true;
    const turn = Math.sqrt(largest[3] * largest[3] + largest[4] * largest[4] + largest[5] * largest[5]) * ROUND_UP;
    this.theta = turn * 1.05;
    const { tip } = this.frame.arm;
    let trace = 0;
    for (let e = 0; e < 9; e++) trace += tip[e] * this.target[e];
    // sin θ ≤ turn; at no instant is it half a turn more, because it is not in the middle
    return turn < 0.3 && trace > 1.1;
  }

  writeChanges(scale: number, errors: Float64Array, changes: Float64Array): void {
    const turned = this.frame.addChanges(scale, errors, changes, 2, 0);
    for (const { unknown, turns } of this.frame.movers)
      if (unknown >= 0) changes[2 * unknown + 1] += Math.abs(turns) * (this.theta + 2 * turned);
  }

  /** How far the frame and what moves with it can be moved by the errors: Σ of turns times lengths, and slides. */
  effect(errors: Float64Array): number {
    const { movers, lengths } = this.frame;
    this.frame.measure();
    return movers.reduce((sum, { slot, turns, slides }, m) => sum + errors[slot] * (Math.abs(turns) * lengths[m] + Math.abs(slides)), 0);
  }
}

/** The values of joints, as numbers without a unit but of lengths. */
function variablesOf({ robot }: Tree, movers: readonly { readonly link: number }[]): Variables {
  const joints = movers.map(({ link }) => robot.source(robot.links[link].joint).joint).filter(({ kind }) => kind.orientation < 0);
  return new Variables(robot, new Set(joints.map(({ name }) => name)), 1);
}
