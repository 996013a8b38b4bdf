import type { VerdictRow } from 'inbetween/report';

/** A verdict behind its headline: the answer as a sentence, then the other rows, each on a line. */
export function rowsText([verdict, ...rows]: readonly VerdictRow[]): string {
  const { value } = verdict;
  return [`${value.charAt(0).toUpperCase()}${value.slice(1)}.`, ...rows.map((row) => `${row.label}: ${row.value}.`)].join('\n');
}
