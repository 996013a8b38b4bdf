/**
 * A body thrown: its origin, the centre of mass, flies a parabola, and it turns at a constant rate about a fixed axis.
 *
 *   p(t) = p0 + s v + ½ s² a      R(t) = exp(s [ω]×) R0      s = t · duration
 *
 * Guarantee: as for every motion, bounds hold for all of [0, 1]. That a turning body keeps its axis is an assumption:
 * true for bodies that spin about a principal axis, a short arc of the truth for the others.
 */
import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { checkedPose, checkNumbers, type Pose, type Vec3 } from '../math/pose.ts';
import { length, normalise, scaled } from '../math/vec3.ts';
import { type Motion, STATE_A0, STATE_BASE, STATE_P, STATE_TIME, STATE_V } from './motion.ts';
import { RigidMotion } from './rigid-motion.ts';
import { SPIN_AXES, SPIN_BEND, SPIN_DRIFT, SPIN_TIME } from './spin.ts';

/**
 * How a body is thrown: where it is at first, its velocities then, and what accelerates it. Units of length and
 * seconds.
 */
export interface Flight {
  /** Where it is at t = 0; its origin is the centre of mass. Default: as the shape was given. */
  readonly pose?: Pose;
  /** Velocity of the body's origin at t = 0, in units of length per second. Default: none. */
  readonly velocity?: Vec3;
  /** Radians per second about the body's origin, along the axis in the world's frame. Default: none. */
  readonly angularVelocity?: Vec3;
  /** Acceleration in units of length per second squared; gravity, for one. Default: none. */
  readonly acceleration?: Vec3;
}

const FLIGHT_KEYS: readonly string[] = ['pose', 'velocity', 'angularVelocity', 'acceleration'];
const NOWHERE: Vec3 = [0, 0, 0];
/** Turns over one motion that sine and cosine are computed for. */
const MOST_RADIANS = 2 ** 20;

/**
 * The motion of a thrown body, made by `ballisticMotion(flight, duration)`: its origin flies a parabola while it turns
 * at a constant rate about a fixed axis. That it keeps this axis is true of bodies that spin about a principal one.
 */
export class BallisticMotion implements Motion {
  readonly still: boolean;
  readonly turn: number;
  readonly lever = 0;
  /** @internal What the body would do without acceleration. */
  readonly straight: RigidMotion;
  /**
   * a · duration²
   * @internal
   */
  readonly bend: Vec3;
  private readonly bendLength: number;

  /** Use `ballisticMotion`, which checks what it is given. */
  constructor(straight: RigidMotion, bend: Vec3) {
    this.straight = straight;
    this.bend = bend;
    this.bendLength = length(bend) * (1 + 2 ** -50);
    this.turn = straight.turn;
    this.still = straight.still && this.bendLength === 0;
  }

  writeState(reference: Float64Array, out: Float64Array): void {
    this.straight.writeState(reference, out);
    const t = out[STATE_TIME];
    for (let k = 0; k < 3; k++) {
      const bend = this.bend[k] * t;
      out[STATE_P + k] += 0.5 * bend * t;
      out[STATE_V + k] += bend;
      out[STATE_BASE + k] += bend;
    }
    out[STATE_A0] = this.bendLength;
  }

  travel(rho: number): number {
    return (this.straight.travel(rho) + this.bendLength) * (1 + 2 ** -50);
  }

  writeSpin(reference: Float64Array, out: Float64Array): void {
    this.straight.writeSpin(reference, out);
    const t = out[SPIN_TIME];
    for (let k = 0; k < 3; k++) {
      const bend = this.bend[k] * t;
      out[SPIN_DRIFT + k] += bend;
      out[SPIN_AXES + k] += 0.5 * bend * t;
    }
    out[SPIN_BEND] = this.bendLength;
  }

  startPosition(out: Float64Array, offset: number): void {
    this.straight.startPosition(out, offset);
  }
}

/**
 * The flight of a body over `duration` seconds, above 0: t = 0 is now, t = 1 then. Its origin flies a parabola, and it
 * turns at a constant rate about a fixed axis, by at most 2^20 radians in all.
 */
export function ballisticMotion(flight: Flight, duration: number): BallisticMotion {
  checkRecord(flight, FLIGHT_KEYS, 'flight');
  const { position, quaternion } = checkedPose(flight.pose, 'pose');
  const { velocity = NOWHERE, angularVelocity = NOWHERE, acceleration = NOWHERE } = flight;
  checkNumbers(velocity, 3, 'velocity');
  checkNumbers(angularVelocity, 3, 'angularVelocity');
  checkNumbers(acceleration, 3, 'acceleration');
  if (typeof duration !== 'number' || !(duration > 0 && duration <= 2 ** 100))
    throw new InputError(`duration: must be a number of seconds above 0, got ${shownValue(duration)}`);
  const angle = length(angularVelocity) * duration;
  if (!(angle <= MOST_RADIANS))
    throw new InputError(`angularVelocity: turns by ${angle} radians in ${duration} seconds; up to 2^20 are allowed`);
  const axis = normalise(angularVelocity) ?? [0, 0, 1];
  return new BallisticMotion(
    new RigidMotion(position, quaternion, scaled(velocity, duration), axis, angle, NOWHERE, NOWHERE),
    scaled(acceleration, duration * duration),
  );
}
