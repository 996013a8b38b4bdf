/**
 * What a motion of many turns writes beside its state: the axes it spins about, and how everything else moves.
 *
 * Let S(t) be all places that a point of the body reaches from where it is at t when each of its spins turns by any
 * angle, the innermost first: a point, a circle, a torus, … The body is in S at every time, and S itself moves slowly:
 * from t to t + s, for every s up to the end of the motion, each of its points moves by s·d + e with
 *
 *   |e| ≤ s (σ₀ + σ₁ρ) + ½ s² b        d the drift, ρ the distance of the body's point from the body's origin
 *
 * The axes of S move along, as if they were fixed to such points. Derived in docs/notes/many-turns.md.
 */

/**
 * In: the time, and last from how many radians on a turn counts as a spin. Out: how many axes, d, σ₀, σ₁, b, then for
 * each axis a point of it and its unit direction.
 */
export const SPIN_TIME = 0;
export const SPIN_COUNT = 1;
export const SPIN_DRIFT = 2;
export const SPIN_SPEED = 5;
export const SPIN_SPEED_OF_RHO = 6;
export const SPIN_BEND = 7;
export const SPIN_AXES = 8;
/** Doubles an axis: point, direction. */
export const SPIN_AXIS_SIZE = 6;
/** More axes than these count as other motion. */
export const MOST_SPINS = 4;
export const SPIN_FROM: number = SPIN_AXES + MOST_SPINS * SPIN_AXIS_SIZE;
export const SPIN_SIZE: number = SPIN_FROM + 1;

/** One turn in radians: what turns by more over all of [0, 1] tells its axes … */
export const ONE_TURN = 6.2831853071795862;
/** … but in a search that has become long: there what turns by more than this. */
export const PART_OF_TURN = 0.5;
/** From here on bodies are bounded by their reach; fewer turns are followed in less time [docs/notes/many-turns.md]. */
export const MANY_TURNS: number = 8 * ONE_TURN;

/** Pays for the roundings of each bound. */
export const SPIN_ROUND_UP: number = 1 + 2 ** -36;

/** The record of a motion of which nothing is known but how fast its points are. */
export function writeNoSpin(speed: number, out: Float64Array): void {
  out[SPIN_COUNT] = 0;
  out[SPIN_DRIFT] = out[SPIN_DRIFT + 1] = out[SPIN_DRIFT + 2] = 0;
  out[SPIN_SPEED] = speed;
  out[SPIN_SPEED_OF_RHO] = out[SPIN_BEND] = 0;
}

/** The parts of what a motion of many turns tells of its spins; `axes` begin there, `axisSize` doubles each. */
export type MotionSpinPart =
  | 'time'
  | 'count'
  | 'drift'
  | 'speed'
  | 'speedOfRho'
  | 'bend'
  | 'axes'
  | 'axisSize'
  | 'mostAxes'
  | 'from'
  | 'size';

/**
 * Where the parts of what `Motion.writeSpin` writes begin among its `size` doubles; what turns by fewer radians than
 * stand at `from` need not tell its axis. With every spin turned by any
 * angle, a point at ρ from the body's origin moves from then on by s · drift in the time s, and by at most
 * s (speed + speedOfRho · ρ) + ½ s² bend beside it. Up to `mostAxes` axes, the innermost first, are three doubles of a
 * point of it and three of its unit direction.
 */
export const MOTION_SPIN: Readonly<Record<MotionSpinPart, number>> = {
  time: SPIN_TIME,
  count: SPIN_COUNT,
  drift: SPIN_DRIFT,
  speed: SPIN_SPEED,
  speedOfRho: SPIN_SPEED_OF_RHO,
  bend: SPIN_BEND,
  axes: SPIN_AXES,
  axisSize: SPIN_AXIS_SIZE,
  mostAxes: MOST_SPINS,
  from: SPIN_FROM,
  size: SPIN_SIZE,
};
