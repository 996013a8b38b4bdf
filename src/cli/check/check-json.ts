import type { SceneFirstContactOptions } from '../../index.ts';
import type { LoadedCell } from '../../io/index.ts';
import { type CellPath, ownPlacesAt } from '../../node/job/cell-path.ts';
import type { PathCheck } from '../../node/job/check-path.ts';
import { methodName } from '../../node/load-method.ts';
import { type MovePlace, movePlace, placeWaypoints } from '../../words/move-place.ts';
import { safeJson } from '../../words/safe-text.ts';
import { isUntested, notJudged, waypointsAround } from '../../words/scene-judgement.ts';
import { packageVersion } from '../version.ts';

export const CHECK_FORMAT = 'inbetween-check/1';

/**
 * Everything that was found, for programs. `untested`: why no pair was tested, where that is so; `faults`: about paths
 * that could not be read.
 */
export function checkJson(
  cell: LoadedCell,
  options: SceneFirstContactOptions & { readonly self: boolean },
  checks: readonly PathCheck[],
  untested: string | undefined,
  faults: readonly string[],
): string {
  const { method, tolerance = null, clearance = 0, start, self } = options;
  const content = {
    format: CHECK_FORMAT,
    version: packageVersion(),
    cell: cell.file,
    name: cell.name,
    options: { method: methodName(method), tolerance, clearance, start, self, uncertainty: cell.uncertainty ?? null },
    paths: checks.map((check) => pathJson(check, untested)),
    faults,
    warnings: cell.warnings,
  };
  return `${safeJson(content, 2)}\n`;
}

function pathJson(
  { path, result, lastSafe, clearance, intervals, limits, warnings, milliseconds }: PathCheck,
  untested = 'nothing was tested',
) {
  const { status, time, pair, contacts, gap, configurations } = result;
  const hit = status === 'contact' || status === 'overlap';
  const moves = movesAt(path, time);
  return {
    path: path.name,
    status,
    time,
    seconds: path.secondsAt(time),
    ownTimes: path.ownTimesAt(time),
    waypoints: hit ? waypointsOf(path, time, moves) : null,
    moves,
    segments: path.segments,
    a: pair?.[0] ?? null,
    b: pair?.[1] ?? null,
    point: contacts.at(0)?.point ?? null,
    normal: contacts.at(0)?.normal ?? null,
    gap,
    configurations,
    lastSafe,
    safeUntil: result.safeUntil ?? null,
    clearance,
    intervals: intervals?.intervals.map(({ from, to, pairs }) => ({ from, to, pairs })) ?? null,
    intervalsByPair: intervals?.pairs ?? null,
    intervalsComplete: intervals?.complete ?? null,
    arrivals: result.arrivals ?? [],
    notJudged: notJudged(result).map(({ a, b }) => [a, b]),
    limits: limits.map(({ isError, ...limit }) => ({ ...limit, severity: isError ? 'error' : 'warning' })),
    warnings: isUntested(result) ? [untested, ...warnings] : warnings,
    milliseconds,
    result,
  };
}

/** Where each robot is on its program of tool moves, or on its way between waypoints in pieces, by name; null: none. */
function movesAt(path: CellPath, time: number): Readonly<Record<string, MovePlace>> | null {
  const own = new Map(ownPlacesAt(path, time));
  const places = Object.entries(path.paths).flatMap(([name, motion]) => {
    const place = movePlace(motion, own.get(name) ?? time);
    return place === null ? [] : [[name, place] as const];
  });
  return places.length === 0 ? null : Object.fromEntries(places);
}

/** Those of the file; of robots with waypoints of their own, those of the clock of all. */
function waypointsOf(path: CellPath, time: number, moves: ReturnType<typeof movesAt>): readonly [before: number, after: number] {
  const places = Object.values(moves ?? {});
  const around = places.length === 1 && Object.keys(path.paths).length === 1 ? placeWaypoints(places[0]) : null;
  if (around !== null) return around;
  const own = new Set(ownPlacesAt(path, time).map(([, at]) => at));
  const [at = time] = own.size === 1 ? own : [];
  return waypointsAround(at, Math.max(at, path.segments));
}
