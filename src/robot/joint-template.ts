/**
 * What of a robot's joint motions does not depend on the configuration, and how a motion of the joint values fills in
 * the rest [joint-motion.ts]. Rounding: matrices err by at most 2⁻⁴⁶, places by 2⁻⁴⁹ of the lengths that are added up.
 */
import type { Quat, Vec3 } from '../math/pose.ts';
import { writeMatrix } from '../math/quat.ts';
import { cross, length, scaled } from '../math/vec3.ts';
import { shortestArc } from '../motion/shortest-arc.ts';
import { type Joint, slidePer } from './joint.ts';
import {
  JOINT_A,
  JOINT_ANGLE,
  JOINT_ANGLE_ERROR,
  JOINT_AXIS,
  JOINT_B,
  JOINT_C,
  JOINT_DEGREE,
  JOINT_PLACE,
  JOINT_PLACE_ERROR,
  JOINT_RATE,
  JOINT_RATE_CHANGE,
  JOINT_REACH,
  JOINT_SPEED,
  JOINT_SPEED_CHANGE,
  JOINT_STRIDE,
  JOINT_TURNED,
} from './joint-motion.ts';
import { coefficientSum, largestOf, polynomialBound } from './polynomial-bound.ts';
import type { RobotModel } from './robot-model.ts';

/** Pays for the roundings of each bound. */
const ROUND_UP = 1 + 2 ** -40;

/** What one link's joint needs of a configuration. */
export interface JointSource {
  readonly joint: Joint;
  /** First value, and value = multiplier · it + offset (mimic joints); −1: no value. */
  readonly slot: number;
  readonly multiplier: number;
  readonly offset: number;
  /** Orientation of the joint's frame in the parent's, and the directions in which its place moves. */
  readonly frame: Float64Array;
  readonly along: readonly Vec3[];
}

const templates: WeakMap<RobotModel, JointTemplate> = new WeakMap();

/** The template of a robot, made at first use and kept with it. */
export function jointTemplate(robot: RobotModel): JointTemplate {
  let template = templates.get(robot);
  if (template === undefined) {
    template = new JointTemplate(robot);
    templates.set(robot, template);
  }
  return template;
}

class JointTemplate {
  readonly parents: Int32Array;
  /** The robot's joints with all values at 0, JOINT_STRIDE numbers a link. */
  readonly joints: Float64Array;
  /** Scratch: coefficients by powers of t, six a value of the configuration. */
  readonly values: Float64Array;
  /** One a link. */
  readonly sources: readonly JointSource[];

  constructor(robot: RobotModel) {
    this.parents = Int32Array.from(robot.links, ({ parent }) => parent);
    this.joints = new Float64Array(JOINT_STRIDE * robot.links.length);
    this.values = new Float64Array(6 * robot.size);
    this.sources = robot.links.map(({ joint, index }) => {
      const frame = new Float64Array(9);
      writeMatrix(joint.quaternion, frame, 0);
      const still = joint.kind.size === 0;
      const axis = still ? null : turned(frame, joint.axis);
      writeRotation(this.joints, JOINT_STRIDE * index, frame, axis);
      this.joints.set(joint.position, JOINT_STRIDE * index + JOINT_PLACE);
      if (still) return { joint, slot: -1, multiplier: 1, offset: 0, frame, along: [] };
      const { joint: source, multiplier, offset } = robot.source(joint);
      return { joint, slot: source.slot, multiplier, offset, frame, along: slides(joint, frame) };
    });
    for (const link of robot.links) finishJoint(this.joints, JOINT_STRIDE * link.index);
  }

  /**
   * Fills in a motion of the values: value s runs through Σ values[6 s + m] tᵐ; of a floating joint only the places run
   * so, by degree 1, and its orientation goes from the quaternion in m = 0 to the one in m = 1 by the shorter arc.
   */
  load(degree: number, joints: Float64Array): void {
    const { sources, values } = this;
    for (let i = 0; i < sources.length; i++) {
      const source = sources[i];
      if (source.slot < 0) continue;
      const o = JOINT_STRIDE * i;
      const { kind } = source.joint;
      const slot = 6 * source.slot;
      if (kind.orientation >= 0) this.loadFloating(source, values, slot, joints, o);
      else {
        joints[o + JOINT_DEGREE] = degree;
        if (kind.angle >= 0) {
          const at = slot + 6 * kind.angle;
          for (let m = 0; m <= degree; m++) joints[o + JOINT_ANGLE + m] = source.multiplier * values[at + m];
          joints[o + JOINT_ANGLE] += source.offset;
        }
        if (source.along.length > 0) this.loadPlace(source, values, slot, degree, joints, o);
      }
      joints[o + JOINT_ANGLE_ERROR] = joints[o + JOINT_PLACE_ERROR] = 0;
      finishJoint(joints, o);
    }
  }

  /** How far each link's angle and place can be off where values, not of floating joints, can be off by so much. */
  writeErrors(errors: Float64Array, angles: Float64Array, places: Float64Array): void {
    const { sources } = this;
    for (let i = 0; i < sources.length; i++) {
      const { joint, slot, multiplier } = sources[i];
      const { kind } = joint;
      angles[i] = places[i] = 0;
      if (slot < 0 || kind.orientation >= 0) continue;
      for (let part = 0; part < kind.size; part++) {
        const error = Math.abs(multiplier) * ROUND_UP * errors[slot + part];
        if (part === kind.angle) angles[i] = error;
        places[i] += Math.abs(slidePer(joint, part)) * error;
      }
    }
  }

  /** After `load`: the same into the joints' blocks. */
  loadErrors(errors: Float64Array, joints: Float64Array): void {
    const count = this.sources.length;
    const off = new Float64Array(2 * count);
    this.writeErrors(errors, off.subarray(0, count), off.subarray(count));
    for (let i = 0; i < count; i++) {
      joints[JOINT_STRIDE * i + JOINT_ANGLE_ERROR] = off[i];
      joints[JOINT_STRIDE * i + JOINT_PLACE_ERROR] = off[count + i];
    }
  }

  private loadPlace(source: JointSource, values: Float64Array, slot: number, degree: number, joints: Float64Array, o: number): void {
    const { along, multiplier, offset, joint } = source;
    for (let m = 0; m <= degree; m++) {
      for (let k = 0; k < 3; k++) {
        let x = m === 0 ? joint.position[k] : 0;
        for (let d = 0; d < along.length; d++) x += along[d][k] * (multiplier * values[slot + 6 * d + m] + (m === 0 ? offset : 0));
        joints[o + JOINT_PLACE + 3 * m + k] = x;
      }
    }
  }

  private loadFloating({ frame, joint }: JointSource, values: Float64Array, slot: number, joints: Float64Array, o: number): void {
    const q0 = quaternionAt(values, slot + 18);
    const [axis, angle] = shortestArc(q0, quaternionAt(values, slot + 19));
    writeMatrix(q0, START, 0);
    writeRotation(joints, o, product(frame, START, STARTED), turned(frame, axis));
    joints[o + JOINT_ANGLE] = 0;
    joints[o + JOINT_ANGLE + 1] = angle;
    joints[o + JOINT_DEGREE] = 1;
    for (let m = 0; m < 2; m++) {
      const place = turned(frame, [values[slot + m], values[slot + 6 + m], values[slot + 12 + m]]);
      for (let k = 0; k < 3; k++) joints[o + JOINT_PLACE + 3 * m + k] = place[k] + (m === 0 ? joint.position[k] : 0);
    }
  }
}

/** Bounds of a block over [0, 1], and the degree that is really there. */
export function finishJoint(joints: Float64Array, o: number): void {
  const degree = joints[o + JOINT_DEGREE];
  const angle = o + JOINT_ANGLE;
  const place = o + JOINT_PLACE;
  if (degree > 1) {
    joints[o + JOINT_RATE] = polynomialBound(joints, angle, 1, degree, 1) * ROUND_UP;
    joints[o + JOINT_RATE_CHANGE] = polynomialBound(joints, angle, 1, degree, 2) * ROUND_UP;
    // sums of coefficients: Horner's rule errs relative to these
    joints[o + JOINT_TURNED] = coefficientSum(joints, angle, 1, degree) * ROUND_UP;
    joints[o + JOINT_SPEED] = largestOf(joints, place, degree, 1) * ROUND_UP;
    joints[o + JOINT_SPEED_CHANGE] = largestOf(joints, place, degree, 2) * ROUND_UP;
    joints[o + JOINT_REACH] = coefficientSum(joints, place, 3, degree) * ROUND_UP;
    return;
  }
  const x = joints[place];
  const y = joints[place + 1];
  const z = joints[place + 2];
  const u = joints[place + 3];
  const v = joints[place + 4];
  const w = joints[place + 5];
  const start = Math.sqrt(x * x + y * y + z * z);
  const end = Math.sqrt((x + u) * (x + u) + (y + v) * (y + v) + (z + w) * (z + w));
  joints[o + JOINT_RATE] = Math.abs(joints[angle + 1]) * ROUND_UP;
  joints[o + JOINT_TURNED] = Math.max(Math.abs(joints[angle]), Math.abs(joints[angle] + joints[angle + 1])) * ROUND_UP;
  joints[o + JOINT_SPEED] = Math.sqrt(u * u + v * v + w * w) * ROUND_UP;
  joints[o + JOINT_REACH] = Math.max(start, end) * ROUND_UP;
  joints[o + JOINT_RATE_CHANGE] = joints[o + JOINT_SPEED_CHANGE] = 0;
  joints[o + JOINT_DEGREE] = joints[o + JOINT_RATE] + joints[o + JOINT_SPEED] > 0 ? 1 : 0;
}

/** A block of its own for a body that goes from one pose to another by the in-between motion, in the world's frame. */
export function loadPoses(
  joints: Float64Array,
  o: number,
  from: { readonly position: Vec3; readonly quaternion: Quat },
  to: { readonly position: Vec3; readonly quaternion: Quat },
): void {
  const [axis, angle] = shortestArc(from.quaternion, to.quaternion);
  const way: Vec3 = [to.position[0] - from.position[0], to.position[1] - from.position[1], to.position[2] - from.position[2]];
  loadScrew(joints, o, from, way, axis, angle);
  joints[o + JOINT_REACH] = Math.max(length(from.position), length(to.position)) * ROUND_UP;
}

/** A block of its own for what slides by a way and turns about an axis by an angle, both evenly. */
export function loadScrew(
  joints: Float64Array,
  o: number,
  { position, quaternion }: { readonly position: Vec3; readonly quaternion: Quat },
  way: Vec3,
  axis: Vec3,
  angle: number,
): void {
  const start = new Float64Array(9);
  writeMatrix(quaternion, start, 0);
  writeRotation(joints, o, start, axis);
  joints[o + JOINT_ANGLE] = 0;
  joints[o + JOINT_ANGLE + 1] = angle;
  joints.set(position, o + JOINT_PLACE);
  joints.set(way, o + JOINT_PLACE + 3);
  joints[o + JOINT_RATE] = Math.abs(angle) * ROUND_UP;
  joints[o + JOINT_TURNED] = joints[o + JOINT_RATE];
  joints[o + JOINT_SPEED] = length(way) * ROUND_UP;
  joints[o + JOINT_REACH] = (length(position) + length(way)) * ROUND_UP;
  joints[o + JOINT_RATE_CHANGE] = joints[o + JOINT_SPEED_CHANGE] = 0;
  joints[o + JOINT_DEGREE] = joints[o + JOINT_RATE] + joints[o + JOINT_SPEED] > 0 ? 1 : 0;
}

/** A = R − uuᵀR, B = [u]×R, C = uuᵀR; without an axis A = B = 0 and C = R. */
function writeRotation(joints: Float64Array, o: number, R: Float64Array, axis: Vec3 | null): void {
  const [x, y, z] = axis ?? [0, 0, 0];
  joints.set([x, y, z], o + JOINT_AXIS);
  for (let j = 0; j < 3; j++) {
    const a = R[j];
    const b = R[3 + j];
    const c = R[6 + j];
    const along = x * a + y * b + z * c;
    const kept: Vec3 = axis === null ? [a, b, c] : [x * along, y * along, z * along];
    for (let i = 0; i < 3; i++) {
      joints[o + JOINT_C + 3 * i + j] = kept[i];
      joints[o + JOINT_A + 3 * i + j] = R[3 * i + j] - kept[i];
    }
    joints[o + JOINT_B + j] = y * c - z * b;
    joints[o + JOINT_B + 3 + j] = z * a - x * c;
    joints[o + JOINT_B + 6 + j] = x * b - y * a;
  }
}

/** Directions in the parent's frame in which the joint's values move the link's place. */
function slides(joint: Joint, frame: Float64Array): readonly Vec3[] {
  const { kind, axis } = joint;
  switch (kind.moves) {
    case 'not':
    case 'turn':
    // places and quaternions are loaded otherwise
    case 'space':
      return [];
    case 'slide':
      return [turned(frame, axis)];
    // by its one value, the angle
    case 'screw':
      return [scaled(turned(frame, axis), slidePer(joint, 0))];
    case 'plane':
      return planeAxes(axis).map((along) => turned(frame, along));
  }
}

/** x and y of the plane across n: those of the frame, turned the shortest way from z to n. */
export function planeAxes(n: Vec3): readonly [Vec3, Vec3] {
  const [a, b, c] = n;
  // R = I + [v]× + [v]×² / (1 + c), v = z × n; 1 + c = (a² + b²) / (1 − c) loses no digits where n points down
  const square = a * a + b * b;
  const k = c >= 0 ? 1 / (1 + c) : square > 0 ? (1 - c) / square : 0;
  const first: Vec3 = [1 - a * a * k, -a * b * k, -a];
  return [first, cross(n, first)];
}

function turned(m: Float64Array, [x, y, z]: Vec3): Vec3 {
  return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z];
}

const START = new Float64Array(9);
const STARTED = new Float64Array(9);

function product(a: Float64Array, b: Float64Array, out: Float64Array): Float64Array {
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 3; j++) out[3 * i + j] = a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j];
  return out;
}

/** The quaternion whose components stand six apart. */
function quaternionAt(values: Float64Array, o: number): Quat {
  return [values[o], values[o + 6], values[o + 12], values[o + 18]];
}
