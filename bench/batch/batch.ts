// Many motions over workers, beside a loop in one process and in two processes at the same time, on the built package.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { robotSceneText } from '../../scenes/robots/robot-scene-text.ts';
import { robotScenes } from '../../scenes/robots/robot-scenes.ts';
import { countOption, parseCommandLine, textOption, UsageError } from '../shared/command-line.ts';
import { type Panel, toSvg } from '../shared/plot.ts';
import { type Cell, type Table, toMarkdown } from '../shared/table.ts';
import { pageTable } from './batch-page.ts';

export const BATCH_USAGE = `batch    many motions of an arm in a machine room over threads, beside one loop and several processes at once (needs npm run build)
  --motions N            so many (default 100000)
  --segments N           of the one long path (default 10000)
  --workers N            threads, and processes beside them (default: one a core)
  --scene NAME           of scenes/robots (default puma-amr, 187,000 triangles)
  --page                 in Chromium too
  --plot FILE            memory and time as an SVG
  --quick                a look whether it runs`;

interface Measured {
  readonly milliseconds: number;
  readonly processor: number;
  readonly startUp: number;
  readonly collections: number;
  readonly pause: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly samples: readonly (readonly [number, number])[];
}

export async function batch(args: readonly string[], root: string): Promise<void> {
  const line = parseCommandLine(args, ['quick', 'motions', 'segments', 'workers', 'scene', 'plot', 'page']);
  if (line.words.length > 0) throw new UsageError(`what is '${line.words[0]}'? Options start with --`);
  const quick = line.options.has('quick');
  const motions = quick ? 400 : countOption(line, 'motions', 100_000);
  const segments = quick ? 300 : countOption(line, 'segments', 10_000);
  const workers = countOption(line, 'workers', availableParallelism());
  const name = textOption(line, 'scene') ?? 'puma-amr';
  const make = robotScenes[name];
  if (make === undefined) throw new UsageError(`no scene '${name}'; there are ${Object.keys(robotScenes).join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'inbetween-bench-'));
  try {
    const scene = make();
    const { text, meshes } = robotSceneText(scene, [{ id: 0, from: [...scene.home], to: [...scene.home] }]);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'scene.json'), text);
    for (const mesh of meshes) writeFileSync(join(folder, mesh.file), mesh.text);
    const run = (what: string, ranges: readonly (readonly [number, number])[], threads: number): Promise<Measured[]> =>
      together(
        ranges.map(([first, last]) => [what, join(folder, 'scene.json'), first, last, threads].map(String)),
        root,
      );
    const whole = [[0, motions]] as const;
    const shares = Array.from({ length: workers }, (_, k): [number, number] => [
      Math.round((k * motions) / workers),
      Math.round(((k + 1) * motions) / workers),
    ]);
    const loop = await run('loop', whole, 0);
    const processes = await run('loop', shares, 0);
    const one = await run('batch', whole, 1);
    const many = await run('batch', whole, workers);
    const again = await run('loop', shares, 0);
    const longLoop = await run('long-loop', [[0, segments]], 0);
    const longOnes = await run(
      'long-loop',
      shares.map((): [number, number] => [0, segments]),
      0,
    );
    const long = await run('long', [[0, segments]], workers);
    const table = batchTable(name, motions, segments, workers, { loop, processes, again, one, many, longLoop, longOnes, long });
    console.log(toMarkdown(table));
    if (line.options.has('page')) {
      console.log((await pageTable(root, folder, motions, workers)) ?? 'no Chromium here');
    }
    const plot = textOption(line, 'plot');
    if (plot !== undefined) writeFileSync(plot, toSvg([memoryPanel(many[0])]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Runs = Readonly<Record<'loop' | 'processes' | 'again' | 'one' | 'many' | 'longLoop' | 'longOnes' | 'long', readonly Measured[]>>;

function batchTable(name: string, motions: number, segments: number, workers: number, runs: Runs): Table {
  const { loop, processes, again, one, many, longLoop, longOnes, long } = runs;
  /** Motions a second, of all that ran at once. */
  const rate = (measured: readonly Measured[], count: number) =>
    measured.reduce((sum, { milliseconds }) => sum + (1000 * count) / measured.length / milliseconds, 0);
  const separate = (rate(processes, motions) + rate(again, motions)) / 2;
  const longSeparate = longOnes.reduce((sum, { milliseconds }) => sum + (1000 * segments) / milliseconds, 0);
  const row = (title: string, measured: readonly Measured[], count: number, beside: number): Cell[] => {
    const own = rate(measured, count);
    const sum = (key: 'processor' | 'collections' | 'pause' | 'startUp') => measured.reduce((all, item) => all + item[key], 0);
    const most = Math.max(...measured.map(({ samples }) => Math.max(...samples.map(([, megabytes]) => megabytes))));
    return [title, count, own, own / beside, sum('processor') / count, sum('startUp'), sum('collections'), sum('pause'), most];
  };
  return {
    file: 'batch',
    title: `Motions of a Puma over threads: ${name}`,
    note: `${workers} threads. Rates in a second, warm; beside: the rate over that of ${workers} separate processes that share the work, measured before and after; processor ms a motion; ms from the making of the batch to the first answer; collections of garbage in the main thread and their ms; MB of memory at most, of the largest process.`,
    columns: ['', 'motions', 'a second', 'beside', 'processor', 'start-up', 'garbage', 'pause', 'memory'],
    rows: [
      row('one loop', loop, motions, separate),
      row('separate processes', processes, motions, separate),
      row('separate processes, again', again, motions, separate),
      row('Batch, 1 thread', one, motions, separate),
      row(`Batch, ${workers} threads`, many, motions, separate),
      row('one path of many segments, one loop', longLoop, segments, longSeparate),
      row(`the same, Batch of ${workers} threads`, long, segments, longSeparate),
    ],
  };
}

function memoryPanel({ samples }: Measured): Panel {
  return {
    title: 'Memory of a batch over its time',
    xLabel: 'seconds',
    yLabel: 'MB',
    series: [{ name: 'resident', colour: '#1b6ca8', points: samples.map(([ms, megabytes]) => [ms / 1000, megabytes]) }],
  };
}

/** All at once: they begin when the last of them is ready. */
async function together(all: readonly (readonly string[])[], root: string): Promise<Measured[]> {
  const contestants = all.map((args) => {
    const child = spawn(process.execPath, [join(root, 'bench', 'batch', 'batch-child.mjs'), ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    return { child, next: () => lineOf(child, lines) };
  });
  for (const { next } of contestants) if ((await next()) !== 'ready') throw new Error('a contestant did not get ready');
  for (const { child } of contestants) child.stdin?.write('go\n');
  return Promise.all(contestants.map(async ({ next }) => JSON.parse(await next()) as Measured));
}

async function lineOf(child: ChildProcess, lines: AsyncIterator<string>): Promise<string> {
  const { done, value } = await lines.next();
  if (done) throw new Error(`a contestant ended with ${child.exitCode}`);
  return value;
}
