/**
 * Files of many motions: a row is one, its values at the start and then those at the end. A first row of names says
 * which is which, `from_elbow` and `to_elbow` (also `elbow_from`, with a dot or a blank for the bar), in any order, or
 * the names of the values twice. Rows of numbers alone are as long as twice the values.
 */
import { InputError } from '../../../index.ts';

/** How the rows of one file are read. */
export interface MotionTable {
  /** Names of the values, in the order in which rows give them; null: all values. */
  readonly columns: readonly string[] | null;
  /** Whether the first row is one of names. */
  readonly hasNames: boolean;
  /** The cells of a row, first those of the start, separated by commas. */
  row(line: string): string;
}

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const BEFORE = /^(from|to)[_. ](.+)$/i;
const BEHIND = /^(.+)[_. ](from|to)$/i;

/** The table whose first line with content is `first`. */
export function motionTable(first: string, file: string, line: number): MotionTable {
  const separator = first.includes(';') ? ';' : first.includes(',') ? ',' : first.includes('\t') && !isNumbers(first) ? '\t' : /\s+/;
  const cellsOf = (text: string) => text.trim().split(separator).map(unquoted);
  const cells = cellsOf(first);
  const joinedRow = (order: readonly number[] | null) => (text: string) => {
    if (order === null && separator === ',') return text;
    const own = cellsOf(text);
    // too few or too many values are reported by whoever knows how many there must be
    return order === null || own.length !== order.length ? own.join(',') : order.map((i) => own[i]).join(',');
  };
  if (cells.every((cell) => NUMBER.test(cell))) return { columns: null, hasNames: false, row: joinedRow(null) };
  const wrong = (why: string) => new InputError(`${why}; names of columns are from_NAME and to_NAME, or all names twice`, { file, line });
  const unit = cells.find((cell) => /[\])]$/.test(cell));
  if (unit !== undefined)
    throw new InputError(`column '${unit}' names a unit; say what motions are in by --units, or "units" of the job`, { file, line });
  const ends = cells.map((cell) => endOf(cell));
  if (ends.every((end) => end === null)) {
    const half = cells.length / 2;
    if (cells.some((cell, i) => cell !== cells[(i + half) % cells.length])) throw wrong(`column '${cells[0]}' is of neither end`);
    return { columns: cells.slice(0, half), hasNames: true, row: joinedRow(null) };
  }
  const odd = ends.indexOf(null);
  if (odd >= 0) throw wrong(`column '${cells[odd]}' is of neither end`);
  const columns = ends.flatMap((end) => (end?.which === 'from' ? [end.name] : []));
  const places = new Map(ends.map((end, i) => [`${end?.which} ${end?.name}`, i]));
  const order = (['from', 'to'] as const).flatMap((which) =>
    columns.map((name) => {
      const at = places.get(`${which} ${name}`);
      if (at === undefined) throw wrong(`'${name}' has no column ${which}_${name}`);
      return at;
    }),
  );
  if (new Set(order).size !== ends.length) throw wrong('a column is there twice, or has no partner');
  return { columns, hasNames: true, row: joinedRow(order.every((at, i) => at === i) ? null : order) };
}

function endOf(cell: string): { readonly which: 'from' | 'to'; readonly name: string } | null {
  const [, first, rest] = BEFORE.exec(cell) ?? [];
  if (first !== undefined) return { which: first.toLowerCase() as 'from' | 'to', name: rest };
  const [, name, last] = BEHIND.exec(cell) ?? [];
  return last === undefined ? null : { which: last.toLowerCase() as 'from' | 'to', name };
}

function isNumbers(line: string): boolean {
  return line
    .trim()
    .split(/\s+/)
    .every((cell) => NUMBER.test(cell));
}

function unquoted(cell: string): string {
  return cell.trim().replace(/^"(.*)"$|^'(.*)'$/, '$1$2');
}
