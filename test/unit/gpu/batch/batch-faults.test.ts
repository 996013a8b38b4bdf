import { afterEach, describe, expect, test, vi } from 'vitest';
import { BatchRunner } from '../../../../src/gpu/batch/batch-runner.ts';
import { Gpu } from '../../../../src/gpu/device/gpu.ts';
import { GpuFault } from '../../../../src/gpu/device/gpu-fault.ts';
import { GpuBatch } from '../../../../src/gpu/index.ts';
import { box, Robot, Scene } from '../../../../src/index.ts';
import { NO_GPU } from '../../../support/gpu-here.ts';

const from = Float64Array.of(0, 1.3, 2, 3);
const to = Float64Array.of(1, 2, 3, 4);

function scene(): Scene {
  const arm = new Robot({
    name: 'arm',
    links: [{ name: 'beam', joint: { type: 'revolute', axis: [0, 0, 1] }, shapes: [{ shape: box([1, 0.1, 0.1], [0.5, 0, 0]) }] }],
  });
  return new Scene({ robots: [arm], obstacles: [{ name: 'post', shape: box(0.2), pose: { position: [0.6, 0.6, 0] } }] });
}

/** What the processor says: the post stands at π/4. */
async function expectTheProcessor(why: RegExp): Promise<void> {
  const batch = await GpuBatch.open(scene(), { gpu: 'always' });
  const { free, candidates, gpu } = await batch.motionsAreFree({ from, to });
  expect([...free]).toEqual([0, 1, 1, 1]);
  expect(gpu).toEqual({ used: false, why: expect.stringMatching(why) });
  expect(candidates).toBe(4);
  batch.close();
}

describe.skipIf(NO_GPU !== null)('what fails on the device, the processor does', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('limits too small for the scene', async () => {
    vi.spyOn(Gpu.prototype, 'largestBuffer', 'get').mockReturnValue(64);
    await expectTheProcessor(/needs \d+ bytes, the graphics device allows 64/);
  });

  test('out of memory', async () => {
    vi.spyOn(Gpu.prototype, 'storage').mockImplementation(() => {
      throw new GpuFault('memory', 'the graphics device has too little memory');
    });
    await expectTheProcessor(/too little memory/);
  });

  test.each([
    ['all free', 0],
    ['all in contact', 1],
  ])('a device that says of every motion: %s', async (_, hit) => {
    vi.spyOn(BatchRunner.prototype, 'ask').mockImplementation(async (_lane, count) =>
      Uint32Array.from({ length: 3 * count }, (_word, i) => (i % 3 === 0 && hit === 1 ? 5 : i % 3 === 2 ? 0 : 0xffffffff)),
    );
    await expectTheProcessor(/answered the check of motions wrongly/);
  });

  test('a device that does nothing proves nothing', async () => {
    vi.spyOn(BatchRunner.prototype, 'ask').mockImplementation(async (_lane, count) =>
      Uint32Array.from({ length: 3 * count }, (_word, i) => (i % 3 === 2 ? 7 : 0xffffffff)),
    );
    await expectTheProcessor(/left 96 of 96 motions of its check open/);
  });
});
