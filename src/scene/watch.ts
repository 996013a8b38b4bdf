/**
 * One pair of shapes that the broad phase could not rule out, watched by the scheduler: how far apart they are now, how fast they close, and until when they
 * certainly stay apart.
 * Guarantee: `low` ≤ distance ≤ `high` at the time of the last look; `safeUntil` is never late.
 */
import { ADDING, SMALLEST, TURNING } from '../contact/moving-pair.ts';
import type { Vec3 } from '../math/pose.ts';
import { STATE_OMEGA, STATE_P, STATE_V } from '../motion/motion.ts';
import type { BodyRecord } from './world-body.ts';
import type { WorldContact, WorldEvent } from './world-event.ts';

export abstract class Watch {
  readonly a: BodyRecord;
  readonly b: BodyRecord;
  /** Its item in the queue. */
  readonly item: number;
  /** How close counts as contact, beyond the clearance. */
  readonly tolerance: number;
  /** Let through: not judged until it is apart again. */
  passing = false;
  /** One of the two goes another way since the last look. */
  redirected = false;
  /** Not told again before it comes down to this distance. */
  level: number = Infinity;
  /** The time of the last look. */
  lookedAt: number = Number.NaN;
  /** The last time at which it was proven apart. */
  apartAt: number = Number.NaN;
  /** One body was found inside the other, a solid, though their surfaces are apart. */
  inside = false;
  low = 0;
  high = 0;
  rounding = 0;
  readonly normal: Float64Array = new Float64Array(3);

  constructor(a: BodyRecord, b: BodyRecord, item: number, tolerance: number) {
    this.a = a;
    this.b = b;
    this.item = item;
    this.tolerance = tolerance;
  }

  /** Places both bodies at t and measures their distance; `near`: from here on its exact value is of no interest. */
  look(t: number, near: number): void {
    this.a.place(t);
    this.b.place(t);
    this.lookedAt = t;
    this.rounding = this.roundingNow();
    this.measure(t, near);
  }

  protected abstract measure(t: number, near: number): void;

  /** After a look that found them near: where they are close, and how fast they close there (above 0: they approach). */
  abstract contacts(): readonly WorldContact[];
  abstract closing(): number;
  abstract get kind(): WorldEvent['kind'];

  /** After a look that found them overlapping: how far one must move at least to be free of the other; 0 where that is not known. */
  abstract depth(): number;

  /** After a look at t: a time until which the distance certainly stays above `keep`, at most `until`. */
  abstract safeUntil(t: number, keep: number, until: number): number;

  /** What rounding does to a distance now [docs/notes/rounding.md, "Gaps"]. */
  private roundingNow(): number {
    const { a, b } = this;
    const extent = a.hull.reach + b.hull.reach;
    let apart = 0;
    for (let k = 0; k < 3; k++) apart += square(a.state[STATE_P + k] - b.state[STATE_P + k]);
    const turning = TURNING * (1 + a.turned + b.turned);
    return turning * (2 * extent + Math.sqrt(apart)) + ADDING * (a.lengths + b.lengths + extent) + SMALLEST;
  }

  /** Speed at which b's point leaves a's along the normal. */
  protected separation(pointA: Vec3, pointB: Vec3): number {
    const { normal: n } = this;
    let rate = 0;
    for (let k = 0; k < 3; k++) rate += n[k] * (velocityAt(this.b.state, pointB, k) - velocityAt(this.a.state, pointA, k));
    return rate;
  }
}

export function square(x: number): number {
  return x * x;
}

/** Component k of v + ω × (x − p). */
function velocityAt(state: Float64Array, x: Vec3, k: number): number {
  const i = (k + 1) % 3;
  const j = (k + 2) % 3;
  return state[STATE_V + k] + (state[STATE_OMEGA + i] * (x[j] - state[STATE_P + j]) - state[STATE_OMEGA + j] * (x[i] - state[STATE_P + i]));
}
