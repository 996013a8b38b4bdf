import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BatchAnswers, BatchRunner } from '../../../../src/gpu/batch/batch-runner.ts';
import { Gpu } from '../../../../src/gpu/device/gpu.ts';
import { GpuFault } from '../../../../src/gpu/device/gpu-fault.ts';
import { GpuBatch } from '../../../../src/gpu/index.ts';
import { box, Robot, Scene } from '../../../../src/index.ts';
import { gpuHere, NO_GPU } from '../../../support/shared/gpu-here.ts';

const from = Float64Array.of(0, 1.3, 2, 3);
const to = Float64Array.of(1, 2, 3, 4);

function scene(): Scene {
  const arm = new Robot({
    name: 'arm',
    links: [{ name: 'beam', joint: { type: 'revolute', axis: [0, 0, 1] }, shapes: [{ shape: box([1, 0.1, 0.1], [0.5, 0, 0]) }] }],
  });
  return new Scene({ robots: [arm], obstacles: [{ name: 'post', shape: box(0.2), pose: { position: [0.6, 0.6, 0] } }] });
}

let gpuOfAll: Gpu;

/** The one device as one that nobody knows yet, so that it is checked anew. */
function unknownDevice(): GPUDevice {
  return new Proxy(gpuOfAll.device, {
    get: (device, name) => {
      const value = Reflect.get(device, name, device);
      return typeof value === 'function' ? value.bind(device) : value;
    },
  });
}

/** What the processor says: the post stands at π/4. */
async function expectTheProcessor(why: RegExp): Promise<void> {
  const batch = await GpuBatch.open(scene(), { gpu: 'always', device: unknownDevice() });
  const { free, candidates, gpu } = await batch.motionsAreFree({ from, to });
  expect([...free]).toEqual([0, 1, 1, 1]);
  expect(gpu).toEqual({ used: false, why: expect.stringMatching(why) });
  expect(candidates).toBe(4);
  batch.close();
}

describe.skipIf(NO_GPU !== null)('what fails on the device, the processor does', () => {
  beforeAll(async () => {
    gpuOfAll = await gpuHere();
  });
  beforeEach(() => {
    // in software they take seconds to compile
    const { program } = Gpu.prototype;
    vi.spyOn(Gpu.prototype, 'program').mockImplementation((...asked) => program.apply(gpuOfAll, asked));
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(() => gpuOfAll.close());

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
    ['all free', 0x55555555],
    ['all in contact', 0xaaaaaaaa],
  ])('a device that says of every motion: %s', async (_, word) => {
    vi.spyOn(BatchRunner.prototype, 'ask').mockImplementation(
      async (_lane, count) => new BatchAnswers(new Uint32Array(Math.ceil(count / 16)).fill(word), 0),
    );
    await expectTheProcessor(/answered the check of motions wrongly/);
  });

  test('a device that does nothing proves nothing', async () => {
    vi.spyOn(BatchRunner.prototype, 'ask').mockImplementation(
      async (_lane, count) => new BatchAnswers(new Uint32Array(Math.ceil(count / 16)), 0),
    );
    await expectTheProcessor(/left 96 of 96 motions of its check open/);
  });
});
