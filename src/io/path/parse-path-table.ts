import { InputError } from '../../math/input-error.ts';
import { shortName, shownName } from '../../math/shown-name.ts';
import { counted } from '../text/counted.ts';
import { isDecimal } from '../text/decimal.ts';
import type { WorkMeter } from '../work-meter.ts';
import type { PathFile, PathPoint } from './path-file.ts';
import { type PathUnits, parseUnits, unitWord } from './path-units.ts';

// CSV: a row of names and rows of numbers, or numbers alone; comma, semicolon, tab, or blanks where rows of numbers
// have none of these, as OMPL's printAsMatrix and NumPy's savetxt write them. A column called time, t or
// time_from_start holds seconds. Rates are columns named after that of their joint: elbow_velocity, vel_elbow,
// elbow.velocity, and the same with acceleration and acc. Names may end in a unit, `elbow [deg]` or `lift (mm)`, and a
// comment may say the units of all: `# units: degrees, mm`.

/** Units of work of a cell. */
const CELL_UNITS = 8;
const NO_NUMBER = /^[-+]?(nan|inf|infinity)$/i;
const DECIMAL_COMMA = /^[-+]?\d*,\d+(e[-+]?\d+)?$/i;
const TIME = /^(time|t|time_from_start)$/i;
const RATES: readonly (readonly [RegExp, 'velocity' | 'acceleration'])[] = [
  [/^(.+)[_.]vel(?:ocity)?$/i, 'velocity'],
  [/^vel(?:ocity)?_(.+)$/i, 'velocity'],
  [/^(.+)[_.]acc(?:eleration)?$/i, 'acceleration'],
  [/^acc(?:eleration)?_(.+)$/i, 'acceleration'],
];

interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Which column holds what; −1: none. */
interface Columns {
  readonly names: readonly string[] | null;
  readonly time: number;
  readonly positions: readonly number[];
  readonly velocities: readonly number[];
  readonly accelerations: readonly number[];
}

export function parsePathTable(text: string, file: string, work: WorkMeter): PathFile {
  const units = unitsOf(text, file);
  const rows = rowsOf(text, file, work);
  if (rows.length === 0) throw new InputError('is empty: no path in it', { file });
  const [first] = rows;
  const hasNames = isHeader(first, file);
  const { cells, units: ownUnits } = hasNames ? withoutUnits(first.cells) : { cells: first.cells, units: [] };
  const columns = hasNames ? columnsOf({ ...first, cells }, file) : unnamedColumns(first.cells.length);
  const data = hasNames ? rows.slice(1) : rows;
  if (data.length === 0) throw new InputError('has a row of names, but no points', { file, line: first.line });
  const points = data.map((row) => pointOf(row, first, columns, file));
  checkRateUnits(columns, ownUnits, first, file);
  return {
    file,
    jointNames: columns.names,
    points,
    kind: columns.time < 0 ? 'path' : 'trajectory',
    line: first.line,
    ...(units === undefined ? {} : { units }),
    ...(ownUnits.some((unit) => unit !== undefined) ? { columnUnits: columns.positions.map((i) => ownUnits[i]) } : {}),
  };
}

/** Units that the first comment with any says. */
function unitsOf(text: string, file: string): PathUnits | undefined {
  const lines = text.split(/\r\n|\n|\r/);
  const at = lines.findIndex((line) => /^\s*#\s*units\s*[:=]/i.test(line));
  return at < 0 ? undefined : parseUnits(lines[at].replace(/^\s*#\s*units\s*[:=]/i, ''), 'units', { file, line: at + 1 });
}

/** Names without the units that they end in, and these. Seconds of times, and rates per second, are what they are. */
function withoutUnits(cells: readonly string[]): { readonly cells: string[]; readonly units: (PathUnits | undefined)[] } {
  const found = cells.map((cell) => {
    const [name, unit] = nameAndUnit(cell);
    if (unit === undefined) return { cell, unit: undefined };
    if (TIME.test(name) && /^s(ec(onds?)?)?$/i.test(unit)) return { cell: name, unit: undefined };
    const known = unitWord(unit.trim().replace(/\/s(\^?2|²)?$/i, ''));
    return known === undefined ? { cell, unit: undefined } : { cell: name, unit: known };
  });
  return { cells: found.map(({ cell }) => cell), units: found.map(({ unit }) => unit) };
}

/** `elbow` and `deg` of `elbow [deg]`; undefined where there is no unit in brackets at the end. */
function nameAndUnit(cell: string): readonly [name: string, unit: string | undefined] {
  const open = Math.max(cell.lastIndexOf('['), cell.lastIndexOf('('));
  const name = cell.slice(0, Math.max(0, open)).trimEnd();
  const unit = cell.slice(open + 1, -1);
  return name === '' || !/[\])]$/.test(cell) || /[\])]/.test(unit) ? [cell, undefined] : [name, unit];
}

/** A joint in degrees has rates in degrees a second: other mixtures would be misread. */
function checkRateUnits(columns: Columns, units: readonly (PathUnits | undefined)[], { cells, line }: Row, file: string): void {
  columns.positions.forEach((position, k) => {
    for (const rate of [columns.velocities[k], columns.accelerations[k]]) {
      if (rate === undefined || units[rate] === undefined) continue;
      const [a, b] = [units[position], units[rate]];
      if (a?.angle !== b?.angle || a?.length !== b?.length)
        throw new InputError(`${shownName(cells[position])} and ${shownName(cells[rate])} are in different units; give both in the same`, {
          file,
          line,
        });
    }
  });
}

function rowsOf(text: string, file: string, work: WorkMeter): Row[] {
  const rows: Row[] = [];
  const lines = text.split(/\r\n|\n|\r/);
  const separator = separatorOf(lines.filter((content) => !BLANK.test(content)).slice(0, 2));
  lines.forEach((content, i) => {
    if (BLANK.test(content)) return;
    const line = i + 1;
    const cells = typeof separator === 'string' ? content.split(separator) : content.trim().split(separator);
    work.spend(CELL_UNITS * (1 + cells.length), { file, line });
    rows.push({ line, cells: cells.map((cell) => unquoted(cell.trim(), file, line)) });
  });
  // some programs end every row with a separator
  const ended = rows.every(({ cells }) => cells.length > 1 && cells.at(-1) === '');
  return ended ? rows.map(({ line, cells }) => ({ line, cells: cells.slice(0, -1) })) : rows;
}

const BLANK = /^\s*(#|$)/;

/** By the first row; blanks only where a row of numbers has several and nothing else between them. */
function separatorOf([first = '', second = '']: readonly string[]): string | RegExp {
  const numbers = [first, second].find((row) => row.trim().split(/\s+/).every(isNumeric)) ?? '';
  const width = numbers.trim().split(/\s+/).length;
  const fits = first.trim().split(/\s+/).length === width;
  if (width > 1 && fits && !/[;,]/.test(first)) return /\s+/;
  return ['\t', ';', ','].find((c) => first.includes(c)) ?? ',';
}

function unquoted(cell: string, file: string, line: number): string {
  if (!cell.startsWith('"')) return cell;
  if (cell.length < 2 || !cell.endsWith('"') || cell.slice(1, -1).includes('"'))
    throw new InputError(`the quotes of ${shortName(cell)} do not close`, { file, line });
  return cell.slice(1, -1).trim();
}

function isNumeric(cell: string): boolean {
  return isDecimal(cell) || NO_NUMBER.test(cell);
}

function isHeader({ cells, line }: Row, file: string): boolean {
  const comma = cells.find((cell) => DECIMAL_COMMA.test(cell));
  if (comma !== undefined) throw new InputError(`${shownName(comma)} has a decimal comma; write numbers with a point`, { file, line });
  const numbers = cells.filter(isNumeric).length;
  if (numbers === 0) return true;
  if (numbers === cells.length) return false;
  const odd = cells.find((cell) => !isNumeric(cell));
  throw new InputError(`the first row is neither names nor numbers: ${shownName(odd ?? '')} stands beside numbers`, { file, line });
}

function unnamedColumns(count: number): Columns {
  return { names: null, time: -1, positions: Array.from({ length: count }, (_, i) => i), velocities: [], accelerations: [] };
}

function columnsOf({ cells, line }: Row, file: string): Columns {
  const known = new Set<string>();
  cells.forEach((cell, i) => {
    if (cell === '') throw new InputError(`column ${i + 1} has no name`, { file, line });
    if (known.has(cell)) throw new InputError(`two columns are named ${shownName(cell)}`, { file, line });
    known.add(cell);
  });
  const times = cells.filter((cell) => TIME.test(cell));
  if (times.length > 1) throw new InputError(`'${times[0]}' and '${times[1]}' are both times; keep one`, { file, line });
  const names: string[] = [];
  const positions: number[] = [];
  const rates = { velocity: new Map<string, number>(), acceleration: new Map<string, number>() };
  cells.forEach((cell, i) => {
    if (TIME.test(cell)) return;
    // A joint may itself be called left_vel: without a column left, that is what is meant.
    const rate = RATES.map(([pattern, what]) => ({ what, joint: pattern.exec(cell)?.[1] ?? '' })).find(({ joint }) => known.has(joint));
    if (rate === undefined) {
      names.push(cell);
      positions.push(i);
      return;
    }
    if (rates[rate.what].has(rate.joint)) throw new InputError(`${shownName(rate.joint)} has two columns of ${rate.what}`, { file, line });
    rates[rate.what].set(rate.joint, i);
  });
  if (names.length === 0) throw new InputError('names no joint', { file, line });
  const inOrder = (what: 'velocity' | 'acceleration'): number[] => {
    const missing = names.find((name) => !rates[what].has(name));
    if (rates[what].size === 0) return [];
    if (missing !== undefined)
      throw new InputError(`${shownName(missing)} has no column of ${what}, others do; give all or none`, { file, line });
    return names.map((name) => rates[what].get(name) as number);
  };
  const time = cells.findIndex((cell) => TIME.test(cell));
  return { names, time, positions, velocities: inOrder('velocity'), accelerations: inOrder('acceleration') };
}

function pointOf(row: Row, first: Row, columns: Columns, file: string): PathPoint {
  const { cells, line } = row;
  if (cells.length !== first.cells.length) {
    const fault = `has ${counted(cells.length, 'column')}, but line ${first.line} has ${first.cells.length}`;
    throw new InputError(`the row ${fault}`, { file, line });
  }
  const values = cells.map((cell, i) => {
    const value = isDecimal(cell) ? Number(cell) : NaN;
    if (Number.isFinite(value)) return value;
    const name = columns.names === null ? '' : ` (${shortName(first.cells[i])})`;
    throw new InputError(`column ${i + 1}${name} should be a finite number, got ${shownName(cell)}${advice(cell)}`, { file, line });
  });
  const point: { -readonly [K in keyof PathPoint]: PathPoint[K] } = { positions: columns.positions.map((i) => values[i]), line };
  if (columns.velocities.length > 0) point.velocities = columns.velocities.map((i) => values[i]);
  if (columns.accelerations.length > 0) point.accelerations = columns.accelerations.map((i) => values[i]);
  if (columns.time >= 0) point.time = values[columns.time];
  return point;
}

function advice(cell: string): string {
  if (/\s/.test(cell)) return '; separate columns by comma, semicolon or tab';
  return DECIMAL_COMMA.test(cell) ? '; write numbers with a point, not a comma' : '';
}
