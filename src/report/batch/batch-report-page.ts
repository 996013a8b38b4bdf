import { countsText, rateText, spanText, VERDICT_WORDS, VERDICTS, type Verdict, verdictTexts } from '../../words/job-words.ts';
import { safeText } from '../../words/safe-text.ts';
import { counted, shown, shownCount } from '../../words/shown-number.ts';
import { escaped, htmlFacts, htmlTable } from '../html-text.ts';
import { htmlPage } from '../page-shell.ts';
import { type BatchReportInput, checkBatchReportInput } from './batch-report-input.ts';
import { throughputChart } from './throughput-chart.ts';

/**
 * One HTML file about a job: how many items ended how, what took longest, and how fast it went. It asks no other host
 * for anything.
 * @example
 * const rest = { overlap: 0, missed: 0, limits: 0, unresolved: 0, 'not-judged': 0, error: 0, 'left-out': 0 };
 * const counts = { free: 97, contact: 3, ...rest };
 * const run = { items: 100, counts, seconds: 2, busySeconds: 3.5, workers: 2, slowest: [], samples: [] };
 * const page = batchReportPage({ title: 'night run', ...run, version: '0.1.0' });
 */
export function batchReportPage(input: BatchReportInput): string {
  checkBatchReportInput(input);
  const { title, items, counts, seconds, version, samples, complete = true } = input;
  const chart = throughputChart(samples, seconds);
  const texts = verdictTexts(counts);
  const worst = texts[0]?.verdict ?? 'not-judged';
  return htmlPage({
    heading: `${safeText(title)}: ${countsText(items, counts)}`,
    header: `<p class="title">${escaped(safeText(title))}</p>
<h1 class="${complete ? HEADING[markOf(worst)] : 'unresolved'}">${headline(input)}</h1>
<p class="lead">${counted(items, 'item')}: ${texts.map(({ verdict, text }) => `<b class="${markOf(verdict)}">${text}</b>`).join(', ')}.</p>`,
    main: [
      `<section><h2>Verdicts</h2>${verdictTable(input)}</section>`,
      `<section><h2>Run</h2>${htmlFacts(facts(input))}</section>`,
      ...(chart === '' ? [] : [`<section class="wide cell"><h2>Throughput</h2>${chart}</section>`]),
      ...(input.slowest.length === 0 ? [] : [`<section class="wide paths"><h2>Slowest items</h2>${slowestTable(input)}</section>`]),
    ].join('\n'),
    footer: `Made by inbetween ${escaped(version)}. Free is what was proven free, from start to end.`,
  });
}

function headline({ items, counts, complete = true }: BatchReportInput): string {
  if (!complete) return `Ended after ${counted(items, 'item')}`;
  const asked = items - counts['left-out'];
  const n = asked - counts.free;
  if (asked === 0) return 'No items';
  if (n === 0) return asked === 1 ? 'The item is free' : `All ${counted(asked, 'item')} are free`;
  return `${shownCount(n)} of ${counted(asked, 'item')} ${n === 1 ? 'is' : 'are'} not proven free`;
}

function verdictTable({ counts, items }: BatchReportInput): string {
  const rows = VERDICTS.filter((verdict) => counts[verdict] > 0).map((verdict) => [
    `<b class="${markOf(verdict)}">${VERDICT_WORDS[verdict]}</b>`,
    shownCount(counts[verdict]),
    `${shown((100 * counts[verdict]) / Math.max(1, items), 3)} %`,
  ]);
  return htmlTable(['verdict', 'items', 'share'], rows);
}

function facts({ items, seconds, busySeconds, workers }: BatchReportInput): readonly (readonly [string, string])[] {
  const share = seconds > 0 && workers > 0 ? (100 * busySeconds) / (seconds * workers) : 0;
  return [
    ['time', spanText(seconds)],
    ['rate', rateText(items, seconds) || '–'],
    ['workers', shownCount(workers)],
    ['busy', `${spanText(busySeconds)} in all, ${shown(Math.min(100, share), 3)} % of the time`],
    ['an item', items === 0 ? '–' : `${shown((1000 * busySeconds) / items, 3)} ms on average`],
  ];
}

function slowestTable({ slowest }: BatchReportInput): string {
  return htmlTable(
    ['verdict', 'item', 'milliseconds'],
    slowest.map(({ id, milliseconds, verdict }) => [
      `<b class="${markOf(verdict)}">${VERDICT_WORDS[verdict]}</b>`,
      escaped(safeText(id)),
      shown(milliseconds, 3),
    ]),
  );
}

const HEADING = { hit: 'contact', doubt: 'unresolved', free: 'free' } as const;

function markOf(verdict: Verdict): 'hit' | 'doubt' | 'free' {
  if (verdict === 'free') return 'free';
  return verdict === 'unresolved' || verdict === 'not-judged' || verdict === 'left-out' ? 'doubt' : 'hit';
}
