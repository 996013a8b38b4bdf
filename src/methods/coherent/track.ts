/**
 * By how much a body's motion differs from the one before it, at any time. With x(t) the difference of the two places
 * of a point, |x| ≤ max(|x(0)|, |x(1)|) + ⅛ max|ẍ|: a curve leaves its chord by no more. |ẍ| is at most the sum of the
 * two motions' accelerations.
 */
import { STATE_A0, STATE_A1, STATE_DELTA, STATE_KAPPA, STATE_OMEGA, STATE_P } from '../../motion/motion.ts';
import { ROUND_UP } from './front.ts';

/** A rotation, a position, and the origin it is relative to: far away a sum of the two would lose digits. */
const PLACE = 15;
const ORIGIN = 12;
/** Slots: the place at t = 0, the one at t = 1, a bound on the acceleration of any point. */
const END = PLACE;
const ACCELERATION: number = 2 * PLACE;
const TRACK_SIZE: number = ACCELERATION + 1;
/** Above 1/√2: the Frobenius norm of a difference of rotations is √2 times its spectral norm. */
const SPECTRAL = 0.7072;

export class Track {
  private last: Float64Array = new Float64Array(TRACK_SIZE);
  private now: Float64Array = new Float64Array(TRACK_SIZE);
  private known = false;

  /** The state at t = 0; positions relative to the origin. */
  begin(state: Float64Array, origin: Float64Array, radius: number): void {
    const { now } = this;
    write(state, origin, now, 0);
    const x = state[STATE_OMEGA];
    const y = state[STATE_OMEGA + 1];
    const z = state[STATE_OMEGA + 2];
    const turning = Math.sqrt(x * x + y * y + z * z) * state[STATE_KAPPA] * (radius + state[STATE_DELTA]);
    now[ACCELERATION] = (turning + state[STATE_A0] + state[STATE_A1] * radius) * ROUND_UP;
  }

  /** The state at t = 1. Bound on the way between this motion and the last one, but for rounding. */
  end(state: Float64Array, origin: Float64Array, radius: number): number {
    const { now, last, known } = this;
    write(state, origin, now, END);
    this.now = last;
    this.last = now;
    this.known = true;
    if (!known) return Infinity;
    const ends = Math.max(between(last, now, 0, radius), between(last, now, END, radius));
    return (ends + 0.125 * (last[ACCELERATION] + now[ACCELERATION])) * ROUND_UP;
  }

  /** The next motion is not compared with the last. */
  forget(): void {
    this.known = false;
  }
}

function write(state: Float64Array, origin: Float64Array, out: Float64Array, o: number): void {
  for (let i = 0; i < ORIGIN; i++) out[o + i] = state[i];
  for (let i = 0; i < 3; i++) out[o + ORIGIN + i] = origin[i];
}

/** How far points within the radius of the origin are moved from one place to the other. */
function between(from: Float64Array, to: Float64Array, o: number, radius: number): number {
  let turned = 0;
  let moved = 0;
  for (let i = o; i < o + STATE_P; i++) turned += (to[i] - from[i]) * (to[i] - from[i]);
  for (let i = o + STATE_P; i < o + ORIGIN; i++) {
    const x = to[i] - from[i] + (to[i + 3] - from[i + 3]);
    moved += x * x;
  }
  return Math.sqrt(moved) + SPECTRAL * Math.sqrt(turned) * radius;
}
