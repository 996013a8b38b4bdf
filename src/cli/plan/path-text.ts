import { InputError, type Robot, type RobotPath } from '../../index.ts';
import type { PathUnits } from '../../io/index.ts';
import { safeJson } from '../../words/safe-text.ts';
import { unitOf } from './value-units.ts';

/** Formats of paths that `check` reads. */
export type PathTextFormat = 'json' | 'yaml' | 'csv' | 'tsv';

/** What a JSON path says it is. */
export const PATH_FORMAT = 'inbetween-path/1';

const ENDINGS: Readonly<Record<string, PathTextFormat>> = { json: 'json', yaml: 'yaml', yml: 'yaml', csv: 'csv', tsv: 'tsv' };

/** By the ending of a file; `option` is for the error. */
export function pathTextFormat(file: string, option: string): PathTextFormat {
  const ending = /\.([a-z]+)$/i.exec(file)?.[1].toLowerCase() ?? '';
  if (Object.hasOwn(ENDINGS, ending)) return ENDINGS[ending];
  throw new InputError(`${option} ${file}: its name should end in .json, .yaml, .yml, .csv or .tsv`);
}

/** One waypoint in all columns; what is null is not known. */
export interface PathRow {
  readonly positions: readonly number[];
  readonly seconds: number | null;
  readonly velocities: readonly number[] | null;
  readonly accelerations: readonly number[] | null;
}

/** A path of all robots as a table. */
export interface PathTable {
  readonly names: readonly string[];
  readonly rows: readonly PathRow[];
  /** What the values are in; undefined: radians and metres. */
  readonly units?: string;
}

/** Robots side by side, waypoint by waypoint; of several robots the columns are `robot/joint`. */
export function pathTable(paths: readonly RobotPath[]): PathTable {
  const [first] = paths;
  const names = paths.flatMap(({ robot }) =>
    robot.joints.flatMap(({ name, size, kind }) => {
      const values = size === 1 ? [name] : kind.parts.map((part) => `${name}/${part}`);
      return paths.length > 1 ? values.map((value) => `${robot.name}/${value}`) : values;
    }),
  );
  const points = paths.map((path) => path.points);
  const rates = (k: number, what: 'velocities' | 'accelerations'): readonly number[] | null => {
    const own = points.map((list) => list?.[k][what]);
    return own.every((values) => values !== undefined) ? own.flatMap((values) => Array.from(values as ArrayLike<number>)) : null;
  };
  const knots = paths.map(givenKnots);
  const rows = knots[0].map(
    (knot, k): PathRow => ({
      positions: paths.flatMap(({ waypoints }, i) => Array.from(waypoints[knots[i][k]])),
      seconds: first.times?.[knot] ?? null,
      velocities: rates(k, 'velocities'),
      accelerations: rates(k, 'accelerations'),
    }),
  );
  return { names, rows };
}

/** Where the waypoints that were given are: paths of robots with loops have more between them. */
export function givenKnots({ waypoints, pieces }: RobotPath): number[] {
  return [...waypoints.keys()].filter((k) => k === 0 || pieces === null || pieces[k - 1].of?.to === 1);
}

/** Without what follows to keep loops closed. */
export function drivenColumns(table: PathTable, robots: readonly Robot[]): PathTable {
  const follows = robots.flatMap((robot) => {
    const passive = new Set(robot.closing?.().passive);
    return robot.joints.flatMap(({ name, size }) => new Array<boolean>(size).fill(passive.has(name)));
  });
  return someColumns(table, (column) => !follows[column]);
}

/** Some of its columns. */
export function someColumns(table: PathTable, isKept: (column: number) => boolean): PathTable {
  const only = <T>(values: readonly T[]): T[] => values.filter((_, k) => isKept(k));
  const rows = table.rows.map(({ positions, velocities, accelerations, seconds }) => ({
    positions: only(positions),
    velocities: velocities === null ? null : only(velocities),
    accelerations: accelerations === null ? null : only(accelerations),
    seconds,
  }));
  return { ...table, names: only(table.names), rows };
}

/** Columns of joints of several values that stand where the cell starts: controllers know no columns of a base. */
export function standingBases(table: PathTable, robots: readonly Robot[], starts: readonly ArrayLike<number>[]): readonly boolean[] {
  let first = 0;
  return robots.flatMap(({ joints, size }, i) => {
    const at = first;
    first += size;
    return joints.flatMap(({ kind, slot }) => {
      const isStill = (part: number) => table.rows.every(({ positions }) => positions[at + slot + part] === starts[i][slot + part]);
      const stands = kind.size > 1 && kind.parts.every((_, part) => isStill(part));
      return kind.parts.map(() => stands);
    });
  });
}

/** The same in other units; `check` reads what a cell says it is in. */
export function inUnits(
  table: PathTable,
  robots: readonly Pick<Robot, 'joints'>[],
  { angle = 'radians', length = 'metres' }: PathUnits = {},
): PathTable {
  if (angle === 'radians' && length === 'metres') return table;
  const factors = robots.flatMap(({ joints }) =>
    joints.flatMap(({ kind }) => kind.parts.map((_, part) => unitOf(kind, part, { angle, length }))),
  );
  const scaled = (values: readonly number[] | null): number[] | null =>
    values === null ? null : values.map((value, k) => unread(value, factors[k]));
  const rows = table.rows.map(({ positions, velocities, accelerations, seconds }) => ({
    positions: positions.map((value, k) => unread(value, factors[k])),
    velocities: scaled(velocities),
    accelerations: scaled(accelerations),
    seconds,
  }));
  return { ...table, rows, units: `${angle}, ${length}` };
}

/** Neighbouring doubles that are tried, in units of their last place. */
const NEIGHBOURS: readonly number[] = [0, 1, -1, 2, -2];

/**
 * What is read as `value` when it is multiplied by the factor; where no double is, the nearest that is read as less, so
 * that a limit is not exceeded by rounding.
 */
function unread(value: number, factor: number): number {
  if (factor === 1) return value;
  const near = NEIGHBOURS.map((k) => (value / factor) * (1 + k * 2 ** -52));
  return near.find((x) => factor * x === value) ?? near.find((x) => Math.abs(factor * x) < Math.abs(value)) ?? near[0];
}

/** What a format can hold of it. */
export function writable(table: PathTable, format: PathTextFormat): PathTable {
  return format === 'yaml' ? inNanoseconds(table) : table;
}

/** The text of a file that `check` reads back to the very same doubles. */
export function pathText(table: PathTable, format: PathTextFormat, note: string): string {
  if (format === 'json') return jsonText(table);
  if (format === 'yaml') return yamlText(table, note);
  return tableText(table, format === 'csv' ? ',' : '\t', note);
}

function jsonText({ names, rows, units }: PathTable): string {
  const said = units === undefined ? '' : `,\n  "units": ${JSON.stringify(units)}`;
  const list = (values: readonly number[]) => `[${values.join(', ')}]`;
  if (rows.every(({ seconds }) => seconds === null))
    return `{\n  "format": "${PATH_FORMAT}",\n  "joints": ${safeJson(names)}${said},\n  "path": [\n${rows.map(({ positions }) => `    ${list(positions)}`).join(',\n')}\n  ]\n}\n`;
  const points = rows.map(({ positions, velocities, accelerations, seconds }) => {
    const parts = [
      `"positions": ${list(positions)}`,
      ...(velocities === null ? [] : [`"velocities": ${list(velocities)}`]),
      ...(accelerations === null ? [] : [`"accelerations": ${list(accelerations)}`]),
      `"time_from_start": ${seconds}`,
    ];
    return `    { ${parts.join(', ')} }`;
  });
  return `{\n  "format": "${PATH_FORMAT}",\n  "joint_names": ${safeJson(names)}${said},\n  "points": [\n${points.join(',\n')}\n  ]\n}\n`;
}

/**
 * Times in whole nanoseconds, as messages of ROS have them. All of it runs slower by a share that outweighs the
 * rounding, which keeps its way as it is and every rate below what it was.
 */
function inNanoseconds(table: PathTable): PathTable {
  const seconds = table.rows.flatMap((row) => row.seconds ?? []);
  const shortest = seconds.slice(1).reduce((least, second, k) => Math.min(least, second - seconds[k]), Infinity);
  if (!(shortest < Infinity)) return table;
  const slower = 1 + 1e-8 / shortest;
  const scaled = (values: readonly number[] | null, by: number): number[] | null =>
    values === null ? null : values.map((value) => value / by);
  const rows = table.rows.map((row) => ({
    ...row,
    seconds: Math.round((row.seconds ?? 0) * slower * 1e9) / 1e9,
    velocities: scaled(row.velocities, slower),
    accelerations: scaled(row.accelerations, slower * slower),
  }));
  return { ...table, rows };
}

/** A JointTrajectory of ROS; without times it is a path. */
function yamlText({ names, rows, units }: PathTable, note: string): string {
  const list = (values: readonly number[]) => `[${values.join(', ')}]`;
  const points = rows.flatMap(({ positions, velocities, accelerations, seconds }) => [
    `  - positions: ${list(positions)}`,
    ...(velocities === null ? [] : [`    velocities: ${list(velocities)}`]),
    ...(accelerations === null ? [] : [`    accelerations: ${list(accelerations)}`]),
    ...(seconds === null ? [] : [`    time_from_start: ${durationText(seconds)}`]),
  ]);
  const said = units === undefined ? '' : `units: ${JSON.stringify(units)}\n`;
  return `# ${note}\n${said}joint_names: ${safeJson(names)}\npoints:\n${points.join('\n')}\n`;
}

/** Seconds as ROS 2 has them, in whole nanoseconds. */
function durationText(seconds: number): string {
  const sec = Math.floor(seconds);
  const nanosec = Math.round((seconds - sec) * 1e9);
  return nanosec === 1e9 ? `{ sec: ${sec + 1}, nanosec: 0 }` : `{ sec: ${sec}, nanosec: ${nanosec} }`;
}

function tableText({ names, rows, units }: PathTable, separator: string, note: string): string {
  const isTimed = rows.some(({ seconds }) => seconds !== null);
  const hasVelocities = rows.every(({ velocities }) => velocities !== null);
  const hasAccelerations = rows.every(({ accelerations }) => accelerations !== null);
  const head = [
    ...(isTimed ? ['time'] : []),
    ...names,
    ...(hasVelocities ? names.map((name) => `${name}_velocity`) : []),
    ...(hasAccelerations ? names.map((name) => `${name}_acceleration`) : []),
  ];
  const lines = rows.map(({ positions, seconds, velocities, accelerations }) => [
    ...(isTimed ? [seconds] : []),
    ...positions,
    ...(hasVelocities ? (velocities ?? []) : []),
    ...(hasAccelerations ? (accelerations ?? []) : []),
  ]);
  return [
    `# ${note}`,
    ...(units === undefined ? [] : [`# units: ${units}`]),
    head.join(separator),
    ...lines.map((line) => line.join(separator)),
    '',
  ].join('\n');
}
