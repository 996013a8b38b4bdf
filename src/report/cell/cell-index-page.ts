import { largestClearance } from '../../scene/content/clearance.ts';
import { countsText, outcomeCounts, type PathOutcome, pathOverview } from '../../words/path-overview.ts';
import { safeText } from '../../words/safe-text.ts';
import { keptText } from '../../words/scene-verdict.ts';
import { counted } from '../../words/shown-number.ts';
import { escaped, htmlTable } from '../html-text.ts';
import { htmlPage } from '../page-shell.ts';
import { type CellIndexInput, type CellIndexPath, checkCellIndexInput } from './cell-index-input.ts';

interface Row {
  readonly outcome: PathOutcome;
  readonly cells: readonly string[];
}

/**
 * One HTML file over several paths of a scene: how many are free, and of each the verdict, who touches whom, when, the
 * clearance, and a link to its own page. It asks no other host for anything.
 * @example
 * const result = scene.firstContact(motions, options);
 * const paths = [{ name: 'weld.csv', page: 'weld.html', motions, result }];
 * const page = cellIndexPage({ title: 'welding', scene, options, paths, version: '0.1.0' });
 */
export function cellIndexPage(input: CellIndexInput): string {
  checkCellIndexInput(input);
  const { title, paths, version, options } = input;
  const rows = paths.map((path) => rowOf(path, input));
  const outcomes = rows.map(({ outcome }) => outcome);
  const failing = rows.filter(({ outcome }) => outcome !== 'free');
  const free = rows.filter(({ outcome }) => outcome === 'free');
  const kept =
    largestClearance(options.clearance ?? 0) > 0 ? `, clearance ${keptText(options.clearance ?? 0)} ${input.unit ?? 'm'} to be kept` : '';
  return htmlPage({
    heading: `${safeText(title)}: ${countsText(outcomes)}`,
    header: `<p class="title">${escaped(safeText(title))}</p>
<h1 class="${outcomes.length === 0 ? 'unresolved' : colorOf(outcomeCounts(outcomes)[0].outcome)}">${headline(outcomes)}</h1>
<p class="lead">${counted(paths.length, 'path')}${escaped(kept)}: ${outcomeCounts(outcomes)
      .map(({ outcome, text }) => `<b class="${markOf(outcome)}">${text}</b>`)
      .join(', ')}.</p>`,
    main: [...(failing.length === 0 ? [] : [section('To look at', failing)]), ...(free.length === 0 ? [] : [section('Free', free)])].join(
      '\n',
    ),
    footer: `Made by inbetween ${escaped(version)}. Times are never late, and bounds of distances are rounded to the safe side.`,
  });
}

function headline(outcomes: readonly PathOutcome[]): string {
  const n = outcomes.filter((outcome) => outcome !== 'free').length;
  if (outcomes.length === 0) return 'No paths';
  if (n === 0) return outcomes.length === 1 ? 'The path is free' : `All ${counted(outcomes.length, 'path')} are free`;
  return `${n} of ${counted(outcomes.length, 'path')} ${n === 1 ? 'is' : 'are'} not proven free`;
}

function section(heading: string, rows: readonly Row[]): string {
  const headings = ['verdict', 'path', 'who', 'when', 'seconds', 'clearance'];
  const isShown = headings.map((_, i) => rows.some(({ cells }) => cells[i] !== ''));
  const only = (list: readonly string[]) => list.filter((_, i) => isShown[i]);
  const table = htmlTable(
    only(headings),
    rows.map(({ cells }) => only(cells)),
  );
  return `<section class="wide paths"><h2>${heading}</h2>${table}</section>`;
}

function rowOf(path: CellIndexPath, { scene, unit = 'm' }: CellIndexInput): Row {
  const { name, page, fault, motions, result, clearance = null, limits = [], remarks = [] } = path;
  const text = escaped(safeText(name));
  const link = page === undefined ? text : `<a href="${escaped(page)}">${text}</a>`;
  const notes = (sentences: readonly string[], mark = '') =>
    sentences.map((sentence) => `<p class="note${mark}">${escaped(safeText(sentence))}</p>`).join('');
  if (fault !== undefined || motions === undefined || result === undefined)
    return { outcome: 'unread', cells: [verdict('unread', 'ERROR'), `<div>${link}${notes([fault ?? ''], ' hit')}</div>`, '', '', '', ''] };
  const { segments, secondsAt } = scene.clock(motions);
  const row = pathOverview(
    {
      result,
      segments,
      seconds: secondsAt(result.time),
      clearance,
      clearanceUntil: path.clearanceUntil ?? segments,
      brokenLimits: limits.length,
    },
    { severalRobots: scene.robots.length > 1 },
    unit,
  );
  const cells = [row.who, row.when, row.seconds, row.clearance].map(escaped);
  return {
    outcome: row.outcome,
    cells: [verdict(row.outcome, row.verdict), `<div>${link}${notes(limits, ' hit')}${notes(remarks)}</div>`, ...cells],
  };
}

function verdict(outcome: PathOutcome, text: string): string {
  return `<b class="${markOf(outcome)}">${escaped(text)}</b>`;
}

/** Colour of a word, and of a heading. */
function markOf(outcome: PathOutcome): 'hit' | 'doubt' | 'free' {
  if (outcome === 'free') return 'free';
  return outcome === 'unresolved' || outcome === 'untested' || outcome === 'not-judged' ? 'doubt' : 'hit';
}

function colorOf(outcome: PathOutcome): 'contact' | 'unresolved' | 'free' {
  const mark = markOf(outcome);
  return mark === 'hit' ? 'contact' : mark === 'doubt' ? 'unresolved' : 'free';
}
