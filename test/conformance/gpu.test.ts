// The row of GpuBatch on graphics hardware, in software at least: what the programs do not know, the processor answers.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { BatchModel } from '../../src/gpu/batch/batch-model.ts';
import { BatchRunner } from '../../src/gpu/batch/batch-runner.ts';
import { GPU_BATCH_CAPABILITIES } from '../../src/gpu/batch/gpu-capabilities.ts';
import type { Gpu } from '../../src/gpu/device/gpu.ts';
import type { SceneCapability } from '../../src/motion/scene-capability.ts';
import { rounds } from '../support/rounds.ts';
import { gpuHere, NO_GPU } from '../support/shared/gpu-here.ts';
import { ALL_FEATURES, cellFault, countLines } from './conformance.ts';
import { batchRows } from './library-entries.ts';

/** Times that each cell is asked: 60 by `npm run nightly`. */
const HITS = rounds(6);
/** What the programs themselves know, beside plain robots. */
const ON_DEVICE: readonly SceneCapability[] = [
  'bodiesByRows',
  'clearanceByGroups',
  'allowedPairs',
  'attachedBodies',
  'clouds',
  'solids',
  'mimicJoints',
];

describe.skipIf(NO_GPU !== null)('GpuBatch on a device', () => {
  let gpu: Gpu;
  const used = new Map<SceneCapability, number>();
  beforeAll(async () => {
    gpu = await gpuHere();
  });
  afterAll(() => {
    gpu.close();
    console.log(countLines({ GpuBatch: GPU_BATCH_CAPABILITIES }));
  });

  test.each(ALL_FEATURES)('%s', async (feature) => {
    const onUse = (isUsed: boolean) => used.set(feature, (used.get(feature) ?? 0) + (isUsed ? 1 : 0));
    const entry = { compare: (it: Parameters<typeof batchRows>[0]) => batchRows(it, { gpu: 'always', device: gpu.device }, onUse) };
    expect(await cellFault('GpuBatch', GPU_BATCH_CAPABILITIES, entry, feature, HITS)).toBeNull();
  });

  test('does the work where its programs know the feature', () => {
    expect(ON_DEVICE.filter((feature) => !((used.get(feature) ?? 0) > 0))).toEqual([]);
  });

  test.each<[SceneCapability, (model: BatchModel) => BatchModel]>([['solids', (model) => ({ ...model, solids: false })]])(
    'a model that lacks %s is found',
    async (feature, change) => {
      const make = BatchRunner.make.bind(BatchRunner);
      const spy = vi.spyOn(BatchRunner, 'make').mockImplementation((device, model) => make(device, change(model)));
      const entry = { compare: (it: Parameters<typeof batchRows>[0]) => batchRows(it, { gpu: 'always', device: gpu.device }) };
      expect(await cellFault('planted', GPU_BATCH_CAPABILITIES, entry, feature, 12)).not.toBeNull();
      spy.mockRestore();
    },
  );
});
