/**
 * Where a frame is to go: one joint after the other, each a block of joint-motion.ts over t in [0, 1], the first in the
 * world. A line whose frame turns about one axis is one block, an arc two: the turn about its centre, and the frame's
 * turn against that.
 */
import { sinCosInPlace } from '../../math/trig.ts';
import { type BoundsKind, ChainBounds } from '../chain-bounds.ts';
import { compose } from '../inverse/arm.ts';
import {
  JOINT_A,
  JOINT_ANGLE,
  JOINT_B,
  JOINT_C,
  JOINT_DEGREE,
  JOINT_PLACE,
  JOINT_RATE,
  JOINT_REACH,
  JOINT_SPEED,
  JOINT_STRIDE,
  type JointMotions,
} from '../joint-motion.ts';

const KIND: BoundsKind = 'taylor';
const trig = new Float64Array(2);

export class Way {
  readonly bounds: ChainBounds;
  /** The last block's number. */
  readonly last: number;
  /** At most so fast its origin goes and it turns, a unit of t. */
  readonly speed: number;
  readonly rate: number;
  private readonly joints: Float64Array;
  private readonly local: Float64Array = new Float64Array(12);

  /** Blocks one after the other, each on the one before. */
  constructor(joints: Float64Array, degree: number) {
    const count = joints.length / JOINT_STRIDE;
    const motions: JointMotions = { joints, parents: Int32Array.from({ length: count }, (_, k) => k - 1) };
    this.joints = joints;
    this.bounds = new ChainBounds(motions, { kind: KIND, degree, cells: 1 });
    this.last = count - 1;
    let [speed, rate, reach] = [0, 0, 0];
    for (let o = joints.length - JOINT_STRIDE; o >= 0; o -= JOINT_STRIDE) {
      speed += joints[o + JOINT_SPEED] + joints[o + JOINT_RATE] * reach;
      rate += joints[o + JOINT_RATE];
      reach += joints[o + JOINT_REACH];
    }
    this.speed = speed;
    this.rate = rate;
  }

  /** The frame at t, rotation row by row and then place: an estimate. */
  at(t: number, out: Float64Array): void {
    const { joints: J, local } = this;
    for (let k = 0; k <= this.last; k++) {
      const o = JOINT_STRIDE * k;
      const degree = J[o + JOINT_DEGREE];
      let angle = J[o + JOINT_ANGLE + degree];
      for (let e = 0; e < 3; e++) local[9 + e] = J[o + JOINT_PLACE + 3 * degree + e];
      for (let m = degree - 1; m >= 0; m--) {
        angle = angle * t + J[o + JOINT_ANGLE + m];
        for (let e = 0; e < 3; e++) local[9 + e] = local[9 + e] * t + J[o + JOINT_PLACE + 3 * m + e];
      }
      trig[0] = angle;
      sinCosInPlace(trig, 0);
      for (let e = 0; e < 9; e++) local[e] = J[o + JOINT_C + e] + (trig[1] * J[o + JOINT_A + e] + trig[0] * J[o + JOINT_B + e]);
      if (k === 0) out.set(local);
      else compose(out, local, out);
    }
  }
}
