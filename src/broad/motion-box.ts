/**
 * Where is a body during an interval of time? An interval along each of three directions that holds it at every
 * instant: the boxes that a broad phase compares.
 * Directions are the axes x y z, or any three that a caller gives as rows; skewed ones keep what lies on a table from
 * clustering along one of them [Mirtich 1997, §2.3], and a broad phase works on such intervals unchanged: bodies that
 * meet have a point in common, so their intervals do along every direction.
 * Guarantee: every point of the body lies, in exact arithmetic, within the intervals written; roundings are paid for
 * (docs/notes/rounding.md, "Poses").
 *
 *   flight      the centre at the start, at the end, and where its parabola turns between, grown by the reach of the
 *   body [Mirtich 1997, Figure 1] any motion  between two of its places, h apart in time, a point leaves their chord by
 *   at most A h²/8 along n, A the bound on its acceleration along n;
 *               and it cannot be farther along n than its travel allows
 */

import { ADDING, TURNING } from '../contact/moving-pair.ts';
import { checkRecord, shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import { checkLength } from '../math/limits.ts';
import {
  type Motion,
  STATE_A0,
  STATE_A1,
  STATE_DELTA,
  STATE_KAPPA,
  STATE_OMEGA,
  STATE_P,
  STATE_SIZE,
  STATE_TIME,
} from '../motion/motion.ts';

/** x, y and z as rows. */
export const STRAIGHT_AXES: Float64Array = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);

/** What a box has to hold of a body. */
export interface BoxedBody {
  /**
   * Largest distance of a point of the body from its origin, in the unit of length: the box, a cube for a body at rest,
   * fits every orientation.
   */
  readonly reach: number;
  /**
   * x y z of points whose convex hull, grown by `radius`, holds the body: then the box is tight, and turns with the
   * body. Default: only `reach` is known.
   */
  readonly vertices?: ArrayLike<number>;
  /** By how much the body is thicker than the hull of its vertices, in the unit of length. Default 0. */
  readonly radius?: number;
}

const BODY_KEYS: readonly string[] = ['reach', 'vertices', 'radius'];

/** Pays for the roundings of a bound. */
const ROUND_UP: number = 1 + 2 ** -40;
/** More than the roundings of a sum of a dozen products, relative to the sum of their absolute values. */
const SUMMING = 2 ** -48;
/** Pays where products fall below the normal doubles. */
const UNDERFLOW = 2 ** -1000;

/** The places at which a motion is looked at: both ends and the middle. */
const PLACES = 3;
const newStates = (): readonly Float64Array[] => Array.from({ length: PLACES }, () => new Float64Array(STATE_SIZE));
const ownStates: readonly Float64Array[] = newStates();
/** A motion that asks for another box while its own is written must not find its states overwritten. */
let taken = false;
const origin: Float64Array = new Float64Array(3);

/**
 * Writes a box that holds a thrown body at every instant, proven: its origin starts at `position` and flies with
 * `velocity` under a constant `acceleration` for `duration` seconds, however it turns; all of its points are within
 * `reach` of its origin. The three lowest, then the three highest ends go to out[offset…]; along `axes` (nine numbers,
 * rows), default x y z.
 */
export function ballisticBox(
  position: ArrayLike<number>,
  velocity: ArrayLike<number>,
  acceleration: ArrayLike<number>,
  duration: number,
  reach: number,
  out: Float64Array,
  offset = 0,
  axes: Float64Array = STRAIGHT_AXES,
): void {
  if (!(duration >= 0 && reach >= 0))
    throw new InputError(`ballisticBox: duration and reach must be numbers ≥ 0, got ${shownValue(duration)} and ${shownValue(reach)}`);
  for (let k = 0; k < 3; k++) {
    let start = 0;
    let speed = 0;
    let bend = 0;
    let size = 0;
    for (let c = 0; c < 3; c++) {
      const n = axes[3 * k + c];
      start += n * position[c];
      speed += n * velocity[c];
      bend += n * acceleration[c];
      size += Math.abs(n) * (Math.abs(position[c]) + duration * (Math.abs(velocity[c]) + duration * Math.abs(acceleration[c])));
    }
    // x(T) = x₀ + T (v + ½ T a)
    const end = start + duration * (speed + 0.5 * duration * bend);
    let low = Math.min(start, end);
    let high = Math.max(start, end);
    // It turns at −v/a, at x₀ − ½ v²/a. Where rounding misjudges whether that is before T, it is at T but for T² u².
    if (speed > 0 !== bend > 0 && Math.abs(speed) < Math.abs(bend) * duration) {
      const apex = start - 0.5 * speed * (speed / bend);
      low = Math.min(low, apex);
      high = Math.max(high, apex);
    }
    const grown = (reach * lengthOf(axes, k) + SUMMING * size + UNDERFLOW) * ROUND_UP;
    write(out, offset, k, low - grown, high + grown);
  }
}

/**
 * Writes a box that holds a body at every instant of the part [from, to] of a motion's time, 0 ≤ from ≤ to ≤ 1, proven.
 * With `vertices` it is tight: the places of the vertices, grown by how far they leave the chords between these; never
 * larger than the one without. The three lowest, then the three highest ends go to out[offset…]; along `axes` (nine
 * numbers, rows), default x y z.
 */
export function motionBox(
  motion: Motion,
  body: BoxedBody,
  from: number,
  to: number,
  out: Float64Array,
  offset = 0,
  axes: Float64Array = STRAIGHT_AXES,
): void {
  if (typeof motion?.writeState !== 'function') throw new InputError(`motionBox: needs a motion, got ${shownValue(motion)}`);
  checkRecord(body, BODY_KEYS, 'motionBox: body');
  const { reach, radius = 0 } = body;
  checkLength(radius, 'motionBox: radius');
  if (!(reach >= 0 && from >= 0 && from <= to && to <= 1))
    throw new InputError(
      `motionBox: reach must be ≥ 0 and 0 ≤ from ≤ to ≤ 1, got ${shownValue(reach)}, ${shownValue(from)} and ${shownValue(to)}`,
    );
  const outer = taken;
  const states = outer ? newStates() : ownStates;
  taken = true;
  try {
    writeMotionBox(states, motion, body, from, to, out, offset, axes);
  } finally {
    taken = outer;
  }
}

function writeMotionBox(
  states: readonly Float64Array[],
  motion: Motion,
  { reach, vertices, radius = 0 }: BoxedBody,
  from: number,
  to: number,
  out: Float64Array,
  offset: number,
  axes: Float64Array,
): void {
  for (let s = 0; s < PLACES; s++) {
    states[s][STATE_TIME] = s === 0 ? from : s === 1 ? from + (to - from) / 2 : to;
    motion.writeState(origin, states[s]);
  }
  // Times between two places; all of them where rounding put the middle on an end.
  const span = Math.max(states[1][STATE_TIME] - from, to - states[1][STATE_TIME]);
  const bow = (span * span * ROUND_UP) / 8;
  const travel = motion.travel(0);
  for (let k = 0; k < 3; k++) {
    const length = lengthOf(axes, k);
    const slack = roundingOf(states[0], motion, reach, travel) * length;
    // The origin along n: x, and its farthest by its travel, (x(from) + x(to) ± travel) / 2.
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    let ends = 0;
    for (let s = 0; s < PLACES; s++) {
      const x = along(axes, k, states[s][STATE_P], states[s][STATE_P + 1], states[s][STATE_P + 2]);
      low = Math.min(low, x);
      high = Math.max(high, x);
      if (s !== 1) ends += 0.5 * x;
    }
    const bowed = accelerationAlong(states[0], axes, k, length, 0) * bow;
    const walked = 0.5 * travel * length * ROUND_UP;
    const grown = (reach * length + slack) * ROUND_UP;
    low = Math.max(low - bowed, ends - walked) - grown;
    high = Math.min(high + bowed, ends + walked) + grown;
    if (vertices !== undefined && vertices.length > 0) {
      const pad = (accelerationAlong(states[0], axes, k, length, reach) * bow + radius * length + slack) * ROUND_UP;
      extremes(states, vertices, axes, k);
      low = Math.max(low, extreme[0] - pad);
      high = Math.min(high, extreme[1] + pad);
    }
    write(out, offset, k, low, high);
  }
}

/**
 * Largest distance of the vertices (x y z each), each grown by `radius` (default 0), from the origin, rounded up: the
 * reach of a body.
 */
export function reachOf(vertices: ArrayLike<number>, radius = 0): number {
  let largest = 0;
  for (let k = 0; k < vertices.length; k++) largest = Math.max(largest, Math.abs(vertices[k]));
  let square = 0;
  for (let k = 0; k + 2 < vertices.length && largest > 0; k += 3) {
    const x = vertices[k] / largest;
    const y = vertices[k + 1] / largest;
    const z = vertices[k + 2] / largest;
    square = Math.max(square, x * x + y * y + z * z);
  }
  return (largest * Math.sqrt(square) + radius) * ROUND_UP;
}

const extreme: Float64Array = new Float64Array(2);

/** Lowest and highest of all vertices at all places along axis k, in `extreme`. */
function extremes(states: readonly Float64Array[], vertices: ArrayLike<number>, axes: Float64Array, k: number): void {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let s = 0; s < PLACES; s++) {
    const S = states[s];
    // n · (R x + p) = (Rᵀ n) · x + n · p
    const x = along(axes, k, S[0], S[3], S[6]);
    const y = along(axes, k, S[1], S[4], S[7]);
    const z = along(axes, k, S[2], S[5], S[8]);
    const p = along(axes, k, S[STATE_P], S[STATE_P + 1], S[STATE_P + 2]);
    for (let v = 0; v + 2 < vertices.length; v += 3) {
      const place = x * vertices[v] + y * vertices[v + 1] + z * vertices[v + 2] + p;
      if (place < low) low = place;
      if (place > high) high = place;
    }
  }
  extreme[0] = low;
  extreme[1] = high;
}

/**
 * |n × ω| κ (ρ + δ) + |n| (a₀ + a₁ ρ): bound on the acceleration along n of points within ρ of the origin, from the
 * state's time on.
 */
function accelerationAlong(state: Float64Array, axes: Float64Array, k: number, length: number, rho: number): number {
  const a = axes[3 * k];
  const b = axes[3 * k + 1];
  const c = axes[3 * k + 2];
  const x = b * state[STATE_OMEGA + 2] - c * state[STATE_OMEGA + 1];
  const y = c * state[STATE_OMEGA] - a * state[STATE_OMEGA + 2];
  const z = a * state[STATE_OMEGA + 1] - b * state[STATE_OMEGA];
  // What cancels in n × ω is paid for by a part of |n| |ω|.
  const omega = Math.abs(state[STATE_OMEGA]) + Math.abs(state[STATE_OMEGA + 1]) + Math.abs(state[STATE_OMEGA + 2]);
  const turning = Math.sqrt(x * x + y * y + z * z) + SUMMING * length * omega;
  return (turning * state[STATE_KAPPA] * (rho + state[STATE_DELTA]) + length * (state[STATE_A0] + state[STATE_A1] * rho)) * ROUND_UP;
}

/** How far rounding can put a point of the body from where it is. */
function roundingOf(S: Float64Array, motion: Motion, reach: number, travel: number): number {
  const far = Math.abs(S[STATE_P]) + Math.abs(S[STATE_P + 1]) + Math.abs(S[STATE_P + 2]);
  return TURNING * (1 + motion.turn) * reach + 2 * ADDING * (far + 2 * travel + motion.lever + reach) + UNDERFLOW;
}

function along(axes: Float64Array, k: number, x: number, y: number, z: number): number {
  return axes[3 * k] * x + axes[3 * k + 1] * y + axes[3 * k + 2] * z;
}

/** Length of axis k, rounded up; exact for a straight one. */
function lengthOf(axes: Float64Array, k: number): number {
  const x = Math.abs(axes[3 * k]);
  const y = Math.abs(axes[3 * k + 1]);
  const z = Math.abs(axes[3 * k + 2]);
  const most = Math.max(x, y, z);
  if (x + y + z === most) return most;
  return most * Math.sqrt((x / most) * (x / most) + (y / most) * (y / most) + (z / most) * (z / most)) * ROUND_UP;
}

function write(out: Float64Array, offset: number, k: number, low: number, high: number): void {
  out[offset + k] = low;
  out[offset + 3 + k] = high;
}
