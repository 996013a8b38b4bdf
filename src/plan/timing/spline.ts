/**
 * Splines through knots, as trajectories represent them, and how much of the limits they use: proven by bounds of their
 * polynomials, roundings of the coefficients included.
 */
import { writeHermite } from '../../robot/hermite.ts';
import { polynomialBound } from '../../robot/polynomial-bound.ts';
import type { ValueLimits } from './limits.ts';
import type { Knot } from './phase-plane.ts';

/** Positions, velocities and perhaps accelerations at seconds: cubic between them, or quintic. */
export interface Spline {
  readonly times: readonly number[];
  readonly places: readonly Float64Array[];
  readonly velocities: readonly Float64Array[];
  readonly accelerations: readonly Float64Array[] | null;
}

/** A run from stop to stop with its seconds, and what its pieces are in it. */
export interface RunSpline extends Spline {
  /** Seconds at which each piece begins; one more for the end. */
  readonly begins: readonly number[];
  /** One list of values a piece: how far the spline may be off it. */
  readonly off: readonly Float64Array[];
}

/** A run with the profile that it is made of, one knot a time. */
export interface ProfiledRun extends RunSpline {
  readonly knots: readonly Knot[];
}

/** Largest shares of the limits, one a value: 1 is all of it. */
export interface Shares {
  readonly velocity: Float64Array;
  readonly acceleration: Float64Array;
  readonly jerk: Float64Array;
}

/** Coefficients err by less than this part of what they are summed from. */
const ROUNDING = 2 ** -46;

const coefficients = new Float64Array(6);

/** Writes into `out` what shares of the limits a segment uses at most, where that is more than is there already. */
export function noteShares(spline: Spline, k: number, limits: ValueLimits, out: Shares): void {
  const { times, places, velocities, accelerations } = spline;
  const T = times[k + 1] - times[k];
  const jerked = limits.jerk !== null && accelerations !== null;
  for (let j = 0; j < out.velocity.length; j++) {
    if (!limits.moves[j]) continue;
    const way = places[k + 1][j] - places[k][j];
    const p = T * velocities[k][j];
    const q = T * velocities[k + 1][j];
    const e = accelerations === null ? null : T * T * accelerations[k][j];
    const f = accelerations === null ? null : T * T * accelerations[k + 1][j];
    const degree = writeHermite(coefficients, 0, way, p, q, e, f);
    const slack = ROUNDING * (Math.abs(way) + Math.abs(p) + Math.abs(q) + Math.abs(e ?? 0) + Math.abs(f ?? 0));
    const share = (order: number, most: number): number => (polynomialBound(coefficients, 0, 1, degree, order) + slack) / most;
    out.velocity[j] = Math.max(out.velocity[j], share(1, limits.velocity[j] * T));
    out.acceleration[j] = Math.max(out.acceleration[j], share(2, limits.acceleration[j] * T * T));
    if (jerked && limits.jerk !== null) out.jerk[j] = Math.max(out.jerk[j], share(3, limits.jerk[j] * T * T * T));
  }
}

/** How far a value is from a place at most, on one segment. */
export function farthest({ times, places, velocities, accelerations }: Spline, k: number, j: number, place: number): number {
  const T = times[k + 1] - times[k];
  const way = places[k + 1][j] - places[k][j];
  const e = accelerations === null ? null : T * T * accelerations[k][j];
  const f = accelerations === null ? null : T * T * accelerations[k + 1][j];
  coefficients[0] = places[k][j] - place;
  const degree = writeHermite(coefficients, 0, way, T * velocities[k][j], T * velocities[k + 1][j], e, f);
  return polynomialBound(coefficients, 0, 1, degree, 0);
}

export function noShares(size: number): Shares {
  return { velocity: new Float64Array(size), acceleration: new Float64Array(size), jerk: new Float64Array(size) };
}

/** Shares of the whole spline. */
export function sharesOf(spline: Spline, limits: ValueLimits): Shares {
  const out = noShares(limits.velocity.length);
  for (let k = 0; k + 1 < spline.times.length; k++) noteShares(spline, k, limits, out);
  return out;
}

/** By what factor time must be stretched at least, so that all is within limits. */
export function neededStretch({ velocity, acceleration, jerk }: Shares): number {
  return Math.max(largest(velocity), Math.sqrt(largest(acceleration)), cubeRoot(largest(jerk)));
}

export function largest(values: Float64Array): number {
  return values.reduce((most, x) => Math.max(most, x), 0);
}

/** The cube root of x ≥ 0 or hardly more, never less: by Newton's method, which stays above it. */
function cubeRoot(x: number): number {
  if (x === 0) return 0;
  let root = Math.max(1, x);
  for (let n = 0; n < 2000; n++) {
    const next = (2 * root + x / root / root) / 3;
    if (!(next < root)) break;
    root = next;
  }
  return root * (1 + 2 ** -50);
}

/** The same way, slower by a factor. */
function stretched({ times, places, velocities, accelerations }: Spline, factor: number): Spline {
  return {
    times: times.map((t) => t * factor),
    places,
    velocities: velocities.map((v) => v.map((x) => x / factor)),
    accelerations: accelerations === null ? null : accelerations.map((a) => a.map((x) => x / factor / factor)),
  };
}

/** Roundings of stretched data are paid for by so much more; by twice as much each time that it was not enough. */
const MORE = 2 ** -44;
const MOST_STRETCHES = 60;

/**
 * The spline, stretched until it is proven to keep the limits; null where roundings win, which takes values beyond
 * reason.
 */
export function withinLimits(spline: Spline, limits: ValueLimits): { readonly spline: Spline; readonly shares: Shares } | null {
  let out = spline;
  let more = MORE;
  for (let n = 0; n < MOST_STRETCHES; n++) {
    const shares = sharesOf(out, limits);
    const factor = neededStretch(shares);
    if (factor <= 1) return { spline: out, shares };
    if (!Number.isFinite(factor)) return null;
    out = stretched(out, factor * (1 + more));
    more *= 2;
  }
  return null;
}
