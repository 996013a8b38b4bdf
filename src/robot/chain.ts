/**
 * The links of one robot under one segment of its motion, placed at one instant at a time: pose and twist of every link
 * in the world less a reference point [Redon et al. 2004, eq. 2-6], link by link as they are asked for.
 *
 * Guarantee: the state of a link is that of docs/notes/rounding.md, "Chains": its points err by at most `error(link)`
 * beyond what a single body's state does.
 */
import { INDICES } from '../math/enlarged.ts';
import type { Quat, Vec3 } from '../math/pose.ts';
import { writeMatrix } from '../math/quat.ts';
import { sinCosInPlace } from '../math/trig.ts';
import { STATE_OMEGA, STATE_P, STATE_SIZE, STATE_TIME, STATE_V } from '../motion/motion.ts';
import {
  JOINT_ANGLE,
  JOINT_ANGLE_ERROR,
  JOINT_AXIS,
  JOINT_B,
  JOINT_C,
  JOINT_DEGREE,
  JOINT_PLACE,
  JOINT_PLACE_ERROR,
  JOINT_RATE,
  JOINT_REACH,
  JOINT_SPEED,
  JOINT_STRIDE,
  JOINT_TURNED,
  type JointMotions,
} from './joint-motion.ts';
import { jointTemplate } from './joint-template.ts';
import { MANY_LINKS, type RobotModel } from './robot-model.ts';
import type { LinkMotions } from './robot-path.ts';

/** Rounding of one joint's rotation: 128u and 16u for every radian it stands at [docs/notes/rounding.md, "Chains"]. */
const TURN_ERROR: number = 2 ** -46;
const ANGLE_ERROR: number = 2 ** -49;
const SUMS = 5;
const STANDING = 6;
/** The time of a link that stands where it stood under the segment before: any. */
const KEPT = Infinity;
/** Pays for sums over thousands of links. */
const ROUND_UP: number = 1 + 2 ** -36;

/** How far each link's joint can be from the polynomials that are loaded: by an angle, and its place by a length. */
export interface JointTube {
  readonly angles: Float64Array;
  readonly places: Float64Array;
}

export class Chain implements JointMotions {
  readonly robot: RobotModel;
  readonly joints: Float64Array;
  parents: Int32Array;
  /** One a link, STATE_SIZE doubles; κ and δ stay 0, the acceleration's bound is in a₀ and a₁. */
  readonly states: readonly Float64Array[];
  /** [0]: the instant to place links at; may be shared. */
  readonly clock: Float64Array;
  /** Counts placements of single links. */
  placements = 0;
  /** How often each link was placed elsewhere, or anew. */
  readonly placed: Uint32Array;
  /** The robot's own tree, which `parents` is unless links move independently. */
  readonly treeParents: Int32Array;
  private readonly noParents: Int32Array;
  /** Where links without a parent stand; at rest. */
  readonly baseState: Float64Array = new Float64Array(STATE_SIZE);
  private readonly basePosition: Vec3;
  private readonly baseQuaternion: Quat;
  private readonly reference: Float64Array = new Float64Array(3);
  private readonly trig: Float64Array = new Float64Array(2);
  private loaded: LinkMotions | null = null;
  private around: JointTube | null = null;
  /** The instant at which all links stand, NaN: at several. */
  private whole = Number.NaN;
  /** Links that are about to be placed, the last one first. */
  private readonly pending: Int32Array;
  /** 1: no joint moves the link in the segment loaded, so that it is placed once. */
  private readonly resting: Uint8Array;
  /** Where joints stood that stood still: sine, cosine, angle, and the place. */
  private readonly standing: Float64Array;
  /** The fixed part of a joint never changes. */
  private readonly isRigid: boolean;
  /**
   * Sums over a link and all it stands on: turning errors, rates, lengths of the joints, errors of angles and places;
   * empty where links are few.
   */
  private readonly sums: Float64Array;

  constructor(robot: RobotModel, clock: Float64Array = new Float64Array(1)) {
    this.clock = clock;
    const template = jointTemplate(robot);
    this.robot = robot;
    this.joints = template.joints.slice();
    this.treeParents = template.parents;
    this.noParents = new Int32Array(template.parents.length).fill(-1);
    this.parents = this.treeParents;
    this.states = robot.links.map(() => new Float64Array(STATE_SIZE));
    this.placed = new Uint32Array(template.parents.length);
    this.pending = new Int32Array(template.parents.length);
    this.resting = new Uint8Array(template.parents.length);
    this.standing = new Float64Array(STANDING * template.parents.length).fill(Number.NaN);
    this.isRigid = robot.joints.every(({ kind }) => kind.orientation < 0);
    this.sums = new Float64Array(template.parents.length > MANY_LINKS ? SUMS * template.parents.length : 0);
    this.basePosition = robot.base.position;
    this.baseQuaternion = robot.base.quaternion;
    this.standAt(0, 0, 0);
  }

  /** Everything is given relative to this point from now on. */
  refer(reference: Float64Array): void {
    this.reference.set(reference);
    this.forget();
  }

  /** Takes over a segment of a motion; `around`: the true one is only near it. Default: it is that one. */
  load(motions: LinkMotions, segment: number, around: JointTube | null = null): void {
    const keeps = this.isRigid && !(this.loaded?.independent || motions.independent) && this.around === null && around === null;
    this.around = around;
    if (this.loaded?.independent || (motions.independent && this.loaded !== motions)) this.joints.set(jointTemplate(this.robot).joints);
    this.loaded = motions;
    this.parents = motions.independent ? this.noParents : this.treeParents;
    motions.load(segment, this.joints);
    this.forget(keeps);
  }

  /** keeps: what stands still where it stood before need not be placed again. */
  private forget(keeps = false): void {
    const { reference, basePosition, loaded } = this;
    const whole = loaded?.independent === true;
    const [x, y, z] = whole ? ORIGIN : basePosition;
    writeMatrix(whole ? UPRIGHT : this.baseQuaternion, this.baseState, 0);
    this.standAt(x - reference[0], y - reference[1], z - reference[2]);
    for (let link = 0; link < this.states.length; link++) {
      const state = this.states[link];
      const wasPlaced = keeps && this.resting[link] === 1 && state[STATE_TIME] === state[STATE_TIME];
      const stands = this.rest(link) && wasPlaced;
      const up = this.parents[link];
      state[STATE_TIME] = stands && (up < 0 || this.states[up][STATE_TIME] === KEPT) ? KEPT : Number.NaN;
    }
    this.whole = Number.NaN;
    if (this.sums.length > 0) this.addUp();
  }

  /** Whether its joint stands still, and where it stood when it did so last. */
  private rest(link: number): boolean {
    const { joints: J, standing: S, parents, resting } = this;
    const o = JOINT_STRIDE * link;
    const s = STANDING * link;
    const isStill = J[o + JOINT_DEGREE] === 0;
    const up = parents[link];
    resting[link] = isStill && (up < 0 || resting[up] === 1) ? 1 : 0;
    if (!isStill) return false;
    const angle = J[o + JOINT_ANGLE];
    const x = J[o + JOINT_PLACE];
    const y = J[o + JOINT_PLACE + 1];
    const z = J[o + JOINT_PLACE + 2];
    const isSure = J[o + JOINT_ANGLE_ERROR] === 0 && J[o + JOINT_PLACE_ERROR] === 0;
    if (isSure && S[s + 2] === angle && S[s + 3] === x && S[s + 4] === y && S[s + 5] === z) return true;
    S[s] = angle;
    S[s + 2] = isSure ? angle : Number.NaN;
    S[s + 3] = x;
    S[s + 4] = y;
    S[s + 5] = z;
    sinCosInPlace(S, s);
    return false;
  }

  private addUp(): void {
    const { joints: J, parents, sums } = this;
    for (let i = 0; i < parents.length; i++) {
      const o = JOINT_STRIDE * i;
      const at = SUMS * i;
      const up = SUMS * parents[i];
      sums[at] = TURN_ERROR + ANGLE_ERROR * J[o + JOINT_TURNED] + (up >= 0 ? sums[up] : 0);
      sums[at + 1] = J[o + JOINT_RATE] + (up >= 0 ? sums[up + 1] : 0);
      sums[at + 2] = J[o + JOINT_REACH] + J[o + JOINT_SPEED] + (up >= 0 ? sums[up + 2] : 0);
      sums[at + 3] = J[o + JOINT_ANGLE_ERROR] + (up >= 0 ? sums[up + 3] : 0);
      sums[at + 4] = J[o + JOINT_PLACE_ERROR] + (up >= 0 ? sums[up + 4] : 0);
    }
  }

  private standAt(x: number, y: number, z: number): void {
    this.baseState[STATE_P] = x;
    this.baseState[STATE_P + 1] = y;
    this.baseState[STATE_P + 2] = z;
  }

  /** True when no joint below the ancestor (−1: the base) moves the link. */
  rests(link: number, ancestor = -1): boolean {
    for (let j = link; j !== ancestor && j >= 0; j = this.parents[j]) if (this.joints[JOINT_STRIDE * j + JOINT_DEGREE] !== 0) return false;
    return true;
  }

  /** True when no joint moves the link in the segment loaded. */
  standsStill(link: number): boolean {
    return this.resting[link] === 1;
  }

  /** Places the link, and what it stands on, at the time in clock[0]. */
  place(link: number): void {
    const t = this.clock[0];
    if (this.states[link][STATE_TIME] === t) return;
    const { states, parents, pending } = this;
    let count = 0;
    for (let j = link; j >= 0 && states[j][STATE_TIME] !== t; j = parents[j]) pending[count++] = j;
    this.placements += count;
    if (t !== this.whole) this.whole = Number.NaN;
    while (count > 0) {
      const j = pending[--count];
      this.placeOne(j, parents[j]);
    }
  }

  /** Places every link at the time in clock[0]. */
  placeAll(): void {
    const t = this.clock[0];
    if (this.whole === t) return;
    // from the base on: where a link stands at this instant, what it stands on does too
    for (let link = 0; link < this.states.length; link++) {
      if (this.states[link][STATE_TIME] !== t) this.placements++;
      this.placeOne(link, this.parents[link]);
    }
    this.whole = t;
  }

  /** Places a link on its parent, which stands at the same instant. */
  private placeOne(link: number, up: number): void {
    const { states, resting } = this;
    const out = states[link];
    const before = out[STATE_TIME];
    out[STATE_TIME] = this.clock[0];
    // it is where it was: NaN, nowhere yet
    if (resting[link] === 1 && before === before) return;
    this.placed[link]++;
    this.placeOn(up >= 0 ? states[up] : this.baseState, link, out);
  }

  private placeOn(P: Float64Array, link: number, out: Float64Array): void {
    // One piece: its numbers stay in local variables; calls in the middle would box them.
    const { joints: J, trig, standing } = this;
    const o = (JOINT_STRIDE * link) & INDICES;
    const degree = J[o + JOINT_DEGREE];
    const t = this.clock[0];
    let angle = J[o + JOINT_ANGLE];
    let rate = 0;
    let tx = J[o + JOINT_PLACE];
    let ty = J[o + JOINT_PLACE + 1];
    let tz = J[o + JOINT_PLACE + 2];
    let sx = 0;
    let sy = 0;
    let sz = 0;
    if (degree === 1) {
      rate = J[o + JOINT_ANGLE + 1];
      angle += t * rate;
      sx = J[o + JOINT_PLACE + 3];
      sy = J[o + JOINT_PLACE + 4];
      sz = J[o + JOINT_PLACE + 5];
      tx += t * sx;
      ty += t * sy;
      tz += t * sz;
    } else if (degree > 1) {
      angle = tx = ty = tz = 0;
      for (let m = degree; m >= 0; m--) {
        const place = o + JOINT_PLACE + 3 * m;
        rate = rate * t + angle;
        angle = angle * t + J[o + JOINT_ANGLE + m];
        sx = sx * t + tx;
        sy = sy * t + ty;
        sz = sz * t + tz;
        tx = tx * t + J[place];
        ty = ty * t + J[place + 1];
        tz = tz * t + J[place + 2];
      }
    }
    const p0 = P[0];
    const p1 = P[1];
    const p2 = P[2];
    const p3 = P[3];
    const p4 = P[4];
    const p5 = P[5];
    const p6 = P[6];
    const p7 = P[7];
    const p8 = P[8];
    let sin = standing[STANDING * link];
    let cos = standing[STANDING * link + 1];
    if (degree > 0) {
      trig[0] = angle;
      sinCosInPlace(trig, 0);
      sin = trig[0];
      cos = trig[1];
    }
    // written out, which takes half the time of a loop
    const ax = J[o + JOINT_C] + (cos * J[o] + sin * J[o + JOINT_B]);
    const bx = J[o + JOINT_C + 3] + (cos * J[o + 3] + sin * J[o + JOINT_B + 3]);
    const cx = J[o + JOINT_C + 6] + (cos * J[o + 6] + sin * J[o + JOINT_B + 6]);
    const ay = J[o + JOINT_C + 1] + (cos * J[o + 1] + sin * J[o + JOINT_B + 1]);
    const by = J[o + JOINT_C + 4] + (cos * J[o + 4] + sin * J[o + JOINT_B + 4]);
    const cy = J[o + JOINT_C + 7] + (cos * J[o + 7] + sin * J[o + JOINT_B + 7]);
    const az = J[o + JOINT_C + 2] + (cos * J[o + 2] + sin * J[o + JOINT_B + 2]);
    const bz = J[o + JOINT_C + 5] + (cos * J[o + 5] + sin * J[o + JOINT_B + 5]);
    const cz = J[o + JOINT_C + 8] + (cos * J[o + 8] + sin * J[o + JOINT_B + 8]);
    out[0] = p0 * ax + p1 * bx + p2 * cx;
    out[1] = p0 * ay + p1 * by + p2 * cy;
    out[2] = p0 * az + p1 * bz + p2 * cz;
    out[3] = p3 * ax + p4 * bx + p5 * cx;
    out[4] = p3 * ay + p4 * by + p5 * cy;
    out[5] = p3 * az + p4 * bz + p5 * cz;
    out[6] = p6 * ax + p7 * bx + p8 * cx;
    out[7] = p6 * ay + p7 * by + p8 * cy;
    out[8] = p6 * az + p7 * bz + p8 * cz;
    // d from the parent's origin; v = v_P + ω_P × d + R_P Ṫ, ω = ω_P + φ̇ R_P u
    const dx = p0 * tx + p1 * ty + p2 * tz;
    const dy = p3 * tx + p4 * ty + p5 * tz;
    const dz = p6 * tx + p7 * ty + p8 * tz;
    out[STATE_P] = P[STATE_P] + dx;
    out[STATE_P + 1] = P[STATE_P + 1] + dy;
    out[STATE_P + 2] = P[STATE_P + 2] + dz;
    const wx = P[STATE_OMEGA];
    const wy = P[STATE_OMEGA + 1];
    const wz = P[STATE_OMEGA + 2];
    out[STATE_V] = P[STATE_V] + (wy * dz - wz * dy) + (p0 * sx + p1 * sy + p2 * sz);
    out[STATE_V + 1] = P[STATE_V + 1] + (wz * dx - wx * dz) + (p3 * sx + p4 * sy + p5 * sz);
    out[STATE_V + 2] = P[STATE_V + 2] + (wx * dy - wy * dx) + (p6 * sx + p7 * sy + p8 * sz);
    const ux = J[o + JOINT_AXIS];
    const uy = J[o + JOINT_AXIS + 1];
    const uz = J[o + JOINT_AXIS + 2];
    out[STATE_OMEGA] = wx + rate * (p0 * ux + p1 * uy + p2 * uz);
    out[STATE_OMEGA + 1] = wy + rate * (p3 * ux + p4 * uy + p5 * uz);
    out[STATE_OMEGA + 2] = wz + rate * (p6 * ux + p7 * uy + p8 * uz);
  }

  /**
   * Bound on what rounding adds to the place, and over a step to the way, of the link's points within rho of its
   * origin; and on how far they can be because joints are only near their polynomials: a joint that is off by ε moves
   * what is up to d from its axis by at most ε d.
   */
  error(link: number, rho: number): number {
    const { joints: J, parents, sums } = this;
    let turning = 0;
    let rates = 1;
    let reach = rho + Math.abs(this.baseState[STATE_P]) + Math.abs(this.baseState[STATE_P + 1]) + Math.abs(this.baseState[STATE_P + 2]);
    // a walk for each link would take the square of their number
    if (sums.length > 0) {
      const at = SUMS * link;
      const lengths = reach + sums[at + 2];
      return (sums[at] * (rates + sums[at + 1]) * lengths + (sums[at + 3] * lengths + sums[at + 4])) * ROUND_UP;
    }
    let near = 0;
    let length = rho;
    for (let j = link; j >= 0; j = parents[j]) {
      const o = JOINT_STRIDE * j;
      turning += TURN_ERROR + ANGLE_ERROR * J[o + JOINT_TURNED];
      rates += J[o + JOINT_RATE];
      reach += J[o + JOINT_REACH] + J[o + JOINT_SPEED];
      near += J[o + JOINT_ANGLE_ERROR] * length + J[o + JOINT_PLACE_ERROR];
      length += J[o + JOINT_REACH];
    }
    return turning * rates * reach + near * ROUND_UP;
  }

  /**
   * How far, in the frame of an ancestor (−1: the base), points within rho of the link's origin can be from where the
   * polynomials have them: joint by joint from the base on, as in `error`.
   */
  tube(link: number, ancestor: number, rho: number): number {
    const { joints: J, parents, around } = this;
    if (around === null) return 0;
    let near = 0;
    let length = rho;
    for (let j = link; j !== ancestor && j >= 0; j = parents[j]) {
      near += around.angles[j] * length + around.places[j];
      length += J[JOINT_STRIDE * j + JOINT_REACH];
    }
    return near * ROUND_UP;
  }
}

const ORIGIN: Vec3 = [0, 0, 0];
const UPRIGHT: Quat = [0, 0, 0, 1];
