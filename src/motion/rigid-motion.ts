/**
 * Motions of one rigid body: in-between, screw, translation, rotation, rest. All are one formula,
 *
 *   R(t) = R0 + sin φ K2 − vers φ K1        φ = θt, vers φ = 1 − cos φ = 2 sin²(φ/2), K1 = (I − uuᵀ)R0, K2 = [u]×R0
 *   p(t) = p0 + t w + vers φ e1 + sin φ e2   e1 = g⊥, e2 = −u × g, g from the body's origin to a point of the axis
 *
 * in-between: e1 = e2 = 0, w = p1 − p0 [Redon et al. 2004, eq. 2-6]; screw: w along u; rotation: w = 0.
 * Written with vers and sin, no term loses digits when θ is tiny, also for a screw whose axis is then far away.
 * Guarantee: bounds hold for all of [0, 1]; position errors as derived in docs/notes/rounding.md.
 */
import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { checkedPose, checkNumbers, type Pose, type Quat, type Vec3 } from '../math/pose.ts';
import { writeMatrix } from '../math/quat.ts';
import { sinCos, sinCosInPlace } from '../math/trig.ts';
import { cross, dot, length, normalise, scaled, subtract } from '../math/vec3.ts';
import {
  type Motion,
  STATE_A0,
  STATE_A1,
  STATE_BASE,
  STATE_DELTA,
  STATE_KAPPA,
  STATE_OMEGA,
  STATE_P,
  STATE_TIME,
  STATE_V,
} from './motion.ts';
import { shortestArc } from './shortest-arc.ts';
import {
  SPIN_AXES,
  SPIN_BEND,
  SPIN_COUNT,
  SPIN_DRIFT,
  SPIN_FROM,
  SPIN_ROUND_UP,
  SPIN_SPEED,
  SPIN_SPEED_OF_RHO,
  SPIN_TIME,
} from './spin.ts';

/** Rotations about the own origin that are smaller than this move no double. */
const NO_ROTATION = 2 ** -300;
/** Scratch: the rotation at the start, half an angle. */
const start: Float64Array = new Float64Array(9);
const trig: Float64Array = new Float64Array(2);
/** So many constants has a motion that does not turn. */
export const STRAIGHT = 15;

/**
 * A motion at constant rates: straight on, turning about a fixed axis, or both. Made by `rigidMotion`, `screwMotion`,
 * `translationMotion`, `rotationMotion` and `restMotion`.
 */
export class RigidMotion implements Motion {
  readonly still: boolean;
  readonly turn: number;
  readonly lever: number;
  /** By how much it turns over all of [0, 1], in radians, right-handed about the axis; 0: not at all. */
  readonly angle: number;
  /** Unit vector in the world about which it turns; [0, 0, 1] where it does not. */
  readonly axis: Vec3;
  private readonly delta: number;
  /**
   * R0 p0 w, and where it turns K1 K2 e1 e2 ω. No Float64Array: one of this size costs more than the rest of a motion.
   * @internal
   */
  readonly k: readonly number[];
  /**
   * Quaternion, angle and lever as they were given.
   * @internal
   */
  readonly quaternion: Quat;
  /** @internal */
  readonly givenAngle: number;
  /** @internal */
  readonly givenLever: number;
  /** Not what it is, but how it was written: no part of it as data. */
  readonly #end: { readonly position: Vec3; readonly quaternion: Quat } | null;

  /** Use `rigidMotion`, which checks what it is given. */
  constructor(
    position: Vec3,
    quaternion: Quat,
    velocity: Vec3,
    axis: Vec3,
    angle: number,
    e1: Vec3,
    e2: Vec3,
    lever = 0,
    end: { readonly position: Vec3; readonly quaternion: Quat } | null = null,
  ) {
    this.#end = end;
    this.quaternion = quaternion;
    this.givenAngle = angle;
    this.givenLever = lever;
    this.axis = axis;
    this.delta = length(e1) * (1 + 2 ** -50);
    this.lever = lever * Math.min(2, Math.abs(angle));
    this.angle = Math.abs(angle) < NO_ROTATION && this.delta === 0 ? 0 : angle;
    this.turn = Math.abs(this.angle) * (1 + 2 ** -50);
    this.still = this.angle === 0 && velocity[0] === 0 && velocity[1] === 0 && velocity[2] === 0;
    writeMatrix(quaternion, start, 0);
    // biome-ignore format: one matrix a line
    if (this.angle === 0 && this.delta === 0) this.k = [
      start[0], start[1], start[2], start[3], start[4], start[5], start[6], start[7], start[8],
      position[0], position[1], position[2],
      velocity[0], velocity[1], velocity[2],
    ];
    else this.k = turningConstants(position, velocity, axis, this.angle, e1, e2);
  }

  /**
   * The pose it ends at where that is what was given, by the in-between motion: for whoever tells the motion again.
   * @internal
   */
  get end(): { readonly position: Vec3; readonly quaternion: Quat } | null {
    return this.#end;
  }

  writeState(reference: Float64Array, out: Float64Array): void {
    // One piece: its numbers stay in local variables; calls in the middle would box them.
    const k = this.k;
    const t = out[STATE_TIME];
    const theta = this.angle;
    const px = k[9] - reference[0];
    const py = k[10] - reference[1];
    const pz = k[11] - reference[2];
    const wx = k[12];
    const wy = k[13];
    const wz = k[14];
    out[STATE_BASE] = wx;
    out[STATE_BASE + 1] = wy;
    out[STATE_BASE + 2] = wz;
    out[STATE_KAPPA] = this.turn;
    out[STATE_DELTA] = this.delta;
    out[STATE_A0] = 0;
    out[STATE_A1] = 0;
    if (k.length === STRAIGHT) {
      // + 0: no −0, as in the sums below
      out[0] = k[0] + 0;
      out[1] = k[1] + 0;
      out[2] = k[2] + 0;
      out[3] = k[3] + 0;
      out[4] = k[4] + 0;
      out[5] = k[5] + 0;
      out[6] = k[6] + 0;
      out[7] = k[7] + 0;
      out[8] = k[8] + 0;
      out[STATE_P] = px + t * wx;
      out[STATE_P + 1] = py + t * wy;
      out[STATE_P + 2] = pz + t * wz;
      out[STATE_OMEGA] = out[STATE_OMEGA + 1] = out[STATE_OMEGA + 2] = 0;
      out[STATE_V] = wx;
      out[STATE_V + 1] = wy;
      out[STATE_V + 2] = wz;
      return;
    }
    let sin = 0;
    let vers = 0;
    if (theta !== 0) {
      trig[0] = 0.5 * theta * t;
      sinCosInPlace(trig, 0);
      const half = trig[0];
      sin = 2 * half * trig[1];
      vers = 2 * half * half;
    }
    out[0] = k[0] + (sin * k[24] - vers * k[15]);
    out[1] = k[1] + (sin * k[25] - vers * k[16]);
    out[2] = k[2] + (sin * k[26] - vers * k[17]);
    out[3] = k[3] + (sin * k[27] - vers * k[18]);
    out[4] = k[4] + (sin * k[28] - vers * k[19]);
    out[5] = k[5] + (sin * k[29] - vers * k[20]);
    out[6] = k[6] + (sin * k[30] - vers * k[21]);
    out[7] = k[7] + (sin * k[31] - vers * k[22]);
    out[8] = k[8] + (sin * k[32] - vers * k[23]);
    if (this.delta === 0) {
      out[STATE_P] = px + t * wx;
      out[STATE_P + 1] = py + t * wy;
      out[STATE_P + 2] = pz + t * wz;
      out[STATE_V] = wx;
      out[STATE_V + 1] = wy;
      out[STATE_V + 2] = wz;
    } else {
      // ṗ = w + θ (sin φ e1 + cos φ e2)
      const cos = 1 - vers;
      out[STATE_P] = px + (t * wx + (vers * k[33] + sin * k[36]));
      out[STATE_P + 1] = py + (t * wy + (vers * k[34] + sin * k[37]));
      out[STATE_P + 2] = pz + (t * wz + (vers * k[35] + sin * k[38]));
      out[STATE_V] = wx + theta * (sin * k[33] + cos * k[36]);
      out[STATE_V + 1] = wy + theta * (sin * k[34] + cos * k[37]);
      out[STATE_V + 2] = wz + theta * (sin * k[35] + cos * k[38]);
    }
    out[STATE_OMEGA] = k[39];
    out[STATE_OMEGA + 1] = k[40];
    out[STATE_OMEGA + 2] = k[41];
  }

  travel(rho: number): number {
    const k = this.k;
    const speed = Math.sqrt(k[12] * k[12] + k[13] * k[13] + k[14] * k[14]);
    return (speed + Math.abs(this.angle) * (rho + this.delta)) * (1 + 2 ** -48);
  }

  /** The axis goes through p0 + e1 + t w: p(t) − t w is at the same distance from it all the time. */
  writeSpin(reference: Float64Array, out: Float64Array): void {
    const { k } = this;
    const t = out[SPIN_TIME];
    const spins = this.turn > out[SPIN_FROM];
    out[SPIN_COUNT] = spins ? 1 : 0;
    out[SPIN_SPEED] = spins ? 0 : this.turn * this.delta * SPIN_ROUND_UP;
    out[SPIN_SPEED_OF_RHO] = spins ? 0 : this.turn;
    out[SPIN_BEND] = 0;
    for (let i = 0; i < 3; i++) {
      out[SPIN_DRIFT + i] = k[12 + i];
      out[SPIN_AXES + i] = k[9 + i] - reference[i] + (t * k[12 + i] + (k.length > STRAIGHT ? k[33 + i] : 0));
      out[SPIN_AXES + 3 + i] = this.axis[i];
    }
  }

  /**
   * True when both origins run the same circles: the same angle, and the same e1 and e2.
   * @internal
   */
  circlesWith(other: RigidMotion): boolean {
    if (this.k.length !== other.k.length) return false;
    for (let i = 33; i < this.k.length; i++) if (this.k[i] !== other.k[i]) return false;
    return this.angle === other.angle;
  }

  startPosition(out: Float64Array, offset: number): void {
    for (let i = 0; i < 3; i++) out[offset + i] = this.k[9 + i];
  }
}

/** With R0 at `start`. */
function turningConstants(position: Vec3, velocity: Vec3, axis: Vec3, angle: number, e1: Vec3, e2: Vec3): number[] {
  const x = axis[0];
  const y = axis[1];
  const z = axis[2];
  const a = start[0];
  const b = start[1];
  const c = start[2];
  const d = start[3];
  const e = start[4];
  const f = start[5];
  const g = start[6];
  const h = start[7];
  const i = start[8];
  const along0 = x * a + y * d + z * g;
  const along1 = x * b + y * e + z * h;
  const along2 = x * c + y * f + z * i;
  // biome-ignore format: one matrix a line
  return [
    a, b, c, d, e, f, g, h, i,
    position[0], position[1], position[2],
    velocity[0], velocity[1], velocity[2],
    a - x * along0, b - x * along1, c - x * along2, d - y * along0, e - y * along1, f - y * along2, g - z * along0, h - z * along1, i - z * along2,
    y * g - z * d, y * h - z * e, y * i - z * f, z * a - x * g, z * b - x * h, z * c - x * i, x * d - y * a, x * e - y * b, x * f - y * c,
    e1[0], e1[1], e1[2],
    e2[0], e2[1], e2[2],
    x * angle, y * angle, z * angle,
  ];
}

const NOWHERE: Vec3 = [0, 0, 0];

/**
 * The in-between motion from one pose to another while t runs from 0 to 1: the body's origin moves straight, the body
 * turns at a constant rate about a fixed axis, by the shorter arc. For more than half a turn use `rotationMotion`, or
 * several motions.
 *
 * @example
 * ```ts
 * const quarter = Math.SQRT1_2; // a quarter turn about z is [0, 0, sin 45°, cos 45°]
 * const motion = rigidMotion({ position: [0, 0, 1] }, { position: [1, 0, 0], quaternion: [0, 0, quarter, quarter] });
 * ```
 */
export function rigidMotion(pose0: Pose, pose1: Pose): RigidMotion {
  const a = givenPose(pose0, 'first pose');
  const b = givenPose(pose1, 'second pose');
  const [axis, angle] = shortestArc(a.quaternion, b.quaternion);
  return new RigidMotion(a.position, a.quaternion, subtract(b.position, a.position), axis, angle, NOWHERE, NOWHERE, 0, b);
}

/**
 * Turns about and slides along one fixed line in the world, evenly, from the first pose (t = 0) to the second (t = 1),
 * by the shorter arc.
 */
export function screwMotion(pose0: Pose, pose1: Pose): RigidMotion {
  const a = givenPose(pose0, 'first pose');
  const b = givenPose(pose1, 'second pose');
  const way = subtract(b.position, a.position);
  const [axis, angle] = shortestArc(a.quaternion, b.quaternion);
  if (angle < NO_ROTATION) return new RigidMotion(a.position, a.quaternion, way, axis, 0, NOWHERE, NOWHERE);
  const along = scaled(axis, dot(axis, way));
  const across = subtract(way, along);
  const side = cross(axis, across);
  const half = new Float64Array(2);
  sinCos(angle / 2, half, 0);
  // g⊥ = ½ across + ½ cot(θ/2) u × across
  const cot = half[1] / half[0] / 2;
  const e1: Vec3 = [across[0] / 2 + cot * side[0], across[1] / 2 + cot * side[1], across[2] / 2 + cot * side[2]];
  const e2: Vec3 = [cot * across[0] - side[0] / 2, cot * across[1] - side[1] / 2, cot * across[2] - side[2] / 2];
  return new RigidMotion(a.position, a.quaternion, along, axis, angle, e1, e2);
}

/** Moves straight and evenly from the pose by the displacement, in the unit of length, without turning. */
export function translationMotion(pose: Pose, displacement: Vec3): RigidMotion {
  const { position, quaternion } = checkedPose(pose, 'pose');
  checkNumbers(displacement, 3, 'displacement');
  return new RigidMotion(position, quaternion, [displacement[0], displacement[1], displacement[2]], [0, 0, 1], 0, NOWHERE, NOWHERE);
}

/**
 * Turns evenly from the pose by the angle (radians, any number of turns up to 2^20 radians) about the axis,
 * right-handed, through the centre, both in the world. Default centre: the body's origin. The axis need not have unit
 * length.
 */
export function rotationMotion(pose: Pose, axis: Vec3, angle: number, centre?: Vec3): RigidMotion {
  const { position, quaternion } = checkedPose(pose, 'pose');
  checkNumbers(axis, 3, 'axis');
  if (typeof angle !== 'number' || !(Math.abs(angle) <= 2 ** 20))
    throw new InputError(`angle must be a number of radians up to 2^20, got ${shownValue(angle)}`);
  const u = normalise(axis);
  if (u === undefined) throw new InputError(`axis [${axis}] has no direction`);
  if (centre === undefined) return new RigidMotion(position, quaternion, NOWHERE, u, angle, NOWHERE, NOWHERE);
  checkNumbers(centre, 3, 'centre');
  const g = subtract(centre, position);
  const e2 = cross(g, u);
  return new RigidMotion(position, quaternion, NOWHERE, u, angle, cross(u, e2), e2, length(g));
}

function givenPose(pose: Pose, what: string): { position: Vec3; quaternion: Quat } {
  if (pose === undefined) throw new InputError(`${what}: is missing`);
  return checkedPose(pose, what);
}

/** Stays where it is while t runs from 0 to 1. Default pose: as the shape was given. */
export function restMotion(pose: Pose = {}): RigidMotion {
  const { position, quaternion } = checkedPose(pose, 'pose');
  return new RigidMotion(position, quaternion, NOWHERE, [0, 0, 1], 0, NOWHERE, NOWHERE);
}
