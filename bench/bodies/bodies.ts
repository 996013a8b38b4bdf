// Measures many bodies: what [Mirtich 1997] reports, on scenes of our own, and broad phases of growing numbers of boxes beside brute force and the peers.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { parseCommandLine, textOption, UsageError } from '../shared/command-line.ts';
import type { PartResult } from '../shared/part.ts';
import { toCsv, toMarkdown } from '../shared/table.ts';
import { BOX_SCENES, type BoxScene } from './bodies-boxes.ts';
import { METHODS } from './bodies-contestant.ts';
import { closestFeatures } from './bodies-features.ts';
import { boxGrowth } from './bodies-growth.ts';
import { hashingSchemes } from './bodies-hashing.ts';
import type { BodiesContext } from './bodies-part.ts';
import { schedules } from './bodies-schedules.ts';
import { trackedPairs } from './bodies-tracked.ts';

/** In the order in which they run and are told. */
const PARTS: Readonly<Record<string, (context: BodiesContext) => PartResult | Promise<PartResult>>> = {
  hashing: hashingSchemes,
  tracked: trackedPairs,
  features: closestFeatures,
  schedules,
  growth: boxGrowth,
};

const SIZES: readonly number[] = [100, 1000, 10_000, 100_000];
const QUICK_SIZES: readonly number[] = [50, 300];

export const BODIES_USAGE: string = `bodies   many bodies [Mirtich 1997]: Table 1 (hashing), Figure 4 (tracked), Figure 10 (features), schedules against fixed intervals;
         growth of the broad phases with the number of boxes, beside brute force, Rapier and bvh.js
  --parts hashing,growth which of ${Object.keys(PARTS).join(', ')} (default: all)
  --boxes 1000,10000     growth: numbers of boxes (default: ${SIZES.join(',')})
  --scenes uniform,pile  growth: which of ${BOX_SCENES.join(', ')} (default: all)
  --methods auto,Rapier  growth: which broad phases (default: all)
  --quick                a look whether it runs: few bodies, few frames
  --out DIR              where tables and figures go (default: bench/results/bodies)
  --write-docs           also put them into docs/bench-bodies.md, below what is written there by hand`;

const OPTIONS = ['parts', 'boxes', 'scenes', 'methods', 'quick', 'out', 'write-docs'];
/** Everything after this line of the document comes from the bench. */
const MARK = '<!-- what follows is written by npm run bench -- bodies --write-docs -->';

export async function bodies(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, OPTIONS);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const names = chosen(textOption(line, 'parts'), Object.keys(PARTS), 'part');
  const writeDocs = line.options.has('write-docs');
  if (writeDocs && ['parts', 'quick', 'boxes', 'scenes', 'methods'].some((name) => line.options.has(name)))
    throw new UsageError('--write-docs needs all parts at full effort: none of --parts, --quick, --boxes, --scenes, --methods');
  const quick = line.options.has('quick');
  const context: BodiesContext = {
    quick,
    sizes: textOption(line, 'boxes')?.split(',').map(boxCount) ?? (quick ? QUICK_SIZES : SIZES),
    scenes: chosen(textOption(line, 'scenes'), BOX_SCENES, 'scene') as BoxScene[],
    methods: textOption(line, 'methods') === undefined ? null : chosen(textOption(line, 'methods'), METHODS, 'broad phase'),
  };
  const out = resolve(root, textOption(line, 'out') ?? join('bench', 'results', 'bodies'));
  mkdirSync(out, { recursive: true });

  const parts: PartResult[] = [];
  for (const name of names) {
    const part = await PARTS[name](context);
    for (const table of [...part.tables, ...(part.raw ?? [])]) writeFileSync(join(out, `${table.file}.csv`), toCsv(table));
    for (const { file, svg } of part.figures ?? []) writeFileSync(join(out, `${file}.svg`), svg);
    parts.push(part);
  }
  const text = told(parts, '');
  writeFileSync(join(out, 'bodies.md'), text);
  console.log(text);
  console.log(`\nWritten to ${out}`);
  if (writeDocs) document(parts, join(root, 'docs'));
}

function chosen(text: string | undefined, known: readonly string[], what: string): string[] {
  const names = text?.split(',') ?? [...known];
  for (const name of names) if (!known.includes(name)) throw new UsageError(`no ${what} '${name}'; there are ${known.join(', ')}`);
  return names;
}

function boxCount(text: string): number {
  const n = Number(text);
  if (text === '' || !Number.isInteger(n) || n < 2) throw new UsageError(`--boxes needs whole numbers from 2, got '${text}'`);
  return n;
}

/** `figures`: where they lie as seen from the text. */
function told(parts: readonly PartResult[], figures: string): string {
  const introduction = `${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, one thread. Counts repeat exactly.`;
  const texts = parts.flatMap(({ tables, figures: drawn = [] }) => [
    ...tables.map(toMarkdown),
    ...drawn.map(({ file, caption }) => `![${caption}](${figures}${file}.svg)\n\n${caption}\n`),
  ]);
  return [introduction, '', ...texts].join('\n');
}

function document(parts: readonly PartResult[], docs: string): void {
  const file = join(docs, 'bench-bodies.md');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const kept = before.includes(MARK) ? before.slice(0, before.indexOf(MARK)) : '# Benchmarks of many bodies\n\n';
  mkdirSync(join(docs, 'figures'), { recursive: true });
  for (const { file: name, svg } of parts.flatMap(({ figures = [] }) => figures)) writeFileSync(join(docs, 'figures', `${name}.svg`), svg);
  writeFileSync(file, `${kept}${MARK}\n\n${told(parts, 'figures/')}`);
  console.log(`Written to ${file}`);
}
