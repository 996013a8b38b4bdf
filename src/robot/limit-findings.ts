/**
 * Where a path goes beyond the limits of its joints, between waypoints too: positions, and where the path has seconds
 * velocities and accelerations, by the extremes of the polynomials that the joints follow. Between neighbouring zeros
 * of its derivative a polynomial only rises or only falls, so that the ends and those zeros hold its extremes.
 */
import { shownValue } from '../math/check-record.ts';
import { InputError } from '../math/input-error.ts';
import type { RobotModel } from './robot-model.ts';
import { RobotPath } from './robot-path.ts';

/** A joint that goes beyond one of its limits on a path: where first, and how far at the worst. */
export interface LimitFinding {
  /** The joint; one that follows another is judged by its own limits. */
  readonly joint: string;
  /** Which limit. */
  readonly limit: 'position' | 'velocity' | 'acceleration';
  /** Path time from which it is beyond for the first time. */
  readonly from: number;
  /** Path time at which it is farthest beyond. */
  readonly time: number;
  /** Its value then: radians or units of length, per second or per second squared. */
  readonly value: number;
  /** Least value allowed. */
  readonly lower: number;
  /** Largest value allowed. */
  readonly upper: number;
}

/** Rounding of a value, relative to the sum of its terms: less beyond a limit is not beyond it. */
const ROUNDING = 2 ** -44;

type Kind = LimitFinding['limit'];
const KINDS: readonly Kind[] = ['position', 'velocity', 'acceleration'];

/**
 * Where joints go beyond their limits on a path, between waypoints too: positions, and where the path has seconds
 * velocities and accelerations, by the extremes of what they do. One finding for each joint and limit; empty: within
 * all of them.
 * @example
 * for (const { joint, limit, from } of limitFindings(arm.path([home, pick]))) console.log(joint, limit, from);
 */
export function limitFindings(path: RobotPath): readonly LimitFinding[] {
  if (!(path instanceof RobotPath)) throw new InputError(`limitFindings: needs a path of a robot, got ${shownValue(path)}`);
  const { robot, segments, times } = path;
  const worst = new Map<string, LimitFinding>();
  for (let segment = 0; segment < segments; segment++) {
    const coefficients = path.coefficientsOf(segment);
    const lasts = times === null ? null : times[segment + 1] - times[segment];
    for (const { joint } of robot.links) {
      if (joint.kind.size !== 1 && joint.mimic === null) continue;
      const { joint: source, multiplier, offset } = robot.source(joint);
      const own = polynomialOf(coefficients, 6 * source.slot, multiplier, offset);
      KINDS.forEach((limit, order) => {
        const range = rangeOf(joint.limits, joint.kind.hasLimits, limit);
        if (range === null || (order > 0 && lasts === null)) return;
        const perSecond = order === 0 ? 1 : order === 1 ? 1 / (lasts ?? 1) : 1 / (lasts ?? 1) / (lasts ?? 1);
        const scaled = derivative(own, order).map((c) => c * perSecond);
        const found = beyond(scaled, range, order === 0 ? Math.abs(offset) : 0);
        if (found === null) return;
        const key = `${joint.name}\n${limit}`;
        const before = worst.get(key);
        const next = { ...found, from: before?.from ?? segment + found.from, time: segment + found.time, joint: joint.name, limit };
        const excess = ({ value, lower, upper }: LimitFinding): number => Math.max(lower - value, value - upper);
        if (before === undefined || excess(next) > excess(before)) worst.set(key, next);
      });
    }
  }
  return [...worst.values()];
}

/** A joint's value by powers of t, no more than it has. */
function polynomialOf(coefficients: Float64Array, o: number, multiplier: number, offset: number): readonly number[] {
  let degree = 5;
  while (degree > 0 && coefficients[o + degree] === 0) degree--;
  return Array.from({ length: degree + 1 }, (_, m) => multiplier * coefficients[o + m] + (m === 0 ? offset : 0));
}

function rangeOf(
  { lower = -Infinity, upper = Infinity, velocity, acceleration }: RobotModel['links'][number]['joint']['limits'],
  hasLimits: boolean,
  limit: Kind,
): readonly [number, number] | null {
  if (limit === 'position') return hasLimits ? [lower, upper] : null;
  const most = limit === 'velocity' ? velocity : acceleration;
  return most === undefined ? null : [-most, most];
}

/**
 * The first time beyond the range and the worst, in [0, 1]; null: never by more than rounding. `added`: what was added
 * to the first coefficient, and may have cancelled it.
 */
function beyond(c: readonly number[], [lower, upper]: readonly [number, number], added: number) {
  const most = c.reduce((sum, x) => sum + Math.abs(x), 0);
  const slack = ROUNDING * (most + added);
  const swing = most - Math.abs(c[0]);
  if (c[0] - swing >= lower - slack && c[0] + swing <= upper + slack) return null;
  const excess = (t: number): number => Math.max(lower - valueAt(c, t), valueAt(c, t) - upper);
  const places = [0, ...rootsOf(derivative(c, 1)), 1];
  const time = places.reduce((best, t) => (excess(t) > excess(best) ? t : best));
  if (!(excess(time) > slack)) return null;
  const crossings = [lower, upper].filter(Number.isFinite).flatMap((level) => rootsOf(c.map((x, m) => (m === 0 ? x - level : x))));
  const ends = [0, ...crossings, ...places.slice(1)].sort((s, t) => s - t);
  const from = ends.find((t, k) => k + 1 < ends.length && excess((t + ends[k + 1]) / 2) > slack) ?? time;
  return { from: Math.min(from, time), time, value: valueAt(c, time), lower, upper };
}

function valueAt(c: readonly number[], t: number): number {
  let x = 0;
  for (let m = c.length - 1; m >= 0; m--) x = x * t + c[m];
  return x;
}

function derivative(c: readonly number[], order: number): readonly number[] {
  let out = c;
  for (let k = 0; k < order; k++) out = out.length <= 1 ? [0] : out.slice(1).map((x, m) => (m + 1) * x);
  return out;
}

/** Halvings until doubles in [0, 1] do not get nearer. */
const HALVINGS = 60;

/** Places in (0, 1) at which a polynomial changes its sign, in order; where it only touches 0, perhaps. */
function rootsOf(c: readonly number[]): number[] {
  if (c.length <= 1) return [];
  const ends = [0, ...rootsOf(derivative(c, 1)), 1];
  const roots: number[] = [];
  for (let k = 0; k + 1 < ends.length; k++) {
    let [low, high] = [ends[k], ends[k + 1]];
    const rises = valueAt(c, high) > valueAt(c, low);
    const below = (t: number): boolean => (rises ? valueAt(c, t) < 0 : valueAt(c, t) > 0);
    if (below(low) === below(high)) continue;
    for (let n = 0; n < HALVINGS && high > low; n++) {
      const middle = (low + high) / 2;
      if (middle <= low || middle >= high) break;
      if (below(middle)) low = middle;
      else high = middle;
    }
    roots.push(high);
  }
  return roots;
}
