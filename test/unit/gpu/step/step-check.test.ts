import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloth } from '../../../../scenes/soft/cloth.ts';
import type { Gpu } from '../../../../src/gpu/device/gpu.ts';
import { GpuStep } from '../../../../src/gpu/index.ts';
import { requireSound } from '../../../../src/gpu/step/step-check.ts';
import { StepEstimate } from '../../../../src/gpu/step/step-estimate.ts';
import { linearMotion, StepQuery } from '../../../../src/soft/index.ts';
import { gpuHere, NO_GPU } from '../../../support/shared/gpu-here.ts';

describe.skipIf(NO_GPU !== null)('the check of a device', () => {
  // one device for all: in software its programs take seconds to compile
  let gpu: Gpu;
  beforeAll(async () => {
    gpu = await gpuHere();
  });
  afterAll(() => gpu.close());

  test.each([0, 1, 2])('one that loses pairs of kind %i is found out, before anything is asked of it', async (lost) => {
    const read = async (buffer: GPUBuffer, bytes: number, offset = 0): Promise<ArrayBuffer> => {
      const answer = await gpu.read(buffer, bytes, offset);
      if (buffer.label !== 'pairs left') return answer;
      const words = new Uint32Array(answer);
      const kept: number[] = [];
      for (let o = offset === 0 ? 4 : 0; o + 3 <= words.length; o += 3)
        if ((o - 4) / 3 < words[0] && words[o] >>> 30 !== lost) kept.push(words[o], words[o + 1], words[o + 2]);
      words.set(kept, 4);
      words[0] = kept.length / 3;
      return answer;
    };
    // another device, of which nothing is known yet, with the programs of this one
    const device = new Proxy(gpu.device, {});
    const forgetful: Gpu = Object.create(gpu, { read: { value: read }, device: { value: device } });
    await expect(requireSound(forgetful)).rejects.toMatchObject({ name: 'GpuFault', kind: 'wrong' });
  });

  test('the same device, as it is, passes', async () => {
    await requireSound(gpu);
  });

  test("'auto' measures both and takes the faster; answers are the same", async () => {
    const { mesh, positions1 } = cloth(1000);
    const query = new StepQuery([{ shape: mesh }]);
    const motion = linearMotion(mesh.positions, positions1);
    const steps = await GpuStep.open(query, { device: gpu.device });
    const { contacts, gpu: use } = await steps.contacts(motion);
    expect(contacts).toEqual(query.contacts(motion).contacts);
    if (use.why !== '' && !use.used) expect(use.why).toBe('the processor is faster at this size');
    steps.close();
  });
});

test('the faster side is chosen: by the check, then by what steps took; close ones are both tried', () => {
  const large = new StepEstimate(500_000);
  expect(large.chooses(false)).toBe('processor');
  large.begin({ once: 3, each: 1e-4, processorEach: 5e-3 });
  expect(large.chooses(false)).toBe('gpu');
  large.took('gpu', false, 60);
  expect(large.chooses(false)).toBe('gpu');
  const small = new StepEstimate(1000);
  small.begin({ once: 3, each: 1e-4, processorEach: 5e-3 });
  expect(small.chooses(true)).toBe('gpu');
  small.took('gpu', true, 4);
  expect(small.chooses(true)).toBe('processor');
  small.took('processor', true, 2);
  for (let i = 0; i < 5; i++) expect(small.chooses(true)).toBe('processor');
  // all contacts are another question
  expect(small.chooses(false)).toBe('gpu');
});
