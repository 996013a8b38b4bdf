// Steps of deforming meshes with graphics hardware and without: a folded cloth of growing size and meshes of others, the processor on one core in the same run.

import { isDeepStrictEqual } from 'node:util';
import { cloth } from '../../scenes/soft/cloth.ts';
import { GpuStep, type GpuStepFirstContact } from '../../src/gpu/step/gpu-step.ts';
import type { TriangleMesh } from '../../src/mesh/triangle-mesh.ts';
import { linearMotion, type StepFirstContact, StepQuery } from '../../src/soft/index.ts';
import { type PartResult, progress } from '../shared/part.ts';
import { summarize } from '../shared/statistics.ts';
import type { Cell } from '../shared/table.ts';
import { twoFrameMeshes } from '../soft/soft-data.ts';
import type { GpuContext } from './gpu-part.ts';

const SIZES: readonly number[] = [16_000, 100_000, 500_000, 1_600_000];
const QUICK_SIZES: readonly number[] = [500, 2000];
/** Rounds of the processor: it takes seconds. */
const FEW = 2;
const STAGES = ['convert', 'upload', 'trees', 'search', 'halves', 'readBack', 'judge'] as const;

export interface GpuStepRow {
  readonly name: string;
  readonly triangles: number;
  readonly near: number;
  readonly left: number;
  readonly contacts: number;
  /** Milliseconds of all contacts and of the first one, by the processor and with the device. */
  readonly processor: { readonly all: number; readonly first: number };
  readonly gpu: { readonly all: number; readonly first: number };
  /** Milliseconds of the parts of `contacts`, each waited for, so that their sum is more than the whole. */
  readonly stages: Readonly<Record<(typeof STAGES)[number], number>>;
  readonly same: boolean;
}

export async function gpuSteps(context: GpuContext): Promise<PartResult> {
  const { gpu, quick, data, sizes = quick ? QUICK_SIZES : SIZES } = context;
  const rows: GpuStepRow[] = [];
  if (gpu !== null) {
    for (const size of sizes) {
      const since = performance.now();
      const { mesh, positions1 } = cloth(size);
      rows.push(await measureGpuStep('cloth', mesh, positions1, context));
      progress(`cloth of ${mesh.triangleCount}`, since);
    }
    for (const { name, mesh, positions1 } of twoFrameMeshes(data, quick)) {
      if (quick && mesh.triangleCount > 5000) continue;
      const since = performance.now();
      rows.push(await measureGpuStep(name, mesh, positions1, context));
      progress(name, since);
    }
  }
  return { tables: [timesTable(rows, context), stagesTable(rows)] };
}

export async function measureGpuStep(name: string, mesh: TriangleMesh, end: Float64Array, context: GpuContext): Promise<GpuStepRow> {
  const { gpu, rounds, why } = context;
  if (gpu === null) throw new Error(why);
  const query = new StepQuery([{ shape: mesh }]);
  const motion = linearMotion(mesh.positions, end);
  const steps = await GpuStep.on(gpu, query);
  const ask = async (work: () => Promise<GpuStepFirstContact>): Promise<GpuStepFirstContact> => {
    const answer = await work();
    if (!answer.gpu.used) throw new Error(`the device gave up: ${answer.gpu.why}`);
    return answer;
  };
  let all = await ask(() => steps.contacts(motion));
  let first = await ask(() => steps.firstContact(motion));
  let allAlone: StepFirstContact = all;
  let firstAlone: StepFirstContact = first;
  const times: Record<'all' | 'first' | 'allAlone' | 'firstAlone', number[]> = { all: [], first: [], allAlone: [], firstAlone: [] };
  const stages = Object.fromEntries(STAGES.map((stage) => [stage, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    let since = performance.now();
    const took = (what: keyof typeof times): void => {
      times[what].push(performance.now() - since);
      since = performance.now();
    };
    all = await ask(() => steps.contacts(motion));
    took('all');
    first = await ask(() => steps.firstContact(motion));
    took('first');
    const parts = await steps.measured(motion, {}, false);
    for (const stage of STAGES) stages[stage].push(parts[stage]);
    if (round >= FEW) continue;
    since = performance.now();
    allAlone = query.contacts(motion);
    took('allAlone');
    firstAlone = query.firstContact(motion);
    took('firstAlone');
  }
  const { near, left } = all.gpu;
  steps.close();
  const median = (values: readonly number[]): number => summarize(values).median;
  return {
    name,
    triangles: mesh.triangleCount,
    near,
    left,
    contacts: all.contactCount,
    processor: { all: Math.min(...times.allAlone), first: Math.min(...times.firstAlone) },
    gpu: { all: median(times.all), first: median(times.first) },
    stages: Object.fromEntries(STAGES.map((stage) => [stage, median(stages[stage])])) as GpuStepRow['stages'],
    same: isSame(all, allAlone) && isSame(first, firstAlone),
  };
}

/** But for who did it, and how much work it was. */
function isSame(a: StepFirstContact, b: StepFirstContact): boolean {
  const told = ({ status, time, contacts, contactCount, gap, complete }: StepFirstContact) => [
    status,
    time,
    contacts,
    contactCount,
    gap,
    complete,
  ];
  return isDeepStrictEqual(told(a), told(b));
}

function timesTable(rows: readonly GpuStepRow[], { gpu, why }: GpuContext) {
  return {
    file: 'gpu-steps',
    title: 'Steps of deforming meshes',
    note:
      gpu === null
        ? `Not run: ${why}.`
        : 'Milliseconds of all contacts and of the first contact, everything included: one core of the processor (the faster of two), and with graphics hardware (median). Near: pairs that the first filter leaves; left: after the second, tested exactly. ' +
          'Same: contacts, times, order, points and normals are those of the processor, bit by bit.',
    columns: [
      'mesh',
      'triangles',
      'near',
      'left',
      'contacts',
      'all, processor',
      'all, GPU',
      'times',
      'first, processor',
      'first, GPU',
      'times',
      'same',
    ],
    rows: rows.map(({ name, triangles, near, left, contacts, processor, gpu: device, same }): Cell[] => [
      name,
      triangles,
      near,
      left,
      contacts,
      processor.all,
      device.all,
      processor.all / device.all,
      processor.first,
      device.first,
      processor.first / device.first,
      same ? 'yes' : 'NO',
    ]),
  };
}

function stagesTable(rows: readonly GpuStepRow[]) {
  return {
    file: 'gpu-steps-stages',
    title: 'Steps of deforming meshes: where the time goes',
    note: 'Milliseconds of all contacts by stage, each waited for, which adds a round trip to each: numbers to f32; upload; boxes, sorting and trees; search with the first filter; second filter; reading back; exact tests and the list of contacts on the processor.',
    columns: ['mesh', 'triangles', ...STAGES.map((stage) => (stage === 'readBack' ? 'read back' : stage))],
    rows: rows.map(({ name, triangles, stages }): Cell[] => [name, triangles, ...STAGES.map((stage) => stages[stage])]),
  };
}
