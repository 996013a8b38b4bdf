/**
 * A frame fixed in a link, as seen from a link above it or from the world, for closures: where it is and how it moves
 * with each unknown at an instant [arm.ts], and over a piece how far joints are from it and how it grows
 * [chain-growth.ts].
 */
import { length } from '../../math/vec3.ts';
import { Arm, chainOf, type FixedFrame } from '../inverse/arm.ts';
import type { Variables } from '../inverse/variables.ts';
import { slidePer } from '../joint.ts';
import { JOINT_REACH, JOINT_STRIDE } from '../joint-motion.ts';
import { jointTemplate } from '../joint-template.ts';
import type { RobotModel } from '../robot-model.ts';
import { ChainGrowth } from './proof/chain-growth.ts';

/** More than all roundings of a sum of positive numbers. */
export const ROUND_UP: number = 1 + 2 ** -40;
/** A derivative, an axis times a lever, is off by its parts, of which two are places, and by what rounds it. */
const RATE_PARTS = 4;

/** A joint between the link above and the frame that has a value, or follows one. */
export interface Mover {
  readonly link: number;
  readonly slot: number;
  /** Which unknown moves it; −1: it is given. */
  readonly unknown: number;
  /** By how much one unit of the value turns and slides it. */
  readonly turns: number;
  readonly slides: number;
}

/** What all frames of a closure share: the robot, which of its values are unknown, and its links over a piece. */
export class Tree {
  readonly robot: RobotModel;
  readonly unknown: readonly number[];
  readonly joints: Float64Array;

  constructor(robot: RobotModel, unknown: readonly number[]) {
    this.robot = robot;
    this.unknown = unknown;
    this.joints = jointTemplate(robot).joints.slice();
  }

  /** A piece: coefficients of all values, six each. */
  load(coefficients: Float64Array): void {
    const template = jointTemplate(this.robot);
    template.values.set(coefficients);
    template.load(5, this.joints);
  }

  /** Joints between a link above, or the world, and a link: planar ones by their first value. */
  moversOf(link: number, ancestor = -1): Mover[] {
    const { sources } = jointTemplate(this.robot);
    const out: Mover[] = [];
    for (const i of chainOf(this.robot, link, ancestor)) {
      const { joint, slot, multiplier } = sources[i];
      if (slot < 0) continue;
      const { kind } = joint;
      const turns = kind.angle >= 0 ? multiplier : 0;
      const slides = multiplier * slidePer(joint, 0);
      out.push({ link: i, slot, unknown: this.unknown.indexOf(slot), turns, slides });
    }
    return out;
  }
}

export class TreeFrame {
  readonly movers: readonly Mover[];
  /** From each of these joints to the frame, at most, and as far again as its points are from it. */
  readonly lengths: Float64Array;
  readonly arm: Arm;
  /** After `measure`: from the link above to the frame, at most. */
  reach = 0;
  /** After `begin`: how it grows. */
  readonly growth: ChainGrowth;
  private readonly tree: Tree;
  private readonly link: number;
  private readonly ancestor: number;
  private readonly chain: Int32Array;
  private readonly toolLength: number;
  /** How far the base is from the origin. */
  private readonly baseLength: number;

  /** `far`: how far from the frame points fixed in it are asked for. */
  constructor(tree: Tree, link: number, ancestor: number, at: FixedFrame, far: number, variables: Variables, rest: Float64Array) {
    this.tree = tree;
    this.link = link;
    this.ancestor = ancestor;
    this.movers = tree.moversOf(link, ancestor);
    this.lengths = new Float64Array(this.movers.length);
    this.arm = new Arm(tree.robot, link, at, variables, rest, ancestor);
    this.toolLength = (length(at.position) + far) * ROUND_UP;
    this.baseLength = ancestor < 0 ? length(tree.robot.base.position) * ROUND_UP : 0;
    this.chain = Int32Array.from(chainOf(tree.robot, link, ancestor));
    this.growth = new ChainGrowth(this.chain.length);
  }

  /** The piece that is loaded: `lengths`, `reach` and what `growth` is off by in doubles. */
  begin(): void {
    const { chain, growth, tree } = this;
    const { sources } = jointTemplate(tree.robot);
    growth.begin(this.baseLength);
    for (const link of chain) {
      const { offset, along } = sources[link];
      let slides = 0;
      for (const way of along) slides += Math.abs(offset) * (Math.abs(way[0]) + Math.abs(way[1]) + Math.abs(way[2]));
      growth.add(tree.joints, JOINT_STRIDE * link, 0, 1, Math.abs(offset), slides);
    }
    growth.end(this.toolLength);
    this.measure();
  }

  /** `growth` over an ellipse: places as seen from the origin. */
  grow(powers: Float64Array): void {
    this.growth.grow(powers, this.toolLength);
    this.growth.length += this.baseLength;
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

  /** After `begin`, in the same way: how far derivatives are from interpolations through what doubles make of them. */
  addRateOff(rateOff: Float64Array, width: number, o: number): void {
    const { turnOff, placeOff } = this.growth;
    this.addRates(RATE_PARTS * turnOff, RATE_PARTS * (placeOff + turnOff * this.reach), rateOff, width, o);
  }

  /** Adds, in the same way, how large these derivatives are where turns and places have grown to so much. */
  addRates(turn: number, length: number, rates: Float64Array, width: number, o: number): void {
    for (const { unknown, turns, slides } of this.movers)
      if (unknown >= 0) rates[width * unknown + o] += Math.abs(turns) * length + Math.abs(slides) * turn;
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
