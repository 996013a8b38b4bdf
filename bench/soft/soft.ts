// Measures deforming bodies: elementary tests and whole steps against public truth, the tool over a hull of [Caby & Crosnier, §4], prediction,
// and the loop with a workpiece that yields.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { countOption, parseCommandLine, textOption, UsageError } from '../shared/command-line.ts';
import type { PartResult } from '../shared/part.ts';
import { toCsv, toMarkdown } from '../shared/table.ts';
import { clearanceTests } from './soft-clearance.ts';
import { elementaryTests } from './soft-elementary.ts';
import { clothGrowth } from './soft-growth.ts';
import { toolLoop } from './soft-loop.ts';
import type { SoftContext } from './soft-part.ts';
import { prediction } from './soft-prediction.ts';
import { wholeSteps } from './soft-steps.ts';
import { toolOverHull } from './soft-tool.ts';

/** In the order in which they run and are told. */
const PARTS: Readonly<Record<string, (context: SoftContext) => PartResult>> = {
  elementary: elementaryTests,
  clearance: clearanceTests,
  steps: wholeSteps,
  growth: clothGrowth,
  tool: toolOverHull,
  prediction,
  loop: toolLoop,
};

export const SOFT_USAGE: string = `soft     deforming meshes: elementary tests and whole steps against truth; [Caby & Crosnier]: Table 1, prediction; the loop with a yielding workpiece
  --parts steps,growth   which of ${Object.keys(PARTS).join(', ')} (default: all)
  --rounds N             interleaved rounds, of which the median counts (default: 7)
  --quick                a look whether it runs: one round, small meshes
  --data DIR             labelled queries and two-frame meshes (default: ../shared/data, left out where missing)
  --out DIR              where tables and figures go (default: bench/results/soft)
  --write-docs           also put them into docs/bench-soft.md, below what is written there by hand`;

const OPTIONS = ['parts', 'rounds', 'quick', 'data', 'out', 'write-docs'];
/** Everything after this line of the document comes from the bench. */
const MARK = '<!-- what follows is written by npm run bench -- soft --write-docs -->';

export async function soft(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, OPTIONS);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const names = textOption(line, 'parts')?.split(',') ?? Object.keys(PARTS);
  for (const name of names)
    if (!Object.hasOwn(PARTS, name)) throw new UsageError(`no part '${name}'; there are ${Object.keys(PARTS).join(', ')}`);
  const writeDocs = line.options.has('write-docs');
  if (writeDocs && (line.options.has('parts') || line.options.has('quick')))
    throw new UsageError('--write-docs needs all parts at full effort: neither --parts nor --quick');
  const quick = line.options.has('quick');
  const context: SoftContext = {
    rounds: countOption(line, 'rounds', quick ? 1 : 7),
    quick,
    data: resolve(root, textOption(line, 'data') ?? join('..', 'shared', 'data')),
  };
  const out = resolve(root, textOption(line, 'out') ?? join('bench', 'results', 'soft'));
  mkdirSync(out, { recursive: true });

  const parts = names.map((name) => {
    const part = PARTS[name](context);
    for (const table of [...part.tables, ...(part.raw ?? [])]) writeFileSync(join(out, `${table.file}.csv`), toCsv(table));
    for (const { file, svg } of part.figures ?? []) writeFileSync(join(out, `${file}.svg`), svg);
    return part;
  });
  const text = told(parts, context, '');
  writeFileSync(join(out, 'soft.md'), text);
  console.log(text);
  console.log(`\nWritten to ${out}`);
  if (writeDocs) document(parts, context, join(root, 'docs'));
}

/** `figures`: where they lie as seen from the text. */
function told(parts: readonly PartResult[], { rounds }: SoftContext, figures: string): string {
  const introduction =
    `${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, one thread. Times: everything compared in turn, ${rounds} rounds; of each round the fastest of up to three, ` +
    'of the rounds the median. Counts repeat exactly.';
  const texts = parts.flatMap(({ tables, figures: drawn = [] }) => [
    ...tables.map(toMarkdown),
    ...drawn.map(({ file, caption }) => `![${caption}](${figures}${file}.svg)\n\n${caption}\n`),
  ]);
  return [introduction, '', ...texts].join('\n');
}

function document(parts: readonly PartResult[], context: SoftContext, docs: string): void {
  const file = join(docs, 'bench-soft.md');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const kept = before.includes(MARK) ? before.slice(0, before.indexOf(MARK)) : '# Benchmarks of deforming bodies\n\n';
  mkdirSync(join(docs, 'figures'), { recursive: true });
  for (const { file: name, svg } of parts.flatMap(({ figures = [] }) => figures)) writeFileSync(join(docs, 'figures', `${name}.svg`), svg);
  writeFileSync(file, `${kept}${MARK}\n\n${told(parts, context, 'figures/')}`);
  console.log(`Written to ${file}`);
}
