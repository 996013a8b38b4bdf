/**
 * Fewer knots on blends: neighbouring cells become one cubic where that keeps the limits. Finer cells find better
 * profiles, fewer segments are certified sooner and fit into a controller's memory.
 */
import type { Piece } from './corners.ts';
import type { ValueLimits } from './limits.ts';
import { largest, noShares, noteShares, type ProfiledRun, type RunSpline, type Spline } from './spline.ts';

/** How many cells become one, tried in this order. */
const TRIED: readonly number[] = [16, 8, 4, 2];
/** A joined cell may be off its blend by this part of what the blend is off its corner. */
const OFF = 2 ** -8;
/** Less beyond a limit is left to stretching. */
const BEYOND = 1 + 2 ** -30;

export function thinned(run: ProfiledRun, pieces: readonly Piece[], limits: ValueLimits, share: number): RunSpline {
  const { knots, times } = run;
  const off = run.off.map((values) => values.slice());
  const kept = [0];
  for (let k = 0; k + 1 < knots.length; ) {
    const { piece } = knots[k + 1];
    let next = k + 1;
    if (pieces[piece].bend !== null)
      for (const count of TRIED) {
        if (knots[k + count]?.piece !== piece) continue;
        const away = awayFrom(run, pieces[piece], k, k + count);
        if (!isWithin(run, pieces[piece], k, k + count, limits, share, away)) continue;
        next = k + count;
        off[piece] = off[piece].map((x, j) => Math.max(x, away[j]));
        break;
      }
    kept.push(next);
    k = next;
  }
  const at = <T>(list: readonly T[]): T[] => kept.map((k) => list[k]);
  const { begins } = run;
  return { times: at(times), places: at(run.places), velocities: at(run.velocities), accelerations: null, begins, off };
}

/** Whether one cubic from a knot to another keeps the limits and is near enough to the blend. */
function isWithin(run: ProfiledRun, piece: Piece, k: number, end: number, limits: ValueLimits, share: number, away: Float64Array): boolean {
  let [farthest, parabola] = [0, 0];
  away.forEach((x, j) => {
    if (!limits.moves[j]) return;
    farthest = Math.max(farthest, x / limits.velocity[j]);
    parabola = Math.max(parabola, (Math.abs(piece.bend?.[j] ?? 0) * piece.length * piece.length) / 8 / limits.velocity[j]);
  });
  if (farthest > OFF * parabola) return false;
  const shares = noShares(away.length);
  noteShares(joinedCell(run, k, end), 0, limits, shares);
  return largest(shares.velocity) <= BEYOND && largest(shares.acceleration) <= share * BEYOND;
}

function joinedCell({ times, places, velocities }: Spline, k: number, end: number): Spline {
  return {
    times: [times[k], times[end]],
    places: [places[k], places[end]],
    velocities: [velocities[k], velocities[end]],
    accelerations: null,
  };
}

/**
 * How far one cubic may be from the profile between two knots: places and velocities are the same at both ends, and
 * accelerations differ by at most D, so places by at most D T² / 16, which full D one way, the other and back reaches.
 * Along a cell of the profile an acceleration runs from q′u + q″x at its begin to that at its end without turning.
 */
function awayFrom({ knots, times, places, velocities }: ProfiledRun, { first, bend }: Piece, k: number, end: number): Float64Array {
  const T = times[end] - times[k];
  return first.map((t, j) => {
    const way = places[end][j] - places[k][j];
    const begin = (6 * way - T * (4 * velocities[k][j] + 2 * velocities[end][j])) / (T * T);
    const slope = ((-6 * way + T * (2 * velocities[k][j] + 4 * velocities[end][j])) / (T * T) - begin) / T;
    let most = 0;
    for (let m = k; m < end; m++) {
      const s0 = knots[m].piece === knots[m + 1].piece ? knots[m].s : 0;
      const s1 = knots[m + 1].s;
      const u = (knots[m + 1].x - knots[m].x) / (2 * (s1 - s0));
      const q = bend?.[j] ?? 0;
      const own = [(t + s0 * q) * u + q * knots[m].x, (t + s1 * q) * u + q * knots[m + 1].x];
      const cubic = [begin + slope * (times[m] - times[k]), begin + slope * (times[m + 1] - times[k])];
      for (const a of own) for (const b of cubic) most = Math.max(most, Math.abs(a - b));
    }
    return (most * T * T) / 16;
  });
}
