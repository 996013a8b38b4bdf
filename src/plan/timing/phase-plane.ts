/**
 * The fastest way along a run of straight pieces and blends, within velocity and acceleration limits, in the plane of s
 * and x = ṡ² [Bobrow et al. 1985; Shin & McKay 1985], by reachable sets of x from the end backwards and the largest
 * ones forwards [Pham & Pham 2018].
 *
 * With ṡ² = x and s̈ = u, joint accelerations are q′u + q″x, and x runs with slope 2u over s. On cells of constant u, x
 * is linear in s; along a straight piece or a parabola so are joint accelerations. Hence, other than in general,
 * limits that hold at both ends of a cell hold all over it: what comes out keeps them everywhere, and only is slower
 * than the best by what constant u on a cell costs. Straight pieces need no cells: full acceleration, full speed, full
 * braking, exactly.
 */
import type { Piece } from './corners.ts';
import type { ValueLimits } from './limits.ts';

/** Where on the run, and how fast. */
export interface Knot {
  readonly piece: number;
  readonly s: number;
  /** ṡ² */
  readonly x: number;
}

/** How much of the limits a profile may use. */
export interface ProfileOptions {
  /** ṡ² at both ends. */
  readonly start: number;
  readonly end: number;
  /** By piece, how many cells a blend is cut into. */
  readonly cells: readonly number[];
  /** Part of the acceleration limits. */
  readonly share: number;
  /** Seconds that full speed lasts at least, between gaining and losing speed on a straight piece. */
  readonly cruise: number;
  /** By piece and cell, what parts of velocity and acceleration limits; null: all. */
  readonly tight: Tightness | null;
}

/** Parts of the limits by piece and cell; 1 where nothing is tightened. */
export interface Tightness {
  readonly velocity: readonly Float64Array[];
  readonly acceleration: readonly Float64Array[];
}

/** Relative: no phase of a straight piece is shorter, because it would drown in rounding; it is left out, or longer. */
const SHORTEST = 2 ** -24;
/** Relative: smaller changes of x need no phase of their own. */
const NO_CHANGE = 2 ** -20;

/**
 * Knots of the fastest profile, between which s̈ is constant; null where no profile has the speeds that are wanted at
 * the ends.
 */
export function fastestProfile(pieces: readonly Piece[], limits: ValueLimits, options: ProfileOptions): Knot[] | null {
  const { start, end } = options;
  const cells = pieces.flatMap((piece, p) => cellsOf(piece, p, limits, options));
  const count = cells.length;
  const low = new Float64Array(count + 1);
  const high = new Float64Array(count + 1);
  low[count] = high[count] = end;
  for (let i = count - 1; i >= 0; i--) {
    [low[i], high[i]] = cells[i].before(low[i + 1], high[i + 1]);
    if (!(low[i] <= high[i])) return null;
  }
  if (!(start >= low[0] && start <= high[0])) return null;
  const knots: Knot[] = [{ piece: 0, s: 0, x: start }];
  let x = start;
  for (let i = 0; i < count; i++) {
    const cell = cells[i];
    const next = Math.max(low[i + 1], Math.min(high[i + 1], cell.after(x)));
    if (pieces[cell.piece].bend === null)
      for (const knot of straightKnots(pieces[cell.piece], cell, x, next, options.cruise)) knots.push(knot);
    knots.push({ piece: cell.piece, s: cell.s1, x: next });
    x = next;
  }
  return knots;
}

/** A stretch of the run that is crossed with constant u, or one whole straight piece. */
interface Cell {
  readonly piece: number;
  readonly s1: number;
  /** Largest x, and largest |u|, of a straight piece. */
  readonly cap: number;
  readonly steepest: number;
  /** Range of x in which it must be entered to be left between these. */
  before(low: number, high: number): readonly [number, number];
  /** The largest x with which it can be left. */
  after(x: number): number;
}

function cellsOf(piece: Piece, p: number, limits: ValueLimits, { cells, share, tight }: ProfileOptions): Cell[] {
  if (piece.bend === null) {
    const [velocity, acceleration] = tight === null ? [1, 1] : [tight.velocity[p][0], tight.acceleration[p][0]];
    return [straightCell(piece, p, limits, velocity, share * acceleration)];
  }
  const out: Cell[] = [];
  const count = cells[p];
  for (let c = 0; c < count; c++) {
    const velocity = tight === null ? 1 : tight.velocity[p][c];
    const acceleration = tight === null ? 1 : tight.acceleration[p][c];
    const s0 = (piece.length * c) / count;
    const s1 = c + 1 === count ? piece.length : (piece.length * (c + 1)) / count;
    out.push(blendCell(piece, p, s0, s1, limits, velocity, share * acceleration));
  }
  return out;
}

function straightCell(piece: Piece, p: number, { velocity, acceleration }: ValueLimits, part: number, share: number): Cell {
  let steepest = Infinity;
  let fastest = Infinity;
  piece.first.forEach((t, j) => {
    if (t === 0) return;
    steepest = Math.min(steepest, (share * acceleration[j]) / Math.abs(t));
    fastest = Math.min(fastest, (part * velocity[j]) / Math.abs(t));
  });
  const cap = fastest * fastest;
  const rise = 2 * steepest * piece.length;
  return {
    piece: p,
    s1: piece.length,
    cap,
    steepest,
    before: (low, high) => [Math.max(0, low - rise), high < low ? -1 : Math.min(cap, high + rise)],
    after: (x) => Math.min(cap, x + rise),
  };
}

/** Knots between the ends of a straight piece: where it stops gaining and begins to lose speed. */
function straightKnots({ length }: Piece, { piece, cap, steepest }: Cell, x0: number, x1: number, cruise: number): Knot[] {
  // x₀ + 2ua = P = x₁ + 2ub, a + b + √P · cruise ≤ length
  let peak = (x0 + x1) / 2 + steepest * length;
  if (cruise > 0) {
    const half = (steepest * cruise) / 2;
    // √P = −half + √(half² + peak), without the difference
    const root = peak / (half + Math.sqrt(half * half + peak));
    peak = root * root;
  }
  peak = Math.max(x0, x1, Math.min(cap, peak));
  const least = SHORTEST * length;
  /** How long it takes to come from x to the peak; 0: nothing. */
  const phase = (x: number): number => {
    const needed = (peak - x) / (2 * steepest);
    if (needed >= least) return needed;
    return peak - x > NO_CHANGE * peak ? least : 0;
  };
  const first = phase(x0);
  const second = length - phase(x1);
  const knots: Knot[] = [];
  if (first > 0 && first < length - least) knots.push({ piece, s: first, x: peak });
  if (second < length && second > (knots.length > 0 ? first : 0) + least) knots.push({ piece, s: second, x: peak });
  return knots;
}

/**
 * A cell of a blend: |q′ (y − x) / 2Δ + q″ x| ≤ a at its begin and with q″ y at its end, x and y being ṡ² there. These
 * are lines in the plane of x and y.
 */
function blendCell(piece: Piece, p: number, s0: number, s1: number, limits: ValueLimits, part: number, share: number): Cell {
  const bend = piece.bend as Float64Array;
  const lines: number[] = [];
  const step = 2 * (s1 - s0);
  let cap0 = Infinity;
  let cap1 = Infinity;
  for (let j = 0; j < bend.length; j++) {
    const begin = sumOf(piece.first[j], s0 * bend[j]);
    const end = sumOf(piece.first[j], s1 * bend[j]);
    if (begin === 0 && end === 0) continue;
    const a = share * limits.acceleration[j];
    const fastest = part * limits.velocity[j];
    if (begin !== 0) cap0 = Math.min(cap0, (fastest / begin) * (fastest / begin));
    if (end !== 0) cap1 = Math.min(cap1, (fastest / end) * (fastest / end));
    for (const sign of [1, -1]) {
      lines.push(sign * (bend[j] - begin / step), (sign * begin) / step, a);
      lines.push((-sign * end) / step, sign * sumOf(end / step, bend[j]), a);
    }
  }
  const bounds = new Float64Array(lines);
  return {
    piece: p,
    s1,
    cap: cap1,
    steepest: 0,
    before: (low, high) => entries(bounds, low, Math.min(high, cap1), cap0),
    after: (x) => Math.min(cap1, between(bounds, x, 0, Infinity).upper),
  };
}

/** Relative: less is rounding. */
const NOTHING = 2 ** -40;

/**
 * A sum, 0 where only rounding is left of it. Joints often turn round in the very middle of a blend, where cells meet:
 * then lines are upright, and what rounding would make of them decides about x.
 */
function sumOf(a: number, b: number): number {
  const sum = a + b;
  return Math.abs(sum) > NOTHING * (Math.abs(a) + Math.abs(b)) ? sum : 0;
}

/** What y may be at an x, within [low, high], and at which x the two lines that say so meet. */
function between(bounds: Float64Array, x: number, low: number, high: number) {
  let [upper, upperSlope, upperStart] = [high, 0, high];
  let [lower, lowerSlope, lowerStart] = [low, 0, low];
  for (let k = 0; k < bounds.length; k += 3) {
    const b = bounds[k + 1];
    if (b === 0) continue;
    const y = (bounds[k + 2] - bounds[k] * x) / b;
    if (b > 0 && y < upper) [upper, upperSlope, upperStart] = [y, -bounds[k] / b, bounds[k + 2] / b];
    if (b < 0 && y > lower) [lower, lowerSlope, lowerStart] = [y, -bounds[k] / b, bounds[k + 2] / b];
  }
  // by where the lines start, not by where they are at x, from which little of a small x would be left
  const slope = upperSlope - lowerSlope;
  return { upper, lower, slope, meet: (lowerStart - upperStart) / slope };
}

/** Newton's method on a concave function of straight pieces ends after as many steps as it has pieces. */
const MOST_STEPS = 200;

/** Range of x from which a y within [low, high] can be reached; the room for y is a concave function of x. */
function entries(bounds: Float64Array, low: number, high: number, cap: number): readonly [number, number] {
  let least = 0;
  let most = cap;
  for (let k = 0; k < bounds.length; k += 3) {
    if (bounds[k + 1] !== 0) continue;
    if (bounds[k] > 0) most = Math.min(most, bounds[k + 2] / bounds[k]);
  }
  for (let n = 0; n < MOST_STEPS; n++) {
    const { upper, lower, slope, meet } = between(bounds, most, low, high);
    if (upper >= lower) break;
    if (!(slope < 0)) return [0, -1];
    if (!(meet < most)) break;
    most = Math.max(0, meet);
  }
  if (low > 0)
    for (let n = 0; n < MOST_STEPS; n++) {
      const { upper, lower, slope, meet } = between(bounds, least, low, high);
      if (upper >= lower) break;
      if (!(slope > 0)) return [0, -1];
      if (!(meet > least)) break;
      least = meet;
    }
  return [least, most];
}
