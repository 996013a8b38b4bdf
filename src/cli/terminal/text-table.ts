/**
 * Rows under their headings; the first column is flush left, the others right. A heading may be styled after padding.
 */
export function textTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  style: (heading: string) => string = (text) => text,
): string {
  const widths = headings.map((heading, i) => rows.reduce((width, row) => Math.max(width, row[i].length), heading.length));
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i]))).join('  ');
  return [style(line(headings)), ...rows.map(line)].map((text) => `  ${text.trimEnd()}\n`).join('');
}
