/**
 * One pair of shapes that the broad phase could not rule out, watched by the scheduler: how far apart they are now, how
 * fast they close, and until when they certainly stay apart.
 * Guarantee: `low` ≤ distance ≤ `high` at the time of the last check; `safeUntil` is never late.
 */

import { ADDING, SMALLEST, TURNING } from '../contact/moving-pair.ts';
import { STATE_FALL } from '../convex/convex-approach.ts';
import type { Vec3 } from '../math/pose.ts';
import { lengthAt } from '../math/vec3.ts';
import { STATE_A0, STATE_A1, STATE_DELTA, STATE_KAPPA, STATE_OMEGA, STATE_P, STATE_V } from '../motion/motion.ts';
import type { BodyRecord } from './world-body.ts';
import type { WorldContact } from './world-event.ts';

/** In roundings: what lies deeper is no touching, and who has moved by less has not moved. */
export const DEEP = 64;
/** In roundings: a finer tolerance cannot be proven. */
const FINEST = 16;
/** Sixteen times the distance of neighbouring doubles. */
const TICK = 2 ** -48;

export abstract class Watch {
  /** Units of the budget for one check of it. */
  readonly units: number = 1;
  readonly a: BodyRecord;
  readonly b: BodyRecord;
  /** Its item in the queue. */
  readonly item: number;
  /** How close counts as contact, beyond the clearance. */
  readonly tolerance: number;
  /** Touching or deeper, and reported: not reported again until it is apart, or deeper [let-through.ts]. */
  passing = false;
  /** Let through by whoever was asked: not reported again however deep it goes. */
  consented = false;
  /** Held: stopped again at once when one of the two gets another path that leads deeper. */
  holds = false;
  /** When it was stopped again, and how often since, as long as neither has moved. */
  heldAgainAt: number = Number.NaN;
  heldAgain = 0;
  /** The least depth it has had since it was reported. */
  shallowest = 0;
  /** Distance to travel until a pair that may go deeper is checked again. */
  recheckTravel = 0;
  /** Distance to travel until a pair that touches, and is not proven apart, is checked again. */
  touchingTravel = 0;
  /** How many checks in a row found it touching, with less time proven than travelling so far takes. */
  clinging = 0;
  /** When it was reported while it touched, and how often since, as long as neither has moved. */
  reportedAt: number = Number.NaN;
  repeats = 0;
  /** One of the two has another path since the last check. */
  redirected = false;
  /** Distance to which it must come down before it is reported again. */
  level: number = Infinity;
  /** The time of the last check. */
  measuredAt: number = Number.NaN;
  /** The last time at which it was proven apart. */
  apartAt: number = Number.NaN;
  /**
   * Up to this distance the pair counts as in contact: the tolerance, unless rounding or what happens between two
   * neighbouring times is coarser.
   */
  band = 0;
  /** Whether `contacts` lists all of them. */
  complete = true;
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

  /** Size of the smaller body. */
  get size(): number {
    return Math.min(this.a.size, this.b.size);
  }

  /** Places both bodies at t and measures their distance. */
  measureAt(t: number, clearance: number): void {
    const { a, b } = this;
    a.place(t);
    b.place(t);
    this.measuredAt = t;
    this.rounding = this.roundingNow();
    this.band = clearance + Math.max(this.tolerance, FINEST * this.rounding, TICK * Math.abs(t) * (a.speed + b.speed));
    this.measure();
  }

  /** Writes low, high and normal; beyond twice the band nobody asks how far exactly. */
  protected abstract measure(): void;

  /**
   * After a check that found them near: where they are close, and how fast they close there (above 0: they approach).
   */
  abstract contacts(): readonly WorldContact[];
  abstract closing(): number;

  /**
   * After a check: how far one must move at least to be free of the other; 0 where they are apart or that is not known.
   */
  abstract depth(): number;

  /** Notes where the two are, for pairs of which it is not known how deep they are in each other. */
  mark(): void {}

  /**
   * After a check: how far they are in each other, or nearer than the clearance; where that is not known, how far they
   * have moved against each other since the mark.
   */
  abstract sunk(clearance: number): number;

  /** After a check at t: a time until which the distance certainly stays above `keep`, at most `until`. */
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

  /** Seconds that the two need at least to move by a distance against each other, in whatever direction. */
  secondsToMove(distance: number): number {
    const { a, b } = this;
    let speed = 0;
    let bend = 0;
    for (let k = 0; k < 3; k++) speed += square(b.state[STATE_V + k] - a.state[STATE_V + k]);
    speed = Math.sqrt(speed);
    for (const { state, hull } of [a, b]) {
      const omega = lengthAt(state, STATE_OMEGA);
      speed += omega * hull.reach;
      bend += lengthAt(state, STATE_FALL) + state[STATE_A0] + state[STATE_A1] * hull.reach;
      bend += omega * state[STATE_KAPPA] * (hull.reach + state[STATE_DELTA]);
    }
    return ((2 * distance) / (speed + Math.sqrt(speed * speed + 2 * bend * distance))) * (1 - 2 ** -30);
  }

  /** After a check: whether neither has moved by more than a distance since a time not long ago. */
  standsSince(t: number, distance: number = DEEP * this.rounding): boolean {
    return (this.measuredAt - t) * (this.a.speed + this.b.speed) <= distance;
  }

  /** Speed at which two points come nearer along the normal. */
  approachAt(pointA: Vec3, pointB: Vec3, normal: ArrayLike<number> = this.normal): number {
    let rate = 0;
    for (let k = 0; k < 3; k++) rate += normal[k] * (velocityAt(this.a.state, pointA, k) - velocityAt(this.b.state, pointB, k));
    return rate;
  }

  /** Known accelerations, gravity for one, along the normal; above 0: they press the two together. */
  get pressing(): number {
    let rate = 0;
    for (let k = 0; k < 3; k++) rate += this.normal[k] * (this.a.state[STATE_FALL + k] - this.b.state[STATE_FALL + k]);
    return rate;
  }
}

function square(x: number): number {
  return x * x;
}

/** Component k of v + ω × (x − p). */
function velocityAt(state: Float64Array, x: Vec3, k: number): number {
  const i = (k + 1) % 3;
  const j = (k + 2) % 3;
  return state[STATE_V + k] + (state[STATE_OMEGA + i] * (x[j] - state[STATE_P + j]) - state[STATE_OMEGA + j] * (x[i] - state[STATE_P + i]));
}
