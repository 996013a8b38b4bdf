// Re-measures what [Tang et al. 2013, §6.1 and §6.3] reports on rigid bodies: Table 1, Figures 6 and 7, the parameters.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join, resolve } from 'node:path';
import { rigidScenes } from '../../scenes/index.ts';
import { type CommandLine, countOption, parseCommandLine, textOption, UsageError } from '../shared/command-line.ts';
import { type Table, toCsv, toMarkdown } from '../shared/table.ts';
import { parameterStudy } from './parameter-study.ts';
import { Peers } from './peers.ts';
import { type Figure, figure6, figure7 } from './rigid-figures.ts';
import { buildTable, contactTable, motionTable, peerTable, rawTable, table1, workTable } from './rigid-tables.ts';
import { type BenchScene, proceduralScene, sceneFromFile } from './scene-files.ts';
import { runScene, type SceneRun } from './scene-run.ts';

export const RIGID_USAGE: string = `rigid    [Tang et al. 2013]: Table 1, Figures 6 and 7, the parameters of §6.3
  --scenes club,gear     which scenes (default: ${Object.keys(rigidScenes).join(',')})
  --queries N            at most so many queries a scene (default: 200)
  --repeats N            measure so often, keep the fastest (default: 5)
  --skip-study           leave the parameter study out
  --scene-files DIR      take ccd-scene/1 files with references instead of the procedural scenes
  --peers [DIR]          also run native FCL (sources in DIR, default ../shared/peers; built in $PEERS_BUILD, DIR/../build, ../build or a
                         temporary folder); takes the scene files of ../shared/scenes where there are any
  --out DIR              where tables and figures go (default: bench/results/rigid)`;

const OPTIONS = ['scenes', 'queries', 'repeats', 'skip-study', 'scene-files', 'peers', 'out'];
const DEFAULT_REPEATS = 5;
const STUDY_REPEATS = 2;

export async function rigid(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, OPTIONS);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const names = textOption(line, 'scenes')?.split(',') ?? Object.keys(rigidScenes);
  const limit = line.options.has('queries') ? countOption(line, 'queries', 0) : undefined;
  const repeats = countOption(line, 'repeats', DEFAULT_REPEATS);
  const out = resolve(root, textOption(line, 'out') ?? join('bench', 'results', 'rigid'));
  const peers = peersFor(line, root);
  const folder = sceneFolder(line, root);
  // Read or made before the first measurement, so that a misspelt name costs no waiting.
  const scenes = names.map((name) => (folder === null ? proceduralScene(name, limit) : sceneFromFile(folder, name, limit)));
  mkdirSync(out, { recursive: true });

  const runs: SceneRun[] = [];
  for (const scene of scenes) runs.push(timed(scene, repeats, peers));
  peers?.close();

  const study = line.options.has('skip-study') ? [] : parameterStudy(runs, Math.min(repeats, STUDY_REPEATS));
  const tables = [
    table1(runs),
    ...(peers ? [peerTable(runs)] : []),
    workTable(runs),
    motionTable(runs),
    contactTable(runs),
    buildTable(runs),
    ...study,
  ];
  report(out, introduction(folder, repeats), tables, figures(runs));
  writeFileSync(join(out, 'raw.csv'), toCsv(rawTable(runs)));
  console.log(`\nWritten to ${out}`);
}

function timed(scene: BenchScene, repeats: number, peers: Peers | null): SceneRun {
  const start = performance.now();
  const run = runScene(scene, repeats, peers);
  console.error(`${scene.name}: ${scene.queries.length} queries, ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return run;
}

/** Null when they were not asked for, or cannot be had; then it says so and goes on without. */
function peersFor(line: CommandLine, root: string): Peers | null {
  const asked = line.options.get('peers');
  if (asked === undefined) return null;
  const source = resolve(root, asked || join('..', 'shared', 'peers'));
  const builds = [process.env.PEERS_BUILD, join(source, '..', 'build'), join(root, '..', 'build')].filter((path) => path !== undefined);
  const found = Peers.find(source, builds);
  if (typeof found !== 'string') return found;
  console.error(`bench: running without peers: ${found}`);
  return null;
}

/** Null: the procedural scenes. */
function sceneFolder(line: CommandLine, root: string): string | null {
  const given = line.options.get('scene-files');
  const folder = resolve(root, given || join('..', 'shared', 'scenes'));
  if (given !== undefined) return folder;
  return line.options.has('peers') && existsSync(folder) ? folder : null;
}

function figures(runs: readonly SceneRun[]): Figure[] {
  const named = (name: string) => runs.find(({ scene }) => scene.name === name);
  const [club, knot] = [named('club'), named('torusknot')];
  return [...(club ? [figure6(club)] : []), ...(knot ? [figure7(knot)] : [])];
}

function introduction(folder: string | null, repeats: number): string {
  const scenes = folder === null ? 'procedural scenes (`scenes/`)' : 'scene files with references';
  const bodies = 'bodies of bounding radius 100, tolerance 0.01';
  return [
    '# Rigid benchmarks',
    '',
    `${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}, one thread. ${scenes}, ${bodies}. Each time is the smallest of ${repeats} interleaved runs.`,
    '',
  ].join('\n');
}

function report(out: string, head: string, tables: readonly Table[], drawn: readonly Figure[]): void {
  const pictures = drawn.map(({ file, caption }) => `![${caption}](${file}.svg)\n\n${caption}\n`);
  const text = [head, ...tables.map(toMarkdown), ...pictures].join('\n');
  for (const table of tables) writeFileSync(join(out, `${table.file}.csv`), toCsv(table));
  for (const { file, svg } of drawn) writeFileSync(join(out, `${file}.svg`), svg);
  writeFileSync(join(out, 'rigid.md'), text);
  console.log(text);
}
