/**
 * A polyline in joint space, timed: blends of given sizes, runs from stop to stop one behind the other, all of it
 * within limits. Which sizes is not decided here.
 */
import { blendsWithin, type Corners, cornersOf, lengthsOf, type Piece, runsOf } from './corners.ts';
import { smoothRun } from './jerk.ts';
import type { ValueLimits } from './limits.ts';
import { runSpline } from './run.ts';
import { farthest, neededStretch, type RunSpline, type Shares, type Spline, sharesOf, withinLimits } from './spline.ts';

/** What is to be timed. */
export interface Course {
  readonly corners: Corners;
  /** Ranges of s between corners, seconds at full speed. */
  readonly lengths: Float64Array;
  readonly limits: ValueLimits;
  /** One a value: blends begin and end at most this far from their corners. */
  readonly radius: Float64Array;
  /** ṡ² at both ends. */
  readonly start: number;
  readonly end: number;
}

/** A blend in the timed course. */
export interface CourseBlend {
  readonly corner: number;
  /** Seconds in which the trajectory is off the straight pieces. */
  readonly enters: number;
  readonly leaves: number;
  /** One a value, proven: how far off it is at most. */
  readonly off: Float64Array;
}

/** A timed course, within limits. */
export interface TimedCourse {
  readonly spline: Spline;
  readonly shares: Shares;
  readonly blends: readonly CourseBlend[];
  /** One a value, proven: how far it may go beyond the ends of straight pieces. */
  readonly beyond: Float64Array;
}

/** The course through waypoints; 'nearly': without those that stand beside a straight way by little of the radius. */
export function courseOf(
  waypoints: readonly Float64Array[],
  limits: ValueLimits,
  radius: Float64Array,
  through: 'nearly' | 'exactly',
): Course {
  const corners = cornersOf(waypoints, through === 'nearly' ? radius : new Float64Array(radius.length));
  return { corners, lengths: lengthsOf(corners.points, limits.velocity), limits, radius, start: 0, end: 0 };
}

/** The largest blends that the radius allows. */
export function largestBlends({ corners, lengths, radius }: Course): Float64Array {
  return blendsWithin(corners.points, lengths, radius);
}

/** What rounding may put places off: relative to values. */
const ROUNDING = 2 ** -48;
/** How often blends are made smaller or left out before all corners are passed exactly. */
const SHRINKS = 100;

/**
 * The course with blends of these sizes, which are made smaller where averaging would carry them out of the radius;
 * null where the speeds that are wanted at the ends are beyond reach.
 */
export function timedCourse(course: Course, sizes: Float64Array): TimedCourse | null {
  const { corners, lengths, limits } = course;
  const stops: Stops = { steady: new Map(), smooth: new Map() };
  for (let n = 0; n < SHRINKS; n++) {
    const runs = runsOf(corners.points, lengths, sizes);
    const timed = runs.map((pieces, k) => timedRun(course, pieces, k === 0, k === runs.length - 1));
    if (timed.some((run) => run === null)) return null;
    if (limits.jerk !== null && shrinkBeyondRadius(course, sizes, runs, timed as readonly TimedRun[])) continue;
    if (course.start === 0 && course.end === 0 && leaveOutSlow(course, sizes, runs, timed as readonly TimedRun[], stops)) continue;
    return together(course, runs, timed as readonly TimedRun[]);
  }
  return timedCourse(course, sizes.fill(0));
}

/** Longer than with stops by more than this part: a blend is not worth it. */
const SLOWER = 2 ** -20;

/**
 * Where cutting corners is slower than stopping at them, because limits or lengths are many orders apart and rounding
 * slows a whole run down, leaves out the blend that is passed soonest; whether there was one.
 */
function leaveOutSlow(course: Course, sizes: Float64Array, runs: readonly Piece[][], timed: readonly TimedRun[], stops: Stops): boolean {
  let segment = 0;
  let some = false;
  runs.forEach((pieces, r) => {
    const from = segment;
    segment += (pieces.length + 1) / 2;
    if (pieces.length === 1) return;
    const run = timed[r];
    const lasts = run.times[run.times.length - 1] / (1 + SLOWER);
    const without = { ...course, limits: { ...course.limits, jerk: null } };
    // without jerks stops are sooner: most runs are judged by these, which cost nothing
    if (lasts <= stopSeconds(without, from, segment, stops.steady)) return;
    if (course.limits.jerk !== null && lasts <= stopSeconds(course, from, segment, stops.smooth)) return;
    some = true;
    let soonest = -1;
    let shortest = Infinity;
    pieces.forEach(({ corner }, p) => {
      const passing = run.begins[p + 1] - run.begins[p];
      if (corner >= 0 && passing < shortest) [soonest, shortest] = [corner, passing];
    });
    sizes[soonest] = 0;
  });
  return some;
}

/** Seconds of segments from stop to stop, as far as they were asked for. */
interface Stops {
  readonly steady: Map<number, number>;
  readonly smooth: Map<number, number>;
}

function stopSeconds(course: Course, from: number, to: number, known: Map<number, number>): number {
  const { corners, lengths } = course;
  let sum = 0;
  for (let k = from; k < to; k++) {
    let seconds = known.get(k);
    if (seconds === undefined) {
      const [[piece]] = runsOf(corners.points.slice(k, k + 2), lengths.subarray(k, k + 1), new Float64Array(2));
      seconds = timedRun(course, [piece], false, false)?.times.at(-1) ?? Infinity;
      known.set(k, seconds);
    }
    sum += seconds;
  }
  return sum;
}

/** Seconds before and behind a blend that averages reach. */
interface TimedRun extends RunSpline {
  readonly window: number;
}

function timedRun({ limits, start, end }: Course, pieces: readonly Piece[], isFirst: boolean, isLast: boolean): TimedRun | null {
  if (limits.jerk !== null) return smoothRun(pieces, limits);
  const ends = { start: isFirst ? start : 0, end: isLast ? end : 0 };
  if (ends.start > 0 || ends.end > 0) return speedyRun(pieces, limits, ends);
  const run = runSpline(pieces, limits, { ...ends, share: 1, cruise: 0 });
  const within = run === null ? null : withinLimits(run, limits);
  if (run === null || within === null) return null;
  const factor = within.spline.times[run.times.length - 1] / run.times[run.times.length - 1];
  return { ...within.spline, begins: run.begins.map((t) => t * factor), off: run.off, window: 0 };
}

/** Parts by which limits are lowered until roundings have room. */
const ROOM: readonly number[] = [2 ** -40, 2 ** -34, 2 ** -28, 2 ** -22, 2 ** -16, 2 ** -10];

/** A run with speeds at its ends, which no stretching may change: within limits that are lower by a little instead. */
function speedyRun(pieces: readonly Piece[], limits: ValueLimits, ends: { readonly start: number; readonly end: number }): TimedRun | null {
  for (const room of ROOM) {
    const part = 1 - room;
    const lower = { ...limits, velocity: limits.velocity.map((v) => v * part), acceleration: limits.acceleration.map((a) => a * part) };
    const within = { start: Math.min(ends.start, part * part), end: Math.min(ends.end, part * part) };
    const run = runSpline(pieces, lower, { ...within, share: 1, cruise: 0 });
    if (run !== null && neededStretch(sharesOf(run, limits)) < 1 - room / 4) return { ...run, window: 0 };
  }
  return null;
}

/** Averages leave the straight pieces earlier and come back later than blends: those too wide by that are shrunk. */
function shrinkBeyondRadius(
  { corners, lengths, radius }: Course,
  sizes: Float64Array,
  runs: readonly Piece[][],
  timed: readonly TimedRun[],
): boolean {
  let some = false;
  runs.forEach((pieces, r) => {
    const run = timed[r];
    pieces.forEach(({ corner }, p) => {
      if (corner < 0) return;
      const [t0, t1] = [run.begins[p], run.begins[p + 1] + run.window];
      const slack = NEGLIGIBLE * run.window;
      let reach = 0;
      for (let k = 0; k + 1 < run.times.length; k++) {
        if (run.times[k + 1] <= t0 + slack || run.times[k] >= t1 - slack) continue;
        for (let j = 0; j < radius.length; j++)
          if (radius[j] < Infinity) reach = Math.max(reach, farthest(run, k, j, corners.points[corner][j]) / radius[j]);
      }
      if (reach <= 1) return;
      some = true;
      const next = (sizes[corner] * SMALLER) / reach;
      sizes[corner] = next > SMALLEST * Math.min(lengths[corner - 1], lengths[corner]) ? next : 0;
    });
  });
  return some;
}

/** Part of a window within which knots were joined. */
const NEGLIGIBLE = 2 ** -12;
/** Smaller parts of a segment are not blended. */
const SMALLEST = 2 ** -10;
/** What is shrunk is shrunk by a little more, so that it is rarely done again. */
const SMALLER = 0.95;

function together({ corners, limits }: Course, runs: readonly Piece[][], timed: readonly TimedRun[]): TimedCourse | null {
  const times = [0];
  const places = [timed[0].places[0]];
  const velocities = [timed[0].velocities[0]];
  const accelerations: Float64Array[] | null = limits.jerk === null ? null : [new Float64Array(places[0].length)];
  const blends: CourseBlend[] = [];
  const straights: Straight[] = [];
  let segment = 0;
  timed.forEach((run, r) => {
    const begin = times[times.length - 1];
    for (let k = 1; k < run.times.length; k++) {
      times.push(begin + run.times[k]);
      places.push(run.places[k]);
      velocities.push(run.velocities[k]);
      if (run.accelerations !== null) accelerations?.push(run.accelerations[k]);
    }
    const { window } = run;
    runs[r].forEach((piece, p) => {
      if (piece.bend === null) {
        const from = begin + run.begins[p] + (p === 0 ? 0 : window);
        const to = p + 1 === runs[r].length ? begin + run.times[run.times.length - 1] : begin + run.begins[p + 1];
        straights.push({ corner: segment++, from, to });
        return;
      }
      const off = piece.bend.map((bend, j) => {
        // d |t₂ − t₁| / 4 of the parabola, what the spline is off it, and rounding
        const parabola = (Math.abs(bend) * piece.length * piece.length) / 8;
        return (parabola + run.off[p][j]) * (1 + 2 ** -40) + ROUNDING * Math.abs(corners.points[piece.corner][j]);
      });
      blends.push({ corner: piece.corner, enters: begin + run.begins[p], leaves: begin + run.begins[p + 1] + window, off });
    });
  });
  const whole: Spline = { times, places, velocities, accelerations };
  const within = withinLimits(whole, limits);
  if (within === null) return null;
  const factor = within.spline.times[times.length - 1] / times[times.length - 1];
  const stretched = blends.map((blend) => ({ ...blend, enters: blend.enters * factor, leaves: blend.leaves * factor }));
  const beyond = beyondEnds(
    within.spline,
    straights.map(({ corner, from, to }) => ({ corner, from: from * factor, to: to * factor })),
    corners.points,
  );
  return { ...within, blends: stretched, beyond };
}

/** Seconds in which the trajectory is on the straight way from a corner to the next. */
interface Straight {
  readonly corner: number;
  readonly from: number;
  readonly to: number;
}

/**
 * How far values may go beyond the corners between which they go straight. Segments join places on one line, so that
 * they stay on it; what is looked at is whether they leave it at its ends.
 */
function beyondEnds(spline: Spline, straights: readonly Straight[], points: readonly Float64Array[]): Float64Array {
  const { times } = spline;
  const out = new Float64Array(points[0].length);
  let s = 0;
  for (let k = 0; k + 1 < times.length; k++) {
    const middle = (times[k] + times[k + 1]) / 2;
    while (s < straights.length && straights[s].to < middle) s++;
    if (s === straights.length || middle < straights[s].from) continue;
    const { corner } = straights[s];
    for (let j = 0; j < out.length; j++) {
      const [a, b] = [points[corner][j], points[corner + 1][j]];
      out[j] = Math.max(out[j], farthest(spline, k, j, (a + b) / 2) - Math.abs(b - a) / 2);
    }
  }
  return out;
}
