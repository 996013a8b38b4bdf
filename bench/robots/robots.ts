// Re-measures what [Redon et al. 2004, §6] and [Tang et al. 2013, §6.2 and §6.3] report on robots, and what they leave open: depth, cold starts, peers.

import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { countOption, parseCommandLine, textOption, UsageError } from '../shared/command-line.ts';
import type { PartContext, PartResult } from '../shared/part.ts';
import { toCsv, toMarkdown } from '../shared/table.ts';
import { boxTests } from './robot-boxes.ts';
import { answerColdTask, coldStart } from './robot-cold.ts';
import { depthBounds, depthSolvers, depthStages } from './robot-depth.ts';
import type { Effort } from './robot-measure.ts';
import { redonMachineRoom, redonPipes } from './robot-redon.ts';
import { sharedScenes } from './robot-shared.ts';
import { tangParameters, tangTable2 } from './robot-tang.ts';

/** In the order in which they run and are told. */
const PARTS: Readonly<Record<string, (context: PartContext) => PartResult | Promise<PartResult>>> = {
  shared: sharedScenes,
  pipes: redonPipes,
  'machine-room': redonMachineRoom,
  boxes: boxTests,
  tang: tangTable2,
  parameters: tangParameters,
  depth: depthStages,
  solvers: depthSolvers,
  bounds: depthBounds,
  cold: coldStart,
};

export const ROBOTS_USAGE: string = `robots   [Redon et al. 2004]: Tables 1 and 2; [Tang et al. 2013]: Table 2, parameters of §6.3; chains by depth; cold starts
  --parts pipes,tang     which of ${Object.keys(PARTS).join(', ')} (default: all)
  --queries N            queries a set (default: 100)
  --repeats N            measure so often, keep the fastest (default: 15; slow methods get fewer rounds)
  --quick                a look whether it runs: few queries, one round, ends of every range
  --scene-files DIR      ccd-robot-scene/1 files with references (default: ../shared/scenes/articulated, left out where missing)
  --peers [DIR]          run native FCL on these now (sources in DIR, default ../shared/peers; built in $PEERS_BUILD, DIR/../build, ../build or a
                         temporary folder); without it, FCL as stored beside the scenes
  --out DIR              where tables and figures go (default: bench/results/robots)`;

const OPTIONS = ['parts', 'queries', 'repeats', 'quick', 'scene-files', 'peers', 'out', 'cold-task'];
const FULL: Effort = { repeats: 15, share: 2000, warmUpQueries: 1000, warmUpMilliseconds: 800 };
const QUICK: Effort = { repeats: 1, share: 0, warmUpQueries: 0, warmUpMilliseconds: 0 };

export async function robots(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, OPTIONS);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  if (line.options.has('cold-task')) return answerColdTask();
  const names = textOption(line, 'parts')?.split(',') ?? Object.keys(PARTS);
  for (const name of names)
    if (!Object.hasOwn(PARTS, name)) throw new UsageError(`no part '${name}'; there are ${Object.keys(PARTS).join(', ')}`);
  const quick = line.options.has('quick');
  const repeats = countOption(line, 'repeats', quick ? QUICK.repeats : FULL.repeats);
  const peers = line.options.get('peers');
  const context: PartContext = {
    effort: { ...(quick ? QUICK : FULL), repeats },
    queries: countOption(line, 'queries', quick ? 6 : 100),
    quick,
    root,
    sharedScenes: resolve(root, line.options.get('scene-files') || join('..', 'shared', 'scenes', 'articulated')),
    peers: peers === undefined ? null : resolve(root, peers || join('..', 'shared', 'peers')),
  };
  const out = resolve(root, textOption(line, 'out') ?? join('bench', 'results', 'robots'));
  mkdirSync(out, { recursive: true });

  const texts = [introduction(context)];
  for (const name of names) {
    const { tables, figures = [], raw = [] } = await PARTS[name](context);
    for (const table of [...tables, ...raw]) writeFileSync(join(out, `${table.file}.csv`), toCsv(table));
    for (const { file, svg } of figures) writeFileSync(join(out, `${file}.svg`), svg);
    texts.push(...tables.map(toMarkdown), ...figures.map(({ file, caption }) => `![${caption}](${file}.svg)\n\n${caption}\n`));
  }
  const text = texts.join('\n');
  writeFileSync(join(out, 'robots.md'), text);
  console.log(text);
  console.log(`\nWritten to ${out}`);
}

function introduction({ effort, queries }: PartContext): string {
  return [
    '# Robot benchmarks',
    '',
    `${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, one thread. Procedural scenes (\`scenes/\`) of the papers' sizes, ${queries} queries a set, ` +
      `tolerance 0.1 mm (hand: 0.02 mm). Each time is the smallest of up to ${effort.repeats} interleaved rounds; a method that takes long gets fewer.`,
    '',
  ].join('\n');
}
