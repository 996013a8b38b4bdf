// Selection for a tool by graphics hardware beside one core of the processor, in one run: stages apart, and the loop of [Caby & Crosnier, Table 1]
// with it. Needs no files.

import { deformHull, hull } from '../../scenes/soft/deforming-hull.ts';
import { DRILL_DURATION, drill, drillMotion } from '../../scenes/soft/drill-motion.ts';
import type { Gpu } from '../../src/gpu/device/gpu.ts';
import { GpuSelection } from '../../src/gpu/select/gpu-selection.ts';
import { GpuToolQuery } from '../../src/gpu/select/gpu-tool-query.ts';
import { rigidMotion } from '../../src/motion/rigid-motion.ts';
import { CpuCandidateFinder } from '../../src/tool/candidates.ts';
import { SweptBoxTree } from '../../src/tool/swept-box-tree.ts';
import { ToolQuery } from '../../src/tool/tool-query.ts';
import { type PartResult, progress } from '../shared/part.ts';
import { mean, summarize } from '../shared/statistics.ts';
import type { Cell } from '../shared/table.ts';
import { CABY_TABLE_1 } from '../soft/soft-peers.ts';
import type { GpuContext } from './gpu-part.ts';

const SIZES: readonly number[] = [16_000, 160_000, 500_000, 1_600_000];
const QUICK_SIZES: readonly number[] = [16_000];
const LOOP_SIZES: readonly number[] = [400, 1600, 16_000, 160_000, 1_600_000];
const QUICK_LOOP_SIZES: readonly number[] = [400, 1600];
/** The drill is in the hull, seconds. */
const PRESSED = 1.4;
/** Frames of the drilling motion. */
const FRAMES = 12;

export async function gpuSelection({ gpu, why, rounds, quick, sizes }: GpuContext): Promise<PartResult> {
  const stages: Cell[][] = [];
  const loops: Cell[][] = [];
  if (gpu !== null) {
    for (const triangles of sizes ?? (quick ? QUICK_SIZES : SIZES)) {
      const since = performance.now();
      stages.push(await stagesOf(triangles, gpu, rounds));
      progress(`selection from ${triangles} triangles`, since);
    }
    for (const triangles of sizes ?? (quick ? QUICK_LOOP_SIZES : LOOP_SIZES)) {
      const since = performance.now();
      loops.push(await loopOf(triangles, gpu, rounds));
      progress(`tool over ${triangles} triangles`, since);
    }
  }
  const notRun = gpu === null ? `Not run: ${why}.` : null;
  return {
    tables: [
      {
        file: 'gpu-select',
        title: 'Selection for a tool',
        note:
          notRun ??
          'Milliseconds of a frame: the clipped box of the drill pressed into the hull, ten planes, everything anew each frame. Upload: of the Float32Array alone; on the device: positions are there already, the list comes back; ' +
            'f32: both together, what an application waits for that has a Float32Array; doubles: converted first. Processor: one core, the same run, from doubles and from a Float32Array. ' +
            'Kept: triangles in the list; more: of them not in the list of the processor; missing: of the processor’s not in the list.',
        columns: [
          'triangles',
          'upload',
          'on the device',
          'f32',
          'doubles',
          'processor, doubles',
          'processor, f32',
          'processor f32 / f32',
          'kept',
          'more',
          'missing',
        ],
        rows: stages,
      },
      {
        file: 'gpu-tool-loop',
        title: 'The loop of Caby & Crosnier with it (their Table 1)',
        note:
          notRun ??
          'Milliseconds of a whole check, time, zone and depth included, mean over frames of the drilling motion; frames are Float32Arrays. Answers: as the processor’s, to the bit. Auto: what `gpu: ‘auto’` takes, and of how many frames graphics hardware did the selection. ' +
            'Paper: milliseconds of the candidates alone, 866 MHz Pentium III with graphics card.',
        columns: ['hull', 'processor', 'always', 'auto', 'auto / better', 'frames by GPU', 'answers', 'paper'],
        rows: loops,
      },
    ],
  };
}

async function stagesOf(triangles: number, gpu: Gpu, rounds: number): Promise<Cell[]> {
  const mesh = hull(triangles);
  const doubles = deformHull(mesh.positions, PRESSED);
  const f32 = Float32Array.from(doubles);
  const along = drillMotion();
  const tree = new SweptBoxTree(drill(), { boxes: 1, slabs: 1 });
  tree.fit(rigidMotion(along(PRESSED), along(PRESSED + 1 / 60)));
  const { planes } = tree.whole;
  const selection = await GpuSelection.open(mesh, { device: gpu.device, gpu: 'always' });
  const buffer = gpu.filled('positions', f32);
  const finder = new CpuCandidateFinder();
  const out = new Uint32Array(triangles);
  const copy = new Float64Array(f32.length);
  const uploaded = gpu.storage('uploaded', f32.byteLength);
  const onProcessor = (positions: Float64Array): number => finder.find(planes, 10, positions, positions, mesh.indices, triangles, out);
  const found = new Set((await selection.find(planes, f32)).triangles);
  copy.set(f32);
  const count = onProcessor(copy);
  const missing = out.subarray(0, count).filter((triangle) => !found.has(triangle)).length;
  const times = await timedInTurn(
    [
      async () => {
        gpu.write(uploaded, f32);
        gpu.device.queue.submit([]);
        await gpu.device.queue.onSubmittedWorkDone();
      },
      () => selection.find(planes, { buffer }),
      () => selection.find(planes, f32),
      () => selection.find(planes, doubles),
      () => onProcessor(doubles),
      () => {
        copy.set(f32);
        onProcessor(copy);
      },
    ],
    rounds,
  );
  selection.close();
  buffer.destroy();
  uploaded.destroy();
  return [triangles, ...times, times[5] / times[2], found.size, found.size - count + missing, missing];
}

async function loopOf(triangles: number, { device }: Gpu, rounds: number): Promise<Cell[]> {
  const workpiece = hull(triangles);
  const along = drillMotion();
  const frames = Array.from({ length: FRAMES }, (_, i) => {
    const time = ((i + 0.5) / FRAMES) * (DRILL_DURATION - 1 / 60);
    return { tool: rigidMotion(along(time), along(time + 1 / 60)), workpiece: Float32Array.from(deformHull(workpiece.positions, time)) };
  });
  const query = new ToolQuery({ shape: drill() }, { shape: workpiece });
  const always = await GpuToolQuery.open(query, { device, gpu: 'always' });
  const auto = await GpuToolQuery.open(query, { device });
  let same = 0;
  let byGpu = 0;
  for (const frame of frames) {
    const { gpu: _, ...answer } = await always.firstContact(frame);
    if (JSON.stringify(answer) === JSON.stringify(query.firstContact(frame))) same++;
    if ((await auto.firstContact(frame)).gpu.used) byGpu++;
  }
  const [processor, device1, both] = (
    await timedInTurn(
      [
        () => frames.map((frame) => query.firstContact(frame)),
        async () => {
          for (const frame of frames) await always.firstContact(frame);
        },
        async () => {
          for (const frame of frames) await auto.firstContact(frame);
        },
      ],
      rounds,
    )
  ).map((ms) => ms / FRAMES);
  always.close();
  auto.close();
  const paper = CABY_TABLE_1[triangles]?.clipped ?? Number.NaN;
  const ratio = both / Math.min(processor, device1);
  return [triangles, processor, device1, both, ratio, `${byGpu}/${FRAMES}`, `${same}/${FRAMES} the same`, paper];
}

/** Milliseconds of each, in turn: of a round the fastest of three, of the rounds the median. */
async function timedInTurn(works: readonly (() => unknown)[], rounds: number): Promise<number[]> {
  const perRound: number[][] = works.map(() => []);
  for (const work of works) await work();
  for (let round = 0; round < rounds; round++) {
    for (const [w, work] of works.entries()) {
      const blocks: number[] = [];
      for (let block = 0; block < 3; block++) {
        const since = performance.now();
        await work();
        blocks.push(performance.now() - since);
        if (mean(blocks) > 200) break;
      }
      perRound[w].push(Math.min(...blocks));
    }
  }
  return perRound.map((values) => summarize(values).median);
}
