/**
 * A frame fixed in a link, as seen from a link above it or from the world, for closures: where it is and how it moves
 * with each unknown, at an instant as estimates [arm.ts] and over a piece of polynomials as Taylor models. Guarantee of
 * the models: they hold for every t of the piece, as those of chain-bounds.ts.
 */
import type { Quat, Vec3 } from '../../math/pose.ts';
import { writeMatrix } from '../../math/quat.ts';
import { add, addModel, addProduct, beginSum, constant, endSum, modelSize } from '../../math/taylor.ts';
import { length } from '../../math/vec3.ts';
import { composeModels, taylorPoseSize } from '../../motion/taylor-pose.ts';
import { ChainBounds } from '../chain-bounds.ts';
import { Arm, chainOf, type FixedFrame } from '../inverse/arm.ts';
import type { Variables } from '../inverse/variables.ts';
import { slidePer } from '../joint.ts';
import { JOINT_REACH, JOINT_STRIDE } from '../joint-motion.ts';
import { jointTemplate } from '../joint-template.ts';
import type { RobotModel } from '../robot-model.ts';

/** Degrees of the residual and of the Jacobian; see docs/notes/tool-moves.md. */
export const RESIDUAL_DEGREE = 7;
export const JACOBIAN_DEGREE = 3;
/** Numbers of a model of each. */
export const SIZE: number = RESIDUAL_DEGREE + 2;
export const CUBIC: number = JACOBIAN_DEGREE + 2;
/** Entries of a frame's matrix, and unit axes, err by less. */
const FRAME_ERROR: number = 2 ** -50;
/** More than all roundings of a sum of positive numbers. */
export const ROUND_UP: number = 1 + 2 ** -40;

/** A joint between the link above and the frame that has a value, or follows one. */
export interface Mover {
  readonly link: number;
  readonly slot: number;
  /** Which unknown moves it; −1: it is given. */
  readonly unknown: number;
  /** By how much one unit of the value turns and slides it. */
  readonly turns: number;
  readonly slides: number;
  readonly axis: Float64Array;
}

/** What all frames of a closure share: the robot, which of its values are unknown, and its links over a piece. */
export class Tree {
  readonly robot: RobotModel;
  readonly unknown: readonly number[];
  readonly joints: Float64Array;
  private readonly links: ChainBounds;

  constructor(robot: RobotModel, unknown: readonly number[]) {
    const { joints, parents } = jointTemplate(robot);
    this.robot = robot;
    this.unknown = unknown;
    this.joints = joints.slice();
    const motions = { joints: this.joints, parents };
    const { base } = robot;
    this.links = new ChainBounds(motions, { kind: 'taylor', degree: RESIDUAL_DEGREE, cells: 1, base });
  }

  /** Its links as models, seen from one of them or, −1, from the world. */
  seenFrom(ancestor: number): ChainBounds {
    return ancestor < 0 ? this.links : this.links.relativeTo(ancestor);
  }

  /** A piece: coefficients of all values, six each. */
  load(coefficients: Float64Array): void {
    const template = jointTemplate(this.robot);
    template.values.set(coefficients);
    template.load(5, this.joints);
    this.links.forget();
  }

  /** Joints between a link above, or the world, and a link: planar ones by their first value. */
  moversOf(link: number, ancestor = -1): Mover[] {
    const { sources } = jointTemplate(this.robot);
    const out: Mover[] = [];
    for (const i of chainOf(this.robot, link, ancestor)) {
      const { joint, slot, multiplier } = sources[i];
      if (slot < 0) continue;
      const { kind, axis } = joint;
      const turns = kind.angle >= 0 ? multiplier : 0;
      const slides = multiplier * slidePer(joint, 0);
      out.push({ link: i, slot, unknown: this.unknown.indexOf(slot), turns, slides, axis: Float64Array.from(axis) });
    }
    return out;
  }
}

export class TreeFrame {
  readonly movers: readonly Mover[];
  /** From each of these joints to the frame, at most, and as far again as its points are from it. */
  readonly lengths: Float64Array;
  readonly arm: Arm;
  /** After `write`: the frame as models. */
  readonly tip: Float64Array = new Float64Array(taylorPoseSize(RESIDUAL_DEGREE));
  /** After `measure`: from the link above to the frame, at most. */
  reach = 0;
  private readonly tree: Tree;
  private readonly link: number;
  private readonly ancestor: number;
  private readonly links: ChainBounds;
  private readonly tool: Float64Array;
  private readonly toolLength: number;
  private readonly one: Float64Array = new Float64Array(10 * CUBIC);
  private readonly point: Float64Array = new Float64Array(4 * SIZE);
  private readonly number: Float64Array = new Float64Array(1);

  /** `far`: how far from the frame points fixed in it are asked for. */
  constructor(tree: Tree, link: number, ancestor: number, at: FixedFrame, far: number, variables: Variables, rest: Float64Array) {
    this.tree = tree;
    this.link = link;
    this.ancestor = ancestor;
    this.movers = tree.moversOf(link, ancestor);
    this.lengths = new Float64Array(this.movers.length);
    this.arm = new Arm(tree.robot, link, at, variables, rest, ancestor);
    this.links = tree.seenFrom(ancestor);
    this.tool = frameModels(at, RESIDUAL_DEGREE);
    this.toolLength = (length(at.position) + far) * ROUND_UP;
  }

  /** The frame over the piece that is loaded. */
  write(): void {
    const { links, link, ancestor, tip, tool } = this;
    if (link === ancestor) tip.set(tool);
    else composeModels(links.models, links.model(link), tool, 0, 0, RESIDUAL_DEGREE, tip, 0);
    this.measure();
  }

  /** `lengths` and `reach` over the piece that is loaded. */
  measure(): void {
    const { link, ancestor, movers } = this;
    let reach = this.toolLength;
    for (let at = link, m = movers.length - 1; at !== ancestor; at = this.tree.robot.links[at].parent) {
      if (m >= 0 && movers[m].link === at) this.lengths[m--] = reach;
      reach += this.tree.joints[JOINT_STRIDE * at + JOINT_REACH];
    }
    this.reach = reach;
  }

  /**
   * Adds the derivatives of a point's place to three rows of n columns, `sign` times, and to the three rows from
   * `turnRow` on those of the frame's turn. The point: the frame's origin, or along its axis x, y or z (0, 1, 2) by
   * `far`, a power of two.
   */
  addColumns(columns: Float64Array, n: number, row: number, along: number, far: number, sign: number, turnRow: number): void {
    const { movers, links, one, number, point } = this;
    const d = JACOBIAN_DEGREE;
    const full = RESIDUAL_DEGREE;
    const [axis, arm, crossed, scale] = [0, 3 * CUBIC, 6 * CUBIC, 8 * CUBIC];
    writePoint(this.tip, full, along, far, point, 0);
    for (const { link, unknown, turns, slides, axis: local } of movers) {
      if (unknown < 0) continue;
      const at = links.model(link);
      for (let e = 0; e < 3; e++) {
        beginSum();
        for (let k = 0; k < 3; k++) {
          constant(local, k, FRAME_ERROR, full, point, 3 * SIZE);
          addProduct(links.models, at + (3 * e + k) * SIZE, point, 3 * SIZE, full, 1);
        }
        endSum(d, full, one, axis + e * CUBIC);
      }
      const put = (to: number, model: number, factor: number): void => {
        number[0] = sign * factor;
        constant(number, 0, FRAME_ERROR * Math.abs(factor), d, one, scale);
        beginSum();
        addProduct(one, model, one, scale, d, 1);
        endSum(d, 2 * d, one, scale + CUBIC);
        const o = (to * n + unknown) * CUBIC;
        add(columns, o, one, scale + CUBIC, d, columns, o);
      };
      if (slides !== 0) for (let e = 0; e < 3; e++) put(row + e, axis + e * CUBIC, slides);
      if (turns === 0) continue;
      if (turnRow >= 0) for (let e = 0; e < 3; e++) put(turnRow + e, axis + e * CUBIC, turns);
      for (let e = 0; e < 3; e++) {
        // from the joint to the point
        for (let k = 0; k <= full; k++) point[3 * SIZE + k] = -links.models[at + (9 + e) * SIZE + k];
        point[3 * SIZE + full + 1] = links.models[at + (9 + e) * SIZE + full + 1];
        beginSum();
        addModel(point, e * SIZE, full);
        addModel(point, 3 * SIZE, full);
        endSum(d, full, one, arm + e * CUBIC);
      }
      for (let e = 0; e < 3; e++) {
        const [i, j] = [(e + 1) % 3, (e + 2) % 3];
        // a × r: the second term with the sign of r turned
        for (let k = 0; k <= d; k++) one[crossed + k] = -one[arm + i * CUBIC + k];
        one[crossed + d + 1] = one[arm + i * CUBIC + d + 1];
        beginSum();
        addProduct(one, axis + i * CUBIC, one, arm + j * CUBIC, d, 1);
        addProduct(one, axis + j * CUBIC, one, crossed, d, 1);
        endSum(d, 2 * d, one, crossed + CUBIC);
        put(row + e, crossed + CUBIC, turns);
      }
    }
  }

  /**
   * Adds, by unknown at `o` of so many numbers each, how much the derivatives of a point's place can change within so
   * many times the errors; returns how far the frame can turn within these.
   */
  addChanges(scale: number, errors: Float64Array, changes: Float64Array, width: number, o: number): number {
    const { movers, lengths } = this;
    let [turned, slid] = [0, 0];
    for (const { slot, turns, slides } of movers) {
      turned += Math.abs(turns) * scale * errors[slot];
      slid += Math.abs(slides) * scale * errors[slot];
    }
    movers.forEach(({ unknown, turns, slides }, j) => {
      if (unknown < 0) return;
      let swung = slid;
      movers.forEach((other, k) => {
        swung += Math.abs(other.turns) * scale * errors[other.slot] * (lengths[Math.max(j, k)] + slid);
      });
      changes[width * unknown + o] += Math.abs(turns) * swung + Math.abs(slides) * turned;
    });
    return turned;
  }
}

/** A point fixed in a frame of models: its origin, or along an axis by a power of two. */
export function writePoint(tip: Float64Array, degree: number, along: number, far: number, out: Float64Array, o: number): void {
  const size = modelSize(degree);
  for (let e = 0; e < 3; e++) {
    const to = o + e * size;
    if (along < 0) for (let k = 0; k < size; k++) out[to + k] = tip[(9 + e) * size + k];
    else {
      for (let k = 0; k < size; k++) out[to + k] = far * tip[(3 * e + along) * size + k];
      add(tip, (9 + e) * size, out, to, degree, out, to);
    }
  }
}

/** A frame that stands, as models of a degree. */
function frameModels({ position, quaternion }: { readonly position: Vec3; readonly quaternion: Quat }, degree: number): Float64Array {
  const values = new Float64Array(12);
  writeMatrix(quaternion, values, 0);
  values.set(position, 9);
  const out = new Float64Array(taylorPoseSize(degree));
  for (let e = 0; e < 12; e++) constant(values, e, e < 9 ? FRAME_ERROR : 0, degree, out, e * modelSize(degree));
  return out;
}
