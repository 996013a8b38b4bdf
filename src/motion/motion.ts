/**
 * What a body does for every t in [0, 1]: not a pose, but a pose with bounds. A query asks for the state at an
 * instant; the state carries what is needed to bound the motion over the rest of the interval.
 *
 * State, STATE_SIZE doubles, lengths in the body's unit, positions relative to a reference point of the caller. The
 * time is set by the caller in its place (a double that goes through memory is never boxed), the motion writes the
 * rest:
 *
 *   R  rotation, row by row        p  position of the body's origin
 *   ω  angular velocity            v  velocity of the body's origin; a point x moves with v + ω × (x − p)
 *   κ δ a₀ a₁  acceleration: a point at distance ≤ ρ from the origin accelerates along a unit direction n, at
 *              any time in [t, 1] and for every ρ, by at most  |n × ω| κ (ρ + δ) + a₀ + a₁ ρ
 *   w  base velocity: the speed of such a point along n, s after t, is at most
 *      w·n + |n × ω| (ρ⊥ + δ) + s (a₀ + a₁ ρ), ρ⊥ its distance from the line through the origin along ω
 *      [Tang et al. 2013, Lemma 4.1]; with κ = 0, w = v does
 */

/**
 * A rigid body's motion over t in [0, 1], with bounds that are proven. Made by `rigidMotion` and the like; for one of
 * your own the guide of first contact (docs/guides/first-contact.md) says what each member must guarantee.
 */
export interface Motion {
  /** True only when the body never moves. */
  readonly still: boolean;

  /** Bound on the angle, in radians, by which the body turns over all of [0, 1], to and fro counted as way. */
  readonly turn: number;

  /** A length whose rounding moves the body beyond what `travel` bounds: that of a far centre of rotation. Mostly 0. */
  readonly lever: number;

  /**
   * Writes the state at the time in `out[MOTION_STATE.time]`: pose, velocities, and bounds on acceleration from then to
   * t = 1. Positions are relative to the reference, three doubles. Rounding errors: docs/notes/rounding.md, "Poses".
   */
  writeState(reference: Float64Array, out: Float64Array): void;

  /**
   * Upper bound on the speed, per unit of t and at any time, of a point at distance ≤ rho from the body's origin; hence
   * on its way over all of [0, 1].
   */
  travel(rho: number): number;

  /** Writes the position of the body's origin at t = 0 to out[offset] and the two after it, as given (exact). */
  startPosition(out: Float64Array, offset: number): void;

  /**
   * For motions of many turns: writes the axes that the body spins about, and how it moves beside that, at the time in
   * `out[MOTION_SPIN.time]`; positions relative to the reference. Then what it sweeps over all turns is looked at
   * before they are followed one by one. Default: not known.
   */
  writeSpin?(reference: Float64Array, out: Float64Array): void;

  /**
   * Enclosures over intervals of time, of the motion as seen from the reference point (three doubles, taken as they are
   * now): what method `interval` works with. Default: derived from states, and sound for every motion; worth writing
   * where sharper ones are known.
   */
  enclose?(reference: Float64Array): IntervalMotion;
}

/**
 * Encloses one motion over intervals of time: 12 pairs of a lowest and a highest value at (out, o), R row by row, then
 * p.
 */
export interface IntervalMotion {
  /** Encloses the pose for every t in [times[0], times[1]], in the world less a reference point. */
  writePose(times: Float64Array, out: Float64Array, o: number): void;
  /** Encloses the first derivative of the pose by t. */
  writeRate(times: Float64Array, out: Float64Array, o: number): void;
  /** Encloses the second derivative of the pose by t. */
  writeBend(times: Float64Array, out: Float64Array, o: number): void;
}

export const STATE_P = 9;
export const STATE_OMEGA = 12;
export const STATE_V = 15;
export const STATE_KAPPA = 18;
export const STATE_DELTA = 19;
export const STATE_A0 = 20;
export const STATE_A1 = 21;
export const STATE_BASE = 22;
export const STATE_TIME = 25;
export const STATE_SIZE = 26;

/**
 * The parts of a motion's state: pose, velocities, the four numbers of the bound on acceleration, the time, and the
 * size of it all.
 */
export type MotionStatePart =
  | 'rotation'
  | 'position'
  | 'angularVelocity'
  | 'velocity'
  | 'kappa'
  | 'delta'
  | 'a0'
  | 'a1'
  | 'baseVelocity'
  | 'time'
  | 'size';

/**
 * Where the parts of a motion's state begin among its `size` doubles, for motions of your own. Rotation is a matrix row
 * by row; position, velocities and base velocity are x y z.
 */
export const MOTION_STATE: Readonly<Record<MotionStatePart, number>> = {
  rotation: 0,
  position: STATE_P,
  angularVelocity: STATE_OMEGA,
  velocity: STATE_V,
  kappa: STATE_KAPPA,
  delta: STATE_DELTA,
  a0: STATE_A0,
  a1: STATE_A1,
  baseVelocity: STATE_BASE,
  time: STATE_TIME,
  size: STATE_SIZE,
};
