export type Cell = string | number;

export interface Table {
  /** Name of its files, without ending. */
  readonly file: string;
  readonly title: string;
  /** What the columns mean and what the paper says, one paragraph. */
  readonly note: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Full precision; text quoted where it must be. */
export function toCsv({ columns, rows }: Table): string {
  const quoted = (cell: Cell) => {
    const text = typeof cell === 'number' && !Number.isFinite(cell) ? '' : String(cell);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => `${row.map(quoted).join(',')}\n`).join('');
}

export function toMarkdown({ title, note, columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const numeric = columns.map((_, i) => rows.some((row) => typeof row[i] === 'number'));
  return [
    `## ${title}`,
    '',
    note,
    '',
    line(columns),
    line(numeric.map((right) => (right ? '--:' : '---'))),
    ...rows.map((row) => line(row.map((cell) => (typeof cell === 'number' ? readable(cell) : cell.replaceAll('|', '\\|'))))),
    '',
  ].join('\n');
}

/** About three digits, no exponent where it can be avoided; a dash when there is nothing. */
export function readable(x: number): string {
  if (!Number.isFinite(x)) return '–';
  if (Number.isInteger(x) && Math.abs(x) < 1e9) return String(x);
  const size = Math.abs(x);
  if (size >= 100) return x.toFixed(0);
  if (size >= 10) return x.toFixed(1);
  if (size >= 1) return x.toFixed(2);
  return size >= 1e-5 ? String(Number(x.toPrecision(3))) : x.toExponential(1);
}
