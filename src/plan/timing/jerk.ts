/**
 * Bounded jerk: a run as it comes out of the phase plane, averaged over a window of time that moves along it. Averages
 * stay within the limits on velocity and acceleration of what they are averages of; with a window of w seconds the jerk
 * is
 *   (q̈(t + w/2) − q̈(t − w/2)) / w
 * so that the widest jump of the accelerations says how wide the window must be, and a run lasts w longer than before.
 * For a straight run with a phase of full speed that lasts w, this is the time-optimal profile of seven phases itself.
 * Straight pieces stay straight; a blend is left by at most max |q̈| w² / 24. Cubics in time become quartics: a spline
 * of quintic segments with continuous accelerations represents them exactly.
 */
import type { Piece } from './corners.ts';
import type { ValueLimits } from './limits.ts';
import { runSpline } from './run.ts';
import { type RunSpline, type Spline, withinLimits } from './spline.ts';

/** A run of bounded jerk, and the window of its averages in seconds. */
export interface SmoothRun extends RunSpline {
  readonly window: number;
}

/** Golden section of an interval. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;
/** How often the interval is cut: of straight runs nearly to the last digit that counts, of others to a thousandth. */
const SECTIONS = 30;
const FEWER_SECTIONS = 7;
const WIDENINGS = 6;
/** How often the share of the accelerations is quartered at most. */
const QUARTERS = 60;
/** Part of the window that is looked over, so that rounding does not join what is before and after full speed. */
const NEARLY_ALL = 1 - 2 ** -16;
/** Cells of blends while looking for the best share of the accelerations. */
const FEW_CELLS = 4;
const MANY_CELLS = 16;

/** The fastest run that is found from rest to rest with bounded jerk; null where there is none. */
export function smoothRun(pieces: readonly Piece[], limits: ValueLimits): SmoothRun | null {
  const totalOf = (share: number): number => {
    const base = windowed(pieces, limits, share, FEW_CELLS);
    return base === null ? Infinity : base.run.times[base.run.times.length - 1] + base.window;
  };
  // less acceleration needs less of a window: down by quarters as long as that is faster, then between neighbours
  let share = 1;
  let total = totalOf(1);
  for (let n = 0; n < QUARTERS; n++) {
    const less = totalOf(share / 4);
    if (!(less < total)) break;
    [share, total] = [share / 4, less];
  }
  const finest = leastBetween(totalOf, share / 4, Math.min(1, 4 * share), pieces.length === 1 ? SECTIONS : FEWER_SECTIONS);
  let best: SmoothRun | null = null;
  // knots that nearly fall together cost accuracy: a neighbouring share may do better
  for (const near of pieces.length === 1 ? [share, finest, 0.998 * finest, 0.99 * finest, 0] : [finest, share, 0]) {
    const base = near === 0 ? widestWindow(pieces, limits) : windowed(pieces, limits, near, MANY_CELLS);
    if (base === null) continue;
    const average = averagedOver(base.run, base.window);
    const within = withinLimits(average, limits);
    if (within === null) continue;
    const { spline } = within;
    const lasts = spline.times[spline.times.length - 1];
    if (best !== null && !(lasts < best.times[best.times.length - 1])) continue;
    const factor = lasts / (base.run.times[base.run.times.length - 1] + base.window);
    const beside = besideBlends(base.run, base.window, average, pieces);
    const off = base.run.off.map((own) => own.map((x, j) => x + beside[j]));
    best = { ...spline, begins: base.run.begins.map((t) => t * factor), off, window: base.window * factor };
  }
  return best;
}

/** Where a function with one valley is least, by golden section. */
function leastBetween(f: (x: number) => number, from: number, to: number, sections: number): number {
  let [left, right] = [from, to];
  let [a, b] = [right - GOLDEN * (right - left), left + GOLDEN * (right - left)];
  let [fa, fb] = [f(a), f(b)];
  for (let n = 0; n < sections; n++) {
    if (fa < fb) {
      [right, b, fb] = [b, a, fa];
      a = right - GOLDEN * (right - left);
      fa = f(a);
    } else {
      [left, a, fa] = [a, b, fb];
      b = left + GOLDEN * (right - left);
      fb = f(b);
    }
  }
  return fa < fb ? a : b;
}

/** A run with a share of the accelerations and the window that its jumps need; phases of full speed last that long. */
function windowed(
  pieces: readonly Piece[],
  limits: ValueLimits,
  share: number,
  most: number,
): { readonly run: RunSpline; readonly window: number } | null {
  let window = 0;
  for (let n = 0; ; n++) {
    const run = runSpline(pieces, limits, { start: 0, end: 0, share, cruise: window, most });
    if (run === null) return null;
    const needed = neededWindow(run, limits, window * NEARLY_ALL);
    if (needed <= window * (1 + 2 ** -24) || n === WIDENINGS) return { run, window };
    window = n + 1 === WIDENINGS ? share * widest(limits) : needed;
  }
}

/** The window that is wide enough for jumps from full acceleration to full braking. */
function widest({ acceleration, jerk, moves }: ValueLimits): number {
  let most = 0;
  acceleration.forEach((a, j) => {
    if (moves[j] && jerk !== null) most = Math.max(most, (2 * a) / jerk[j]);
  });
  return most;
}

/** Full accelerations with the widest window: best where windows are so small that rounding spoils finer ones. */
function widestWindow(pieces: readonly Piece[], limits: ValueLimits): { readonly run: RunSpline; readonly window: number } | null {
  const run = runSpline(pieces, limits, { start: 0, end: 0, share: 1, cruise: 0, most: MANY_CELLS });
  return run === null ? null : { run, window: widest(limits) };
}

/** Accelerations at both ends of every segment, and 0 before and after. */
function accelerationsOf({ times, places, velocities }: Spline, j: number): readonly [Float64Array, Float64Array] {
  const count = times.length - 1;
  const [begin, end] = [new Float64Array(count), new Float64Array(count)];
  for (let k = 0; k < count; k++) {
    const T = times[k + 1] - times[k];
    const way = places[k + 1][j] - places[k][j];
    begin[k] = (6 * way - T * (4 * velocities[k][j] + 2 * velocities[k + 1][j])) / (T * T);
    end[k] = (-6 * way + T * (2 * velocities[k][j] + 4 * velocities[k + 1][j])) / (T * T);
  }
  return [begin, end];
}

/**
 * One a value: how far averages may be off the blends that they are of. |average − middle| ≤ max |q̈| w² / 24; and
 * where of knots within δ one was left out, a jump J of the jerk so near to an end of a segment of h seconds changes
 * its ends by J δ³ / 6, J δ² / 2, J δ, of which the segment has at most 1, 0.2 h and 0.018 h².
 */
function besideBlends(run: RunSpline, window: number, average: Spline, pieces: readonly Piece[]): Float64Array {
  const { times } = average;
  const isBlended = (from: number, to: number): boolean =>
    pieces.some(({ bend }, p) => bend !== null && to > run.begins[p] && from < run.begins[p + 1] + window);
  let h = 0;
  for (let k = 0; k + 1 < times.length; k++) if (isBlended(times[k], times[k + 1])) h = Math.max(h, times[k + 1] - times[k]);
  const near = nearest(run, window);
  const joined = 2 * ((near * near * near) / 6 + (0.2 * h * near * near) / 2 + 0.018 * h * h * near);
  return largestAccelerations(run).map((a) => (a * window * window) / 24 + ((2 * a) / window) * joined);
}

/** One a value: accelerations of cubics are largest at the ends of segments. */
function largestAccelerations(run: Spline): Float64Array {
  return run.places[0].map((_, j) => {
    const [begin, end] = accelerationsOf(run, j);
    return [...begin, ...end].reduce((most, a) => Math.max(most, Math.abs(a)), 0);
  });
}

/** The widest change of any acceleration over the window, in units of its jerk limit: how wide it must be for these.
 * A window of 0 asks for the least that may do: jumps from 0. */
function neededWindow(run: RunSpline, limits: ValueLimits, window: number): number {
  const { times } = run;
  const last = times.length - 1;
  const jerk = limits.jerk as Float64Array;
  let needed = 0;
  for (let j = 0; j < jerk.length; j++) {
    if (!limits.moves[j]) continue;
    const [begin, end] = accelerationsOf(run, j);
    /** Just before or behind a time; `hint` is the segment of a time before. */
    const at = (t: number, behind: boolean, hint: number): readonly [number, number] => {
      let k = hint;
      while (k < last && (behind ? times[k + 1] <= t : times[k + 1] < t)) k++;
      if (k >= last || (behind ? t < times[0] : t <= times[0])) return [0, k];
      const share = (t - times[k]) / (times[k + 1] - times[k]);
      return [begin[k] + share * (end[k] - begin[k]), k];
    };
    let [ahead, back] = [0, 0];
    for (let k = 0; k <= last; k++) {
      const before = k === 0 ? 0 : end[k - 1];
      const behind = k === last ? 0 : begin[k];
      const [a0, ka] = at(times[k] + window, false, ahead);
      const [a1] = at(times[k] + window, true, ka);
      const [b0, kb] = at(times[k] - window, false, back);
      const [b1] = at(times[k] - window, true, kb);
      [ahead, back] = [ka, kb];
      const change =
        window === 0
          ? Math.max(Math.abs(behind), Math.abs(before))
          : Math.max(Math.abs(a0 - before), Math.abs(a1 - behind), Math.abs(before - b0), Math.abs(behind - b1));
      needed = Math.max(needed, change / jerk[j]);
    }
  }
  return needed;
}

/** Relative to the window and to the shortest segment: of knots that are nearer one is left out. */
const NEAREST = 2 ** -14;

/** Knots of the run and those a window later fall together within this, and nothing else does. */
function nearest({ times }: Spline, window: number): number {
  let shortest = window;
  for (let k = 0; k + 1 < times.length; k++) shortest = Math.min(shortest, times[k + 1] - times[k]);
  return NEAREST * shortest;
}

/** The run averaged over a window that ends at t, until the end and the window: what is before and after stands. */
function averagedOver(run: RunSpline, window: number): Spline {
  const { times, places } = run;
  const end = times[times.length - 1] + window;
  const all = [...times, ...times.map((t) => t + window)].sort((s, t) => s - t);
  const knots = [0];
  const near = nearest(run, window);
  for (const t of all) if (t - knots[knots.length - 1] > near && end - t > near) knots.push(t);
  knots.push(end);
  const size = places[0].length;
  const out = knots.map((t) => {
    if (t === 0 || t === end) return { place: t === 0 ? places[0] : places[places.length - 1], rates: new Float64Array(2 * size) };
    return averageOf(run, t - window, t);
  });
  return {
    times: knots,
    places: out.map(({ place }) => place),
    velocities: out.map(({ rates }) => rates.subarray(0, size)),
    accelerations: out.map(({ rates }) => rates.subarray(size)),
  };
}

/** Averages of places, velocities and accelerations over an interval of time, exact for cubics but for rounding. */
function averageOf({ times, places, velocities }: RunSpline, from: number, to: number) {
  const size = places[0].length;
  const last = times.length - 1;
  const sums = new Float64Array(3 * size);
  // relative to a place in the middle, and by weights whose sum is the width, so that only last digits are lost
  const origin = new Float64Array(size);
  const middle = (from + to) / 2;
  let width = 0;
  const add = (weight: number, k: number, t: number, order: 0 | 1 | 2): void => {
    const T = times[k + 1] - times[k];
    for (let j = 0; j < size; j++) {
      const way = places[k + 1][j] - places[k][j];
      const p = T * velocities[k][j];
      const q = T * velocities[k + 1][j];
      const c2 = 3 * way - 2 * p - q;
      const c3 = p + q - 2 * way;
      if (order === 0) sums[j] += weight * (places[k][j] - origin[j] + t * (p + t * (c2 + t * c3)));
      if (order === 1) sums[size + j] += (weight * (p + t * (2 * c2 + 3 * t * c3))) / T;
      if (order === 2) sums[2 * size + j] += (weight * (2 * c2 + 6 * t * c3)) / (T * T);
    }
  };
  const stand = (weight: number, place: Float64Array): void => {
    width += weight;
    for (let j = 0; j < size; j++) sums[j] += weight * (place[j] - origin[j]);
  };
  let k = 0;
  while (k + 1 < last && times[k + 1] <= middle) k++;
  add(1, k, Math.max(0, Math.min(1, (middle - times[k]) / (times[k + 1] - times[k]))), 0);
  origin.set(sums.subarray(0, size));
  sums.fill(0);
  if (from < 0) stand(-from, places[0]);
  if (to > times[last]) stand(to - times[last], places[last]);
  for (k = 0; k < last && times[k] < to; k++) {
    const T = times[k + 1] - times[k];
    const weight = Math.min(to, times[k + 1]) - Math.max(from, times[k]);
    if (!(weight > 0)) continue;
    const begin = Math.max(0, (from - times[k]) / T);
    const end = Math.min(1, (to - times[k]) / T);
    width += weight;
    // Simpson's rule is exact for cubics; of what is linear the middle is the average
    for (const order of [0, 1] as const) {
      add(weight / 6, k, begin, order);
      add((4 * weight) / 6, k, (begin + end) / 2, order);
      add(weight / 6, k, end, order);
    }
    add(weight, k, (begin + end) / 2, 2);
  }
  return {
    place: origin.map((x, j) => x + sums[j] / width),
    rates: Float64Array.from({ length: 2 * size }, (_, i) => sums[size + i] / width),
  };
}
