/**
 * Where a frame fixed in one link is, and how it moves with each variable: forward kinematics and its derivatives in
 * one pass over the joints that may move. All that stays is folded into these beforehand.
 * Estimates: nothing here bounds its rounding; `Chain` is asked before anything is answered.
 */
import type { Quat, Vec3 } from '../../math/pose.ts';
import { writeMatrix } from '../../math/quat.ts';
import { sinCosInPlace } from '../../math/trig.ts';
import { length } from '../../math/vec3.ts';
import { slidePer } from '../joint.ts';
import { JOINT_AXIS, JOINT_C, JOINT_STRIDE } from '../joint-motion.ts';
import { type JointSource, jointTemplate } from '../joint-template.ts';
import type { RobotModel } from '../robot-model.ts';
import type { Variables } from './variables.ts';

/** A frame: its rotation row by row, then its position. */
const FRAME = 12;
const POSITION = 9;
/** In the numbers of a stage: A, B, C as joint-motion.ts has them, the place, three ways to slide, three axes. */
const STAGE_PLACE = 27;
const STAGE_ALONG = 30;
const STAGE_AXES = 39;
const STAGE_SIZE = 48;

/** A frame fixed in a link. */
export interface FixedFrame {
  readonly position: Vec3;
  readonly quaternion: Quat;
}

/** One joint, with what stands before it and never moves. */
interface Stage {
  readonly numbers: Float64Array;
  readonly slot: number;
  readonly multiplier: number;
  readonly offset: number;
  /** How many lengths and axes it has. */
  readonly lengths: number;
  readonly axes: number;
  /** Slots of its angle and of its quaternion; −1: none. */
  readonly angle: number;
  readonly orientation: number;
}

export class Arm {
  /** The frame in the world, after `place`. */
  readonly tip: Float64Array = new Float64Array(FRAME);
  /** For each way to move, one after the other: which variable, how strongly, and whether it turns. */
  readonly variables: Int32Array;
  readonly factors: Float64Array;
  readonly turning: Uint8Array;
  /** Direction in the world and, where it turns, a point of the axis; six doubles each, after `place`. */
  readonly ways: Float64Array;
  private readonly stages: readonly Stage[];
  /** From the last joint that moves to the frame. */
  private readonly end: Float64Array;
  private readonly frame: Float64Array = new Float64Array(FRAME);
  private readonly local: Float64Array = new Float64Array(FRAME);

  /** The frame `at` of a link, in the world or in a link above it; values that are no variables are those of `rest`. */
  constructor(robot: RobotModel, link: number, at: FixedFrame, { ofSlot, units }: Variables, rest: Float64Array, above = -1) {
    const { sources, joints } = jointTemplate(robot);
    const stages: Stage[] = [];
    const ways: { variable: number; factor: number; turns: boolean }[] = [];
    let before = above < 0 ? frameOf(robot.base) : IDENTITY;
    for (const i of chainOf(robot, link, above)) {
      const source = sources[i];
      const stage = stageOf(source, joints, JOINT_STRIDE * i, before);
      const first = source.slot < 0 ? -1 : ofSlot[source.slot];
      before = new Float64Array(FRAME);
      if (first < 0) placeStage(stage, rest, before);
      else {
        before[0] = before[4] = before[8] = 1;
        stages.push(stage);
        const { lengths, axes, multiplier, angle, slot } = stage;
        for (let k = 0; k < lengths + axes; k++) {
          // the angle of a screw is also what slides
          const variable = first + (k >= lengths && angle >= 0 ? angle - slot : k);
          ways.push({ variable, factor: multiplier * units[variable], turns: k >= lengths });
        }
      }
    }
    this.stages = stages;
    this.end = new Float64Array(FRAME);
    compose(before, frameOf(at), this.end);
    this.variables = Int32Array.from(ways, ({ variable }) => variable);
    this.factors = Float64Array.from(ways, ({ factor }) => factor);
    this.turning = Uint8Array.from(ways, ({ turns }) => (turns ? 1 : 0));
    this.ways = new Float64Array(6 * ways.length);
  }

  /** Places the frame, and all ways to move it, at a configuration. */
  place(values: Float64Array): void {
    const { stages, frame, local, ways } = this;
    let P = IDENTITY;
    let w = 0;
    for (let k = 0; k < stages.length; k++) {
      const stage = stages[k];
      const { numbers: N, lengths, axes } = stage;
      placeStage(stage, values, local);
      for (let d = 0; d < lengths; d++, w += 6) turnAt(P, N, STAGE_ALONG + 3 * d, ways, w);
      for (let d = 0; d < axes; d++) turnAt(P, N, STAGE_AXES + 3 * d, ways, w + 6 * d);
      compose(P, local, frame);
      for (let d = 0; d < axes; d++, w += 6) {
        ways[w + 3] = frame[POSITION];
        ways[w + 4] = frame[POSITION + 1];
        ways[w + 5] = frame[POSITION + 2];
      }
      P = frame;
    }
    compose(P, this.end, this.tip);
  }

  /**
   * One row of the derivatives by the variables, added at (out, o): how fast the frame's origin goes along the
   * direction n, or, where `turns`, how fast the frame turns about it.
   */
  addRow(nx: number, ny: number, nz: number, turns: boolean, scale: number, out: Float64Array, o: number): void {
    const { variables, factors, turning, ways, tip } = this;
    for (let k = 0; k < variables.length; k++) {
      const w = 6 * k;
      let x = nx;
      let y = ny;
      let z = nz;
      if (turning[k] === 1 && !turns) {
        // n · (d × r) = d · (r × n)
        const rx = tip[POSITION] - ways[w + 3];
        const ry = tip[POSITION + 1] - ways[w + 4];
        const rz = tip[POSITION + 2] - ways[w + 5];
        x = ry * nz - rz * ny;
        y = rz * nx - rx * nz;
        z = rx * ny - ry * nx;
      } else if (turns && turning[k] === 0) continue;
      out[o + variables[k]] += scale * factors[k] * (ways[w] * x + ways[w + 1] * y + ways[w + 2] * z);
    }
  }
}

/** Links from the base to a link, that included, or from one above it on, that not included. */
export function chainOf(robot: RobotModel, link: number, above = -1): readonly number[] {
  const chain: number[] = [];
  for (let i = link; i !== above; i = robot.links[i].parent) chain.push(i);
  return chain.reverse();
}

/**
 * How far the frame can be from the base by all lengths that have limits, and whether others can add to it. moving:
 * what other joints slide does not count, however far they could; default: all move.
 */
export function reachOf(
  robot: RobotModel,
  link: number,
  at: FixedFrame,
  moving: ReadonlySet<string> | null = null,
): { readonly length: number; readonly bounded: boolean } {
  let sum = length(at.position);
  let bounded = true;
  for (const i of chainOf(robot, link)) {
    const { joint } = robot.links[i];
    const { kind, limits } = joint;
    sum += length(joint.position);
    const per = Math.abs(slidePer(joint, 0));
    if (per === 0 || (moving !== null && !moving.has(robot.source(joint).joint.name))) continue;
    const far = kind.hasLimits ? Math.max(Math.abs(limits.lower ?? Infinity), Math.abs(limits.upper ?? Infinity)) : Infinity;
    if (Number.isFinite(far)) sum += per * far;
    else bounded = false;
  }
  return { length: sum, bounded };
}

function stageOf({ joint, slot, multiplier, offset, frame, along }: JointSource, J: Float64Array, o: number, before: Float64Array): Stage {
  const { kind, position } = joint;
  const numbers = new Float64Array(STAGE_SIZE);
  const floats = kind.orientation >= 0;
  const turns = kind.angle >= 0;
  const slides: readonly Vec3[] = floats ? columnsOf(frame) : along;
  const axes: readonly Vec3[] = floats ? slides : turns ? [[J[o + JOINT_AXIS], J[o + JOINT_AXIS + 1], J[o + JOINT_AXIS + 2]]] : [];
  if (turns) for (let m = 0; m < 27; m += 9) multiply(before, J, o + m, numbers, m);
  // without an angle it is the joint's frame for good, or until a quaternion turns it
  else multiply(before, frame, 0, numbers, JOINT_C);
  turn(before, position, numbers, STAGE_PLACE);
  for (let d = 0; d < slides.length; d++) turn(before, slides[d], numbers, STAGE_ALONG + 3 * d);
  for (let d = 0; d < axes.length; d++) turn(before, axes[d], numbers, STAGE_AXES + 3 * d);
  for (let k = 0; k < 3; k++) numbers[STAGE_PLACE + k] += before[POSITION + k];
  const angle = turns ? slot + kind.angle : -1;
  const orientation = floats ? slot + kind.orientation : -1;
  return { numbers, slot, multiplier, offset, lengths: slides.length, axes: axes.length, angle, orientation };
}

function columnsOf(m: Float64Array): readonly Vec3[] {
  return [
    [m[0], m[3], m[6]],
    [m[1], m[4], m[7]],
    [m[2], m[5], m[8]],
  ];
}

/** A vector, turned by a frame. */
function turn(P: Float64Array, [x, y, z]: Vec3, out: Float64Array, o: number): void {
  out[o] = P[0] * x + P[1] * y + P[2] * z;
  out[o + 1] = P[3] * x + P[4] * y + P[5] * z;
  out[o + 2] = P[6] * x + P[7] * y + P[8] * z;
}

const trig = new Float64Array(2);
const matrix = new Float64Array(9);

/** The stage's frame against the one before it. */
function placeStage(stage: Stage, values: Float64Array, out: Float64Array): void {
  const { numbers: N, slot, multiplier, offset, lengths, angle, orientation } = stage;
  let x = N[STAGE_PLACE];
  let y = N[STAGE_PLACE + 1];
  let z = N[STAGE_PLACE + 2];
  for (let d = 0; d < lengths; d++) {
    const way = multiplier * values[slot + d] + offset;
    x += way * N[STAGE_ALONG + 3 * d];
    y += way * N[STAGE_ALONG + 3 * d + 1];
    z += way * N[STAGE_ALONG + 3 * d + 2];
  }
  out[POSITION] = x;
  out[POSITION + 1] = y;
  out[POSITION + 2] = z;
  if (angle >= 0) {
    trig[0] = multiplier * values[angle] + offset;
    sinCosInPlace(trig, 0);
    const sin = trig[0];
    const cos = trig[1];
    for (let e = 0; e < 9; e++) out[e] = N[18 + e] + (cos * N[e] + sin * N[9 + e]);
  } else if (orientation >= 0) {
    writeMatrix([values[orientation], values[orientation + 1], values[orientation + 2], values[orientation + 3]], matrix, 0);
    for (let row = 0; row < 9; row += 3)
      for (let j = 0; j < 3; j++) out[row + j] = N[18 + row] * matrix[j] + N[19 + row] * matrix[3 + j] + N[20 + row] * matrix[6 + j];
  } else for (let e = 0; e < 9; e++) out[e] = N[18 + e];
}

const IDENTITY: Float64Array = frameOf({ position: [0, 0, 0], quaternion: [0, 0, 0, 1] });

export function frameOf({ position, quaternion }: FixedFrame): Float64Array {
  const out = new Float64Array(FRAME);
  writeMatrix(quaternion, out, 0);
  out.set(position, POSITION);
  return out;
}

/** A vector at (v, i), turned by a frame. */
function turnAt(P: Float64Array, v: Float64Array, i: number, out: Float64Array, o: number): void {
  const x = v[i];
  const y = v[i + 1];
  const z = v[i + 2];
  out[o] = P[0] * x + P[1] * y + P[2] * z;
  out[o + 1] = P[3] * x + P[4] * y + P[5] * z;
  out[o + 2] = P[6] * x + P[7] * y + P[8] * z;
}

/** A rotation at (b, i), turned by a frame; out may be that frame. */
function multiply(P: Float64Array, b: Float64Array, i: number, out: Float64Array, o: number): void {
  const p0 = P[0];
  const p1 = P[1];
  const p2 = P[2];
  const p3 = P[3];
  const p4 = P[4];
  const p5 = P[5];
  const p6 = P[6];
  const p7 = P[7];
  const p8 = P[8];
  for (let j = 0; j < 3; j++) {
    const x = b[i + j];
    const y = b[i + 3 + j];
    const z = b[i + 6 + j];
    out[o + j] = p0 * x + p1 * y + p2 * z;
    out[o + 3 + j] = p3 * x + p4 * y + p5 * z;
    out[o + 6 + j] = p6 * x + p7 * y + p8 * z;
  }
}

/** A frame that stands in another one; out may be either. */
export function compose(P: Float64Array, b: Float64Array, out: Float64Array): void {
  const x = b[POSITION];
  const y = b[POSITION + 1];
  const z = b[POSITION + 2];
  const px = P[POSITION] + (P[0] * x + P[1] * y + P[2] * z);
  const py = P[POSITION + 1] + (P[3] * x + P[4] * y + P[5] * z);
  const pz = P[POSITION + 2] + (P[6] * x + P[7] * y + P[8] * z);
  multiply(P, b, 0, out, 0);
  out[POSITION] = px;
  out[POSITION + 1] = py;
  out[POSITION + 2] = pz;
}
