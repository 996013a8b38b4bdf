/**
 * One run from stop to stop as a cubic spline: the knots of the fastest profile, joined as controllers join them. On
 * straight pieces the spline is the profile itself. On blends it errs, because there a profile of constant s̈ is of the
 * fourth degree in time; cells that go beyond limits thereby are tightened, and the profile is sought again.
 */
import { type Piece, placeAt } from './corners.ts';
import type { ValueLimits } from './limits.ts';
import { fastestProfile, type Knot, type ProfileOptions, type Tightness } from './phase-plane.ts';
import { largest, noShares, noteShares, type ProfiledRun, type RunSpline } from './spline.ts';
import { thinned } from './thinned.ts';

/** How often cells are tightened; what is beyond limits then is stretched. */
const TIGHTENINGS = 4;
/** Less beyond a limit is left to stretching. */
const BEYOND = 1 + 2 ** -30;

/** How much of the limits a run may use. */
export interface RunOptions extends Omit<ProfileOptions, 'tight' | 'cells'> {
  /** Most cells of a blend. Default: 64. */
  readonly most?: number;
}

const FEWEST_CELLS = 4;
const MOST_CELLS = 64;
/** Twice the cells must make a blend shorter by more than this part, or they are not worth it. */
const WORTH = 2 ** -10;

/**
 * The fastest spline along the pieces, blends cut into as many cells as pay; null where the speeds that are wanted at
 * the ends are beyond reach.
 */
export function runSpline(pieces: readonly Piece[], limits: ValueLimits, options: RunOptions): RunSpline | null {
  const most = options.most ?? MOST_CELLS;
  let cells: number[] = pieces.map(({ bend }) => (bend === null ? 1 : FEWEST_CELLS));
  let run = cutRun(pieces, limits, options, cells);
  let open = pieces.map(({ bend }) => bend !== null && 2 * FEWEST_CELLS <= most);
  while (open.some((x) => x)) {
    const finer = cells.map((n, p) => (open[p] ? 2 * n : n));
    const next = cutRun(pieces, limits, options, finer);
    if (next !== null && run !== null) {
      const [before, after] = [run.begins, next.begins];
      const lasts = (begins: readonly number[], p: number): number => begins[p + 1] - begins[p];
      open = open.map((is, p) => is && 2 * finer[p] <= most && Math.abs(lasts(before, p) - lasts(after, p)) > WORTH * lasts(after, p));
    } else open = open.map((is, p) => is && 2 * finer[p] <= most);
    cells = finer;
    run = next ?? run;
  }
  return run === null ? null : thinned(run, pieces, limits, options.share);
}

function cutRun(pieces: readonly Piece[], limits: ValueLimits, options: RunOptions, cells: readonly number[]): ProfiledRun | null {
  let tight: Tightness | null = null;
  let last: ProfiledRun | null = null;
  for (let n = 0; ; n++) {
    const knots = fastestProfile(pieces, limits, { ...options, cells, tight });
    // speeds that are wanted at the ends may leave no room to tighten
    if (knots === null) return last;
    last = joined(pieces, knots);
    if (n === TIGHTENINGS || !pieces.some(({ bend }) => bend !== null)) return last;
    tight ??= untightened(pieces, cells);
    if (!tighten(last, pieces, limits, options, cells, tight)) return last;
  }
}

function untightened(pieces: readonly Piece[], cells: readonly number[]): Tightness {
  const ones = (): Float64Array[] => pieces.map((_, p) => new Float64Array(cells[p]).fill(1));
  return { velocity: ones(), acceleration: ones() };
}

/** Takes from the limits of blends' cells what they go beyond; whether there was any. */
function tighten(
  run: ProfiledRun,
  pieces: readonly Piece[],
  limits: ValueLimits,
  { share }: RunOptions,
  cells: readonly number[],
  tight: Tightness,
): boolean {
  const { knots } = run;
  let some = false;
  for (let k = 0; k + 1 < knots.length; k++) {
    const { piece, s } = knots[k + 1];
    if (pieces[piece].bend === null) continue;
    const shares = noShares(limits.velocity.length);
    noteShares(run, k, limits, shares);
    const cell = Math.round((s / pieces[piece].length) * cells[piece]) - 1;
    const beyond = [largest(shares.velocity), largest(shares.acceleration) / share];
    some ||= beyond.some((x) => x > BEYOND);
    if (beyond[0] > 1) tight.velocity[piece][cell] /= beyond[0];
    if (beyond[1] > 1) tight.acceleration[piece][cell] /= beyond[1];
  }
  return some;
}

function joined(pieces: readonly Piece[], knots: readonly Knot[]): ProfiledRun {
  const times = [0];
  const places = [pieces[0].from];
  const velocities = [rateAt(pieces[0], 0, knots[0].x)];
  const begins = [0];
  const off = pieces.map(({ from }) => new Float64Array(from.length));
  for (let k = 1; k < knots.length; k++) {
    const { piece, s, x } = knots[k];
    const before = knots[k - 1];
    const s0 = before.piece === piece ? before.s : 0;
    const lasts = (2 * (s - s0)) / (Math.sqrt(before.x) + Math.sqrt(x));
    times.push(times[k - 1] + lasts);
    places.push(placeAt(pieces[piece], s));
    velocities.push(rateAt(pieces[piece], s, x));
    if (s === pieces[piece].length) begins.push(times[k]);
    noteOff(pieces[piece], (x - before.x) / (2 * (s - s0)), lasts, off[piece]);
  }
  return { times, places, velocities, accelerations: null, begins, off, knots };
}

function rateAt({ first, bend }: Piece, s: number, x: number): Float64Array {
  const speed = Math.sqrt(x);
  return first.map((t, j) => (bend === null ? t : t + s * bend[j]) * speed);
}

/** A cubic through the ends of an f is at most max |f⁗| T⁴ / 384 off it; along a blend f⁗ = 3 q″ u². */
function noteOff({ bend }: Piece, u: number, lasts: number, off: Float64Array): void {
  if (bend === null) return;
  const way = u * lasts * lasts;
  for (let j = 0; j < off.length; j++) off[j] = Math.max(off[j], (Math.abs(bend[j]) * way * way) / 128);
}
