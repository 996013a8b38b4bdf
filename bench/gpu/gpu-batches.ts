// Batches of motions with graphics hardware beside one core of the processor in the same run: the Puma among pipes and in the machine
// room, near contact and at random, by size.

import { robotScenes } from '../../scenes/index.ts';
import { GpuBatch } from '../../src/gpu/batch/gpu-batch.ts';
import { Random, type Robot, Scene } from '../../src/index.ts';
import { pumaWalks } from '../robots/robot-queries.ts';
import { type PartResult, progress } from '../shared/part.ts';
import { summarize } from '../shared/statistics.ts';
import type { Cell, Table } from '../shared/table.ts';
import type { GpuContext } from './gpu-part.ts';

const SCENES = {
  'puma-pipes': { near: [1, 5, 15, 30], road: [10, 30, 60] },
  'puma-amr': { near: [1, 30, 60], road: [10, 30, 60] },
} as const;
const DEGREE = Math.PI / 180;
const SIZES: readonly number[] = [100, 1000, 10_000, 100_000, 1_000_000];
const QUICK_SIZES: readonly number[] = [20, 60];
/** Motions that the processor does, where all would take long. */
const SAMPLE = 2000;
/** Beyond so many, only what they gain is measured. */
const MANY = 100_000;
/** Random walks that motions near contact are taken from, and by how much these are moved. */
const WALKS = 60;
const JITTER = 0.02;

interface Rows {
  readonly from: Float64Array;
  readonly to: Float64Array;
}

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
  const { gpu, quick, rounds, sizes = quick ? QUICK_SIZES : SIZES } = context;
  const rows: BatchRow[] = [];
  if (gpu !== null) {
    for (const name of Object.keys(SCENES) as (keyof typeof SCENES)[]) {
      const { robots, obstacles, self } = robotScenes[name]();
      const scene = new Scene({ robots, obstacles, self });
      const batch = await GpuBatch.open(scene, { device: gpu.device, gpu: 'always' });
      const auto = await GpuBatch.open(scene, { device: gpu.device });
      for (const [set, make] of setsOf(name, robots[0], quick)) {
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

function setsOf(name: keyof typeof SCENES, robot: Robot, quick: boolean): [string, (count: number) => Rows][] {
  const { near, road } = SCENES[name];
  const angles = quick ? [near[0]] : near;
  const { sets } = pumaWalks(name, angles, quick ? 6 : WALKS);
  const nearSets = angles.map((angle): [string, (count: number) => Rows] => [
    `near contact, ${angle}°`,
    (count) => {
      const random = new Random(`near ${angle}`);
      const walks = sets.get(`${angle}°`) ?? [];
      return rowsOf(count, robot.size, () => {
        const { from, to } = walks[Math.floor(random.next() * walks.length)];
        const moved = from.map(() => JITTER * (2 * random.next() - 1));
        return [from.map((x, k) => x + moved[k]), to.map((x, k) => x + moved[k])];
      });
    },
  ]);
  const roadSets = (quick ? [road[0]] : road).map((angle): [string, (count: number) => Rows] => [
    `at random, ${angle}°`,
    (count) => {
      const random = new Random(`road ${angle}`);
      return rowsOf(count, robot.size, () => {
        const from = robot.joints.map(({ limits: { lower = -Math.PI, upper = Math.PI } }) => {
          const low = Math.max(lower, -Math.PI);
          return low + (Math.min(upper, Math.PI) - low) * random.next();
        });
        return [from, from.map((x) => x + angle * DEGREE * (2 * random.next() - 1))];
      });
    },
  ]);
  return [...nearSets, ...roadSets];
}

function rowsOf(count: number, size: number, motion: () => readonly (readonly number[])[]): Rows {
  const from = new Float64Array(count * size);
  const to = new Float64Array(count * size);
  for (let i = 0; i < count; i++) {
    const [a, b] = motion();
    from.set(a, i * size);
    to.set(b, i * size);
  }
  return { from, to };
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
