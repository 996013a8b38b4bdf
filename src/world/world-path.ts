/**
 * How one body of a world moves from now on, in seconds: thrown, along a given motion, or steered within known limits.
 * Each gives its state at an instant with bounds on what comes after, as a motion does [motion.ts], only that time is
 * not confined to [0, 1] and a known acceleration stands apart from the bounds.
 * Guarantee: the bounds of a state hold from its time until `until`. What is steered is as good as the limits that were
 * given; states that break them are an input error.
 */

import { FALLING_STATE_SIZE, STATE_FALL } from '../convex/convex-approach.ts';
import { checkRecord } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { checkedPose, checkNumbers, type Pose, type Quat, type Vec3 } from '../math/pose.ts';
import { conjugate, fromMatrix, multiply, writeMatrix } from '../math/quat.ts';
import { sinCos } from '../math/trig.ts';
import { length, lengthAt, normalise, vectorAt } from '../math/vec3.ts';
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
} from '../motion/motion.ts';
import { RigidMotion } from '../motion/rigid-motion.ts';
import {
  SPIN_AXES,
  SPIN_BEND,
  SPIN_COUNT,
  SPIN_DRIFT,
  SPIN_FROM,
  SPIN_SPEED,
  SPIN_SPEED_OF_RHO,
  SPIN_TIME,
  writeNoSpin,
} from '../motion/spin.ts';

export interface WorldPath {
  /** Never moves, from now on. */
  readonly still: boolean;
  /** The bounds of states end here; Infinity: never. */
  readonly until: number;
  /** Writes the state at the time in out[STATE_TIME], with the known acceleration in out[STATE_FALL]. */
  writeState(out: Float64Array): void;
  /**
   * Writes what it spins about at the time in out[SPIN_TIME], with `duration` seconds taken as one unit of time. Left
   * out: not known.
   */
  writeSpin?(out: Float64Array, duration: number): void;
}

const ORIGIN: Float64Array = new Float64Array(3);
const NOWHERE: Vec3 = [0, 0, 0];
const GROW = 1 + 2 ** -40;

/** Thrown at t0: a parabola under a constant acceleration, turning at a constant rate about a fixed axis. */
export class ThrownPath implements WorldPath {
  readonly still: boolean;
  readonly until: number = Infinity;
  readonly acceleration: Vec3;
  private readonly t0: number;
  private readonly straight: RigidMotion;

  constructor(t0: number, position: Vec3, quaternion: Quat, velocity: Vec3, angularVelocity: Vec3, acceleration: Vec3) {
    this.t0 = t0;
    this.acceleration = [acceleration[0], acceleration[1], acceleration[2]];
    const axis = normalise(angularVelocity) ?? [0, 0, 1];
    this.straight = new RigidMotion(position, quaternion, velocity, axis, length(angularVelocity), NOWHERE, NOWHERE);
    this.still = this.straight.still && acceleration.every((x) => x === 0);
  }

  writeState(out: Float64Array): void {
    const { acceleration } = this;
    const now = out[STATE_TIME];
    const s = now - this.t0;
    out[STATE_TIME] = s;
    this.straight.writeState(ORIGIN, out);
    out[STATE_TIME] = now;
    for (let k = 0; k < 3; k++) {
      const gained = acceleration[k] * s;
      out[STATE_P + k] += 0.5 * gained * s;
      out[STATE_V + k] += gained;
      out[STATE_BASE + k] += gained;
      out[STATE_FALL + k] = acceleration[k];
    }
  }

  writeSpin(out: Float64Array, duration: number): void {
    const { acceleration, straight } = this;
    const now = out[SPIN_TIME];
    const s = now - this.t0;
    out[SPIN_TIME] = s;
    straight.writeSpin(ORIGIN, out);
    out[SPIN_TIME] = now;
    // whether it spins is a matter of the time looked at, not of a second
    const spins = straight.turn * duration > out[SPIN_FROM];
    out[SPIN_COUNT] = spins ? 1 : 0;
    out[SPIN_SPEED] = 0;
    out[SPIN_SPEED_OF_RHO] = spins ? 0 : straight.turn * duration * GROW;
    for (let k = 0; k < 3; k++) {
      const gained = acceleration[k] * s;
      out[SPIN_AXES + k] += 0.5 * gained * s;
      out[SPIN_DRIFT + k] = (out[SPIN_DRIFT + k] + gained) * duration;
    }
    out[SPIN_BEND] = length(acceleration) * duration * duration * GROW;
  }
}

/** Along a motion from t0 on for `duration` seconds; then it stays where the motion ends. */
export class GivenPath implements WorldPath {
  readonly still: boolean;
  private readonly t0: number;
  private readonly duration: number;
  private readonly motion: Motion;
  readonly writeSpin?: (out: Float64Array, duration: number) => void;

  constructor(t0: number, duration: number, motion: Motion) {
    this.t0 = t0;
    this.duration = duration;
    this.motion = motion;
    this.still = motion.still;
    if (motion.writeSpin !== undefined) this.writeSpin = (out, window) => this.writePartOfSpin(out, window);
  }

  get until(): number {
    return this.t0 + this.duration;
  }

  writeState(out: Float64Array): void {
    const { duration } = this;
    const now = out[STATE_TIME];
    const t = (now - this.t0) / duration;
    const over = now >= this.until;
    out[STATE_TIME] = over ? 1 : Math.min(1, Math.max(0, t));
    this.motion.writeState(ORIGIN, out);
    out[STATE_TIME] = now;
    const rate = over ? 0 : 1 / duration;
    for (let k = 0; k < 3; k++) {
      out[STATE_V + k] *= rate;
      out[STATE_OMEGA + k] *= rate;
      out[STATE_BASE + k] *= rate;
      out[STATE_FALL + k] = 0;
    }
    out[STATE_KAPPA] *= rate;
    out[STATE_A0] *= rate * rate;
    out[STATE_A1] *= rate * rate;
  }

  private writePartOfSpin(out: Float64Array, duration: number): void {
    // where the motion has ended it stands
    if (out[SPIN_TIME] >= this.until) return writeNoSpin(0, out);
    const share = duration / this.duration;
    const now = out[SPIN_TIME];
    out[SPIN_TIME] = Math.min(1, Math.max(0, (now - this.t0) / this.duration));
    this.motion.writeSpin?.(ORIGIN, out);
    out[SPIN_TIME] = now;
    for (let k = 0; k < 3; k++) out[SPIN_DRIFT + k] *= share;
    out[SPIN_SPEED] *= share * GROW;
    out[SPIN_SPEED_OF_RHO] *= share * GROW;
    out[SPIN_BEND] *= share * share * GROW;
  }
}

/** Where a steered body is and how it moves, as its controller, integrator or sensor has it. */
export interface SteeredState {
  /** Where it is. */
  readonly pose: Pose;
  /** Velocity of its origin, in units of length per second. Default: none. */
  readonly velocity?: Vec3;
  /** Radians a second, in the world's axes. Default: none. */
  readonly angularVelocity?: Vec3;
}

/**
 * A body whose future is not known, only how fast it can change. What is proven of it is as good as these limits; a
 * state that breaks them is an InputError.
 */
export interface Steering {
  /** Its state at a time of the world in seconds, asked for when it is needed. */
  readonly state: (time: number) => SteeredState;
  /** The largest acceleration of its origin, unit of length a second squared. */
  readonly acceleration: number;
  /** The largest acceleration of its turning, radians a second squared. */
  readonly angularAcceleration: number;
  /** Seconds for which a state bounds what comes, at least 1e-6. Default 0.1. */
  readonly lookAhead?: number;
}

const STATE_KEYS: readonly string[] = ['pose', 'velocity', 'angularVelocity'];

export class SteeredPath implements WorldPath {
  readonly still = false;
  readonly lookAhead: number;
  private readonly steering: Steering;
  private readonly name: string;
  private last: Float64Array | undefined;
  private lastQuaternion: Quat = [0, 0, 0, 1];

  constructor(steering: Steering, name: string) {
    this.steering = steering;
    this.name = name;
    this.lookAhead = steering.lookAhead ?? 0.1;
  }

  get until(): number {
    return this.last === undefined ? -Infinity : this.last[STATE_TIME] + this.lookAhead;
  }

  writeState(out: Float64Array): void {
    const { steering, lookAhead } = this;
    const given = steering.state(out[STATE_TIME]);
    checkRecord(given, STATE_KEYS, `${this.name}: its state`);
    if (given.pose === undefined) throw new InputError(`${this.name}: its state at ${out[STATE_TIME]} has no pose`);
    const { position, quaternion } = checkedPose(given?.pose, `${this.name}: pose of its state`);
    const { velocity = NOWHERE, angularVelocity = NOWHERE } = given;
    checkNumbers(velocity, 3, `${this.name}: velocity of its state`);
    checkNumbers(angularVelocity, 3, `${this.name}: angularVelocity of its state`);
    writeMatrix(quaternion, out, 0);
    for (let k = 0; k < 3; k++) {
      out[STATE_P + k] = position[k];
      out[STATE_OMEGA + k] = angularVelocity[k];
      out[STATE_V + k] = out[STATE_BASE + k] = velocity[k];
      out[STATE_FALL + k] = 0;
    }
    // a point at ρ accelerates by a + (α + ω²) ρ, ω up to |ω| + α · look-ahead
    const fastest = length(angularVelocity) + steering.angularAcceleration * lookAhead;
    out[STATE_KAPPA] = 0;
    out[STATE_DELTA] = 0;
    out[STATE_A0] = steering.acceleration * GROW;
    out[STATE_A1] = (steering.angularAcceleration + fastest * fastest) * GROW;
    this.checkLimits(out);
    this.checkTurning(out, quaternion);
    this.last ??= new Float64Array(FALLING_STATE_SIZE);
    this.last.set(out);
    this.lastQuaternion = quaternion;
  }

  /** The state must be one that the state before could lead to. */
  private checkLimits(out: Float64Array): void {
    const { last, steering, name } = this;
    if (last === undefined) return;
    const dt = Math.abs(out[STATE_TIME] - last[STATE_TIME]);
    const from = out[STATE_TIME] >= last[STATE_TIME] ? last : out;
    const to = from === last ? out : last;
    const away = [0, 0, 0];
    const change = [0, 0, 0];
    for (let k = 0; k < 3; k++) {
      away[k] = to[STATE_P + k] - from[STATE_P + k] - dt * from[STATE_V + k];
      change[k] = to[STATE_V + k] - from[STATE_V + k];
    }
    const off = length(away as unknown as Vec3);
    const gained = length(change as unknown as Vec3);
    const size = lengthAt(to, STATE_P) + lengthAt(from, STATE_P);
    const speed = lengthAt(to, STATE_V) + lengthAt(from, STATE_V);
    const rounding = 2 ** -40;
    const most = 0.5 * steering.acceleration * dt * dt * (1 + rounding) + rounding * (size + dt * speed);
    if (off > most)
      throw new InputError(
        `${name}: its state at ${out[STATE_TIME]} is ${off} away from where the one at ${last[STATE_TIME]} led; its acceleration of ${steering.acceleration} allows ${most}`,
      );
    const mostChange = steering.acceleration * dt * (1 + rounding) + rounding * speed;
    if (gained > mostChange)
      throw new InputError(
        `${name}: its velocity changed by ${gained} from ${last[STATE_TIME]} to ${out[STATE_TIME]}; its acceleration of ${steering.acceleration} allows ${mostChange}`,
      );
  }

  /** Likewise its turning: away from a constant rate by no more than ½ α dt². */
  private checkTurning(out: Float64Array, quaternion: Quat): void {
    const { last, steering, name } = this;
    if (last === undefined) return;
    const dt = Math.abs(out[STATE_TIME] - last[STATE_TIME]);
    const isLater = out[STATE_TIME] >= last[STATE_TIME];
    const [from, before, after] = isLater ? [last, this.lastQuaternion, quaternion] : [out, quaternion, this.lastQuaternion];
    const [x, y, z] = vectorAt(from, STATE_OMEGA);
    const rate = length([x, y, z]);
    const half = new Float64Array(2);
    sinCos(0.5 * rate * dt, half, 0);
    const s = rate > 0 ? half[0] / rate : 0;
    const [dx, dy, dz] = multiply(after, conjugate(multiply([s * x, s * y, s * z, half[1]], before)));
    const rounding = 2 ** -30 * (1 + rate * dt);
    // 2 sin(angle / 2) ≤ angle; quaternions may be off unit length by 1e-6
    const turned = 2 * length([dx, dy, dz]) * (1 - 1e-5);
    const most = 0.5 * steering.angularAcceleration * dt * dt * GROW + rounding;
    if (turned > most)
      throw new InputError(
        `${name}: its state at ${out[STATE_TIME]} is turned by ${turned} radians away from where the one at ${last[STATE_TIME]} led; its angularAcceleration of ${steering.angularAcceleration} allows ${most}`,
      );
    const change = length([
      out[STATE_OMEGA] - last[STATE_OMEGA],
      out[STATE_OMEGA + 1] - last[STATE_OMEGA + 1],
      out[STATE_OMEGA + 2] - last[STATE_OMEGA + 2],
    ]);
    const mostChange = steering.angularAcceleration * dt * GROW + 2 ** -40 * (rate + lengthAt(out, STATE_OMEGA));
    if (change > mostChange)
      throw new InputError(
        `${name}: its angularVelocity changed by ${change} from ${last[STATE_TIME]} to ${out[STATE_TIME]}; its angularAcceleration of ${steering.angularAcceleration} allows ${mostChange}`,
      );
  }
}

/** A path from t0 on for `duration` seconds as a motion over [0, 1], for queries about pairs of meshes. */
export class PathMotion implements Motion {
  readonly lever = 0;
  still = false;
  turn = 0;
  private path: WorldPath | undefined;
  private t0 = 0;
  private duration = 1;
  private shift = 0;
  private bend = 0;
  private delta = 0;
  private readonly state: Float64Array = new Float64Array(FALLING_STATE_SIZE);

  /** `state`: that of the path at t0. */
  begin(path: WorldPath, state: Float64Array, duration: number): this {
    this.path = path;
    this.t0 = state[STATE_TIME];
    this.duration = duration;
    this.still = path.still;
    this.state.set(state);
    const fall = lengthAt(state, STATE_FALL);
    this.turn = (lengthAt(state, STATE_OMEGA) + state[STATE_A1] * duration) * duration * GROW;
    this.shift =
      (lengthAt(state, STATE_V) + (fall + state[STATE_A0] + state[STATE_KAPPA] * state[STATE_KAPPA] * state[STATE_DELTA]) * duration) *
      duration *
      GROW;
    this.bend = state[STATE_A1] * duration * duration;
    this.delta = state[STATE_DELTA];
    return this;
  }

  writeState(reference: Float64Array, out: Float64Array): void {
    const { path, t0, duration, state } = this;
    const t = out[STATE_TIME];
    const now = t0 + t * duration;
    if (state[STATE_TIME] !== now) {
      state[STATE_TIME] = now;
      (path as WorldPath).writeState(state);
    }
    out.set(state.subarray(0, STATE_TIME));
    out[STATE_TIME] = t;
    for (let k = 0; k < 3; k++) {
      out[STATE_P + k] -= reference[k];
      out[STATE_OMEGA + k] *= duration;
      out[STATE_V + k] *= duration;
      out[STATE_BASE + k] *= duration;
    }
    out[STATE_KAPPA] *= duration;
    out[STATE_A0] = (state[STATE_A0] + lengthAt(state, STATE_FALL)) * duration * duration * GROW;
    out[STATE_A1] *= duration * duration;
  }

  writeSpin(reference: Float64Array, out: Float64Array): void {
    const { path, t0, duration } = this;
    const t = out[SPIN_TIME];
    out[SPIN_TIME] = t0 + t * duration;
    if (path?.writeSpin === undefined) {
      writeNoSpin(this.travel(0), out);
      out[SPIN_SPEED_OF_RHO] = (this.bend + this.turn) * GROW;
    } else path.writeSpin(out, duration);
    out[SPIN_TIME] = t;
    for (let i = 0; i < out[SPIN_COUNT]; i++) for (let k = 0; k < 3; k++) out[SPIN_AXES + 6 * i + k] -= reference[k];
  }

  travel(rho: number): number {
    return (this.shift + this.bend * rho + this.turn * (rho + this.delta)) * GROW;
  }

  startPosition(out: Float64Array, offset: number): void {
    const { state, t0, path } = this;
    if (state[STATE_TIME] !== t0) {
      state[STATE_TIME] = t0;
      (path as WorldPath).writeState(state);
    }
    for (let k = 0; k < 3; k++) out[offset + k] = state[STATE_P + k];
  }
}

/** Where and how fast a body is, out of its state. */
export function poseOf(state: Float64Array): { position: Vec3; quaternion: Quat } {
  return { position: vectorAt(state, STATE_P), quaternion: fromMatrix(state, 0) };
}
