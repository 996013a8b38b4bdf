import { afterAll, describe, expect, test } from 'vitest';
import { Batch } from '../../../../src/batch/index.ts';
import { GpuBatch, GpuStep, GpuToolQuery } from '../../../../src/gpu/index.ts';
import { GpuSelection } from '../../../../src/gpu/select/gpu-selection.ts';
import { box, Robot, rigidMotion, Scene, type SceneMotions } from '../../../../src/index.ts';
import { threads } from '../../../../src/node/index.ts';
import { Roadmap } from '../../../../src/plan/index.ts';
import { linearMotion, StepQuery } from '../../../../src/soft/index.ts';
import { ToolQuery } from '../../../../src/tool/index.ts';
import { gpuHere, NO_GPU } from '../../../support/shared/gpu-here.ts';

// Callers that write their next question into the same arrays: every answer is about what was there at the call.

const arm = new Robot({
  name: 'arm',
  links: [
    {
      name: 'beam',
      joint: { name: 'turn', type: 'revolute', axis: [0, 0, 1], limits: { lower: -3, upper: 3 } },
      shapes: [{ shape: box([1, 0.1, 0.1], [0.5, 0, 0]) }],
    },
  ],
});
const obstacles = [{ name: 'post', shape: box(0.2), pose: { position: [0, 0.8, 0] } }] as const;
const scene = new Scene({ robots: [arm], obstacles });
const workers = new Batch({ scene, workers: threads(2) });
afterAll(() => workers.close());

const THROUGH = { from: [0, 1], to: [3, 1.5] } as const;
const free = async (answer: Promise<{ readonly free: Uint8Array }>): Promise<number[]> => [...(await answer).free];

describe.for([['never'], ['always']] as const)('GpuBatch by gpu: %s', ([gpu]) => {
  test.skipIf(gpu === 'always' && NO_GPU !== null)(
    'rows are those of the call, in every mode, also of one that waits for another',
    async () => {
      const device = gpu === 'always' ? await gpuHere() : null;
      const batch = await GpuBatch.open(scene, { gpu, ...(device === null ? {} : { device: device.device }) });
      const rows = { from: Float64Array.from(THROUGH.from), to: Float64Array.from(THROUGH.to) };
      const stop = new AbortController();
      const options: { signal?: AbortSignal } = {};
      const answers = (['motionsAreFree', 'brackets', 'firstContacts', 'motionsAreFree'] as const).map((ask) => batch[ask](rows, options));
      rows.to[0] = 0.1;
      rows.from[1] = rows.to[1] = 0;
      options.signal = stop.signal;
      stop.abort(new Error('of the next call'));
      for (const answer of answers) expect(await free(answer)).toEqual([0, 0]);
      expect(await free(batch.motionsAreFree(rows))).toEqual([1, 1]);
      const shared = new Float32Array(new SharedArrayBuffer(4)).fill(1.5);
      const held = batch.motionsAreFree({ arm: { from: shared, to: shared } });
      shared[0] = 0;
      expect(await free(held)).toEqual([0]);
      batch.close();
      device?.close();
    },
  );
});

test('a clearance that is written again after the batch was opened', async () => {
  const clearance = { default: 0 };
  const batch = await GpuBatch.open(scene, { gpu: 'never', clearance });
  clearance.default = 2;
  expect(await free(batch.motionsAreFree({ from: Float64Array.of(0), to: Float64Array.of(0.1) }))).toEqual([1]);
});

test('workers: rows of many tasks, the options, and paths whose source writes them again', async () => {
  const count = 4000;
  const rows = { from: new Float64Array(count), to: new Float64Array(count).fill(3) };
  const clearance = { default: 0 };
  const answer = workers.motionsAreFree(rows, { clearance });
  rows.to.fill(0.1);
  clearance.default = 2;
  expect((await free(answer)).every((one) => one === 0)).toBe(true);
  // while all workers are busy: their tasks wait
  const later = { from: new Float64Array(count), to: new Float64Array(count).fill(0.1) };
  const strict = { default: 0 };
  const second = workers.motionsAreFree(later, { clearance: strict });
  strict.default = 2;
  expect((await free(second)).every((one) => one === 1)).toBe(true);
  const path = [[0], [0]];
  function* source(): Generator<SceneMotions> {
    for (let k = 0; k < 200; k++) {
      path[1][0] = k % 2 === 0 ? 3 : 0.1;
      yield { arm: path };
    }
  }
  const found: string[] = [];
  for await (const { result } of workers.firstContacts(source())) found.push(result?.status ?? '');
  expect(found).toEqual(Array.from({ length: 200 }, (_, k) => (k % 2 === 0 ? 'contact' : 'free')));
});

test('soft bodies for workers: positions are those that were taken', async () => {
  const sheet = box(0.2);
  const soft = new Scene({ soft: [{ name: 'sheet', shape: sheet }], obstacles: [{ name: 'wall', shape: box(0.2, [1, 0, 0]) }] });
  const batch = new Batch({ scene: soft, workers: threads(1) });
  const start = Float64Array.from(sheet.positions);
  const end = start.slice();
  function* source(): Generator<SceneMotions> {
    for (let k = 0; k < 20; k++) {
      for (let i = 0; i < end.length; i += 3) end[i] = start[i] + (k % 2 === 0 ? 1 : 0.1);
      yield { sheet: linearMotion(start, end) };
    }
  }
  const found: string[] = [];
  for await (const { result } of batch.firstContacts(source())) found.push(result?.status ?? '');
  await batch.close();
  expect(found).toEqual(Array.from({ length: 20 }, (_, k) => (k % 2 === 0 ? 'contact' : 'free')));
});

test('a question to a roadmap that waits for another', async () => {
  const roadmap = await Roadmap.build(scene, { states: 20, seed: 1 });
  const [from, to] = [[-0.5], [0.5]];
  const busy = roadmap.grow(5);
  const answer = roadmap.plan({ from, to });
  to[0] = -1;
  from[0] = -2;
  await busy;
  const { states } = await answer;
  expect([states[0][0], states[states.length - 1][0]]).toEqual([-0.5, 0.5]);
});

test('planes and frames of a selection', async () => {
  const selection = await GpuSelection.open(box(1), { gpu: 'never' });
  const positions = [...box(1).positions];
  for (const frames of [Float64Array.from(positions), Float32Array.from(positions), positions]) {
    const planes = Float64Array.of(1, 0, 0, 10);
    const standing = selection.find(planes, frames);
    const moving = selection.find(planes, { positions0: frames, positions1: frames });
    planes[3] = -10;
    for (let i = 0; i < frames.length; i++) frames[i] += 20;
    for (const answer of [standing, moving]) expect((await answer).triangles.length).toBe(12);
  }
});

test('a tool and its workpiece', async () => {
  const query = new ToolQuery({ shape: box(0.2) }, { shape: box(1, [1, 0, 0]) });
  const batch = await GpuToolQuery.open(query, { gpu: 'never' });
  const workpiece = query.workpiece.positions.slice();
  const options = { clearance: 0 };
  const tool = rigidMotion({}, { position: [0.6, 0, 0] });
  const answers = [0, 1].map(() => batch.firstContact({ tool, workpiece }, options));
  options.clearance = 100;
  for (let i = 0; i < workpiece.length; i += 3) workpiece[i] += 5;
  for (const answer of answers) expect(await answer).toMatchObject({ status: 'contact', time: expect.closeTo(2 / 3, 4) });
});

test.skipIf(NO_GPU !== null)('deforming meshes', async () => {
  const [a, b] = [box(1), box(1, [0, 0, 2])];
  const query = new StepQuery([
    { name: 'a', shape: a },
    { name: 'b', shape: b },
  ]);
  const device = await gpuHere();
  for (const gpu of ['never', 'always'] as const) {
    const steps = await GpuStep.open(query, { gpu, device: device.device });
    const [start, end] = [b.positions.slice(), b.positions.map((x, i) => (i % 3 === 2 ? x - 2 : x))];
    const motions = { b: linearMotion(start, end) };
    const answers = [steps.firstContact(motions), steps.contacts(motions), steps.firstContact(motions)];
    const share = steps.maxStep(motions);
    end.set(start);
    for (const answer of answers)
      expect(await answer).toMatchObject({ status: 'contact', time: expect.closeTo(0.5, 4), gpu: { used: gpu === 'always' } });
    expect((await share).share).toBeCloseTo(0.5, 3);
    steps.close();
  }
  device.close();
});
