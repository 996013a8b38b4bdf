import type { PathRow, PathTable } from './path-text.ts';

/** What changing units and back may cost, relative to a number. */
const ROUNDING = 2 ** -44;
/** The same for numbers that have few digits left, or none. */
const LEAST = 2 ** -1022;

/** What differs first between two paths of the same robots, number by number up to rounding; undefined: nothing. */
export function difference(read: PathTable, planned: PathTable): string | undefined {
  const [a, b] = [read.rows, planned.rows];
  if (a.length !== b.length) return `it would have ${a.length} waypoints, not ${b.length}`;
  for (const [k, row] of b.entries()) {
    const what = rowDifference(a[k], row, planned.names);
    if (what !== undefined) return `waypoint ${k} would have ${what}`;
  }
  return undefined;
}

const KINDS = { positions: '', velocities: 'velocity of ', accelerations: 'acceleration of ' } as const;

function rowDifference(read: PathRow, planned: PathRow, names: readonly string[]): string | undefined {
  for (const kind of ['positions', 'velocities', 'accelerations'] as const) {
    const [a, b] = [read[kind], planned[kind]];
    const at = names.findIndex((_, j) => !isSame(a?.[j], b?.[j]));
    if (at >= 0) return `${KINDS[kind]}'${names[at]}' ${shown(a?.[at])}, not ${shown(b?.[at])}`;
  }
  if (isSame(read.seconds ?? undefined, planned.seconds ?? undefined)) return undefined;
  return `time ${shown(read.seconds ?? undefined)}, not ${shown(planned.seconds ?? undefined)}`;
}

function shown(value: number | undefined): string {
  return value === undefined ? 'none' : String(value);
}

function isSame(a: number | undefined, b: number | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return Math.abs(a - b) <= ROUNDING * Math.abs(b) + LEAST;
}
