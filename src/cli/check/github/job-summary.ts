import { countsText, type PathOutcome, pathOverview } from '../../../words/path-overview.ts';
import { safeText } from '../../../words/safe-text.ts';
import type { SceneNames } from '../../../words/scene-verdict.ts';
import { counted } from '../../../words/shown-number.ts';
import { limitText, missedLines } from '../check-text.ts';
import type { CheckedPath } from '../checked-path.ts';

/** Bytes that GitHub takes of one step; a longer summary is not shown at all. */
export const MOST_BYTES: number = 1024 * 1024;
/** Bytes for what stands around the rows. */
const AROUND = 4096;
const UNIT = 'm';

/** All that the summary tells. */
export interface Summarised {
  /** Name of the cell. */
  readonly title: string;
  readonly paths: readonly CheckedPath[];
  readonly names: SceneNames;
  /** Why the run could not go on. */
  readonly faults: readonly string[];
  /** Where pages and other outputs are. */
  readonly written: readonly string[];
}

/** Markdown of at most so many bytes; '' where not even the counts have room. Rows that have none are counted. */
export function jobSummary({ title, paths, names, faults, written }: Summarised, bytes: number): string {
  if (bytes < 2 * AROUND) return '';
  const rows = paths.map((path) => rowOf(path, names));
  const head = ['', `### inbetween check: ${cellText(title.slice(0, 200))}`, ''];
  const outcomes = rows.map(({ outcome }) => outcome);
  const lines = [...head, ...(rows.length === 0 ? [] : [`**${countsText(outcomes)}**`, ''])];
  let left = bytes - AROUND;
  let omitted = 0;
  const fitting = (texts: readonly string[]) => {
    const kept: string[] = [];
    for (const text of texts) {
      const size = Buffer.byteLength(text) + 1;
      if (size > left) omitted++;
      else {
        left -= size;
        kept.push(text);
      }
    }
    return kept;
  };
  for (const line of fitting(faults.map((fault) => `${cellText(fault)}\n`))) lines.push(line);
  const failing = fitting(rows.filter(({ outcome }) => outcome !== 'free').map(({ text }) => text));
  const free = fitting(rows.filter(({ outcome }) => outcome === 'free').map(({ text }) => text));
  if (failing.length > 0) for (const line of [...TABLE_HEAD, ...failing, '']) lines.push(line);
  if (free.length > 0)
    for (const line of [
      `<details><summary>${counted(free.length, 'free path')}</summary>`,
      '',
      ...TABLE_HEAD,
      ...free,
      '',
      '</details>',
      '',
    ])
      lines.push(line);
  if (omitted > 0) lines.push(`${counted(omitted, 'line')} left out: GitHub takes 1 MiB a step.`, '');
  const files = written.map(cellText).join(', ');
  if (files !== '' && Buffer.byteLength(files) < AROUND / 2) lines.push(`Written: ${files}`, '');
  return `${lines.join('\n')}\n`;
}

const HEADINGS = ['verdict', 'path', 'who', 'when', 'seconds', 'clearance'];
const TABLE_HEAD: readonly string[] = [`| ${HEADINGS.join(' | ')} |`, `|${HEADINGS.map(() => '---|').join('')}`];

function rowOf({ name, found, error }: CheckedPath, names: SceneNames): { readonly outcome: PathOutcome; readonly text: string } {
  if (found === undefined) return { outcome: 'unread', text: tableRow(['ERROR', name, error.message, '', '', '']) };
  const { path, result, clearance, limits } = found;
  const broken = limits.filter(({ isError }) => isError);
  const row = pathOverview(
    {
      result,
      segments: path.segments,
      seconds: path.secondsAt(result.time),
      clearance,
      clearanceUntil: clearance?.until ?? path.segments,
      brokenLimits: broken.length,
    },
    names,
    UNIT,
  );
  const without = missedLines(found, names).slice(0, 3);
  const shown = broken.slice(0, 3).map((limit) => limitText(limit, names.severalRobots));
  const more = broken.length > shown.length ? [`and ${broken.length - shown.length} more limits`] : [];
  const who = [row.who, ...without, ...shown, ...more].filter((text) => text !== '').join('; ');
  return { outcome: row.outcome, text: tableRow([row.verdict, name, who, row.when, row.seconds, row.clearance]) };
}

function tableRow([verdict, ...cells]: readonly string[]): string {
  return `| ${[`**${cellText(verdict)}**`, ...cells.map(cellText)].join(' | ')} |`;
}

/** All but letters, digits and a few signs as HTML entities, which are neither Markdown nor HTML. */
function cellText(text: string): string {
  return safeText(text)
    .replace(/[^\p{L}\p{N} .,;=()%'/-]/gu, entity)
    .replace(/(?<!\d)\.|\.(?!\d)/g, entity);
}

function entity(sign: string): string {
  return `&#${sign.codePointAt(0)};`;
}
