// Batches of motions with graphics hardware beside one core of the processor in the same run, by scene (batch-sets.ts) and size.

import { GpuBatch } from '../../src/gpu/batch/gpu-batch.ts';
import { Scene } from '../../src/index.ts';
import { type PartResult, progress } from '../shared/part.ts';
import { summarize } from '../shared/statistics.ts';
import type { Cell, Table } from '../shared/table.ts';
import { BATCH_SCENES, type Rows } from './batch-sets.ts';
import type { GpuContext } from './gpu-part.ts';

const SIZES: readonly number[] = [100, 1000, 10_000, 100_000, 1_000_000];
const QUICK_SIZES: readonly number[] = [20, 60];
/** Motions that the processor does, where all would take long. */
const SAMPLE = 2000;
/** Beyond so many, only what they gain is measured. */
const MANY = 100_000;

interface BatchRow {
  readonly scene: string;
  readonly set: string;
  readonly motions: number;
  readonly processor: number;
  readonly always: number;
  readonly auto: number;
  readonly bracket: number;
  readonly candidates: number;
  readonly free: number;
  readonly wrong: number;
}

export async function gpuBatches(context: GpuContext): Promise<PartResult> {
  const { gpu, quick, rounds, scenes, sizes = quick ? QUICK_SIZES : SIZES } = context;
  const rows: BatchRow[] = [];
  if (gpu !== null) {
    for (const name of scenes ?? Object.keys(BATCH_SCENES)) {
      const {
        scene: { robots, obstacles, self },
        sets,
      } = BATCH_SCENES[name](quick);
      const scene = new Scene({ robots, obstacles, self });
      const batch = await GpuBatch.open(scene, { device: gpu.device, gpu: 'always' });
      const auto = await GpuBatch.open(scene, { device: gpu.device });
      for (const [set, make] of sets) {
        const since = performance.now();
        const most = make(Math.max(...sizes));
        const processor = measureProcessor(scene, most, quick ? 20 : SAMPLE);
        for (const motions of sizes)
          rows.push({ scene: name, set, ...(await measure(batch, auto, most, robots[0].size, motions, processor, rounds)) });
        progress(`${name} ${set}`, since);
      }
      batch.close();
      auto.close();
    }
  }
  return { tables: [timesTable(rows, context), growthTable(rows)] };
}

/** Microseconds of a motion on one core, once its code is compiled, and what it says. */
function measureProcessor(scene: Scene, { from, to }: Rows, most: number): { readonly micros: number; readonly free: Uint8Array } {
  const { size } = scene.robots[0];
  const count = Math.min(most, from.length / size);
  const ask = (i: number): boolean => scene.motionIsFree(from.subarray(i * size, (i + 1) * size), to.subarray(i * size, (i + 1) * size));
  for (let i = 0; i < count / 4; i++) ask(i);
  const start = performance.now();
  const free = Uint8Array.from({ length: count }, (_, i) => (ask(i) ? 1 : 0));
  return { micros: (1000 * (performance.now() - start)) / count, free };
}

async function measure(
  batch: GpuBatch,
  auto: GpuBatch,
  all: Rows,
  size: number,
  motions: number,
  { micros, free: sample }: { readonly micros: number; readonly free: Uint8Array },
  rounds: number,
): Promise<Omit<BatchRow, 'scene' | 'set'>> {
  const rows = { from: all.from.subarray(0, motions * size), to: all.to.subarray(0, motions * size) };
  const times = { always: [] as number[], auto: [] as number[], bracket: [] as number[] };
  let { free, candidates } = await batch.motionsAreFree(rows);
  const few = motions > MANY;
  if (!few) await batch.brackets(rows);
  if (!few) await auto.motionsAreFree(rows);
  for (let round = 0; round < (few ? 2 : rounds); round++) {
    let since = performance.now();
    const took = (list: number[]): void => {
      list.push((1000 * (performance.now() - since)) / motions);
      since = performance.now();
    };
    ({ free, candidates } = await batch.motionsAreFree(rows));
    took(times.always);
    if (few) continue;
    await auto.motionsAreFree(rows);
    took(times.auto);
    await batch.brackets(rows);
    took(times.bracket);
  }
  const wrong = sample.reduce((sum, verdict, i) => sum + (i < motions && verdict !== free[i] ? 1 : 0), 0);
  return {
    motions,
    processor: micros,
    always: summarize(times.always).median,
    auto: few ? Number.NaN : summarize(times.auto).median,
    bracket: few ? Number.NaN : summarize(times.bracket).median,
    candidates: candidates / motions,
    free: free.reduce((a, b) => a + b, 0) / motions,
    wrong,
  };
}

function timesTable(rows: readonly BatchRow[], { gpu }: GpuContext): Table {
  return {
    file: 'gpu-batches',
    title: 'Batches of motions',
    note:
      `Microseconds a motion; 'processor' is one core of the same machine, \`motionIsFree\` on the first ${SAMPLE} motions, 'device' is ${gpu?.name ?? 'none'} with packing, transfers and the exact ` +
      "stage for what it left open ('candidates'), 'bracket' the same with the time of first contact from below and above. Wrong: verdicts of the sample that differ.",
    columns: ['scene', 'motions of', 'number', 'processor', 'device', 'times', "'auto'", 'bracket', 'free %', 'candidates %', 'wrong'],
    rows: rows.map((row): Cell[] => [
      row.scene,
      row.set,
      row.motions,
      row.processor,
      row.always,
      row.processor / row.always,
      row.auto,
      row.bracket,
      100 * row.free,
      100 * row.candidates,
      row.wrong,
    ]),
  };
}

/** How the gain grows with the number of motions. */
function growthTable(rows: readonly BatchRow[]): Table {
  const sizes = [...new Set(rows.map(({ motions }) => motions))];
  const keys = [...new Set(rows.map(({ scene, set }) => `${scene}, ${set}`))];
  return {
    file: 'gpu-batches-growth',
    title: 'Batches: times one core, by number of motions',
    note: "Where it is below 1, the processor is faster; `gpu: 'auto'` takes it then.",
    columns: ['motions', ...sizes.map(String)],
    rows: keys.map((key): Cell[] => [
      key,
      ...sizes.map((size) => {
        const row = rows.find(({ scene, set, motions }) => `${scene}, ${set}` === key && motions === size);
        return row === undefined ? '' : row.processor / row.always;
      }),
    ]),
  };
}
