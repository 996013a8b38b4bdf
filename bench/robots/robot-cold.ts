// The first query of a fresh process, before anything is compiled, and what queries leave behind once everything is.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { execPath, memoryUsage } from 'node:process';
import { robotScenes } from '../../scenes/index.ts';
import { type PartContext, type PartResult, progress } from '../shared/part.ts';
import { mean, summarize } from '../shared/statistics.ts';
import type { Cell, Table } from '../shared/table.ts';
import { pumaWalks, type QuerySets, TANG_SCENES, tangQueries } from './robot-queries.ts';
import { RobotSubject } from './robot-subject.ts';

const QUERIES = 100;
/** Fresh processes a scene; the median counts. */
const STARTS = 3;

/** What a fresh process tells of itself. */
interface ColdStart {
  /** Meshes and robot; trees and all that a scene makes ready. */
  readonly meshes: number;
  readonly scene: number;
  /** Of every query, in order. */
  readonly queries: readonly number[];
}

interface ColdTask {
  readonly scene: string;
  readonly touch: number;
  readonly queries: readonly { readonly from: readonly number[]; readonly to: readonly number[] }[];
}

export function coldStart({ quick, root }: PartContext): PartResult {
  const start = performance.now();
  const rows: Cell[][] = [];
  const left: Cell[][] = [];
  for (const { name, sets } of subjects(quick)) {
    const [set, queries] = [...sets.sets][0];
    const { touch } = sets.subject.scene;
    const started = Array.from({ length: quick ? 1 : STARTS }, () => inFreshProcess({ scene: name, touch, queries }, root));
    const failed = started.find((one) => typeof one === 'string');
    if (typeof failed === 'string') console.error(`bench: no cold start of ${name}: ${failed}`);
    const cold = started.filter((one): one is ColdStart => typeof one !== 'string');
    const middle = (pick: (one: ColdStart) => number) => summarize(cold.map(pick)).median;
    rows.push([
      name,
      set,
      middle(({ meshes }) => meshes),
      middle(({ scene }) => scene),
      middle((one) => one.queries[0]),
      middle((one) => one.queries[1]),
      middle((one) => mean(one.queries.slice(2, 10))),
      middle((one) => mean(one.queries.slice(10))),
    ]);
    left.push(...garbageRows(name, set, sets, quick));
  }
  progress('cold start and garbage', start);
  return { tables: [coldTable(rows), garbageTable(left)] };
}

function coldTable(rows: readonly Cell[][]): Table {
  return {
    file: 'cold-start',
    title: 'Cold start',
    note: `Method \`auto\` in a fresh process, milliseconds, median of ${STARTS} processes: making meshes and robot, the scene with its trees, then queries one after the other, each once.`,
    columns: ['scene', 'set', 'meshes', 'scene', '1st query', '2nd', '3rd to 10th, mean', 'later, mean'],
    rows,
  };
}

function garbageTable(rows: readonly Cell[][]): Table {
  return {
    file: 'garbage',
    title: 'Garbage',
    note: 'Method `auto` in steady state: bytes of heap a query, its path and its result included, over stretches in which the collector did not run.',
    columns: ['scene', 'set', 'contacts', 'bytes a query', 'collections', 'queries'],
    rows,
  };
}

function* subjects(quick: boolean): Generator<{ name: string; sets: QuerySets }> {
  if (!quick) {
    yield { name: 'puma-pipes', sets: pumaWalks('puma-pipes', [15], QUERIES) };
    yield { name: 'puma-amr', sets: pumaWalks('puma-amr', [30], QUERIES) };
  }
  for (const name of quick ? ['puma-beetle'] : TANG_SCENES) yield { name, sets: tangQueries(name, QUERIES) };
}

/** Runs this very bundle again, which answers in `answerColdTask`. A text says what went wrong. */
function inFreshProcess(task: ColdTask, root: string): ColdStart | string {
  const script = `import(${JSON.stringify(import.meta.url)}).then(({ main }) => main(['robots', '--cold-task'], ${JSON.stringify(root)}))`;
  const { status, stdout, stderr, error } = spawnSync(execPath, ['--input-type=module', '-e', script], {
    input: JSON.stringify(task),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) return error?.message ?? stderr.trim().split('\n').at(-1) ?? 'it failed';
  return JSON.parse(stdout);
}

/** The fresh process: a task on standard input, its times on standard output. */
export function answerColdTask(): void {
  const task: ColdTask = JSON.parse(readFileSync(0, 'utf8'));
  const start = performance.now();
  const scene = robotScenes[task.scene]();
  const meshes = performance.now() - start;
  const subject = new RobotSubject(scene);
  const queries = task.queries.map((query) => subject.answer(query, { tolerance: task.touch, contacts: 'first' }).milliseconds);
  console.log(JSON.stringify({ meshes, scene: subject.buildMilliseconds, queries } satisfies ColdStart));
}

const CHUNK = 50;

function garbageRows(name: string, set: string, { subject, sets }: QuerySets, quick: boolean): Cell[][] {
  const queries = [...sets.values()].flat();
  const [warmUp, asked] = quick ? [20, 100] : [2000, 4000];
  return (['none', 'first'] as const).map((contacts): Cell[] => {
    const options = { tolerance: subject.scene.touch, contacts };
    for (let i = 0; i < warmUp; i++) subject.ask(queries[i % queries.length], options);
    let [bytes, chunks, collections] = [0, 0, 0];
    for (let i = 0; i < asked; i += CHUNK) {
      const before = memoryUsage().heapUsed;
      for (let k = i; k < i + CHUNK; k++) subject.ask(queries[k % queries.length], options);
      const grown = memoryUsage().heapUsed - before;
      if (grown < 0) collections++;
      else {
        bytes += grown;
        chunks++;
      }
    }
    return [name, set, contacts, Math.round(bytes / (chunks * CHUNK)), collections, asked];
  });
}
