// What graphics hardware gains, part by part, beside one core of the processor in the same run.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import type { Gpu } from '../../src/gpu/device/gpu.ts';
import { openGpu } from '../../src/gpu/device/open-gpu.ts';
import { countOption, parseCommandLine, textOption, UsageError } from '../shared/command-line.ts';
import type { PartResult } from '../shared/part.ts';
import { toCsv, toMarkdown } from '../shared/table.ts';
import { BATCH_SCENES } from './batch-sets.ts';
import { gpuBatches } from './gpu-batches.ts';
import { documented } from './gpu-document.ts';
import type { GpuContext } from './gpu-part.ts';
import { gpuSelection } from './gpu-select.ts';
import { gpuSteps } from './gpu-steps.ts';
import { gpuVisibility } from './gpu-visible.ts';

/** In the order in which they run and are told. */
const PARTS: Readonly<Record<string, (context: GpuContext) => Promise<PartResult>>> = {
  batches: gpuBatches,
  steps: gpuSteps,
  select: gpuSelection,
  visible: gpuVisibility,
};

export const GPU_USAGE: string = `gpu      graphics hardware beside one core of the processor
  --parts steps,select   which of ${Object.keys(PARTS).join(', ')} (default: all)
  --sizes 16000,500000   motions or triangles, instead of the part's own sizes
  --scenes puma-pipes    which of ${Object.keys(BATCH_SCENES).join(', ')} (default: all)
  --rounds N             rounds, of which the median counts (default: 7)
  --queries N            queries a set of visible (default: 20)
  --quick                a look whether it runs: small sizes, two rounds
  --data DIR             two-frame meshes (default: ../shared/data, left out where missing)
  --out DIR              where tables go (default: bench/results/gpu)
  --write-docs           also put the parts that ran into docs/bench-gpu.md, in place of what it has of them`;

const OPTIONS = ['parts', 'sizes', 'scenes', 'rounds', 'queries', 'quick', 'data', 'out', 'write-docs'];

export async function gpu(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, OPTIONS);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const names = textOption(line, 'parts')?.split(',') ?? Object.keys(PARTS);
  for (const name of names)
    if (!Object.hasOwn(PARTS, name)) throw new UsageError(`no part '${name}'; there are ${Object.keys(PARTS).join(', ')}`);
  const sizes = textOption(line, 'sizes')?.split(',').map(Number);
  if (sizes?.some((size) => !(size >= 2))) throw new UsageError('--sizes needs numbers of triangles, such as 16000,500000');
  const scenes = textOption(line, 'scenes')?.split(',');
  for (const name of scenes ?? [])
    if (!Object.hasOwn(BATCH_SCENES, name)) throw new UsageError(`no scene '${name}'; there are ${Object.keys(BATCH_SCENES).join(', ')}`);
  const quick = line.options.has('quick');
  const writeDocs = line.options.has('write-docs');
  if (writeDocs && (quick || sizes !== undefined || scenes !== undefined))
    throw new UsageError('--write-docs needs full effort: none of --quick, --sizes, --scenes');
  const opened = await openGpu().catch((error: Error) => error);
  const device: Gpu | null = opened instanceof Error ? null : opened;
  if (writeDocs && opened instanceof Error) throw new UsageError(`--write-docs needs graphics hardware: ${opened.message}`);
  const context: GpuContext = {
    gpu: device,
    why: opened instanceof Error ? opened.message : '',
    rounds: countOption(line, 'rounds', quick ? 2 : 7),
    queries: countOption(line, 'queries', quick ? 2 : 20),
    quick,
    ...(sizes === undefined ? {} : { sizes }),
    ...(scenes === undefined ? {} : { scenes }),
    data: resolve(root, textOption(line, 'data') ?? join('..', 'shared', 'data')),
  };
  const out = resolve(root, textOption(line, 'out') ?? join('bench', 'results', 'gpu'));
  mkdirSync(out, { recursive: true });
  const who = `${device?.name ?? `no graphics hardware (${context.why})`}; ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}.`;
  const told = new Map<string, string>();
  try {
    for (const name of names) {
      const { tables } = await PARTS[name](context);
      for (const table of tables) writeFileSync(join(out, `${table.file}.csv`), toCsv(table));
      told.set(name, tables.map(toMarkdown).join('\n'));
    }
  } finally {
    device?.close();
  }
  const text = [who, '', ...told.values()].join('\n');
  writeFileSync(join(out, 'gpu.md'), text);
  console.log(text);
  if (!writeDocs) return;
  const file = join(root, 'docs', 'bench-gpu.md');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  writeFileSync(file, documented(before, Object.keys(PARTS), new Map([...told].map(([name, part]) => [name, `${who}\n\n${part}`]))));
  console.log(`Written to ${file}`);
}
